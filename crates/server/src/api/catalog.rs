//! `GET /api/v1/catalog`: all that a form for a new game needs.

use axum::Json;
use cairn_protocol::GameReport;
use cairn_rules::games;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::answers::Any;
use crate::game::{BOTS, HUMAN, OPEN};

/// What can be played, and against whom.
#[derive(Serialize, ToSchema)]
pub(super) struct Catalog {
    /// Each game with its options, seats and levels, as `cairn games --json` prints it.
    #[schema(value_type = Vec<Object>)]
    games: Vec<GameReport>,
    /// The seats that are not bots.
    #[schema(value_type = Vec<String>)]
    seats: [&'static str; 2],
    bots: Vec<Bot>,
    /// The kinds of clocks, with the least and the greatest value of each field.
    #[schema(value_type = Vec<Object>)]
    clocks: Value,
}

/// A bot that can be asked for.
#[derive(Serialize, ToSchema)]
struct Bot {
    /// Its word for a seat.
    bot: &'static str,
    /// Its level, if it is one.
    #[schema(required)]
    level: Option<u8>,
}

/// Games with options, seats, bots and levels: all that a form needs
#[utoipa::path(
    get,
    path = "/api/v1/catalog",
    operation_id = "catalog",
    responses((status = 200, description = "What can be played", body = Catalog), Any)
)]
pub(super) async fn catalog() -> Json<Catalog> {
    let level = |bot: &str| bot.strip_prefix("level").and_then(|level| level.parse::<u8>().ok());
    let clocks = json!([
        { "kind": "fischer", "initial": { "min": 1, "max": 86_400 }, "increment": { "min": 0, "max": 86_400 } },
        { "kind": "move", "seconds": { "min": 1, "max": 86_400 } },
        { "kind": "days", "days": { "min": 1, "max": 365 } },
    ]);
    Json(Catalog {
        games: games::ALL.iter().map(|info| GameReport::new(info)).collect(),
        seats: [HUMAN, OPEN],
        bots: BOTS.iter().map(|bot| Bot { bot, level: level(bot) }).collect(),
        clocks,
    })
}
