//! Observes games for statistics: the number of legal moves, and how often the player who is ahead during the game
//! wins.
//!
//! Random playouts decide who is ahead, so no evaluation is necessary and different games are comparable.

use cairn_engine::bots::BasicBot;
use cairn_engine::{self as engine, Engine, EngineSettings, Rng};
use cairn_rules::{Outcome, Player};
use cairn_session::{OpenError, Record, Session, open};

use crate::game::tag;

/// The points at which the lead is measured, in percent of a game's plies.
const CHECKPOINTS: [usize; 3] = [25, 50, 75];
/// The number of random games from a position that decide who is ahead.
const PLAYOUTS: usize = 16;
/// The number of plies at which playouts are discarded.
const MAX_PLAYOUT_PLIES: usize = 400;

/// The number of games in which a player was ahead at one point, and of those that this player won.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct LeadCount {
    /// The point of the game, in percent of its plies.
    pub percent: usize,
    /// Decisive games in which one player was ahead.
    pub ahead: usize,
    /// Those that this player won.
    pub held: usize,
}

impl LeadCount {
    /// Returns zero counts for every checkpoint.
    pub(crate) fn zeros() -> [Self; 3] {
        CHECKPOINTS.map(|percent| Self { percent, ..Self::default() })
    }

    /// Counts a decisive game.
    pub(crate) fn add(&mut self, leader: Option<Player>, winner: Player) {
        self.ahead += usize::from(leader.is_some());
        self.held += usize::from(leader == Some(winner));
    }
}

/// The data that self-play statistics need besides the record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Observations {
    /// The number of plies before the observed ones.
    pub(crate) opening: usize,
    /// The number of legal moves at every ply after the opening.
    pub(crate) branching: Vec<u64>,
    /// The player who was ahead after a quarter, a half and three quarters of the game.
    pub(crate) leaders: [Option<Player>; 3],
}

impl Observations {
    /// Observes a game after its first `opening` plies, which no bot chose; `seed` is for the playouts.
    pub(crate) fn of(record: &Record, opening: usize, seed: u64) -> Result<Self, OpenError> {
        let mut session = start_of(record)?;
        let mut branching = Vec::new();
        for (ply, mv) in record.moves().iter().enumerate() {
            if ply >= opening {
                branching.push(session.perft(1));
            }
            if session.play(&mv.text).is_err() {
                break;
            }
        }
        Ok(Self { opening, branching, leaders: leaders(record, seed)? })
    }
}

/// Returns the start of a recorded game.
fn start_of(record: &Record) -> Result<Box<dyn Session>, OpenError> {
    open(record.game(), record.tag(tag::POSITION))
}

/// Returns the player who was ahead at each checkpoint of a game; `seed` is for the playouts.
fn leaders(record: &Record, seed: u64) -> Result<[Option<Player>; 3], OpenError> {
    let mut rng = Rng::seeded(seed);
    let mut session = start_of(record)?;
    let engine = engine::open(record.game(), EngineSettings::default())?;
    let mut leaders = [None; 3];
    let mut played = 0;
    for (percent, slot) in CHECKPOINTS.iter().zip(&mut leaders) {
        for mv in &record.moves()[played..record.moves().len() * percent / 100] {
            if session.play(&mv.text).is_err() {
                return Ok(leaders);
            }
            played += 1;
        }
        *slot = leader(&mut *session, &*engine, &mut rng);
    }
    Ok(leaders)
}

/// Returns the player who wins the most playouts from here; `None` if several do or none is won.
fn leader(session: &mut dyn Session, engine: &dyn Engine, rng: &mut Rng) -> Option<Player> {
    let mut wins = [0; 4];
    for _ in 0..PLAYOUTS {
        let mut plies = 0;
        while plies < MAX_PLAYOUT_PLIES
            && let Ok(Some(mv)) = engine.basic_move(session, BasicBot::Random, rng)
            && session.play(&mv).is_ok()
        {
            plies += 1;
        }
        if let Some(winner) = session.outcome().and_then(Outcome::winner) {
            wins[winner.index()] += 1;
        }
        for _ in 0..plies {
            session.undo();
        }
    }
    let most = wins.iter().max().filter(|most| **most > 0)?;
    let mut leaders = Player::ALL.into_iter().filter(|player| wins[player.index()] == *most);
    leaders.next().filter(|_| leaders.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_cannot_lose_is_ahead() {
        // White steps onto the last neutral disc, and then no player can step.
        let mut session = open("staqs:size=3", Some("b2,1,w2/2,n/3 w 0/0")).unwrap();
        let engine = engine::open("staqs:size=3", EngineSettings::default()).unwrap();
        assert_eq!(leader(&mut *session, &*engine, &mut Rng::seeded(1)), Some(Player::SECOND));
        assert_eq!(session.ply(), 0);
    }

    #[test]
    fn leads_are_counted() {
        let mut counts = LeadCount::zeros();
        counts[1].add(Some(Player::FIRST), Player::FIRST);
        counts[1].add(Some(Player::SECOND), Player::FIRST);
        counts[1].add(None, Player::FIRST);
        assert_eq!(counts[1], LeadCount { percent: 50, ahead: 2, held: 1 });
    }
}
