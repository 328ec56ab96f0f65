//! What makes two matches the same match: the game, the seed, the openings and the longest game.

use cairn_session::study::{Analyst, Features, Limits, Score, Settings};
use cairn_session::{BasicBot, OpenError, Rng, Session, open};

use crate::seating::pair_of;

/// Games that are longer are draws, unless something else is said.
const USUAL_CAP: usize = 1000;
/// How many games of the greedy bot say how long games are.
const SAMPLES: u64 = 8;
/// How often an opening is thrown again because the game would be over, ...
const ATTEMPTS: usize = 50;
/// ... and how often of these because it would be as good as over: on tiny boards it always is.
const FAIR_ATTEMPTS: usize = 25;
/// An opening is as good as over if one side can force the end within so many plies, ...
const FAIR_PLIES: u32 = 4;
/// ... as far as a look at so many positions tells.
const FAIR_NODES: u64 = 1_000;

/// The usual openings: games that last at least so many plies begin with so many random ones.
const USUAL_OPENINGS: [(usize, usize); 4] = [(80, 8), (50, 6), (20, 4), (0, 2)];

/// What a game depends on besides the bots.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Terms {
    /// The game with its options, in its shortest form.
    pub game: String,
    /// The seed of openings and bots.
    pub seed: u64,
    /// How many random plies games begin with.
    pub opening: usize,
    /// After how many plies a game is stopped and called a draw.
    pub cap: usize,
    /// The date for records, if it is known.
    pub date: Option<String>,
}

impl Terms {
    /// The usual terms for a game: 2 to 8 random plies, depending on how long the greedy bot plays.
    pub fn of(word: &str, seed: u64) -> Result<Self, OpenError> {
        let session = open(word, None)?;
        let opening = usual_opening(session)?;
        Ok(Self { game: open(word, None)?.spec(), seed, opening, cap: USUAL_CAP, date: None })
    }

    /// A game after its opening; games are counted from 0, and both of a pair get the same. The
    /// opening is shorter where a longer one would end the game. One that throws the game away is
    /// thrown again: it would say nothing of the bots.
    pub(crate) fn open(&self, game: usize) -> Result<Box<dyn Session>, OpenError> {
        let mut session = open(&self.game, None)?;
        let mut rng = Rng::seeded(mix(self.seed, pair_of(game) as u64, 0));
        let mut plies = self.opening;
        while plies > 0 {
            let mut longest = 0;
            for attempt in 0..ATTEMPTS {
                let goes_on = wander(&mut *session, BasicBot::Random, plies, &mut rng);
                if goes_on && (attempt >= FAIR_ATTEMPTS || is_fair(&*session)) {
                    return Ok(session);
                }
                longest = longest.max(session.history().len());
                while session.undo().is_some() {}
            }
            plies = longest.saturating_sub(1);
        }
        Ok(session)
    }

    /// The seed of a bot in a game; both count from 0.
    pub(crate) fn bot_seed(&self, game: usize, bot: usize) -> u64 {
        mix(self.seed, game as u64, 1 + bot as u64)
    }
}

/// Lets a bot play so many plies; whether the game still goes on.
fn wander(session: &mut dyn Session, bot: BasicBot, plies: usize, rng: &mut Rng) -> bool {
    for _ in 0..plies {
        let Some(mv) = session.basic_move(bot, rng) else { return false };
        if session.play(&mv).is_err() {
            return false;
        }
    }
    session.outcome().is_none()
}

/// Whether nobody can force the end of the game at once.
fn is_fair(session: &dyn Session) -> bool {
    let settings = Settings { megabytes: 1, features: Features::EXACT, ..Settings::default() };
    let limits = Limits { depth: Some(FAIR_PLIES), ..Limits::nodes(FAIR_NODES) };
    let found = Analyst::new(settings).analyze(session, &limits, &mut |_| ());
    !matches!(found.score(), Some(Score::WinIn(_) | Score::LossIn(_)))
}

fn usual_opening(mut session: Box<dyn Session>) -> Result<usize, OpenError> {
    let longest = USUAL_OPENINGS[0].0;
    let word = session.spec();
    let mut plies = 0;
    for seed in 0..SAMPLES {
        wander(&mut *session, BasicBot::Greedy, longest, &mut Rng::seeded(seed));
        plies += session.history().len();
        session = open(&word, None)?;
    }
    let mean = plies / SAMPLES as usize;
    Ok(USUAL_OPENINGS.iter().find(|(least, _)| mean >= *least).map_or(0, |(_, opening)| *opening))
}

/// A seed that differs wherever one of its parts does.
fn mix(seed: u64, number: u64, purpose: u64) -> u64 {
    let scatter = |value: u64| {
        let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    };
    [number, purpose].iter().fold(scatter(seed), |mixed, part| {
        scatter(mixed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add(*part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_rules::games;

    #[test]
    fn both_games_of_a_pair_begin_alike_and_none_is_over() {
        for info in games::ALL {
            let terms = Terms::of(info.id, 3).unwrap();
            assert!([2, 4, 6, 8].contains(&terms.opening), "{}", info.id);
            for pair in 0..10 {
                let (one, two) = (terms.open(2 * pair).unwrap(), terms.open(2 * pair + 1).unwrap());
                assert_eq!((one.history().len(), one.history()), (terms.opening, two.history()));
                assert!(one.outcome().is_none());
            }
            assert_ne!(terms.open(0).unwrap().history(), terms.open(2).unwrap().history(), "{}", info.id);
        }
    }

    #[test]
    fn no_opening_throws_the_game_away() {
        // Without a second look, about one of fifty openings of this game is lost within two plies.
        let terms = Terms::of("sight", 1).unwrap();
        for game in (0..400).step_by(2) {
            let mut session = terms.open(game).unwrap();
            for mv in session.legal_moves() {
                session.play(&mv).unwrap();
                assert!(session.outcome().is_none(), "{:?} ended by {mv}", session.history());
                session.undo();
            }
        }
    }

    #[test]
    fn openings_that_would_end_the_game_are_shortened() {
        let mut terms = Terms::of("staqs:size=3", 1).unwrap();
        terms.opening = 500;
        for game in 0..20 {
            let session = terms.open(game).unwrap();
            assert!(session.outcome().is_none() && !session.history().is_empty());
        }
    }

    #[test]
    fn seeds_differ_in_every_part() {
        let seeds = [mix(1, 0, 0), mix(0, 1, 0), mix(0, 0, 1), mix(0, 0, 0), mix(1, 1, 0), mix(1, 0, 1)];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed));
        }
    }
}
