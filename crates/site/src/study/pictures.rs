//! Positions and games as files: pictures and records; also parses records from clients.

#[cfg(feature = "png")]
use cairn_draw::png;
use cairn_draw::svg::{self, Theme};
use cairn_protocol::{PositionAddress, Problem, RecordedGame, ThemeQuery};
use cairn_session::Session;
use cairn_texts::Texts;

use super::open;

/// The width of a PNG picture in pixels.
#[cfg(feature = "png")]
const PNG_WIDTH: u32 = 800;

/// Opens the position of a request.
pub fn open_at(address: &PositionAddress, texts: Texts) -> Result<Box<dyn Session>, Problem> {
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

/// Returns a game after `ply` moves, or after all of them.
pub(super) fn session_at(
    session: &dyn Session,
    ply: Option<usize>,
    texts: Texts,
) -> Result<Box<dyn Session>, Problem> {
    let Some(ply) = ply.filter(|ply| *ply != session.ply()) else { return Ok(session.fork()) };
    let none = || Problem::not_found(texts.format("web.problem.no_ply", &[("ply", &ply)]));
    session.fork_at(ply).ok_or_else(none)
}

/// Answers `GET /api/v1/games/{id}/board.svg`, and the same for a position.
pub fn board_svg(
    session: &dyn Session,
    ply: Option<usize>,
    theme: &ThemeQuery,
    texts: Texts,
) -> Result<String, Problem> {
    let theme = theme_of(theme, texts)?;
    Ok(svg::render(
        &session_at(session, ply, texts)?.board().scene(),
        svg::Options { theme, ..svg::Options::default() },
    ))
}

/// Answers `GET /api/v1/games/{id}/board.png`, and the same for a position.
#[cfg(feature = "png")]
pub fn board_png(
    session: &dyn Session,
    ply: Option<usize>,
    theme: &ThemeQuery,
    texts: Texts,
) -> Result<Vec<u8>, Problem> {
    let theme = theme_of(theme, texts)?;
    png::render(
        &session_at(session, ply, texts)?.board().scene(),
        svg::Options { theme, ..svg::Options::default() },
        PNG_WIDTH,
    )
    .map_err(Problem::unavailable)
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
