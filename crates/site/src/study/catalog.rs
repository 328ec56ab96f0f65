//! `GET /api/v1/catalog`: everything that a form for a new game needs.

use cairn_protocol::game::{MAX_CLOCK_DAYS, MAX_CLOCK_SECONDS};
use cairn_protocol::{BOTS, Catalog, CatalogBot, CatalogClock, GameReport, HUMAN, NumberRange, OPEN};
use cairn_rules::games;

/// Answers `GET /api/v1/catalog`.
pub fn catalog() -> Catalog {
    let level = |bot: &str| bot.strip_prefix("level").and_then(|level| level.parse().ok());
    let clock = |kind: &str, fields: &[(&str, u64, u64)]| CatalogClock {
        kind: kind.to_owned(),
        fields: fields.iter().map(|&(name, min, max)| (name.to_owned(), NumberRange { min, max })).collect(),
    };
    Catalog {
        games: games::ALL.iter().map(|info| GameReport::new(info)).collect(),
        seats: [HUMAN, OPEN].map(ToOwned::to_owned).to_vec(),
        bots: BOTS.iter().map(|bot| CatalogBot { bot: (*bot).to_owned(), level: level(bot) }).collect(),
        clocks: vec![
            clock("fischer", &[("initial", 1, MAX_CLOCK_SECONDS), ("increment", 0, MAX_CLOCK_SECONDS)]),
            clock("move", &[("seconds", 1, MAX_CLOCK_SECONDS)]),
            clock("days", &[("days", 1, MAX_CLOCK_DAYS)]),
        ],
    }
}
