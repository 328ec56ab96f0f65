//! `cairn review`: judges a recorded game, move by move.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cairn_coach::review::{ReviewBudget, ReviewJob, annotated};
use cairn_engine::Span;
use cairn_protocol::ReviewReport;
use cairn_session::record;
use clap::Args;
use serde_json::json;

use super::FormatArgs;
use super::progress;
use super::solve::BookStore;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::{files, interrupt, review_text};

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// The file of records; `-` means standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of the game in the file [default: the last one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Node limit for each position, reproducible with a single thread; 100000 if no other limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time limit for the whole game, e.g. 10s or 5m
    #[arg(long, value_name = "T")]
    time: Option<Span>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write the graph of the game as an SVG picture to this file; `-` means standard output
    #[arg(long, value_name = "F")]
    svg: Option<PathBuf>,
    /// Write the record with the review as comments to this file; `-` means standard output
    #[arg(long, value_name = "F")]
    record: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(printer: Printer, args: &ReviewArgs) -> Result<(), Failure> {
    let session = files::read_game_or_input(&args.file, args.game.map(|number| number as usize))?;
    let prints_report = check_outputs(args)?;
    let budget =
        ReviewBudget { nodes: args.nodes, time: args.time.map(Span::duration), threads: args.threads.into() };
    let stop = interrupt::flag();
    let job = ReviewJob::new(&*session, budget).with_book(BookStore::open(printer).book());
    let plies = session.ply();
    let bar = progress::review_bar(printer, plies);
    let review =
        job.with_stop(stop).run(&mut |news| bar.set_position(news.review.moves().len() as u64)).review;
    bar.finish_and_clear();
    if let Some(path) = &args.svg {
        files::write(path, review_text::picture(&review, &*session).as_bytes())?;
    }
    if let Some(path) = &args.record {
        files::write(path, record::write([&annotated(&*session, &review)]).as_bytes())?;
    }
    if args.format.json {
        writeln!(io::stdout().lock(), "{}", json!(ReviewReport::new(&review, &*session)))?;
    } else if prints_report {
        io::stdout().lock().write_all(review_text::report(&review, &*session, printer).as_bytes())?;
    }
    if review.is_complete() {
        return Ok(());
    }
    Err(Failure::Failed(format!("interrupted: {} of {plies} moves judged", review.moves().len())))
}

/// Checks that everything can be written before the work begins; whether the report is printed.
fn check_outputs(args: &ReviewArgs) -> Result<bool, Failure> {
    let outputs = [("--svg", &args.svg), ("--record", &args.record)];
    let outputs = || outputs.iter().filter_map(|(option, path)| Some((*option, path.as_deref()?)));
    let is_output = |path: &Path| path == Path::new("-");
    let on_output = outputs().filter(|(_, path)| is_output(path)).count();
    if on_output + usize::from(args.format.json) > 1 {
        let problem = "only one of --json, --svg - and --record - can go to standard output";
        return Err(Failure::Request(problem.to_owned()));
    }
    for (option, path) in outputs() {
        let known = |path: &Path| fs::canonicalize(path).ok();
        if !is_output(path) && known(path).is_some_and(|path| known(&args.file) == Some(path)) {
            let path = path.display();
            return Err(Failure::Request(format!("{option} {path}: this is the file under review")));
        }
        files::check_writable(path)?;
    }
    if let (Some(svg), Some(record)) = (&args.svg, &args.record)
        && svg == record
    {
        let path = svg.display();
        return Err(Failure::Request(format!("--svg and --record name the same file {path}")));
    }
    Ok(on_output == 0)
}
