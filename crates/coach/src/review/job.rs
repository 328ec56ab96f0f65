//! The job of a review: judges the moves of a game from the last to the first, within a budget.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cairn_engine::EngineError;
use cairn_engine::StopFlag;
use cairn_engine::book::Book;
use cairn_rules::{Outcome, Player, Wdl};
use cairn_session::Session;

use super::assess::{Assessment, Assessor, DEFAULT_HASH_MIB};
use super::game_review::{MoveReview, Review};
use super::judgement::{Chance, Judgement};
use super::practical::{PracticalChances, PracticalEngine};

/// The budget of a review. With a node limit only and one thread, the result is always the same.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ReviewBudget {
    /// Nodes for each position; [`ReviewBudget::NODES`] if there is no other limit.
    pub nodes: Option<u64>,
    /// Time for the whole game.
    pub time: Option<Duration>,
    /// Search threads, at least 1.
    pub threads: usize,
}

impl ReviewBudget {
    /// The default number of nodes per position: as strong as a good player, at a few seconds per game.
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

/// Identifies a job among all jobs of this process.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct JobId(u64);

impl JobId {
    fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A review to run on any thread.
#[derive(Debug)]
pub struct ReviewJob {
    pub(super) id: JobId,
    session: Box<dyn Session>,
    budget: ReviewBudget,
    book: Option<Arc<Book>>,
    stop: StopFlag,
    hash_mib: usize,
}

/// The results of a review so far.
#[derive(Debug)]
pub struct ReviewUpdate {
    pub(super) id: JobId,
    /// The review so far.
    pub review: Review,
    /// Whether the job has ended.
    pub is_last: bool,
}

impl ReviewJob {
    /// Creates a review of all moves of a game, finished or not.
    pub fn new(session: &dyn Session, budget: ReviewBudget) -> Self {
        let (id, stop, hash_mib) = (JobId::new(), StopFlag::default(), DEFAULT_HASH_MIB);
        Self { id, session: session.fork(), budget, book: None, stop, hash_mib }
    }

    /// Uses this budget.
    #[must_use]
    pub fn with_budget(self, budget: ReviewBudget) -> Self {
        Self { budget, ..self }
    }

    /// Uses tables of this size in MiB, one for the search and one for proofs.
    #[must_use]
    pub fn with_hash_mib(self, hash_mib: usize) -> Self {
        Self { hash_mib, ..self }
    }

    /// Adds a book of exact values.
    #[must_use]
    pub fn with_book(self, book: Book) -> Self {
        Self { book: Some(Arc::new(book)), ..self }
    }

    /// Uses this stop flag instead of its own.
    #[must_use]
    pub fn with_stop(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Judges the moves one by one, the last one first, and reports each; returns the last update. A panic of the
    /// engine ends the review like a stop.
    pub fn run(self, on_update: &mut dyn FnMut(ReviewUpdate)) -> ReviewUpdate {
        let id = self.id;
        let mut run = self.start();
        while run.judge_next() {
            on_update(ReviewUpdate { id, review: run.review.clone(), is_last: false });
        }
        ReviewUpdate { id, review: run.review, is_last: true }
    }

    /// Starts a review that judges one move per call.
    pub fn start(self) -> ReviewRun {
        ReviewRun { review: Review::new(&*self.session), job: self, work: None, is_over: false }
    }
}

/// A review in progress, which can be interrupted between moves.
#[derive(Debug)]
pub struct ReviewRun {
    job: ReviewJob,
    review: Review,
    /// The remaining work; `None` before the first move is judged.
    work: Option<Work>,
    is_over: bool,
}

impl ReviewRun {
    /// Returns the review so far.
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the game up to its end.
    pub fn session(&self) -> &dyn Session {
        &*self.job.session
    }

    /// Judges the last unjudged move; returns `false` if there is none, or if the review was stopped. A panic of the
    /// engine ends the review like a stop.
    pub fn judge_next(&mut self) -> bool {
        if self.is_over {
            return false;
        }
        let Self { job, work, .. } = self;
        let judged = catch_unwind(AssertUnwindSafe(|| {
            let work = match work {
                Some(work) => work,
                None => work.insert(Work::open(job)?),
            };
            // The engine was opened for this game, so it accepts every position of it.
            work.judge_next().ok().flatten()
        }));
        match judged {
            Ok(Some(judged)) => self.review.add(judged),
            Ok(None) | Err(_) => self.is_over = true,
        }
        !self.is_over
    }
}

/// The position after a move.
#[derive(Copy, Clone)]
struct After {
    to_move: Player,
    outcome: Option<Outcome>,
}

/// The remaining work of a review.
#[derive(Debug)]
struct Work {
    judge: Judge,
    /// The moves left to judge, and the position after them.
    moves: Vec<String>,
    at: Box<dyn Session>,
    /// The assessment of that position, if there is one.
    next: Option<Assessment>,
}

impl Work {
    fn open(job: &ReviewJob) -> Option<Self> {
        let ReviewJob { session, budget, book, stop, hash_mib, .. } = job;
        let threads = budget.threads.max(1);
        let assessor = Assessor::open(&**session, threads, *hash_mib, book.clone(), stop.clone()).ok()?;
        let mut at = session.fork();
        // A resignation or an agreement does not affect the position.
        if at.outcome().is_some_and(|outcome| outcome.reason.is_by_players()) {
            at.undo();
        }
        let practical = PracticalEngine::open(&**session, stop.clone()).ok()?;
        let judge = Judge { assessor, practical, budget: *budget, seats: session.seats() };
        Some(Self { judge, moves: session.history(), at, next: None })
    }

    /// Judges the last remaining move; `None` if there is none, or if the review was stopped.
    fn judge_next(&mut self) -> Result<Option<MoveReview>, EngineError> {
        let Self { judge, moves, at, next } = self;
        let Some(mv) = moves.pop() else { return Ok(None) };
        let ply = moves.len();
        // With more than two players, only the mover's own search gives the mover's chance.
        if next.is_none() && judge.seats == 2 {
            *next = Some(judge.assess(&**at, ply + 1)?);
        }
        let after = After { to_move: at.to_move(), outcome: at.outcome() };
        at.undo();
        let (judged, assessment) = judge.judge(ply, &mv, &**at, after, next.as_ref())?;
        *next = Some(assessment);
        Ok((!judge.assessor.is_stopped()).then_some(judged))
    }
}

/// Judges moves by assessing positions, within a budget.
#[derive(Debug)]
struct Judge {
    assessor: Assessor,
    practical: PracticalEngine,
    budget: ReviewBudget,
    seats: usize,
}

impl Judge {
    /// Judges a move between two positions, given the assessment of the second one.
    fn judge(
        &mut self,
        ply: usize,
        mv: &str,
        at: &dyn Session,
        after: After,
        next: Option<&Assessment>,
    ) -> Result<(MoveReview, Assessment), EngineError> {
        let player = at.to_move();
        let legal = at.legal_moves();
        let is_forced = legal.len() == 1;
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
        let practical =
            if is_forced { PracticalChances::default() } else { self.practical.chances(at, mv, &legal)? };
        let (judgement, lost) =
            if is_best { (Judgement::Best, 0.0) } else { Judgement::of(here.chance, afterwards, practical) };
        // The loss of a move that was judged as the best one is noise.
        let lost = if judgement == Judgement::Best { 0.0 } else { lost };
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
            lost,
            stake: lost.max(practical.best - practical.worst),
        };
        Ok((judged, here))
    }

    /// Assesses the position at a ply for the player to move.
    fn assess(&mut self, session: &dyn Session, ply: usize) -> Result<Assessment, EngineError> {
        if let Some(outcome) = session.outcome() {
            return Ok(Assessment::following(Chance::at_end(outcome, session.to_move()), Vec::new()));
        }
        let (nodes, time) = self.share(ply);
        self.assessor.assess(session, nodes, time)
    }

    /// Returns the budget of the position at a ply: an equal share of the remaining time.
    fn share(&self, ply: usize) -> (Option<u64>, Option<Duration>) {
        let positions = u32::try_from(ply).unwrap_or(u32::MAX).saturating_add(1);
        let time = self
            .budget
            .time
            .map(|time| time.saturating_sub(self.assessor.spent + self.practical.spent) / positions);
        (self.budget.nodes(), time)
    }
}

/// Returns a move followed by a line.
fn following(mv: &str, line: &[String]) -> Vec<String> {
    [&[mv.to_owned()], line].concat()
}

/// Makes the assessments before and after a move consistent: a move is worth at most as much as its position, and a
/// position at least as much as each move. Returns the chance after the move.
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
        // The search after the move has searched one ply deeper.
        here.chance = after;
        here.line = played.to_vec();
    }
    after
}
