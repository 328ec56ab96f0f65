//! Seats of a game, the tokens that grant them, and the ids of games.

use std::fmt::Write;

use cairn_engine::bots::PlayerSpec;
use cairn_protocol::{BOTS, HUMAN, OPEN};
use sha2::{Digest, Sha256};

use crate::store::SeatRow;

/// A secret that grants one or several seats. Only its hash is stored.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Token(String);

impl Token {
    /// Creates a token of 128 random bits; fails if the system has none.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hex(&bytes)))
    }

    /// Creates a token from a client's text.
    pub(crate) fn from_client(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns its hash, which is stored.
    pub(crate) fn hash(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl SeatRow {
    pub(crate) fn is_bot(&self) -> bool {
        self.player != HUMAN && self.player != OPEN
    }

    /// Returns whether a player may still join here.
    pub(crate) fn is_open(&self) -> bool {
        self.player == OPEN && self.token.is_none()
    }

    /// Returns the player for the table; `None` if the word is unknown.
    pub(crate) fn spec(&self) -> Option<PlayerSpec> {
        if !self.is_bot() {
            return Some(PlayerSpec::Human);
        }
        BOTS.contains(&self.player.as_str()).then(|| self.player.parse().ok()).flatten()
    }
}

/// Returns the invitation of a game, derived from the hash of its creator's token, which the server never reveals.
pub(crate) fn invitation_of(token_hash: &str) -> String {
    id_of(&Sha256::digest(format!("invitation by {token_hash}"))[..12])
}

/// Creates an id of 60 random bits.
pub(crate) fn new_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes)?;
    Ok(id_of(&bytes))
}

/// Returns the id of the rematch of a game, which every instance computes identically.
pub(crate) fn rematch_id(id: &str) -> String {
    id_of(&Sha256::digest(format!("rematch of {id}").as_bytes())[..12])
}

/// Returns the id of an imported game, which is the same for every import.
pub(crate) fn id_of_record(text: &str) -> String {
    id_of(&Sha256::digest(text.as_bytes())[..12])
}

/// Returns whether a text is a valid id for addresses and pages.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Encodes bytes without letters that look alike.
fn id_of(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Reduces a name to one short line of visible characters; `None` if nothing is left.
pub(crate) fn clean_name(name: Option<&str>) -> Option<String> {
    const MAX_NAME_CHARS: usize = 40;
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let visible: String = name?.chars().filter(|c| is_space(*c) || cairn_texts::is_safe(*c)).collect();
    let words = visible.split(is_space).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join(" ").chars().take(MAX_NAME_CHARS).collect();
    let name = name.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_have_stable_hashes() {
        let (one, two) = (Token::new().unwrap(), Token::new().unwrap());
        assert!(one != two && one.text().len() == 32 && one.hash() != one.text());
        assert_eq!(Token::from_client(one.text()).hash(), one.hash());
    }

    #[test]
    fn names_and_ids_are_clean() {
        assert_eq!(clean_name(Some("  Ana \n\t Lima ")).as_deref(), Some("Ana Lima"));
        assert_eq!(clean_name(Some(" \u{7} \n")), None);
        assert!(is_id(&new_id().unwrap()) && is_id(&rematch_id("a")) && is_id(&id_of_record("a")));
        assert!(!is_id("") && !is_id("../a") && !is_id("a b") && !is_id(&"a".repeat(65)));
        assert_eq!(clean_name(Some(&"x".repeat(500))).unwrap().len(), 40);
        assert_eq!(clean_name(Some("a\u{202e}b\u{2028}\u{200b} \u{2066}c")).as_deref(), Some("ab c"));
        assert_eq!(clean_name(Some("\u{200b}\u{200d} \u{feff}")), None);
    }

    #[test]
    fn every_bot_of_the_protocol_is_a_player() {
        for bot in BOTS {
            let seat = SeatRow { player: bot.to_owned(), name: None, token: None };
            assert!(seat.is_bot() && seat.spec().is_some(), "{bot}");
        }
        for word in ["ugi:/bin/sh", "ab:nodes=9", "level9", "human ", ""] {
            assert!(!BOTS.contains(&word));
        }
    }
}
