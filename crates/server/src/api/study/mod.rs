//! Requests that need no game on the server: the catalog, positions, lessons and puzzles.
//!
//! `cairn_site::study` answers them; slow ones run on the threads of the pool.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::response::Response;
use cairn_coach::puzzle::Day;
use cairn_protocol::{
    Catalog, LessonAttempt, LessonList, LessonOutcome, LessonView, PositionAddress, PositionEdit,
    PositionQuery, PositionSetup, PositionView, PuzzleAttempt, PuzzleList, PuzzleOutcome, PuzzleQuery,
    PuzzleSolution, PuzzleView, RecordedGame, ThemeQuery,
};
use cairn_site::study::{self, Effort};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::games::{Picture, file};
use super::{Body, Client, Path, Query, Raw};
use crate::api::ApiError;
use crate::pool::Lane;
use cairn_protocol::Problem;

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// Returns the routes of the study API.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(catalog))
        .routes(routes!(position))
        .routes(routes!(set_up_position))
        .routes(routes!(position_svg))
        .routes(routes!(position_png))
        .routes(routes!(position_record))
        .routes(routes!(read_record))
        .routes(routes!(lessons))
        .routes(routes!(lesson))
        .routes(routes!(try_lesson))
        .routes(routes!(puzzles))
        .routes(routes!(puzzle_of_the_day))
        .routes(routes!(puzzle))
        .routes(routes!(try_puzzle))
        .routes(routes!(solve_puzzle))
}

/// Returns the current date, which determines the puzzle of the day.
pub(crate) fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Day::after_epoch(seconds / SECONDS_PER_DAY)
}

/// Games with options, seats, bots and levels: the data for a form
#[utoipa::path(
    get,
    path = "/api/v1/catalog",
    responses((status = 200, description = "The games and their options", body = Catalog))
)]
async fn catalog() -> Json<Catalog> {
    Json(study::catalog())
}

/// A position: its legal moves, its board, and its value if known
#[utoipa::path(
    get,
    path = "/api/v1/position",
    params(PositionAddress, PositionQuery),
    responses((status = 200, description = "A position: its legal moves, its board, its value if it is known", body = PositionView))
)]
async fn position(
    client: Client,
    Query(address): Query<PositionAddress>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<PositionView>, ApiError> {
    Ok(Json(client.run(Lane::Request, move || study::position(&address, &query, client.texts)).await?))
}

/// Edits a position; a change that the rules do not allow returns the position unchanged
#[utoipa::path(
    post,
    path = "/api/v1/position/setup",
    request_body = PositionEdit,
    responses((status = 200, description = "The position and the means to change it", body = PositionSetup))
)]
async fn set_up_position(
    client: Client,
    Body(edit): Body<PositionEdit>,
) -> Result<Json<PositionSetup>, ApiError> {
    Ok(Json(client.run(Lane::Request, move || study::set_up_position(&edit, client.texts)).await?))
}

/// The board as SVG
#[utoipa::path(
    get,
    path = "/api/v1/position/board.svg",
    params(PositionAddress, ThemeQuery),
    responses((status = 200, description = "The board as SVG", body = String, content_type = "image/svg+xml"))
)]
async fn position_svg(of: PositionPicture) -> Result<Response, ApiError> {
    draw_position(of, Picture::Svg).await
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/api/v1/position/board.png",
    params(PositionAddress, ThemeQuery),
    responses((status = 200, description = "The board as PNG", body = Vec<u8>, content_type = "image/png"))
)]
async fn position_png(of: PositionPicture) -> Result<Response, ApiError> {
    draw_position(of, Picture::Png).await
}

/// A request for a picture of a position.
type PositionPicture = (Client, Query<PositionAddress>, Query<ThemeQuery>);

async fn draw_position(of: PositionPicture, format: Picture) -> Result<Response, ApiError> {
    let (client, Query(address), Query(theme)) = of;
    let texts = client.texts;
    format.draw(&client, move || study::open_at(&address, texts), None, theme).await
}

/// The moves as a record
#[utoipa::path(
    get,
    path = "/api/v1/position/record",
    params(PositionAddress),
    responses((status = 200, description = "The moves as a record", body = String, content_type = "text/plain"))
)]
async fn position_record(
    client: Client,
    Query(address): Query<PositionAddress>,
) -> Result<Response, ApiError> {
    let write = move || study::position_record(&address, client.texts);
    Ok(file("text/plain; charset=utf-8", client.run(Lane::Request, write).await?))
}

/// The first game of a record
#[utoipa::path(
    post,
    path = "/api/v1/record",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, description = "The first game of a record", body = RecordedGame))
)]
async fn read_record(client: Client, Raw(body): Raw) -> Result<Json<RecordedGame>, ApiError> {
    Ok(Json(client.run(Lane::Request, move || study::read_record(&body)).await?))
}

/// All lessons
#[utoipa::path(
    get,
    path = "/api/v1/lessons",
    responses((status = 200, description = "All lessons", body = LessonList))
)]
async fn lessons(client: Client) -> Result<Json<LessonList>, ApiError> {
    Ok(Json(study::lessons(client.texts)?))
}

/// The lesson of a game
#[utoipa::path(
    get,
    path = "/api/v1/lessons/{game}",
    params(("game" = String, Path, description = "The game")),
    responses((status = 200, description = "The lesson of a game", body = LessonView))
)]
async fn lesson(client: Client, Path(game): Path<String>) -> Result<Json<LessonView>, ApiError> {
    Ok(Json(client.run(Lane::Request, move || study::lesson(&game, client.texts)).await?))
}

/// Judges a move or a square
#[utoipa::path(
    post,
    path = "/api/v1/lessons/{game}/try",
    params(("game" = String, Path, description = "The game")),
    request_body = LessonAttempt,
    responses((status = 200, description = "The verdict on the move or the square", body = LessonOutcome))
)]
async fn try_lesson(
    client: Client,
    Path(game): Path<String>,
    Body(attempt): Body<LessonAttempt>,
) -> Result<Json<LessonOutcome>, ApiError> {
    let judge = move || study::try_lesson(&game, &attempt, client.texts);
    Ok(Json(client.run(Lane::Request, judge).await?))
}

/// Puzzles
#[utoipa::path(
    get,
    path = "/api/v1/puzzles",
    params(PuzzleQuery),
    responses((status = 200, description = "Puzzles", body = PuzzleList))
)]
async fn puzzles(client: Client, Query(query): Query<PuzzleQuery>) -> Result<Json<PuzzleList>, ApiError> {
    Ok(Json(study::puzzles(&query, client.texts)?))
}

/// The puzzle of the day
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/today",
    responses((status = 200, description = "The puzzle of the day", body = PuzzleView), (status = 400), (status = 404))
)]
async fn puzzle_of_the_day(client: Client) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(study::puzzle_of_day(today(), client.texts)?))
}

/// A puzzle
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{id}",
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "A puzzle", body = PuzzleView))
)]
async fn puzzle(client: Client, Path(id): Path<String>) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(study::puzzle(&id, client.texts)?))
}

/// Judges the last of the moves
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/try",
    params(("id" = String, Path, description = "The puzzle")),
    request_body = PuzzleAttempt,
    responses((status = 200, description = "The verdict on the last move", body = PuzzleOutcome), (status = 409))
)]
async fn try_puzzle(
    client: Client,
    Path(id): Path<String>,
    Body(attempt): Body<PuzzleAttempt>,
) -> Result<Json<PuzzleOutcome>, ApiError> {
    let judge = move |effort| study::try_puzzle(&id, &attempt, effort, client.texts);
    judge_once(&client, judge).await.map(Json)
}

/// All moves that achieve the goal
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/solution",
    params(("id" = String, Path, description = "The puzzle")),
    request_body = PuzzleAttempt,
    responses((status = 200, description = "All moves that keep the goal", body = PuzzleSolution), (status = 409))
)]
async fn solve_puzzle(
    client: Client,
    Path(id): Path<String>,
    Body(attempt): Body<PuzzleAttempt>,
) -> Result<Json<PuzzleSolution>, ApiError> {
    let solve = move |effort| study::solve_puzzle(&id, &attempt, effort, client.texts);
    judge_once(&client, solve).await.map(Json)
}

/// Answers at once if all moves were judged before; otherwise judges them in the lane for slow work.
async fn judge_once<T: Send + 'static>(
    client: &Client,
    answer: impl Fn(Effort) -> Result<Option<T>, Problem> + Send + Sync + 'static,
) -> Result<T, ApiError> {
    let answer = Arc::new(answer);
    let look_up = Arc::clone(&answer);
    if let Some(known) = client.run(Lane::Request, move || look_up(Effort::LookUp)).await? {
        return Ok(known);
    }
    let judged = client.run(Lane::Puzzle, move || answer(Effort::Judge)).await?;
    Ok(judged.ok_or_else(|| Problem::unavailable("the puzzle could not be judged"))?)
}
