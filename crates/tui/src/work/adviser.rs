//! Somebody to ask about a position: who stands better, and what would be best.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use cairn_session::Session;
use cairn_session::study::{Analysis, Analyst, Limits, Settings};

use super::guarded;
use crate::event::Event;

/// Positions that are looked at: enough to be worth listening to, and over in a moment.
const NODES: u64 = 200_000;
/// Memory for what was seen.
const MEGABYTES: usize = 16;

/// News of a search.
pub(crate) struct Advice {
    ticket: u64,
    /// What is known now; nothing if the search has failed.
    analysis: Option<Analysis>,
    /// The analyst, when the search has ended.
    back: Option<Analyst>,
}

/// Who advises: one search at a time, always about the position asked for last.
pub(crate) struct Adviser {
    /// At home unless a search is under way.
    analyst: Option<Analyst>,
    ticket: u64,
    stop: Arc<AtomicBool>,
    /// The position that advice is wanted on.
    wanted: Option<String>,
    /// What is known of it, and whether that is all.
    known: Option<Analysis>,
    done: bool,
}

impl Adviser {
    pub(crate) fn new() -> Self {
        Self {
            analyst: Some(fresh()),
            ticket: 0,
            stop: Arc::default(),
            wanted: None,
            known: None,
            done: false,
        }
    }

    /// Sees to it that the position of a session is searched.
    pub(crate) fn ask(&mut self, session: &dyn Session, outbox: &Sender<Event>) {
        let position = session.position();
        if self.wanted.as_ref() != Some(&position) {
            self.dismiss();
            self.wanted = Some(position);
        }
        if self.done || session.outcome().is_some() {
            return;
        }
        let Some(mut analyst) = self.analyst.take() else { return };
        self.ticket += 1;
        self.stop = Arc::default();
        let (ticket, stop, outbox) = (self.ticket, Arc::clone(&self.stop), outbox.clone());
        let study = session.study();
        thread::spawn(move || {
            let send = |analysis, back| {
                // Nobody listens when the app has ended.
                let _ = outbox.send(Event::Advice(Advice { ticket, analysis, back }));
            };
            let limits = Limits { stop: Some(stop), ..Limits::nodes(NODES) };
            let found = guarded(|| {
                study.search(&mut analyst, &limits, &mut |analysis| send(Some(analysis.clone()), None))
            });
            match found {
                Ok(analysis) => send(Some(analysis), Some(analyst)),
                Err(_) => send(None, Some(fresh())),
            }
        });
    }

    /// Takes note of news.
    pub(crate) fn hear(&mut self, advice: Advice) {
        let current = advice.ticket == self.ticket && self.wanted.is_some();
        if current && advice.analysis.is_some() {
            self.known = advice.analysis;
        }
        if let Some(analyst) = advice.back {
            self.analyst = Some(analyst);
            self.done = current;
        }
    }

    /// Ends what is under way; nothing is wanted any more.
    pub(crate) fn dismiss(&mut self) {
        self.hurry();
        // An answer that is still on its way belongs to nobody.
        self.ticket += 1;
        (self.wanted, self.known, self.done) = (None, None, false);
    }

    /// Makes do with what is known already.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What is known of the position asked about.
    pub(crate) const fn known(&self) -> Option<&Analysis> {
        self.known.as_ref()
    }

    /// Whether a search is under way.
    pub(crate) const fn is_searching(&self) -> bool {
        self.analyst.is_none()
    }

    /// Whether that is all there will be.
    pub(crate) const fn is_done(&self) -> bool {
        self.done
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.hurry();
    }
}

fn fresh() -> Analyst {
    Analyst::new(Settings { megabytes: MEGABYTES, ..Settings::default() })
}
