//! Plays a random game of any kind: `cargo run -p cairn-rules --example random_game -- stac:towers=stop 7`

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Position};

struct RandomGame {
    seed: u32,
}

impl Visitor for RandomGame {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let mut state = u64::from(self.seed) << 1 | 1;
        let mut dice = |sides: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (((state >> 32) * u64::from(sides)) >> 32) as u32
        };
        let mut position = G::start(&spec.options);
        let mut scratch = Vec::new();
        while let Some(mv) = position.random_move_with(&mut dice, &mut scratch) {
            print!("{mv} ");
            position.play_unchecked(mv);
        }
        if let Some(outcome) = position.outcome() {
            println!("\n{position}\nresult: {outcome}");
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "staqs".to_owned());
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    Ok(with_game(&spec, RandomGame { seed })?)
}
