//! The settings as a form.

use cairn_storage::Choice;

use crate::context::Context;
use crate::keys::Action;
use crate::list::List;
use crate::players;

/// A row of the form.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Preference {
    Language,
    Theme,
    Mode,
    Ascii,
    Cells,
    Speed,
    Opponent,
}

impl Preference {
    /// All rows, in order.
    pub(crate) const ALL: [Self; 7] =
        [Self::Language, Self::Theme, Self::Mode, Self::Ascii, Self::Cells, Self::Speed, Self::Opponent];
}

/// Which row is highlighted.
#[derive(Default)]
pub(crate) struct Preferences {
    list: List,
}

impl Preferences {
    /// The number of the highlighted row.
    pub(crate) fn highlighted(&self) -> usize {
        self.list.get(Preference::ALL.len())
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) {
        match action {
            Action::Row(row) => {
                self.list.set(row);
                self.turn(1, ctx);
            }
            Action::Left => self.turn(-1, ctx),
            Action::Right | Action::Choose => self.turn(1, ctx),
            action => {
                self.list.act(action, Preference::ALL.len());
            }
        }
    }

    /// Goes on or back in what the highlighted row may be.
    fn turn(&self, by: isize, ctx: &mut Context) {
        ctx.change(|settings| match Preference::ALL[self.highlighted()] {
            Preference::Language => settings.language = settings.language.turned(by),
            Preference::Theme => settings.theme = settings.theme.turned(by),
            Preference::Mode => settings.mode = settings.mode.turned(by),
            Preference::Ascii => settings.ascii = settings.ascii.turned(by),
            Preference::Cells => settings.cells = settings.cells.turned(by),
            Preference::Speed => settings.speed = settings.speed.turned(by),
            Preference::Opponent => {
                let bots = players::bots();
                let at = bots.iter().position(|word| *word == settings.opponent).unwrap_or_default();
                let next = (at as isize + by).rem_euclid(bots.len() as isize);
                settings.opponent.clone_from(&bots[next as usize]);
            }
        });
    }
}
