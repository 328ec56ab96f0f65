//! Speed of every game in the registry on one core: random games in plies a second, perft in leaves a
//! second. STAQS is measured beside a naive implementation.
#![expect(clippy::expect_used, reason = "a bench may fail by panicking")]

mod naive;

use cairn_rules::games::staqs::{Staqs, StaqsOptions};
use cairn_rules::games::{self, Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position, RandomSource, perft::perft};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

fn every_game() -> impl Iterator<Item = &'static str> {
    games::ALL.iter().map(|info| info.id)
}

/// A fast generator, so that the benchmark measures the rules and not the random numbers.
struct Wyrand(u64);

impl RandomSource for Wyrand {
    #[inline]
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(0xA076_1D64_78BD_642F);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xE703_7ED1_A0B4_28DB);
        let bits = ((wide >> 64) ^ wide) as u64;
        ((u128::from(bits) * u128::from(sides)) >> 64) as u32
    }
}

const GAMES: u32 = 1000;

/// Plays `games` random games and counts their plies.
fn play<P: Position>(start: &P, games: u32) -> u64 {
    let mut rng = Wyrand(1);
    let mut scratch = Vec::new();
    let mut plies = 0;
    for _ in 0..games {
        let mut position = *start;
        while let Some(mv) = position.random_move_with(&mut rng, &mut scratch) {
            position.play_unchecked(mv);
            plies += 1;
        }
    }
    plies
}

#[divan::bench(args = every_game(), sample_count = 20)]
fn random_games(bencher: Bencher, game: &str) {
    struct Play<'a, 'b>(Bencher<'a, 'b>);
    impl Visitor for Play<'_, '_> {
        type Output = ();
        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let start = G::start(&spec.options);
            let plies = play(&start, GAMES);
            self.0.counter(ItemsCount::new(plies)).bench(|| play(&start, divan::black_box(GAMES)));
        }
    }
    with_game(game, Play(bencher)).expect("a game of the registry");
}

#[divan::bench(sample_count = 20)]
fn random_games_naive_staqs(bencher: Bencher) {
    let play = |games: u32| -> u64 {
        let mut rng = Wyrand(1);
        let mut moves = Vec::new();
        (0..games).map(|_| naive::Naive::start().play_out(&mut rng, &mut moves)).sum()
    };
    bencher.counter(ItemsCount::new(play(GAMES))).bench(|| play(divan::black_box(GAMES)));
}

/// Counts from a position, to a depth that gives enough leaves.
fn measure_perft<P: Position>(bencher: Bencher, position: &P) {
    const ENOUGH: u64 = 100_000;
    let counts = (1..20).map(|depth| (depth, perft(position, depth)));
    let (depth, leaves) =
        counts.take_while(|&(_, leaves)| leaves > 0).find(|&(_, leaves)| leaves > ENOUGH).unwrap_or((1, 1));
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(divan::black_box(position), depth));
}

/// Perft from the position after this many plies of a random game.
struct PerftAfter<'a, 'b> {
    plies: u32,
    bencher: Bencher<'a, 'b>,
}

impl Visitor for PerftAfter<'_, '_> {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let mut rng = Wyrand(1);
        let mut position = G::start(&spec.options);
        for _ in 0..self.plies {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        measure_perft(self.bencher, &position);
    }
}

#[divan::bench(args = every_game(), sample_count = 10)]
fn perft_start(bencher: Bencher, game: &str) {
    with_game(game, PerftAfter { plies: 0, bencher }).expect("a game of the registry");
}

#[divan::bench(args = every_game(), sample_count = 10)]
fn perft_middle(bencher: Bencher, game: &str) {
    with_game(game, PerftAfter { plies: 8, bencher }).expect("a game of the registry");
}

const STAQS_MIDDLE: &str = "n,n,n,n,b2/n,n,b2,n,w2/n,n,n,n,n/n,w2,n,w2,n/b2,n,b2,n,w2 b 0/0";

#[divan::bench(sample_count = 10)]
fn perft_same_staqs(bencher: Bencher) {
    let position = Staqs::read_position(&StaqsOptions::default(), STAQS_MIDDLE).expect("a position");
    bencher.counter(ItemsCount::new(perft(&position, 6))).bench(|| perft(divan::black_box(&position), 6));
}

#[divan::bench(sample_count = 10)]
fn perft_same_staqs_naive(bencher: Bencher) {
    let position = naive::Naive::middle();
    bencher.counter(ItemsCount::new(position.perft(6))).bench(|| divan::black_box(&position).perft(6));
}
