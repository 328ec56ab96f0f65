//! The result of a review: judged moves, accuracy, turning points and curves.

use std::collections::VecDeque;
use std::sync::Arc;

use cairn_rules::{Player, Wdl};
use cairn_session::Session;

use super::judgement::{Chance, Judgement};

/// The largest number of turning points of a game.
const MAX_TURNING_POINTS: usize = 3;
/// How fast accuracy falls with the loss of a move: to a half at 0.16. Lichess's curve without the constant that
/// makes it reach 0.
const ACCURACY_DECAY: f64 = 4.354;

/// The review of a game; of its last moves while the job is running.
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
pub struct MoveReview {
    /// The number of moves before it.
    pub ply: usize,
    /// Who made it.
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
    /// This move and the expected answer: the reason if it was a mistake.
    pub played: Vec<String>,
    /// Whether there was no other move.
    pub is_forced: bool,
    /// Whether every other move was much worse.
    pub is_only_move: bool,
}

impl MoveReview {
    /// The best move.
    pub fn best(&self) -> &str {
        self.line.first().map_or(&self.mv, String::as_str)
    }

    /// Whether both chances are proven.
    pub const fn is_exact(&self) -> bool {
        self.before.exact().is_some() && self.after.exact().is_some()
    }

    /// Whether the move gave a proven win away, as is proven too.
    pub fn gave_win_away(&self) -> bool {
        self.before.exact() == Some(Wdl::Win) && self.after.exact().is_some_and(|after| after < Wdl::Win)
    }

    /// How much of the chance the move has lost.
    pub fn lost(&self) -> f64 {
        self.before.lost(self.after)
    }

    fn accuracy(&self) -> f64 {
        // The loss of a move that was judged to be the best one is noise.
        let lost = if self.judgement == Judgement::Best { 0.0 } else { self.lost() };
        100.0 * (-ACCURACY_DECAY * lost).exp()
    }
}

/// The chance of a player in the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Whose chance it is.
    pub player: Player,
    /// Plies that have been played, with the chance then.
    pub points: Vec<(usize, f64)>,
}

impl Review {
    pub(super) fn new(session: &dyn Session) -> Self {
        let plies = session.ply();
        Self { spec: session.spec(), seats: session.seats(), plies, moves: VecDeque::new() }
    }

    /// Adds the move before those that are judged.
    pub(super) fn add(&mut self, judged: MoveReview) {
        self.moves.push_front(Arc::new(judged));
    }

    /// The game with its options.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The number of moves of the game.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// The judged moves in the order of the game: all, or the last ones.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &MoveReview> + ExactSizeIterator + Clone {
        self.moves.iter().map(|judged| &**judged)
    }

    /// The review of the move that was made after so many others.
    pub fn at(&self, ply: usize) -> Option<&MoveReview> {
        let first = self.moves.front()?.ply;
        self.moves.get(ply.checked_sub(first)?).map(|judged| &**judged)
    }

    /// Whether every move is judged.
    pub fn is_complete(&self) -> bool {
        self.moves.len() == self.plies
    }

    /// How accurately each player has moved, from 0 to 100, rounded to tenths: the mean over all moves that
    /// were not forced. 100 if all were; `None` for a player without a judged move.
    pub fn accuracy(&self) -> Vec<Option<f64>> {
        let of_player = |player: Player| {
            let own = || self.moves().filter(move |judged| judged.player == player);
            own().next()?;
            let free: Vec<f64> = own().filter(|judged| !judged.is_forced).map(MoveReview::accuracy).collect();
            if free.is_empty() {
                return Some(100.0);
            }
            let mean = free.iter().sum::<f64>() / free.len() as f64;
            Some((mean * 10.0).round() / 10.0)
        };
        Player::seats(self.seats).map(of_player).collect()
    }

    /// The plies of the moves that changed most, at most three, in the order of the game. Only mistakes and
    /// blunders count.
    pub fn turning_points(&self) -> Vec<usize> {
        let mut worst: Vec<&MoveReview> =
            self.moves().filter(|judged| judged.judgement.turns_the_game()).collect();
        worst.sort_by(|one, other| other.lost().total_cmp(&one.lost()));
        let mut plies: Vec<usize> = worst.iter().take(MAX_TURNING_POINTS).map(|judged| judged.ply).collect();
        plies.sort_unstable();
        plies
    }

    /// The chances in the course of the game: those of the first player between two, otherwise
    /// those of each player after their own moves.
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
