//! Decides which mark a site shows when it has several.

use cairn_rules::{MarkKind, Scene};

/// The most pressing mark of the site at `index`: what is chosen hides what can be chosen, and
/// both hide the last move.
pub fn mark_of(scene: &Scene, index: usize) -> Option<MarkKind> {
    let rank = |kind: &MarkKind| match kind {
        MarkKind::Last => 0,
        MarkKind::Choice => 1,
        MarkKind::Chosen => 2,
    };
    let marks = scene.marks.iter().filter(|mark| usize::from(mark.site.0) == index);
    marks.map(|mark| mark.kind).max_by_key(rank)
}
