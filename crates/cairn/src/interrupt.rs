//! Ctrl-C: a flag that long work looks at, and what it means at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C sets. Whoever presses it a second time ends the program at once.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&flag);
    // Without a handler Ctrl-C ends the program, which is what was meant too.
    let _ = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    flag
}

/// Ctrl-C at a table: it hurries a bot that thinks, and ends the program at a prompt. The game is kept
/// after every move, so nothing is lost by that.
#[derive(Clone)]
pub(crate) struct Hurry {
    thinking: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Hurry {
    pub(crate) fn new() -> Self {
        let hurry = Self { thinking: Arc::default(), stop: Arc::default() };
        let Self { thinking, stop } = hurry.clone();
        // Without a handler Ctrl-C ends the program at once, and the game is kept all the same.
        let _ = ctrlc::set_handler(move || {
            let hurries = thinking.load(Ordering::Relaxed) && !stop.swap(true, Ordering::Relaxed);
            if !hurries {
                eprintln!();
                std::process::exit(130);
            }
        });
        hurry
    }

    /// What whoever thinks looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Thinks, and says whether Ctrl-C hurried it.
    pub(crate) fn think<T>(&self, thought: impl FnOnce() -> T) -> (T, bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.thinking.store(true, Ordering::Relaxed);
        let result = thought();
        self.thinking.store(false, Ordering::Relaxed);
        (result, self.stop.swap(false, Ordering::Relaxed))
    }
}
