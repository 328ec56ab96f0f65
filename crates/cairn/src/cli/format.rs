//! The format of a report: text for people, JSON or CSV for programs.

use std::io;

use clap::Args;
use serde_json::Value;

use crate::output;

/// The format of a report on standard output.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Format {
    Text,
    Json,
    Csv,
}

/// The option of every command that reports something.
#[derive(Copy, Clone, Debug, Args)]
pub(super) struct FormatArgs {
    /// Print the report as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The options of every command that prints a table.
#[derive(Copy, Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Print the table as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

impl TableArgs {
    pub(super) const fn format(self) -> Format {
        match (self.json, self.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => Format::Text,
        }
    }
}

/// Prints a table as CSV (RFC 4180, with line feeds): a line of column names, then a line for each row. The columns are
/// fields of the JSON objects; missing fields are empty, and lists are separated by spaces.
pub(super) fn print_csv(columns: &[&str], rows: &[Value]) -> io::Result<()> {
    let mut csv = columns.join(",") + "\n";
    for row in rows {
        let cells: Vec<String> = columns.iter().map(|column| csv_cell(&plain(&row[*column]))).collect();
        csv += &cells.join(",");
        csv.push('\n');
    }
    output::exact(csv.as_bytes())
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(csv_cell("a b"), "a b");
        assert_eq!(csv_cell("ab:depth=2,\"x\""), "\"ab:depth=2,\"\"x\"\"\"");
        assert_eq!(plain(&json!(["c3", null, 1.5, true])), "c3  1.5 true");
    }
}
