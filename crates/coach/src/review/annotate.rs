//! The record of a game with the review as comments. Records are the same in every language: English.

use cairn_session::{Record, Session};
use cairn_texts::{Language, Texts};

use super::game_review::{MoveReview, Review};

/// The record with a comment on every move that a review has something to say about, after the comments that
/// are there already. A remark that is there already is not made again.
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
        let Some(remark) = review.at(ply).and_then(remark) else { continue };
        match comments.get(ply).and_then(Option::as_deref) {
            // The ending is a step of its own, after all moves.
            _ if copy.ply() == ply => {}
            Some(old) if old.contains(&remark) => {}
            Some(old) => copy.comment(&joined(old, &remark)),
            None => copy.comment(&remark),
        }
    }
    copy.record()
}

/// A remark after a comment, which may be a sentence or not.
fn joined(old: &str, remark: &str) -> String {
    let stop = if old.ends_with(|c: char| c.is_ascii_punctuation()) { "" } else { "." };
    format!("{old}{stop} {remark}")
}

fn remark(judged: &MoveReview) -> Option<String> {
    let texts = Texts::new(Language::English);
    if !judged.judgement.is_bad() && !judged.is_only_move {
        return None;
    }
    let sentences = [vec![judged.verdict(texts)], judged.reasons(texts)].concat();
    Some(sentences.join(". ") + ".")
}
