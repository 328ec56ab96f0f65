//! Ctrl-C: a flag that long work looks at, and what it means at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_engine::bots::end_all_engines;

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

/// Lets engines end when the program is asked to end by a signal other than Ctrl-C. The one that says that
/// the terminal is closed is left alone: a match may have been told to survive it.
#[cfg(unix)]
pub(crate) fn end_engines_on_termination() {
    use signal_hook::consts::{SIGQUIT, SIGTERM};

    // Without a handler they end the program at once, and well-behaved engines by the end of their input.
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGQUIT, SIGTERM]) {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                end_all_engines();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    }
}

#[cfg(not(unix))]
pub(crate) fn end_engines_on_termination() {}

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
                end_all_engines();
                std::process::exit(130);
            }
        });
        end_engines_on_termination();
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
