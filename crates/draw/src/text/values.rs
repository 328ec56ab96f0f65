//! Decides how words about sites are written where the sites are, such as what it is worth to
//! move there.

use anstyle::Style as Ink;
use cairn_rules::{Scene, Site};

use super::canvas::Canvas;
use super::signs::{Run, Signs, width};
use super::{Style, color};

/// The board in plain rows, with words instead of what stands on some sites.
pub fn values(scene: &Scene, words: &[(Site, String)], style: Style) -> String {
    let signs = Signs::of(style.charset);
    let label = |index: usize| -> Vec<Run> {
        if let Some((_, word)) = words.iter().find(|(site, _)| usize::from(site.0) == index) {
            return vec![Run { text: word.clone(), ink: Ink::new().bold() }];
        }
        let Some(site) = scene.sites.get(index) else { return Vec::new() };
        let pieces = signs.pieces(site, scene);
        if pieces.is_empty() { vec![signs.ground(site.ground, scene)] } else { pieces }
    };
    let labels: Vec<Vec<Run>> = (0..scene.sites.len()).map(label).collect();
    let across = 2 + labels.iter().map(|label| width(label)).max().unwrap_or(1);
    let mut canvas = Canvas::default();
    for (site, label) in scene.sites.iter().zip(labels) {
        let y = usize::from(scene.rows.saturating_sub(1 + site.row));
        let mut x = 4 + usize::from(site.column) * across;
        canvas.put(0, y, &format!("{:>2}", site.row + 1), color::faint());
        for run in label {
            canvas.put(x, y, &run.text, run.ink);
            x += run.text.chars().count();
        }
    }
    for site in scene.sites.iter().filter(|site| site.row == 0) {
        let letters: String = site.name.chars().take_while(char::is_ascii_alphabetic).collect();
        canvas.put(4 + usize::from(site.column) * across, scene.rows.into(), &letters, color::faint());
    }
    canvas.finish(style.color)
}
