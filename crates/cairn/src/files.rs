//! Files named by the user. They are replaced atomically: a crash leaves the old file or the new one.

use std::fmt;
use std::fs;
use std::path::Path;

use cairn_session::{Record, Session, record};

use crate::failure::Failure;
use crate::stdout;

/// Writes a file atomically; `-` means standard output.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(stdout::exact(contents)?);
    }
    cairn_files::replace(path, contents).map_err(|error| Failure::file(path, &error))
}

/// Writes what an interrupted command has so far, unless that would replace something; whether it was written.
pub(crate) fn write_partial(path: &Path, contents: &[u8]) -> Result<bool, Failure> {
    let replaces = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
    if !replaces {
        write(path, contents)?;
    }
    Ok(!replaces)
}

/// Reads all games in a file of records.
pub(crate) fn read_records(path: &Path) -> Result<Vec<Record>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    record::read_bytes(&bytes).map_err(|error| bad_record(path, error))
}

/// Reads one game in a file of records, numbered from 1; the last one by default.
pub(crate) fn read_game(path: &Path, number: Option<usize>) -> Result<Box<dyn Session>, Failure> {
    let records = read_records(path)?;
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
