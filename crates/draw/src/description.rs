//! Describes a scene in words, for screen readers and for the lines below a board.

use cairn_rules::{
    Ground, Layer, MarkKind, Message, Outcome, Pile, PileState, Player, Scene, SiteView, Surface,
};
use cairn_texts::{Language, Texts};

use crate::mark_of;

/// The labels of pictures are always in English.
pub(crate) const ENGLISH: Texts = Texts::new(Language::English);

/// Describes a site: `c3, blue, height 2`, `d4, empty`, `b1, white, 2 white pins, 3 black pins`,
/// `a2, white, height 3, 1 White on 2 Black`.
pub fn describe(site: &SiteView, scene: &Scene, texts: Texts) -> String {
    let mut words = vec![site.name.clone()];
    if let Some(pile) = &site.pile {
        describe_pile(pile, scene, texts, &mut words);
    } else if site.ground == Ground::Void {
        words.push(texts.text("site.void").to_owned());
    } else if site.pawn.is_none() {
        let key = if scene.surface == Surface::Points { "site.empty_point" } else { "site.empty" };
        words.push(texts.text(key).to_owned());
    }
    words.extend(site.pawn.map(|player| texts.pawn(seat(scene, player)).to_owned()));
    if let Ground::Home(player) = site.ground {
        words.push(texts.home(seat(scene, player)).to_owned());
    }
    let index = scene.sites.iter().position(|other| other.name == site.name);
    words.extend(
        index.and_then(|index| mark_of(scene, index)).map(|kind| describe_mark(kind, texts).to_owned()),
    );
    words.join(", ")
}

/// Returns the meaning of a mark.
pub(crate) fn describe_mark(kind: MarkKind, texts: Texts) -> &'static str {
    match kind {
        MarkKind::Last => texts.text("site.last"),
        MarkKind::Choice => texts.text("site.choice"),
        MarkKind::Hint => texts.text("site.hint"),
        MarkKind::Chosen => texts.text("site.chosen"),
    }
}

fn describe_pile(pile: &Pile, scene: &Scene, texts: Texts, words: &mut Vec<String>) {
    let owner = pile.owner().map_or(scene.unowned, |player| seat(scene, player));
    if pile.state == PileState::Claimed {
        words.push(texts.tower(owner).to_owned());
        return;
    }
    words.push(texts.piece(owner).to_owned());
    if let Some(pins) = pile.pins {
        if pins.white == 0 && pins.black == 0 {
            words.push(texts.text("site.no_pins").to_owned());
        }
        words.extend((pins.white > 0).then(|| texts.plural("site.white_pins", pins.white.into(), &[])));
        words.extend((pins.black > 0).then(|| texts.plural("site.black_pins", pins.black.into(), &[])));
    } else if pile.owner().is_some() || pile.height() > 1 {
        words.push(texts.format("site.height", &[("n", &pile.height())]));
    }
    if pile.is_mixed() {
        let layers = pile.layers().map(|layer| describe_layer(layer, scene, texts));
        let pile = |lower: String, upper: String| {
            texts.format("site.layer_on", &[("upper", &upper), ("lower", &lower)])
        };
        words.extend(layers.reduce(pile));
    }
    words.extend((pile.state == PileState::Locked).then(|| texts.text("site.locked").to_owned()));
}

fn describe_layer(layer: Layer, scene: &Scene, texts: Texts) -> String {
    match layer.owner {
        Some(player) => {
            let player = seat_name(scene, player, texts);
            texts.format("site.layer", &[("n", &layer.height), ("player", &player)])
        }
        None => texts.plural("site.neutral_layer", layer.height.into(), &[]),
    }
}

/// Returns the name of a seat in the rules: `Blue`.
fn seat(scene: &Scene, player: Player) -> &'static str {
    scene.seats.get(player.index()).map_or(player.name(), |seat| seat.name)
}

/// Returns the name of a seat in a language.
pub(crate) fn seat_name(scene: &Scene, player: Player, texts: Texts) -> &'static str {
    texts.seat(seat(scene, player))
}

/// Lists facts: `towers: 1 of 4, may carry: yes`.
pub(crate) fn describe_facts(facts: &[Message], texts: Texts) -> String {
    let facts: Vec<String> = facts.iter().map(|fact| texts.message(fact)).collect();
    facts.join(", ")
}

/// Describes how the game ended: `White has no legal move: Black wins`.
pub fn outcome(scene: &Scene, outcome: Outcome, texts: Texts) -> String {
    let name = outcome.reason.name();
    let reason = texts.reason(name);
    if let Some(verdict) = scene.verdict.as_ref().filter(|_| scene.outcome == Some(outcome)) {
        return texts.message(verdict);
    }
    if let Some(winner) = outcome.winner() {
        let mut others = Player::seats(scene.seats.len()).filter(|&player| player != winner);
        let loser = others.next().filter(|_| scene.seats.len() == 2);
        let loser = loser.map(|loser| seat_name(scene, loser, texts));
        let player = seat_name(scene, winner, texts);
        let plain = || texts.format("scene.wins", &[("player", &player), ("reason", &reason)]);
        return texts.win(name, player, loser).unwrap_or_else(plain);
    }
    let best: Vec<&str> = outcome.best.iter().map(|player| seat_name(scene, player, texts)).collect();
    match best.split_last() {
        Some((last, others)) if best.len() < scene.seats.len() => texts
            .format("scene.shared", &[("others", &others.join(", ")), ("last", last), ("reason", &reason)]),
        _ => {
            let plain = || texts.format("scene.draw", &[("reason", &reason)]);
            texts.draw(name).map_or_else(plain, ToOwned::to_owned)
        }
    }
}

/// Describes the whole scene: the player to move, the facts, and every site that is not empty.
pub fn summary(scene: &Scene, texts: Texts) -> String {
    let occupied = scene.sites.iter().filter(|site| site.pile.is_some() || site.pawn.is_some());
    let sites: Vec<String> = occupied.map(|site| describe(site, scene, texts)).collect();
    let sites = if sites.is_empty() { texts.text("scene.empty").to_owned() } else { sites.join("; ") };
    [sentences(scene, texts), vec![sites]].concat().join(". ") + "."
}

/// Describes how a scene differs from an earlier one of the same board: the player to move, and the facts and the sites
/// that have changed. Empty if the game has ended without any change.
pub fn changes(earlier: &Scene, scene: &Scene, texts: Texts) -> String {
    let changed_facts = |facts: &[Message], earlier: &[Message]| -> Vec<Message> {
        facts.iter().filter(|fact| !earlier.contains(fact)).cloned().collect()
    };
    let mut changed = Scene { marks: Vec::new(), outcome: None, ..scene.clone() };
    for (seat, earlier) in changed.seats.iter_mut().zip(&earlier.seats) {
        seat.facts = changed_facts(&seat.facts, &earlier.facts);
    }
    changed.facts = changed_facts(&scene.facts, &earlier.facts);
    let different = changed.sites.iter().zip(&earlier.sites).filter(|(site, earlier)| site != earlier);
    let sites: Vec<String> = different.map(|(site, _)| describe(site, &changed, texts)).collect();
    let mut sentences = sentences(&changed, texts);
    sentences.extend((!sites.is_empty()).then(|| sites.join("; ")));
    sentences.iter().map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
}

/// Describes the player to move or the outcome, and the facts.
fn sentences(scene: &Scene, texts: Texts) -> Vec<String> {
    let mut sentences = Vec::new();
    sentences.extend(scene.to_move.map(|player| {
        let player = seat_name(scene, player, texts);
        texts.format("scene.turn", &[("player", &player)])
    }));
    sentences.extend(scene.outcome.map(|end| outcome(scene, end, texts)));
    for seat in scene.seats.iter().filter(|seat| !seat.facts.is_empty()) {
        sentences.push(format!("{}: {}", texts.seat(seat.name), describe_facts(&seat.facts, texts)));
    }
    sentences.extend((!scene.facts.is_empty()).then(|| describe_facts(&scene.facts, texts)));
    sentences
}
