//! Lessons and puzzles.

use serde::{Deserialize, Serialize};

use crate::Fact;

/// A lesson in a list.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonEntry {
    /// The identifier of the game.
    pub game: String,
    /// The name of the game.
    pub name: String,
    /// A summary of the game.
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
    /// The identifier of the game.
    pub game: String,
    /// The name of the game.
    pub name: String,
    /// The steps.
    pub steps: Vec<LessonStepView>,
}

/// A step of a lesson.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonStep))]
pub struct LessonStepView {
    /// The id of the step.
    pub id: String,
    /// The title.
    pub title: String,
    /// The text.
    pub text: String,
    /// The game with its options.
    pub spec: String,
    /// The position, if it is not the start position.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub position: Option<String>,
    /// The task.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(play|find)$"))]
    pub task: LessonTask,
    /// The player to move, in words.
    pub status: String,
    /// The board.
    pub svg: String,
}

/// The kind of input for a step of a lesson.
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
    /// The index of the step.
    pub step: usize,
    /// A move.
    #[serde(default)]
    pub moves: Vec<String>,
    /// A square.
    pub site: Option<String>,
    /// The squares found earlier in this step.
    #[serde(default)]
    pub found: Vec<String>,
    /// Whether the client requests the solution instead.
    #[serde(default)]
    pub solution: bool,
}

/// The result of an attempt at a step of a lesson.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonOutcome {
    /// Whether the attempt was right.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(done|found|missed|illegal|solution)$"))]
    pub verdict: LessonVerdict,
    /// Whether the step is complete.
    pub done: bool,
    /// The feedback in words.
    pub said: String,
    /// All squares found so far.
    pub found: Vec<String>,
    /// All right moves or squares, if the client has requested the solution.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The next step, once this one is complete.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<usize>,
    /// The board.
    pub svg: String,
}

/// The verdict on an attempt at a step of a lesson.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonVerdict {
    /// The step is complete.
    Done,
    /// The learner has found one of several squares.
    Found,
    /// The attempt is legal but wrong.
    Missed,
    /// The move or the square does not exist.
    Illegal,
    /// The client has requested the solution.
    Solution,
}

/// The query of `GET /api/v1/puzzles`.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PuzzleQuery {
    /// The identifier of a game, to list only its puzzles.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub game: Option<String>,
}

/// A puzzle in a list.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleEntry {
    /// The id of the puzzle.
    pub id: String,
    /// The identifier of the game.
    pub game: String,
    /// The title.
    pub title: String,
    /// The difficulty, from 1.
    pub difficulty: u8,
    /// The theme: `win`, `draw`, `win_at_once`, `win_in_time` or `block`.
    #[serde(default)]
    pub theme: String,
}

/// A list of puzzles.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleList {
    /// The puzzles.
    pub puzzles: Vec<PuzzleEntry>,
}

/// A puzzle.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Puzzle))]
pub struct PuzzleView {
    /// The id of the puzzle.
    pub id: String,
    /// The identifier of the game.
    pub game: String,
    /// The game with its options.
    pub spec: String,
    /// The title.
    pub title: String,
    /// The task.
    pub task: String,
    /// The position.
    pub position: String,
    /// The difficulty, from 1.
    pub difficulty: u8,
    /// The seat to move.
    pub seat: usize,
    /// The player to move, in words.
    pub status: String,
    /// The board.
    pub svg: String,
    /// The number of seats.
    #[serde(default)]
    pub seats: usize,
    /// The non-default options of the game, in words.
    #[serde(default)]
    pub options: Vec<String>,
    /// Facts about each player, such as the pieces in reserve.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// The id of the next puzzle of the game.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<String>,
}

/// The solver's moves; the server judges the last one.
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
    /// Whether the last move was right.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(wrong|right|solved)$"))]
    pub verdict: PuzzleVerdict,
    /// The last move in notation.
    pub r#move: String,
    /// The opponent's reply.
    pub reply: Vec<String>,
    /// After a wrong move: the move and the reply that refutes it.
    #[serde(default)]
    pub refutation: Vec<String>,
    /// The feedback in words.
    pub said: String,
    /// The position after the reply.
    pub position: String,
    /// All moves of the attempt, with the opponent's replies.
    pub moves: Vec<String>,
    /// Whether the game is over.
    pub over: bool,
    /// The player to move, in words.
    pub status: String,
    /// The board.
    pub svg: String,
    /// Facts about each player after the move and the reply.
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

/// All moves that achieve the goal of a puzzle.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Solution))]
pub struct PuzzleSolution {
    /// The moves in notation.
    pub moves: Vec<String>,
    /// The moves in words.
    pub said: String,
}
