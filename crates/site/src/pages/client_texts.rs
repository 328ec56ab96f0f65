//! The texts that scripts use, the bots and the games, as JSON in the page.

use std::sync::LazyLock;

use cairn_protocol::BOTS;
use cairn_rules::SeatColor;
use cairn_rules::games::ALL;
use cairn_texts::Texts;
use serde_json::{Map, Value, json};

/// The keys of the texts.
const KEYS: [&str; 85] = [
    "app.depth",
    "app.drawn",
    "app.lesson_find",
    "app.loses_in_one",
    "app.loses_in_other",
    "app.moves_one",
    "app.moves_other",
    "app.wins_in_one",
    "app.wins_in_other",
    "lesson.right",
    "lesson.wrong",
    "piece.neutral",
    "review.no_moves",
    "review.no_turning_points",
    "review.not_judged",
    "review.start",
    "review.title",
    "scene.board",
    "score.wins",
    "web.accept",
    "web.analyse",
    "web.ask_resign",
    "web.ask_takeback",
    "web.attempts",
    "web.bar_short",
    "web.below",
    "web.cancel",
    "web.chance_of",
    "web.clock_of",
    "web.close",
    "web.confirm_move",
    "web.copied",
    "web.copy_link",
    "web.decline",
    "web.draw_offered",
    "web.draw_waits",
    "web.exact_draw",
    "web.exact_loss",
    "web.exact_win",
    "web.failed",
    "web.forget",
    "web.forget_game",
    "web.guest",
    "web.hint",
    "web.hint_is",
    "web.invite",
    "web.invite_about",
    "web.join",
    "web.join_about",
    "web.join_title",
    "web.link",
    "web.look_at",
    "web.looking_back",
    "web.loses",
    "web.new_game",
    "web.offer_draw",
    "web.offline",
    "web.on_top",
    "web.open_seat",
    "web.play_again",
    "web.play_it",
    "web.reconnecting",
    "web.record",
    "web.rematch",
    "web.resign",
    "web.review",
    "web.share",
    "web.solved_count",
    "web.solved_mark",
    "web.step_back",
    "web.step_of",
    "web.steps_done",
    "web.takeback_asked",
    "web.takeback_waits",
    "web.thinking",
    "web.thinks",
    "web.time_low",
    "web.to_rematch",
    "web.tried_mark",
    "web.undo",
    "web.watch_game",
    "web.winner",
    "web.you",
    "web.your_name",
    "web.your_turn",
];

/// The games in which pieces can be captured.
static TAKES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let takes = |id: &&str| cairn_session::open(id, None).is_ok_and(|session| session.board().takes());
    ALL.iter().map(|info| info.id).filter(takes).collect()
});

/// The texts of a language.
pub(super) fn json(texts: Texts) -> String {
    let by_key: Map<String, Value> =
        KEYS.iter().map(|key| ((*key).to_owned(), json!(texts.text(key)))).collect();
    let bots: Map<String, Value> =
        BOTS.iter().map(|bot| ((*bot).to_owned(), json!(texts.who(bot)))).collect();
    let games: Map<String, Value> = ALL
        .iter()
        .map(|info| {
            let seats: Vec<Value> = info
                .seats
                .iter()
                .map(|seat| json!({ "name": texts.seat(seat.name), "paint": paint(seat.color) }))
                .collect();
            let takes = TAKES.contains(&info.id);
            let game = json!({ "name": info.name, "draws": info.draws, "takes": takes, "seats": seats });
            (info.id.to_owned(), game)
        })
        .collect();
    json!({ "texts": by_key, "bots": bots, "games": games }).to_string()
}

/// The word for a colour in scripts and styles.
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
    use crate::assets;

    #[test]
    fn every_text_of_the_scripts_is_given_and_used() {
        let source: String = assets::all().iter().map(|asset| asset.text.as_str()).collect();
        let known = |key: &str| KEYS.contains(&key) || KEYS.contains(&format!("{key}_one").as_str());
        for call in [" t(\"", "(t(\"", "plural(\"", "[t(\"", "? t(\"", ": t(\"", "{t(\""] {
            for part in source.split(call).skip(1) {
                let key = part.split('"').next().unwrap();
                assert!(known(key), "{key} is not given");
            }
        }
        for key in KEYS {
            let stem = key.trim_end_matches("_one").trim_end_matches("_other");
            let made = ["win", "draw", "loss"].iter().any(|value| key == format!("web.exact_{value}"));
            assert!(made || source.contains(&format!("\"{stem}\"")), "{key} is not used");
        }
    }
}
