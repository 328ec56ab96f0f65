//! Results and statistics as data for a picture.

use cairn_rules::SeatColor;

/// A part of a chart.
#[derive(Clone, PartialEq, Debug)]
pub enum ChartPanel {
    /// Horizontal bars, a row each.
    Bars(Vec<ChartBar>),
    /// Vertical bars side by side: the label and the height of each.
    Columns(Vec<(String, f64)>),
    /// A curve: whole numbers and the height at each, ascending.
    Curve(Vec<(usize, f64)>),
    /// Estimates with error bars on a common scale, a row each.
    Intervals(Vec<ChartInterval>),
    /// A table whose cells are shaded.
    Grid(Vec<ChartRow>),
}

/// A horizontal bar.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartBar {
    /// The text before it.
    pub label: String,
    /// The text after it.
    pub value: String,
    /// Its length.
    pub size: f64,
    /// The colour of the seat that it stands for, if it stands for one.
    pub color: Option<SeatColor>,
}

/// An estimate.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartInterval {
    /// The text before it.
    pub label: String,
    /// The estimate with its error, if there is one.
    pub estimate: Option<(f64, f64)>,
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartRow {
    /// The text before the cells.
    pub label: String,
    /// The text of each cell, and how much it is shaded, from 0 to 1; `None` for an empty cell.
    pub cells: Vec<Option<(String, f64)>>,
}
