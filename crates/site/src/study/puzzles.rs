//! Puzzles: their tasks, and verdicts on attempts. A request includes all moves of the solver so far, so the server
//! stores no state for a client; the replies are those of the first time that each move was judged.

use cairn_coach::puzzle::{self, Day, Verdict};
use cairn_draw::svg;
use cairn_protocol::{
    Problem, PuzzleAttempt, PuzzleEntry, PuzzleList, PuzzleOutcome, PuzzleQuery, PuzzleSolution,
    PuzzleVerdict, PuzzleView,
};
use cairn_rules::{Message, MoveError, PuzzleInfo};
use cairn_session::Session;
use cairn_texts::Texts;

use super::lessons::find_game;
use super::puzzle_line::{Effort, PuzzleLine};
use super::status;
use super::turn::move_in_words;
use super::view::facts;
use crate::rule_words;

/// Answers `GET /api/v1/puzzles`.
pub fn puzzles(query: &PuzzleQuery, texts: Texts) -> Result<PuzzleList, Problem> {
    let puzzles = match query.game.as_deref().filter(|game| !game.is_empty()) {
        Some(game) => {
            puzzle::of(find_game(game, texts).map_err(|error| Problem::unprocessable(error.detail))?)
        }
        None => puzzle::all(),
    };
    let entry = |info: &&'static PuzzleInfo| PuzzleEntry {
        id: info.id.to_owned(),
        game: info.game().to_owned(),
        title: texts.message(&info.title()),
        difficulty: info.difficulty,
        theme: info.goal.theme().to_owned(),
    };
    Ok(PuzzleList { puzzles: puzzles.iter().map(entry).collect() })
}

/// Answers `GET /api/v1/puzzles/today`.
pub fn puzzle_of_day(day: Day, texts: Texts) -> Result<PuzzleView, Problem> {
    let info = puzzle::of_day(day).ok_or_else(|| Problem::not_found(texts.text("puzzles.none")))?;
    puzzle_view(info, texts)
}

/// Answers `GET /api/v1/puzzles/{id}`.
pub fn puzzle(id: &str, texts: Texts) -> Result<PuzzleView, Problem> {
    puzzle_view(find_puzzle(id, texts)?, texts)
}

fn puzzle_view(info: &'static PuzzleInfo, texts: Texts) -> Result<PuzzleView, Problem> {
    let session = cairn_session::open(info.spec, Some(info.position)).map_err(Problem::unavailable)?;
    let scene = session.board().scene();
    // The options stand apart.
    let usual = PuzzleInfo { spec: info.game(), ..*info };
    let of_game = puzzle::all().into_iter().filter(|other| other.game() == info.game());
    let next = of_game.skip_while(|other| other.id != info.id).nth(1);
    Ok(PuzzleView {
        id: info.id.to_owned(),
        game: info.game().to_owned(),
        spec: info.spec.to_owned(),
        title: texts.message(&usual.title()),
        task: texts.message(&usual.task()),
        position: info.position.to_owned(),
        difficulty: info.difficulty,
        seat: session.to_move().index(),
        status: status(&scene, texts),
        svg: svg::page(&scene, svg::Options::new(texts)),
        seats: session.seats(),
        options: rule_words::of_spec(info.spec, texts),
        facts: facts(&scene, texts),
        next: next.map(|info| info.id.to_owned()),
    })
}

/// The puzzle with this id.
fn find_puzzle(id: &str, texts: Texts) -> Result<&'static PuzzleInfo, Problem> {
    puzzle::find(id).ok_or_else(|| {
        let near = texts.near(id, puzzle::all().into_iter().map(|info| info.id));
        let word = cairn_session::excerpt(id);
        Problem::not_found(texts.format("attempt.unknown", &[("word", &word), ("near", &near)]))
    })
}

/// Answers `POST /api/v1/puzzles/{id}/solution`: all moves that preserve the goal; `None` if a move has to be judged
/// first.
pub fn solve_puzzle(
    id: &str,
    attempt: &PuzzleAttempt,
    effort: Effort,
    texts: Texts,
) -> Result<Option<PuzzleSolution>, Problem> {
    let info = find_puzzle(id, texts)?;
    let Some(line) = replay(info, &attempt.moves, effort, texts)? else { return Ok(None) };
    let Some(moves) = line.solution(effort)? else { return Ok(None) };
    let said = in_words(line.session(), &moves, texts);
    Ok(Some(PuzzleSolution { moves, said }))
}

/// Describes several moves that all solve a task; the first of them in words.
pub(super) fn in_words(session: &dyn Session, moves: &[String], texts: Texts) -> String {
    let first = moves.first().map_or_else(String::new, |mv| move_in_words(session, mv, texts));
    match moves.len() {
        0 | 1 => texts.format("app.solution", &[("moves", &first)]),
        n => texts.plural("web.solution_more", n as u64 - 1, &[("move", &first)]),
    }
}

/// Returns a puzzle after right moves; `None` if the verdict on one of them is not cached and may not be computed.
fn replay(
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

/// Answers `POST /api/v1/puzzles/{id}/try`: judges the last of the moves; `None` if a move has to be judged first.
pub fn try_puzzle(
    id: &str,
    attempt: &PuzzleAttempt,
    effort: Effort,
    texts: Texts,
) -> Result<Option<PuzzleOutcome>, Problem> {
    let info = find_puzzle(id, texts)?;
    let Some((last, before)) = attempt.moves.split_last() else {
        return Err(Problem::unprocessable(texts.text("web.no_move")));
    };
    let Some(mut line) = replay(info, before, effort, texts)? else { return Ok(None) };
    if line.is_solved() {
        return Err(Problem::conflict(texts.text("web.solved_before")));
    }
    let played = line.session().ply();
    let explain =
        |error: &MoveError, session: &dyn Session| texts.move_error_among(error, &session.legal_moves());
    let Some(verdict) = line.attempt(last, effort, explain)? else { return Ok(None) };
    let session = line.session();
    let history = session.history();
    let typed = || session.check_move(last).unwrap_or_else(|_| last.clone());
    let mv = history.get(played).cloned().unwrap_or_else(typed);
    let reply: Vec<String> = history.get(played + 1..).unwrap_or_default().to_vec();
    let mut refutation = Vec::new();
    let (verdict, said) = match verdict {
        Verdict::Wrong { why } => {
            refutation.extend([Some(&*mv), why.plain("reply")].into_iter().flatten().map(ToOwned::to_owned));
            let why = texts.message(&reply_in_words(why, session, &mv, texts));
            (PuzzleVerdict::Wrong, texts.format("web.puzzle_wrong", &[("why", &why)]))
        }
        Verdict::Right { reply: Some(reply) } => {
            let before = session.fork_at(played + 1);
            let reply = before.map_or_else(|| reply.clone(), |before| move_in_words(&*before, &reply, texts));
            (PuzzleVerdict::Right, texts.format("web.puzzle_right", &[("reply", &reply)]))
        }
        Verdict::Right { reply: None } => {
            (PuzzleVerdict::Right, texts.text("web.puzzle_right_go_on").to_owned())
        }
        Verdict::Solved => (PuzzleVerdict::Solved, texts.text("web.solved").to_owned()),
    };
    let scene = session.board().scene();
    Ok(Some(PuzzleOutcome {
        verdict,
        r#move: mv,
        reply,
        refutation,
        said,
        position: session.position(),
        over: session.outcome().is_some(),
        moves: history,
        facts: facts(&scene, texts),
        status: status(&scene, texts),
        svg: svg::page(&scene, svg::Options::new(texts)),
    }))
}

/// Why a move is wrong, with the opponent's reply to it in words.
fn reply_in_words(why: Message, session: &dyn Session, mv: &str, texts: Texts) -> Message {
    let mut after = session.fork();
    let Some(reply) = why.plain("reply").filter(|_| after.play(mv).is_ok()) else { return why };
    let opponent = session.info().seat(after.to_move()).name;
    Message::new(why.key()).seat("player", opponent).with("reply", move_in_words(&*after, reply, texts))
}
