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
mod score_text;
mod screen;
mod stderr;
mod ugi;
mod user_data;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let result = cli::run(cli::Cli::parse());
    // Somebody may have left while an engine was thinking.
    cairn_engine::bots::end_all_engines();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
