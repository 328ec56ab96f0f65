//! Parses the answers of external engines. Case does not matter, since some engines write in capitals.

/// Whether a line begins with these words.
pub(super) fn begins(line: &str, words: &str) -> bool {
    let mut said = line.split_whitespace();
    words.split(' ').all(|word| said.next().is_some_and(|said| said.eq_ignore_ascii_case(word)))
}

/// The option that takes a seed, as the engine spells it, if the line describes it.
pub(super) fn seed_option(line: &str) -> Option<&str> {
    line.split_whitespace().nth(2).filter(|_| begins(line, "option name seed type"))
}

/// The move of `bestmove a1`, or of `bestmove a1 ponder b2`, whose second move is ignored.
pub(super) fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let (mv, rest) = (words.nth(1)?, [words.next(), words.next(), words.next()]);
    match rest {
        [None, ..] => Some(mv),
        [Some(ponder), _, None] if ponder.eq_ignore_ascii_case("ponder") => Some(mv),
        _ => None,
    }
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
        assert_eq!(seed_option("option name SEED type spin default 1"), Some("SEED"));
        assert_eq!(seed_option("option name Seeds type spin"), None);
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
    }

    #[test]
    fn nonsense_is_no_answer() {
        cairn_test_support::check_corpus("engine_answer", 2_000, |bytes| {
            let line = String::from_utf8_lossy(bytes);
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(best_move(&line).is_none_or(|mv| words[1] == mv), "{line}");
            assert!(seed_option(&line).is_none_or(|name| name.eq_ignore_ascii_case("seed")), "{line}");
        });
    }
}
