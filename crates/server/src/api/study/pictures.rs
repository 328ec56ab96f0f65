//! Positions as files: pictures and records; and records that are read.

use axum::Json;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_draw::png;
use cairn_draw::svg::{self, Theme};
use cairn_session::Session;
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};

use super::{QUICK, opened, think};
use crate::api::Query;
use crate::problem::Problem;
use crate::speech::Speech;

/// The width of a picture in pixels.
const WIDTH: u32 = 800;

/// The position of a file.
#[derive(Debug, Deserialize)]
pub(super) struct Ask {
    game: String,
    position: Option<String>,
    moves: Option<String>,
    theme: Option<String>,
}

impl Ask {
    fn open(&self, texts: Texts) -> Result<Box<dyn Session>, Problem> {
        opened(&self.game, self.position.as_deref(), self.moves.as_deref(), texts)
    }

    fn theme(&self) -> Result<Theme, Problem> {
        match self.theme.as_deref() {
            None | Some("light") => Ok(Theme::Light),
            Some("dark") => Ok(Theme::Dark),
            Some(_) => Err(Problem::senseless("a theme is light or dark")),
        }
    }
}

pub(super) async fn svg(Speech(texts): Speech, Query(ask): Query<Ask>) -> Result<Response, Problem> {
    let picture = svg::render(&ask.open(texts)?.scene(), ask.theme()?);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

pub(super) async fn png(Speech(texts): Speech, Query(ask): Query<Ask>) -> Result<Response, Problem> {
    let drawn = move || {
        let scene = ask.open(texts)?.scene();
        png::render(&scene, ask.theme()?, WIDTH).map_err(Problem::unavailable)
    };
    let picture = think(&QUICK, drawn).await?;
    Ok(([(header::CONTENT_TYPE, "image/png")], picture).into_response())
}

pub(super) async fn record(Speech(texts): Speech, Query(ask): Query<Ask>) -> Result<Response, Problem> {
    let record = ask.open(texts)?.record();
    let text = cairn_session::record::write([&record]);
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A record that was read.
#[derive(Debug, Serialize)]
pub(super) struct Recorded {
    game: String,
    position: Option<String>,
    moves: Vec<String>,
}

/// Reads the first game of a record.
pub(super) async fn read_record(body: Bytes) -> Result<Json<Recorded>, Problem> {
    let read = move || {
        let record = cairn_session::record::read_game(&body, 1).map_err(Problem::senseless)?;
        let record = record.ok_or_else(|| Problem::senseless("there is no game in it"))?;
        let session = record.session().map_err(Problem::senseless)?;
        Ok(Recorded { game: session.spec(), position: session.start_position(), moves: session.history() })
    };
    think(&QUICK, read).await.map(Json)
}
