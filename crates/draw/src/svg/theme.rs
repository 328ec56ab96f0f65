//! The colours of pictures in light and dark.

use cairn_rules::{Player, Scene, SeatColor};

/// The colour scheme of a picture.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Theme {
    /// A light background.
    #[default]
    Light,
    /// A dark background.
    Dark,
}

/// The colours of a piece.
#[derive(Copy, Clone)]
pub(super) struct PieceColors {
    /// The top.
    pub(super) face: &'static str,
    /// The side.
    pub(super) side: &'static str,
    /// The outline.
    pub(super) edge: &'static str,
    /// Text on it.
    pub(super) ink: &'static str,
}

/// Defines the colours of a piece: light, dark, and by their names in a page.
macro_rules! piece {
    ($name:literal, [$($light:literal),+], [$($dark:literal),+]) => {
        [
            piece!($($light),+),
            piece!($($dark),+),
            piece!(
                concat!("var(--", $name, ")"),
                concat!("var(--", $name, "-side)"),
                concat!("var(--", $name, "-edge)"),
                concat!("var(--", $name, "-ink)")
            ),
        ]
    };
    ($face:expr, $side:expr, $edge:expr, $ink:expr) => {
        PieceColors { face: $face, side: $side, edge: $edge, ink: $ink }
    };
}

/// Neutral pieces.
const NEUTRAL: [PieceColors; 3] = piece!(
    "neutral",
    ["#d9b988", "#a9854f", "#7d5f33", "#4a3517"],
    ["#c2a274", "#85693e", "#4e3b1d", "#2c1f0a"]
);

// Blue and bluish green are those of Okabe and Ito, or lighter shades of them; red also differs from both in lightness.

const BLUE: [PieceColors; 3] = piece!(
    "blue",
    ["#0072b2", "#004d7a", "#00324f", "#ffffff"],
    ["#1f8fd6", "#0f5f94", "#072f4b", "#ffffff"]
);
const WHITE: [PieceColors; 3] = piece!(
    "white",
    ["#fffdf8", "#cfc8b8", "#7d7565", "#2b2820"],
    ["#fbf8f0", "#bdb6a6", "#5f594c", "#25221b"]
);
const RED: [PieceColors; 3] =
    piece!("red", ["#c8202f", "#8a1420", "#560a12", "#ffffff"], ["#d83c46", "#92222b", "#4a0f14", "#ffffff"]);
const GREEN: [PieceColors; 3] = piece!(
    "green",
    ["#00936b", "#006247", "#003d2c", "#ffffff"],
    ["#12a67c", "#0a6b50", "#053728", "#ffffff"]
);
const BLACK: [PieceColors; 3] = piece!(
    "black",
    ["#34363d", "#1c1d22", "#6f737d", "#ffffff"],
    ["#17181c", "#08090b", "#9aa1ae", "#ffffff"]
);

/// Defines the colours other than those of pieces, each with the suffix of its name on a page, in light and in dark.
macro_rules! palette {
    ($($field:ident, $name:literal, $light:literal, $dark:literal;)+) => {
        /// All colours of a theme, or their names on a page.
        pub(super) struct Palette {
            $(pub(super) $field: &'static str,)+
            pub(super) home_opacity: &'static str,
            pub(super) shadow_opacity: &'static str,
            /// The index of the theme in the colours of pieces.
            index: usize,
        }

        const LIGHT: Palette = Palette { $($field: $light,)+ home_opacity: "0.22", shadow_opacity: "0.2", index: 0 };
        const DARK: Palette = Palette { $($field: $dark,)+ home_opacity: "0.34", shadow_opacity: "0.38", index: 1 };
        const PAGE: Palette = Palette {
            $($field: concat!("var(--c-", $name, ")"),)+
            home_opacity: "0.28",
            shadow_opacity: "0.26",
            index: 2,
        };

        impl Palette {
            /// Lists all colours in a fixed order, those of pieces last.
            fn all(&self) -> Vec<&'static str> {
                let pieces = [BLUE, WHITE, RED, GREEN, BLACK, NEUTRAL].map(|piece| piece[self.index]);
                let pieces = pieces.into_iter().flat_map(|piece| [piece.face, piece.side, piece.edge, piece.ink]);
                [$(self.$field),+].into_iter().chain(pieces).collect()
            }
        }
    };
}

palette! {
    page, "page", "#faf8f4", "#14161b";
    board, "board", "#d8c9ac", "#2a2f39";
    board_edge, "board-edge", "#bfae8c", "#3d4452";
    tile, "tile", "#f1e8d6", "#434b5a";
    tile_edge, "tile-edge", "#dccfb5", "#525b6c";
    void, "void", "#cbbb9b", "#22262e";
    void_edge, "void-edge", "#bcab88", "#323844";
    line, "line", "#8b7a5a", "#8f99ab";
    text, "text", "#2f2a22", "#f0eee8";
    muted, "muted", "#6d6454", "#a9b0bd";
    turn, "turn", "#efe7d8", "#262b35";
    last, "last", "#d98e00", "#ffb733";
    choice, "choice", "#0a76b8", "#7cc8ff";
    hint, "hint", "#2d7a1a", "#a8f08a";
    chosen, "chosen", "#a3216f", "#ff8fd0";
    gold, "gold", "#f2c230", "#ffd54a";
    gold_edge, "gold-edge", "#8a6500", "#5c4300";
}

impl Palette {
    pub(super) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// Returns the names of the colours that a page defines.
    pub(super) const fn for_page() -> &'static Self {
        &PAGE
    }

    pub(super) const fn paint(&self, paint: SeatColor) -> PieceColors {
        let themes = match paint {
            SeatColor::Blue => BLUE,
            SeatColor::White => WHITE,
            SeatColor::Red => RED,
            SeatColor::Green => GREEN,
            SeatColor::Black => BLACK,
        };
        themes[self.index]
    }

    /// Returns the colours of a player's pieces, or of neutral ones.
    pub(super) fn piece(&self, scene: &Scene, owner: Option<Player>) -> PieceColors {
        let seat = owner.and_then(|player| scene.seats.get(player.index()));
        seat.map_or(NEUTRAL[self.index], |seat| self.paint(seat.color))
    }
}

/// Returns the colours of [`page`](super::page) as CSS, for light and dark: `--c-page:light-dark(#faf8f4,#14161b);..`.
pub fn page_colors() -> String {
    let names = PAGE.all().into_iter().zip(LIGHT.all()).zip(DARK.all());
    let line = |((name, light), dark): ((&str, &str), &str)| {
        let name = name.trim_start_matches("var(").trim_end_matches(')');
        format!("{name}:light-dark({light},{dark});")
    };
    names.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_defines_every_colour_once() {
        let css = page_colors();
        for name in PAGE.all() {
            let name = name.strip_prefix("var(").unwrap().strip_suffix(')').unwrap();
            assert_eq!(css.matches(&format!("{name}:")).count(), 1, "{name}");
        }
        assert!(css.contains("--c-page:light-dark(#faf8f4,#14161b);"));
    }
}
