//! Requests that need no game on the server: positions, turns, records, analysis and reviews.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{GameProgress, ReviewReport};

/// A game for people: the board and texts about it, in the language of the request.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = View))]
pub struct GameView {
    /// The board, with the last move marked.
    pub svg: String,
    /// Facts about a player, or about the game.
    pub facts: Vec<Fact>,
    /// The effects of the last move.
    pub remarks: Vec<String>,
    /// What the player to move has to do; nothing once the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub prompt: Option<String>,
    /// Whose turn it is, or how the game has ended.
    pub status: String,
    /// Why it has ended, as a clause that can follow `You won:`; it names the tie-break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A fact about a seat, or about the game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fact {
    /// The seat, if it is about one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seat: Option<usize>,
    /// The fact in words.
    pub text: String,
}

/// A turn in progress, built step by step.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Steps))]
pub struct Turn {
    /// The steps taken so far.
    pub taken: Vec<String>,
    /// The possible next steps.
    pub steps: Vec<Choice>,
    /// The move, once the turn is complete.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub finished: Option<String>,
    /// What the next step is.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub prompt: Option<String>,
    /// The board as the steps would leave it.
    pub svg: String,
    /// The advised move in words, if the request names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// A possible next step.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// How it is sent back: the name of a site, a number, or the English label of a button.
    pub step: String,
    /// What a person points at.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(site|count|button)$"))]
    pub kind: ChoiceKind,
    /// Its label in the language of the request.
    pub label: String,
    /// The move that this step completes, if the request asks for a preview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// With a move: the sites that it changes, by name, as they look then: elements to replace those of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<BTreeMap<String, String>>,
}

/// What a person points at to take a step.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum ChoiceKind {
    Site,
    Count,
    Button,
}

/// The address of a position.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PositionAddress {
    /// The game with its options.
    pub game: String,
    /// A position of it; its start by default.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub position: Option<String>,
    /// Moves from there, with commas between them.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub moves: Option<String>,
}

/// The query of `GET /api/v1/position` beside the address.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PositionQuery {
    /// Steps of the turn in progress, with commas between them.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub steps: Option<String>,
    /// Whether to write the exact values of moves on the board, where they are known.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub values: Option<String>,
    /// A move to mark as advised on the board of the turn.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub hint: Option<String>,
    /// Whether to mark there what the player to move could lose.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub threats: Option<String>,
    /// Whether to tell, for each step that completes a move, how the board looks then.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub preview: Option<String>,
}

/// A position.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Position))]
pub struct PositionView {
    /// The game up to the position.
    #[serde(flatten)]
    pub progress: GameProgress,
    /// The number of seats.
    pub seats: usize,
    /// `win`, `draw` or `loss` for the player to move, if it is known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<String>,
    /// The turn in progress, unless the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub turn: Option<Turn>,
    /// The board and texts.
    #[serde(flatten)]
    pub view: GameView,
}

/// The query of a picture of a position.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ThemeQuery {
    /// The colours.
    #[cfg_attr(feature = "openapi", param(nullable = false, pattern = "^(light|dark)$"))]
    pub theme: Option<String>,
}

/// The query of a game after some of its moves.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PlyQuery {
    /// The number of moves to look at; all of them by default.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub ply: Option<usize>,
}

/// A change of a position that a person sets up by hand. Without one, the answer describes the position as it is.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionEdit {
    /// The game with its options.
    pub game: String,
    /// The position; the start by default.
    #[serde(default)]
    pub position: Option<String>,
    /// The square that changes: without anything else it becomes empty.
    #[serde(default)]
    pub site: Option<String>,
    /// The tool to use on it, by its index.
    #[serde(default)]
    pub tool: Option<usize>,
    /// The square to which its pieces move.
    #[serde(default)]
    pub to: Option<String>,
    /// Whether to empty the board.
    #[serde(default)]
    pub clear: bool,
    /// Whether to give the turn to the next player.
    #[serde(default)]
    pub next_turn: bool,
    /// The field of the position string that changes, by its index.
    #[serde(default)]
    pub field: Option<usize>,
    /// Its new text.
    #[serde(default)]
    pub value: Option<String>,
}

/// A position that a person sets up by hand, and the means to change it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionSetup {
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// Why the change was not made, if the rules of the game do not allow it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub problem: Option<String>,
    /// The names of the tools.
    pub tools: Vec<String>,
    /// The fields of the position string after the rows and the turn.
    pub fields: Vec<PositionField>,
    /// The board and texts.
    #[serde(flatten)]
    pub view: GameView,
}

/// A field of a position string, such as the pieces that players still have.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionField {
    /// Its index.
    pub field: usize,
    /// Its name.
    pub name: String,
    /// Its text.
    pub value: String,
}

/// A record that was read.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Recorded))]
pub struct RecordedGame {
    /// The game with its options.
    pub game: String,
    /// The position at which it starts, unless it is the usual one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// A position to search, and for how long.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AnalyzeBody))]
pub struct AnalyzeRequest {
    /// The game with its options.
    pub game: String,
    /// A position of it; its start by default.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    pub moves: Option<Vec<String>>,
    /// How many lines to report.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 5))]
    pub lines: Option<u8>,
    /// How long to search.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0.0, maximum = 60.0))]
    pub seconds: Option<f64>,
}

/// A game to review: one on the server by its id, or any other with its moves.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ReviewBody))]
pub struct ReviewRequest {
    /// A game on the server.
    #[serde(default)]
    pub id: Option<String>,
    /// A game with its options.
    #[serde(default)]
    pub game: Option<String>,
    /// The position at which its moves start.
    #[serde(default)]
    pub position: Option<String>,
    /// Its moves.
    #[serde(default)]
    pub moves: Option<Vec<String>>,
}

/// How far a review has come.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewProgress {
    /// Always false.
    pub r#final: bool,
    /// The number of judged moves.
    pub done: usize,
    /// The number of moves of the game.
    pub plies: usize,
    /// The progress in words.
    pub said: String,
}

/// A review for people: the report of `cairn review --json`, with the graph and words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewView {
    /// The report.
    #[serde(flatten)]
    pub report: ReviewReport,
    /// Always true.
    pub r#final: bool,
    /// The chances of the players during the game, as SVG.
    pub graph: String,
    /// The accuracy of each seat.
    pub seats: Vec<SeatAccuracy>,
    /// Words about each judged move.
    pub words: Vec<MoveWords>,
}

/// How well a seat played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatAccuracy {
    /// The name of the seat.
    pub name: String,
    /// The accuracy in percent, rounded; none without a judged move.
    pub accuracy: Option<f64>,
    /// The number of moves of each judgement, from best to blunder.
    #[serde(default)]
    pub counts: Vec<JudgementCount>,
}

/// How many moves have a judgement.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgementCount {
    /// The judgement.
    pub judgement: String,
    /// Its name in the language of the request.
    pub name: String,
    /// How many moves have it.
    pub n: usize,
}

/// Words about a judged move.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveWords {
    /// The chance of the player after the move.
    pub chance: String,
    /// The verdict.
    pub verdict: String,
    /// The reasons for the verdict.
    pub reasons: Vec<String>,
    /// The exact value of the position before the move, as a fact: `White wins in theory`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
}
