//! A game as a record and as pictures.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_draw::{png, svg};
use cairn_rules::Scene;
use cairn_session::Session;
use cairn_texts::Texts;
use serde::Deserialize;
use utoipa::IntoParams;

use super::answers::{Any, Asked, Named};
use super::games::no_such_ply;
use super::{Path, Query, Workers};
use crate::app::App;
use crate::locale::Locale;
use crate::pool::Lane;
use crate::problem::Problem;

/// The width of pictures in pixels.
const WIDTH: u32 = 800;

/// How a picture is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// The number of moves to look at; all of them by default.
    #[param(nullable = false)]
    ply: Option<usize>,
    /// The colours.
    #[param(nullable = false, pattern = "^(light|dark)$")]
    theme: Option<String>,
}

impl PictureQuery {
    fn theme(&self, texts: Texts) -> Result<svg::Theme, Problem> {
        match self.theme.as_deref() {
            None | Some("light") => Ok(svg::Theme::Light),
            Some("dark") => Ok(svg::Theme::Dark),
            Some(word) => {
                let word = cairn_session::excerpt(word);
                Err(Problem::unprocessable(texts.format("web.problem.theme", &[("word", &word)])))
            }
        }
    }
}

/// The board that is wanted, of a game.
fn scene(session: &dyn Session, query: &PictureQuery, texts: Texts) -> Result<Scene, Problem> {
    match query.ply {
        None => Ok(session.board().scene()),
        Some(ply) => {
            session.fork_at(ply).map(|earlier| earlier.board().scene()).ok_or_else(|| no_such_ply(ply, texts))
        }
    }
}

/// The board as SVG
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/board.svg",
    operation_id = "game_svg",
    params(("id" = String, Path, description = "The game"), PictureQuery),
    responses(
        (status = 200, description = "The board as SVG", body = String, content_type = "image/svg+xml"),
        Asked, Named,
        Any
    )
)]
pub(super) async fn svg(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Problem> {
    let theme = query.theme(texts)?;
    let session = app.games.session(&id).await.map_err(|error| error.problem(texts))?;
    let drawn = move || Ok(svg::render(&scene(&*session, &query, texts)?, theme));
    let picture = workers.run(Lane::Request, texts, drawn).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/board.png",
    operation_id = "game_png",
    params(("id" = String, Path, description = "The game"), PictureQuery),
    responses(
        (status = 200, description = "The board as PNG", body = Vec<u8>, content_type = "image/png"),
        Asked, Named,
        Any
    )
)]
pub(super) async fn png(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Problem> {
    let theme = query.theme(texts)?;
    let session = app.games.session(&id).await.map_err(|error| error.problem(texts))?;
    let drawn = move || {
        let scene = scene(&*session, &query, texts)?;
        png::render(&scene, theme, WIDTH).map_err(Problem::unavailable)
    };
    let picture = workers.run(Lane::Picture, texts, drawn).await?;
    Ok(([(header::CONTENT_TYPE, "image/png")], picture).into_response())
}

/// The record of the game
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/record",
    operation_id = "game_record",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 200, description = "The record of the game", body = String, content_type = "text/plain"),
        Named,
        Any
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let session = app.games.session(&id).await.map_err(|error| error.problem(texts))?;
    let record = workers.run(Lane::Request, texts, move || Ok(session.record().to_string())).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}
