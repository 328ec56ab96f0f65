//! Every text that people read, in every language of the program.
//!
//! Texts are found by key in the message catalogue of a language: one flat file each, with the same
//! keys. Names that games bring along, such as those of seats and reasons, are English in the rules
//! and become keys here. Whole sentences of games, such as summaries, prompts and refusals, are English in the rules
//! alone; other languages translate them, and one that does not says them in English. Notation, records and
//! JSON are never translated.
//!
//! `catalogue` has [`Texts`] and its lookup, `data` the names that come from the rules and the bots,
//! `refusal` what games say, `near` what may have been meant by a wrong word, `language` the choice of a
//! [`Language`], and `safe` what makes text of files and other programs safe to show.
//!
//! ```
//! use cairn_texts::{Language, Texts};
//!
//! let texts = Texts::new(Language::Portuguese);
//! assert_eq!(texts.seat("Blue"), "Azul");
//! assert_eq!(texts.plural("site.white_pins", 2, &[]), "2 pinos brancos");
//! assert_eq!(Language::from_locale("pt_PT.UTF-8"), Some(Language::Portuguese));
//! ```

mod catalogue;
mod data;
mod language;
mod near;
mod refusal;
mod safe;

pub use catalogue::{Argument, Texts, entries, files};
pub use data::PREFIXES;
pub use language::{Language, UnknownLanguage};
pub use near::{nearest, nearest_moves};
pub use safe::{is_safe, safe_json, safe_line, safe_text};

/// Folds a word for comparison: to lowercase, without the accents that many keyboards lack.
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

    #[test]
    fn words_are_compared_without_accents() {
        assert_eq!(folded("Solução às ÚLTIMAS"), "solucao as ultimas");
    }
}
