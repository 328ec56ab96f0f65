//! Speed on one core, beside a naive STAQS: random games in plies a second, perft in leaves a
//! second.
#![expect(clippy::expect_used, reason = "a bench may fail by panicking")]

mod naive;

use cairn_rules::games::{sight::Sight, stac::Stac, stacks::Stacks, staqs::Staqs, stlts::Stlts};
use cairn_rules::{Game, Position, RandomSource, perft};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

/// A fast generator, so that the rules are measured and not the dice.
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

/// Plays `games` random games and counts their plies.
fn play<G: Game>(games: u32) -> u64 {
    let start = G::start(&G::Options::default());
    let mut rng = Wyrand(1);
    let mut scratch = Vec::new();
    let mut plies = 0;
    for _ in 0..games {
        let mut position = start;
        while let Some(mv) = position.random_move(&mut rng, &mut scratch) {
            position.play_unchecked(mv);
            plies += 1;
        }
    }
    plies
}

#[divan::bench(types = [Staqs, Stlts, Stac, Sight, Stacks], sample_count = 20)]
fn random_games<G: Game>(bencher: Bencher) {
    const GAMES: u32 = 1000;
    bencher.counter(ItemsCount::new(play::<G>(GAMES))).bench(|| play::<G>(divan::black_box(GAMES)));
}

#[divan::bench(sample_count = 20)]
fn naive_staqs(bencher: Bencher) {
    const GAMES: u32 = 1000;
    let play = |games: u32| -> u64 {
        let mut rng = Wyrand(1);
        let mut moves = Vec::new();
        (0..games).map(|_| naive::Naive::start().play_out(&mut rng, &mut moves)).sum()
    };
    bencher.counter(ItemsCount::new(play(GAMES))).bench(|| play(divan::black_box(GAMES)));
}

fn measure_perft<G: Game>(bencher: Bencher, text: Option<&str>, depth: u32) {
    let options = G::Options::default();
    let position =
        text.map_or_else(|| G::start(&options), |text| G::read_position(&options, text).expect("a position"));
    let leaves = perft::perft(&position, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft::perft(divan::black_box(&position), depth));
}

#[divan::bench(sample_count = 10)]
fn perft_staqs_start(bencher: Bencher) {
    measure_perft::<Staqs>(bencher, None, 5);
}

#[divan::bench(sample_count = 10)]
fn perft_staqs_middle(bencher: Bencher) {
    measure_perft::<Staqs>(
        bencher,
        Some("n,n,n,n,b2/n,n,b2,n,w2/n,n,n,n,n/n,w2,n,w2,n/b2,n,b2,n,w2 b 0/0"),
        6,
    );
}

#[divan::bench(sample_count = 10)]
fn perft_staqs_middle_naive(bencher: Bencher) {
    let position = naive::Naive::middle();
    bencher.counter(ItemsCount::new(position.perft(6))).bench(|| divan::black_box(&position).perft(6));
}

#[divan::bench(sample_count = 10)]
fn perft_stac_start(bencher: Bencher) {
    measure_perft::<Stac>(bencher, None, 5);
}

#[divan::bench(sample_count = 10)]
fn perft_stac_middle(bencher: Bencher) {
    measure_perft::<Stac>(bencher, Some("1,s,d,W,s/s,1,d,1,B/s,s,1,s,s/d,s,3/s,s,d,s,1 w c3 d5 - 3"), 6);
}

#[divan::bench(sample_count = 10)]
fn perft_stlts_start(bencher: Bencher) {
    measure_perft::<Stlts>(bencher, None, 4);
}

#[divan::bench(sample_count = 10)]
fn perft_stlts_middle(bencher: Bencher) {
    let text = "12/2,w,6,b1.1,1,b0.1/1,w0.1,7,b0.1,2/3,b1.1,8/6,b0.1,5/12/5,w1.1,6/10,w1.1,1/\
                4,w2.0,4,w1.0,2/1,b,w2.0,4,w0.1,4/2,b0.2,6,w1.0,w1.0,1/12 w 7";
    measure_perft::<Stlts>(bencher, Some(text), 3);
}

#[divan::bench(sample_count = 10)]
fn perft_sight_start(bencher: Bencher) {
    measure_perft::<Sight>(bencher, None, 5);
}

#[divan::bench(sample_count = 10)]
fn perft_sight_middle(bencher: Bencher) {
    measure_perft::<Sight>(bencher, Some("5/5/1,b1,3/1,w2,3/2,w1,1,b1 w"), 6);
}

#[divan::bench(sample_count = 10)]
fn perft_stacks_start(bencher: Bencher) {
    measure_perft::<Stacks>(bencher, None, 2);
}

#[divan::bench(sample_count = 10)]
fn perft_stacks_middle(bencher: Bencher) {
    let text = "b1,b2,b1,2/b1,2,r3,1/5/r3,2,r1,1/1,b1,b1,1,r2/5/b3,4 b 17";
    measure_perft::<Stacks>(bencher, Some(text), 2);
}
