//! Every game of the registry with a spread of options, and random games of them.

#![allow(dead_code, reason = "every test uses its own part")]

use cairn_rules::games::ALL;
use cairn_rules::{Domain, GameInfo, RandomSource};
use cairn_session::{BasicBot, Rng, Session, open};

/// The game with its defaults, with its presets, and with the ends of every range and every word.
fn spread(info: &GameInfo) -> Vec<String> {
    let mut words = vec![info.id.to_owned()];
    words.extend(info.presets.iter().map(|preset| format!("{}:{}", info.id, preset.name)));
    for spec in info.options {
        let values: Vec<u16> = match spec.domain {
            Domain::Range(min, max) => vec![min, max],
            Domain::Words(words) => (0..words.len() as u16).collect(),
        };
        words.extend(values.iter().map(|&value| format!("{}:{}={}", info.id, spec.name, spec.print(value))));
    }
    words
}

/// All games with a spread of options.
pub(crate) fn words() -> Vec<String> {
    ALL.iter().flat_map(|info| spread(info)).collect()
}

/// Plays on at random, for `plies` at most.
pub(crate) fn play_on(session: &mut dyn Session, rng: &mut Rng, plies: usize) {
    for _ in 0..plies {
        let bot = if rng.below(4) == 0 { BasicBot::Greedy } else { BasicBot::Random };
        let Some(mv) = session.basic_move(bot, rng) else { break };
        assert_eq!(session.play(&mv).as_deref(), Ok(mv.as_str()));
    }
}

/// A random game of so many plies at most.
pub(crate) fn random_game(word: &str, seed: u64, plies: usize) -> Box<dyn Session> {
    let mut session = open(word, None).unwrap();
    play_on(session.as_mut(), &mut Rng::seeded(seed), plies);
    session
}
