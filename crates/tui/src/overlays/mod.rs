//! What can lie over a screen: help, rules, settings, questions, and what the program is.

mod preferences;
mod reader;

use cairn_rules::{GameInfo, games};

pub(crate) use preferences::{Preference, Preferences};
pub(crate) use reader::{Block, Reader};

use crate::app::Transition;
use crate::context::Context;
use crate::game::Question;
use crate::hit_areas::HitAreas;
use crate::keys::{self, Action, Binding};
use crate::screens::Screen;

/// What lies over the screen.
pub(crate) enum Overlay {
    /// The keys of the screen under it, scrolled down so far.
    Help(&'static [Binding], usize),
    /// The rules of a game.
    Rules(Box<Reader>),
    /// The settings.
    Settings(Preferences),
    /// What the program is.
    About,
    /// A question about the game under it.
    Ask(Question),
}

impl Overlay {
    pub(crate) const fn help(keys: &'static [Binding]) -> Self {
        Self::Help(keys, 0)
    }

    /// The rules of a game, or of the first one.
    pub(crate) fn rules(game: Option<&'static GameInfo>, ctx: &Context) -> Self {
        Self::Rules(Box::new(Reader::new(game.unwrap_or(games::ALL[0]), ctx)))
    }

    pub(crate) fn settings() -> Self {
        Self::Settings(Preferences::default())
    }

    /// The table of its keys.
    pub(crate) fn keys(&self) -> &'static [Binding] {
        match self {
            Self::Help(..) | Self::Rules(_) | Self::About => keys::READER,
            Self::Settings(_) => keys::LIST,
            Self::Ask(_) => keys::ASK,
        }
    }
}

/// Does what was asked of what lies over a screen.
pub(crate) fn act(
    overlay: &mut Overlay,
    action: Action,
    screen: &mut Screen,
    seen: &HitAreas,
    ctx: &mut Context,
) -> Transition {
    if let (Overlay::Ask(question), Screen::Game(table)) = (&*overlay, &mut *screen) {
        let question = *question;
        return match action {
            Action::Yes | Action::No => match table.answer(question, action == Action::Yes, ctx) {
                Transition::Stay => Transition::CloseOverlay,
                then => then,
            },
            _ => Transition::Stay,
        };
    }
    if matches!(action, Action::Back | Action::Leave | Action::Help) {
        return Transition::CloseOverlay;
    }
    match overlay {
        Overlay::Help(_, top) => scroll(top, action, seen),
        Overlay::Rules(reader) => reader.act(action, seen, ctx),
        Overlay::Settings(preferences) => preferences.act(action, ctx),
        Overlay::About if action == Action::Choose => return Transition::CloseOverlay,
        Overlay::About | Overlay::Ask(_) => {}
    }
    Transition::Stay
}

/// Moves the first line that can be seen.
fn scroll(top: &mut usize, action: Action, seen: &HitAreas) {
    let page = seen.page.saturating_sub(1);
    let to = match action {
        Action::Up => top.saturating_sub(1),
        Action::Down => *top + 1,
        Action::PageUp => top.saturating_sub(page),
        Action::PageDown | Action::Choose => *top + page,
        Action::First => 0,
        Action::Last => usize::MAX,
        _ => *top,
    };
    *top = to.min(seen.last_top());
}
