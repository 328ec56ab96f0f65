//! The format of a save file: the players, the seed, the number of plies as a check, and the record.

use std::fmt::Write;

use cairn_rules::Message;
use cairn_session::{Session, excerpt, record};

use crate::Damage;

/// The text of a save file.
pub(crate) fn write(session: &dyn Session, seats: &[String], seed: u64) -> String {
    let mut text = "# An unfinished game, kept after every move.\n".to_owned();
    for seat in seats {
        // Writing to a string does not fail.
        let _ = writeln!(text, "seat = {seat}");
    }
    let _ = writeln!(text, "seed = {seed}\nplies = {}\n", session.ply());
    text + &record::write([&session.record()])
}

/// The contents of a save file.
pub(crate) struct Save {
    pub(crate) session: Box<dyn Session>,
    pub(crate) seats: Vec<String>,
    pub(crate) seed: u64,
}

/// The head of a save file, before the record, and the record itself.
struct Head<'a> {
    seats: Vec<String>,
    seed: Option<u64>,
    plies: Option<usize>,
    record: &'a str,
}

fn read_head(bytes: &[u8]) -> Result<Head<'_>, Damage> {
    let text = str::from_utf8(bytes).map_err(|_| Message::new("this is not UTF-8 text"))?;
    let (lines, record) = text.split_once("\n\n").ok_or_else(|| Message::new("there is no record in it"))?;
    let mut head = Head { seats: Vec::new(), seed: None, plies: None, record };
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" = ") {
            Some(("seat", player)) => head.seats.push(player.to_owned()),
            Some(("seed", number)) => head.seed = number.parse().ok(),
            Some(("plies", number)) => head.plies = number.parse().ok(),
            _ => {
                let problem = Message::new("`{line}` is not {form}");
                return Err(problem.with("line", excerpt(line)).with("form", "`name = value`").into());
            }
        }
    }
    Ok(head)
}

/// Reads a save file, and checks all of it.
pub(crate) fn read(bytes: &[u8]) -> Result<Save, Damage> {
    let head = read_head(bytes)?;
    let records = record::read(head.record)?;
    let [record] = &records[..] else {
        return Err(Message::new("{n} games instead of one").with("n", records.len()).into());
    };
    let session = record.session()?;
    if head.plies != Some(record.moves().len()) {
        return Err(Message::new("moves are missing").into());
    }
    if head.seats.len() != session.seats() {
        let problem = Message::new("{found} seats instead of {seats}");
        return Err(problem.with("found", head.seats.len()).with("seats", session.seats()).into());
    }
    let seed = head.seed.ok_or_else(|| Message::new("the seed is missing"))?;
    Ok(Save { session, seats: head.seats, seed })
}
