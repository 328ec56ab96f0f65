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
mod ugi;
mod user_data;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::run(cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
