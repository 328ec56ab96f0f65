//! The file of seats in games on servers: one line a game, with the token that gives the seats, so that a game can be
//! gone on with after the program has ended. Only the user may read it.

use std::fmt::Write;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cairn_texts::{Texts, safe_line};

use crate::StorageError;
use crate::ratings::{lock, read_bytes};

const DAMAGED_EXTENSION: &str = "damaged";
/// The games that are remembered; the oldest ones go first.
const MOST: usize = 500;
/// How much of a damaged line is shown. It may be most of a secret, so it is not much.
const EXCERPT: usize = 30;
/// The longest address and the longest token that are kept.
const LONGEST_WORD: usize = 300;
/// What the file begins with.
const HEAD: &str = "# address of a game, seats, token; whoever has the token can move there\n";

/// The seats of the user in a game on a server.
#[derive(Clone, Eq, PartialEq)]
pub struct OnlineSeat {
    /// The address of the game.
    pub game: String,
    /// The seats, from 0.
    pub seats: Vec<usize>,
    /// The secret that gives them.
    pub token: String,
}

/// What was wrong in the file of seats, which was set aside.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DamagedSeats {
    /// The file as it was.
    pub aside: PathBuf,
    /// The first line that is no seat, from 1.
    pub line: usize,
    /// What stands there, shortened and escaped.
    pub text: String,
}

impl DamagedSeats {
    /// The message in a language.
    pub fn tell(&self, texts: Texts) -> String {
        let path = self.aside.display();
        texts.format("online.damaged", &[("line", &self.line), ("word", &self.text), ("path", &path)])
    }
}

impl OnlineSeat {
    /// Whether it can be kept: its address and its token are words of visible ASCII, and it has seats.
    pub fn is_sound(&self) -> bool {
        let is_word = |word: &str| {
            !word.is_empty() && word.len() <= LONGEST_WORD && word.bytes().all(|byte| byte.is_ascii_graphic())
        };
        is_word(&self.game)
            && !self.game.starts_with('#')
            && is_word(&self.token)
            && !self.seats.is_empty()
            && self.seats.iter().all(|seat| *seat < 4)
    }

    fn line(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(usize::to_string).collect();
        format!("{} {} {}", self.game, seats.join(","), self.token)
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (game, seats, token) = (words.next()?, words.next()?, words.next()?);
        let seats = seats.split(',').map(|seat| seat.parse().ok()).collect::<Option<_>>()?;
        let seat = Self { game: game.to_owned(), seats, token: token.to_owned() };
        (words.next().is_none() && seat.is_sound()).then_some(seat)
    }
}

/// A damaged line: its number and what stands there.
type Damage = (usize, String);

/// Reads the file: the seats, oldest first, and the first damaged line.
fn read(path: &Path) -> Result<(Vec<OnlineSeat>, Option<Damage>), StorageError> {
    let bytes = match read_bytes(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        read => read.map_err(|error| StorageError::file(path, error))?,
    };
    let (mut seats, mut damage) = (Vec::new(), None);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        match str::from_utf8(line).ok().and_then(OnlineSeat::read) {
            Some(seat) => seats.push(seat),
            None if damage.is_none() => {
                let text: String = String::from_utf8_lossy(line).chars().take(EXCERPT).collect();
                damage = Some((number, safe_line(&text).into_owned()));
            }
            None => {}
        }
    }
    Ok((seats, damage))
}

/// The seats in a game. A file with damaged lines is set aside, and replaced by one with the others.
pub(crate) fn find(
    path: &Path,
    game: &str,
) -> Result<(Option<OnlineSeat>, Option<DamagedSeats>), StorageError> {
    let (mut seats, damage) = read(path)?;
    let damaged = match damage {
        Some(_) => {
            let _lock = lock(path)?;
            let (whole, damaged) = repaired(path)?;
            seats = whole;
            damaged
        }
        None => None,
    };
    Ok((seats.into_iter().rfind(|seat| seat.game == game), damaged))
}

/// Keeps the seats in a game in place of those that were kept for it before.
pub(crate) fn keep(path: &Path, seat: &OnlineSeat) -> Result<Option<DamagedSeats>, StorageError> {
    if !seat.is_sound() {
        return Err(StorageError::file(path, ErrorKind::InvalidData.into()));
    }
    let _lock = lock(path)?;
    let (mut seats, damaged) = repaired(path)?;
    seats.retain(|other| other.game != seat.game);
    seats.push(seat.clone());
    let surplus = seats.len().saturating_sub(MOST);
    write(path, &seats[surplus..])?;
    Ok(damaged)
}

/// The seats, for whoever holds the lock.
fn repaired(path: &Path) -> Result<(Vec<OnlineSeat>, Option<DamagedSeats>), StorageError> {
    let (seats, damage) = read(path)?;
    let Some((line, text)) = damage else { return Ok((seats, None)) };
    let aside = cairn_engine::files::quarantine(path, &path.with_extension(DAMAGED_EXTENSION));
    let aside = aside.map_err(|error| StorageError::file(path, error))?;
    write(path, &seats)?;
    Ok((seats, Some(DamagedSeats { aside, line, text })))
}

fn write(path: &Path, seats: &[OnlineSeat]) -> Result<(), StorageError> {
    let mut text = HEAD.to_owned();
    for seat in seats {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", seat.line());
    }
    // What is replaced keeps its rights.
    let written = make_private(path).and_then(|()| cairn_engine::files::replace(path, text.as_bytes()));
    written.map_err(|error| StorageError::file(path, error))
}

/// Makes sure that there is a file that only the user may read.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

    let file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
    file.set_permissions(Permissions::from_mode(0o600))
}

/// The same where the user's folder is nobody else's to read.
#[cfg(not(unix))]
fn make_private(path: &Path) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path).map(drop)
}
