//! The puzzles that were made by a program and come with the games.

use std::sync::LazyLock;

use cairn_rules::games::ALL;

use super::entry::{Entry, read};

/// All of them. A file that cannot be read has none; a test sees to it that there is no such file.
static CATALOGUE: LazyLock<Vec<Entry>> =
    LazyLock::new(|| ALL.iter().flat_map(|info| read(info.made_puzzles).unwrap_or_default()).collect());

/// All of them with their proofs, in the order of the games.
pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter()
}
