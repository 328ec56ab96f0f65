//! Settings that are one of a few words.

use cairn_texts::Language;

/// A setting that is one of a few words.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value with its word, in the order in which they are offered.
    const ALL: &'static [(&'static str, Self)];

    /// Its word.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    /// The value of a word.
    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
    }

    /// The value `steps` places on, round and round.
    #[must_use]
    fn turned(self, steps: isize) -> Self {
        let place = Self::ALL.iter().position(|(_, value)| *value == self).unwrap_or(0);
        let turned = (place as isize + steps).rem_euclid(Self::ALL.len() as isize);
        Self::ALL[turned as usize].1
    }

    /// All words, as an error lists them.
    fn words() -> String {
        let words: Vec<&str> = Self::ALL.iter().map(|(word, _)| *word).collect();
        words.join(", ")
    }
}

/// Which colours the full screen has.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Theme {
    #[default]
    Cairn,
    Contrast,
    Paper,
}

/// Whether the page is light or dark.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Mode {
    /// As the terminal says.
    #[default]
    Auto,
    /// Dark signs on a light page.
    Light,
    /// Light signs on a dark page.
    Dark,
}

/// How large the squares of a board are.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Cells {
    /// As large as fits.
    #[default]
    Auto,
    /// One line.
    Small,
    /// In between.
    Medium,
    /// As large as there is.
    Large,
}

/// How long a bot's move stays visible before the next.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
    Instant,
}

impl Choice for Theme {
    const ALL: &'static [(&'static str, Self)] =
        &[("cairn", Self::Cairn), ("contrast", Self::Contrast), ("paper", Self::Paper)];
}

impl Choice for Mode {
    const ALL: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("light", Self::Light), ("dark", Self::Dark)];
}

impl Choice for Cells {
    const ALL: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("small", Self::Small), ("medium", Self::Medium), ("large", Self::Large)];
}

impl Choice for Speed {
    const ALL: &'static [(&'static str, Self)] =
        &[("slow", Self::Slow), ("normal", Self::Normal), ("fast", Self::Fast), ("instant", Self::Instant)];
}

impl Choice for bool {
    const ALL: &'static [(&'static str, Self)] = &[("no", false), ("yes", true)];
}

/// `auto` is the language of the locale.
impl Choice for Option<Language> {
    const ALL: &'static [(&'static str, Self)] =
        &[("auto", None), ("en", Some(Language::English)), ("pt", Some(Language::Portuguese))];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_go_round() {
        assert_eq!(Speed::Instant.turned(1), Speed::Slow);
        assert_eq!(Speed::Slow.turned(-1), Speed::Instant);
        assert_eq!(None::<Language>.turned(2).word(), "pt");
        assert_eq!(bool::of_word("yes"), Some(true));
        assert_eq!(Cells::words(), "auto, small, medium, large");
    }
}
