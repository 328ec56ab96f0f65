//! The players that forms go through, by their words.

use cairn_session::{Level, SeedBot};

/// A person and the bots, weakest first.
pub(crate) fn players() -> Vec<String> {
    ["human".to_owned()].into_iter().chain(bots()).collect()
}

/// The bots, weakest first.
pub(crate) fn bots() -> Vec<String> {
    let levels = Level::all().map(|level| format!("level{}", level.number()));
    let seeds = SeedBot::ALL.map(|bot| bot.name().to_owned());
    seeds.into_iter().chain(levels).chain(["perfect".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use cairn_session::players::Sitter;

    use super::*;

    #[test]
    fn all_words_can_be_read() {
        for word in players() {
            assert_eq!(word.parse::<Sitter>().map(|sitter| sitter.to_string()), Ok(word));
        }
    }
}
