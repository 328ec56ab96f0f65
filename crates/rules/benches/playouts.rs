//! Random games: plies a second on one core, for every game.

use cairn_rules::games::staqs::Staqs;
use cairn_rules::{Dice, Game, Position};
use divan::{Bencher, counter::ItemsCount};

fn main() {
    divan::main();
}

/// A fast generator, so that the rules are measured and not the dice.
struct Wyrand(u64);

impl Dice for Wyrand {
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
    let mut dice = Wyrand(1);
    let mut scratch = Vec::new();
    let mut plies = 0;
    for _ in 0..games {
        let mut position = start;
        while let Some(mv) = position.random_move(&mut dice, &mut scratch) {
            position.play_unchecked(mv);
            plies += 1;
        }
    }
    plies
}

#[divan::bench(types = [Staqs], sample_count = 10)]
fn random_games<G: Game>(bencher: Bencher) {
    const GAMES: u32 = 200;
    bencher.counter(ItemsCount::new(play::<G>(GAMES))).bench(|| play::<G>(divan::black_box(GAMES)));
}
