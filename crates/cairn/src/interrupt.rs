//! Signals. Ctrl-C sets a stop flag for long work, and has a special meaning at a table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cairn_engine::StopFlag;
use cairn_engine::bots::end_all_engines;

use crate::output::errln;

/// The exit status that shells expect of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Returns a flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
pub(crate) fn flag() -> StopFlag {
    flag_exiting_with(INTERRUPTED)
}

/// Does the same, with the exit status after a second Ctrl-C.
pub(crate) fn flag_exiting_with(exit_status: i32) -> StopFlag {
    let flag = StopFlag::default();
    let pressed = flag.clone();
    // Without a handler, Ctrl-C ends the program at once, which is acceptable too.
    let _ = ctrlc::set_handler(move || {
        if pressed.stop() {
            end_all_engines();
            std::process::exit(exit_status);
        }
    });
    end_engines_on_termination();
    flag
}

/// Makes a write beyond the file size limit fail like a write to a full disk, instead of ending the program.
#[cfg(unix)]
pub(crate) fn survive_size_limit() {
    // Without a handler the system ends the program.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub(crate) const fn survive_size_limit() {}

/// Ends engines when a signal other than Ctrl-C ends the program. Ignores the end of the terminal if the program was
/// started to survive it.
#[cfg(unix)]
fn end_engines_on_termination() {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};

    let signals = [SIGQUIT, SIGTERM].into_iter().chain((!survives_terminal()).then_some(SIGHUP));
    // Without a handler, or without a thread, these signals end the program at once, and well-behaved engines end with
    // their input.
    let _ = std::thread::Builder::new().spawn(move || {
        let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) else { return };
        for signal in signals.forever() {
            end_all_engines();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

#[cfg(not(unix))]
fn end_engines_on_termination() {}

/// Returns whether SIGHUP is ignored, as after `nohup`. If that is unknown, it counts as ignored.
#[cfg(unix)]
fn survives_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP is the first signal.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & 1 == 1)
}

/// Ctrl-C at a table: makes a thinking bot move now; at a prompt, or when pressed again, ends the program. The game is
/// saved after every move; the program reports unsaved moves when it ends.
#[derive(Clone)]
pub(crate) struct CtrlC {
    is_prompting: Arc<AtomicBool>,
    stop: StopFlag,
    last_words: Arc<Mutex<Option<String>>>,
}

impl CtrlC {
    pub(crate) fn new() -> Self {
        let stop_flag =
            Self { is_prompting: Arc::default(), stop: StopFlag::default(), last_words: Arc::default() };
        let Self { is_prompting, stop, last_words } = stop_flag.clone();
        // Without a handler, Ctrl-C ends the program at once, and the game is still saved.
        let _ = ctrlc::set_handler(move || {
            if is_prompting.load(Ordering::Relaxed) || stop.stop() {
                errln!();
                if let Some(words) = &*last_words.lock().unwrap_or_else(PoisonError::into_inner) {
                    errln!("{words}.");
                }
                end_all_engines();
                std::process::exit(INTERRUPTED);
            }
        });
        end_engines_on_termination();
        stop_flag
    }

    /// Sets the message to print when Ctrl-C ends the program.
    pub(crate) fn set_last_words(&self, words: Option<String>) {
        *self.last_words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Returns the flag that stops a search.
    pub(crate) fn flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Returns whether Ctrl-C was pressed since the last call.
    pub(crate) fn take(&self) -> bool {
        self.stop.take()
    }

    /// Reads input; meanwhile Ctrl-C ends the program.
    pub(crate) fn while_prompting<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_prompting.store(true, Ordering::Relaxed);
        let read = read();
        self.is_prompting.store(false, Ordering::Relaxed);
        self.take();
        read
    }
}
