//! Formats reviews: user-facing messages, and comments in a record.

use cairn_rules::{Message, Wdl};
use cairn_session::{Record, Session};

use super::game_review::{MoveReview, Review};
use super::judgement::{Chance, Judgement};

/// The maximum number of displayed moves of a line.
const MAX_SHOWN_MOVES: usize = 8;

impl Judgement {
    /// Returns its name.
    pub fn message(self) -> Message {
        match self {
            Self::Best => Message::new("best"),
            Self::Good => Message::new("good"),
            Self::Inaccuracy => Message::new("inaccuracy"),
            Self::Mistake => Message::new("mistake"),
            Self::Blunder => Message::new("blunder"),
        }
    }
}

impl Chance {
    /// Formats the chance: `61 %`, or `won`, `drawn`, `lost` where it is proven.
    pub fn message(self) -> Message {
        match self.exact() {
            Some(Wdl::Win) => Message::new("won"),
            Some(Wdl::Draw) => Message::new("drawn"),
            Some(Wdl::Loss) => Message::new("lost"),
            // An estimate never appears as 0 or 100.
            None => {
                let percent = ((self.value() * 100.0).round() as u32).clamp(1, 99);
                Message::new("{percent} %").with("percent", percent)
            }
        }
    }
}

impl MoveReview {
    /// Formats the judgement of the move: `mistake: b2 was better (61 %, now 38 %)`.
    pub fn verdict(&self) -> Message {
        let judgement = self.judgement.message();
        let remark = if self.judgement.is_bad() || self.gave_win_away() {
            let remark = match (self.gave_win_away(), self.judgement.is_bad()) {
                (true, true) => Message::new("gave the win away; {best} was better ({before}, now {after})"),
                (true, false) => Message::new("not the proven win; {best} keeps it ({before}, now {after})"),
                (false, _) => Message::new("{best} was better ({before}, now {after})"),
            };
            remark
                .with("best", self.best())
                .messages("before", vec![self.before.message()])
                .messages("after", vec![self.after.message()])
        } else if self.is_forced {
            Message::new("forced")
        } else if self.is_only_move {
            Message::new("the only good move")
        } else {
            return judgement;
        };
        Message::new("{judgement}: {remark}")
            .messages("judgement", vec![judgement])
            .messages("remark", vec![remark])
    }

    /// Formats the better line and the opponent's reply; nothing if the move was good.
    pub fn reasons(&self) -> Vec<Message> {
        if !self.judgement.is_bad() {
            return Vec::new();
        }
        let mut reasons = vec![Message::new("Better: {line}").with("line", shown(&self.line))];
        if let Some((mv, answer)) = self.played.split_first().filter(|(_, answer)| !answer.is_empty()) {
            let reason = Message::new("The answer to {move}: {line}");
            reasons.push(reason.with("move", mv).with("line", shown(answer)));
        }
        reasons
    }

    /// Formats the comment on the move in a record; `None` for a good move that was not the only one and preserves a
    /// proven win.
    fn comment(&self) -> Option<String> {
        if !self.judgement.is_bad() && !self.is_only_move && !self.gave_win_away() {
            return None;
        }
        let sentences: Vec<String> =
            [self.verdict()].iter().chain(&self.reasons()).map(ToString::to_string).collect();
        Some(sentences.join(". ") + ".")
    }
}

fn shown(line: &[String]) -> String {
    line[..line.len().min(MAX_SHOWN_MOVES)].join(" ")
}

/// Returns the record of a game with the review as comments, after the existing ones. Does not repeat a comment that
/// the record already has. Records are in English.
pub fn annotated(session: &dyn Session, review: &Review) -> Record {
    let comments: Vec<Option<String>> =
        session.record().moves().iter().map(|mv| mv.comment.clone()).collect();
    let mut copy = session.fork();
    let mut steps = 0;
    while copy.undo().is_some() {
        steps += 1;
    }
    for _ in 0..steps {
        let ply = copy.ply();
        copy.redo();
        let Some(comment) = review.at(ply).and_then(MoveReview::comment) else { continue };
        match comments.get(ply).and_then(Option::as_deref) {
            // The ending is a separate step after all moves.
            _ if copy.ply() == ply => {}
            Some(old) if old.contains(&comment) => {}
            Some(old) => copy.comment(&joined(old, &comment)),
            None => copy.comment(&comment),
        }
    }
    copy.record()
}

/// Joins two comments, the first of which may lack its full stop.
fn joined(first: &str, second: &str) -> String {
    let stop = if first.ends_with(|c: char| c.is_ascii_punctuation()) { "" } else { "." };
    format!("{first}{stop} {second}")
}
