//! Overlays: windows that open over a screen.
//!
//! `mod.rs` defines the overlays and their actions, `settings.rs` the form of the settings, `reader.rs` the rules of a
//! game as text with pictures. `draw/overlays.rs` draws them.

mod reader;
mod settings;

use cairn_draw::text::{self, Style};
use cairn_rules::{GameInfo, Mark, MarkKind, Site, games};
use cairn_session::Session;

pub(crate) use reader::{Block, Reader};
pub(crate) use settings::{Setting, SettingsForm};

use crate::context::Context;
use crate::event::Transition;
use crate::game::Question;
use crate::keys::{self, Action, Bindings};
use crate::screens::Screen;

/// A window open over the screen.
pub(crate) enum Overlay {
    /// The key bindings of the screen, with the first visible line.
    Help(Bindings, usize),
    /// The rules of a game.
    Rules(Box<Reader>),
    /// The meanings of the symbols on the board of the screen, with the first visible line.
    Legend(Vec<String>, usize),
    /// The settings.
    Settings(SettingsForm),
    /// About the program.
    About,
    /// A question about the game on the screen.
    Ask(Question),
}

impl Overlay {
    pub(crate) const fn help(bindings: Bindings) -> Self {
        Self::Help(bindings, 0)
    }

    /// Opens the rules of a game, or of the first one.
    pub(crate) fn rules(game: Option<&'static GameInfo>, ctx: &Context) -> Self {
        Self::Rules(Box::new(Reader::new(game.unwrap_or(games::ALL[0]), ctx)))
    }

    /// Opens the legend of a board.
    pub(crate) fn legend(session: &dyn Session, ctx: &Context) -> Self {
        let style = Style { charset: ctx.theme.charset, texts: ctx.texts, ..Style::default() };
        let mut sample = session.board().sample();
        sample.marks.extend(MarkKind::ALL.map(|kind| Mark { site: Site(0), kind }));
        let legend = text::legend(&[&session.board().scene(), &sample], style);
        Self::Legend(legend.lines().map(ToOwned::to_owned).collect(), 0)
    }

    pub(crate) fn settings() -> Self {
        Self::Settings(SettingsForm::default())
    }

    /// Returns its key bindings.
    pub(crate) fn bindings(&self) -> Bindings {
        match self {
            Self::Help(..) | Self::Rules(_) | Self::Legend(..) | Self::About => keys::READER,
            Self::Settings(_) => keys::LIST,
            Self::Ask(_) => keys::ASK,
        }
    }
}

/// Carries out an action of an overlay.
pub(crate) fn act(
    overlay: &mut Overlay,
    action: Action,
    screen: &mut Screen,
    ctx: &mut Context,
) -> Transition {
    if let (&mut Overlay::Ask(question), Screen::Game(game)) = (&mut *overlay, screen) {
        return match action {
            Action::Yes | Action::No => match game.answer(question, action == Action::Yes, ctx) {
                Transition::Stay => Transition::CloseOverlay,
                transition => transition,
            },
            _ => Transition::Stay,
        };
    }
    if matches!(action, Action::Back | Action::Leave | Action::Help) {
        return Transition::CloseOverlay;
    }
    match overlay {
        Overlay::Help(_, top) | Overlay::Legend(_, top) => _ = ctx.hit_areas.scroll(top, action),
        Overlay::Rules(reader) => reader.act(action, ctx),
        Overlay::Settings(form) => form.act(action, ctx),
        Overlay::About if action == Action::Choose => return Transition::CloseOverlay,
        Overlay::About | Overlay::Ask(_) => {}
    }
    Transition::Stay
}
