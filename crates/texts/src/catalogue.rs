//! Looks up texts in the catalogues and fills in their placeholders.
//!
//! A catalogue is a file with one `key = text` per line; `#` begins a comment.

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::LazyLock;

use crate::Language;
use crate::safe::SafeLine;

type Catalogue = HashMap<&'static str, &'static str>;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| entries(Language::English).collect());
static PORTUGUESE: LazyLock<Catalogue> = LazyLock::new(|| entries(Language::Portuguese).collect());

/// Returns the files of a language: its texts, those with the help of the command line, and those of the test game.
pub const fn files(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            include_str!("../texts/en.txt"),
            #[cfg(feature = "test-game")]
            cairn_rules::games::tump::ENGLISH_TEXTS,
        ],
        Language::Portuguese => &[
            include_str!("../texts/pt.txt"),
            include_str!("../texts/cli-pt.txt"),
            #[cfg(feature = "test-game")]
            cairn_rules::games::tump::PORTUGUESE_TEXTS,
        ],
    }
}

/// Returns all keys of a language with their texts, in the order of the files.
pub fn entries(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = files(language).iter().flat_map(|file| file.lines());
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

/// The name of a placeholder and its value.
pub type Argument<'a> = (&'a str, &'a dyn Display);

/// The texts of one language.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Texts {
    language: Language,
}

impl Texts {
    /// Creates the texts of a language.
    pub const fn new(language: Language) -> Self {
        Self { language }
    }

    /// Returns their language.
    pub const fn language(self) -> Language {
        self.language
    }

    /// Returns the text of a key, or the key itself if there is none.
    pub fn text(self, key: &str) -> &str {
        self.find(key).unwrap_or(key)
    }

    /// Returns the text of a key with its `{placeholders}` filled in. Escapes the values, which may come from anywhere,
    /// for display in a line.
    pub fn format(self, key: &str, arguments: &[Argument]) -> String {
        fill(self.text(key), arguments)
    }

    /// Returns the text of `KEY_one` for one, of `KEY_other` for none or several. The number is `{n}`.
    pub fn plural(self, key: &str, n: u64, arguments: &[Argument]) -> String {
        let form = if n == 1 { "one" } else { "other" };
        let key = format!("{key}_{form}");
        fill(&fill(self.text(&key), &[("n", &n)]), arguments)
    }

    pub(crate) fn find(self, key: &str) -> Option<&'static str> {
        let catalogue = match self.language {
            Language::English => &ENGLISH,
            Language::Portuguese => &PORTUGUESE,
        };
        catalogue.get(key).copied()
    }
}

/// Replaces placeholders by their values; leaves those without a value.
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
            // Writing to a string cannot fail.
            let _ = write!(SafeLine(&mut filled), "{value}");
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
    fn placeholders_are_filled_in_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", &1), ("b", &"{a}")]), "1 and {a}, 1");
        assert_eq!(fill("{c} {", &[("a", &1)]), "{c} {");
        assert_eq!(fill("", &[]), "");
    }

    #[test]
    fn values_are_escaped() {
        assert_eq!(fill("{a}!\n", &[("a", &"\u{1b}[2J\n\u{9b}")]), "\\u{1b}[2J\\n\\u{9b}!\n");
    }

    #[test]
    fn unknown_keys_return_themselves() {
        let texts = Texts::default();
        assert_eq!(texts.text("no.such.key"), "no.such.key");
        assert_eq!(texts.reason("no such reason"), "no such reason");
    }

    #[test]
    fn the_number_selects_the_plural_form() {
        let texts = Texts::new(Language::English);
        let say = |n| texts.plural("site.white_pins", n, &[]);
        assert_eq!([say(0), say(1), say(2)], ["0 white pins", "1 white pin", "2 white pins"]);
    }
}
