//! The colours of every scheme, light and dark.

use super::rgb::rgb;
use super::{Mode, Rgb, Scheme};

/// The colours of a piece or a row: its face, and the text on it.
#[derive(Copy, Clone, Debug)]
pub(super) struct ColorPair {
    pub(super) face: Rgb,
    pub(super) ink: Rgb,
}

/// The colours of one scheme in one mode.
#[derive(Debug)]
pub(super) struct Palette {
    /// The background.
    pub(super) page: Rgb,
    pub(super) text: Rgb,
    pub(super) muted: Rgb,
    pub(super) border: Rgb,
    /// Titles and keys.
    pub(super) accent: Rgb,
    pub(super) warning: Rgb,
    /// The highlighted row of a list.
    pub(super) selected: ColorPair,
    /// The board and the lines on it.
    pub(super) board: Rgb,
    pub(super) line: Rgb,
    /// Coordinates, and the signs of empty sites.
    pub(super) faint: Rgb,
    pub(super) cursor: Rgb,
    pub(super) last: Rgb,
    pub(super) choice: Rgb,
    pub(super) hint: Rgb,
    pub(super) chosen: Rgb,
    pub(super) neutral: ColorPair,
    /// Blue, white, red, green, black. Green is bluish, after the palette of Okabe and Ito, and red also differs from
    /// it in lightness, so that colour-blind people can distinguish them.
    pub(super) seats: [ColorPair; 5],
}

impl Palette {
    pub(super) const fn of(scheme: Scheme, mode: Mode) -> &'static Self {
        match (scheme, mode) {
            (Scheme::Cairn, Mode::Light) => &CAIRN_LIGHT,
            (Scheme::Cairn, Mode::Dark) => &CAIRN_DARK,
            (Scheme::Contrast, Mode::Light) => &CONTRAST_LIGHT,
            (Scheme::Contrast, Mode::Dark) => &CONTRAST_DARK,
            (Scheme::Paper, Mode::Light) => &PAPER_LIGHT,
            (Scheme::Paper, Mode::Dark) => &PAPER_DARK,
        }
    }
}

const fn pair(face: &str, ink: &str) -> ColorPair {
    ColorPair { face: rgb(face), ink: rgb(ink) }
}

const CAIRN_LIGHT: Palette = Palette {
    page: rgb("#f7f8fa"),
    text: rgb("#1d2430"),
    muted: rgb("#566070"),
    border: rgb("#a9b3c0"),
    accent: rgb("#0a5c94"),
    warning: rgb("#a33a00"),
    selected: pair("#0a5c94", "#ffffff"),
    board: rgb("#d9dfe7"),
    line: rgb("#a3aebc"),
    faint: rgb("#28303d"),
    cursor: rgb("#141a24"),
    last: rgb("#704e00"),
    choice: rgb("#055566"),
    hint: rgb("#20590f"),
    chosen: rgb("#981c66"),
    neutral: pair("#d2bc95", "#2c220f"),
    seats: [
        pair("#005a98", "#ffffff"),
        pair("#ffffff", "#1d2430"),
        pair("#c0202b", "#ffffff"),
        pair("#1c9c78", "#000000"),
        pair("#23262d", "#ffffff"),
    ],
};

const CAIRN_DARK: Palette = Palette {
    page: rgb("#14171c"),
    text: rgb("#eceef2"),
    muted: rgb("#a5aebb"),
    border: rgb("#464f5d"),
    accent: rgb("#7cc4f2"),
    warning: rgb("#ffa85c"),
    selected: pair("#2d6f9e", "#ffffff"),
    board: rgb("#333a47"),
    line: rgb("#566173"),
    faint: rgb("#e4e8ee"),
    cursor: rgb("#ffffff"),
    last: rgb("#f2d06b"),
    choice: rgb("#7fe0e8"),
    hint: rgb("#a8f08a"),
    chosen: rgb("#ffb2e0"),
    neutral: pair("#a38b60", "#140e03"),
    seats: [
        pair("#368fd6", "#04121d"),
        pair("#f5f3ee", "#1c1a16"),
        pair("#e02828", "#ffffff"),
        pair("#50d4a8", "#00170e"),
        pair("#0a0b0e", "#f2f2f2"),
    ],
};

const CONTRAST_LIGHT: Palette = Palette {
    page: rgb("#ffffff"),
    text: rgb("#000000"),
    muted: rgb("#333333"),
    border: rgb("#4a4a4a"),
    accent: rgb("#003a8c"),
    warning: rgb("#8c1a00"),
    selected: pair("#000000", "#ffffff"),
    board: rgb("#d6d6d6"),
    line: rgb("#5a5a5a"),
    faint: rgb("#262626"),
    cursor: rgb("#000000"),
    last: rgb("#5c3d00"),
    choice: rgb("#004557"),
    hint: rgb("#0d4d00"),
    chosen: rgb("#800052"),
    neutral: pair("#b0b0b0", "#000000"),
    seats: [
        pair("#00449e", "#ffffff"),
        pair("#ffffff", "#000000"),
        pair("#b80012", "#ffffff"),
        pair("#00a36c", "#000000"),
        pair("#000000", "#ffffff"),
    ],
};

const CONTRAST_DARK: Palette = Palette {
    page: rgb("#000000"),
    text: rgb("#ffffff"),
    muted: rgb("#d0d0d0"),
    border: rgb("#9a9a9a"),
    accent: rgb("#8fd0ff"),
    warning: rgb("#ffb05c"),
    selected: pair("#ffffff", "#000000"),
    board: rgb("#363636"),
    line: rgb("#8a8a8a"),
    faint: rgb("#f0f0f0"),
    cursor: rgb("#ffffff"),
    last: rgb("#ffe066"),
    choice: rgb("#80f4ff"),
    hint: rgb("#9dff7a"),
    chosen: rgb("#ffa8dd"),
    neutral: pair("#8c8c8c", "#000000"),
    seats: [
        pair("#4fa8f5", "#000000"),
        pair("#ffffff", "#000000"),
        pair("#ff5a5f", "#000000"),
        pair("#4af0b2", "#000000"),
        pair("#000000", "#ffffff"),
    ],
};

const PAPER_LIGHT: Palette = Palette {
    page: rgb("#faf5ea"),
    text: rgb("#33291a"),
    muted: rgb("#695a41"),
    border: rgb("#c2b18e"),
    accent: rgb("#7a3b12"),
    warning: rgb("#9c2f0a"),
    selected: pair("#6b4a24", "#fffaee"),
    board: rgb("#e8dcc0"),
    line: rgb("#b8a47c"),
    faint: rgb("#3d301b"),
    cursor: rgb("#331c08"),
    last: rgb("#6e4a00"),
    choice: rgb("#17525c"),
    hint: rgb("#2f5a12"),
    chosen: rgb("#8c2155"),
    neutral: pair("#c9a66b", "#2e200a"),
    seats: [
        pair("#2b5d8c", "#ffffff"),
        pair("#fffdf6", "#2b2314"),
        pair("#b82626", "#ffffff"),
        pair("#4fa082", "#04180e"),
        pair("#2b2722", "#fbf6ea"),
    ],
};

const PAPER_DARK: Palette = Palette {
    page: rgb("#1e1913"),
    text: rgb("#f3e9d6"),
    muted: rgb("#bfae90"),
    border: rgb("#5e513d"),
    accent: rgb("#e8b87a"),
    warning: rgb("#ffa26b"),
    selected: pair("#7d582b", "#ffffff"),
    board: rgb("#453a2b"),
    line: rgb("#76664c"),
    faint: rgb("#f0e6d2"),
    cursor: rgb("#fff6e0"),
    last: rgb("#f4d278"),
    choice: rgb("#92dbdd"),
    hint: rgb("#b5e88a"),
    chosen: rgb("#f7a3c9"),
    neutral: pair("#96794c", "#0a0600"),
    seats: [
        pair("#5c8fc4", "#071522"),
        pair("#fdf9f0", "#2a2114"),
        pair("#e8615a", "#230303"),
        pair("#5fca9e", "#06180d"),
        pair("#120e09", "#f3e9d6"),
    ],
};
