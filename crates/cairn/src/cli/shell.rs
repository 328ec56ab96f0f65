//! `cairn completions` and `cairn man`.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::Cli;
use crate::failure::Failure;
use crate::stdout;

pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cairn", &mut script);
    Ok(stdout::exact(&script)?)
}

pub(super) fn manual(folder: Option<&Path>) -> Result<(), Failure> {
    let command = Cli::command();
    if let Some(folder) = folder {
        return clap_mangen::generate_to(command, folder).map_err(|error| Failure::file(folder, &error));
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(stdout::exact(&page)?)
}
