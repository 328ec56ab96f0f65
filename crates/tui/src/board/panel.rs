//! The players beside a board: names, colours, turn and facts.

use cairn_draw::text::letter;
use cairn_rules::{Message, Player, Scene};
use cairn_texts::Texts;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::theme::{Role, Theme};

/// Formats all seats: a symbol for the player to move or the winner, the letter on the pieces, the name, and the facts
/// below.
pub fn seats(scene: &Scene, theme: Theme, width: u16, texts: Texts) -> Vec<Line<'static>> {
    let seats = Player::ALL.into_iter().take(scene.seats.len());
    seats.flat_map(|player| seat(scene, player, theme, width, texts)).collect()
}

/// Formats one seat: a line with its name, and lines with its facts.
pub fn seat(scene: &Scene, player: Player, theme: Theme, width: u16, texts: Texts) -> Vec<Line<'static>> {
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
        Span::styled(format!(" {}", texts.seat(seat.name)), name),
    ])];
    lines.extend(facts(&seat.facts, 3, theme, width, texts));
    lines
}

/// Formats the facts that concern no single player, such as an imminent draw.
pub fn common(scene: &Scene, theme: Theme, width: u16, texts: Texts) -> Vec<Line<'static>> {
    facts(&scene.facts, 3, theme, width, texts)
}

/// Formats facts, as many per line as fit; a long one takes several lines.
fn facts(facts: &[Message], indent: u16, theme: Theme, width: u16, texts: Texts) -> Vec<Line<'static>> {
    let (margin, style) = (" ".repeat(indent.into()), theme.style(Role::Muted));
    let room = usize::from(width.saturating_sub(indent)).max(1);
    let mut lines: Vec<String> = Vec::new();
    for fact in facts.iter().map(|fact| texts.message(fact)) {
        match lines.last_mut() {
            Some(line) if Span::raw(&*line).width() + 2 + Span::raw(&fact).width() <= room => {
                line.push_str("  ");
                line.push_str(&fact);
            }
            _ => lines.extend(
                textwrap::wrap(&fact, textwrap::Options::new(room).break_words(false))
                    .into_iter()
                    .map(std::borrow::Cow::into_owned),
            ),
        }
    }
    let indented =
        |line| Line::from(vec![Span::styled(margin.clone(), Style::new()), Span::styled(line, style)]);
    lines.into_iter().map(indented).collect()
}
