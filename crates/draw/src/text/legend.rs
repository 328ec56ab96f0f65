//! Explains the symbols of a board by one example of each kind on it, and the letters of the players.

use cairn_rules::{Ground, MarkKind, PileState, Scene, SiteView, Surface};
use cairn_texts::Texts;

use super::Style;
use super::signs::brackets;
use crate::cells::{CellSize, Faces};
use crate::description;

/// The meaning of a symbol.
#[derive(Eq, PartialEq)]
enum Kind {
    Pile { is_owned: bool, is_tall: bool, is_mixed: bool, state: PileState, has_pins: bool },
    Pawn,
    Empty(Ground),
}

/// Explains every symbol on these boards of a game, one per line.
pub fn legend(scenes: &[&Scene], style: Style) -> String {
    let mut seen = Vec::new();
    let mut entries = letters(scenes, style.texts);
    for (scene, site) in scenes.iter().flat_map(|scene| scene.sites.iter().map(move |site| (*scene, site))) {
        for (kind, alone) in parts(site, scene) {
            if !seen.contains(&kind) {
                seen.push(kind);
                entries.push((sign(&alone, scene, style), meaning(&alone, scene, style.texts)));
            }
        }
    }
    if seen.iter().any(|kind| matches!(kind, Kind::Pile { has_pins: true, .. })) {
        entries.push(("2.3".to_owned(), style.texts.text("site.pins").to_owned()));
    }
    for kind in MarkKind::ALL {
        if scenes.iter().any(|scene| scene.marks.iter().any(|mark| mark.kind == kind)) {
            let (left, right) = brackets(kind, style.charset);
            entries
                .push((format!("{left} {right}"), description::describe_mark(kind, style.texts).to_owned()));
        }
    }
    let width = entries.iter().map(|(sign, _)| sign.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        entries.iter().map(|(sign, meaning)| format!("{sign:<width$}  {meaning}\n")).collect();
    lines.concat()
}

/// Returns the players' letters that their names do not begin with, as in Portuguese.
fn letters(scenes: &[&Scene], texts: Texts) -> Vec<(String, String)> {
    let seats = scenes.first().into_iter().flat_map(|scene| &scene.seats);
    let named = seats.map(|seat| (seat.letter, texts.seat(seat.name)));
    let unlike = named.filter(|(letter, name)| !name.to_lowercase().starts_with(*letter));
    unlike
        .map(|(letter, name)| (letter.to_string(), texts.format("site.letter", &[("player", &name)])))
        .collect()
}

/// Splits a site into its parts, each alone on a copy of the site.
fn parts(site: &SiteView, scene: &Scene) -> Vec<(Kind, SiteView)> {
    let bare = SiteView { ground: Ground::Plain, pile: None, pawn: None, ..site.clone() };
    let mut parts = Vec::new();
    if let Some(pile) = &site.pile {
        let kind = Kind::Pile {
            is_owned: pile.owner().is_some(),
            is_tall: pile.owner().is_none() && pile.height() > 1,
            is_mixed: pile.is_mixed(),
            state: pile.state,
            has_pins: pile.pins.is_some_and(|pins| pins.white > 0 || pins.black > 0),
        };
        parts.push((kind, SiteView { pile: Some(pile.clone()), ..bare.clone() }));
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

fn sign(alone: &SiteView, scene: &Scene, style: Style) -> String {
    let face = Faces::new(scene, style.charset, CellSize::Line).face(alone);
    let text: String = face.rows.iter().flatten().map(|run| run.text.as_str()).collect();
    if text == " " { style.texts.text("site.blank").to_owned() } else { text }
}

/// Describes a site without its name and mark.
fn meaning(alone: &SiteView, scene: &Scene, texts: Texts) -> String {
    let unnamed = SiteView { name: String::new(), ..alone.clone() };
    description::describe(&unnamed, scene, texts).trim_start_matches(", ").to_owned()
}
