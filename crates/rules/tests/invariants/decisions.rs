//! Decisions drawn from bytes: when a fuzzer changes a byte, it changes a decision.

use std::borrow::Cow;

use cairn_rules::games::ALL;
use cairn_rules::{Domain, OptionSpec, RandomSource, zobrist};

/// Uses the remaining bytes, and then arbitrary numbers, so that rejection sampling terminates.
pub(crate) struct Decisions<'a> {
    bytes: &'a [u8],
    made_up: u64,
}

impl<'a> Decisions<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, made_up: 0 }
    }

    /// Returns whether all bytes are used.
    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Draws a number below `sides` from as few bytes as possible.
    pub(crate) fn decide(&mut self, sides: u32) -> u32 {
        let (mut number, mut reach) = (0, 1);
        while reach < u64::from(sides) {
            (number, reach) = (number << 8 | u64::from(self.next()), reach << 8);
        }
        (number % u64::from(sides.max(1))) as u32
    }

    fn next(&mut self) -> u8 {
        if let Some((&byte, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            return byte;
        }
        self.made_up += 1;
        zobrist::mix(self.made_up) as u8
    }

    /// Draws a game with its options; a zero selects the default of an option.
    pub(crate) fn game_spec(&mut self) -> String {
        let info = ALL[self.decide(ALL.len() as u32) as usize];
        let mut words = vec!["official".to_owned()];
        for option in info.options {
            let (least, count) = values(option);
            if let Some(index) = self.decide(count + 1).checked_sub(1) {
                words.push(format!("{}={}", option.name, option.print(least + index as u16)));
            }
        }
        format!("{}:{}", info.id, words.join(","))
    }

    /// Returns the bytes that select a game with its defaults.
    pub(crate) fn usual_game(game: usize) -> Vec<u8> {
        let zeros = ALL[game].options.iter().map(|option| if values(option).1 < 256 { 1 } else { 2 });
        [vec![game as u8], vec![0; zeros.sum()]].concat()
    }

    /// Returns the remaining bytes as text.
    pub(crate) fn rest_as_text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes)
    }
}

impl RandomSource for Decisions<'_> {
    fn below(&mut self, sides: u32) -> u32 {
        self.decide(sides)
    }
}

/// Returns the minimum of an option, and the number of its values.
fn values(option: &OptionSpec) -> (u16, u32) {
    match option.domain {
        Domain::Range(least, most) => (least, u32::from(most - least) + 1),
        Domain::Words(words) => (0, words.len() as u32),
    }
}
