//! `cairn perft`: counts move sequences on several threads, and prints a partial count on Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use cairn_rules::Message;
use cairn_session::Session;
use clap::Args;
use indicatif::ProgressBar;
use serde_json::{Map, Value, json};

use super::format::{Format, TableArgs, print_csv};
use super::{PositionArgs, processors, progress};
use crate::failure::Failure;
use crate::output::{self, errln};
use crate::printer::Printer;

/// The maximum depth, far beyond what can be counted in any game.
const MAX_DEPTH: i64 = 100;

#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Length of the sequences, in plies, at most 100
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    depth: u32,
    /// Also print the count for each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    format: TableArgs,
}

/// The count so far.
#[derive(Default)]
struct Progress {
    moves: AtomicUsize,
    nodes: AtomicU64,
}

pub(super) fn run(printer: Printer, args: &PerftArgs) -> Result<(), Failure> {
    let format = args.format.format();
    if format == Format::Csv && !args.divide {
        return Err(Failure::request(Message::new("--csv: the table is that of --divide")));
    }
    let session = args.position.open()?;
    let start = Instant::now();
    let threads = args.threads.map_or_else(processors, usize::from);
    let parts = count(printer, &*session, args.depth, threads)?;
    let nodes = if args.depth == 0 { 1 } else { parts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
    let seconds = start.elapsed().as_secs_f64();
    let parts = if args.divide { parts } else { Vec::new() };
    match format {
        Format::Json => {
            let mut report = json!({
                "game": session.spec(),
                "position": session.position(),
                "depth": args.depth,
                "nodes": nodes,
                "seconds": seconds,
            });
            if args.divide {
                let parts: Map<String, Value> =
                    parts.into_iter().map(|(mv, nodes)| (mv, nodes.into())).collect();
                report["divide"] = Value::Object(parts);
            }
            output::text().json(&report)?;
        }
        Format::Csv => {
            let rows: Vec<Value> =
                parts.iter().map(|(mv, nodes)| json!({ "move": mv, "nodes": nodes })).collect();
            print_csv(&["move", "nodes"], &rows)?;
        }
        Format::Text => {
            let mut out = output::text();
            for (mv, nodes) in parts {
                writeln!(out, "{mv} {nodes}")?;
            }
            writeln!(out, "nodes {nodes}")?;
        }
    }
    printer
        .detail(&format!("{seconds:.3} s, {:.1} million a second", nodes as f64 / seconds.max(1e-9) / 1e6));
    Ok(())
}

/// Counts the sequences behind each first move, in the order of the moves.
fn count(
    printer: Printer,
    session: &dyn Session,
    depth: u32,
    threads: usize,
) -> Result<Vec<(String, u64)>, Failure> {
    let moves = if depth == 0 { Vec::new() } else { session.legal_moves() };
    let progress = Arc::new(Progress::default());
    let bar =
        progress::bar(printer, Some(moves.len() as u64), "{bar:20} {pos}/{len} moves, {elapsed}  {msg}");
    report_when_interrupted(Arc::clone(&progress), bar.clone(), moves.len());
    printer.detail(&format!("{} first moves, {threads} threads", moves.len()));
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    let next = AtomicUsize::new(0);
    let (sender, counted) = mpsc::channel();
    let mut parts = vec![0; moves.len()];
    let mut done = Ok(());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(moves.len()) {
            let (sender, next, moves, progress) = (sender.clone(), &next, &moves, &*progress);
            let work = move || {
                while let Some(index) = claim(next, moves.len()) {
                    let nodes = count_after(session, &moves[index], depth, progress);
                    if sender.send(nodes.map(|nodes| (index, nodes))).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                next.store(moves.len(), Ordering::Relaxed);
                done = Err(Failure::from(error));
            }
        }
        drop(sender);
        for result in counted {
            match result {
                Ok((index, nodes)) => {
                    parts[index] = nodes;
                    progress.moves.fetch_add(1, Ordering::Relaxed);
                    bar.inc(1);
                    bar.set_message(format!("{} nodes", progress.nodes.load(Ordering::Relaxed)));
                }
                Err(error) => done = Err(error),
            }
        }
    });
    bar.finish_and_clear();
    done.map(|()| moves.into_iter().zip(parts).collect())
}

/// Returns the next index that no thread has claimed.
fn claim(next: &AtomicUsize, count: usize) -> Option<usize> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    (index < count).then_some(index)
}

/// Counts the sequences that begin with a move, and adds them to the progress during the count.
fn count_after(session: &dyn Session, mv: &str, depth: u32, progress: &Progress) -> Result<u64, Failure> {
    let mut nodes = 0;
    let mut add = |count: u64| {
        nodes += count;
        progress.nodes.fetch_add(count, Ordering::Relaxed);
    };
    if depth == 1 {
        add(1);
        return Ok(nodes);
    }
    let mut after = session.fork();
    after.play(mv).map_err(Failure::request)?;
    after.divide(depth - 1, &mut |_, count| {
        add(count);
        ControlFlow::Continue(())
    });
    Ok(nodes)
}

/// On Ctrl-C, prints the count so far and ends the program.
fn report_when_interrupted(progress: Arc<Progress>, bar: ProgressBar, moves: usize) {
    // Without a handler, Ctrl-C ends the program at once, which is acceptable too.
    let _ = ctrlc::set_handler(move || {
        bar.finish_and_clear();
        let (nodes, done) = (progress.nodes.load(Ordering::Relaxed), progress.moves.load(Ordering::Relaxed));
        errln!("cairn: interrupted: {nodes} nodes, and all behind {done} of {moves} first moves");
        std::process::exit(1);
    });
}
