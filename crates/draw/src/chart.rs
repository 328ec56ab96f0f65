//! Results and statistics as data for a picture.

use cairn_rules::SeatColor;

/// A panel of a chart.
#[derive(Clone, PartialEq, Debug)]
pub enum ChartPanel {
    /// Horizontal bars, one per row.
    Bars(Vec<ChartBar>),
    /// Vertical bars side by side: the label and the height of each.
    Columns(Vec<(String, f64)>),
    /// A curve: whole numbers in ascending order and the height at each.
    Curve(Vec<(usize, f64)>),
    /// Estimates with error bars on a common scale, one per row.
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
    /// The colour of the seat that it represents, if there is one.
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
    /// The text of each cell, and its shade from 0 to 1; `None` for an empty cell.
    pub cells: Vec<Option<(String, f64)>>,
}
