//! Puzzles: what is asked, and how an attempt is judged. The server keeps nothing about a visitor: an attempt names
//! all the moves of the solver so far, and the replies are those that were found when each was judged first.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::{Extension, Json};
use cairn_coach::puzzle::{self, Day, Verdict};
use cairn_draw::svg;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, MoveError, PuzzleInfo};
use cairn_session::Session;
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::lessons;
use super::puzzle_line::{Effort, PuzzleLine};
use crate::api::answers::{Any, Asked, Named, Sent, Timely};
use crate::api::{Body, Path, Query, Workers};
use crate::game::status;
use crate::locale::Locale;
use crate::pool::Lane;
use crate::problem::Problem;

const DAY: u64 = 24 * 60 * 60;

/// Which puzzles are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Ask {
    /// Those of one game alone.
    #[param(nullable = false)]
    game: Option<String>,
}

/// A puzzle in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PuzzleEntry)]
pub(super) struct Entry {
    id: &'static str,
    game: &'static str,
    title: String,
    difficulty: u8,
}

/// Puzzles.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PuzzleList)]
pub(super) struct List {
    puzzles: Vec<Entry>,
}

/// A puzzle to be solved.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(crate) struct PuzzleView {
    pub(crate) id: &'static str,
    game: &'static str,
    /// The game with its options.
    pub(crate) spec: &'static str,
    pub(crate) title: String,
    pub(crate) task: String,
    pub(crate) position: &'static str,
    pub(crate) difficulty: u8,
    /// The number of the seat that is to move.
    seat: usize,
    status: String,
    pub(crate) svg: String,
    /// The next one of its game.
    #[schema(required)]
    next: Option<&'static str>,
}

/// Moves of the solver, the last of which is judged.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PuzzleAttempt)]
pub(super) struct Attempt {
    moves: Vec<String>,
}

/// What an attempt came to.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Judgement {
    /// `wrong`, `right` or `solved`.
    #[schema(pattern = "^(wrong|right|solved)$")]
    verdict: &'static str,
    /// The move as it is written.
    r#move: String,
    reply: Vec<String>,
    said: String,
    position: String,
    /// All moves that are on the board.
    moves: Vec<String>,
    /// Whether the game itself is over.
    over: bool,
    status: String,
    svg: String,
}

/// All moves that keep the goal.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Solution {
    moves: Vec<String>,
    said: String,
}

/// Puzzles
#[utoipa::path(
    get,
    path = "/api/v1/puzzles",
    operation_id = "puzzles",
    params(Ask),
    responses((status = 200, description = "Puzzles", body = List), Asked, Any)
)]
pub(super) async fn list(Locale(texts): Locale, Query(ask): Query<Ask>) -> Result<Json<List>, Problem> {
    let puzzles = match ask.game.filter(|game| !game.is_empty()) {
        Some(game) => {
            puzzle::of(lessons::find(&game, texts).map_err(|error| Problem::unprocessable(error.detail))?)
        }
        None => puzzle::all(),
    };
    let entry = |info: &&'static PuzzleInfo| Entry {
        id: info.id,
        game: info.game(),
        title: texts.message(&info.title()),
        difficulty: info.difficulty,
    };
    Ok(Json(List { puzzles: puzzles.iter().map(entry).collect() }))
}

/// The puzzle of the day
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/today",
    operation_id = "puzzle_of_the_day",
    responses((status = 200, description = "The puzzle of the day", body = PuzzleView), Named, Any)
)]
pub(super) async fn today(Locale(texts): Locale) -> Result<Json<PuzzleView>, Problem> {
    let info = of_today().ok_or_else(|| Problem::not_found(texts.text("puzzles.none")))?;
    view(info, texts).map(Json)
}

/// A puzzle
#[utoipa::path(
    get,
    path = "/api/v1/puzzles/{id}",
    operation_id = "puzzle",
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "A puzzle", body = PuzzleView), Named, Any)
)]
pub(super) async fn show(Locale(texts): Locale, Path(id): Path<String>) -> Result<Json<PuzzleView>, Problem> {
    view(find(&id, texts)?, texts).map(Json)
}

/// The puzzle of this day.
pub(crate) fn of_today() -> Option<&'static PuzzleInfo> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    puzzle::of_day(Day::after_epoch(seconds / DAY))
}

/// A puzzle as it is shown.
pub(crate) fn view(info: &'static PuzzleInfo, texts: Texts) -> Result<PuzzleView, Problem> {
    let session = cairn_session::open(info.spec, Some(info.position)).map_err(Problem::unavailable)?;
    let scene = session.board().scene();
    let of_game = puzzle::all().into_iter().filter(|other| other.game() == info.game());
    let next = of_game.skip_while(|other| other.id != info.id).nth(1);
    Ok(PuzzleView {
        id: info.id,
        game: info.game(),
        spec: info.spec,
        title: texts.message(&info.title()),
        task: texts.message(&info.task()),
        position: info.position,
        difficulty: info.difficulty,
        seat: session.to_move().index(),
        status: status(&scene, texts),
        svg: svg::page(&scene, &[], texts),
        next: next.map(|info| info.id),
    })
}

impl PuzzleView {
    /// Its game.
    pub(crate) fn info(&self) -> Option<&'static GameInfo> {
        ALL.iter().find(|info| info.id == self.game).copied()
    }
}

/// The puzzle with this id.
pub(crate) fn find(id: &str, texts: Texts) -> Result<&'static PuzzleInfo, Problem> {
    puzzle::find(id).ok_or_else(|| {
        let near = texts.near(id, puzzle::all().into_iter().map(|info| info.id));
        let word = cairn_session::excerpt(id);
        Problem::not_found(texts.format("attempt.unknown", &[("word", &word), ("near", &near)]))
    })
}

/// What the last of the moves comes to
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/try",
    operation_id = "try_puzzle",
    params(("id" = String, Path, description = "The puzzle")),
    request_body = Attempt,
    responses((status = 200, description = "What the last of the moves comes to", body = Judgement), Sent, Named, Timely, Any)
)]
pub(super) async fn attempt(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Body(Attempt { moves }): Body<Attempt>,
) -> Result<Json<Judgement>, Problem> {
    let info = find(&id, texts)?;
    judge_once(&workers, texts, move |effort| judged(info, &moves, effort, texts)).await.map(Json)
}

/// All moves that keep the goal
#[utoipa::path(
    post,
    path = "/api/v1/puzzles/{id}/solution",
    operation_id = "solve_puzzle",
    params(("id" = String, Path, description = "The puzzle")),
    request_body = Attempt,
    responses((status = 200, description = "All moves that keep the goal", body = Solution), Sent, Named, Timely, Any)
)]
pub(super) async fn solution(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(id): Path<String>,
    Body(Attempt { moves }): Body<Attempt>,
) -> Result<Json<Solution>, Problem> {
    let info = find(&id, texts)?;
    let solved = move |effort| {
        let Some(line) = replayed(info, &moves, effort, texts)? else { return Ok(None) };
        let Some(moves) = line.solution(effort)? else { return Ok(None) };
        let said = texts.format("app.solution", &[("moves", &moves.join(" · "))]);
        Ok(Some(Solution { moves, said }))
    };
    judge_once(&workers, texts, solved).await.map(Json)
}

/// Answers at once if everything that has to be judged was judged before, and judges it among slow work otherwise.
async fn judge_once<T: Send + 'static>(
    workers: &Workers,
    texts: Texts,
    answer: impl Fn(Effort) -> Result<Option<T>, Problem> + Send + Sync + 'static,
) -> Result<T, Problem> {
    let answer = Arc::new(answer);
    let look_up = Arc::clone(&answer);
    if let Some(known) = workers.run(Lane::Request, texts, move || look_up(Effort::LookUp)).await? {
        return Ok(known);
    }
    let judged = workers.run(Lane::Puzzle, texts, move || answer(Effort::Judge)).await?;
    judged.ok_or_else(|| Problem::unavailable("the puzzle could not be judged"))
}

/// A puzzle after right moves; `None` if one of them has to be judged first.
fn replayed(
    info: &'static PuzzleInfo,
    moves: &[String],
    effort: Effort,
    texts: Texts,
) -> Result<Option<PuzzleLine>, Problem> {
    let mut line = PuzzleLine::open(info)?;
    for mv in moves {
        if line.is_solved() {
            return Err(Problem::conflict(texts.text("web.solved_before")));
        }
        let verdict = line.attempt(mv, effort, |error, _| texts.move_error(error))?;
        match verdict {
            None => return Ok(None),
            Some(Verdict::Wrong { why }) => return Err(Problem::unprocessable(texts.message(&why))),
            Some(Verdict::Right { .. } | Verdict::Solved) => {}
        }
    }
    Ok(Some(line))
}

fn judged(
    info: &'static PuzzleInfo,
    moves: &[String],
    effort: Effort,
    texts: Texts,
) -> Result<Option<Judgement>, Problem> {
    let Some((last, before)) = moves.split_last() else {
        return Err(Problem::unprocessable(texts.text("web.no_move")));
    };
    let Some(mut line) = replayed(info, before, effort, texts)? else { return Ok(None) };
    if line.is_solved() {
        return Err(Problem::conflict(texts.text("web.solved_before")));
    }
    let played = line.session().ply();
    let explain =
        |error: &MoveError, session: &dyn Session| texts.move_error_among(error, &session.legal_moves());
    let Some(verdict) = line.attempt(last, effort, explain)? else { return Ok(None) };
    let session = line.session();
    let history = session.history();
    let mv = history.get(played).unwrap_or(last).clone();
    let reply: Vec<String> = history.get(played + 1..).unwrap_or_default().to_vec();
    let shown = cairn_session::excerpt(&mv);
    let (verdict, said) = match verdict {
        Verdict::Wrong { why } => {
            let why = texts.message(&why);
            ("wrong", texts.format("app.wrong", &[("move", &shown), ("why", &why)]))
        }
        Verdict::Right { reply: Some(reply) } => {
            ("right", texts.format("app.right", &[("move", &shown), ("reply", &reply)]))
        }
        Verdict::Right { reply: None } => ("right", texts.format("app.right_go_on", &[("move", &shown)])),
        Verdict::Solved => ("solved", texts.text("web.solved").to_owned()),
    };
    let scene = session.board().scene();
    Ok(Some(Judgement {
        verdict,
        r#move: mv,
        reply,
        said,
        position: session.position(),
        over: session.outcome().is_some(),
        moves: history,
        status: status(&scene, texts),
        svg: svg::page(&scene, &[], texts),
    }))
}
