//! The program `cairn`: stacking games in the terminal.

mod cli;
mod date;
mod failure;
mod files;
mod interrupt;
mod lines;
mod play;
mod printer;
mod review_text;
mod saved_text;
mod score_text;
mod screen;
mod stderr;
mod stdout;
mod ugi;
mod user_data;

use std::process::ExitCode;

use clap::Parser;

use failure::Failure;

/// Ends engines when it goes, even by a panic: somebody may have left while one was thinking.
struct EngineGuard;

impl Drop for EngineGuard {
    fn drop(&mut self) {
        cairn_engine::bots::end_all_engines();
    }
}

fn main() -> ExitCode {
    interrupt::survive_size_limit();
    let guard = EngineGuard;
    let result = cli::Cli::try_parse().map_err(Failure::Usage).and_then(cli::run);
    // What is still held back may not find room, and that must not pass in silence.
    let result = result.and_then(|()| Ok(stdout::flush()?));
    drop(guard);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
