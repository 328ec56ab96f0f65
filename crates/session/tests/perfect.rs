//! `perfect` holds what a position is worth, whoever plays against it.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_rules::Dice;
use cairn_session::truth::{Limits, Prover, Question, SolverSettings, Truth};
use cairn_session::{Bot, BotPlayer, Rng, SeedBot, Session, open};

/// A solved position out of a random game in which at most so many plies are left.
fn start(word: &str, seed: u64, left: usize, prover: &mut Prover) -> Option<(Box<dyn Session>, Truth)> {
    let mut dice = Rng::seeded(seed);
    let mut session = open(word, None).unwrap();
    while let Some(mv) = session.seed_move(SeedBot::Random, &mut dice) {
        session.play(&mv).unwrap();
    }
    for _ in 0..=dice.below(left as u32) {
        session.undo();
    }
    let session = open(word, Some(&session.position())).unwrap();
    let proof = prover.prove(&*session, Question::Value, &Limits::nodes(100_000), &mut |_| ())?;
    Some((session, proof.bounds.value()?))
}

/// Plays on, `perfect` for the player to move; what that player got.
fn played(mut session: Box<dyn Session>, perfect: &mut BotPlayer, other: &mut BotPlayer) -> Truth {
    let me = session.to_move();
    loop {
        if let Some(outcome) = session.outcome() {
            return match outcome.winner() {
                None => Truth::Draw,
                Some(winner) if winner == me => Truth::Win,
                Some(_) => Truth::Loss,
            };
        }
        let player = if session.to_move() == me { &mut *perfect } else { &mut *other };
        let mv = player.choose(&*session).unwrap();
        session.play(&mv).unwrap();
    }
}

/// Plays from so many starts of each kind; how many were won and drawn before.
fn hold(words: &[(&str, usize)], starts: u64, others: &[&str]) -> (u32, u32) {
    let (mut won, mut drawn) = (0, 0);
    let bot = |word: &str| word.parse::<Bot>().unwrap();
    for &(word, left) in words {
        let mut prover = Prover::new(SolverSettings { threads: 1, megabytes: 16 });
        let mut perfect = bot("perfect").player(1);
        for seed in 0..starts {
            let Some((session, value)) = start(word, seed, left, &mut prover) else { continue };
            if value == Truth::Loss {
                continue;
            }
            let mut other = bot(others[seed as usize % others.len()]).player(seed);
            perfect.new_game(seed);
            let position = session.position();
            let got = played(session, &mut perfect, &mut other);
            assert!(got >= value, "{word} {position}: {got} instead of {value} against {:?}", other.bot());
            won += u32::from(value == Truth::Win);
            drawn += u32::from(value == Truth::Draw);
        }
    }
    (won, drawn)
}

const WORDS: [(&str, usize); 7] = [
    ("staqs:size=3", 9),
    ("staqs:size=4", 9),
    ("staqs", 9),
    ("sight:size=4", 9),
    ("sight:tallest=fallback", 9),
    ("stac", 6),
    ("stlts", 2),
];

#[test]
fn wins_are_won_and_draws_are_held() {
    let (won, drawn) = hold(&WORDS, 24, &["random", "greedy", "level3"]);
    assert!(won > 30 && drawn > 5, "{won} {drawn}");
}

/// `cargo test --release -p cairn-session --test perfect -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes: thousands of starts"]
fn thousands_of_wins_are_won_and_draws_are_held() {
    let (won, drawn) = hold(&WORDS, 900, &["random", "greedy", "level8"]);
    println!("{won} won and {drawn} drawn starts held");
    assert!(won + drawn > 2_000);
}
