//! The players that forms go through, by their words.

use cairn_session::{BasicBot, Level};

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
    use cairn_session::players::PlayerSpec;

    use super::*;

    #[test]
    fn all_words_can_be_read() {
        for word in players() {
            assert_eq!(word.parse::<PlayerSpec>().map(|player_spec| player_spec.to_string()), Ok(word));
        }
    }
}
