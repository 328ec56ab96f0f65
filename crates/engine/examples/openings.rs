//! Builds the opening book of a game: solves every position that `perfect` can meet in the first plies while it follows
//! the book, for all moves of the opponent.
//!
//! `cargo run --release -p cairn-engine --example openings -- sight both 5 openings.txt 600` covers five plies of
//! Sight, for ten minutes at most, and adds the values that the file lacks; `first` or `second` instead of `both` does
//! so for one seat. Beyond these plies the book contains only positions that are hard for `perfect`, and their
//! successors. An added value can change the moves of `perfect` in other positions, so run it again until it adds
//! nothing. With one more file name, it also writes exactly the part of the book that `perfect` needs to that file.
//! `... --example openings -- replies certificate.txt openings.txt` adds the replies of a certificate of
//! a win instead.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use cairn_engine::SolvedPosition;
use cairn_engine::book::{BookFile, BookIndex};
use cairn_engine::certificate::Certificate;
use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Player, Position, Solvable, Symmetric, Wdl};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverSettings};
use cairn_session::open;

type Failure = Box<dyn std::error::Error>;

/// The size of the proof table: large enough to still contain the proof of the start during the search for replies.
const MEGABYTES: usize = 4_096;

/// A position is hard if the solver of `perfect` needs more nodes than this.
const HARD_NODES: u64 = 400_000;
const THREADS: usize = 2;

struct Openings {
    file: BookFile,
    /// The seats that `perfect` plays.
    seats: Vec<Player>,
    plies: u32,
    until: Instant,
    /// The file for exactly the part that `perfect` needs.
    needed: Option<String>,
}

/// The book of one game under construction.
struct BookBuilder<G: Game> {
    spec: String,
    file: BookFile,
    index: BookIndex<G::Position>,
    /// The part that `perfect` needs.
    needed: Vec<SolvedPosition>,
    solver: Solver<G::Position>,
    until: Instant,
}

impl<G: Game> BookBuilder<G> {
    fn new(spec: &GameSpec<G>, Openings { file, until, .. }: Openings) -> Result<Self, Failure> {
        let text = spec.to_string();
        let mut index = BookIndex::default();
        for (position, value) in file.book().values(&text) {
            if let Ok(position) = G::read_position(&spec.options, position) {
                index.insert(&position, value);
            }
        }
        let solver = Solver::new(SolverSettings { threads: THREADS, hash_mib: MEGABYTES })?;
        Ok(Self { spec: text, file, index, needed: Vec::new(), solver, until })
    }

    /// Removes positions of a seat where `perfect` has no reply in the book and needs none.
    fn keep_hard(&self, seat: Player, layer: &mut Vec<G::Position>) {
        let is_hard = |position: &G::Position| {
            position.to_move() != seat || self.index.reply(position).is_some() || is_hard(position)
        };
        let share = layer.len().div_ceil(THREADS).max(1);
        *layer = thread::scope(|scope| {
            let hard = |share: &[G::Position]| share.iter().copied().filter(is_hard).collect::<Vec<_>>();
            let threads: Vec<_> = layer.chunks(share).map(|share| scope.spawn(move || hard(share))).collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
    }

    /// Returns the move that `perfect` plays by the book. If there is none yet, solves the position and adds the move
    /// to the book.
    fn reply(&mut self, position: &G::Position) -> Result<<G::Position as Position>::Move, Failure> {
        let (value, best) = match self.index.reply(position) {
            Some(reply) => reply,
            None => self.solve(position)?,
        };
        let after = position.after(best);
        self.index.insert(position, value);
        self.index.insert(&after, value.for_opponent());
        let pair = pair(position.to_string(), after.to_string(), value);
        self.file.add(&self.spec, &pair)?;
        self.needed.extend(pair);
        Ok(best)
    }

    fn solve(&mut self, position: &G::Position) -> Result<(Wdl, <G::Position as Position>::Move), Failure> {
        let left = self.until.saturating_duration_since(Instant::now());
        let solved = self.solver.solve(position, &[], &Limits::time(left), &mut |_| ());
        let solved = solved.and_then(|solved| Some((solved.bounds.value()?, solved.best?)));
        Ok(solved.ok_or_else(|| format!("time is up at {position}"))?)
    }

    /// Writes the part that `perfect` needs to a separate file.
    fn write(&self, path: &str) -> Result<(), Failure> {
        Ok(book(path)?.add(&self.spec, &self.needed)?)
    }
}

/// Returns whether the solver of `perfect` needs more than [`HARD_NODES`] for a position.
fn is_hard<P: Solvable>(position: &P) -> bool {
    let Ok(mut solver) = Solver::new(SolverSettings::default()) else { return true };
    let solved = solver.solve(position, &[], &Limits::nodes(HARD_NODES), &mut |_| ());
    solved.is_none_or(|solved| solved.bounds.value().is_none())
}

impl Visitor for Openings {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
        let (plies, seats, needed) = (self.plies, self.seats.clone(), self.needed.clone());
        let mut builder = BookBuilder::<G>::new(&spec, self)?;
        let mut layers = vec![vec![G::start(&spec.options)]; seats.len()];
        let mut ply = 0;
        while layers.iter().any(|layer| !layer.is_empty()) {
            for (&seat, layer) in seats.iter().zip(&mut layers) {
                if ply >= plies {
                    builder.keep_hard(seat, layer);
                }
                let mut next = Vec::new();
                let mut seen = HashSet::new();
                for position in layer.iter().filter(|position| position.outcome().is_none()) {
                    let moves = if position.to_move() == seat {
                        vec![builder.reply(position)?]
                    } else {
                        position.moves()
                    };
                    let after = moves.into_iter().map(|mv| position.after(mv).canonical());
                    next.extend(after.filter(|&position| seen.insert(position)));
                }
                eprintln!("ply {ply}, {}: {} positions", seat.name(), layer.len());
                *layer = next;
            }
            ply += 1;
        }
        needed.map_or(Ok(()), |path| builder.write(&path))
    }
}

/// Returns the values of a position and of the one after a move that preserves it.
fn pair(position: String, after: String, value: Wdl) -> [SolvedPosition; 2] {
    [SolvedPosition { position, value }, SolvedPosition { position: after, value: value.for_opponent() }]
}

/// Adds the replies of a certificate of a win.
fn add_replies(certificate: &Certificate, mut file: BookFile) -> Result<(), Failure> {
    let mut positions = Vec::new();
    for claim in certificate.claims.iter().filter(|claim| claim.least == Wdl::Win) {
        for (position, mv) in &claim.replies {
            let mut session = open(&certificate.spec, Some(position))?;
            session.play(mv)?;
            positions.extend(pair(position.clone(), session.position(), Wdl::Win));
        }
    }
    Ok(file.add(&certificate.spec, &positions)?)
}

fn book(path: &str) -> Result<BookFile, Failure> {
    let (file, damage) = BookFile::open(Path::new(path))?;
    if let Some(damage) = damage {
        eprintln!("{damage}");
    }
    Ok(file)
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["replies", certificate, path] => {
            add_replies(&Certificate::read(&std::fs::read(certificate)?)?, book(path)?)
        }
        [spec, seat, plies, path, seconds, ref rest @ ..] if rest.len() < 2 => {
            let seats: Vec<Player> =
                Player::seats(2).filter(|player| seat == "both" || seat == player.name()).collect();
            if seats.is_empty() {
                return Err(format!("{seat}: wanted first, second or both").into());
            }
            let until = Instant::now() + Duration::from_secs(seconds.parse()?);
            let needed = rest.first().map(|path| (*path).to_owned());
            with_game(spec, Openings { file: book(path)?, seats, plies: plies.parse()?, until, needed })?
        }
        _ => Err("wanted: GAME SEATS PLIES FILE SECONDS [NEEDED], or replies CERTIFICATE FILE".into()),
    }
}
