//! Every game of the registry with a spread of options, and random games of them.

#![allow(dead_code, reason = "every test uses its own part")]

use cairn_rules::games::ALL;
use cairn_rules::{Domain, GameInfo, RandomSource, SmallRng};
use cairn_session::{Session, open};

/// Returns the game with its defaults, with its presets, and with the ends of every range and every word.
fn spread(info: &GameInfo) -> Vec<String> {
    let mut specs = vec![info.id.to_owned()];
    specs.extend(info.presets.iter().map(|preset| format!("{}:{}", info.id, preset.name)));
    for option in info.options {
        let values: Vec<u16> = match option.domain {
            Domain::Range(min, max) => vec![min, max],
            Domain::Words(words) => (0..words.len() as u16).collect(),
        };
        let print = |&value: &u16| format!("{}:{}={}", info.id, option.name, option.print(value));
        specs.extend(values.iter().map(print));
    }
    specs
}

/// Returns all games with a spread of options.
pub(crate) fn specs() -> Vec<String> {
    ALL.iter().flat_map(|info| spread(info)).collect()
}

/// Plays up to `plies` random moves.
pub(crate) fn play_on(session: &mut dyn Session, rng: &mut SmallRng, plies: usize) {
    for _ in 0..plies {
        let mut moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
        assert_eq!(session.play(&mv).as_deref(), Ok(mv.as_str()));
    }
}

/// Plays a random game of at most `plies` plies.
pub(crate) fn random_game(spec: &str, seed: u64, plies: usize) -> Box<dyn Session> {
    let mut session = open(spec, None).unwrap();
    play_on(session.as_mut(), &mut SmallRng::seeded(seed), plies);
    session
}
