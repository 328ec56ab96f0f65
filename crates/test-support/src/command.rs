//! Starts programs for tests, with the same behaviour in every environment.

use std::env;
use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::Command;

/// Variables that affect the output of the program or the location of its files, besides those that begin with
/// `CAIRN_`.
const VARIABLES: [&str; 9] = [
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORFGBG",
    "COLORTERM",
    "COLUMNS",
    "LANG",
    "LANGUAGE",
    "NO_COLOR",
    "TERM",
];

/// Returns the variables of this process that a program under test must not inherit.
pub fn variables_to_remove() -> impl Iterator<Item = OsString> {
    let names = env::vars_os().map(|(name, _)| name);
    names.filter(|name| {
        let name = name.to_string_lossy();
        name.starts_with("CAIRN_") || name.starts_with("LC_") || VARIABLES.contains(&&*name)
    })
}

/// Returns a command that runs a program with a folder as the user's storage, in English, without a terminal's
/// variables and with the default signal dispositions.
pub fn command(program: impl AsRef<OsStr>, home: &Path) -> Command {
    #[cfg(unix)]
    signals::reset_in_children();
    let mut command = Command::new(program);
    for name in variables_to_remove() {
        command.env_remove(name);
    }
    command.env("CAIRN_HOME", home).env("LC_ALL", "C.UTF-8");
    command
}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::sync::{Arc, Once};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    /// Gives children the default dispositions of signals that this process was started to ignore, as under `nohup` or
    /// in the background of a script. A child inherits ignored signals but not handled ones, so an empty handler does
    /// not affect this process.
    pub(super) fn reset_in_children() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let ignored = ignored();
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                if ignored >> (signal - 1) & 1 == 1 {
                    let registered = signal_hook::flag::register(signal, Arc::default());
                    assert!(registered.is_ok(), "signal {signal}: {registered:?}");
                }
            }
        });
    }

    /// Returns the signals that this process ignores, one bit each; none where the system does not report them.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

/// Returns a random port, which may be in use. The system does not assign such ports to clients, so it stays free while
/// a server that used it is stopped.
pub fn random_port() -> u16 {
    10_000 + (RandomState::new().hash_one(0) % 20_000) as u16
}
