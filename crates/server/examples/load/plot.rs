//! A chart of the results: times and memory over the number of sockets.

use std::fmt::Write;

use crate::{Row, quantile};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
/// The space around a chart for its labels.
const MARGIN: (f64, f64) = (56.0, 44.0);

/// A line of a chart: its name, its colour, and its points.
struct Curve {
    name: &'static str,
    colour: &'static str,
    points: Vec<(f64, f64)>,
}

/// Draws the chart as SVG.
pub(crate) fn svg(rows: &[Row]) -> String {
    let curve = |name, colour, value: &dyn Fn(&Row) -> f64| Curve {
        name,
        colour,
        points: rows.iter().map(|row| (row.sockets as f64, value(row))).collect(),
    };
    let times = [
        curve("p50", "#3a7ca5", &|row| quantile(&row.times, 0.5)),
        curve("p99", "#c0572b", &|row| quantile(&row.times, 0.99)),
    ];
    let memory = [curve("memory", "#5a8f4d", &|row| row.memory.iter().sum())];
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#555\">\n\
         <title>Time from a move to its acknowledgement, and memory, by the number of sockets</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    chart(&mut text, 0.0, "milliseconds to acknowledgement", &times);
    chart(&mut text, WIDTH / 2.0, "memory in MB", &memory);
    text + "</svg>\n"
}

/// Returns the next round number.
fn round_up(value: f64) -> f64 {
    let unit = 10_f64.powf(value.max(1.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * unit)
        .into_iter()
        .find(|round| *round >= value)
        .unwrap_or(value)
}

fn chart(text: &mut String, left: f64, title: &str, curves: &[Curve]) {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let most_x = points().map(|point| point.0).fold(1.0, f64::max);
    let most_y = round_up(points().map(|point| point.1).filter(|y| y.is_finite()).fold(1.0, f64::max));
    let (width, height) = (WIDTH / 2.0 - MARGIN.0 - 16.0, HEIGHT - 2.0 * MARGIN.1);
    let x = |value: f64| left + MARGIN.0 + value / most_x * width;
    let y = |value: f64| MARGIN.1 + height - value / most_y * height;
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"24\" font-size=\"14\" fill=\"#222\">{title}</text>",
        left + MARGIN.0
    );
    for step in 0..=4 {
        let value = most_y * f64::from(step) / 4.0;
        let _ = writeln!(
            text,
            "<path d=\"M{:.1} {:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{value}</text>",
            x(0.0),
            y(value),
            x(most_x),
            x(0.0) - 8.0,
            y(value) + 4.0
        );
    }
    for (value, _) in curves.first().map_or(&[][..], |curve| &curve.points) {
        let _ = writeln!(text, "<path d=\"M{0:.1} {1:.1}v4\" stroke=\"#999\"/>", x(*value), y(0.0));
    }
    for value in [0.0, most_x / 2.0, most_x] {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value:.0}</text>",
            x(value),
            y(0.0) + 20.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">sockets</text>",
        x(most_x / 2.0),
        y(0.0) + 36.0
    );
    for (index, curve) in curves.iter().enumerate() {
        let (colour, name) = (curve.colour, curve.name);
        let line: Vec<String> =
            curve.points.iter().map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for point in &curve.points {
            let _ = writeln!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                x(point.0),
                y(point.1)
            );
        }
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            x(0.0) + 8.0,
            MARGIN.1 + 14.0 + 16.0 * index as f64
        );
    }
}
