//! Games as files: pictures and records.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_protocol::{PlyQuery, ThemeQuery};
use cairn_site::study;

use super::answers::{CommonProblems, PathProblems, QueryProblems};
use super::{Locale, Path, Query, Workers};
use crate::app::App;
use crate::pool::Lane;
use crate::problem::ApiError;

/// The board as SVG
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/board.svg",
    operation_id = "game_svg",
    params(("id" = String, Path, description = "The game"), PlyQuery, ThemeQuery),
    responses(
        (status = 200, description = "The board as SVG", body = String, content_type = "image/svg+xml"),
        QueryProblems, PathProblems,
        CommonProblems
    )
)]
pub(super) async fn svg(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Query(PlyQuery { ply }): Query<PlyQuery>,
    Query(theme): Query<ThemeQuery>,
) -> Result<Response, ApiError> {
    let session = app.games.session(&id).await.map_err(|error| error.problem(texts))?;
    let draw = move || study::game_svg(&*session, ply, &theme, texts);
    let picture = workers.run(Lane::Request, texts, draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/board.png",
    operation_id = "game_png",
    params(("id" = String, Path, description = "The game"), PlyQuery, ThemeQuery),
    responses(
        (status = 200, description = "The board as PNG", body = Vec<u8>, content_type = "image/png"),
        QueryProblems, PathProblems,
        CommonProblems
    )
)]
pub(super) async fn png(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Query(PlyQuery { ply }): Query<PlyQuery>,
    Query(theme): Query<ThemeQuery>,
) -> Result<Response, ApiError> {
    let session = app.games.session(&id).await.map_err(|error| error.problem(texts))?;
    let draw = move || study::game_png(&*session, ply, &theme, texts);
    let picture = workers.run(Lane::Picture, texts, draw).await?;
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
        PathProblems,
        CommonProblems
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let session = app.games.session(&id).await.map_err(|error| error.problem(texts))?;
    let record = workers.run(Lane::Request, texts, move || Ok(session.record().to_string())).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}
