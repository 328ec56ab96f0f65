//! The program `cairn`: stacking games in the terminal.

mod cli;
mod failure;
mod files;
mod input;
mod interrupt;
mod lines;
#[cfg(feature = "online")]
mod online;
mod output;
mod play;
mod printer;
mod review_text;
mod saved_text;
mod screen;
mod ugi;
mod usage;
mod user_data;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use cairn_coach::puzzle::Day;
/// Ends engines on drop, even after a panic, because the user may have left while one was thinking.
struct EngineGuard;

impl Drop for EngineGuard {
    fn drop(&mut self) {
        cairn_engine::bots::end_all_engines();
    }
}

/// Under a limit on addresses, as by `ulimit -v`, restarts this program with one heap for all threads. Otherwise the
/// allocator reserves 64 MiB of addresses for each thread and, once there are none left, takes a page for every small
/// allocation, until one fails.
#[cfg(target_os = "linux")]
fn share_one_heap() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const HEAPS: &str = "MALLOC_ARENA_MAX";
    if env::var_os(HEAPS).is_some() || !cairn_engine::has_address_limit() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut arguments = env::args_os();
    let mut again = Command::new(program);
    again.env(HEAPS, "1");
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    // Returns only if the new program cannot start: then this one continues.
    drop(again.args(arguments).exec());
}

/// Returns today's date in UTC.
fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
    Day::after_epoch(seconds / 86_400)
}

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    share_one_heap();
    interrupt::survive_size_limit();
    let guard = EngineGuard;
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let texts = usage::texts(&arguments);
    let result = cli::parse(&arguments, texts).and_then(cli::run);
    // Flushing buffered output can fail, for instance on a full disk, so report that too.
    let result = result.and_then(|()| Ok(output::flush()?));
    drop(guard);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(texts),
    }
}
