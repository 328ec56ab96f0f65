//! Searches a position and prints every iteration.
//!
//! `cargo run --release --example think -p cairn-search -- staqs 5 1` searches the start of STAQS for
//! five seconds on one thread; `d12` instead of the seconds searches to depth 12, and a fourth
//! argument is a position string.

use std::process::ExitCode;
use std::time::Duration;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec};
use cairn_search::{Limits, Report, Searcher, Settings};

struct Think {
    limits: Limits,
    threads: usize,
    position: Option<String>,
}

impl Visitor for Think {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
        let position = match &self.position {
            Some(text) => G::read_position(&spec.options, text).map_err(|error| error.to_string())?,
            None => G::start(&spec.options),
        };
        let settings = Settings { threads: self.threads, ..Settings::default() };
        let mut searcher = Searcher::new(settings).map_err(|error| error.to_string())?;
        let last = searcher.search(&position, &[], &self.limits, &mut print);
        println!("{} nodes a second", last.nodes_per_second());
        Ok(())
    }
}

fn print<P: cairn_rules::Position>(report: &Report<P>) {
    for pv in &report.variations {
        let moves: Vec<String> = pv.moves.iter().map(ToString::to_string).collect();
        println!(
            "depth {}/{} {:.2} s {} nodes {}: {}",
            report.depth,
            report.seldepth,
            report.time.as_secs_f64(),
            report.nodes,
            pv.score,
            moves.join(" ")
        );
    }
}

fn limits(word: &str) -> Limits {
    if let Some(depth) = word.strip_prefix('d').and_then(|depth| depth.parse().ok()) {
        return Limits::depth(depth);
    }
    Limits::time(Duration::from_secs_f64(word.parse().unwrap_or(5.0)))
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "staqs".to_owned());
    let limits = limits(&words.next().unwrap_or_else(|| "5".to_owned()));
    let threads = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let think = Think { limits, threads, position: words.next() };
    let outcome = with_game(&game, think).map_err(|error| error.to_string()).and_then(|done| done);
    if let Err(error) = outcome {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
