//! What `cairn solve` prints: for people, and as JSON.

use std::io::{self, Write};

use cairn_engine::{Solution, SolutionLine, SolvedMove};
use cairn_rules::{Site, Step};
use cairn_rules::{Wdl, WdlBounds};
use cairn_session::Session;
use serde_json::{Value, json};

use super::super::boards::report;
use crate::printer::Printer;

/// Tells of a session's position.
pub(super) struct Report<'a> {
    pub(super) printer: Printer,
    pub(super) session: &'a dyn Session,
    pub(super) megabytes: u32,
    pub(super) json: bool,
}

impl Report<'_> {
    /// The game is over: there is nothing to solve, and that is an answer.
    pub(super) fn over(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            return writeln!(out, "{}", report(self.session));
        }
        self.session.outcome().map_or(Ok(()), |outcome| writeln!(out, "result: {outcome}"))
    }

    /// The value, for people: it is told before a line is looked for.
    pub(super) fn value(&self, solution: &Solution) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let mover = self.session.info().seats[self.session.to_move().index()].name;
        writeln!(out, "{mover} to move: {}", solution.bounds)?;
        if let Some(best) = &solution.best {
            writeln!(out, "best: {best}")?;
        }
        out.flush()
    }

    /// The rest, or everything as JSON.
    pub(super) fn rest(&self, solution: &Solution, line: &SolutionLine) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            return writeln!(out, "{}", self.object(solution, line));
        }
        if !line.moves.is_empty() {
            writeln!(out, "line: {}", line.moves.join(" "))?;
        }
        if !solution.moves.is_empty() {
            write!(out, "{}", by_value(&solution.moves))?;
            let values = self.on_board(&solution.moves);
            if !values.is_empty() {
                write!(out, "\n{}", self.printer.draw_with(&self.session.scene(), &values))?;
            }
        }
        let seconds = solution.time.as_secs_f64();
        let source = if solution.from_book { ", from a book" } else { "" };
        self.printer.detail(&format!(
            "{} nodes, {seconds:.3} s, memory {} hashfull{source}",
            solution.nodes, solution.hashfull
        ));
        Ok(())
    }

    /// The values of moves that are made by pointing at one place.
    pub(super) fn on_board(&self, moves: &[SolvedMove]) -> Vec<(Site, String)> {
        let mut values = Vec::new();
        for step in self.session.choices(&[]).map(|choices| choices.steps).unwrap_or_default() {
            let Step::Site(site) = step else { continue };
            let Some(mv) = self.session.choices(&[step]).and_then(|choices| choices.finished) else {
                continue;
            };
            let solved = moves.iter().find(|solved| solved.mv == mv);
            values.extend(solved.map(|solved| (site, short(solved.bounds))));
        }
        values
    }

    fn object(&self, solution: &Solution, line: &SolutionLine) -> Value {
        let mut object = report(self.session);
        let fields = json!({
            "value": solution.bounds.value().map(Wdl::name),
            "bounds": bounds_object(solution.bounds),
            "bestmove": solution.best,
            "line": line.moves,
            "nodes": solution.nodes,
            "seconds": solution.time.as_secs_f64(),
            "memory": self.megabytes,
            "hashfull": solution.hashfull,
            "book": solution.from_book,
        });
        if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
            object.extend(fields);
        }
        if !solution.moves.is_empty() {
            object["moves"] = solution.moves.iter().map(move_object).collect();
        }
        object
    }
}

/// The moves in lines, the best first: `win: c3 d4`.
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
        Printer::fill(&format!("{kind}: {}", moves.join(" ")), 2) + "\n"
    };
    kinds.into_iter().map(line).collect()
}

/// `win`, `draw`, `loss`, or `?` while that is open.
fn short(bounds: WdlBounds) -> String {
    bounds.value().map_or("?", Wdl::name).to_owned()
}

fn bounds_object(bounds: WdlBounds) -> Value {
    json!([bounds.low.name(), bounds.high.name()])
}

fn move_object(solved: &SolvedMove) -> Value {
    json!({
        "move": solved.mv,
        "value": solved.bounds.value().map(Wdl::name),
        "bounds": bounds_object(solved.bounds),
    })
}
