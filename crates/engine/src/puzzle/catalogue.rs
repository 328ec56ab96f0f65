//! The built-in generated puzzles.

use std::sync::LazyLock;

use cairn_rules::games::ALL;

use super::entry::{PuzzleEntry, read};

/// All of them. A file that cannot be parsed counts as empty; a test ensures that there is none.
static CATALOGUE: LazyLock<Vec<PuzzleEntry>> = LazyLock::new(|| {
    ALL.iter().flat_map(|info| read(info.engine.generated_puzzles).unwrap_or_default()).collect()
});

/// All of them with their proofs, in the order of the games.
pub(super) fn entries() -> impl Iterator<Item = &'static PuzzleEntry> {
    CATALOGUE.iter()
}
