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

/// All colours of a theme.
pub(super) struct Palette {
    pub(super) page: &'static str,
    pub(super) board: &'static str,
    pub(super) board_edge: &'static str,
    pub(super) tile: &'static str,
    pub(super) tile_edge: &'static str,
    pub(super) void: &'static str,
    pub(super) void_edge: &'static str,
    pub(super) line: &'static str,
    pub(super) text: &'static str,
    pub(super) muted: &'static str,
    pub(super) turn: &'static str,
    pub(super) last: &'static str,
    pub(super) choice: &'static str,
    pub(super) hint: &'static str,
    pub(super) chosen: &'static str,
    pub(super) gold: &'static str,
    pub(super) gold_edge: &'static str,
    pub(super) home_opacity: &'static str,
    pub(super) shadow_opacity: &'static str,
    neutral: PieceColors,
    paints: [PieceColors; 5],
}

impl Palette {
    pub(super) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The names of the colours that a page defines.
    pub(super) const fn for_page() -> &'static Self {
        &PAGE
    }

    /// All colours in one order, with those of pieces last.
    fn all(&self) -> Vec<&'static str> {
        let colors = [
            self.page,
            self.board,
            self.board_edge,
            self.tile,
            self.tile_edge,
            self.void,
            self.void_edge,
            self.line,
            self.text,
            self.muted,
            self.turn,
            self.last,
            self.choice,
            self.hint,
            self.chosen,
            self.gold,
            self.gold_edge,
        ];
        let pieces = self.paints.iter().chain([&self.neutral]);
        let pieces = pieces.flat_map(|colors| [colors.face, colors.side, colors.edge, colors.ink]);
        colors.into_iter().chain(pieces).collect()
    }

    pub(super) const fn paint(&self, paint: SeatColor) -> PieceColors {
        let index = match paint {
            SeatColor::Blue => 0,
            SeatColor::White => 1,
            SeatColor::Red => 2,
            SeatColor::Green => 3,
            SeatColor::Black => 4,
        };
        self.paints[index]
    }

    /// The colours of a player's pieces, or of neutral ones.
    pub(super) fn piece(&self, scene: &Scene, owner: Option<Player>) -> PieceColors {
        let seat = owner.and_then(|player| scene.seats.get(player.index()));
        seat.map_or(self.neutral, |seat| self.paint(seat.color))
    }
}

/// The colours of [`page`](super::page) as CSS, for light and dark: `--c-page:light-dark(#faf8f4,#14161b);..`.
pub fn page_colors() -> String {
    let names = PAGE.all().into_iter().zip(LIGHT.all()).zip(DARK.all());
    let line = |((name, light), dark): ((&str, &str), &str)| {
        let name = name.trim_start_matches("var(").trim_end_matches(')');
        format!("{name}:light-dark({light},{dark});")
    };
    names.map(line).collect()
}

const fn colors(
    face: &'static str,
    side: &'static str,
    edge: &'static str,
    ink: &'static str,
) -> PieceColors {
    PieceColors { face, side, edge, ink }
}

// Blue and bluish green are those of Okabe and Ito, or lighter shades of them; red differs from both in
// lightness too.

const LIGHT: Palette = Palette {
    page: "#faf8f4",
    board: "#d8c9ac",
    board_edge: "#bfae8c",
    tile: "#f1e8d6",
    tile_edge: "#dccfb5",
    void: "#cbbb9b",
    void_edge: "#bcab88",
    line: "#8b7a5a",
    text: "#2f2a22",
    muted: "#6d6454",
    turn: "#efe7d8",
    last: "#d98e00",
    choice: "#0a76b8",
    hint: "#2d7a1a",
    chosen: "#a3216f",
    gold: "#f2c230",
    gold_edge: "#8a6500",
    home_opacity: "0.22",
    shadow_opacity: "0.2",
    neutral: colors("#d9b988", "#a9854f", "#7d5f33", "#4a3517"),
    paints: [
        colors("#0072b2", "#004d7a", "#00324f", "#ffffff"),
        colors("#fffdf8", "#cfc8b8", "#7d7565", "#2b2820"),
        colors("#c8202f", "#8a1420", "#560a12", "#ffffff"),
        colors("#00936b", "#006247", "#003d2c", "#ffffff"),
        colors("#34363d", "#1c1d22", "#6f737d", "#ffffff"),
    ],
};

const DARK: Palette = Palette {
    page: "#14161b",
    board: "#2a2f39",
    board_edge: "#3d4452",
    tile: "#434b5a",
    tile_edge: "#525b6c",
    void: "#22262e",
    void_edge: "#323844",
    line: "#8f99ab",
    text: "#f0eee8",
    muted: "#a9b0bd",
    turn: "#262b35",
    last: "#ffb733",
    choice: "#7cc8ff",
    hint: "#a8f08a",
    chosen: "#ff8fd0",
    gold: "#ffd54a",
    gold_edge: "#5c4300",
    home_opacity: "0.34",
    shadow_opacity: "0.38",
    neutral: colors("#c2a274", "#85693e", "#4e3b1d", "#2c1f0a"),
    paints: [
        colors("#1f8fd6", "#0f5f94", "#072f4b", "#ffffff"),
        colors("#fbf8f0", "#bdb6a6", "#5f594c", "#25221b"),
        colors("#d83c46", "#92222b", "#4a0f14", "#ffffff"),
        colors("#12a67c", "#0a6b50", "#053728", "#ffffff"),
        colors("#17181c", "#08090b", "#9aa1ae", "#ffffff"),
    ],
};

const PAGE: Palette = Palette {
    page: "var(--c-page)",
    board: "var(--c-board)",
    board_edge: "var(--c-board-edge)",
    tile: "var(--c-tile)",
    tile_edge: "var(--c-tile-edge)",
    void: "var(--c-void)",
    void_edge: "var(--c-void-edge)",
    line: "var(--c-line)",
    text: "var(--c-text)",
    muted: "var(--c-muted)",
    turn: "var(--c-turn)",
    last: "var(--c-last)",
    choice: "var(--c-choice)",
    hint: "var(--c-hint)",
    chosen: "var(--c-chosen)",
    gold: "var(--c-gold)",
    gold_edge: "var(--c-gold-edge)",
    home_opacity: "0.28",
    shadow_opacity: "0.26",
    neutral: colors("var(--neutral)", "var(--neutral-side)", "var(--neutral-edge)", "var(--neutral-ink)"),
    paints: [
        colors("var(--blue)", "var(--blue-side)", "var(--blue-edge)", "var(--blue-ink)"),
        colors("var(--white)", "var(--white-side)", "var(--white-edge)", "var(--white-ink)"),
        colors("var(--red)", "var(--red-side)", "var(--red-edge)", "var(--red-ink)"),
        colors("var(--green)", "var(--green-side)", "var(--green-edge)", "var(--green-ink)"),
        colors("var(--black)", "var(--black-side)", "var(--black-edge)", "var(--black-ink)"),
    ],
};

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
