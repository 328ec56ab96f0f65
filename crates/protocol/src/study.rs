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
    /// Facts about the players and the game.
    pub facts: Vec<Fact>,
    /// The effects of the last move.
    pub remarks: Vec<String>,
    /// A prompt for the player to move; absent once the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub prompt: Option<String>,
    /// The player to move, or the result.
    pub status: String,
    /// The reason for the end, as a clause that can follow `You won:`; it names the tie-break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A fact about a seat, or about the game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fact {
    /// The seat, if the fact is about one.
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
    /// A prompt for the next step.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub prompt: Option<String>,
    /// The board after the steps.
    pub svg: String,
    /// The advised move in words, if the request names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// A possible next step.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The identifier of the step in requests: the name of a site, a number, or the English label of a button.
    pub step: String,
    /// The control for the step.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(site|count|button)$"))]
    pub kind: ChoiceKind,
    /// Its label in the language of the request.
    pub label: String,
    /// The move that this step completes, if the request includes previews.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// With a move: the sites that it changes, by name; each value replaces the element of that site on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<BTreeMap<String, String>>,
}

/// The kind of control for a step.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum ChoiceKind {
    Site,
    Count,
    Button,
}

/// A position in a query.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PositionAddress {
    /// The game with its options.
    pub game: String,
    /// The position; the start position by default.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub position: Option<String>,
    /// Moves from there, separated by commas.
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
    /// Whether to show the exact values of moves on the board, if known.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub values: Option<String>,
    /// A move to mark as advised on the board of the turn.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub hint: Option<String>,
    /// Whether to mark threats against the player to move.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub threats: Option<String>,
    /// Whether to add a preview of the board to each step that completes a move.
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
    /// The number of moves; all by default.
    #[cfg_attr(feature = "openapi", param(nullable = false))]
    pub ply: Option<usize>,
}

/// A change of a position in the editor. Without a change, the response describes the position.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionEdit {
    /// The game with its options.
    pub game: String,
    /// The position; the start position by default.
    #[serde(default)]
    pub position: Option<String>,
    /// The square to change; without another field, the server empties it.
    #[serde(default)]
    pub site: Option<String>,
    /// The index of the tool to use on the square.
    #[serde(default)]
    pub tool: Option<usize>,
    /// The square to which the pieces move.
    #[serde(default)]
    pub to: Option<String>,
    /// Whether to empty the board.
    #[serde(default)]
    pub clear: bool,
    /// Whether to give the turn to the next player.
    #[serde(default)]
    pub next_turn: bool,
    /// The index of the field of the position string to change.
    #[serde(default)]
    pub field: Option<usize>,
    /// The new text of the field.
    #[serde(default)]
    pub value: Option<String>,
}

/// A position in the editor, with its tools and fields.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionSetup {
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// The reason why the rules do not allow the change.
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

/// A field of a position string, such as the pieces in reserve.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionField {
    /// The index of the field.
    pub field: usize,
    /// The name.
    pub name: String,
    /// The text.
    pub value: String,
}

/// A record that the server has read.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Recorded))]
pub struct RecordedGame {
    /// The game with its options.
    pub game: String,
    /// The start position, if it is not the default.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// A request to search a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AnalyzeBody))]
pub struct AnalyzeRequest {
    /// The game with its options.
    pub game: String,
    /// The position; the start position by default.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves from there.
    #[serde(default)]
    pub moves: Option<Vec<String>>,
    /// The number of lines.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 5))]
    pub lines: Option<u8>,
    /// The time limit in seconds.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0.0, maximum = 60.0))]
    pub seconds: Option<f64>,
}

/// A game to review: one on the server by its id, or any other with its moves.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ReviewBody))]
pub struct ReviewRequest {
    /// The id of a game on the server.
    #[serde(default)]
    pub id: Option<String>,
    /// A game with its options.
    #[serde(default)]
    pub game: Option<String>,
    /// The start position, if it is not the default.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Option<Vec<String>>,
}

/// The progress of a review.
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
    /// The accuracy of each player.
    pub seats: Vec<SeatAccuracy>,
    /// The words for each judged move.
    pub words: Vec<MoveWords>,
}

/// The accuracy of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatAccuracy {
    /// The name of the seat.
    pub name: String,
    /// The accuracy in percent, rounded; absent without a judged move.
    pub accuracy: Option<f64>,
    /// The number of moves with each judgement, from best to blunder.
    #[serde(default)]
    pub counts: Vec<JudgementCount>,
}

/// The number of moves with a judgement.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgementCount {
    /// The judgement.
    pub judgement: String,
    /// Its name in the language of the request.
    pub name: String,
    /// The number of moves.
    pub n: usize,
}

/// The words for a judged move.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveWords {
    /// The player's chance after the move.
    pub chance: String,
    /// The verdict.
    pub verdict: String,
    /// The reasons for the verdict.
    pub reasons: Vec<String>,
    /// The exact value of the position before the move, as a fact: `White wins in theory`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
}
