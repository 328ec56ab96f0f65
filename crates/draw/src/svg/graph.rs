//! Draws the chances over the course of a game as a picture: a curve for every player, numbers at the moves that
//! changed the game. The picture has its own background, so that it fits any page.

use std::fmt::Write as _;

use super::lettering::{Anchor, TextStyle};
use super::theme::{Palette, Theme};
use super::writer::{Num, SvgWriter};
use crate::description::ENGLISH;
use crate::graph::{Graph, GraphCurve};
use cairn_texts::Texts;

/// The measures of a graph.
struct Frame {
    size: (f32, f32),
    /// The area of the curves: left, top, right and bottom.
    plot: (f32, f32, f32, f32),
    /// The maximum number of labels under the graph.
    max_ticks: usize,
}

/// The frame of standalone pictures.
const WIDE: Frame = Frame { size: (900.0, 380.0), plot: (88.0, 64.0, 872.0, 316.0), max_ticks: 12 };
/// The frame for a column of a page, where letters should not be much smaller than the surrounding text.
const NARROW: Frame = Frame { size: (520.0, 300.0), plot: (78.0, 58.0, 502.0, 248.0), max_ticks: 8 };

/// Renders a graph as an SVG document.
pub fn graph(graph: &Graph, theme: Theme) -> String {
    draw(graph, &WIDE, Palette::of(theme), ENGLISH)
}

/// Renders a graph for a web page, in the colours of [`page_colors`](super::page_colors) and in a language.
pub fn page_graph(graph: &Graph, texts: Texts) -> String {
    draw(graph, &NARROW, Palette::for_page(), texts)
}

fn draw(graph: &Graph, frame: &Frame, palette: &Palette, texts: Texts) -> String {
    let (width, height) = frame.size;
    let mut svg = SvgWriter::default();
    let view = format!("0 0 {} {}", Num(width), Num(height));
    let tag = svg.tag("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("viewBox", &view);
    tag.attr("role", "img").attr("stroke-linecap", "round").attr("stroke-linejoin", "round").open();
    svg.text_element("title", &title(graph, texts));
    svg.text_element("desc", &description(graph, texts));
    svg.rect((0.0, 0.0), (width, height), 0.0).fill(palette.page).done();
    let (left, top, right, bottom) = frame.plot;
    svg.rect((left, top), (right - left, bottom - top), 6.0).fill(palette.turn).done();
    draw_axes(graph, frame, palette, &mut svg);
    let is_single = graph.curves.len() == 1;
    for (number, curve) in graph.curves.iter().enumerate() {
        draw_curve(graph, frame, curve, number, is_single, palette, &mut svg);
    }
    draw_names(graph, frame, palette, &mut svg);
    draw_marks(graph, frame, palette, &mut svg);
    svg.close("svg");
    svg.finish()
}

fn title(graph: &Graph, texts: Texts) -> String {
    let names: Vec<&str> = graph.curves.iter().map(|curve| curve.name.as_str()).collect();
    texts.format("graph.title", &[("players", &names.join(", ")), ("plies", &graph.plies)])
}

/// Describes the numbers in words, for screen readers.
fn description(graph: &Graph, texts: Texts) -> String {
    let mut text = String::new();
    for curve in &graph.curves {
        let chances: Vec<String> =
            curve.points.iter().map(|&(ply, chance)| format!("{ply}: {}", percent(chance))).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{} {}. ", curve.name, chances.join(", "));
    }
    if !graph.marks.is_empty() {
        let marks: Vec<String> = graph.marks.iter().map(|ply| (ply + 1).to_string()).collect();
        text.push_str(&texts.format("graph.turning_points", &[("moves", &marks.join(", "))]));
    }
    text.trim_end().to_owned()
}

fn percent(chance: f64) -> String {
    format!("{} %", (chance * 100.0).round())
}

fn place(graph: &Graph, frame: &Frame, ply: usize, chance: f64) -> (f32, f32) {
    let (left, top, right, bottom) = frame.plot;
    let x = left + (right - left) * ply as f32 / graph.plies.max(1) as f32;
    (x, bottom - (bottom - top) * chance.clamp(0.0, 1.0) as f32)
}

fn draw_axes(graph: &Graph, frame: &Frame, palette: &Palette, svg: &mut SvgWriter) {
    let (left, _, right, bottom) = frame.plot;
    let style = TextStyle { color: palette.muted, size: 14.0, weight: 1.8 };
    for chance in [0.0, 0.5, 1.0] {
        let (_, y) = place(graph, frame, 0, chance);
        let line = svg.path(&format!("M{} {}H{}", Num(left), Num(y), Num(right)));
        line.no_fill().stroke(palette.tile_edge, 1.5).done();
        style.write(svg, (left - 12.0, y), Anchor::End, &percent(chance));
    }
    let step = (graph.plies / frame.max_ticks + 1).max(1);
    for ply in (step..=graph.plies).step_by(step) {
        let (x, _) = place(graph, frame, ply, 0.0);
        style.write(svg, (x, bottom + 24.0), Anchor::Middle, &ply.to_string());
    }
}

fn draw_curve(
    graph: &Graph,
    frame: &Frame,
    curve: &GraphCurve,
    number: usize,
    is_single: bool,
    palette: &Palette,
    svg: &mut SvgWriter,
) {
    let colors = palette.paint(curve.color);
    let mut path = String::new();
    for &(ply, chance) in &curve.points {
        let (x, y) = place(graph, frame, ply, chance);
        let command = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{command}{} {}", Num(x), Num(y));
    }
    let (Some(&(first, _)), Some(&(last, _))) = (curve.points.first(), curve.points.last()) else { return };
    if is_single {
        let (start, bottom) = place(graph, frame, first, 0.0);
        let (end, _) = place(graph, frame, last, 0.0);
        let area = format!("{path}L{} {bottom}L{} {bottom}Z", Num(end), Num(start), bottom = Num(bottom));
        svg.path(&area).fill(colors.face).attr("fill-opacity", "0.3").done();
    }
    // The outline keeps a curve visible on a background of its own colour; dashes distinguish curves without colour.
    svg.path(&path).no_fill().stroke(colors.edge, 6.0).done();
    let line = svg.path(&path).no_fill().stroke(colors.face, 3.5);
    match number {
        0 => line.done(),
        number => line.attr("stroke-dasharray", ["12 8", "2 8", "14 7 2 7"][(number - 1) % 3]).done(),
    }
}

fn draw_names(graph: &Graph, frame: &Frame, palette: &Palette, svg: &mut SvgWriter) {
    let style = TextStyle { color: palette.text, size: 18.0, weight: 2.2 };
    let mut x = frame.plot.0;
    for curve in &graph.curves {
        let colors = palette.paint(curve.color);
        svg.ellipse((x + 9.0, 32.0), (9.0, 9.0)).fill(colors.face).stroke(colors.edge, 1.5).done();
        style.write(svg, (x + 28.0, 32.0), Anchor::Start, &curve.name);
        x += 28.0 + style.width(&curve.name) + 32.0;
    }
}

/// Draws a numbered disc at every mark.
fn draw_marks(graph: &Graph, frame: &Frame, palette: &Palette, svg: &mut SvgWriter) {
    let style = TextStyle { color: palette.text, size: 13.0, weight: 2.2 };
    for (number, &ply) in (1..).zip(&graph.marks) {
        // With several curves, the player who moved is the one whose curve has a point there.
        let moved = |curve: &&GraphCurve| curve.points.iter().any(|&(known, _)| known == ply + 1);
        let Some(chance) = graph.curves.iter().find(moved).and_then(|curve| curve.at(ply + 1)) else {
            continue;
        };
        let at = place(graph, frame, ply + 1, chance);
        svg.ellipse(at, (13.0, 13.0)).fill(palette.page).stroke(palette.chosen, 3.0).done();
        style.write(svg, at, Anchor::Middle, &number.to_string());
    }
}
