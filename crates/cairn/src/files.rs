//! Files named by the user. They are replaced atomically: a crash leaves the old file or the new one.

use std::fmt;
use std::fs;
#[cfg(feature = "server")]
use std::io::Write;
use std::io::{self, Read};
use std::path::Path;

use cairn_session::{Record, Session, record};
use cairn_texts::Texts;

use crate::failure::Failure;
use crate::output;

/// Writes a file atomically; `-` means standard output.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(output::exact(contents)?);
    }
    cairn_engine::files::replace(path, contents).map_err(|error| Failure::file(path, &error))
}

/// The same for players: errors are in their language.
pub(crate) fn save(path: &Path, contents: &[u8], texts: Texts) -> Result<(), String> {
    let written = if path == Path::new("-") {
        output::exact(contents)
    } else {
        cairn_engine::files::replace(path, contents)
    };
    written.map_err(|error| format!("{}: {}", path.display(), texts.io_error(&error)))
}

/// A file that is written piece by piece and replaced at the end; `-` means standard output.
#[cfg(feature = "server")]
pub(crate) struct Replacement<'a> {
    path: &'a Path,
    file: Option<cairn_engine::files::Replacement>,
}

#[cfg(feature = "server")]
impl<'a> Replacement<'a> {
    pub(crate) fn start(path: &'a Path) -> Result<Self, Failure> {
        let is_output = path == Path::new("-");
        let file = (!is_output).then(|| cairn_engine::files::Replacement::start(path)).transpose();
        Ok(Self { path, file: file.map_err(|error| Failure::file(path, &error))? })
    }

    pub(crate) fn write(&mut self, contents: &[u8]) -> Result<(), Failure> {
        match &mut self.file {
            Some(file) => file.write_all(contents).map_err(|error| Failure::file(self.path, &error)),
            None => Ok(output::exact(contents)?),
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let finished = self.file.map_or(Ok(()), cairn_engine::files::Replacement::finish);
        finished.map_err(|error| Failure::file(self.path, &error))
    }
}

/// Writes what an interrupted command has so far, unless that would replace something; whether it was written.
pub(crate) fn write_partial(path: &Path, contents: &[u8]) -> Result<bool, Failure> {
    let replaces = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
    if !replaces {
        write(path, contents)?;
    }
    Ok(!replaces)
}

/// Fails now if a file could not be written later.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(());
    }
    cairn_engine::files::check_replaceable(path).map_err(|error| Failure::file(path, &error))
}

/// Reads all games in a file of records.
pub(crate) fn read_records(path: &Path) -> Result<Vec<Record>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    record::read_bytes(&bytes).map_err(|error| bad_record(path, error))
}

/// Reads all games from standard input.
fn read_input_records() -> Result<Vec<Record>, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    record::read_bytes(&bytes).map_err(|error| bad_record(Path::new("-"), error))
}

/// Reads one game in a file of records, numbered from 1; the last one by default.
pub(crate) fn read_game(path: &Path, number: Option<usize>) -> Result<Box<dyn Session>, Failure> {
    choose_game(path, &read_records(path)?, number)
}

/// The same for players: errors are in their language.
pub(crate) fn load_game(
    path: &Path,
    number: Option<usize>,
    texts: Texts,
) -> Result<Box<dyn Session>, String> {
    let wrong = |problem: &str| format!("{}: {problem}", path.display());
    let bytes = fs::read(path).map_err(|error| wrong(&texts.io_error(&error)))?;
    let records = record::read_bytes(&bytes).map_err(|error| wrong(&texts.message(&error.message())))?;
    let number = number.unwrap_or(records.len());
    let record = number.checked_sub(1).and_then(|index| records.get(index)).ok_or_else(|| {
        wrong(&texts.format("line.no_such_game", &[("number", &number), ("games", &records.len())]))
    })?;
    record.session().map_err(|error| wrong(&texts.message(&error.message())))
}

/// The same, where `-` means standard input.
pub(crate) fn read_game_or_input(path: &Path, number: Option<usize>) -> Result<Box<dyn Session>, Failure> {
    if path == Path::new("-") {
        return choose_game(path, &read_input_records()?, number);
    }
    read_game(path, number)
}

fn choose_game(path: &Path, records: &[Record], number: Option<usize>) -> Result<Box<dyn Session>, Failure> {
    let number = number.unwrap_or(records.len());
    let record = number.checked_sub(1).and_then(|index| records.get(index)).ok_or_else(|| {
        let problem = format!("there is no game {number} among {}", records.len());
        bad_record(path, problem)
    })?;
    record.session().map_err(|error| bad_record(path, error))
}

fn bad_record(path: &Path, problem: impl fmt::Display) -> Failure {
    Failure::Request(format!("{}: {problem}", path.display()))
}
