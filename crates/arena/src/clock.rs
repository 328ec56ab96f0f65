//! The clocks of one game of a match.

use std::time::Duration;

use cairn_engine::bots::{BotClock, BotFault, Clocks, TimeLeft};
use cairn_rules::Player;

/// A clock for every seat that has a time control.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    seats: Vec<Option<SeatClock>>,
    /// The tolerated delay of a move after its clock has run out.
    margin: Duration,
}

#[derive(Copy, Clone, Debug)]
struct SeatClock {
    control: BotClock,
    left: Duration,
    /// The number of moves played.
    moves: u32,
}

impl SeatClock {
    fn time_left(&self) -> TimeLeft {
        let moves_to_go = self.control.moves.map(|period| period - self.moves % period);
        TimeLeft { left: self.left, increment: self.control.increment, moves_to_go }
    }
}

impl GameClock {
    /// Creates full clocks.
    pub(crate) fn new(controls: impl IntoIterator<Item = Option<BotClock>>, margin: Duration) -> Self {
        let seat = |control: BotClock| SeatClock { control, left: control.time, moves: 0 };
        Self { seats: controls.into_iter().map(|control| control.map(seat)).collect(), margin }
    }

    /// Returns the clocks for the player to move; `None` if that player has none.
    pub(crate) fn for_mover(&self, mover: Player) -> Option<Clocks> {
        let seats: Vec<_> = self.seats.iter().map(|seat| seat.as_ref().map(SeatClock::time_left)).collect();
        let clocks = Clocks { seats, margin: self.margin };
        clocks.of(mover).is_some().then_some(clocks)
    }

    /// Charges a player for a move, and adds the increment or the time of the next period.
    pub(crate) fn press(&mut self, player: Player, used: Duration) -> Result<(), BotFault> {
        let Some(Some(seat)) = self.seats.get_mut(player.index()) else { return Ok(()) };
        if used > seat.left.saturating_add(self.margin) {
            return Err(BotFault::OutOfTime { used, left: seat.left });
        }
        seat.left = seat.left.saturating_sub(used).saturating_add(seat.control.increment);
        seat.moves = seat.moves.saturating_add(1);
        if seat.control.moves.is_some_and(|period| seat.moves.is_multiple_of(period)) {
            seat.left = seat.left.saturating_add(seat.control.time);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_down_are_refilled_and_run_out() {
        let (one, two) = (Player::FIRST, Player::SECOND);
        let ms = Duration::from_millis;
        let controls = ["2/10+1", "5"].map(|text| text.parse().ok());
        let mut clock = GameClock::new(controls, ms(50));
        let left = |clock: &GameClock, player| {
            let time = clock.for_mover(one).unwrap().of(player).unwrap();
            (time.left, time.moves_to_go)
        };
        assert_eq!(left(&clock, one), (ms(10_000), Some(2)));
        clock.press(one, ms(4_000)).unwrap();
        assert_eq!(left(&clock, one), (ms(7_000), Some(1)));
        // The second move of the period: 7 - 7.02 + 1 + 10 seconds; the margin is not added.
        clock.press(one, ms(7_020)).unwrap();
        assert_eq!(left(&clock, one), (ms(11_000), Some(2)));
        clock.press(two, ms(5_050)).unwrap();
        assert_eq!(left(&clock, two), (Duration::ZERO, None));
        let fault = clock.press(two, ms(51)).unwrap_err();
        assert_eq!(fault.to_string(), "lost on time: 51 ms for a move, with 0 ms left");
        assert!(fault.is_late());
    }

    #[test]
    fn a_player_without_a_control_has_all_time() {
        let mut clock = GameClock::new(["1".parse().ok(), None], Duration::ZERO);
        assert!(clock.for_mover(Player::FIRST).is_some() && clock.for_mover(Player::SECOND).is_none());
        assert!(clock.press(Player::SECOND, Duration::MAX).is_ok());
        assert!(clock.press(Player::FIRST, Duration::from_millis(1_001)).is_err());
    }
}
