//! Solves a position and prints its progress.
//!
//! `cargo run --release -p cairn-search --example solve -- staqs:size=4 --threads 2 --mb 1024`
//! solves the empty board. `--position P` solves another position, `--time S` sets a time limit in
//! seconds, `--moves` solves every move. `--after 8x100` solves a hundred positions after eight
//! random plies, each within the limits.

use std::process::ExitCode;
use std::time::Duration;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, SmallRng};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverReport, SolverSettings};

#[derive(Default)]
struct Solve {
    settings: SolverSettings,
    limits: Limits,
    position: Option<String>,
    moves: bool,
    after: Option<(u32, usize)>,
}

impl Visitor for Solve {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
        let position = match &self.position {
            Some(text) => G::read_position(&spec.options, text).map_err(|error| error.to_string())?,
            None => G::start(&spec.options),
        };
        let mut solver = Solver::new(self.settings).map_err(|error| error.to_string())?;
        if let Some((plies, count)) = self.after {
            return solve_many::<G>(&mut solver, position, &self.limits, (plies, count));
        }
        let too_many = || "only two-player games can be solved".to_owned();
        if self.moves {
            let solved = solver.solve_moves(&position, &[], &self.limits, &mut print).ok_or_else(too_many)?;
            for one in solved.moves {
                println!("{}: {}", one.mv, one.bounds);
            }
        } else {
            let solved = solver.solve(&position, &[], &self.limits, &mut print).ok_or_else(too_many)?;
            let best = solved.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
            println!("{}, best {best}", solved.bounds);
        }
        Ok(())
    }
}

/// Solves positions after random plies, each with cleared tables and within the limits.
fn solve_many<G: Game>(
    solver: &mut Solver<G::Position>,
    start: G::Position,
    limits: &Limits,
    (plies, count): (u32, usize),
) -> Result<(), String> {
    let mut rng = SmallRng::seeded(1);
    let (mut nodes, mut seconds, mut max_nodes) = (0, 0.0, 0);
    let (mut values, mut unknown) = ([0; 3], 0);
    for _ in 0..count {
        let mut position = start;
        for _ in 0..plies {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        solver.clear();
        let solved =
            solver.solve(&position, &[], limits, &mut |_| ()).ok_or("only two-player games can be solved")?;
        nodes += solved.nodes;
        max_nodes = max_nodes.max(solved.nodes);
        seconds += solved.time.as_secs_f64();
        match solved.bounds.value() {
            Some(value) => values[value as usize] += 1,
            None => unknown += 1,
        }
    }
    println!(
        "{count} positions: {} nodes and {:.2} ms each, {max_nodes} nodes at most, {:.2} million a second, {values:?}, {unknown} unknown",
        nodes / count as u64,
        seconds * 1e3 / count as f64,
        nodes as f64 / seconds / 1e6,
    );
    Ok(())
}

fn print(report: &SolverReport) {
    let seconds = report.time.as_secs_f64();
    println!(
        "{seconds:.2} s {} nodes ({:.2} million a second), table {} permille full, {} permille done: {}",
        report.nodes,
        report.nodes as f64 / seconds / 1e6,
        report.hashfull,
        report.progress,
        report.bounds
    );
    if report.contradictions > 0 {
        println!("{} contradictions: nothing is proven", report.contradictions);
    }
}

fn read() -> Result<(String, Solve), String> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "staqs:size=4".to_owned());
    let mut solve = Solve::default();
    solve.settings.hash_mib = 1_024;
    while let Some(flag) = words.next() {
        if flag == "--moves" {
            solve.moves = true;
            continue;
        }
        let value = words.next().ok_or(format!("{flag} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{flag}: `{value}` is not a number"));
        match flag.as_str() {
            "--position" => solve.position = Some(value),
            "--threads" => solve.settings.threads = number()?,
            "--mb" => solve.settings.hash_mib = number()?,
            "--time" => solve.limits.time = Some(Duration::from_secs(number()? as u64)),
            "--after" => {
                let (plies, count) = value.split_once('x').ok_or("--after needs PLIESxCOUNT")?;
                let number =
                    |word: &str| word.parse().map_err(|_| format!("{flag}: `{word}` is not a number"));
                solve.after = Some((number(plies)?, number(count)? as usize));
            }
            "--nodes" => solve.limits.nodes = Some(number()? as u64),
            _ => {
                return Err(format!(
                    "`{flag}` is unknown; there are --position --threads --mb --time --nodes --moves"
                ));
            }
        }
    }
    Ok((game, solve))
}

fn main() -> ExitCode {
    let done = read().and_then(|(game, solve)| with_game(&game, solve).map_err(|error| error.to_string())?);
    if let Err(error) = done {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
