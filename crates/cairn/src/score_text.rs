//! Formats scores as win chances for people.

use cairn_engine::Score;
use cairn_texts::Texts;

/// The score for people, from the point of view of the player to move: `61 %`, `wins in 5`, `loses in 4`, `draw`.
pub(crate) fn format(score: Score, seats: usize, texts: Texts) -> String {
    match score {
        Score::Centipawns(_) => format!("{} %", score.whole_percent(seats)),
        Score::WinIn(plies) => texts.format("score.wins_in", &[("n", &plies)]),
        // The distance is not known.
        Score::WinWithin(_) => texts.text("score.wins").to_owned(),
        Score::LossIn(plies) => texts.format("score.loses_in", &[("n", &plies)]),
        Score::LossWithin(_) => texts.text("score.loses").to_owned(),
        Score::ProvenDraw => texts.text("score.draw").to_owned(),
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
            (Score::LossWithin(30), "loses"),
            (Score::ProvenDraw, "draw"),
        ] {
            assert_eq!(format(score, 2, Texts::default()), text);
        }
        assert_eq!(format(Score::Centipawns(0), 3, Texts::default()), "33 %");
    }
}
