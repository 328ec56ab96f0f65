//! Draws the chances over the course of a game as bars of characters.

use super::Charset;
use crate::graph::{Graph, GraphCurve};

/// The number of lines of a graph; with several curves, of each.
const HEIGHT: usize = 8;
const LOW_HEIGHT: usize = 4;
/// The width of the numbers on the left.
const AXIS_WIDTH: usize = 7;
/// The part of a cell that is filled, in eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Returns the character of a bar in a line, counted from the bottom, of a graph with this many lines.
pub fn bar_cell(chance: f64, line: usize, lines: usize, charset: Charset) -> char {
    let filled = chance.clamp(0.0, 1.0) * lines as f64 - line as f64;
    match charset {
        Charset::Unicode => {
            let eighths = (filled * 8.0).round().clamp(0.0, 8.0) as usize;
            // The ground line is never empty, because there is always a value.
            EIGHTHS[if line == 0 { eighths.max(1) } else { eighths }]
        }
        Charset::Ascii if filled >= 0.5 => '#',
        Charset::Ascii => {
            if line == 0 {
                '.'
            } else {
                ' '
            }
        }
    }
}

/// Writes the numbers of the marked moves at the columns of their results.
pub fn mark_line(graph: &Graph, width: usize) -> String {
    let mut line = vec![' '; width];
    for (number, &ply) in ('1'..='9').zip(&graph.marks) {
        if let Some(place) = line.get_mut(graph.column_of(ply + 1, width)) {
            *place = number;
        }
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}

/// Draws a graph in lines of at most `width` characters: for every curve its bars, below them the marks.
pub fn graph(graph: &Graph, width: usize, charset: Charset) -> String {
    let room = width.saturating_sub(AXIS_WIDTH).max(1);
    let height = if graph.curves.len() > 1 { LOW_HEIGHT } else { HEIGHT };
    let mut lines = Vec::new();
    for curve in &graph.curves {
        if graph.curves.len() > 1 {
            lines.push(curve.name.clone());
        }
        lines.extend(bars(graph, curve, room, height, charset));
    }
    let marks = mark_line(graph, room);
    if !marks.is_empty() {
        lines.push(format!("{:AXIS_WIDTH$}{marks}", ""));
    }
    lines.join("\n") + "\n"
}

fn bars(graph: &Graph, curve: &GraphCurve, room: usize, height: usize, charset: Charset) -> Vec<String> {
    let columns: Vec<Option<f64>> =
        graph.plies_by_column(room).into_iter().map(|ply| curve.at(ply)).collect();
    let edge = if charset == Charset::Unicode { '│' } else { '|' };
    let line = |number: usize| {
        let label = match number {
            0 => "  0 %",
            number if number == height / 2 => " 50 %",
            number if number + 1 == height => "100 %",
            _ => "",
        };
        let cell =
            |chance: &Option<f64>| chance.map_or(' ', |chance| bar_cell(chance, number, height, charset));
        let bars: String = columns.iter().map(cell).collect();
        format!("{label:>5} {edge}{}", bars.trim_end()).trim_end().to_owned()
    };
    (0..height).rev().map(line).collect()
}
