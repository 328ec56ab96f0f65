//! Draws results and statistics: panels one below the other, each with a title.

use std::fmt::Write as _;

use super::lettering::{Anchor, TextStyle};
use super::theme::{Palette, Theme};
use super::writer::{Num, SvgWriter};
use crate::chart::{ChartBar, ChartInterval, ChartPanel, ChartRow};

/// The width of a chart.
const WIDTH: f32 = 900.0;
/// The margin around the chart.
const MARGIN: f32 = 36.0;
/// The height of the title of the chart, and of the title of a panel.
const TITLE: f32 = 72.0;
const PANEL_TITLE: f32 = 36.0;
/// The height of a row of bars, estimates or cells.
const ROW: f32 = 34.0;
/// The height of columns and curves, without their labels.
const PLOT: f32 = 170.0;
/// The height of the numbers under an axis.
const AXIS: f32 = 34.0;
/// The space after a panel.
const SPACE: f32 = 30.0;
/// The space between a label and its content.
const GAP: f32 = 14.0;
/// The maximum number of labels under an axis.
const MAX_TICKS: usize = 12;
/// The maximum opacity of a shaded cell, at which letters stay legible.
const MAX_SHADE: f64 = 0.45;

/// Renders panels with their titles as an SVG document.
pub fn chart(title: &str, panels: &[(String, ChartPanel)], theme: Theme) -> String {
    let height = TITLE + panels.iter().map(|(_, panel)| PANEL_TITLE + height_of(panel) + SPACE).sum::<f32>();
    let mut chart = Chart { svg: SvgWriter::default(), palette: Palette::of(theme) };
    let view = format!("0 0 {} {}", Num(WIDTH), Num(height));
    let tag = chart.svg.tag("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("viewBox", &view);
    tag.attr("role", "img").attr("stroke-linecap", "round").attr("stroke-linejoin", "round").open();
    chart.svg.text_element("title", title);
    chart.svg.text_element("desc", &description(panels));
    chart.svg.rect((0.0, 0.0), (WIDTH, height), 0.0).fill(chart.palette.page).done();
    chart.write((MARGIN, TITLE / 2.0), Anchor::Start, 18.0, title);
    let mut top = TITLE;
    for (title, panel) in panels {
        chart.write((MARGIN, top + 8.0), Anchor::Start, 14.0, title);
        top += PANEL_TITLE;
        match panel {
            ChartPanel::Bars(bars) => chart.bars(bars, top),
            ChartPanel::Columns(columns) => chart.columns(columns, top),
            ChartPanel::Curve(points) => chart.curve(points, top),
            ChartPanel::Intervals(intervals) => chart.intervals(intervals, top),
            ChartPanel::Grid(rows) => chart.grid(rows, top),
        }
        top += height_of(panel) + SPACE;
    }
    chart.svg.close("svg");
    chart.svg.finish()
}

fn height_of(panel: &ChartPanel) -> f32 {
    match panel {
        ChartPanel::Bars(bars) => ROW * bars.len() as f32,
        ChartPanel::Columns(_) | ChartPanel::Curve(_) => PLOT + AXIS,
        ChartPanel::Intervals(intervals) => ROW * intervals.len() as f32 + AXIS,
        ChartPanel::Grid(rows) => ROW * rows.len() as f32,
    }
}

/// Describes the numbers in words, for screen readers.
fn description(panels: &[(String, ChartPanel)]) -> String {
    let mut text = String::new();
    for (title, panel) in panels {
        let parts: Vec<String> = match panel {
            ChartPanel::Bars(bars) => bars.iter().map(|bar| format!("{} {}", bar.label, bar.value)).collect(),
            ChartPanel::Columns(columns) => {
                columns.iter().map(|(label, height)| format!("{label}: {height}")).collect()
            }
            ChartPanel::Curve(points) => {
                points.iter().map(|(at, height)| format!("{at}: {height:.1}")).collect()
            }
            ChartPanel::Intervals(intervals) => intervals
                .iter()
                .map(|interval| format!("{} {}", interval.label, estimate_text(interval.estimate)))
                .collect(),
            ChartPanel::Grid(rows) => rows.iter().map(row_text).collect(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{title}: {}. ", parts.join(", "));
    }
    text.trim_end().to_owned()
}

fn row_text(row: &ChartRow) -> String {
    let cells = row.cells.iter().map(|cell| cell.as_ref().map_or("-", |(text, _)| text));
    format!("{} {}", row.label, cells.collect::<Vec<_>>().join(" "))
}

fn estimate_text(estimate: Option<(f64, f64)>) -> String {
    match estimate {
        None => "?".to_owned(),
        Some((mean, 0.0)) => format!("{mean:.0}"),
        Some((mean, error)) => format!("{mean:.0} ±{error:.0}"),
    }
}

/// Returns the least of 1, 2 and 5 times a power of ten that divides a length into at most this many parts.
fn step_of(length: f64, parts: usize) -> f64 {
    let least = (length / parts as f64).max(1e-6);
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(least)
}

struct Chart {
    svg: SvgWriter,
    palette: &'static Palette,
}

impl Chart {
    fn style(&self, size: f32) -> TextStyle<'static> {
        TextStyle { color: self.palette.text, size, weight: 1.9 }
    }

    fn write(&mut self, at: (f32, f32), anchor: Anchor, size: f32, text: &str) {
        self.style(size).write(&mut self.svg, at, anchor, text);
    }

    fn line(&mut self, data: &str, color: &str, width: f32) {
        self.svg.path(data).no_fill().stroke(color, width).done();
    }

    /// Returns the width of the longest of these texts.
    fn width<'a>(&self, texts: impl Iterator<Item = &'a str>) -> f32 {
        texts.map(|text| self.style(12.0).width(text)).fold(0.0, f32::max)
    }

    fn bars(&mut self, bars: &[ChartBar], top: f32) {
        let left = MARGIN + self.width(bars.iter().map(|bar| bar.label.as_str())) + GAP;
        let values = self.width(bars.iter().map(|bar| bar.value.as_str()));
        let length = WIDTH - MARGIN - values - GAP - left;
        let longest = bars.iter().map(|bar| bar.size).fold(f64::MIN_POSITIVE, f64::max);
        for (bar, row) in bars.iter().zip(0_u8..) {
            let y = top + ROW * f32::from(row);
            let (fill, edge) = match bar.color {
                Some(color) => (self.palette.paint(color).face, self.palette.paint(color).edge),
                None => (self.palette.muted, self.palette.muted),
            };
            let size = length * (bar.size / longest) as f32;
            self.write((left - GAP, y + ROW / 2.0), Anchor::End, 12.0, &bar.label);
            if bar.size > 0.0 {
                let rect = self.svg.rect((left, y + 6.0), (size.max(2.0), ROW - 12.0), 3.0);
                rect.fill(fill).stroke(edge, 1.5).done();
            }
            self.write((left + size + GAP, y + ROW / 2.0), Anchor::Start, 12.0, &bar.value);
        }
    }

    /// Draws the scale of a plot from 0 to `highest`; returns its left edge.
    fn scale(&mut self, highest: f64, top: f32) -> f32 {
        let step = step_of(highest, 4);
        let left = MARGIN + self.style(12.0).width(&format!("{highest:.1}")) + GAP;
        let count = (highest / step).floor() as usize;
        for tick in 0..=count {
            let value = step * tick as f64;
            let y = top + PLOT * (1.0 - value / highest) as f32;
            self.line(
                &format!("M{} {}H{}", Num(left), Num(y), Num(WIDTH - MARGIN)),
                self.palette.tile_edge,
                1.0,
            );
            let label = if step < 1.0 { format!("{value:.1}") } else { format!("{value:.0}") };
            self.write((left - GAP, y), Anchor::End, 12.0, &label);
        }
        left
    }

    fn columns(&mut self, columns: &[(String, f64)], top: f32) {
        let highest = columns.iter().map(|(_, height)| *height).fold(f64::MIN_POSITIVE, f64::max);
        let left = self.scale(highest, top);
        let width = (WIDTH - MARGIN - left) / columns.len().max(1) as f32;
        let mut x = left;
        for (label, height) in columns {
            let height = PLOT * (height / highest) as f32;
            if height > 0.0 {
                let size = (width * 0.76, height.max(2.0));
                let rect = self.svg.rect((x + width * 0.12, top + PLOT - size.1), size, 2.0);
                rect.fill(self.palette.choice).done();
            }
            self.write((x + width / 2.0, top + PLOT + AXIS / 2.0), Anchor::Middle, 11.0, label);
            x += width;
        }
    }

    fn curve(&mut self, points: &[(usize, f64)], top: f32) {
        let (Some(&(first, _)), Some(&(last, _))) = (points.first(), points.last()) else { return };
        let highest = points.iter().map(|(_, height)| *height).fold(f64::MIN_POSITIVE, f64::max);
        let left = self.scale(highest, top);
        let width = (WIDTH - MARGIN - left) / last.saturating_sub(first).max(1) as f32;
        let step = points.len().div_ceil(MAX_TICKS).max(1);
        let mut path = String::new();
        for &(at, height) in points {
            let x = left + width * (at - first) as f32;
            let y = top + PLOT * (1.0 - height / highest) as f32;
            let command = if path.is_empty() { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{command}{} {}", Num(x), Num(y));
            if at % step == 0 {
                self.write((x, top + PLOT + AXIS / 2.0), Anchor::Middle, 11.0, &at.to_string());
            }
        }
        self.line(&path, self.palette.choice, 3.0);
    }

    fn intervals(&mut self, intervals: &[ChartInterval], top: f32) {
        let texts: Vec<String> = intervals.iter().map(|interval| estimate_text(interval.estimate)).collect();
        let left = MARGIN + self.width(intervals.iter().map(|interval| interval.label.as_str())) + 2.0 * GAP;
        let right = WIDTH - MARGIN - self.width(texts.iter().map(String::as_str)) - 2.0 * GAP;
        let known = || intervals.iter().filter_map(|interval| interval.estimate);
        let lowest = known().map(|(mean, error)| mean - error).fold(0.0, f64::min);
        let highest = known().map(|(mean, error)| mean + error).fold(0.0, f64::max);
        let length = (highest - lowest).max(1.0);
        let place = |value: f64| left + (right - left) * ((value - lowest) / length) as f32;
        let bottom = top + ROW * intervals.len() as f32;
        let step = step_of(length, 8);
        let mut tick = (lowest / step).ceil() * step;
        while tick <= highest {
            let x = place(tick);
            self.line(&format!("M{} {}V{}", Num(x), Num(top), Num(bottom)), self.palette.tile_edge, 1.0);
            self.write((x, bottom + AXIS / 2.0), Anchor::Middle, 11.0, &format!("{tick:.0}"));
            tick += step;
        }
        for ((interval, text), row) in intervals.iter().zip(&texts).zip(0_u8..) {
            let y = top + ROW * (f32::from(row) + 0.5);
            self.write((left - 2.0 * GAP, y), Anchor::End, 12.0, &interval.label);
            self.write((WIDTH - MARGIN, y), Anchor::End, 12.0, text);
            let Some((mean, error)) = interval.estimate else { continue };
            let (low, x, high) = (place(mean - error), place(mean), place(mean + error));
            let (up, down) = (y - 6.0, y + 6.0);
            let (from, to, up, down, y_text) = (Num(low), Num(high), Num(up), Num(down), Num(y));
            let bar = format!("M{from} {y_text}H{to}M{from} {up}V{down}M{to} {up}V{down}");
            self.line(&bar, self.palette.text, 2.0);
            self.svg
                .ellipse((x, y), (5.5, 5.5))
                .fill(self.palette.choice)
                .stroke(self.palette.page, 1.5)
                .done();
        }
    }

    fn grid(&mut self, rows: &[ChartRow], top: f32) {
        let left = MARGIN + self.width(rows.iter().map(|row| row.label.as_str())) + GAP;
        let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).max(1);
        let width = ((WIDTH - MARGIN - left) / columns as f32).min(110.0);
        for (row, number) in rows.iter().zip(0_u8..) {
            let y = top + ROW * f32::from(number);
            self.write((MARGIN, y + ROW / 2.0), Anchor::Start, 12.0, &row.label);
            let mut x = left;
            for cell in &row.cells {
                let (text, shade) = cell.as_ref().map_or(("-", 0.0), |(text, shade)| (text, *shade));
                let rect = self.svg.rect((x + 1.0, y + 1.0), (width - 2.0, ROW - 2.0), 3.0);
                let opacity = format!("{:.2}", shade.clamp(0.0, 1.0) * MAX_SHADE);
                rect.fill(self.palette.choice)
                    .attr("fill-opacity", &opacity)
                    .stroke(self.palette.tile_edge, 1.0)
                    .done();
                self.write((x + width / 2.0, y + ROW / 2.0), Anchor::Middle, 12.0, text);
                x += width;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_numbers() {
        for (length, parts, step) in [(10.0, 4, 5.0), (930.0, 8, 200.0), (0.9, 4, 0.5), (40.0, 4, 10.0)] {
            assert!((step_of(length, parts) - step).abs() < 1e-9, "{length}");
        }
    }

    #[test]
    fn charts_say_their_numbers_in_words() {
        let interval = |label: &str, estimate| ChartInterval { label: label.to_owned(), estimate };
        let panels = [
            (
                "Ratings".to_owned(),
                ChartPanel::Intervals(vec![interval("a", Some((120.4, 30.0))), interval("b", None)]),
            ),
            (
                "Points".to_owned(),
                ChartPanel::Grid(vec![ChartRow {
                    label: "a".to_owned(),
                    cells: vec![None, Some(("3.5".to_owned(), 0.7))],
                }]),
            ),
            ("Length".to_owned(), ChartPanel::Columns(vec![("4".to_owned(), 0.0), ("5".to_owned(), 2.0)])),
            ("Moves".to_owned(), ChartPanel::Curve(vec![(1, 3.0)])),
            ("Nothing".to_owned(), ChartPanel::Bars(Vec::new())),
        ];
        for theme in [Theme::Light, Theme::Dark] {
            let svg = chart("staqs", &panels, theme);
            assert!(svg.contains("<desc>Ratings: a 120 ±30, b ?. Points: a - 3.5. Length: 4: 0, 5: 2. Moves: 1: 3.0. Nothing: .</desc>"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.ends_with("</svg>\n"), "{svg}");
        }
    }
}
