//! Decides how a scene is said in English, for screen readers and for the lines under a board.

use cairn_rules::{Fact, Ground, MarkKind, Outcome, Pile, PileState, Player, Scene, SiteView};

use crate::marking;

/// A site in words: `c3, blue, height 2`, `d4, empty`, `b1, white, 2 white pins, 3 black pins`.
pub fn describe(site: &SiteView, scene: &Scene) -> String {
    let mut words = vec![site.name.clone()];
    if let Some(pile) = &site.pile {
        pile_words(pile, scene, &mut words);
    } else if site.pawn.is_none() || site.ground == Ground::Void {
        words.push(if site.ground == Ground::Void { "out of play" } else { "empty" }.to_owned());
    }
    words.extend(site.pawn.map(|player| format!("{} pawn", color(scene, Some(player)))));
    if let Ground::Home(player) = site.ground {
        words.push(format!("{} home", color(scene, Some(player))));
    }
    let index = scene.sites.iter().position(|other| other.name == site.name);
    words.extend(index.and_then(|index| marking::mark_of(scene, index)).map(|kind| mark(kind).to_owned()));
    words.join(", ")
}

/// What a mark means.
pub(crate) fn mark(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Last => "last move",
        MarkKind::Choice => "can be chosen",
        MarkKind::Chosen => "chosen",
    }
}

fn pile_words(pile: &Pile, scene: &Scene, words: &mut Vec<String>) {
    let color = color(scene, pile.owner);
    if pile.state == PileState::Claimed {
        words.push(format!("{color} tower"));
        return;
    }
    words.push(color);
    if let Some(pins) = pile.pins {
        let count = |count: u8, color: &str| {
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {color} pin{plural}")
        };
        if pins.white == 0 && pins.black == 0 {
            words.push("no pins".to_owned());
        }
        words.extend((pins.white > 0).then(|| count(pins.white, "white")));
        words.extend((pins.black > 0).then(|| count(pins.black, "black")));
    } else if pile.owner.is_some() || pile.height > 1 {
        words.push(format!("height {}", pile.height));
    }
    words.extend((pile.state == PileState::Locked).then(|| "locked".to_owned()));
}

/// The colour of a player in the middle of a sentence.
fn color(scene: &Scene, player: Option<Player>) -> String {
    player.map_or_else(|| "neutral".to_owned(), |player| seat_name(scene, player).to_lowercase())
}

/// The name of a player: `Blue`.
pub(crate) fn seat_name(scene: &Scene, player: Player) -> &'static str {
    scene.seats.get(player.index()).map_or(player.name(), |seat| seat.name)
}

/// Numbers with names: `reserve 3, towers 1`.
pub(crate) fn facts(facts: &[Fact]) -> String {
    let facts: Vec<String> = facts.iter().map(|fact| format!("{} {}", fact.name, fact.value)).collect();
    facts.join(", ")
}

/// How the game has ended: `Blue wins: tallest stack`.
pub(crate) fn outcome(scene: &Scene, outcome: Outcome) -> String {
    let reason = outcome.reason;
    if let Some(winner) = outcome.winner() {
        return format!("{} wins: {reason}", seat_name(scene, winner));
    }
    let best: Vec<&str> = outcome.best.iter().map(|player| seat_name(scene, player)).collect();
    match best.split_last() {
        Some((last, others)) if best.len() < scene.seats.len() => {
            format!("Draw between {} and {last}: {reason}", others.join(", "))
        }
        _ => format!("Draw: {reason}"),
    }
}

/// The whole scene in words: who is to move, the numbers, and every site that is not empty.
pub fn summary(scene: &Scene) -> String {
    let mut sentences = Vec::new();
    sentences.extend(scene.to_move.map(|player| format!("{} to move", seat_name(scene, player))));
    sentences.extend(scene.outcome.map(|end| outcome(scene, end)));
    for seat in scene.seats.iter().filter(|seat| !seat.facts.is_empty()) {
        sentences.push(format!("{}: {}", seat.name, facts(&seat.facts)));
    }
    sentences.extend((!scene.facts.is_empty()).then(|| facts(&scene.facts)));
    let occupied = scene.sites.iter().filter(|site| site.pile.is_some() || site.pawn.is_some());
    let sites: Vec<String> = occupied.map(|site| describe(site, scene)).collect();
    sentences.push(if sites.is_empty() { "The board is empty".to_owned() } else { sites.join("; ") });
    sentences.join(". ") + "."
}
