//! Formats scores: win chances for people, JSON values for programs.

use cairn_engine::Score;
use cairn_rules::Wdl;
use cairn_texts::Texts;
use serde_json::{Value, json};

/// The score for people, from the point of view of the player to move: `61 %`, `wins in 5`, `loses in 4`, `draw`.
pub(crate) fn format(score: Score, texts: Texts) -> String {
    match score {
        Score::Centipawns(_) => format!("{} %", score.whole_percent()),
        Score::WinIn(plies) => texts.tell("score.wins_in", &[("n", &plies)]),
        // The distance is not known.
        Score::WinWithin(_) => texts.say("score.wins").to_owned(),
        Score::LossIn(plies) => texts.tell("score.loses_in", &[("n", &plies)]),
        Score::ProvenDraw => texts.say("score.draw").to_owned(),
    }
}

/// The proven value as JSON, or null.
pub(crate) fn value(score: Score) -> Value {
    json!(score.wdl().map(Wdl::name))
}

/// The distance of a proven win or loss in plies as JSON, or null.
pub(crate) fn plies(score: Score) -> Value {
    match score {
        Score::WinIn(plies) | Score::LossIn(plies) => json!(plies),
        Score::Centipawns(_) | Score::WinWithin(_) | Score::ProvenDraw => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_formatted() {
        for (score, text) in [
            (Score::Centipawns(0), "50 %"),
            (Score::Centipawns(9_999), "99 %"),
            (Score::Centipawns(-9_999), "1 %"),
            (Score::WinIn(5), "wins in 5"),
            (Score::WinWithin(30), "wins"),
            (Score::LossIn(4), "loses in 4"),
            (Score::ProvenDraw, "draw"),
        ] {
            assert_eq!(format(score, Texts::default()), text);
        }
        assert_eq!((value(Score::LossIn(4)), plies(Score::LossIn(4))), (json!("loss"), json!(4)));
        assert_eq!((value(Score::WinWithin(9)), plies(Score::WinWithin(9))), (json!("win"), Value::Null));
        assert_eq!((value(Score::Centipawns(4)), plies(Score::ProvenDraw)), (Value::Null, Value::Null));
    }
}
