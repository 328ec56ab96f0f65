//! `GET /api/v1/catalog`: all that a form for a new game needs.

use axum::Json;
use cairn_rules::games;
use serde_json::{Value, json};

use crate::game::BOTS;

pub(super) async fn catalog() -> Json<Value> {
    let games: Vec<Value> = games::ALL.iter().map(|info| cairn_json::game(info)).collect();
    let level = |bot: &str| bot.strip_prefix("level").and_then(|level| level.parse::<u8>().ok());
    let bots: Vec<Value> = BOTS.iter().map(|bot| json!({ "bot": bot, "level": level(bot) })).collect();
    let clocks = json!([
        { "kind": "fischer", "initial": { "min": 1, "max": 86_400 }, "increment": { "min": 0, "max": 86_400 } },
        { "kind": "move", "seconds": { "min": 1, "max": 86_400 } },
        { "kind": "days", "days": { "min": 1, "max": 365 } },
    ]);
    Json(json!({ "games": games, "seats": ["human", "open"], "bots": bots, "clocks": clocks }))
}
