//! The players beside a board: names, colours, turn and numbers.

use cairn_draw::text::letter;
use cairn_rules::{Fact, Player, Scene};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::theme::{Role, Theme};

/// Translates an English word of a scene.
pub type Translate<'a> = &'a dyn Fn(&str) -> String;

/// All seats: a sign for the player to move or the winner, the letter on the pieces, the name, and the
/// numbers below.
pub fn seats(scene: &Scene, theme: Theme, width: u16, translate: Translate) -> Vec<Line<'static>> {
    let seats = Player::ALL.into_iter().take(scene.seats.len());
    seats.flat_map(|player| seat(scene, player, theme, width, translate)).collect()
}

/// One seat: a line with its name, and lines with its numbers.
pub fn seat(
    scene: &Scene,
    player: Player,
    theme: Theme,
    width: u16,
    translate: Translate,
) -> Vec<Line<'static>> {
    let Some(seat) = scene.seats.get(player.index()) else { return Vec::new() };
    let is_turn = scene.to_move == Some(player);
    let is_best = scene.outcome.is_some_and(|outcome| outcome.best.contains(player));
    let sign = match (is_turn, is_best) {
        (true, _) => theme.signs().turn,
        (false, true) => '*',
        (false, false) => ' ',
    };
    let name = theme.style(if is_turn || is_best { Role::Title } else { Role::Text });
    let mut lines = vec![Line::from(vec![
        Span::styled(format!("{sign} "), name),
        Span::styled(format!(" {} ", letter(scene, player)), theme.chip(scene, player)),
        Span::styled(format!(" {}", translate(seat.name)), name),
    ])];
    lines.extend(facts(&seat.facts, 3, theme, width, translate));
    lines
}

/// The numbers that belong to no player, such as turns without progress.
pub fn common(scene: &Scene, theme: Theme, width: u16, translate: Translate) -> Vec<Line<'static>> {
    facts(&scene.facts, 3, theme, width, translate)
}

/// Numbers with their names, as many in a line as fit.
fn facts(facts: &[Fact], indent: u16, theme: Theme, width: u16, translate: Translate) -> Vec<Line<'static>> {
    let (muted, text) = (theme.style(Role::Muted), theme.style(Role::Text));
    let mut lines: Vec<Line> = Vec::new();
    for fact in facts {
        let (name, value) = (format!("{} ", translate(fact.name)), fact.value.to_string());
        let needed = Span::raw(&name).width() + value.len();
        let spans = [Span::styled(name, muted), Span::styled(value, text.bold())];
        match lines.last_mut() {
            Some(line) if line.width() + 2 + needed <= usize::from(width) => {
                line.push_span(Span::styled("  ", muted));
                line.extend(spans);
            }
            _ => {
                let mut line = Line::from(Span::styled(" ".repeat(indent.into()), Style::new()));
                line.extend(spans);
                lines.push(line);
            }
        }
    }
    lines
}
