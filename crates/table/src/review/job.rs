//! The work of a review: the positions of a game from the last to the first, within a budget.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_engine::EngineError;
use cairn_engine::book::Book;
use cairn_rules::{Outcome, Player, Wdl};
use cairn_session::Session;

use super::assess::{Assessment, Assessor};
use super::game_review::{MoveReview, Review};
use super::judgement::{Chance, Judgement};
use crate::GameId;

/// What a review may cost. With nodes alone and one thread it comes out the same every time.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ReviewBudget {
    /// Nodes for each position. If there is no limit at all, that of the default.
    pub nodes: Option<u64>,
    /// Time for the whole game.
    pub time: Option<Duration>,
    /// Search threads, at least 1.
    pub threads: usize,
}

impl ReviewBudget {
    /// Nodes for each position: enough to see what a good player sees, and a game in some seconds.
    pub const NODES: u64 = 100_000;

    fn nodes(&self) -> Option<u64> {
        self.nodes.or(self.time.is_none().then_some(Self::NODES))
    }
}

impl Default for ReviewBudget {
    fn default() -> Self {
        Self { nodes: Some(Self::NODES), time: None, threads: 1 }
    }
}

/// A review to be run on any thread.
pub struct ReviewJob {
    pub(super) game: GameId,
    pub(super) ticket: u64,
    session: Box<dyn Session>,
    budget: ReviewBudget,
    book: Option<Arc<Book>>,
    stop: Arc<AtomicBool>,
}

/// What a review has found so far.
#[derive(Debug)]
pub struct ReviewNews {
    pub(super) game: GameId,
    pub(super) ticket: u64,
    /// The review so far.
    pub review: Review,
    /// Whether the job has ended.
    pub is_last: bool,
}

impl ReviewJob {
    /// A review of all moves of a game, finished or not.
    pub fn new(session: &dyn Session, budget: ReviewBudget) -> Self {
        Self::at_table(GameId::new(), 0, session, Arc::default()).with_budget(budget)
    }

    pub(super) fn at_table(game: GameId, ticket: u64, session: &dyn Session, stop: Arc<AtomicBool>) -> Self {
        Self { game, ticket, session: session.fork(), budget: ReviewBudget::default(), book: None, stop }
    }

    /// Uses this budget.
    #[must_use]
    pub fn with_budget(self, budget: ReviewBudget) -> Self {
        Self { budget, ..self }
    }

    /// Takes exact values from this book too.
    #[must_use]
    pub fn with_book(self, book: Book) -> Self {
        Self { book: Some(Arc::new(book)), ..self }
    }

    /// Uses this stop flag instead of its own.
    #[must_use]
    pub fn with_stop_flag(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Judges move after move, the last one first, and reports every one; returns all that was judged before
    /// the end or the stop. A panic of the engine ends the review like a stop.
    pub fn run(self, on_news: &mut dyn FnMut(ReviewNews)) -> ReviewNews {
        let Self { game, ticket, session, budget, book, stop } = self;
        let mut review = Review::new(&*session);
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let assessor = Assessor::open(&*session, budget.threads.max(1), book, stop);
            let Ok(mut assessor) = assessor else { return };
            let mut work = Work { assessor: &mut assessor, budget, seats: session.seats() };
            let mut on_move = |judged| {
                review.add(judged);
                on_news(ReviewNews { game, ticket, review: review.clone(), is_last: false });
            };
            // The engine was opened for this game, so that it knows every position of it.
            let _ = work.judge_all(&*session, &mut on_move);
        }));
        ReviewNews { game, ticket, review, is_last: true }
    }
}

/// The position after a move.
#[derive(Copy, Clone)]
struct After {
    to_move: Player,
    outcome: Option<Outcome>,
}

/// The positions that are left to assess, and what they may cost.
struct Work<'a> {
    assessor: &'a mut Assessor,
    budget: ReviewBudget,
    seats: usize,
}

impl Work<'_> {
    fn judge_all(
        &mut self,
        session: &dyn Session,
        on_move: &mut dyn FnMut(MoveReview),
    ) -> Result<(), EngineError> {
        let moves = session.history();
        let mut at = session.fork();
        // How players ended the game says nothing about the position.
        if at.outcome().is_some_and(|outcome| outcome.reason.is_by_players()) {
            at.undo();
        }
        // With more players only the mover's own search says something about the mover.
        let mut next = match self.seats {
            2 if !moves.is_empty() => Some(self.assess(&*at, moves.len())?),
            _ => None,
        };
        for (ply, mv) in moves.iter().enumerate().rev() {
            let after = After { to_move: at.to_move(), outcome: at.outcome() };
            at.undo();
            let (judged, assessment) = self.judge(ply, mv, &*at, after, next.as_ref())?;
            if self.assessor.is_stopped() {
                return Ok(());
            }
            on_move(judged);
            next = Some(assessment);
        }
        Ok(())
    }

    /// Judges a move between two positions, given what the second one is worth.
    fn judge(
        &mut self,
        ply: usize,
        mv: &str,
        at: &dyn Session,
        after: After,
        next: Option<&Assessment>,
    ) -> Result<(MoveReview, Assessment), EngineError> {
        let player = at.to_move();
        let is_forced = at.legal_moves().len() == 1;
        let followed = next.filter(|_| self.seats == 2).map(|next| {
            let chance = if after.to_move == player { next.chance } else { next.chance.for_opponent() };
            (chance.one_ply_earlier(), following(mv, &next.line))
        });
        let mut here = match &followed {
            Some((chance, line)) if is_forced => Assessment::following(*chance, line.clone()),
            _ => self.assess(at, ply)?,
        };
        let is_choice = here.best() == Some(mv);
        let (outcome, played) = match (after.outcome, followed) {
            (Some(outcome), _) => (Chance::at_end(outcome, player).one_ply_earlier(), vec![mv.to_owned()]),
            (None, Some(followed)) => followed,
            (None, None) if is_choice => (here.chance, here.line.clone()),
            (None, None) => {
                let (nodes, time) = self.share(ply);
                let played = self.assessor.assess_move(at, mv, nodes, time)?;
                (played.chance, played.line)
            }
        };
        let afterwards = settle(&mut here, outcome, mv, is_choice, &played);
        let is_best = is_forced || here.best() == Some(mv);
        let judgement = if is_best { Judgement::Best } else { Judgement::of(here.chance, afterwards) };
        let line = if judgement == Judgement::Best { played.clone() } else { here.line.clone() };
        let judged = MoveReview {
            ply,
            player,
            mv: mv.to_owned(),
            judgement,
            before: here.chance,
            after: afterwards,
            line,
            played,
            is_forced,
            is_only_move: is_choice && here.has_only_move && !is_forced,
        };
        Ok((judged, here))
    }

    /// What the position at a ply is worth to its mover.
    fn assess(&mut self, session: &dyn Session, ply: usize) -> Result<Assessment, EngineError> {
        if let Some(outcome) = session.outcome() {
            return Ok(Assessment::following(Chance::at_end(outcome, session.to_move()), Vec::new()));
        }
        let (nodes, time) = self.share(ply);
        self.assessor.assess(session, nodes, time)
    }

    /// What the position at a ply may cost: an equal share of the time that is left.
    fn share(&self, ply: usize) -> (Option<u64>, Option<Duration>) {
        let positions = u32::try_from(ply).unwrap_or(u32::MAX).saturating_add(1);
        let time = self.budget.time.map(|time| time.saturating_sub(self.assessor.spent) / positions);
        (self.budget.nodes(), time)
    }
}

/// A line that begins with a move.
fn following(mv: &str, line: &[String]) -> Vec<String> {
    [&[mv.to_owned()], line].concat()
}

/// Lets what is known before a move and after it say the same: a move is worth at most what its position is,
/// and a position at least what its moves are. Returns the chance after the move.
fn settle(here: &mut Assessment, mut after: Chance, mv: &str, is_choice: bool, played: &[String]) -> Chance {
    if after.exact().is_none() {
        let lost = (here.chance.exact() == Some(Wdl::Loss)).then_some(Wdl::Loss);
        if let Some(value) = here.value_of(mv).or(lost) {
            after = Chance::exactly(value);
        }
    }
    let is_open = here.chance.exact().is_none();
    if after.exact().is_none() && !is_open && (is_choice || after.value() > here.chance.value()) {
        after = here.chance;
    } else if is_open && (is_choice || after.value() >= here.chance.value()) {
        // The search after the move has seen one ply more.
        here.chance = after;
        here.line = played.to_vec();
    }
    after
}

impl fmt::Debug for ReviewJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewJob")
            .field("session", &self.session)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
