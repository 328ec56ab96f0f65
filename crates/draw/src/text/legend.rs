//! Decides how the signs of a board are explained: by one example of each kind that can be seen.

use cairn_rules::{Ground, MarkKind, PileState, Scene, SiteView, Surface};
use cairn_texts::Texts;

use super::Style;
use super::signs::{Run, Signs, brackets};
use crate::words;

/// A kind of thing that a sign stands for.
#[derive(Eq, PartialEq)]
enum Kind {
    Pile { is_owned: bool, is_tall: bool, state: PileState, has_pins: bool },
    Pawn,
    Empty(Ground),
}

/// What the signs on this board mean, one in a line.
pub fn legend(scene: &Scene, style: Style) -> String {
    let signs = Signs::of(style.charset);
    let mut seen = Vec::new();
    let mut entries = Vec::new();
    for site in &scene.sites {
        for (kind, alone) in parts(site, scene) {
            if !seen.contains(&kind) {
                seen.push(kind);
                entries.push((sign(&signs, &alone, scene, style.texts), meaning(&alone, scene, style.texts)));
            }
        }
    }
    for kind in [MarkKind::Last, MarkKind::Choice, MarkKind::Chosen] {
        if scene.marks.iter().any(|mark| mark.kind == kind) {
            let (left, right) = brackets(kind, style.charset);
            entries.push((format!("{left} {right}"), words::mark(kind, style.texts).to_owned()));
        }
    }
    let width = entries.iter().map(|(sign, _)| sign.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        entries.iter().map(|(sign, meaning)| format!("{sign:<width$}  {meaning}\n")).collect();
    lines.concat()
}

/// The things on a site, each as a site on which it is alone.
fn parts(site: &SiteView, scene: &Scene) -> Vec<(Kind, SiteView)> {
    let bare = SiteView { ground: Ground::Plain, pile: None, pawn: None, ..site.clone() };
    let mut parts = Vec::new();
    if let Some(pile) = site.pile {
        let kind = Kind::Pile {
            is_owned: pile.owner.is_some(),
            is_tall: pile.owner.is_none() && pile.height > 1,
            state: pile.state,
            has_pins: pile.pins.is_some_and(|pins| pins.white > 0 || pins.black > 0),
        };
        parts.push((kind, SiteView { pile: site.pile, ..bare.clone() }));
    }
    if site.pawn.is_some() {
        parts.push((Kind::Pawn, SiteView { pawn: site.pawn, ..bare.clone() }));
    }
    let explains_itself = scene.surface == Surface::Points && site.ground == Ground::Plain;
    if parts.is_empty() && !explains_itself {
        parts.push((Kind::Empty(site.ground), SiteView { ground: site.ground, ..bare }));
    }
    parts
}

fn sign(signs: &Signs, alone: &SiteView, scene: &Scene, texts: Texts) -> String {
    let pieces: String = signs.pieces(alone, scene).into_iter().map(|run| run.text).collect();
    if !pieces.is_empty() {
        return pieces;
    }
    let Run { text, .. } = signs.ground(alone.ground, scene);
    if text == " " { texts.say("site.blank").to_owned() } else { text }
}

/// The words for what stands there, without the name of the site and its marks.
fn meaning(alone: &SiteView, scene: &Scene, texts: Texts) -> String {
    let nowhere = SiteView { name: String::new(), ..alone.clone() };
    words::describe(&nowhere, scene, texts).trim_start_matches(", ").to_owned()
}
