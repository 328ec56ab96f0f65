//! Games: create, find, join, move, act.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_protocol::{
    Action, ActionRequest, CreatedGame, GameList, GameState, GameView, JoinRequest, JoinedGame, MoveRequest,
    NewGame, PlyQuery,
};
use cairn_session::Session;
use cairn_site::study;
use cairn_texts::Texts;
use futures_util::{StreamExt, stream};

use super::answers::{BodyProblems, CommonProblems, ConflictProblems, PathProblems};
use super::{Body, ClientAddr, Locale, Path, Query};
use crate::app::App;
use crate::game::{self, Command, CommandError, Token};
use crate::problem::{ApiError, Problem};

/// The most public games in a list.
const MAX_LISTED_GAMES: u32 = 50;
/// Public games that are read from the database at the same time.
const MAX_CONCURRENT_READS: usize = 4;

/// Creates a game
#[utoipa::path(
    post,
    path = "/api/v1/games",
    operation_id = "create_game",
    request_body = NewGame,
    responses(
        (
            status = 201,
            description = "The game, and the token of the creator's seats",
            body = CreatedGame,
            headers(("Location" = String, description = "The address of the game")),
            links(
                ("state" = (operation_id = "game", parameters(("id" = "$response.body#/id")))),
                ("view" = (operation_id = "view_game", parameters(("id" = "$response.body#/id")))),
                ("join" = (operation_id = "join_game", parameters(("id" = "$response.body#/id")))),
                ("move" = (operation_id = "play_move", parameters(("id" = "$response.body#/id")))),
                ("act" = (operation_id = "act", parameters(("id" = "$response.body#/id")))),
                ("record" = (operation_id = "game_record", parameters(("id" = "$response.body#/id")))),
                ("picture" = (operation_id = "game_svg", parameters(("id" = "$response.body#/id"))))
            )
        ),
        BodyProblems,
        CommonProblems
    )
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    client: ClientAddr,
    Body(new): Body<NewGame>,
) -> Result<Response, ApiError> {
    app.rates.count_game(&client)?;
    let created = app.games.create(new, &client).await;
    let (state, seat) = created.map_err(|error| error.problem(texts))?;
    app.metrics.games.add();
    let location = format!("/api/v1/games/{}", state.id);
    let (seat, token) =
        seat.map_or((None, None), |(seat, token)| (Some(seat), Some(token.text().to_owned())));
    let body = CreatedGame { id: state.id.clone(), seat, token, state };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(body)).into_response())
}

/// Public games in play
#[utoipa::path(
    get,
    path = "/api/v1/games",
    operation_id = "games",
    responses((status = 200, description = "The games, the last changed first", body = GameList), CommonProblems)
)]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<GameList>, ApiError> {
    let ids = stream::iter(app.store.public_games(MAX_LISTED_GAMES).await?);
    let states = ids.map(|id| {
        let app = Arc::clone(&app);
        async move { app.games.state(&id).await }
    });
    let states: Vec<_> = states.buffered(MAX_CONCURRENT_READS).collect().await;
    // Leave out games that were deleted or have ended in the meantime.
    let games = states.into_iter().flatten().filter(|state| state.result.is_none()).collect();
    Ok(Json(GameList { games }))
}

/// A game
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}",
    operation_id = "game",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The game", body = GameState), PathProblems, CommonProblems)
)]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    Ok(Json(app.games.state(&id).await.map_err(|error| error.problem(texts))?))
}

/// A game as people see it: the board and texts
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/view",
    operation_id = "view_game",
    params(("id" = String, Path, description = "The game"), PlyQuery),
    responses((status = 200, description = "The board and texts", body = GameView), PathProblems, CommonProblems)
)]
pub(super) async fn view(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Path(id): Path<String>,
    Query(query): Query<PlyQuery>,
) -> Result<Json<GameView>, ApiError> {
    let view = move |session: &dyn Session| study::view_at(session, query.ply, texts);
    let view = app.games.with_session(&id, view).await;
    Ok(Json(view.map_err(|error| error.problem(texts))??))
}

/// Takes the open seat
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/join",
    operation_id = "join_game",
    params(("id" = String, Path, description = "The game")),
    request_body = JoinRequest,
    responses((status = 200, description = "The seat and its token", body = JoinedGame), BodyProblems, PathProblems, ConflictProblems, CommonProblems)
)]
pub(super) async fn join(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Path(id): Path<String>,
    Body(body): Body<JoinRequest>,
) -> Result<Json<JoinedGame>, ApiError> {
    let token = Token::new().map_err(Problem::unavailable)?;
    let command = Command::Join { name: game::clean_name(body.name.as_deref()), token: token.hash() };
    let (seat, state) = execute(&app, &id, command, texts).await?;
    Ok(Json(JoinedGame { seat, token: token.text().to_owned(), state }))
}

/// Plays a move; repeating the same move with the same ply gets the same answer
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/moves",
    operation_id = "play_move",
    params(("id" = String, Path, description = "The game")),
    request_body = MoveRequest,
    security(("token" = [])),
    responses(
        (status = 200, description = "The game after the move", body = GameState), BodyProblems, PathProblems, ConflictProblems, CommonProblems
    )
)]
pub(super) async fn play(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<MoveRequest>,
) -> Result<Json<GameState>, ApiError> {
    let token = bearer(&headers);
    let command = Command::Move { text: body.r#move, ply: body.ply, token };
    let (_, state) = execute(&app, &id, command, texts).await?;
    app.metrics.moves.add();
    Ok(Json(state))
}

/// Resigns, offers, answers, or asks for a rematch
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/actions",
    operation_id = "act",
    params(("id" = String, Path, description = "The game")),
    request_body = ActionRequest,
    security(("token" = [])),
    responses((status = 200, description = "The game", body = GameState), BodyProblems, PathProblems, ConflictProblems, CommonProblems)
)]
pub(super) async fn act(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<ActionRequest>,
) -> Result<Json<GameState>, ApiError> {
    let command = Command::Act { action: action(&body.action, texts)?, token: bearer(&headers) };
    Ok(Json(execute(&app, &id, command, texts).await?.1))
}

/// Executes a command; the seat that acted, and the state after it.
async fn execute(
    app: &App,
    id: &str,
    command: Command,
    texts: Texts,
) -> Result<(Option<usize>, GameState), Problem> {
    let execute = async {
        let result = app.games.execute(id, command).await?;
        Ok::<_, CommandError>((result.seat, result.state().await?))
    };
    execute.await.map_err(|error| error.problem(texts))
}

/// An action by its word.
pub(super) fn action(word: &str, texts: Texts) -> Result<Action, Problem> {
    word.parse().map_err(|_| {
        let words = Action::ALL.map(|(_, word)| word).join(", ");
        let word = cairn_session::excerpt(word);
        Problem::unprocessable(texts.format("web.problem.action", &[("word", &word), ("words", &words)]))
    })
}

/// The hash of the token in the header; without one, a hash that belongs to no seat.
fn bearer(headers: &HeaderMap) -> String {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.split_once(' '));
    let token =
        token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    Token::from_client(token.unwrap_or_default()).hash()
}
