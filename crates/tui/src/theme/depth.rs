//! Detects the number of colours of a terminal, and whether it is light or dark, from its environment variables.

use std::fmt;
use std::str::FromStr;

use ratatui::style::Color;

use super::Rgb;

/// The colour depth.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Depth {
    /// No colours: only bold, underlined and reversed characters.
    None,
    /// The sixteen named colours.
    Sixteen,
    /// 256 colours.
    Indexed,
    /// 24-bit colours.
    True,
}

/// The environment variables about the terminal.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Environment<'a> {
    /// `COLORTERM`: `truecolor` or `24bit` for 24-bit colours.
    pub colorterm: Option<&'a str>,
    /// `TERM`: the kind of terminal.
    pub term: Option<&'a str>,
    /// `NO_COLOR`: disables colours if it is not empty.
    pub no_color: Option<&'a str>,
    /// `COLORFGBG`: the numbers of the default colours, the background last.
    pub colorfgbg: Option<&'a str>,
}

impl Depth {
    /// Every depth, from the least to the most.
    pub const ALL: [Self; 4] = [Self::None, Self::Sixteen, Self::Indexed, Self::True];

    /// Returns the colour depth of this environment.
    pub fn detect(environment: &Environment) -> Self {
        // Windows sets no TERM, and its consoles have at least sixteen colours.
        let term = environment.term.unwrap_or("windows");
        if environment.no_color.is_some_and(|value| !value.is_empty()) || matches!(term, "" | "dumb") {
            return Self::None;
        }
        let is_any = |names: &[&str], value: &str| names.iter().any(|name| value.contains(name));
        if is_any(&["truecolor", "24bit"], environment.colorterm.unwrap_or_default())
            || is_any(&["direct", "truecolor"], term)
        {
            Self::True
        } else if is_any(&["256color", "kitty", "alacritty", "ghostty", "foot", "wezterm"], term) {
            Self::Indexed
        } else if is_any(&["mono", "vt100", "vt102", "vt220"], term) {
            Self::None
        } else {
            Self::Sixteen
        }
    }

    /// Returns the nearest colour at this depth; `named` is its name among sixteen.
    pub(super) fn show(self, color: Rgb, named: Color) -> Color {
        match self {
            Self::None => Color::Reset,
            Self::Sixteen => named,
            Self::Indexed => Color::Indexed(color.indexed()),
            Self::True => Color::Rgb(color.0, color.1, color.2),
        }
    }
}

/// The background of the page.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Mode {
    /// Dark text on a light page.
    Light,
    /// Light text on a dark page.
    #[default]
    Dark,
}

impl Mode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// Returns `light` or `dark`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns light if the terminal reports a light background; otherwise dark, like most terminals.
    pub fn detect(environment: &Environment) -> Self {
        let background = environment.colorfgbg.and_then(|value| value.rsplit(';').next());
        match background.and_then(|number| number.parse().ok()) {
            Some(7 | 9..=15) => Self::Light,
            Some(_) | None => Self::Dark,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Mode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|mode| mode.name() == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_follows_the_environment() {
        let cases = [
            // COLORTERM, TERM, NO_COLOR
            ("truecolor", "xterm-256color", "", Depth::True),
            ("24bit", "screen", "", Depth::True),
            ("", "xterm-direct", "", Depth::True),
            ("", "xterm-256color", "", Depth::Indexed),
            ("", "tmux-256color", "", Depth::Indexed),
            ("", "xterm-kitty", "", Depth::Indexed),
            ("", "linux", "", Depth::Sixteen),
            ("yes", "xterm", "", Depth::Sixteen),
            ("", "vt100", "", Depth::None),
            ("", "dumb", "", Depth::None),
            ("", "", "", Depth::None),
            ("truecolor", "dumb", "", Depth::None),
            ("truecolor", "xterm-256color", "1", Depth::None),
        ];
        for (colorterm, term, no_color, depth) in cases {
            let environment = Environment {
                colorterm: Some(colorterm),
                term: Some(term),
                no_color: Some(no_color),
                colorfgbg: None,
            };
            assert_eq!(Depth::detect(&environment), depth, "{environment:?}");
        }
        assert_eq!(Depth::detect(&Environment::default()), Depth::Sixteen);
    }

    #[test]
    fn mode_follows_the_background() {
        let mode = |colorfgbg| Mode::detect(&Environment { colorfgbg, ..Environment::default() });
        assert_eq!(mode(Some("0;15")), Mode::Light);
        assert_eq!(mode(Some("0;default;7")), Mode::Light);
        for dark in [Some("15;0"), Some("7;8"), Some("12;default"), Some(""), None] {
            assert_eq!(mode(dark), Mode::Dark, "{dark:?}");
        }
    }
}
