//! The study API: positions, turns, pictures, records, lessons, puzzles, analysis and reviews.
//!
//! Every function answers one request, from its body or query and the texts of the client's language.

mod analysis;
mod ending;
mod lessons;
mod pictures;
mod position;
mod puzzle_line;
mod puzzles;
mod setup;
mod studies;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use cairn_protocol::game::{MAX_CLOCK_DAYS, MAX_CLOCK_SECONDS};
use cairn_protocol::{
    BOTS, Catalog, CatalogBot, CatalogClock, GameReport, HUMAN, NumberRange, OPEN, Problem,
};
use cairn_rules::games;
use cairn_session::Session;
use cairn_texts::Texts;

pub use analysis::{AnalysisJob, review_progress, review_report};
pub use lessons::{lesson, lessons, try_lesson};
#[cfg(feature = "png")]
pub use pictures::board_png;
pub use pictures::{board_svg, open_at, position_record, read_record};
pub use position::position;
pub use puzzle_line::Effort;
pub use puzzles::{puzzle, puzzle_of_day, puzzles, solve_puzzle, try_puzzle};
pub use setup::set_up_position;
pub use studies::check_study;
pub use turn::{BoardExtras, turn};
pub use view::{view, view_at};

pub(crate) use lessons::find_game;
pub(crate) use view::status;

/// The maximum number of moves of a request.
const MAX_MOVES: usize = 2_000;
/// The maximum number of commas in a move.
const MAX_COMMAS: usize = 3;

/// Answers `GET /api/v1/catalog`.
pub fn catalog() -> Catalog {
    let level = |bot: &str| bot.strip_prefix("level").and_then(|level| level.parse().ok());
    let clock = |kind: &str, fields: &[(&str, u64, u64)]| CatalogClock {
        kind: kind.to_owned(),
        fields: fields.iter().map(|&(name, min, max)| (name.to_owned(), NumberRange { min, max })).collect(),
    };
    Catalog {
        games: games::ALL.iter().map(|info| GameReport::new(info)).collect(),
        seats: [HUMAN, OPEN].map(ToOwned::to_owned).to_vec(),
        bots: BOTS.iter().map(|bot| CatalogBot { bot: (*bot).to_owned(), level: level(bot) }).collect(),
        clocks: vec![
            clock("fischer", &[("initial", 1, MAX_CLOCK_SECONDS), ("increment", 0, MAX_CLOCK_SECONDS)]),
            clock("move", &[("seconds", 1, MAX_CLOCK_SECONDS)]),
            clock("days", &[("days", 1, MAX_CLOCK_DAYS)]),
        ],
    }
}

/// Opens a game at a position, by default at its start, and plays moves.
pub fn open_with_moves(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    texts: Texts,
) -> Result<Box<dyn Session>, Problem> {
    let opened = cairn_session::open(game, position);
    let mut session = opened.map_err(|error| Problem::unprocessable(texts.message(&error.message())))?;
    check_length(moves.len(), texts)?;
    for text in moves {
        if let Err(error) = session.play(text) {
            let error = texts.move_error_among(&error, &session.legal_moves());
            return Err(Problem::unprocessable(error));
        }
    }
    Ok(session)
}

fn check_length(moves: usize, texts: Texts) -> Result<(), Problem> {
    let problem = || Problem::unprocessable(texts.format("web.problem.moves", &[("n", &MAX_MOVES)]));
    (moves <= MAX_MOVES).then_some(()).ok_or_else(problem)
}

/// Opens a game at a position, by default at its start, and plays a list of moves with commas between them.
///
/// A move may contain commas itself. The longest match wins, because the next player's move cannot be a part of it.
pub(crate) fn open(
    game: &str,
    position: Option<&str>,
    moves: Option<&str>,
    texts: Texts,
) -> Result<Box<dyn Session>, Problem> {
    let position = position.filter(|position| !position.is_empty());
    let mut session = open_with_moves(game, position, &[], texts)?;
    let parts = words(moves);
    check_length(parts.len(), texts)?;
    let mut rest = &parts[..];
    while !rest.is_empty() {
        let longest = rest.len().min(1 + MAX_COMMAS);
        let played = (2..=longest).rev().find(|&count| session.play(&rest[..count].join(",")).is_ok());
        if played.is_none() {
            let error = session.play(&rest[0]).err();
            if let Some(error) = error {
                return Err(Problem::unprocessable(texts.move_error_among(&error, &session.legal_moves())));
            }
        }
        rest = &rest[played.unwrap_or(1)..];
    }
    Ok(session)
}

/// Splits a list at commas; returns none if it is missing or empty.
fn words(list: Option<&str>) -> Vec<String> {
    let list = list.unwrap_or_default();
    list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect()
}
