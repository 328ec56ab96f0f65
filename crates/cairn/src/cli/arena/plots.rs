//! The results of `tournament` and `stats` as pictures, labelled in English.

use std::path::{Path, PathBuf};

use cairn_arena::{Crosstable, SelfPlay, Stats, Tournament};
use cairn_draw::{ChartBar, ChartInterval, ChartPanel, ChartRow, svg};
use cairn_rules::Message;
use cairn_session::Session;
use clap::Args;

use super::stats::{MAX_ROWS, histogram_rows, observed_plies, share};
use crate::cli::boards::Theme;
use crate::cli::format::Format;
use crate::failure::Failure;
use crate::files;

/// The maximum length of a name in a picture.
const MAX_LABEL: usize = 24;

/// The file for the picture, and its colours.
#[derive(Debug, Args)]
pub(super) struct PlotArgs {
    /// Write the results as an SVG picture to this file; `-` writes it to standard output instead of the report
    #[arg(long, value_name = "F")]
    svg: Option<PathBuf>,
    /// Colours of the picture
    #[arg(long, value_enum, default_value = "light", requires = "svg")]
    theme: Theme,
}

impl PlotArgs {
    /// Fails now if the file could not be written later; returns whether to print the report too.
    pub(super) fn check(&self, format: Format) -> Result<bool, Failure> {
        let Some(path) = &self.svg else { return Ok(true) };
        let is_output = path == Path::new("-");
        if is_output && format != Format::Text {
            return Err(Failure::request(Message::new(
                "only one of --json, --csv and --svg - can go to standard output",
            )));
        }
        files::check_writable(path)?;
        Ok(!is_output)
    }

    /// Writes the picture, if the user requested one.
    pub(super) fn write(&self, draw: impl FnOnce(svg::Theme) -> String) -> Result<(), Failure> {
        self.svg.as_deref().map_or(Ok(()), |path| files::write(path, draw(self.theme.into()).as_bytes()))
    }
}

/// Shortens a name for a picture to its end, because that of an engine is a path.
fn label(name: &str) -> String {
    match name.char_indices().rev().nth(MAX_LABEL - 1) {
        Some((start, _)) if start > 0 => format!("...{}", &name[start..]),
        _ => name.to_owned(),
    }
}

/// Draws ratings with their errors, and the crosstable.
pub(super) fn crosstable(tournament: &Tournament, table: &Crosstable, theme: svg::Theme) -> String {
    let ratings = table.rows.iter().map(|row| ChartInterval {
        label: label(&row.name),
        estimate: row.rating.map(|rating| (rating.elo, rating.error)),
    });
    let cells = (1..).zip(&table.rows).map(|(place, row)| {
        let against = row.against.iter().map(|results| {
            let results = (*results)?;
            Some((format!("{:.1}", results.points()), results.score().mean))
        });
        let total = Some((format!("{:.1}", row.total.points()), 0.0));
        ChartRow { label: format!("{place}  {}", label(&row.name)), cells: against.chain([total]).collect() }
    });
    let places = (1..=table.rows.len()).map(|place| Some((place.to_string(), 0.0)));
    let head = places.chain([Some(("points".to_owned(), 0.0))]).collect();
    let mut grid = vec![ChartRow { label: String::new(), cells: head }];
    grid.extend(cells);
    let panels = [
        ("Elo with 95 % error bars".to_owned(), ChartPanel::Intervals(ratings.collect())),
        ("Crosstable".to_owned(), ChartPanel::Grid(grid)),
    ];
    let title = format!("{}: {} games between each pair", tournament.config.game, tournament.games);
    svg::chart(&title, &panels, theme)
}

/// Draws balance, length and branching.
pub(super) fn statistics(
    session: &dyn Session,
    self_play: &SelfPlay,
    stats: &Stats,
    theme: svg::Theme,
) -> String {
    let scene = session.board().scene();
    let bar = |label: String, count: usize, color| ChartBar {
        label,
        value: share(count, stats.games),
        size: count as f64,
        color,
    };
    let seats = session.info().seats.iter().zip(&scene.seats).zip(&stats.wins);
    let mut balance: Vec<ChartBar> = seats
        .map(|((info, seat), wins)| bar(format!("{} wins", info.name), *wins, Some(seat.color)))
        .collect();
    balance.push(bar("draws".to_owned(), stats.draws, None));
    if stats.stopped > 0 {
        balance.push(bar("stopped".to_owned(), stats.stopped, None));
    }
    let lengths = histogram_rows(&stats.histogram(MAX_ROWS), "-");
    let branching = observed_plies(stats).collect();
    let panels = [
        ("Balance".to_owned(), ChartPanel::Bars(balance)),
        (
            format!("Length in plies: {:.1} on average", stats.lengths().mean),
            ChartPanel::Columns(lengths.into_iter().map(|(label, count)| (label, count as f64)).collect()),
        ),
        (format!("Legal moves by ply: {:.1} on average", stats.branching), ChartPanel::Curve(branching)),
    ];
    let title = format!("{}: {} games of {}", self_play.config.game, stats.games, self_play.bot.name());
    svg::chart(&title, &panels, theme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(label("ab:depth=2"), "ab:depth=2");
        assert_eq!(label("123456789012345678901234"), "123456789012345678901234");
        assert_eq!(label("ugi:/a/path/that/is/rather/long/engine"), "...at/is/rather/long/engine");
    }
}
