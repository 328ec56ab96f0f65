//! The format of a save file: the players, the seed, the number of plies as a check, and the record.

use std::fmt::Write;

use cairn_session::{Session, record};

/// The text of a save file.
pub(crate) fn write(session: &dyn Session, seats: &[String], seed: u64) -> String {
    let mut text = "# An unfinished game, kept after every move.\n".to_owned();
    for seat in seats {
        // Writing to a string does not fail.
        let _ = writeln!(text, "seat = {seat}");
    }
    let _ = writeln!(text, "seed = {seed}\nplies = {}\n", session.history().len());
    text + &record::write([&session.record()])
}

/// The contents of a save file.
pub(crate) struct Save {
    pub(crate) session: Box<dyn Session>,
    pub(crate) seats: Vec<String>,
    pub(crate) seed: u64,
}

/// What stands before the record.
struct Head<'a> {
    seats: Vec<String>,
    seed: Option<u64>,
    plies: Option<usize>,
    record: &'a str,
}

fn read_head(bytes: &[u8]) -> Result<Head<'_>, String> {
    let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let (lines, record) = text.split_once("\n\n").ok_or("there is no record in it")?;
    let mut head = Head { seats: Vec::new(), seed: None, plies: None, record };
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" = ") {
            Some(("seat", player)) => head.seats.push(player.to_owned()),
            Some(("seed", number)) => head.seed = number.parse().ok(),
            Some(("plies", number)) => head.plies = number.parse().ok(),
            _ => return Err(format!("`{}` is not `name = value`", line.escape_debug())),
        }
    }
    Ok(head)
}

/// Reads a save file, and checks all of it.
pub(crate) fn read(bytes: &[u8]) -> Result<Save, String> {
    let head = read_head(bytes)?;
    let records = record::read(head.record).map_err(|error| error.to_string())?;
    let [record] = &records[..] else { return Err(format!("{} games instead of one", records.len())) };
    let session = record.session().map_err(|error| error.to_string())?;
    if head.plies != Some(record.moves().len()) {
        return Err("moves are missing".to_owned());
    }
    if head.seats.len() != session.seats() {
        return Err(format!("{} seats instead of {}", head.seats.len(), session.seats()));
    }
    Ok(Save { session, seats: head.seats, seed: head.seed.ok_or("the seed is missing")? })
}
