//! Games: create, find, join, move, act; and their pictures and records.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_protocol::{
    Action, ActionRequest, CreatedGame, GameList, GameState, GameView, JoinRequest, JoinedGame, MoveRequest,
    NewGame, PlyQuery, ThemeQuery,
};
use cairn_session::Session;
use cairn_site::study;
use cairn_texts::Texts;
use futures_util::{StreamExt, stream};

use super::{Body, Client, Path, Query};
use crate::api::ApiError;
use crate::app::App;
use crate::game::{self, Command, CommandError, Token};
use crate::pool::Lane;
use cairn_protocol::Problem;

/// The maximum number of public games in a list.
const MAX_LISTED_GAMES: u32 = 50;
/// The number of public games read from the database at the same time.
const MAX_CONCURRENT_READS: usize = 4;

/// Creates a game
#[utoipa::path(
    post,
    path = "/api/v1/games",
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
        )
    )
)]
pub(super) async fn create_game(
    State(app): State<Arc<App>>,
    client: Client,
    Body(new): Body<NewGame>,
) -> Result<Response, ApiError> {
    if !app.rates.allow_game(client.address) {
        return Err(Problem::too_many("too many new games; please wait a while").into());
    }
    let created = app.games.create(new, client.address).await;
    let (state, seat) = created.map_err(|error| error.problem(client.texts))?;
    app.metrics.games.add();
    let location = format!("/api/v1/games/{}", state.id);
    let (seat, token) =
        seat.map_or((None, None), |(seat, token)| (Some(seat), Some(token.text().to_owned())));
    let invite = app.games.invitation(&state.id).await.map_err(|error| error.problem(client.texts))?;
    let body = CreatedGame { id: state.id.clone(), seat, token, invite, state };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(body)).into_response())
}

/// Public games in play
#[utoipa::path(
    get,
    path = "/api/v1/games",
    responses((status = 200, description = "The games, the last changed first", body = GameList))
)]
pub(super) async fn games(State(app): State<Arc<App>>) -> Result<Json<GameList>, ApiError> {
    let ids = stream::iter(app.store.public_games(MAX_LISTED_GAMES).await?);
    let states = ids.map(|id| {
        let app = Arc::clone(&app);
        async move { app.games.state(&id).await }
    });
    let states: Vec<_> = states.buffered(MAX_CONCURRENT_READS).collect().await;
    // Leave out games that were deleted or have ended in the meantime.
    let games = states.into_iter().flatten().filter(|state| state.progress.result.is_none()).collect();
    Ok(Json(GameList { games }))
}

/// A game
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The game", body = GameState))
)]
pub(super) async fn game(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    Ok(Json(app.games.state(&id).await.map_err(|error| error.problem(client.texts))?))
}

/// The board of a game and texts for people
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/view",
    params(("id" = String, Path, description = "The game"), PlyQuery),
    responses((status = 200, description = "The board and texts", body = GameView))
)]
pub(super) async fn view_game(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Query(query): Query<PlyQuery>,
) -> Result<Json<GameView>, ApiError> {
    let texts = client.texts;
    let view = move |session: &dyn Session| study::view_at(session, query.ply, texts);
    let view = app.games.with_session(&id, view).await;
    Ok(Json(view.map_err(|error| error.problem(texts))??))
}

/// Takes an open seat
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/join",
    params(("id" = String, Path, description = "The game")),
    request_body = JoinRequest,
    responses(
        (status = 200, description = "The seat and its token", body = JoinedGame),
        (status = 403, description = "The open seat needs an invitation"),
        (status = 409)
    )
)]
pub(super) async fn join_game(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    Body(body): Body<JoinRequest>,
) -> Result<Json<JoinedGame>, ApiError> {
    let token = Token::new().map_err(Problem::unavailable)?;
    let (name, invite) = (game::clean_name(body.name.as_deref()), body.invite);
    let command = Command::Join { name, invite, token: token.hash() };
    let (seat, state) = execute(&app, &id, command, client.texts).await?;
    Ok(Json(JoinedGame { seat, token: token.text().to_owned(), state }))
}

/// Plays a move; a repeated request with the same move and ply has the same response
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/moves",
    params(("id" = String, Path, description = "The game")),
    request_body = MoveRequest,
    security(("token" = [])),
    responses((status = 200, description = "The game after the move", body = GameState), (status = 409))
)]
pub(super) async fn play_move(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<MoveRequest>,
) -> Result<Json<GameState>, ApiError> {
    let token = bearer(&headers);
    let command = Command::Move { text: body.r#move, ply: body.ply, token };
    let (_, state) = execute(&app, &id, command, client.texts).await?;
    app.metrics.moves.add();
    Ok(Json(state))
}

/// Resigns, offers, responds to an offer, or requests a rematch
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/actions",
    params(("id" = String, Path, description = "The game")),
    request_body = ActionRequest,
    security(("token" = [])),
    responses((status = 200, description = "The game", body = GameState), (status = 409))
)]
pub(super) async fn act(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<ActionRequest>,
) -> Result<Json<GameState>, ApiError> {
    let command = Command::Act { action: action(&body.action, client.texts)?, token: bearer(&headers) };
    Ok(Json(execute(&app, &id, command, client.texts).await?.1))
}

/// The board as SVG
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/board.svg",
    params(("id" = String, Path, description = "The game"), PlyQuery, ThemeQuery),
    responses((status = 200, description = "The board as SVG", body = String, content_type = "image/svg+xml"))
)]
pub(super) async fn game_svg(of: GamePicture) -> Result<Response, ApiError> {
    draw_game(of, Picture::Svg).await
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/board.png",
    params(("id" = String, Path, description = "The game"), PlyQuery, ThemeQuery),
    responses((status = 200, description = "The board as PNG", body = Vec<u8>, content_type = "image/png"))
)]
pub(super) async fn game_png(of: GamePicture) -> Result<Response, ApiError> {
    draw_game(of, Picture::Png).await
}

/// A request for a picture of a game.
type GamePicture = (State<Arc<App>>, Client, Path<String>, Query<PlyQuery>, Query<ThemeQuery>);

async fn draw_game(of: GamePicture, format: Picture) -> Result<Response, ApiError> {
    let (State(app), client, Path(id), Query(PlyQuery { ply }), Query(theme)) = of;
    let session = session(&app, &id, client.texts).await?;
    format.draw(&client, move || Ok(session), ply, theme).await
}

/// The format of a picture.
#[derive(Copy, Clone)]
pub(super) enum Picture {
    Svg,
    Png,
}

impl Picture {
    /// Draws the board of a session after `ply` moves, or after all of them.
    pub(super) async fn draw(
        self,
        client: &Client,
        open: impl FnOnce() -> Result<Box<dyn Session>, Problem> + Send + 'static,
        ply: Option<usize>,
        theme: ThemeQuery,
    ) -> Result<Response, ApiError> {
        let texts = client.texts;
        Ok(match self {
            Self::Svg => {
                let draw = move || study::board_svg(&*open()?, ply, &theme, texts);
                file("image/svg+xml", client.run(Lane::Request, draw).await?)
            }
            Self::Png => {
                let draw = move || study::board_png(&*open()?, ply, &theme, texts);
                file("image/png", client.run(Lane::Picture, draw).await?)
            }
        })
    }
}

/// The record of the game
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/record",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The record of the game", body = String, content_type = "text/plain"))
)]
pub(super) async fn game_record(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let session = session(&app, &id, client.texts).await?;
    let record = client.run(Lane::Request, move || Ok(session.record().to_string())).await?;
    Ok(file("text/plain; charset=utf-8", record))
}

/// Returns a copy of a game's session.
pub(super) async fn session(app: &App, id: &str, texts: Texts) -> Result<Box<dyn Session>, Problem> {
    app.games.with_session(id, Session::fork).await.map_err(|error| error.problem(texts))
}

/// Returns a picture or a record, as a response of its media type.
pub(super) fn file(media_type: &'static str, contents: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, media_type)], contents).into_response()
}

/// Executes a command; returns the seat that acted, and the state after it.
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

/// Parses the word of an action.
pub(super) fn action(word: &str, texts: Texts) -> Result<Action, Problem> {
    word.parse().map_err(|_| {
        let words = Action::ALL.map(|action| action.to_string()).join(", ");
        let word = cairn_session::excerpt(word);
        Problem::unprocessable(texts.format("web.problem.action", &[("word", &word), ("words", &words)]))
    })
}

/// Returns the hash of the token in the header; without one, a hash that belongs to no seat.
pub(super) fn bearer(headers: &HeaderMap) -> String {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.split_once(' '));
    let token =
        token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    Token::from_client(token.unwrap_or_default()).hash()
}
