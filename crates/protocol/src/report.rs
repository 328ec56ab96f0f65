//! Reports of `--json`, which the server sends too. Keys and words are English in every language.

use std::collections::BTreeMap;

use cairn_coach::review::{MoveReview, Review};
use cairn_engine::{Analysis, Score, Solution, SolutionLine, SolvedMove, Variation};
use cairn_rules::{PuzzleGoal, PuzzleInfo, Wdl, WdlBounds};
use cairn_session::Session;
use serde::{Deserialize, Serialize};

/// The fields of every report on a position.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionReport {
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// The player to move.
    pub to_move: String,
    /// The result, once the game is over.
    pub result: Option<String>,
    /// The reason for the result.
    pub reason: Option<String>,
}

impl PositionReport {
    /// Creates a report on the position of a session.
    pub fn new(session: &dyn Session) -> Self {
        let (result, reason) = result_of(session);
        Self {
            game: session.spec(),
            position: session.position(),
            to_move: session.to_move().name().to_owned(),
            result,
            reason,
        }
    }
}

fn result_of(session: &dyn Session) -> (Option<String>, Option<String>) {
    let outcome = session.outcome();
    (
        outcome.map(|outcome| outcome.name().to_owned()),
        outcome.map(|outcome| outcome.reason.name().to_owned()),
    )
}

/// A position with its legal moves, or with the moves that lead to it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct MovesReport {
    /// The position.
    #[serde(flatten)]
    pub position: PositionReport,
    /// The moves in notation.
    pub moves: Vec<String>,
}

/// A board, site by site.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardReport {
    /// The position.
    #[serde(flatten)]
    pub position: PositionReport,
    /// The sites.
    pub sites: Vec<SiteReport>,
}

/// A site of a board.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct SiteReport {
    /// The name in notation.
    pub name: String,
    /// The column, from the left.
    pub column: u8,
    /// The row, from the bottom.
    pub row: u8,
    /// The content in words.
    pub is: String,
}

/// A recorded game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordReport {
    /// The position after the moves.
    #[serde(flatten)]
    pub position: PositionReport,
    /// The moves in notation.
    pub moves: Vec<String>,
    /// The tags of the record.
    pub tags: BTreeMap<String, String>,
}

/// The result of a solver for a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// The position.
    #[serde(flatten)]
    pub position: PositionReport,
    /// `win`, `draw` or `loss` for the player to move, if known.
    pub value: Option<String>,
    /// The worst and the best possible value.
    pub bounds: [String; 2],
    /// The best move.
    pub bestmove: Option<String>,
    /// The best line.
    pub line: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
    /// The size of the proof table in MiB.
    pub memory: usize,
    /// The use of the proof table, in thousandths.
    pub hashfull: u32,
    /// Whether the value comes from a book.
    pub book: bool,
    /// The values of all moves, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<SolvedMoveReport>,
}

/// The result of a solver for a move.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolvedMoveReport {
    /// The move in notation.
    pub r#move: String,
    /// `win`, `draw` or `loss` for the player who makes the move, if known.
    pub value: Option<String>,
    /// The worst and the best possible value.
    pub bounds: [String; 2],
}

impl SolveReport {
    /// Creates a report on the solution of a session's position. `memory` is the size of the proof table in MiB.
    pub fn new(session: &dyn Session, solution: &Solution, line: &SolutionLine, memory: usize) -> Self {
        Self {
            position: PositionReport::new(session),
            value: value_of(solution.bounds.value()),
            bounds: bounds_of(solution.bounds),
            bestmove: solution.best.clone(),
            line: line.moves.clone(),
            nodes: solution.nodes,
            seconds: solution.time.as_secs_f64(),
            memory,
            hashfull: solution.hashfull,
            book: solution.from_book,
            moves: solution.moves.iter().map(SolvedMoveReport::new).collect(),
        }
    }
}

impl SolvedMoveReport {
    fn new(solved: &SolvedMove) -> Self {
        Self {
            r#move: solved.mv.clone(),
            value: value_of(solved.bounds.value()),
            bounds: bounds_of(solved.bounds),
        }
    }
}

fn value_of(value: Option<Wdl>) -> Option<String> {
    value.map(|value| value.name().to_owned())
}

fn bounds_of(bounds: WdlBounds) -> [String; 2] {
    [bounds.low, bounds.high].map(|value| value.name().to_owned())
}

/// A report on a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisReport {
    /// The position.
    #[serde(flatten)]
    pub position: PositionReport,
    /// Whether it is the last report.
    pub r#final: bool,
    /// The best move.
    pub bestmove: Option<String>,
    /// The score for the player to move.
    pub score: Option<i32>,
    /// The score as a chance of winning, from 0 to 1.
    pub chance: Option<f64>,
    /// The chance in percent.
    pub win_percent: Option<f64>,
    /// `win`, `draw` or `loss`, if proven.
    pub value: Option<String>,
    /// The distance of a proven win or loss in plies.
    pub plies: Option<u32>,
    /// The completed depth.
    pub depth: u32,
    /// The length of the longest line searched.
    pub seldepth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The time taken.
    pub seconds: f64,
    /// The best line.
    pub line: Option<Vec<String>>,
    /// All lines, best first.
    pub lines: Vec<LineReport>,
}

impl AnalysisReport {
    /// Creates a report on a search of a session's position.
    pub fn new(session: &dyn Session, analysis: &Analysis, is_final: bool) -> Self {
        let seats = session.seats();
        let lines: Vec<_> = analysis.lines.iter().map(|line| LineReport::new(line, seats)).collect();
        let best = lines.first();
        Self {
            position: PositionReport::new(session),
            r#final: is_final,
            bestmove: analysis.best().map(ToOwned::to_owned),
            score: best.map(|line| line.score),
            chance: best.map(|line| line.chance),
            win_percent: best.map(|line| line.win_percent),
            value: best.and_then(|line| line.value.clone()),
            plies: best.and_then(|line| line.plies),
            depth: analysis.depth,
            seldepth: analysis.seldepth,
            nodes: analysis.nodes,
            nps: analysis.nodes_per_second(),
            seconds: analysis.time.as_secs_f64(),
            line: best.map(|line| line.line.clone()),
            lines,
        }
    }
}

/// A line of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LineReport {
    /// The score for the player to move.
    pub score: i32,
    /// The score as a chance of winning, from 0 to 1.
    pub chance: f64,
    /// The chance in percent.
    pub win_percent: f64,
    /// `win`, `draw` or `loss`, if proven.
    pub value: Option<String>,
    /// The distance of a proven win or loss in plies.
    pub plies: Option<u32>,
    /// The moves.
    pub line: Vec<String>,
}

impl LineReport {
    fn new(line: &Variation, seats: usize) -> Self {
        Self {
            score: line.score.rank(),
            chance: line.score.win_percent(seats) / 100.0,
            win_percent: line.score.win_percent(seats),
            value: value_of(line.score.wdl()),
            plies: plies_of(line.score),
            line: line.moves.clone(),
        }
    }
}

/// Returns the distance of a proven win or loss in plies.
fn plies_of(score: Score) -> Option<u32> {
    match score {
        Score::WinIn(plies) | Score::LossIn(plies) => Some(plies),
        Score::Centipawns(_) | Score::WinWithin(_) | Score::LossWithin(_) | Score::ProvenDraw => None,
    }
}

/// A review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewReport {
    /// The game with its options.
    pub game: String,
    /// The start position, if it is not the default.
    pub position: Option<String>,
    /// The result, once it is over.
    pub result: Option<String>,
    /// The reason for the result.
    pub reason: Option<String>,
    /// The judged moves.
    pub moves: Vec<MoveReport>,
    /// The accuracy of each seat in percent.
    pub accuracy: Vec<Option<f64>>,
    /// The plies of the moves that decided the game.
    pub turning_points: Vec<usize>,
    /// The number of moves of the game.
    pub plies: usize,
    /// Whether the review has judged all moves.
    pub complete: bool,
}

impl ReviewReport {
    /// Creates a report on the review of a session's game.
    pub fn new(review: &Review, session: &dyn Session) -> Self {
        let (result, reason) = result_of(session);
        Self {
            game: review.spec().to_owned(),
            position: session.start_position(),
            result,
            reason,
            moves: review.moves().map(MoveReport::new).collect(),
            accuracy: review.accuracy(),
            turning_points: review.turning_points(),
            plies: review.plies(),
            complete: review.is_complete(),
        }
    }
}

/// A judged move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the fields of the protocol")]
pub struct MoveReport {
    /// The number of earlier moves.
    pub ply: usize,
    /// The move in notation.
    pub r#move: String,
    /// The index of the seat.
    pub player: usize,
    /// The name of the seat: `first` to `fourth`.
    #[serde(default)]
    pub seat: String,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub judgement: String,
    /// The best move.
    pub best: String,
    /// The player's chance before the move, from 0 to 1.
    pub before: f64,
    /// The player's chance after the move.
    pub after: f64,
    /// Whether both chances are exact values.
    pub exact: bool,
    /// Whether the move was forced.
    pub forced: bool,
    /// Whether all other moves were bad.
    pub only_move: bool,
    /// Whether the move gave away a proven win.
    pub gave_win_away: bool,
    /// The loss of chances; if the value is exact, the loss that a person can see.
    #[serde(default)]
    pub lost: f64,
    /// The loss of chances of the worst move.
    #[serde(default)]
    pub stake: f64,
    /// The best line.
    pub line: Vec<String>,
    /// The line after the move.
    pub played: Vec<String>,
}

impl MoveReport {
    fn new(judged: &MoveReview) -> Self {
        Self {
            ply: judged.ply,
            r#move: judged.mv.clone(),
            player: judged.player.index(),
            seat: judged.player.name().to_owned(),
            judgement: judged.judgement.name().to_owned(),
            best: judged.best().to_owned(),
            before: judged.before.value(),
            after: judged.after.value(),
            exact: judged.is_exact(),
            forced: judged.is_forced,
            only_move: judged.is_only_move,
            gave_win_away: judged.gave_win_away(),
            lost: thousandths(judged.lost),
            stake: thousandths(judged.stake),
            line: judged.line.clone(),
            played: judged.played.clone(),
        }
    }
}

fn thousandths(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

/// A puzzle in a list.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleReport {
    /// Its name: `staqs-1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What to do.
    pub task: String,
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// `win`, `draw` or `block`.
    pub goal: String,
    /// In how many turns, if that is part of the goal.
    pub turns: Option<u8>,
    /// From 1 to 9.
    pub difficulty: u8,
}

impl PuzzleReport {
    /// A report on a puzzle.
    pub fn new(puzzle: &PuzzleInfo) -> Self {
        let (goal, turns) = goal_words(puzzle.goal);
        Self {
            id: puzzle.id.to_owned(),
            title: puzzle.title().to_string(),
            task: puzzle.task().to_string(),
            game: puzzle.spec.to_owned(),
            position: puzzle.position.to_owned(),
            goal: goal.to_owned(),
            turns,
            difficulty: puzzle.difficulty,
        }
    }
}

/// The goal of a puzzle: `win`, `draw` or `block`, and in how many turns if that is part of it.
pub const fn goal_words(goal: PuzzleGoal) -> (&'static str, Option<u8>) {
    match goal {
        PuzzleGoal::Win => ("win", None),
        PuzzleGoal::Draw => ("draw", None),
        PuzzleGoal::WinIn { turns } => ("win", Some(turns)),
        PuzzleGoal::Block { turns } => ("block", Some(turns)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_values_and_distances() {
        let report = |score| {
            let line = LineReport::new(&Variation { score, moves: Vec::new() }, 2);
            (line.value, line.plies)
        };
        assert_eq!(report(Score::LossIn(4)), (Some("loss".to_owned()), Some(4)));
        assert_eq!(report(Score::WinWithin(9)), (Some("win".to_owned()), None));
        assert_eq!(report(Score::Centipawns(4)), (None, None));
        assert_eq!(report(Score::ProvenDraw), (Some("draw".to_owned()), None));
    }
}
