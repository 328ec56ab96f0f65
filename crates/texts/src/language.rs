//! The languages, and the choice of one by its code or by the locale.

use std::fmt;
use std::str::FromStr;

use cairn_rules::Message;
use thiserror::Error;

/// A language of the program.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// European Portuguese.
    Portuguese,
}

/// A word that is not the code of a language.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
pub struct UnknownLanguage {
    /// The word.
    pub word: String,
}

impl UnknownLanguage {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("unknown language `{word}`; the languages are en, pt").with("word", &self.word)
    }
}

/// The environment variables of the locale, in order of precedence.
const LOCALE_VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Portuguese];

    /// Returns its ISO 639-1 code.
    pub const fn word(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Portuguese => "pt",
        }
    }

    /// Returns its name in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Portuguese => "Português",
        }
    }

    /// Returns the language of a locale such as `pt_PT.UTF-8`, if there are texts in it.
    pub fn from_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL.into_iter().find(|language| language.word().eq_ignore_ascii_case(code))
    }

    /// Returns the language of the environment's locale; English if there are no texts in it.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = LOCALE_VARIABLES.into_iter().filter_map(variable).find(|locale| !locale.is_empty());
        locale.and_then(|locale| Self::from_locale(&locale)).unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        let known = Self::ALL.into_iter().find(|language| language.word() == text);
        known.ok_or_else(|| UnknownLanguage { word: text.escape_debug().to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_are_recognised() {
        for (locale, language) in [
            ("pt_PT.UTF-8", Some(Language::Portuguese)),
            ("pt", Some(Language::Portuguese)),
            ("PT-br", Some(Language::Portuguese)),
            ("en_GB@euro", Some(Language::English)),
            ("C.UTF-8", None),
            ("ptx", None),
            ("", None),
        ] {
            assert_eq!(Language::from_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |set: &[(&str, &str)]| {
            Language::from_environment(|name| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[("LC_ALL", ""), ("LC_MESSAGES", "pt_PT"), ("LANG", "en_US")]), Language::Portuguese);
        assert_eq!(of(&[("LC_ALL", "C"), ("LANG", "pt_PT")]), Language::English);
        assert_eq!(of(&[]), Language::English);
    }

    #[test]
    fn codes_round_trip_and_others_are_rejected() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        let error = "fr".parse::<Language>().unwrap_err().to_string();
        assert_eq!(error, "unknown language `fr`; the languages are en, pt");
    }
}
