//! Positions and games as files: pictures and records; and records that clients send.

#[cfg(feature = "png")]
use cairn_draw::png;
use cairn_draw::svg::{self, Theme};
use cairn_protocol::{PositionAddress, Problem, RecordedGame, ThemeQuery};
use cairn_rules::Scene;
use cairn_session::Session;
use cairn_texts::Texts;

use super::open;

/// The width of a PNG picture in pixels.
#[cfg(feature = "png")]
const PNG_WIDTH: u32 = 800;

fn open_at(address: &PositionAddress, texts: Texts) -> Result<Box<dyn Session>, Problem> {
    open(&address.game, address.position.as_deref(), address.moves.as_deref(), texts)
}

fn theme_of(query: &ThemeQuery, texts: Texts) -> Result<Theme, Problem> {
    match query.theme.as_deref() {
        None | Some("light") => Ok(Theme::Light),
        Some("dark") => Ok(Theme::Dark),
        Some(word) => {
            let word = cairn_session::excerpt(word);
            Err(Problem::unprocessable(texts.format("web.problem.theme", &[("word", &word)])))
        }
    }
}

/// The board of a game after `ply` moves, or after all of them.
fn scene_at(session: &dyn Session, ply: Option<usize>, texts: Texts) -> Result<Scene, Problem> {
    match ply {
        None => Ok(session.board().scene()),
        Some(ply) => {
            session.fork_at(ply).map(|earlier| earlier.board().scene()).ok_or_else(|| no_such_ply(ply, texts))
        }
    }
}

/// The game has fewer moves.
pub(super) fn no_such_ply(ply: usize, texts: Texts) -> Problem {
    Problem::not_found(texts.format("web.problem.no_ply", &[("ply", &ply)]))
}

/// Answers `GET /api/v1/games/{id}/board.svg`.
pub fn game_svg(
    session: &dyn Session,
    ply: Option<usize>,
    theme: &ThemeQuery,
    texts: Texts,
) -> Result<String, Problem> {
    let theme = theme_of(theme, texts)?;
    Ok(svg::render(&scene_at(session, ply, texts)?, svg::Options { theme, ..svg::Options::default() }))
}

/// Answers `GET /api/v1/games/{id}/board.png`.
#[cfg(feature = "png")]
pub fn game_png(
    session: &dyn Session,
    ply: Option<usize>,
    theme: &ThemeQuery,
    texts: Texts,
) -> Result<Vec<u8>, Problem> {
    let theme = theme_of(theme, texts)?;
    png::render(&scene_at(session, ply, texts)?, svg::Options { theme, ..svg::Options::default() }, PNG_WIDTH)
        .map_err(Problem::unavailable)
}

/// Answers `GET /api/v1/position/board.svg`.
pub fn position_svg(address: &PositionAddress, theme: &ThemeQuery, texts: Texts) -> Result<String, Problem> {
    game_svg(&*open_at(address, texts)?, None, theme, texts)
}

/// Answers `GET /api/v1/position/board.png`.
#[cfg(feature = "png")]
pub fn position_png(address: &PositionAddress, theme: &ThemeQuery, texts: Texts) -> Result<Vec<u8>, Problem> {
    game_png(&*open_at(address, texts)?, None, theme, texts)
}

/// Answers `GET /api/v1/position/record`: the moves as a record.
pub fn position_record(address: &PositionAddress, texts: Texts) -> Result<String, Problem> {
    Ok(cairn_session::record::write([&open_at(address, texts)?.record()]))
}

/// Answers `POST /api/v1/record`: the first game of a record.
pub fn read_record(bytes: &[u8]) -> Result<RecordedGame, Problem> {
    let record = cairn_session::record::read_game(bytes, 1).map_err(Problem::unprocessable)?;
    let record = record.ok_or_else(|| Problem::unprocessable("there is no game in it"))?;
    let session = record.session().map_err(Problem::unprocessable)?;
    Ok(RecordedGame { game: session.spec(), position: session.start_position(), moves: session.history() })
}
