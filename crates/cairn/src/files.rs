//! Files named by the user. They are replaced atomically: a crash leaves the old file or the new one.

use std::fs;
#[cfg(feature = "server")]
use std::io::Write;
use std::io::{self, Read};
use std::path::Path;

use cairn_rules::Message;
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

/// Does the same for players: errors are in their language.
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

/// Writes the results so far of an interrupted command, unless they would replace a file; returns whether it did.
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

/// Reads all games in a file of records; `-` means standard input.
pub(crate) fn read_records(path: &Path) -> Result<Vec<Record>, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        bytes
    } else {
        fs::read(path).map_err(|error| Failure::file(path, &error))?
    };
    record::read_bytes(&bytes).map_err(|error| Failure::bad_file(path, error.message()))
}

/// Reads the games in a file of records: one of them, numbered from 1, or all. Returns at least one.
pub(crate) fn read_games(path: &Path, number: Option<usize>) -> Result<Vec<Box<dyn Session>>, Failure> {
    let records = read_records(path)?;
    let number = number.or(records.is_empty().then_some(1));
    let chosen = match number {
        None => &records[..],
        Some(number) => records.get(number.wrapping_sub(1)..number).ok_or_else(|| {
            let problem = Message::new("there is no game {number} among {games}");
            Failure::bad_file(path, problem.with("number", number).with("games", records.len()))
        })?,
    };
    let open = |record: &Record| record.session().map_err(|error| Failure::bad_file(path, error.message()));
    chosen.iter().map(open).collect()
}

/// Does the same for players: errors are in their language.
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
