//! `perfect` keeps the value of a position against every opponent.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod common;

use std::fmt;
use std::time::{Duration, Instant};

use cairn_engine::bots::{Bot, BotKind, BuiltinBot};
use cairn_engine::{Engine, EngineSettings, Limits, Rng, SolveGoal, SolverSettings};
use cairn_rules::{RandomSource, Wdl};
use cairn_session::{Session, open};
use cairn_test_support::long_tests;
use common::{mixed_game, solve, value_for};

/// A source of starting positions: a game, and the maximum number of plies before its end.
type Source = (&'static str, u32);

/// The results of the starts from one source.
struct Held {
    source: Source,
    won: u32,
    drawn: u32,
    /// Starts from which `perfect` got less than the value of the position.
    lost: Vec<String>,
    moves: u32,
    thought: Duration,
    longest: Duration,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source: (spec, left), won, drawn, lost, moves, thought, longest } = self;
        write!(f, "{spec}, {left} plies: {won} won and {drawn} drawn starts, {} lost; ", lost.len())?;
        let mean = *thought / (*moves).max(1);
        write!(f, "{moves} moves of {} ms, at most {}", mean.as_millis(), longest.as_millis())
    }
}

fn bot(text: &str, seed: u64) -> BuiltinBot {
    text.parse::<BotKind>().unwrap().bot(seed)
}

/// Returns a solved position from a random game.
fn start(engine: &mut dyn Engine, left: u32, seed: u64) -> Option<(Box<dyn Session>, Wdl)> {
    let mut rng = Rng::seeded(seed);
    let mut session = mixed_game(engine, seed);
    for _ in 0..=rng.below(left) {
        session.undo();
    }
    let session = open(&session.spec(), Some(&session.position())).unwrap();
    let solution = solve(engine, &*session, SolveGoal::Value, &Limits::nodes(100_000));
    Some((session, solution.bounds.value()?))
}

impl Held {
    const fn new(source: Source) -> Self {
        let (thought, longest) = (Duration::ZERO, Duration::ZERO);
        Self { source, won: 0, drawn: 0, lost: Vec::new(), moves: 0, thought, longest }
    }

    /// Plays from as many starts that are not lost as can be found; `others` take turns.
    fn of(source: Source, starts: u64, others: &[&str]) -> Self {
        let (spec, left) = source;
        let settings = EngineSettings::solver(SolverSettings { threads: 1, hash_mib: 16 });
        let mut engine = cairn_engine::open(spec, settings).unwrap();
        let mut perfect = bot("perfect", 1);
        let mut held = Self::new(source);
        for seed in 0..starts {
            let Some((session, value)) = start(&mut *engine, left, seed) else { continue };
            match value {
                Wdl::Win => held.won += 1,
                Wdl::Draw => held.drawn += 1,
                Wdl::Loss => continue,
            }
            let mut other = bot(others[(held.won + held.drawn) as usize % others.len()], seed);
            perfect.new_game(&*session, seed).unwrap();
            let position = session.position();
            let got = held.play(session, &mut perfect, &mut other);
            if got < value {
                let other = other.name();
                held.lost.push(format!("{spec} {position}: {got} instead of {value} against {other}"));
            }
        }
        held
    }

    /// Continues the game with `perfect` for the player to move; returns that player's result.
    fn play(
        &mut self,
        mut session: Box<dyn Session>,
        perfect: &mut BuiltinBot,
        other: &mut BuiltinBot,
    ) -> Wdl {
        let me = session.to_move();
        loop {
            if let Some(outcome) = session.outcome() {
                return value_for(outcome, me);
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

/// Plays from all sources; returns how many starts were won and drawn. Panics if `perfect` falls below one.
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

/// Where positions can repeat, some games are set near the draw by the quiet-move limit.
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
    let (starts, level, least) = if long_tests() { (450, "level8", 2_000) } else { (10, "level3", 60) };
    let (won, drawn) = hold(&SOURCES, starts, &["random", "greedy", level]);
    assert!(won + drawn > least && won > 50 && drawn > 5, "{won} {drawn}");
}

/// Plays from the empty boards in the opening book, in the winning seat.
#[test]
fn solved_games_are_won_from_the_first_move() {
    for spec in ["staqs", "staqs:steps=all", "staqs:placement=free", "sight", "sight:tallest=fallback"] {
        let mut held = Held::new((spec, 0));
        let mut engine = cairn_engine::open(spec, EngineSettings::default().with_openings()).unwrap();
        for (seed, other) in (0..).zip(["random", "greedy"]) {
            let mut session = open(spec, None).unwrap();
            let (mut perfect, mut other) = (bot("perfect", seed), bot(other, seed));
            let start = solve(&mut *engine, &*session, SolveGoal::Value, &Limits::nodes(1));
            assert!(start.from_book, "{spec}");
            if start.bounds.value() == Some(Wdl::Loss) {
                session.play(&other.choose(&*session).unwrap()).unwrap();
            }
            assert_eq!(held.play(session, &mut perfect, &mut other), Wdl::Win, "{spec}, {seed}");
        }
        println!("{held}");
    }
}
