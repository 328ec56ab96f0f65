//! A review in sentences.

use cairn_rules::Wdl;
use cairn_texts::Texts;

use super::game_review::MoveReview;
use super::judgement::{Chance, Judgement};

/// The most moves of a line that people are shown.
const SHOWN_MOVES: usize = 8;

impl Judgement {
    /// Its name in the user's language.
    pub fn tell(self, texts: Texts) -> &'static str {
        texts.text(match self {
            Self::Best => "review.best",
            Self::Good => "review.good",
            Self::Inaccuracy => "review.inaccuracy",
            Self::Mistake => "review.mistake",
            Self::Blunder => "review.blunder",
        })
    }
}

impl Chance {
    /// `61 %`, or `won`, `drawn`, `lost` where that is proven.
    pub fn tell(self, texts: Texts) -> String {
        match self.exact() {
            Some(Wdl::Win) => texts.text("review.won").to_owned(),
            Some(Wdl::Draw) => texts.text("review.drawn").to_owned(),
            Some(Wdl::Loss) => texts.text("review.lost").to_owned(),
            // What is not proven is neither 0 nor 100.
            None => format!("{} %", ((self.value() * 100.0).round() as u32).clamp(1, 99)),
        }
    }
}

impl MoveReview {
    /// What is said about the move, in a line: `mistake: b2 was better (61 %, now 38 %)`.
    pub fn verdict(&self, texts: Texts) -> String {
        let name = self.judgement.tell(texts);
        let remark = if self.judgement.is_bad() {
            let key = if self.gave_win_away() { "review.gave_win_away" } else { "review.was_better" };
            let [before, after] = [self.before, self.after].map(|chance| chance.tell(texts));
            Some(texts.format(key, &[("best", &self.best()), ("before", &before), ("after", &after)]))
        } else if self.is_forced {
            Some(texts.text("review.forced").to_owned())
        } else if self.is_only_move {
            Some(texts.text("review.only_move").to_owned())
        } else {
            None
        };
        remark.map_or_else(|| name.to_owned(), |remark| format!("{name}: {remark}"))
    }

    /// The better line and the answer to the move, one sentence each; none if the move was good.
    pub fn reasons(&self, texts: Texts) -> Vec<String> {
        if !self.judgement.is_bad() {
            return Vec::new();
        }
        let mut reasons = vec![texts.format("review.better_line", &[("line", &shown(&self.line))])];
        if let Some((mv, answer)) = self.played.split_first().filter(|(_, answer)| !answer.is_empty()) {
            reasons.push(texts.format("review.answer", &[("move", mv), ("line", &shown(answer))]));
        }
        reasons
    }
}

fn shown(line: &[String]) -> String {
    line[..line.len().min(SHOWN_MOVES)].join(" ")
}
