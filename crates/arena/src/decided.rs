//! When a game is decided: how often the side that is ahead on the way also wins.
//!
//! Who is ahead at a moment is found by random games from there, so it needs no evaluation and can
//! be compared between games.

use cairn_rules::{Outcome, Player};
use cairn_session::{BasicBot, OpenError, Record, Rng, Session, open};

/// The moments, in percent of a game's plies.
const MOMENTS: [usize; 3] = [25, 50, 75];
/// How many random games say who is ahead.
const PLAYOUTS: usize = 16;
/// Random games that are longer say nothing.
const LONGEST: usize = 400;

/// How often somebody was ahead at a moment, and how often they won.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Leads {
    /// When, in percent of the game's plies.
    pub percent: usize,
    /// Won games in which one side was ahead at this moment.
    pub ahead: usize,
    /// How many of those that side won.
    pub held: usize,
}

impl Leads {
    /// No game looked at yet.
    pub(crate) fn none() -> [Self; 3] {
        MOMENTS.map(|percent| Self { percent, ..Self::default() })
    }

    /// Adds a game by who was ahead and who won.
    pub(crate) fn add(&mut self, leader: Option<Player>, winner: Player) {
        self.ahead += usize::from(leader.is_some());
        self.held += usize::from(leader == Some(winner));
    }
}

/// Who was ahead at the moments of a game; `seed` is for the random games.
pub(crate) fn leaders(record: &Record, seed: u64) -> Result<[Option<Player>; 3], OpenError> {
    let mut rng = Rng::seeded(seed);
    let mut session = open(record.game(), None)?;
    let mut leaders = [None; 3];
    let mut played = 0;
    for (percent, ahead) in MOMENTS.iter().zip(&mut leaders) {
        for mv in &record.moves()[played..record.moves().len() * percent / 100] {
            if session.play(&mv.text).is_err() {
                return Ok(leaders);
            }
            played += 1;
        }
        *ahead = leader(&mut *session, &mut rng);
    }
    Ok(leaders)
}

/// The player who wins most random games from here, if there is one.
fn leader(session: &mut dyn Session, rng: &mut Rng) -> Option<Player> {
    let mut wins = [0; 4];
    for _ in 0..PLAYOUTS {
        let mut plies = 0;
        while plies < LONGEST
            && let Some(mv) = session.basic_move(BasicBot::Random, rng)
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
    fn who_can_only_win_is_ahead() {
        // White's stack towers over Blue's, and nobody can step any more after this one.
        let mut session = open("staqs:size=3", Some("b2,1,w2/2,n/3 w 0/0")).unwrap();
        assert_eq!(leader(&mut *session, &mut Rng::seeded(1)), Some(Player::SECOND));
        assert!(session.history().is_empty());
    }

    #[test]
    fn leads_are_counted() {
        let mut leads = Leads::none();
        leads[1].add(Some(Player::FIRST), Player::FIRST);
        leads[1].add(Some(Player::SECOND), Player::FIRST);
        leads[1].add(None, Player::FIRST);
        assert_eq!(leads[1], Leads { percent: 50, ahead: 2, held: 1 });
    }
}
