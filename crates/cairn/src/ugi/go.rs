//! The `go` command, and time management: the limits for one move.

use std::time::Duration;

use cairn_engine::bots::TimeLeft;
use cairn_engine::{Limits, Purpose};
use cairn_rules::Player;
use cairn_rules::excerpt;

/// The time limit of a bare `go`.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Time lost in communication, in milliseconds.
const OVERHEAD: u64 = 10;
/// The maximum number of players, each with a clock.
const SEATS: usize = 4;

/// The arguments of `go`.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct Go {
    /// Milliseconds left to each player.
    time: [Option<u64>; SEATS],
    /// Milliseconds added after each move.
    increment: [u64; SEATS],
    moves_left: Option<u32>,
    move_time: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Search until `stop`.
    pub(super) infinite: bool,
}

impl Go {
    pub(super) fn parse(words: &[&str]) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let value = words.next().copied().unwrap_or_default();
            let bad = || format!("`{}` is not a number for `{}` of go", excerpt(value), excerpt(word));
            // An expired clock may be negative.
            let millis = || value.parse::<i64>().map(|millis| millis.max(0) as u64).map_err(|_| bad());
            let count = || value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(bad);
            match word {
                "movetime" => go.move_time = Some(millis()?),
                "depth" => go.depth = Some(count()?.try_into().unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(count()?),
                "movestogo" => go.moves_left = Some(count()?.try_into().unwrap_or(u32::MAX)),
                _ => match clock(word) {
                    Some((seat, "time")) => go.time[seat] = Some(millis()?),
                    Some((seat, "inc")) => go.increment[seat] = millis()?,
                    _ => {
                        return Err(format!(
                            "unknown word `{}` of go; it knows p1time, p2time, p1inc, p2inc, movestogo, movetime, depth, nodes, infinite",
                            excerpt(word)
                        ));
                    }
                },
            }
        }
        Ok(go)
    }

    /// Returns the limits for the player to move; all apply at once. A clock means that the engine should choose a
    /// move; without one, the score matters too, and the engine searches a forced move like any other.
    pub(super) fn limits(&self, mover: Player) -> Limits {
        let given = Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() };
        if self.infinite {
            return given;
        }
        let millis = |millis: u64| Duration::from_millis(millis.max(1));
        let move_time = self.move_time.map(|time| millis(time - OVERHEAD.min(time / 10)));
        let clock = self.clock(mover).map(|clock| clock.for_one_move());
        let time = move_time.into_iter().chain(clock).min();
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let default = unlimited.then_some(DEFAULT_TIME);
        let purpose = if clock.is_some() { Purpose::Play } else { Purpose::Analyze };
        Limits { time: time.or(default), purpose, ..given }
    }

    /// Returns the clock of a player.
    fn clock(&self, player: Player) -> Option<TimeLeft> {
        let left = Duration::from_millis(self.time[player.index()]?);
        let increment = Duration::from_millis(self.increment[player.index()]);
        Some(TimeLeft { left, increment, moves_to_go: self.moves_left })
    }
}

/// Splits `p1time` into the index of the seat and `time`.
fn clock(word: &str) -> Option<(usize, &str)> {
    let rest = word.strip_prefix('p')?;
    let (seat, what) = rest.split_at_checked(1)?;
    let seat = seat.parse::<usize>().ok()?.checked_sub(1).filter(|&seat| seat < SEATS)?;
    Some((seat, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> (Option<u128>, Option<u32>, Option<u64>) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let limits = Go::parse(&words).unwrap().limits(Player::SECOND);
        (limits.time.map(|time| time.as_millis()), limits.depth, limits.nodes)
    }

    #[test]
    fn arguments_become_limits() {
        for (text, expected) in [
            ("", (Some(1_000), None, None)),
            ("infinite", (None, None, None)),
            ("depth 5", (None, Some(5), None)),
            ("nodes 5000 depth 3", (None, Some(3), Some(5_000))),
            ("movetime 1000", (Some(990), None, None)),
            ("movetime 1", (Some(1), None, None)),
            ("movetime -3", (Some(1), None, None)),
            ("p1time 1 p2time 50010 p1inc 9 p2inc 0", (Some(2_000), None, None)),
            ("p1time 1 p2time 50010 p2inc 1000", (Some(2_750), None, None)),
            ("p2time 100 p2inc 60000", (Some(45), None, None)),
            ("p2time 0", (Some(1), None, None)),
            ("p2time 1010 movestogo 1", (Some(1_000), None, None)),
            ("p2time 60000 movetime 100", (Some(90), None, None)),
            ("p1time 60000", (Some(1_000), None, None)),
        ] {
            assert_eq!(limits(text), expected, "{text}");
        }
        assert!(Go::parse(&["infinite", "nodes", "7"]).unwrap().infinite);
    }

    #[test]
    fn a_clock_means_play_and_anything_else_analysis() {
        let purpose = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            Go::parse(&words).unwrap().limits(Player::SECOND).purpose
        };
        for text in ["p2time 1000", "p1time 5 p2time 1000 movestogo 3", "p2time 1000 depth 8"] {
            assert_eq!(purpose(text), Purpose::Play, "{text}");
        }
        for text in ["", "infinite", "infinite p2time 1000", "movetime 100", "depth 3", "nodes 9", "p1time 9"]
        {
            assert_eq!(purpose(text), Purpose::Analyze, "{text}");
        }
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        for (text, problem) in [
            ("depth", "`` is not a number for `depth`"),
            ("depth 0", "`0` is not"),
            ("nodes many", "`many` is not"),
            ("movetime 1.5", "`1.5` is not"),
            ("ponder", "unknown word `ponder`"),
            ("p0time 5", "unknown word `p0time`"),
            ("p5time 5", "unknown word `p5time`"),
            ("p1 5", "unknown word `p1`"),
            ("pétime 5", "unknown word `pétime`"),
        ] {
            let words: Vec<&str> = text.split_whitespace().collect();
            let error = Go::parse(&words).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
