//! `cairn perft`: counts move sequences, one first move at a time, so that Ctrl-C can print a partial count.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use cairn_session::Session;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;

/// The count so far.
#[derive(Default)]
struct Progress {
    moves: usize,
    nodes: u64,
}

pub(super) fn run(
    printer: Printer,
    session: &dyn Session,
    depth: u32,
    divide: bool,
    json: bool,
) -> Result<(), Failure> {
    let start = Instant::now();
    let progress = report_when_interrupted(session.legal_moves().len());
    let mut parts = Map::new();
    let mut nodes = u64::from(depth == 0);
    let mut out = output::text();
    let mut written = Ok(());
    session.divide(depth, &mut |mv, count| {
        nodes += count;
        if let Some(progress) = &progress {
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.moves += 1;
            progress.nodes = nodes;
        }
        if divide && json {
            parts.insert(mv.to_owned(), count.into());
        } else if divide {
            written = writeln!(out, "{mv} {count}");
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    let seconds = start.elapsed().as_secs_f64();
    if json {
        let mut report = json!({
            "game": session.spec(),
            "position": session.position(),
            "depth": depth,
            "nodes": nodes,
            "seconds": seconds,
        });
        if divide {
            report["divide"] = Value::Object(parts);
        }
        out.json(&report)?;
    } else {
        writeln!(out, "nodes {nodes}")?;
    }
    printer
        .detail(&format!("{seconds:.3} s, {:.1} million a second", nodes as f64 / seconds.max(1e-9) / 1e6));
    Ok(())
}

/// On Ctrl-C, prints the count so far and ends the program.
fn report_when_interrupted(moves: usize) -> Option<Arc<Mutex<Progress>>> {
    let progress = Arc::new(Mutex::new(Progress::default()));
    let known = Arc::clone(&progress);
    ctrlc::set_handler(move || {
        let known = known.lock().unwrap_or_else(PoisonError::into_inner);
        errln!("cairn: interrupted: {} nodes behind {} of {moves} first moves", known.nodes, known.moves);
        std::process::exit(1);
    })
    .ok()
    .map(|()| progress)
}
