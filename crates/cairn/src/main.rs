//! The program `cairn`: five stacking games in the terminal.

mod cli;
mod date;
mod failure;
mod files;
mod interrupt;
mod lines;
mod look;
mod play;
mod screen;
mod shelf;
mod ugi;
mod worth;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::run(cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
