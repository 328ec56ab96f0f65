//! `perfect` holds what a position is worth, whoever plays against it.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fmt;
use std::time::{Duration, Instant};

use cairn_rules::RandomSource;
use cairn_session::truth::{Limits, Prover, Question, SolverSettings, Wdl};
use cairn_session::{BotKind, BuiltinBot, Rng, Session, open};

mod spread;

/// Where starts are taken from: a game, and at most how many plies before the end.
type Source = (&'static str, u32);

/// What became of the starts from one source.
struct Held {
    source: Source,
    won: u32,
    drawn: u32,
    /// Starts that were worth more than what was made of them.
    lost: Vec<String>,
    moves: u32,
    thought: Duration,
    longest: Duration,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source: (word, left), won, drawn, lost, moves, thought, longest } = self;
        write!(f, "{word}, {left} plies: {won} won and {drawn} drawn starts, {} lost; ", lost.len())?;
        let mean = *thought / (*moves).max(1);
        write!(f, "{moves} moves of {} ms, at most {}", mean.as_millis(), longest.as_millis())
    }
}

fn bot(word: &str) -> BotKind {
    word.parse().unwrap()
}

/// A solved position out of a random game.
fn start((word, left): Source, seed: u64, prover: &mut Prover) -> Option<(Box<dyn Session>, Wdl)> {
    let mut rng = Rng::seeded(seed);
    let mut session = spread::random_game(word, seed, usize::MAX);
    for _ in 0..=rng.below(left) {
        session.undo();
    }
    let session = open(word, Some(&session.position())).unwrap();
    let proof = prover.prove(&*session, Question::Value, &Limits::nodes(100_000), &mut |_| ())?;
    Some((session, proof.bounds.value()?))
}

impl Held {
    const fn new(source: Source) -> Self {
        let (thought, longest) = (Duration::ZERO, Duration::ZERO);
        Self { source, won: 0, drawn: 0, lost: Vec::new(), moves: 0, thought, longest }
    }

    /// Plays from as many starts that are not lost as are found; `others` take turns.
    fn of(source: Source, starts: u64, others: &[&str]) -> Self {
        let mut prover = Prover::new(SolverSettings { threads: 1, megabytes: 16 });
        let mut perfect = bot("perfect").player(1);
        let mut held = Self::new(source);
        for seed in 0..starts {
            let Some((session, value)) = start(source, seed, &mut prover) else { continue };
            match value {
                Wdl::Win => held.won += 1,
                Wdl::Draw => held.drawn += 1,
                Wdl::Loss => continue,
            }
            let mut other = bot(others[(held.won + held.drawn) as usize % others.len()]).player(seed);
            perfect.new_game(seed);
            let position = session.position();
            let got = held.play(session, &mut perfect, &mut other);
            if got < value {
                let (word, other) = (source.0, other.bot());
                held.lost.push(format!("{word} {position}: {got} instead of {value} against {other}"));
            }
        }
        held
    }

    /// Plays on, `perfect` for the player to move; what that player got.
    fn play(
        &mut self,
        mut session: Box<dyn Session>,
        perfect: &mut BuiltinBot,
        other: &mut BuiltinBot,
    ) -> Wdl {
        let me = session.to_move();
        loop {
            if let Some(outcome) = session.outcome() {
                return match outcome.winner() {
                    None => Wdl::Draw,
                    Some(winner) if winner == me => Wdl::Win,
                    Some(_) => Wdl::Loss,
                };
            }
            let mv = if session.to_move() == me {
                let asked = Instant::now();
                let mv = perfect.choose(&*session);
                self.moves += 1;
                self.thought += asked.elapsed();
                self.longest = self.longest.max(asked.elapsed());
                mv
            } else {
                other.choose(&*session)
            };
            session.play(&mv.unwrap()).unwrap();
        }
    }
}

/// Plays from all sources; how many starts were won and drawn. None of them may be lost.
fn hold(sources: &[Source], starts: u64, others: &[&str]) -> (u32, u32) {
    let mut lost = Vec::new();
    let (mut won, mut drawn) = (0, 0);
    for &source in sources {
        let held = Held::of(source, starts, others);
        println!("{held}");
        lost.extend_from_slice(&held.lost);
        won += held.won;
        drawn += held.drawn;
    }
    println!("{won} won and {drawn} drawn starts, {} lost", lost.len());
    assert!(lost.is_empty(), "{lost:#?}");
    (won, drawn)
}

/// In games in which positions come back some are set near the draw that ends a quiet game.
const SOURCES: [Source; 14] = [
    ("staqs:size=3", 12),
    ("staqs:size=4", 16),
    ("staqs", 20),
    ("staqs:steps=all", 18),
    ("staqs:placement=free", 14),
    ("sight:size=4", 9),
    ("sight", 12),
    ("sight:tallest=fallback", 12),
    ("stac", 8),
    ("stac:quiet=12", 6),
    ("stlts", 3),
    ("stlts:quiet=40", 4),
    ("stacks", 3),
    ("stacks:quiet=8", 2),
];

#[test]
fn wins_are_won_and_draws_are_held() {
    let (won, drawn) = hold(&SOURCES, 10, &["random", "greedy", "level3"]);
    assert!(won > 50 && drawn > 5, "{won} {drawn}");
}

/// From the empty boards that the book of openings knows, in the seat that it says wins.
#[test]
fn solved_games_are_won_from_the_first_move() {
    for word in ["staqs", "staqs:steps=all", "staqs:placement=free", "sight", "sight:tallest=fallback"] {
        let mut held = Held::new((word, 0));
        for (seed, other) in (0..).zip(["random", "greedy"]) {
            let mut session = open(word, None).unwrap();
            let (mut perfect, mut other) = (bot("perfect").player(seed), bot(other).player(seed));
            let mut prover = Prover::default().with_openings();
            let start = prover.prove(&*session, Question::Value, &Limits::nodes(1), &mut |_| ()).unwrap();
            assert!(start.from_book, "{word}");
            if start.bounds.value() == Some(Wdl::Loss) {
                session.play(&other.choose(&*session).unwrap()).unwrap();
            }
            assert_eq!(held.play(session, &mut perfect, &mut other), Wdl::Win, "{word}, {seed}");
        }
        println!("{held}");
    }
}

/// `cargo test --release -p cairn-session --test perfect -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes: thousands of starts"]
fn thousands_of_wins_are_won_and_draws_are_held() {
    let (won, drawn) = hold(&SOURCES, 450, &["random", "greedy", "level8"]);
    assert!(won + drawn > 2_000);
}
