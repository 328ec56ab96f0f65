//! Suggestions: the known words closest to a mistyped one.

use strsim::damerau_levenshtein;

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;
/// The length above which words are not compared: such words are not typing mistakes.
const MAX_WORD_LEN: usize = 60;

/// Returns the known words closest to `word`, if they are close and few: one letter may be wrong, or one in three.
///
/// ```
/// let games = ["staqs", "stlts", "stac", "sight", "stacks"];
/// assert_eq!(cairn_rules::nearest("sigth", games), ["sight"]);
/// assert_eq!(cairn_rules::nearest("chess", games), Vec::<&str>::new());
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let letters = word.chars().count();
    let most = if letters < 2 { 0 } else { (letters / 3).max(1) };
    within(word, known, most)
}

/// Returns the moves closest to `text`, if they are close and few: one character may be wrong, or two in a long move.
///
/// ```
/// let moves = ["c3-c4", "c3-b3", "a1-a2"];
/// assert_eq!(cairn_rules::nearest_moves("c3c4", moves), ["c3-c4"]);
/// assert_eq!(cairn_rules::nearest_moves("c3-c5", moves), ["c3-c4"]);
/// ```
pub fn nearest_moves<'a>(text: &str, moves: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let text: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let most = match text.chars().count() {
        0 | 1 => 0,
        2..8 => 1,
        _ => 2,
    };
    within(&text, moves, most)
}

/// Returns the known words at the smallest distance, if it is at most `most` and they are few.
fn within<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let word = folded(word);
    let length = word.chars().count();
    if most == 0 || length > MAX_WORD_LEN {
        return Vec::new();
    }
    let (mut least, mut near) = (most, Vec::new());
    for candidate in known {
        if candidate.chars().count().abs_diff(length) > least {
            continue;
        }
        let distance = damerau_levenshtein(&word, &folded(candidate));
        if distance < least {
            (least, near) = (distance, vec![candidate]);
        } else if distance == least && !near.contains(&candidate) {
            near.push(candidate);
        }
    }
    if near.len() <= MAX_SUGGESTIONS { near } else { Vec::new() }
}

/// Normalizes a word for comparison: lowercase, without the accents that many keyboards lack.
pub fn folded(word: &str) -> String {
    let plain = |letter| match letter {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' => 'u',
        'ç' => 'c',
        other => other,
    };
    word.chars().flat_map(char::to_lowercase).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [&str; 5] = ["staqs", "stlts", "stac", "sight", "stacks"];

    #[test]
    fn mistyped_words_are_recognised() {
        for (word, near) in [
            ("staq", vec!["staqs", "stac"]),
            ("Stax", vec!["stac"]),
            ("satqs", vec!["staqs"]),
            ("stlt", vec!["stlts"]),
            ("light", vec!["sight"]),
            ("go", vec![]),
            ("s", vec![]),
            ("", vec![]),
            ("chess", vec![]),
        ] {
            assert_eq!(nearest(word, GAMES), near, "{word}");
        }
        assert_eq!(nearest("historico", ["histórico"]), ["histórico"]);
        assert!(nearest(&"staqs".repeat(1_000), GAMES).is_empty());
    }

    #[test]
    fn short_words_must_be_very_near() {
        assert_eq!(nearest("walk", ["back", "board"]), Vec::<&str>::new());
        assert_eq!(nearest("bakc", ["back", "board"]), ["back"]);
    }

    #[test]
    fn many_words_are_no_help() {
        let levels = ["level1", "level2", "level3", "level4"];
        assert_eq!(nearest("level9", levels), Vec::<&str>::new());
        assert_eq!(nearest("levle3", levels), ["level3"]);
    }

    #[test]
    fn only_nearly_right_moves_are_proposed() {
        let moves = ["2c3xc4+b3>c5", "c3-c4", "a1", "a2", "a3", "a4"];
        assert_eq!(nearest_moves("2c3xc4b3>c6", moves), ["2c3xc4+b3>c5"]);
        assert_eq!(nearest_moves("c3 - c4.", moves), ["c3-c4"]);
        assert_eq!(nearest_moves("a9", moves), Vec::<&str>::new());
        assert_eq!(nearest_moves("d5-d6", moves), Vec::<&str>::new());
    }

    #[test]
    fn words_are_compared_without_accents() {
        assert_eq!(folded("Solução às ÚLTIMAS"), "solucao as ultimas");
    }
}
