//! Settings with a fixed set of values, each with a name in the settings file.

use cairn_texts::Language;

/// A setting with a fixed set of values.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value with its name, in the order of the menu.
    const ALL: &'static [(&'static str, Self)];

    /// Returns its name.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    /// Returns the value with this name.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
    }

    /// Returns the value `steps` further, wrapping around.
    #[must_use]
    fn turned(self, steps: isize) -> Self {
        let place = Self::ALL.iter().position(|(_, value)| *value == self).unwrap_or(0);
        let turned = (place as isize + steps).rem_euclid(Self::ALL.len() as isize);
        Self::ALL[turned as usize].1
    }

    /// Lists all names, for errors.
    fn words() -> String {
        let names: Vec<&str> = Self::ALL.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }
}

/// The colour theme of the full-screen app.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Theme {
    #[default]
    Cairn,
    Contrast,
    Paper,
}

/// Light or dark mode.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Mode {
    /// As the terminal reports it.
    #[default]
    Auto,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// The size of a board's squares.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Cells {
    /// The largest size that fits.
    #[default]
    Auto,
    /// One line high.
    Small,
    /// Between small and large.
    Medium,
    /// The largest size.
    Large,
}

/// The delay between the moves of bots.
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

/// `auto` follows the locale.
impl Choice for Option<Language> {
    const ALL: &'static [(&'static str, Self)] =
        &[("auto", None), ("en", Some(Language::English)), ("pt", Some(Language::Portuguese))];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_wrap_around() {
        assert_eq!(Speed::Instant.turned(1), Speed::Slow);
        assert_eq!(Speed::Slow.turned(-1), Speed::Instant);
        assert_eq!(None::<Language>.turned(2).word(), "pt");
        assert_eq!(bool::from_word("yes"), Some(true));
        assert_eq!(Cells::words(), "auto, small, medium, large");
    }
}
