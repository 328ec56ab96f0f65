//! The result of a review: judged moves, accuracy, turning points and curves.

use std::collections::VecDeque;
use std::sync::Arc;

use cairn_rules::{Player, Wdl};
use cairn_session::Session;

use super::judgement::{Chance, Judgement};

/// The maximum number of turning points of a game.
const MAX_TURNING_POINTS: usize = 3;
/// The minimum stake of all moves together for a meaningful accuracy.
const MIN_STAKES: f64 = 0.01;

/// The review of a game; while the job is running, of its last moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    spec: String,
    seats: usize,
    plies: usize,
    /// Shared with the copies in the updates of the job.
    moves: VecDeque<Arc<MoveReview>>,
}

/// A judged move.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MoveReview {
    /// The number of moves before it.
    pub ply: usize,
    /// The player who made it.
    pub player: Player,
    /// The move in notation.
    pub mv: String,
    /// The judgement.
    pub judgement: Judgement,
    /// The chance of the player with the best move.
    pub before: Chance,
    /// The chance of the player after this move.
    pub after: Chance,
    /// The best line: it begins with this move if that was the best one.
    pub line: Vec<String>,
    /// This move and the expected reply, which shows why it was a mistake.
    pub played: Vec<String>,
    /// Whether there was no other move.
    pub is_forced: bool,
    /// Whether every other move was much worse.
    pub is_only_move: bool,
    /// The loss of chance. Where the value before the move is proven, it is the practical loss.
    pub lost: f64,
    /// The loss of the worst move: 0 for a forced move.
    pub stake: f64,
}

impl MoveReview {
    /// Returns the best move.
    pub fn best(&self) -> &str {
        self.line.first().map_or(&self.mv, String::as_str)
    }

    /// Returns whether both chances are proven.
    pub const fn is_exact(&self) -> bool {
        self.before.exact().is_some() && self.after.exact().is_some()
    }

    /// Returns whether the move gave away a proven win, and provably so.
    pub fn gave_win_away(&self) -> bool {
        self.before.exact() == Some(Wdl::Win) && self.after.exact().is_some_and(|after| after < Wdl::Win)
    }
}

/// The chance of a player over the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The player.
    pub player: Player,
    /// Numbers of plies, with the chance after them.
    pub points: Vec<(usize, f64)>,
}

impl Review {
    pub(super) fn new(session: &dyn Session) -> Self {
        let plies = session.ply();
        Self { spec: session.spec(), seats: session.seats(), plies, moves: VecDeque::new() }
    }

    /// Adds the move before the judged ones.
    pub(super) fn add(&mut self, judged: MoveReview) {
        self.moves.push_front(Arc::new(judged));
    }

    /// Returns the game with its options.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Returns the number of moves of the game.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// Returns the judged moves in the order of the game: all, or the last ones.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &MoveReview> + ExactSizeIterator + Clone {
        self.moves.iter().map(|judged| &**judged)
    }

    /// Returns the review of the move at a ply.
    pub fn at(&self, ply: usize) -> Option<&MoveReview> {
        let first = self.moves.front()?.ply;
        self.moves.get(ply.checked_sub(first)?).map(|judged| &**judged)
    }

    /// Returns whether every move is judged.
    pub fn is_complete(&self) -> bool {
        self.moves.len() == self.plies
    }

    /// Returns the accuracy of each player, from 0 to 100, rounded to tenths: the part of the chances at stake that the
    /// player kept. 100 if nothing was at stake; `None` for a player without a judged move.
    pub fn accuracy(&self) -> Vec<Option<f64>> {
        let of_player = |player: Player| {
            let own = || self.moves().filter(move |judged| judged.player == player);
            own().next()?;
            let stakes: f64 = own().map(|judged| judged.stake).sum();
            let lost: f64 = own().map(|judged| judged.lost).sum();
            let kept = if stakes < MIN_STAKES { 1.0 } else { 1.0 - lost / stakes };
            Some((kept * 1_000.0).round() / 10.0)
        };
        Player::seats(self.seats).map(of_player).collect()
    }

    /// Returns the plies of the mistakes and blunders that lost most, at most three, in the order of the game.
    pub fn turning_points(&self) -> Vec<usize> {
        let mut worst: Vec<&MoveReview> =
            self.moves().filter(|judged| judged.judgement.turns_the_game()).collect();
        worst.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        let mut plies: Vec<usize> = worst.iter().take(MAX_TURNING_POINTS).map(|judged| judged.ply).collect();
        plies.sort_unstable();
        plies
    }

    /// Returns the chances over the course of the game: with two players those of the first, otherwise those of each
    /// player after their own moves.
    pub fn curves(&self) -> Vec<Curve> {
        if self.seats != 2 {
            let of_player = |player| {
                let own = self.moves().filter(move |judged| judged.player == player);
                Curve { player, points: own.map(|judged| (judged.ply + 1, judged.after.value())).collect() }
            };
            return Player::seats(self.seats).map(of_player).collect();
        }
        let for_first = |judged: &MoveReview, chance: Chance| {
            if judged.player == Player::FIRST { chance.value() } else { chance.for_opponent().value() }
        };
        let before = self.moves.front().map(|judged| (judged.ply, for_first(judged, judged.before)));
        let after = self.moves.iter().map(|judged| (judged.ply + 1, for_first(judged, judged.after)));
        vec![Curve { player: Player::FIRST, points: before.into_iter().chain(after).collect() }]
    }
}
