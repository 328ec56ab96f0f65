//! Lessons and puzzles.

use serde::{Deserialize, Serialize};

use crate::Fact;

/// A lesson in a list.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonEntry {
    /// The game that it teaches.
    pub game: String,
    /// The name of the game.
    pub name: String,
    /// What the game is about.
    pub summary: String,
    /// The number of steps.
    pub steps: usize,
}

/// All lessons.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonList {
    /// The lessons, in the order of the games.
    pub lessons: Vec<LessonEntry>,
}

/// A lesson.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Lesson))]
pub struct LessonView {
    /// The game that it teaches.
    pub game: String,
    /// The name of the game.
    pub name: String,
    /// Its steps.
    pub steps: Vec<LessonStepView>,
}

/// A step of a lesson.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonStep))]
pub struct LessonStepView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
    /// The game with its options.
    pub spec: String,
    /// The position, unless it is the start.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub position: Option<String>,
    /// What the learner has to do.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(play|find)$"))]
    pub task: LessonTask,
    /// Whose turn it is.
    pub status: String,
    /// The board.
    pub svg: String,
}

/// What a step of a lesson asks for.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonTask {
    /// A move.
    Play,
    /// Squares to point at.
    Find,
}

/// An attempt at a step of a lesson.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonAttempt {
    /// The number of the step, from 0.
    pub step: usize,
    /// A move.
    #[serde(default)]
    pub moves: Vec<String>,
    /// A square.
    pub site: Option<String>,
    /// The squares that have been found before it.
    #[serde(default)]
    pub found: Vec<String>,
    /// Whether the client asks for the solution instead.
    #[serde(default)]
    pub solution: bool,
}

/// The result of an attempt at a step of a lesson.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonOutcome {
    /// Whether it was right.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(done|found|missed|illegal|solution)$"))]
    pub verdict: LessonVerdict,
    /// Whether the step is done.
    pub done: bool,
    /// The verdict in words.
    pub said: String,
    /// All squares found so far.
    pub found: Vec<String>,
    /// All moves or squares that are right, if the solution was asked for.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The next step, once this one is done.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<usize>,
    /// The board.
    pub svg: String,
}

/// The verdict on an attempt at a step of a lesson.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonVerdict {
    /// The step is done.
    Done,
    /// One of several squares was found.
    Found,
    /// The attempt was legal, and not the answer.
    Missed,
    /// There is no such move or square.
    Illegal,
    /// The solution was asked for.
    Solution,
}

/// The query of `GET /api/v1/puzzles`.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PuzzleQuery {
    /// Those of one game alone.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub game: Option<String>,
}

/// A puzzle in a list.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleEntry {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// How difficult it is, from 1.
    pub difficulty: u8,
    /// What it is about: `win`, `draw`, `win_at_once`, `win_in_time` or `block`.
    #[serde(default)]
    pub theme: String,
}

/// Puzzles.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleList {
    /// The puzzles.
    pub puzzles: Vec<PuzzleEntry>,
}

/// A puzzle to be solved.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Puzzle))]
pub struct PuzzleView {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// The game with its options.
    pub spec: String,
    /// Its title.
    pub title: String,
    /// What the solver has to achieve.
    pub task: String,
    /// The position.
    pub position: String,
    /// How difficult it is, from 1.
    pub difficulty: u8,
    /// The seat to move.
    pub seat: usize,
    /// Whose turn it is.
    pub status: String,
    /// The board.
    pub svg: String,
    /// The number of seats.
    #[serde(default)]
    pub seats: usize,
    /// The options of the game that are not the usual ones, in words.
    #[serde(default)]
    pub options: Vec<String>,
    /// What each player has beside the board, such as pieces to place.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// The next one of its game.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<String>,
}

/// Moves of the solver, the last of which is judged.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAttempt {
    /// All moves of the solver so far.
    pub moves: Vec<String>,
}

/// The result of an attempt at a puzzle.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Judgement))]
pub struct PuzzleOutcome {
    /// Whether the move was right.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(wrong|right|solved)$"))]
    pub verdict: PuzzleVerdict,
    /// The move in notation.
    pub r#move: String,
    /// The reply of the opponent.
    pub reply: Vec<String>,
    /// A wrong move and the opponent's answer to it, which show why it is wrong.
    #[serde(default)]
    pub refutation: Vec<String>,
    /// The verdict in words.
    pub said: String,
    /// The position after the reply.
    pub position: String,
    /// All moves on the board.
    pub moves: Vec<String>,
    /// Whether the game itself is over.
    pub over: bool,
    /// Whose turn it is.
    pub status: String,
    /// The board.
    pub svg: String,
    /// What each player has beside the board after the move and the reply.
    #[serde(default)]
    pub facts: Vec<Fact>,
}

/// The verdict on an attempt at a puzzle.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum PuzzleVerdict {
    Wrong,
    Right,
    Solved,
}

/// All moves that keep the goal of a puzzle.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Solution))]
pub struct PuzzleSolution {
    /// The moves.
    pub moves: Vec<String>,
    /// The moves in words.
    pub said: String,
}
