//! Comments on the moves of a match: the evaluation of the bot and its time, such as `+0.35/8 0.124s`.

use std::time::Duration;

use cairn_engine::Score;
use cairn_engine::bots::Evaluation;

/// Formats the comment on a move: the score in pawns for the player who moved or the plies to the end (`+M5`), the
/// depth, and the seconds. Only the seconds if the bot reported no score.
pub(crate) fn comment(evaluation: Option<Evaluation>, time: Duration) -> String {
    let seconds = format!("{:.3}s", time.as_secs_f64());
    let Some(Evaluation { score, depth }) = evaluation else { return seconds };
    let score = match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::ProvenDraw => "+0.00".to_owned(),
        Score::WinIn(plies) | Score::WinWithin(plies) => format!("+M{plies}"),
        Score::LossIn(plies) | Score::LossWithin(plies) => format!("-M{plies}"),
    };
    format!("{score}/{depth} {seconds}")
}

/// Returns whether text is such a comment.
pub(crate) fn is_comment(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal =
        |text: &str| text.split_once('.').is_some_and(|(whole, rest)| is_number(whole) && is_number(rest));
    let is_score = |text: &str| {
        let Some((score, depth)) = text.split_once('/') else { return false };
        let Some(size) = score.strip_prefix(['+', '-']) else { return false };
        is_number(depth) && size.strip_prefix('M').map_or_else(|| is_decimal(size), is_number)
    };
    let is_time = |text: &str| text.strip_suffix('s').is_some_and(is_decimal);
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [time] => is_time(time),
        [score, time] => is_score(score) && is_time(time),
        _ => false,
    }
}

/// Removes such comments from text, of which the last may be cut off; `None` if there are other comments.
pub(crate) fn without_comments(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        plain += before;
        let Some((comment, after)) = after.split_once('}') else {
            let fits = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-./Ms".contains(c);
            return after.chars().all(fits).then_some(plain);
        };
        if !is_comment(comment) {
            return None;
        }
        rest = after;
    }
    Some(plain + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_written_and_recognised() {
        for (score, expected) in [
            (Score::Centipawns(35), "+0.35/8 0.124s"),
            (Score::Centipawns(-1234), "-12.34/8 0.124s"),
            (Score::WinIn(5), "+M5/8 0.124s"),
            (Score::LossWithin(9), "-M9/8 0.124s"),
            (Score::ProvenDraw, "+0.00/8 0.124s"),
        ] {
            let text = comment(Some(Evaluation { score, depth: 8 }), Duration::from_millis(124));
            assert_eq!(text, expected);
            assert!(is_comment(&text));
        }
        assert_eq!(comment(None, Duration::from_micros(1_234_567)), "1.235s");
        assert!(is_comment("1.235s"));
        for text in [
            "",
            "good move",
            "0.35/8 0.124s",
            "+0.35 0.124s",
            "+0.35/8 0.124",
            "+M/8 0.1s",
            "1s",
            "+1.0/1 1.0s x",
        ] {
            assert!(!is_comment(text), "{text}");
        }
    }

    #[test]
    fn only_such_comments_are_removed() {
        assert_eq!(without_comments("1. a1 {+0.35/8\n0.124s} b2").as_deref(), Some("1. a1  b2"));
        assert_eq!(without_comments("1. a1 {+0.3").as_deref(), Some("1. a1 "));
        assert_eq!(without_comments("1. a1 {good} b2"), None);
        assert_eq!(without_comments("1. a1 {goo"), None);
    }
}
