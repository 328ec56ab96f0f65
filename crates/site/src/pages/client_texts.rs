//! The texts that scripts use, the bots and the games, as JSON in the page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use cairn_protocol::BOTS;
use cairn_rules::games::ALL;
use cairn_rules::{Pile, SeatColor, SiteView};
use cairn_texts::Texts;
use serde_json::{Map, Value, json};

use crate::{assets, rule_words};

/// The keys of the texts: every literal in the scripts that is a key, or the stem of a singular and a plural.
static KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let lines = assets::script_sources().flat_map(str::lines);
    let literals = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    let keys = literals.flat_map(|word| ["", "_one", "_other"].map(|ending| format!("{word}{ending}")));
    keys.filter(|key| Texts::default().text(key) != key).collect()
});

/// The games in which pieces can be captured.
static TAKES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let takes = |id: &&str| cairn_session::open(id, None).is_ok_and(|session| session.board().takes());
    ALL.iter().map(|info| info.id).filter(takes).collect()
});

/// The side whose pieces start at the bottom of each board; the first, unless those of the second are lower.
static BOTTOM: LazyLock<Vec<(&str, usize)>> = LazyLock::new(|| {
    let bottom = |id| {
        let scene = cairn_session::open(id, None).ok()?.board().scene();
        let rows = |seat: usize| {
            let is_theirs = |site: &&SiteView| {
                let owner = site.pile.as_ref().and_then(Pile::owner);
                site.pawn.or(owner).is_some_and(|player| player.index() == seat)
            };
            let rows: Vec<u32> = scene.sites.iter().filter(is_theirs).map(|site| site.row.into()).collect();
            (!rows.is_empty()).then(|| rows.iter().sum::<u32>() * 100 / rows.len() as u32)
        };
        Some(usize::from(rows(1)? < rows(0)?))
    };
    ALL.iter().map(|info| (info.id, bottom(info.id).unwrap_or(0))).collect()
});

/// Formats the texts of a language.
pub(super) fn json(texts: Texts) -> String {
    let by_key: Map<String, Value> = KEYS.iter().map(|key| (key.clone(), json!(texts.text(key)))).collect();
    let bots: Map<String, Value> =
        BOTS.iter().map(|word| ((*word).to_owned(), json!(bot(word, texts)))).collect();
    let games: Map<String, Value> = ALL
        .iter()
        .map(|info| {
            let seats: Vec<Value> = info
                .seats
                .iter()
                .map(|seat| json!({ "name": texts.seat(seat.name), "paint": paint(seat.color) }))
                .collect();
            let takes = TAKES.contains(&info.id);
            let bottom = BOTTOM.iter().find(|(id, _)| *id == info.id).map_or(0, |(_, seat)| *seat);
            let game = json!({
                "name": info.name, "draws": info.draws, "takes": takes, "seats": seats, "bottom": bottom,
                "rules": rule_words::templates(info, texts).collect::<BTreeMap<_, _>>(),
            });
            (info.id.to_owned(), game)
        })
        .collect();
    json!({ "texts": by_key, "bots": bots, "games": games }).to_string()
}

/// Returns the name of a bot, with that of its level: `Level 3: Learner`.
pub(super) fn bot(word: &str, texts: Texts) -> String {
    let who = texts.who(word);
    let key = format!("level.{word}");
    match texts.text(&key) {
        name if name != key => texts.format("web.level_named", &[("who", &who), ("name", &name)]),
        _ => who,
    }
}

/// Returns the word for a colour in scripts and styles.
pub(super) const fn paint(paint: SeatColor) -> &'static str {
    match paint {
        SeatColor::Blue => "blue",
        SeatColor::White => "white",
        SeatColor::Red => "red",
        SeatColor::Green => "green",
        SeatColor::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_the_scripts_is_given() {
        let source: String = assets::script_sources().collect();
        let known = |key: &str| KEYS.contains(key) || KEYS.contains(&format!("{key}_one"));
        for call in [" t(\"", "(t(\"", "plural(\"", "[t(\"", "? t(\"", ": t(\"", "{t(\""] {
            for part in source.split(call).skip(1) {
                let key = part.split('"').next().unwrap();
                assert!(known(key), "{key} is not given");
            }
        }
        assert!(known("web.exact_draw") && KEYS.len() < 220, "{KEYS:?}");
    }
}
