//! Rated games in line mode: their players, and how their results are counted.

use cairn_coach::rating::check_ratable;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Message;
use cairn_session::Session;

use super::check_seats;
use super::table::LineTable;
use crate::failure::Failure;
use crate::output::errln;
use crate::printer::Printer;
use crate::user_data::UserData;

/// Returns the players of a rated game: the given ones, and otherwise a person and the suitable level.
pub(crate) fn rated_players(
    printer: Printer,
    user_data: &UserData,
    session: &dyn Session,
    players: [Option<PlayerSpec>; 4],
) -> Result<Vec<PlayerSpec>, Failure> {
    use PlayerSpec::{Bot, Human};
    check_seats(session, &players)?;
    let suitable = || -> Result<PlayerSpec, Failure> {
        let rating = user_data.ratings(printer)?.get(session.info().id).unwrap_or_default();
        format!("level{}", rating.suitable_level(session.info())).parse().map_err(Failure::request)
    };
    let [first, second, ..] = players;
    let players = match (first, second) {
        (Some(first), Some(second)) => [first, second],
        (Some(bot @ Bot(_)), None) => [bot, Human],
        (None, Some(bot @ Bot(_))) => [Human, bot],
        (None, Some(Human)) => [suitable()?, Human],
        (Some(Human) | None, None) => [Human, suitable()?],
    };
    check_ratable(session, &players).map_err(|error| {
        Failure::request(Message::new("--rated: {problem}").messages("problem", vec![error.message()]))
    })?;
    Ok(players.into())
}

/// The result of counting a game.
pub(super) enum Counting {
    /// Nothing remains to be done, except to print this message about the new rating.
    Done(Option<String>),
    /// The game could not be counted, and the user has seen the error; its save is still needed.
    Failed,
}

impl LineTable<'_> {
    /// Counts the game if it is rated. Runs before the end is shown, so that an interruption cannot lose it.
    pub(super) fn count_result(&self) -> Counting {
        let texts = self.texts();
        match self.autosaver.count(self.user_data.storage(), &self.table) {
            None => Counting::Done(None),
            Some(Ok(counted)) => {
                if let Some(damaged) = &counted.damaged {
                    errln!("{}.", damaged.tell(texts));
                }
                let game = self.table.session().info().name;
                let numbers = counted.numbers();
                Counting::Done(Some(texts.format("rating.now", &[("game", &game), ("numbers", &numbers)])))
            }
            Some(Err(error)) => {
                let mut message = texts.format("rating.not_counted", &[("error", &error.tell(texts))]);
                if self.autosaver.has_slot() {
                    message.extend([" ", texts.text("rating.count_later")]);
                }
                errln!("{message}");
                Counting::Failed
            }
        }
    }
}
