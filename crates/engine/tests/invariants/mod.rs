//! Properties of this crate's parsers that hold for any input.
//!
//! Each function accepts any bytes. `hostile_input.rs` and the fuzz targets of the same names call them.

use std::fs;

use cairn_engine::StopFlag;
use cairn_engine::book::BookFile;
use cairn_engine::bots::{BotKind, BotSpec, PlayerSpec};
use cairn_engine::certificate::{Certificate, Leaves, Monitor, verify};
use cairn_engine::{EngineSettings, Sample};
use cairn_session::open;
use tempfile::TempDir;

/// The limit of work for a certificate.
const MAX_NODES: u64 = 20_000;

/// Creates a folder, in memory if the system has such a file system.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Parses a bot and a player.
pub(crate) fn bot_spec(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(kind) = text.parse::<BotKind>() {
        assert_eq!(kind.to_string().parse::<BotKind>().as_ref(), Ok(&kind), "{text}");
    }
    match text.parse::<BotSpec>() {
        Ok(bot) => assert_eq!(bot.name().parse::<BotSpec>().unwrap().name(), bot.name(), "{text}"),
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
    match text.parse::<PlayerSpec>() {
        Ok(player) => {
            let name = player.to_string();
            assert_eq!(name.parse::<PlayerSpec>().unwrap().to_string(), name, "{text}");
        }
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
}

/// Reads a user's book. A line that begins with `*` gets its correct checksum. Damaged lines are quarantined, and
/// intact ones give the same value on every read.
pub(crate) fn book(bytes: &[u8]) {
    let folder = folder();
    let path = folder.path().join("book");
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').map(|line| match line {
        [b'*', rest @ ..] => {
            let checked = rest.strip_suffix(b"\n").unwrap_or(rest);
            [format!("{:08x} ", crc32fast::hash(checked)).as_bytes(), rest].concat()
        }
        _ => line.to_vec(),
    });
    let written: Vec<u8> = lines.flatten().collect();
    fs::write(&path, &written).unwrap();
    let (file, damage) = BookFile::open(&path).unwrap();
    assert_eq!(damage.is_none(), fs::read(&path).unwrap() == written, "{damage:?}");
    let (again, more) = BookFile::open(&path).unwrap();
    assert_eq!((again.book(), more), (file.book(), None));
    for spec in ["staqs:size=3", "sight:size=3", "stacks"] {
        let settings = EngineSettings::default().with_book(file.book().clone());
        let session = open(spec, None).unwrap();
        let solution = cairn_engine::open(spec, settings).unwrap().look_up(&*session).unwrap();
        let best = solution.and_then(|solution| solution.best);
        assert!(best.is_none_or(|mv| session.legal_moves().contains(&mv)), "{spec}");
    }
}

/// Reads and checks a certificate, unchanged and with its correct checksum.
pub(crate) fn certificate(bytes: &[u8]) {
    let _ = Certificate::read(bytes);
    let lines = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let end = lines.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let body = if lines[end..].starts_with(b"check ") { &bytes[..end] } else { bytes };
    let text = [body, format!("check {:08x}\n", crc32fast::hash(body)).as_bytes()].concat();
    let Ok(certificate) = Certificate::read(&text) else { return };
    assert_eq!(Certificate::read(certificate.to_string().as_bytes()).as_ref(), Ok(&certificate));
    let sampled = within_reason(|monitor| {
        verify(&text, Leaves::Sample(Sample { count: 8, seed: 1 }, MAX_NODES / 8), 1, monitor).is_ok()
    });
    let proven = within_reason(|monitor| verify(&text, Leaves::All, 1, monitor).is_ok());
    assert!(sampled || !proven, "a sample refutes a proven certificate");
}

/// Runs with a monitor that stops after a reasonable amount of work; stopping is not an error.
fn within_reason(work: impl FnOnce(&mut Monitor<'_>) -> bool) -> bool {
    let stop = StopFlag::default();
    work(&mut Monitor {
        stop: &stop,
        on_progress: &mut |progress| {
            if progress.nodes + progress.replies + progress.leaves > MAX_NODES {
                stop.stop();
            }
        },
    })
}

/// Runs an engine that ignores its input, prints these bytes and exits.
#[cfg(unix)]
pub(crate) fn foreign_engine(bytes: &[u8]) {
    let folder = folder();
    let path = folder.path().join("said");
    fs::write(&path, bytes).unwrap();
    let mut bot = talker(&path).make();
    let session = open("staqs", None).unwrap();
    if bot.new_game(&*session, 1).is_err() {
        return;
    }
    match bot.choose(&*session) {
        Ok(mv) => assert!(!mv.is_empty() && !mv.contains(char::is_whitespace), "{mv}"),
        Err(fault) => assert!(fault.to_string().len() < 2_000, "{fault}"),
    }
}

#[cfg(unix)]
fn talker(path: &std::path::Path) -> BotSpec {
    format!("ugi:patience=5s,cat {}", path.display()).parse().unwrap()
}
