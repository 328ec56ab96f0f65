//! The review at a table: one job at a time, for the game as it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Review, ReviewJob, ReviewNews};
use crate::event::{Effect, Refused};
use crate::table::{Effects, Table};

/// The review of the game, if one was asked for.
#[derive(Debug, Default)]
pub(crate) struct Reviewer {
    ticket: u64,
    stop: Arc<AtomicBool>,
    is_running: bool,
    /// What is known so far.
    known: Option<Review>,
}

impl Reviewer {
    /// Stops the job and drops what it has found.
    pub(crate) fn dismiss(&mut self) {
        self.stop();
        self.ticket += 1;
        (self.is_running, self.known) = (false, None);
    }

    /// Stops the job and keeps what it has found.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Reviewer {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Table {
    /// The review of the game, so far or final, if it is open.
    pub fn review(&self) -> Option<&Review> {
        self.reviewer.known.as_ref()
    }

    /// Whether a review is running.
    pub const fn is_reviewing(&self) -> bool {
        self.reviewer.is_running
    }

    /// Opens the review of the game as it stands; one that is open already stays.
    pub(crate) fn open_review(&mut self, effects: &mut Effects) -> Result<(), Refused> {
        if self.session.ply() == 0 {
            return Err(Refused::NothingToReview);
        }
        if self.reviewer.known.is_some() {
            return Ok(());
        }
        self.reviewer.ticket += 1;
        self.reviewer.stop = Arc::default();
        self.reviewer.is_running = true;
        self.reviewer.known = Some(Review::new(&*self.session));
        let (ticket, stop) = (self.reviewer.ticket, Arc::clone(&self.reviewer.stop));
        effects.push(Effect::Review(ReviewJob::at_table(self.game, ticket, &*self.session, stop)));
        Ok(())
    }

    pub(crate) fn hear_review(&mut self, news: ReviewNews) {
        let is_current = news.game == self.game && news.ticket == self.reviewer.ticket;
        if let Some(review) = self.reviewer.known.as_mut().filter(|_| is_current) {
            *review = news.review;
            self.reviewer.is_running = !news.is_last;
        }
    }

    /// Closes the review when the game is no longer the one that was reviewed. Called after every event, so that
    /// comparing the number of moves is enough: an event that replaces moves by others changes it.
    pub(crate) fn check_review(&mut self) {
        if self.review().is_some_and(|review| review.plies() != self.session.ply()) {
            self.reviewer.dismiss();
        }
    }
}
