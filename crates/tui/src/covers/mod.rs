//! What can lie over a screen: help, rules, settings, questions, and what the program is.

mod preferences;
mod reader;

use cairn_rules::{GameInfo, games};

pub(crate) use preferences::{Preference, Preferences};
pub(crate) use reader::{Block, Reader};

use crate::app::Then;
use crate::game::Question;
use crate::keys::{self, Action, Binding};
use crate::kit::Kit;
use crate::screens::Screen;
use crate::spots::Seen;

/// What lies over the screen.
pub(crate) enum Cover {
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

impl Cover {
    pub(crate) const fn help(keys: &'static [Binding]) -> Self {
        Self::Help(keys, 0)
    }

    /// The rules of a game, or of the first one.
    pub(crate) fn rules(game: Option<&'static GameInfo>, kit: &Kit) -> Self {
        Self::Rules(Box::new(Reader::new(game.unwrap_or(games::ALL[0]), kit)))
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
    cover: &mut Cover,
    action: Action,
    screen: &mut Screen,
    seen: &Seen,
    kit: &mut Kit,
) -> Then {
    if let (Cover::Ask(question), Screen::Game(table)) = (&*cover, &mut *screen) {
        let question = *question;
        return match action {
            Action::Yes | Action::No => match table.answer(question, action == Action::Yes, kit) {
                Then::Stay => Then::Uncover,
                then => then,
            },
            _ => Then::Stay,
        };
    }
    if matches!(action, Action::Back | Action::Leave | Action::Help) {
        return Then::Uncover;
    }
    match cover {
        Cover::Help(_, top) => scroll(top, action, seen),
        Cover::Rules(reader) => reader.act(action, seen, kit),
        Cover::Settings(preferences) => preferences.act(action, kit),
        Cover::About if action == Action::Choose => return Then::Uncover,
        Cover::About | Cover::Ask(_) => {}
    }
    Then::Stay
}

/// Moves the first line that can be seen.
fn scroll(top: &mut usize, action: Action, seen: &Seen) {
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
