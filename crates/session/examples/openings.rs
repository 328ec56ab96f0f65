//! Makes the book of openings of a game: solves every position that `perfect` can meet in the first
//! plies when it plays by this book, whatever the opponent does, once for each seat.
//!
//! `cargo run --release -p cairn-session --example openings -- sight 5 openings.txt 600` looks at
//! five plies of Sight, for ten minutes at most, and adds what it proves to the file.

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, Player, Position, Symmetric, Word};
use cairn_search::Limits;
use cairn_search::solver::{Solver, SolverSettings};
use cairn_session::truth::{BookFile, Finding};

type Failure = Box<dyn std::error::Error>;

struct Openings {
    file: BookFile,
    plies: u32,
    until: Instant,
}

impl Visitor for Openings {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(mut self, word: Word<G>) -> Self::Output {
        let mut solver = Solver::new(SolverSettings { threads: 2, megabytes: 2_048 });
        let text = word.to_string();
        let mut layers = [vec![G::start(&word.options)], vec![G::start(&word.options)]];
        for ply in 0..self.plies {
            for (seat, layer) in Player::seats(2).zip(&mut layers) {
                let mut next = Vec::new();
                let mut seen = HashSet::new();
                for position in layer.iter().filter(|position| position.outcome().is_none()) {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    if position.to_move() == seat {
                        let left = self.until.saturating_duration_since(Instant::now());
                        let solved = solver
                            .solve(position, &[], &Limits::time(left), &mut |_| ())
                            .and_then(|solved| Some((solved.bounds.value()?, solved.best?)));
                        let (value, best) = solved.ok_or_else(|| format!("time is up at ply {ply}"))?;
                        let after =
                            Finding { position: position.after(best).to_string(), value: value.for_other() };
                        let here = Finding { position: position.to_string(), value };
                        self.file.add(&text, &[here, after])?;
                        moves = vec![best];
                    }
                    let after = moves.into_iter().map(|mv| position.after(mv).standing_for_images());
                    next.extend(after.filter(|&position| seen.insert(position)));
                }
                eprintln!("ply {ply}, {}: {} positions", seat.name(), layer.len());
                *layer = next;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [word, plies, path, seconds] = &words[..] else {
        return Err("wanted: GAME PLIES FILE SECONDS".into());
    };
    let until = Instant::now() + Duration::from_secs(seconds.parse()?);
    let (file, damage) = BookFile::open(Path::new(path))?;
    if let Some(damage) = damage {
        eprintln!("{damage}");
    }
    with_game(word, Openings { file, plies: plies.parse()?, until })?
}
