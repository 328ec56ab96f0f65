//! The terms of a match, which two runs of it must share: the game, the seed, the openings and the ply limit.
//!
//! Openings are random plies. One that ends the game, or lets a side force its end at once, is drawn again, because it
//! would not compare the bots.

use std::time::Duration;

use cairn_engine::bots::{BasicBot, BotClock};
use cairn_engine::{self as engine, Engine, EngineSettings, Enhancements, Limits, Rng, Score, Settings};
use cairn_session::{OpenError, Session, open};

use crate::seating::pair_of;
use crate::{Adjudication, Openings};

/// The default ply limit.
const DEFAULT_MAX_PLIES: usize = 1000;
/// The number of games of the greedy bot from which the usual length of a game is estimated.
const LENGTH_SAMPLES: u64 = 8;
/// The number of openings of one length that are tried before a shorter one is used.
const ATTEMPTS: usize = 50;
/// The number of these that must be balanced; on tiny boards none is, so later ones need not be.
const BALANCED_ATTEMPTS: usize = 25;
/// An opening is unbalanced if a side can force the end of the game within this many plies, ...
const BALANCE_DEPTH: u32 = 4;
/// ... as far as a search of this many nodes can tell.
const BALANCE_NODES: u64 = 1_000;

/// Default openings: games that usually last at least the first number of plies begin with the second
/// number of random ones.
const DEFAULT_OPENINGS: [(usize, usize); 4] = [(80, 8), (50, 6), (20, 4), (0, 2)];

/// The terms of a match: everything that its games depend on besides the bots.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct MatchConfig {
    /// The game with its options, as a normalized spec.
    pub game: String,
    /// The seed of openings and bots.
    pub seed: u64,
    /// The number of random plies at the beginning of a game.
    pub opening_plies: usize,
    /// The ply limit: a game that reaches it counts as a draw.
    pub max_plies: usize,
    /// The date for records, if it is known.
    pub date: Option<String>,
    /// The time control of bots without their own.
    pub clock: Option<BotClock>,
    /// The tolerated delay of a move after its clock has run out.
    pub margin: Duration,
    /// Openings that replace random plies.
    pub openings: Option<Openings>,
    /// The rules for ending games early.
    pub adjudication: Adjudication,
    /// Whether records include the evaluation and the time of every move as comments.
    pub comments: bool,
}

impl MatchConfig {
    /// Creates the default configuration for a game: 2 to 8 random plies, depending on the usual length of its games.
    pub fn new(spec: &str, seed: u64) -> Result<Self, OpenError> {
        Self::with_opening(spec, seed, default_opening_plies(spec)?)
    }

    /// The default configuration with so many random plies.
    pub fn with_opening(spec: &str, seed: u64, opening_plies: usize) -> Result<Self, OpenError> {
        let game = open(spec, None)?.spec();
        Ok(Self {
            game,
            seed,
            opening_plies,
            max_plies: DEFAULT_MAX_PLIES,
            date: None,
            clock: None,
            margin: Duration::ZERO,
            openings: None,
            adjudication: Adjudication::default(),
            comments: false,
        })
    }

    /// Returns the session of a game after its opening. Games count from 0, and both games of a pair have the same
    /// opening; it is shorter where a longer one would end the game.
    pub(crate) fn open_game(&self, number: usize) -> Result<Box<dyn Session>, OpenError> {
        if let Some(openings) = &self.openings {
            return openings.open(&self.game, pair_of(number));
        }
        let mut session = open(&self.game, None)?;
        let mut engine = shallow_engine(&self.game)?;
        let mut rng = Rng::seeded(derive_seed(self.seed, pair_of(number) as u64, 0));
        let mut plies = self.opening_plies;
        while plies > 0 {
            let mut longest = 0;
            for attempt in 0..ATTEMPTS {
                let in_progress = play_plies(&mut *session, &*engine, BasicBot::Random, plies, &mut rng);
                if in_progress && (attempt >= BALANCED_ATTEMPTS || is_balanced(&*session, &mut *engine)) {
                    return Ok(session);
                }
                longest = longest.max(session.ply());
                while session.undo().is_some() {}
            }
            plies = longest.saturating_sub(1);
        }
        Ok(session)
    }

    /// Returns the seed of a bot in a game; both count from 0.
    pub(crate) fn bot_seed(&self, game: usize, bot: usize) -> u64 {
        derive_seed(self.seed, game as u64, 1 + bot as u64)
    }
}

/// Plays this many plies with a bot; returns whether the game is still in progress.
fn play_plies(
    session: &mut dyn Session,
    engine: &dyn Engine,
    bot: BasicBot,
    plies: usize,
    rng: &mut Rng,
) -> bool {
    for _ in 0..plies {
        let Ok(Some(mv)) = engine.basic_move(session, bot, rng) else { return false };
        if session.play(&mv).is_err() {
            return false;
        }
    }
    session.outcome().is_none()
}

/// Opens an engine for basic moves and searches of a few plies.
fn shallow_engine(spec: &str) -> Result<Box<dyn Engine>, OpenError> {
    let search = Settings { hash_mib: 1, enhancements: Enhancements::EXACT, ..Settings::default() };
    Ok(engine::open(spec, EngineSettings::search(search))?)
}

/// Returns whether neither side can force the end of the game within a few plies.
fn is_balanced(session: &dyn Session, engine: &mut dyn Engine) -> bool {
    let limits = Limits { depth: Some(BALANCE_DEPTH), ..Limits::nodes(BALANCE_NODES) };
    engine.clear();
    let analysis = engine.analyze(session, &limits, &mut |_| ());
    !matches!(analysis.map(|analysis| analysis.score()), Ok(Some(Score::WinIn(_) | Score::LossIn(_))))
}

fn default_opening_plies(spec: &str) -> Result<usize, OpenError> {
    let engine = shallow_engine(spec)?;
    let longest = DEFAULT_OPENINGS[0].0;
    let mut plies = 0;
    for seed in 0..LENGTH_SAMPLES {
        let mut session = open(spec, None)?;
        play_plies(&mut *session, &*engine, BasicBot::Greedy, longest, &mut Rng::seeded(seed));
        plies += session.ply();
    }
    let mean = plies / LENGTH_SAMPLES as usize;
    Ok(DEFAULT_OPENINGS.iter().find(|(length, _)| mean >= *length).map_or(0, |(_, opening)| *opening))
}

/// Derives a seed that differs whenever one of its parts does: the finalizer of `SplitMix64` over all of them.
fn derive_seed(seed: u64, number: u64, purpose: u64) -> u64 {
    let mix = |value: u64| {
        let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    };
    [number, purpose]
        .iter()
        .fold(mix(seed), |mixed, part| mix(mixed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add(*part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_rules::games;

    #[test]
    fn both_games_of_a_pair_share_an_opening_that_does_not_end_the_game() {
        for info in games::ALL {
            let config = MatchConfig::new(info.id, 3).unwrap();
            assert!([2, 4, 6, 8].contains(&config.opening_plies), "{}", info.id);
            for pair in 0..10 {
                let (one, two) =
                    (config.open_game(2 * pair).unwrap(), config.open_game(2 * pair + 1).unwrap());
                assert_eq!((one.ply(), one.history()), (config.opening_plies, two.history()));
                assert!(one.outcome().is_none());
            }
            assert_ne!(
                config.open_game(0).unwrap().history(),
                config.open_game(2).unwrap().history(),
                "{}",
                info.id
            );
        }
    }

    #[test]
    fn no_opening_can_be_won_at_once() {
        // Without the balance check, about one in fifty openings of this game is lost within two plies.
        let config = MatchConfig::new("sight", 1).unwrap();
        for game in (0..400).step_by(2) {
            let mut session = config.open_game(game).unwrap();
            for mv in session.legal_moves() {
                session.play(&mv).unwrap();
                assert!(session.outcome().is_none(), "{:?} ended by {mv}", session.history());
                session.undo();
            }
        }
    }

    #[test]
    fn openings_that_would_end_the_game_are_shortened() {
        let mut config = MatchConfig::new("staqs:size=3", 1).unwrap();
        config.opening_plies = 500;
        for game in 0..20 {
            let session = config.open_game(game).unwrap();
            assert!(session.outcome().is_none() && session.ply() > 0);
        }
    }

    #[test]
    fn seeds_differ_in_every_part() {
        let seeds = [
            derive_seed(1, 0, 0),
            derive_seed(0, 1, 0),
            derive_seed(0, 0, 1),
            derive_seed(0, 0, 0),
            derive_seed(1, 1, 0),
            derive_seed(1, 0, 1),
        ];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed));
        }
    }
}
