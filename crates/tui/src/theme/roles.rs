//! The styles of everything on a screen except boards.

use cairn_rules::{Player, Scene};
use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Theme};

/// The role of a piece of text.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Role {
    /// Ordinary text, and the page itself.
    Text,
    /// Text of less importance.
    Muted,
    /// The title of a screen or a part of it.
    Title,
    /// Frames around parts of a screen.
    Border,
    /// The highlighted row of a list.
    Selected,
    /// A key that can be pressed.
    Key,
    /// An error, or a warning about something irreversible.
    Warning,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] =
        [Self::Text, Self::Muted, Self::Title, Self::Border, Self::Selected, Self::Key, Self::Warning];
}

impl Theme {
    /// Returns the style of a role, background included.
    pub fn style(self, role: Role) -> Style {
        let palette = self.palette();
        let on_page = |ink, named| Style::new().fg(self.show(ink, named)).bg(self.page());
        match role {
            Role::Text => on_page(palette.text, Color::Reset),
            Role::Muted => on_page(palette.muted, self.named_gray()),
            Role::Border => on_page(palette.border, self.named_gray()),
            Role::Title | Role::Key => on_page(palette.accent, self.named_accent()).bold(),
            Role::Warning => on_page(palette.warning, self.named_warm()).bold(),
            Role::Selected if self.depth == Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            Role::Selected => Style::new()
                .fg(self.show(palette.selected.ink, Color::White))
                .bg(self.show(palette.selected.face, Color::Blue))
                .bold(),
        }
    }

    /// Returns the style of a player's letter, as on the pieces.
    pub fn chip(self, scene: &Scene, player: Player) -> Style {
        let colors = self.piece_colors(scene, Some(player));
        Style::new().fg(colors.ink).bg(colors.face).bold()
    }
}
