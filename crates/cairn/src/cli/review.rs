//! `cairn review`: judges recorded games, move by move.

use std::fs;
use std::path::{Path, PathBuf};
use std::{io, iter};

use cairn_coach::review::{Review, ReviewBudget, ReviewJob, annotated};
use cairn_engine::Span;
use cairn_protocol::ReviewReport;
use cairn_rules::Message;
use cairn_session::{Record, Session, record};
use clap::Args;

use super::format::{Format, TableArgs, print_csv};
use super::progress;
use super::solve::BookStore;
use crate::failure::Failure;
use crate::printer::Printer;
use crate::{files, interrupt, output, review_text};

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// The file of records; `-` means standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of a game in the file [default: all games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Node limit for each position, reproducible with a single thread; 100000 if no other limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time limit for each game, e.g. 10s or 5m
    #[arg(long, value_name = "T")]
    time: Option<Span>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write the graph of a game as an SVG picture to this file; `-` means standard output
    #[arg(long, value_name = "F")]
    svg: Option<PathBuf>,
    /// Write the records with the reviews as comments to this file; `-` means standard output
    #[arg(long, value_name = "F")]
    record: Option<PathBuf>,
    #[command(flatten)]
    format: TableArgs,
}

/// The columns of the table: the number of the game, and fields of its moves.
const COLUMNS: [&str; 14] = [
    "game",
    "ply",
    "seat",
    "move",
    "judgement",
    "best",
    "before",
    "after",
    "exact",
    "forced",
    "only_move",
    "lost",
    "stake",
    "line",
];

impl ReviewArgs {
    fn budget(&self) -> ReviewBudget {
        ReviewBudget { nodes: self.nodes, time: self.time.map(Span::duration), threads: self.threads.into() }
    }
}

pub(super) fn run(printer: Printer, args: &ReviewArgs) -> Result<(), Failure> {
    let games = files::read_games(&args.file, args.game.map(|number| number as usize))?;
    let prints_report = check_outputs(args, games.len())?;
    let mut book_store = BookStore::open(printer);
    let stop = interrupt::flag();
    let mut reviews = Vec::new();
    for session in &games {
        let bar = progress::review_bar(printer, session.ply());
        let job =
            ReviewJob::new(&**session, args.budget()).with_book(book_store.book()).with_stop(stop.clone());
        let review = job.run(&mut |news| bar.set_position(news.review.moves().len() as u64)).review;
        bar.finish_and_clear();
        book_store.add_review(&review, &**session);
        if args.format.format() == Format::Json {
            output::text().json(&ReviewReport::new(&review, &**session))?;
        } else if prints_report {
            if !reviews.is_empty() {
                output::text().draw("\n")?;
            }
            output::text().draw(&review_text::report(&review, &**session, printer))?;
        }
        output::flush()?;
        let is_complete = review.is_complete();
        reviews.push(review);
        if !is_complete {
            break;
        }
    }
    let reviewed = || reviews.iter().zip(&games);
    if args.format.format() == Format::Csv {
        print_table(reviewed())?;
    }
    if let (Some(path), Some((review, session))) = (&args.svg, reviewed().next()) {
        files::write(path, review_text::picture(review, &**session).as_bytes())?;
    }
    if let Some(path) = &args.record {
        let reviews = reviews.iter().map(Some).chain(iter::repeat(None));
        let games = games.iter().zip(reviews).map(|(session, review)| match review {
            Some(review) => annotated(&**session, review),
            // No game is lost if the user pressed Ctrl-C before its review.
            None => session.record(),
        });
        let records: Vec<Record> = games.collect();
        files::write(path, record::write(&records).as_bytes())?;
    }
    match reviewed().find(|(review, _)| !review.is_complete()) {
        None => Ok(()),
        Some((review, session)) => Err(Failure::failed(
            Message::new("interrupted: {moves} of {plies} moves of game {game} judged")
                .with("moves", review.moves().len())
                .with("plies", session.ply())
                .with("game", args.game.map_or(reviews.len(), |number| number as usize)),
        )),
    }
}

/// Prints the judged moves of all games as CSV.
fn print_table<'a>(reviewed: impl Iterator<Item = (&'a Review, &'a Box<dyn Session>)>) -> io::Result<()> {
    let mut rows = Vec::new();
    for (number, (review, session)) in (1..).zip(reviewed) {
        for judged in ReviewReport::new(review, &**session).moves {
            let mut row = serde_json::to_value(judged)?;
            row["game"] = number.into();
            rows.push(row);
        }
    }
    print_csv(&COLUMNS, &rows)
}

/// Checks that all outputs can be written before the work begins; returns whether to print the report.
fn check_outputs(args: &ReviewArgs, games: usize) -> Result<bool, Failure> {
    if args.svg.is_some() && games > 1 {
        let problem =
            Message::new("--svg: the file has {games} games, and a picture shows one; name it with --game");
        return Err(Failure::request(problem.with("games", games)));
    }
    let prints_data = args.format.format() != Format::Text;
    let outputs = [("--svg", &args.svg), ("--record", &args.record)];
    let outputs = || outputs.iter().filter_map(|(option, path)| Some((*option, path.as_deref()?)));
    let is_output = |path: &Path| path == Path::new("-");
    let on_output = outputs().filter(|(_, path)| is_output(path)).count();
    if on_output + usize::from(prints_data) > 1 {
        return Err(Failure::request(Message::new(
            "only one of --json, --csv, --svg - and --record - can go to standard output",
        )));
    }
    for (option, path) in outputs() {
        let known = |path: &Path| fs::canonicalize(path).ok();
        if !is_output(path) && known(path).is_some_and(|path| known(&args.file) == Some(path)) {
            let problem = Message::new("{option} {path}: this is the file under review");
            return Err(Failure::request(problem.with("option", option).with("path", path.display())));
        }
        files::check_writable(path)?;
    }
    if let (Some(svg), Some(record)) = (&args.svg, &args.record)
        && svg == record
    {
        let problem = Message::new("--svg and --record name the same file {path}");
        return Err(Failure::request(problem.with("path", svg.display())));
    }
    Ok(on_output == 0 && !prints_data)
}
