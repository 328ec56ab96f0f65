//! The list of games, for a lesson or an analysis.

use cairn_rules::{GameInfo, games};
use cairn_session::open;

use super::Screen;
use crate::context::Context;
use crate::event::Transition;
use crate::keys::Action;
use crate::lesson::LessonScreen;
use crate::list::ListState;

/// The purpose of choosing a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Purpose {
    Lesson,
    Analysis,
}

/// The games, with one highlighted.
pub(crate) struct GameList {
    purpose: Purpose,
    games: Vec<&'static GameInfo>,
    list: ListState,
}

impl GameList {
    /// Lists the games that serve a purpose, with this one highlighted.
    pub(super) fn new(purpose: Purpose, game: &GameInfo) -> Self {
        let serves = |info: &&GameInfo| purpose != Purpose::Lesson || info.engine.has_lesson();
        let games: Vec<&'static GameInfo> = games::ALL.iter().copied().filter(serves).collect();
        let at = games.iter().position(|info| info.id == game.id).unwrap_or_default();
        Self { purpose, games, list: ListState::at(at) }
    }

    /// Returns the purpose of the choice.
    pub(crate) const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Returns the games, in order.
    pub(crate) fn games(&self) -> &[&'static GameInfo] {
        &self.games
    }

    /// Returns the index of the highlighted game.
    pub(crate) fn highlighted(&self) -> usize {
        self.list.get(self.games.len())
    }

    /// Returns the highlighted game.
    pub(crate) fn game(&self) -> &'static GameInfo {
        self.games.get(self.highlighted()).copied().unwrap_or(games::ALL[0])
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match action {
            Action::Row(row) | Action::Pick(row) if row < self.games.len() => {
                self.list.set(row);
                self.choose(ctx)
            }
            Action::Choose | Action::Right => self.choose(ctx),
            Action::Back | Action::Left | Action::Leave => Transition::Menu,
            action => {
                self.list.act(action, self.games.len());
                Transition::Stay
            }
        }
    }

    fn choose(&self, ctx: &mut Context) -> Transition {
        let game = self.game();
        match self.purpose {
            Purpose::Lesson => {
                let lesson = LessonScreen::new(game, ctx);
                Transition::try_open(lesson.map(|lesson| Screen::Lesson(Box::new(lesson))), ctx)
            }
            Purpose::Analysis => match open(game.id, None) {
                Ok(session) => Transition::Analyze(session),
                Err(error) => {
                    ctx.warn(ctx.texts.message(&error.message()));
                    Transition::Stay
                }
            },
        }
    }
}
