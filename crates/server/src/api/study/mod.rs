//! Requests that need no game on the server: the catalog, positions, lessons and puzzles.
//!
//! `cairn_site::study` answers them; slow ones run on the threads of the pool.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use cairn_coach::puzzle::Day;
use cairn_protocol::{
    Catalog, LessonAttempt, LessonList, LessonOutcome, LessonView, PositionAddress, PositionQuery,
    PositionView, PuzzleAttempt, PuzzleList, PuzzleOutcome, PuzzleQuery, PuzzleSolution, PuzzleView,
    RecordedGame, ThemeQuery,
};
use cairn_site::study::{self, Effort};
use cairn_texts::Texts;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::answers::{BodyProblems, CommonProblems, ConflictProblems, PathProblems, QueryProblems};
use super::{Body, Locale, Path, Query, Raw, Workers};
use crate::pool::Lane;
use crate::problem::{ApiError, Problem};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// The routes of the study API.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(catalog))
        .routes(routes!(position))
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

/// The current date, by which the puzzle of the day changes.
pub(crate) fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Day::after_epoch(seconds / SECONDS_PER_DAY)
}

/// Games with options, seats, bots and levels: all that a form needs
#[utoipa::path(
    get,
    path = "/api/v1/catalog",
    operation_id = "catalog",
    responses((status = 200, description = "What can be played", body = Catalog), CommonProblems)
)]
async fn catalog() -> Json<Catalog> {
    Json(study::catalog())
}

/// A position: its legal moves, its board, its value if it is known
#[utoipa::path(
    get,
    path = "/api/v1/position",
    operation_id = "position",
    params(PositionQuery),
    responses((status = 200, description = "A position: its legal moves, its board, its value if it is known", body = PositionView), QueryProblems, CommonProblems)
)]
async fn position(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<PositionView>, ApiError> {
    Ok(Json(workers.run(Lane::Request, texts, move || study::position(&query, texts)).await?))
}

/// The board as SVG
#[utoipa::path(
    get,
    path = "/api/v1/position/board.svg",
    operation_id = "position_svg",
    params(PositionAddress, ThemeQuery),
    responses((status = 200, description = "The board as SVG", body = String, content_type = "image/svg+xml"), QueryProblems, CommonProblems)
)]
async fn position_svg(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(address): Query<PositionAddress>,
    Query(theme): Query<ThemeQuery>,
) -> Result<Response, ApiError> {
    let draw = move || study::position_svg(&address, &theme, texts);
    let picture = workers.run(Lane::Request, texts, draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The board as PNG
#[utoipa::path(
    get,
    path = "/api/v1/position/board.png",
    operation_id = "position_png",
    params(PositionAddress, ThemeQuery),
    responses((status = 200, description = "The board as PNG", body = Vec<u8>, content_type = "image/png"), QueryProblems, CommonProblems)
)]
async fn position_png(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(address): Query<PositionAddress>,
    Query(theme): Query<ThemeQuery>,
) -> Result<Response, ApiError> {
    let draw = move || study::position_png(&address, &theme, texts);
    let picture = workers.run(Lane::Picture, texts, draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/png")], picture).into_response())
}

/// The moves as a record
#[utoipa::path(
    get,
    path = "/api/v1/position/record",
    operation_id = "position_record",
    params(PositionAddress),
    responses((status = 200, description = "The moves as a record", body = String, content_type = "text/plain"), QueryProblems, CommonProblems)
)]
async fn position_record(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(address): Query<PositionAddress>,
) -> Result<Response, ApiError> {
    let write = move || study::position_record(&address, texts);
    let text = workers.run(Lane::Request, texts, write).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The first game of a record
#[utoipa::path(
    post,
    path = "/api/v1/record",
    operation_id = "read_record",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, description = "The first game of a record", body = RecordedGame), BodyProblems, CommonProblems)
)]
async fn read_record(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Raw(body): Raw,
) -> Result<Json<RecordedGame>, ApiError> {
    Ok(Json(workers.run(Lane::Request, texts, move || study::read_record(&body)).await?))
}

/// All lessons
#[utoipa::path(
    get,
    path = "/api/v1/lessons",
    operation_id = "lessons",
    responses((status = 200, description = "All lessons", body = LessonList), CommonProblems)
)]
async fn lessons(Locale(texts): Locale) -> Result<Json<LessonList>, ApiError> {
    Ok(Json(study::lessons(texts)?))
}

/// The lesson of a game
#[utoipa::path(
    get,
    path = "/api/v1/lessons/{game}",
    operation_id = "lesson",
    params(("game" = String, Path, description = "The game")),
    responses((status = 200, description = "The lesson of a game", body = LessonView), PathProblems, CommonProblems)
)]
async fn lesson(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(game): Path<String>,
) -> Result<Json<LessonView>, ApiError> {
    Ok(Json(workers.run(Lane::Request, texts, move || study::lesson(&game, texts)).await?))
}

/// What a move or a square comes to
#[utoipa::path(
    post,
    path = "/api/v1/lessons/{game}/try",
    operation_id = "try_lesson",
    params(("game" = String, Path, description = "The game")),
    request_body = LessonAttempt,
    responses((status = 200, description = "What a move or a square comes to", body = LessonOutcome), BodyProblems, PathProblems, CommonProblems)
)]
async fn try_lesson(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(game): Path<String>,
    Body(attempt): Body<LessonAttempt>,
) -> Result<Json<LessonOutcome>, ApiError> {
    let judge = move || study::try_lesson(&game, &attempt, texts);
    Ok(Json(workers.run(Lane::Request, texts, judge).await?))
}

/// Puzzles
#[utoipa::path(
    get,
    path = "/api/v1/puzzles",
    operation_id = "puzzles",
    params(PuzzleQuery),
    responses((status = 200, description = "Puzzles", body = PuzzleList), QueryProblems, CommonProblems)
)]
async fn puzzles(
    Locale(texts): Locale,
    Query(query): Query<PuzzleQuery>,
) -> Result<Json<PuzzleList>, ApiError> {
    Ok(Json(study::puzzles(&query, texts)?))
}

/// The puzzle of the day
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/today",
    operation_id = "puzzle_of_the_day",
    responses((status = 200, description = "The puzzle of the day", body = PuzzleView), PathProblems, CommonProblems)
)]
async fn puzzle_of_the_day(Locale(texts): Locale) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(study::puzzle_of_day(today(), texts)?))
}

/// A puzzle
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{id}",
    operation_id = "puzzle",
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "A puzzle", body = PuzzleView), PathProblems, CommonProblems)
)]
async fn puzzle(Locale(texts): Locale, Path(id): Path<String>) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(study::puzzle(&id, texts)?))
}

/// What the last of the moves comes to
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/try",
    operation_id = "try_puzzle",
    params(("id" = String, Path, description = "The puzzle")),
    request_body = PuzzleAttempt,
    responses((status = 200, description = "What the last of the moves comes to", body = PuzzleOutcome), BodyProblems, PathProblems, ConflictProblems, CommonProblems)
)]
async fn try_puzzle(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Body(attempt): Body<PuzzleAttempt>,
) -> Result<Json<PuzzleOutcome>, ApiError> {
    let judge = move |effort| study::try_puzzle(&id, &attempt, effort, texts);
    judge_once(&workers, texts, judge).await.map(Json)
}

/// All moves that keep the goal
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/solution",
    operation_id = "solve_puzzle",
    params(("id" = String, Path, description = "The puzzle")),
    request_body = PuzzleAttempt,
    responses((status = 200, description = "All moves that keep the goal", body = PuzzleSolution), BodyProblems, PathProblems, ConflictProblems, CommonProblems)
)]
async fn solve_puzzle(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Body(attempt): Body<PuzzleAttempt>,
) -> Result<Json<PuzzleSolution>, ApiError> {
    let solve = move |effort| study::solve_puzzle(&id, &attempt, effort, texts);
    judge_once(&workers, texts, solve).await.map(Json)
}

/// Answers at once if all moves were judged before; otherwise judges them in the lane for slow work.
async fn judge_once<T: Send + 'static>(
    workers: &Workers,
    texts: Texts,
    answer: impl Fn(Effort) -> Result<Option<T>, Problem> + Send + Sync + 'static,
) -> Result<T, ApiError> {
    let answer = Arc::new(answer);
    let look_up = Arc::clone(&answer);
    if let Some(known) = workers.run(Lane::Request, texts, move || look_up(Effort::LookUp)).await? {
        return Ok(known);
    }
    let judged = workers.run(Lane::Puzzle, texts, move || answer(Effort::Judge)).await?;
    Ok(judged.ok_or_else(|| Problem::unavailable("the puzzle could not be judged"))?)
}
