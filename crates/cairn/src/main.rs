//! The program `cairn`: stacking games in the terminal.

mod cli;
mod date;
mod failure;
mod files;
mod interrupt;
mod lines;
mod play;
mod printer;
mod score_text;
mod screen;
mod stderr;
mod ugi;
mod user_data;

use std::process::ExitCode;

use clap::Parser;

/// Ends engines when it goes, even by a panic: somebody may have left while one was thinking.
struct EngineGuard;

impl Drop for EngineGuard {
    fn drop(&mut self) {
        cairn_engine::bots::end_all_engines();
    }
}

fn main() -> ExitCode {
    let guard = EngineGuard;
    let result = cli::run(cli::Cli::parse());
    drop(guard);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
