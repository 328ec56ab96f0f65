//! Games: create, find, join, move, act.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_session::at_ply;
use cairn_texts::Texts;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Query, Visitor};
use crate::app::App;
use crate::game::{self, NewGame, Token, View, Wish};
use crate::problem::Problem;
use crate::speech::Speech;
use crate::store::Action;

/// Public games that are listed, at most.
const LISTED: u32 = 50;

pub(super) async fn create(
    State(app): State<Arc<App>>,
    Speech(texts): Speech,
    visitor: Visitor,
    Body(new): Body<NewGame>,
) -> Result<Response, Problem> {
    app.rates.count_game(&visitor)?;
    let (state, seat) = app.games.create(new, texts).await?;
    app.metrics.games.add();
    let place = format!("/api/v1/games/{}", state.id);
    let (seat, token) =
        seat.map_or((None, None), |(seat, token)| (Some(seat), Some(token.text().to_owned())));
    let body = json!({ "id": state.id, "seat": seat, "token": token, "state": state });
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], Json(body)).into_response())
}

pub(super) async fn list(State(app): State<Arc<App>>, Speech(texts): Speech) -> Result<Json<Value>, Problem> {
    let mut games = Vec::new();
    for id in app.store.public_games(LISTED).await? {
        // One that has gone or ended in the meantime is not listed.
        if let Ok(state) = app.games.state(&id, texts).await
            && state.result.is_none()
        {
            games.push(state);
        }
    }
    Ok(Json(json!({ "games": games })))
}

pub(super) async fn state(
    State(app): State<Arc<App>>,
    Speech(texts): Speech,
    Path(id): Path<String>,
) -> Result<Json<game::State>, Problem> {
    Ok(Json(app.games.state(&id, texts).await?))
}

/// A ply to look at.
#[derive(Debug, Deserialize)]
pub(super) struct AtPly {
    ply: Option<usize>,
}

pub(super) async fn view(
    State(app): State<Arc<App>>,
    Speech(texts): Speech,
    Path(id): Path<String>,
    Query(at): Query<AtPly>,
) -> Result<Json<View>, Problem> {
    let session = app.games.session(&id, texts).await?;
    let session = match at.ply.filter(|ply| *ply != session.history().len()) {
        Some(ply) => at_ply(&*session, ply).ok_or_else(|| no_such_ply(ply, texts))?,
        None => session,
    };
    Ok(Json(View::of(&*session, texts)))
}

/// The game has fewer moves.
pub(super) fn no_such_ply(ply: usize, texts: Texts) -> Problem {
    Problem::unknown(texts.tell("web.problem.no_ply", &[("ply", &ply)]))
}

#[derive(Debug, Deserialize)]
pub(super) struct JoinBody {
    #[serde(default)]
    name: Option<String>,
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Speech(texts): Speech,
    Path(id): Path<String>,
    Body(body): Body<JoinBody>,
) -> Result<Json<Value>, Problem> {
    let token = Token::new().map_err(Problem::unavailable)?;
    let wish = Wish::Join { name: game::kept_name(body.name.as_deref()), token: token.hash() };
    let done = app.games.wish(&id, wish, texts).await?;
    Ok(Json(json!({ "seat": done.seat, "token": token.text(), "state": done.state })))
}

#[derive(Debug, Deserialize)]
pub(super) struct MoveBody {
    r#move: String,
    ply: u64,
}

pub(super) async fn play(
    State(app): State<Arc<App>>,
    Speech(texts): Speech,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<MoveBody>,
) -> Result<Json<game::State>, Problem> {
    let token = bearer(&headers);
    let wish = Wish::Move { text: body.r#move, ply: body.ply, token };
    let done = app.games.wish(&id, wish, texts).await?;
    app.metrics.moves.add();
    Ok(Json(done.state))
}

#[derive(Debug, Deserialize)]
pub(super) struct ActionBody {
    action: String,
}

pub(super) async fn act(
    State(app): State<Arc<App>>,
    Speech(texts): Speech,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<ActionBody>,
) -> Result<Json<game::State>, Problem> {
    let wish = Wish::Act { action: action(&body.action, texts)?, token: bearer(&headers) };
    Ok(Json(app.games.wish(&id, wish, texts).await?.state))
}

/// An action by its word.
pub(super) fn action(word: &str, texts: Texts) -> Result<Action, Problem> {
    word.parse().map_err(|()| {
        let words = Action::ALL.map(|(_, word)| word).join(", ");
        let word = cairn_session::excerpt(word);
        Problem::senseless(texts.tell("web.problem.action", &[("word", &word), ("words", &words)]))
    })
}

/// The hash of the token in the header; of nothing if there is none, which is nobody's.
fn bearer(headers: &HeaderMap) -> String {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.split_once(' '));
    let token =
        token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    Token::sent(token.unwrap_or_default()).hash()
}
