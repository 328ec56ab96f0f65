//! Records as data for `serde`.

use serde::{Deserialize, Serialize};

use super::{Record, RecordError, RecordedMove, read};
use cairn_rules::{Message, Player};

/// The serialized form of a [`Record`].
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RecordData {
    tags: Vec<(String, String)>,
    opening_comment: Option<String>,
    moves: Vec<MoveData>,
}

#[derive(Clone, Serialize, Deserialize)]
struct MoveData {
    player: String,
    text: String,
    comment: Option<String>,
}

impl From<Record> for RecordData {
    fn from(record: Record) -> Self {
        let moves = record.moves.into_iter().map(|RecordedMove { player, text, comment }| MoveData {
            player: player.name().to_owned(),
            text,
            comment,
        });
        Self { tags: record.tags, opening_comment: record.opening, moves: moves.collect() }
    }
}

/// Replays the moves and checks the result, as the parser does.
impl TryFrom<RecordData> for Record {
    type Error = RecordError;

    fn try_from(data: RecordData) -> Result<Self, RecordError> {
        let fail = |word: &str, problem| RecordError::new(1, 1, word, problem);
        let mut moves = Vec::with_capacity(data.moves.len());
        for MoveData { player, text, comment } in data.moves {
            let player =
                player.parse::<Player>().map_err(|_| fail(&player, Message::new("unknown player")))?;
            moves.push(RecordedMove { player, text, comment });
        }
        let record = Self { tags: data.tags, opening: data.opening_comment, moves, outcome: None };
        let read = read(&record.to_string())?;
        read.into_iter().next().ok_or_else(|| fail("", Message::new("there is no record in it")))
    }
}
