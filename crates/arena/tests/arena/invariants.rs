//! Properties of this crate's parsers that hold for any input.
//!
//! Each function accepts any bytes. `hostile_input.rs` and the fuzz targets of the same names call them.

use std::fs;
use std::sync::LazyLock;

use cairn_arena::{MatchConfig, RecordFile, Sprt};

static CONFIG: LazyLock<MatchConfig> =
    LazyLock::new(|| MatchConfig { opening_plies: 2, ..MatchConfig::new("staqs:size=3", 7).unwrap() });

/// Reads the file of a match. A rejected file is unchanged; an accepted one loses at most an incomplete last game.
pub(crate) fn match_file(bytes: &[u8]) {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = folder.path().join("games");
    fs::write(&path, bytes).unwrap();
    let config = &*CONFIG;
    let (greedy, random) = ("greedy".parse().unwrap(), "random".parse().unwrap());
    let open = || RecordFile::open(&path, config, &[(&greedy, &random)]).map(drop);
    let opened = open();
    let kept = fs::read(&path).unwrap();
    if let Err(error) = opened {
        assert!(error.to_string().len() < 10_000, "{error}");
        assert_eq!(kept, bytes, "{error}");
        return;
    }
    assert!(bytes.starts_with(&kept));
    let removed = String::from_utf8_lossy(&bytes[kept.len()..]);
    assert!(removed.matches("\n\n").count() <= 1, "more than one game was removed: {removed}");
    open().unwrap();
    assert_eq!(fs::read(&path).unwrap(), kept);
}

/// Parses a sequential test.
pub(crate) fn sprt(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(test) = text.parse::<Sprt>() else { return };
    let (low, high) = test.bounds();
    assert!(low < high && low.is_finite() && high.is_finite(), "{text}: {low} {high}");
    for pairs in [[0; 5], [1, 2, 3, 4, 5], [1_000, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000_000]] {
        assert!(!test.llr(&pairs).is_nan(), "{text} {pairs:?}");
    }
}
