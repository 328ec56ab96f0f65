//! Everything that is said to people, in every language the program speaks.
//!
//! A text is found by its key in the catalogue of a language: one flat file for each, with the same
//! keys. Words that games bring along, such as names of seats and reasons of outcomes, are English
//! in the rules and become keys here, so that nothing outside has to know them. Notation, records and
//! JSON are never translated.
//!
//! ```
//! use cairn_texts::{Language, Texts};
//!
//! let texts = Texts::new(Language::Portuguese);
//! assert_eq!(texts.seat("Blue"), "Azul");
//! assert_eq!(texts.plural("site.white_pins", 2, &[]), "2 pinos brancos");
//! assert_eq!(Language::of_locale("pt_PT.UTF-8"), Some(Language::Portuguese));
//! ```

mod catalogue;
mod data;
mod language;
mod refusal;

pub use catalogue::entries;
pub use data::PREFIXES;
pub use language::{Language, UnknownLanguage};

use std::fmt::{Display, Write};

/// What stands for something in a text: its name, and what to say instead.
pub type Argument<'a> = (&'a str, &'a dyn Display);

/// The texts of one language; as small as the language's name.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Texts {
    language: Language,
}

impl Texts {
    /// The texts of a language.
    pub const fn new(language: Language) -> Self {
        Self { language }
    }

    /// Which language they are in.
    pub const fn language(self) -> Language {
        self.language
    }

    /// A text as it is. A key that no catalogue has is said itself.
    pub fn say(self, key: &str) -> &str {
        self.find(key).unwrap_or(key)
    }

    /// A text with its `{names}` filled in.
    pub fn tell(self, key: &str, arguments: &[Argument]) -> String {
        fill(self.say(key), arguments)
    }

    /// A text that depends on a number: `KEY_one` for one thing, `KEY_other` for none or several.
    /// The number itself is `{n}`.
    pub fn plural(self, key: &str, n: u64, arguments: &[Argument]) -> String {
        let form = if n == 1 { "one" } else { "other" };
        let key = format!("{key}_{form}");
        fill(&fill(self.say(&key), &[("n", &n)]), arguments)
    }

    fn find(self, key: &str) -> Option<&'static str> {
        catalogue::of(self.language).get(key).copied()
    }
}

/// A word as it is compared: without capitals, and without the accents that many keyboards lack.
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

/// Puts arguments in the place of their names. A name that nobody gave stays as it is.
fn fill(text: &str, arguments: &[Argument]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let found = after.split_once('}').and_then(|(name, behind)| {
            let (_, value) = arguments.iter().find(|(known, _)| *known == name)?;
            Some((value, behind))
        });
        if let Some((value, behind)) = found {
            // Writing to a string does not fail.
            let _ = write!(filled, "{value}");
            rest = behind;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", &1), ("b", &"{a}")]), "1 and {a}, 1");
        assert_eq!(fill("{c} {", &[("a", &1)]), "{c} {");
        assert_eq!(fill("", &[]), "");
    }

    #[test]
    fn what_is_unknown_is_said_as_it_is() {
        let texts = Texts::default();
        assert_eq!(texts.say("no.such.key"), "no.such.key");
        assert_eq!(texts.fact("no such fact"), "no such fact");
    }

    #[test]
    fn words_are_compared_without_accents() {
        assert_eq!(folded("Solução às ÚLTIMAS"), "solucao as ultimas");
    }

    #[test]
    fn numbers_choose_the_form() {
        let texts = Texts::new(Language::English);
        let say = |n| texts.plural("site.white_pins", n, &[]);
        assert_eq!([say(0), say(1), say(2)], ["0 white pins", "1 white pin", "2 white pins"]);
    }
}
