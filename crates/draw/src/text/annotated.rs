//! Boards with annotations on sites, such as the values of moves.

use anstyle::Style as AnsiStyle;
use cairn_rules::{Scene, Site};

use super::canvas::Canvas;
use super::signs::{Signs, Span, width};
use super::{Style, color};

/// Renders the board in plain rows, with annotations in place of what is on their sites.
pub fn render_annotated(scene: &Scene, annotations: &[(Site, String)], style: Style) -> String {
    let signs = Signs::of(style.charset);
    let label = |index: usize| -> Vec<Span> {
        if let Some((_, text)) = annotations.iter().find(|(site, _)| usize::from(site.0) == index) {
            return vec![Span { text: text.clone(), style: AnsiStyle::new().bold() }];
        }
        let Some(site) = scene.sites.get(index) else { return Vec::new() };
        let pieces = signs.pieces(site, scene);
        if pieces.is_empty() { vec![signs.ground(site.ground, scene)] } else { pieces }
    };
    let labels: Vec<Vec<Span>> = (0..scene.sites.len()).map(label).collect();
    let column_width = 2 + labels.iter().map(|label| width(label)).max().unwrap_or(1);
    let mut canvas = Canvas::default();
    for (site, label) in scene.sites.iter().zip(labels) {
        let y = usize::from(scene.rows.saturating_sub(1 + site.row));
        let mut x = 4 + usize::from(site.column) * column_width;
        canvas.put(0, y, &format!("{:>2}", site.row + 1), color::dim());
        for span in label {
            canvas.put(x, y, &span.text, span.style);
            x += span.text.chars().count();
        }
    }
    for site in scene.sites.iter().filter(|site| site.row == 0) {
        let letters: String = site.name.chars().take_while(char::is_ascii_alphabetic).collect();
        canvas.put(4 + usize::from(site.column) * column_width, scene.rows.into(), &letters, color::dim());
    }
    canvas.finish(style.color)
}
