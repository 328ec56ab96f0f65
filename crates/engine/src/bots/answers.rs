//! Parses the answers of external engines, case-insensitively, since some engines write in upper case.

use cairn_rules::EVALUATION_LIMIT;
use cairn_search::Score;

use super::Evaluation;

/// The answer of an engine that does not play a game, before `readyok`.
const REFUSAL: &str = "info string refused";

/// Returns whether a line begins with these words.
pub(super) fn begins(line: &str, words: &str) -> bool {
    let mut said = line.split_whitespace();
    words.split(' ').all(|word| said.next().is_some_and(|said| said.eq_ignore_ascii_case(word)))
}

/// Returns the reason why an engine refuses a game, if the line is a refusal.
pub(super) fn refusal(line: &str) -> Option<&str> {
    let head = line.get(..REFUSAL.len())?;
    let reason = &line[REFUSAL.len()..];
    let is_refusal = head.eq_ignore_ascii_case(REFUSAL) && !reason.starts_with(char::is_alphanumeric);
    is_refusal.then(|| reason.trim_start_matches(':').trim())
}

/// Returns the move of `bestmove a1`, or of `bestmove a1 ponder b2`, whose second move is ignored.
pub(super) fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let (mv, rest) = (words.nth(1)?, [words.next(), words.next(), words.next()]);
    match rest {
        [None, ..] => Some(mv),
        [Some(ponder), _, None] if ponder.eq_ignore_ascii_case("ponder") => Some(mv),
        _ => None,
    }
}

/// Returns the evaluation in an `info` line about the best line, if it has one.
pub(super) fn evaluation(line: &str) -> Option<Evaluation> {
    if !begins(line, "info") {
        return None;
    }
    let (mut depth, mut score) = (0, None);
    let mut words = line.split_whitespace().skip(1).map(str::to_ascii_lowercase);
    while let Some(word) = words.next() {
        match word.as_str() {
            // The rest of the line is text or moves.
            "string" | "pv" => break,
            "multipv" if words.next()? != "1" => return None,
            "depth" => depth = words.next()?.parse().ok()?,
            "score" => {
                let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
                score = Some(match unit.as_str() {
                    "cp" => Score::Centipawns(number.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)),
                    "mate" if number > 0 => Score::WinIn(number.unsigned_abs()),
                    "mate" => Score::LossIn(number.unsigned_abs()),
                    _ => return None,
                });
            }
            _ => {}
        }
    }
    Some(Evaluation { score: score?, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_parsed_in_any_case() {
        assert!(
            begins("UgiOk", "ugiok")
                && begins(" bestmove a1", "bestmove")
                && !begins("bestmoves", "bestmove")
        );
        for (line, mv) in [
            ("bestmove a1", Some("a1")),
            ("BESTMOVE\ta1 ", Some("a1")),
            ("bestmove a1 ponder", Some("a1")),
            ("bestmove a1 Ponder b2", Some("a1")),
            ("bestmove a1 ponder b2 c3", None),
            ("bestmove a1 b2", None),
            ("bestmove", None),
        ] {
            assert_eq!(best_move(line), mv, "{line}");
        }
        for (line, reason) in [
            ("info string refused: no chess", Some("no chess")),
            ("Info String Refused", Some("")),
            ("info string refusedly", None),
            ("info string refuse", None),
        ] {
            assert_eq!(refusal(line), reason, "{line}");
        }
    }

    #[test]
    fn the_first_line_has_the_evaluation() {
        let found = |score, depth| Some(Evaluation { score, depth });
        for (line, expected) in [
            ("info depth 7 nodes 5 score cp -35 pv a1 b2", found(Score::Centipawns(-35), 7)),
            ("INFO multipv 1 depth 3 score MATE 5", found(Score::WinIn(5), 3)),
            ("info score mate -2", found(Score::LossIn(2), 0)),
            ("info score cp 12 lowerbound depth 4", found(Score::Centipawns(12), 4)),
            ("info depth 7 multipv 2 score cp 5", None),
            ("info depth 7", None),
            ("info score cp", None),
            ("info score cp 99999999999", None),
            ("info score cp -2147483648", found(Score::Centipawns(-EVALUATION_LIMIT), 0)),
            ("info string score cp 5", None),
            ("bestmove a1 score cp 5", None),
        ] {
            assert_eq!(evaluation(line), expected, "{line}");
        }
    }

    #[test]
    fn invalid_lines_are_not_answers() {
        cairn_test_support::check_corpus("engine_answer", 2_000, |bytes| {
            let line = String::from_utf8_lossy(bytes);
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(best_move(&line).is_none_or(|mv| words[1] == mv), "{line}");
            assert!(refusal(&line).is_none_or(|_| line.to_lowercase().contains("refused")), "{line}");
            assert!(evaluation(&line).is_none_or(|_| words.len() > 3), "{line}");
            let option = super::super::engine_option::EngineOption::parse(&line);
            assert!(option.is_none_or(|option| !option.name.is_empty()), "{line}");
        });
    }
}
