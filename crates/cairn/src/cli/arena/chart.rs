//! Bar charts in text.

/// The length of the longest bar.
const WIDTH: usize = 40;

/// Draws a bar per row: a label, a value as text, and the number that the bar is proportional to.
pub(super) fn bars(rows: &[(String, String, f64)], ascii: bool) -> String {
    let longest = rows.iter().map(|(_, _, value)| *value).fold(0.0, f64::max);
    let width_of = |text: fn(&(String, String, f64)) -> &str| {
        rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0)
    };
    let (labels, values) = (width_of(|row| &row.0), width_of(|row| &row.1));
    let mut chart = String::new();
    for (label, value, size) in rows {
        let share = if longest > 0.0 { size / longest } else { 0.0 };
        let line = format!("  {label:<labels$}  {value:>values$}  {}", bar(share, ascii));
        chart += line.trim_end();
        chart.push('\n');
    }
    chart
}

/// A bar for a share of the width; visible unless the share is zero.
fn bar(share: f64, ascii: bool) -> String {
    let eighths = (share * (WIDTH * 8) as f64).round() as usize;
    if ascii {
        let whole = ((eighths + 4) / 8).max(usize::from(share > 0.0));
        return "#".repeat(whole);
    }
    let eighths = eighths.max(usize::from(share > 0.0));
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        let row = |label: &str, value: f64| (label.to_owned(), value.to_string(), value);
        let chart = bars(&[row("one", 40.0), row("eleven", 10.5), row("no", 0.0)], false);
        let expected = format!(
            "  one       40  {}\n  eleven  10.5  {}▌\n  no         0\n",
            "█".repeat(40),
            "█".repeat(10)
        );
        assert_eq!(chart, expected);
        let chart = bars(&[row("a", 1000.0), row("b", 1.0)], true);
        assert_eq!(chart, format!("  a  1000  {}\n  b     1  #\n", "#".repeat(40)));
        assert_eq!(bars(&[row("a", 0.0)], true), "  a  0\n");
    }
}
