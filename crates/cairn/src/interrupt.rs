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

/// Ctrl-C at a table: it hurries whoever thinks, and ends the program at a prompt or when it is pressed
/// again. The game is kept after every move, so nothing is lost by that.
#[derive(Clone)]
pub(crate) struct StopFlag {
    asking: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl StopFlag {
    pub(crate) fn new() -> Self {
        let stop_flag = Self { asking: Arc::default(), stop: Arc::default() };
        let Self { asking, stop } = stop_flag.clone();
        // Without a handler Ctrl-C ends the program at once, and the game is kept all the same.
        let _ = ctrlc::set_handler(move || {
            if asking.load(Ordering::Relaxed) || stop.swap(true, Ordering::Relaxed) {
                eprintln!();
                std::process::exit(130);
            }
        });
        stop_flag
    }

    /// What whoever thinks looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether Ctrl-C was pressed since the last time that this was asked.
    pub(crate) fn was_pressed(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// Waits for somebody to type.
    pub(crate) fn while_asking<T>(&self, read: impl FnOnce() -> T) -> T {
        self.asking.store(true, Ordering::Relaxed);
        let read = read();
        self.asking.store(false, Ordering::Relaxed);
        self.was_pressed();
        read
    }
}
