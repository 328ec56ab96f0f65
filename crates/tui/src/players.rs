//! The players that forms offer, as text.

use cairn_engine::bots::{BasicBot, Level};

/// A person and the bots, weakest first.
pub(crate) fn players() -> Vec<String> {
    ["human".to_owned()].into_iter().chain(bots()).collect()
}

/// The bots, weakest first.
pub(crate) fn bots() -> Vec<String> {
    let levels = Level::all().map(|level| format!("level{}", level.number()));
    let seeds = BasicBot::ALL.map(|bot| bot.name().to_owned());
    seeds.into_iter().chain(levels).chain(["perfect".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use cairn_engine::bots::PlayerSpec;

    use super::*;

    #[test]
    fn all_players_can_be_parsed() {
        for text in players() {
            assert_eq!(text.parse::<PlayerSpec>().map(|spec| spec.to_string()), Ok(text));
        }
    }
}
