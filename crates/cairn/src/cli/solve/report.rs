//! The output of `cairn solve`, as text and as JSON.

use std::io;

use cairn_engine::{Solution, SolutionLine, SolvedMove};
use cairn_protocol::{PositionReport, SolveReport};
use cairn_rules::{Site, Step, Wdl, WdlBounds};
use cairn_session::Session;

use crate::output;
use crate::printer::Printer;

/// Prints what was found out about a session's position.
pub(super) struct Report<'a> {
    pub(super) printer: Printer,
    pub(super) session: &'a dyn Session,
    pub(super) hash_mib: usize,
    pub(super) json: bool,
}

impl Report<'_> {
    /// Prints the result of a game that is over.
    pub(super) fn print_result(&self) -> io::Result<()> {
        let mut out = output::text();
        if self.json {
            return out.json(&PositionReport::new(self.session));
        }
        self.session.outcome().map_or(Ok(()), |outcome| writeln!(out, "result: {outcome}"))
    }

    /// Prints the value as text, before the search for a line.
    pub(super) fn print_value(&self, solution: &Solution) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = output::text();
        let mover = self.session.info().seats[self.session.to_move().index()].name;
        writeln!(out, "{mover} to move: {}", solution.bounds)?;
        if let Some(best) = &solution.best {
            writeln!(out, "best: {best}")?;
        }
        out.flush()
    }

    /// Prints the rest, or everything as JSON.
    pub(super) fn print_rest(&self, solution: &Solution, line: &SolutionLine) -> io::Result<()> {
        let mut out = output::text();
        if self.json {
            return out.json(&SolveReport::new(self.session, solution, line, self.hash_mib));
        }
        if !line.moves.is_empty() {
            writeln!(out, "line: {}", line.moves.join(" "))?;
        }
        if !solution.moves.is_empty() {
            write!(out, "{}", by_value(&solution.moves))?;
            let values = self.values_on_board(&solution.moves);
            if !values.is_empty() {
                out.draw(&format!("\n{}", self.printer.draw_with(&self.session.board().scene(), &values)))?;
            }
        }
        let seconds = solution.time.as_secs_f64();
        let source = if solution.from_book { ", from a book" } else { "" };
        self.printer.detail(&format!(
            "{} nodes, {seconds:.3} s, table {} permille full{source}",
            solution.nodes, solution.hashfull
        ));
        Ok(())
    }

    /// The values of moves that consist of a single site, as labels for the board.
    pub(super) fn values_on_board(&self, moves: &[SolvedMove]) -> Vec<(Site, String)> {
        let mut values = Vec::new();
        for step in self.session.board().choices(&[]).map(|choices| choices.steps).unwrap_or_default() {
            let Step::Site(site) = step else { continue };
            let Some(mv) = self.session.board().choices(&[step]).and_then(|choices| choices.finished) else {
                continue;
            };
            let solved = moves.iter().find(|solved| solved.mv == mv);
            values.extend(solved.map(|solved| (site, value_label(solved.bounds))));
        }
        values
    }
}

/// The moves grouped by value, one line per value, best first: `win: c3 d4`.
fn by_value(moves: &[SolvedMove]) -> String {
    let mut kinds: Vec<WdlBounds> = Vec::new();
    for solved in moves {
        if !kinds.contains(&solved.bounds) {
            kinds.push(solved.bounds);
        }
    }
    kinds.sort_by_key(|bounds| std::cmp::Reverse((bounds.low, bounds.high)));
    let line = |kind: WdlBounds| {
        let moves = moves.iter().filter(|solved| solved.bounds == kind);
        let moves: Vec<&str> = moves.map(|solved| solved.mv.as_str()).collect();
        Printer::wrap(&format!("{kind}: {}", moves.join(" ")), 2) + "\n"
    };
    kinds.into_iter().map(line).collect()
}

/// `win`, `draw`, `loss`, or `?` if unknown.
fn value_label(bounds: WdlBounds) -> String {
    bounds.value().map_or("?", Wdl::name).to_owned()
}
