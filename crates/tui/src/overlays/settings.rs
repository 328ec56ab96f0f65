//! The form of the settings.

use cairn_storage::Choice;

use crate::context::Context;
use crate::keys::Action;
use crate::list::ListState;
use crate::screens::bots;

/// A row of the form.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Setting {
    Language,
    Theme,
    Mode,
    Ascii,
    Cells,
    Speed,
    Opponent,
}

impl Setting {
    /// All rows, in order.
    pub(crate) const ALL: [Self; 7] =
        [Self::Language, Self::Theme, Self::Mode, Self::Ascii, Self::Cells, Self::Speed, Self::Opponent];
}

/// The form, with a row highlighted.
#[derive(Default)]
pub(crate) struct SettingsForm {
    list: ListState,
}

impl SettingsForm {
    /// Returns the index of the highlighted row.
    pub(crate) fn highlighted(&self) -> usize {
        self.list.get(Setting::ALL.len())
    }

    pub(super) fn act(&mut self, action: Action, ctx: &mut Context) {
        match action {
            Action::Row(row) => {
                self.list.set(row);
                self.change(1, ctx);
            }
            Action::Left => self.change(-1, ctx),
            Action::Right | Action::Choose => self.change(1, ctx),
            action => {
                self.list.act(action, Setting::ALL.len());
            }
        }
    }

    /// Changes the value of the highlighted row.
    fn change(&self, by: isize, ctx: &mut Context) {
        ctx.change_settings(|settings| match Setting::ALL[self.highlighted()] {
            Setting::Language => settings.language = settings.language.turned(by),
            Setting::Theme => settings.theme = settings.theme.turned(by),
            Setting::Mode => settings.mode = settings.mode.turned(by),
            Setting::Ascii => settings.ascii = settings.ascii.turned(by),
            Setting::Cells => settings.cells = settings.cells.turned(by),
            Setting::Speed => settings.speed = settings.speed.turned(by),
            Setting::Opponent => {
                let bots = bots();
                let at = bots.iter().position(|bot| *bot == settings.opponent).unwrap_or_default();
                let next = (at as isize + by).rem_euclid(bots.len() as isize);
                settings.opponent.clone_from(&bots[next as usize]);
            }
        });
    }
}
