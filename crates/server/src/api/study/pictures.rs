//! Positions as files: pictures and records; and records that are read.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use cairn_draw::png;
use cairn_draw::svg::{self, Theme};
use cairn_session::Session;
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::opened;
use crate::api::answers::{Any, Asked, Sent};
use crate::api::{Query, Raw, Workers};
use crate::locale::Locale;
use crate::pool::Lane;
use crate::problem::Problem;

/// The width of a picture in pixels.
const WIDTH: u32 = 800;

/// The position of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Ask {
    /// The game with its options.
    game: String,
    /// A position of it; its start by default.
    #[param(nullable = false)]
    position: Option<String>,
    /// Moves from there, with commas between them.
    #[param(nullable = false)]
    moves: Option<String>,
}

impl Ask {
    fn open(&self, texts: Texts) -> Result<Box<dyn Session>, Problem> {
        opened(&self.game, self.position.as_deref(), self.moves.as_deref(), texts)
    }
}

/// How a picture is to look.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Look {
    /// The colours.
    #[param(nullable = false, pattern = "^(light|dark)$")]
    theme: Option<String>,
}

impl Look {
    fn theme(&self) -> Result<Theme, Problem> {
        match self.theme.as_deref() {
            None | Some("light") => Ok(Theme::Light),
            Some("dark") => Ok(Theme::Dark),
            Some(_) => Err(Problem::unprocessable("a theme is light or dark")),
        }
    }
}

/// The board as SVG
#[utoipa::path(
    get,
    path = "/api/v1/position/board.svg",
    operation_id = "position_svg",
    params(Ask, Look),
    responses((status = 200, description = "The board as SVG", body = String, content_type = "image/svg+xml"), Asked, Any)
)]
pub(super) async fn svg(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(ask): Query<Ask>,
    Query(look): Query<Look>,
) -> Result<Response, Problem> {
    let drawn = move || Ok(svg::render(&ask.open(texts)?.board().scene(), look.theme()?));
    let picture = workers.run(Lane::Request, texts, drawn).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/api/v1/position/board.png",
    operation_id = "position_png",
    params(Ask, Look),
    responses((status = 200, description = "The board as PNG", body = Vec<u8>, content_type = "image/png"), Asked, Any)
)]
pub(super) async fn png(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(ask): Query<Ask>,
    Query(look): Query<Look>,
) -> Result<Response, Problem> {
    let drawn = move || {
        let scene = ask.open(texts)?.board().scene();
        png::render(&scene, look.theme()?, WIDTH).map_err(Problem::unavailable)
    };
    let picture = workers.run(Lane::Picture, texts, drawn).await?;
    Ok(([(header::CONTENT_TYPE, "image/png")], picture).into_response())
}

/// The moves as a record
#[utoipa::path(
    get,
    path = "/api/v1/position/record",
    operation_id = "position_record",
    params(Ask),
    responses((status = 200, description = "The moves as a record", body = String, content_type = "text/plain"), Asked, Any)
)]
pub(super) async fn record(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(ask): Query<Ask>,
) -> Result<Response, Problem> {
    let written = move || Ok(cairn_session::record::write([&ask.open(texts)?.record()]));
    let text = workers.run(Lane::Request, texts, written).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A record that was read.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Recorded {
    game: String,
    /// The position at which it starts, unless it is the usual one.
    #[schema(required)]
    position: Option<String>,
    moves: Vec<String>,
}

/// The first game of a record
#[utoipa::path(
    post,
    path = "/api/v1/record",
    operation_id = "read_record",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, description = "The first game of a record", body = Recorded), Sent, Any)
)]
pub(super) async fn read_record(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Raw(body): Raw,
) -> Result<Json<Recorded>, Problem> {
    let read = move || {
        let record = cairn_session::record::read_game(&body, 1).map_err(Problem::unprocessable)?;
        let record = record.ok_or_else(|| Problem::unprocessable("there is no game in it"))?;
        let session = record.session().map_err(Problem::unprocessable)?;
        Ok(Recorded { game: session.spec(), position: session.start_position(), moves: session.history() })
    };
    workers.run(Lane::Request, texts, read).await.map(Json)
}
