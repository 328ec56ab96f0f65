//! The format of a save file: the players, the seed, the clocks, the number of plies as a check, and the record.

use std::fmt::Write;
use std::time::Duration;

use cairn_rules::Message;
use cairn_session::{Session, excerpt, record};
use cairn_table::TimeControl;
use cairn_texts::Texts;

use crate::{Damage, saved};

/// The clocks of a game between two moves.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SavedClock {
    /// The time control.
    pub control: TimeControl,
    /// The time left to each player.
    pub left: Vec<Duration>,
}

/// Formats a save file.
pub(crate) fn write(
    session: &dyn Session,
    seats: &[String],
    seed: u64,
    clock: Option<&SavedClock>,
) -> String {
    let mut text = "# An unfinished game, kept after every move.\n".to_owned();
    for seat in seats {
        // Writing to a string does not fail.
        let _ = writeln!(text, "seat = {seat}");
    }
    if let Some(SavedClock { control, left }) = clock {
        let left: Vec<String> = left.iter().map(|left| left.as_millis().to_string()).collect();
        let _ = writeln!(text, "clock = {control}\nleft = {}", left.join(" "));
    }
    let _ = writeln!(text, "seed = {seed}\nplies = {}\n", session.ply());
    text + &record::write([&session.record()])
}

/// The contents of a save file.
#[derive(Debug)]
pub struct Save {
    /// The game.
    pub session: Box<dyn Session>,
    /// The player spec of each seat.
    pub seats: Vec<String>,
    /// The seed of the bots.
    pub seed: u64,
    /// The clocks, if there are any.
    pub clock: Option<SavedClock>,
}

impl Save {
    /// Returns the person's opponent, or all players, in a language.
    pub fn opponent(&self, texts: Texts) -> String {
        saved::opponents_at(&self.seats, texts)
    }
}

/// Parses and checks a save file.
pub(crate) fn read(bytes: &[u8]) -> Result<Save, Damage> {
    let text = str::from_utf8(bytes).map_err(|_| Message::new("this is not UTF-8 text"))?;
    let (lines, record) = text.split_once("\n\n").ok_or_else(|| Message::new("there is no record in it"))?;
    let (mut seats, mut seed, mut plies) = (Vec::new(), None, None);
    let (mut control, mut left) = (None, None);
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" = ") {
            Some(("seat", player)) => seats.push(player.to_owned()),
            Some(("seed", number)) => seed = number.parse().ok(),
            Some(("plies", number)) => plies = number.parse().ok(),
            Some(("clock", text)) => control = text.parse().ok(),
            Some(("left", times)) => left = millis(times),
            _ => {
                let problem = Message::new("`{line}` is not {form}");
                return Err(problem.with("line", excerpt(line)).with("form", "`name = value`").into());
            }
        }
    }
    let records = record::read(record)?;
    let [record] = &records[..] else {
        return Err(Message::new("{n} games instead of one").with("n", records.len()).into());
    };
    let session = record.session()?;
    if plies != Some(record.moves().len()) {
        return Err(Message::new("moves are missing").into());
    }
    if seats.len() != session.seats() {
        let problem = Message::new("{found} seats instead of {seats}");
        return Err(problem.with("found", seats.len()).with("seats", session.seats()).into());
    }
    let seed = seed.ok_or_else(|| Message::new("the seed is missing"))?;
    let left = left.filter(|left| left.len() == session.seats());
    let clock = control.zip(left).map(|(control, left)| SavedClock { control, left });
    Ok(Save { session, seats, seed, clock })
}

/// Parses milliseconds separated by spaces.
fn millis(text: &str) -> Option<Vec<Duration>> {
    text.split(' ').map(|word| word.parse().ok().map(Duration::from_millis)).collect()
}
