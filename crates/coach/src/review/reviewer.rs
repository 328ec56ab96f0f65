//! The review of a game in play: one job at a time, for the current state of the game.

use cairn_engine::StopFlag;
use cairn_session::Session;

use super::job::JobId;
use super::{Review, ReviewBudget, ReviewJob, ReviewUpdate};

/// The review that an interface shows beside a game, if it is open.
///
/// ```
/// use cairn_coach::review::Reviewer;
///
/// let mut session = cairn_session::open("staqs:size=3", None)?;
/// let mut reviewer = Reviewer::default();
/// assert!(reviewer.open(&*session).is_none(), "there is no move to review");
/// session.play("a1")?;
/// if let Some(job) = reviewer.open(&*session) {
///     reviewer.on_update(job.run(&mut |_| ()));
/// }
/// assert!(reviewer.review().is_some_and(|review| review.is_complete()));
/// session.undo();
/// reviewer.check(&*session);
/// assert!(reviewer.review().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Reviewer {
    /// The review so far, and its job.
    open: Option<(JobId, Review)>,
    is_running: bool,
    stop: StopFlag,
}

impl Reviewer {
    /// Returns the review of the game, partial or complete, if it is open.
    pub fn review(&self) -> Option<&Review> {
        self.open.as_ref().map(|(_, review)| review)
    }

    /// Returns whether the job of the open review is running.
    pub const fn is_running(&self) -> bool {
        self.is_running
    }

    /// Opens the review of a game in its current state and returns the job to run. `None` if no move has been played,
    /// or if a review is already open.
    pub fn open(&mut self, session: &dyn Session) -> Option<ReviewJob> {
        if session.ply() == 0 || self.open.is_some() {
            return None;
        }
        self.stop = StopFlag::default();
        let job = ReviewJob::new(session, ReviewBudget::default()).with_stop(self.stop.clone());
        self.open = Some((job.id, Review::new(session)));
        self.is_running = true;
        Some(job)
    }

    /// Handles an update of the job. Ignores updates of a closed review.
    pub fn on_update(&mut self, update: ReviewUpdate) {
        if let Some((_, review)) = self.open.as_mut().filter(|(id, _)| *id == update.id) {
            *review = update.review;
            self.is_running = !update.is_last;
        }
    }

    /// Closes the review, and stops its job if it is running.
    pub fn close(&mut self) {
        self.stop.stop();
        (self.open, self.is_running) = (None, false);
    }

    /// Closes the review if the game has changed. Call it after every change of the game: it only compares the number
    /// of moves.
    pub fn check(&mut self, session: &dyn Session) {
        if self.review().is_some_and(|review| review.plies() != session.ply()) {
            self.close();
        }
    }
}

impl Drop for Reviewer {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
