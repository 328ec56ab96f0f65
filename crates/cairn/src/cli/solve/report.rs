//! What `cairn solve` prints: for people, and as JSON.

use std::io::{self, Write};

use cairn_rules::{Site, Step};
use cairn_session::Session;
use cairn_session::truth::{Line, Proof, ProvenMove, Wdl, WdlBounds};
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
    pub(super) fn value(&self, proof: &Proof) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let mover = self.session.info().seats[self.session.to_move().index()].name;
        writeln!(out, "{mover} to move: {}", proof.bounds)?;
        if let Some(best) = &proof.best {
            writeln!(out, "best: {best}")?;
        }
        out.flush()
    }

    /// The rest, or everything as JSON.
    pub(super) fn rest(&self, proof: &Proof, line: &Line) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            return writeln!(out, "{}", self.object(proof, line));
        }
        if !line.moves.is_empty() {
            writeln!(out, "line: {}", line.moves.join(" "))?;
        }
        if !proof.moves.is_empty() {
            write!(out, "{}", by_value(&proof.moves))?;
            let values = self.on_board(&proof.moves);
            if !values.is_empty() {
                write!(out, "\n{}", self.printer.draw_with(&self.session.scene(), &values))?;
            }
        }
        let seconds = proof.time.as_secs_f64();
        let source = if proof.from_book { ", from a book" } else { "" };
        self.printer.detail(&format!(
            "{} nodes, {seconds:.3} s, memory {} permille{source}",
            proof.nodes, proof.permille
        ));
        Ok(())
    }

    /// The values of moves that are made by pointing at one place.
    pub(super) fn on_board(&self, moves: &[ProvenMove]) -> Vec<(Site, String)> {
        let mut values = Vec::new();
        for step in self.session.choices(&[]).map(|choices| choices.steps).unwrap_or_default() {
            let Step::Site(site) = step else { continue };
            let Some(mv) = self.session.choices(&[step]).and_then(|choices| choices.finished) else {
                continue;
            };
            let proven = moves.iter().find(|proven| proven.mv == mv);
            values.extend(proven.map(|proven| (site, short(proven.bounds))));
        }
        values
    }

    fn object(&self, proof: &Proof, line: &Line) -> Value {
        let mut object = report(self.session);
        let fields = json!({
            "value": proof.bounds.value().map(Wdl::name),
            "bounds": bounds_object(proof.bounds),
            "bestmove": proof.best,
            "line": line.moves,
            "nodes": proof.nodes,
            "seconds": proof.time.as_secs_f64(),
            "memory": self.megabytes,
            "hashfull": proof.permille,
            "book": proof.from_book,
        });
        if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
            object.extend(fields);
        }
        if !proof.moves.is_empty() {
            object["moves"] = proof.moves.iter().map(move_object).collect();
        }
        object
    }
}

/// The moves in lines, the best first: `win: c3 d4`.
fn by_value(moves: &[ProvenMove]) -> String {
    let mut kinds: Vec<WdlBounds> = Vec::new();
    for proven in moves {
        if !kinds.contains(&proven.bounds) {
            kinds.push(proven.bounds);
        }
    }
    kinds.sort_by_key(|bounds| std::cmp::Reverse((bounds.low, bounds.high)));
    let line = |kind: WdlBounds| {
        let moves = moves.iter().filter(|proven| proven.bounds == kind);
        let moves: Vec<&str> = moves.map(|proven| proven.mv.as_str()).collect();
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

fn move_object(proven: &ProvenMove) -> Value {
    json!({
        "move": proven.mv,
        "value": proven.bounds.value().map(Wdl::name),
        "bounds": bounds_object(proven.bounds),
    })
}
