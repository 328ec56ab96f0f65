//! Plays a random game of any kind: `cargo run -p cairn-rules --example random_game -- stac:towers=stop 7`

use cairn_rules::{Repetitions, prelude::*, zobrist};

struct RandomGame {
    seed: u64,
}

impl Visitor for RandomGame {
    type Output = Outcome;

    fn visit<G: Game>(mut self, spec: GameSpec<G>) -> Outcome {
        let mut dice = |sides: u32| {
            self.seed = zobrist::mix(self.seed);
            (self.seed % u64::from(sides)) as u32
        };
        let mut position = G::start(&spec.options);
        let mut repetitions = Repetitions::new();
        loop {
            if let Some(outcome) = position.outcome().or(repetitions.push(&position)) {
                println!("\n{position}");
                return outcome;
            }
            let Some(mv) = position.random_move(&mut dice) else { continue };
            print!("{mv} ");
            position.play_unchecked(mv);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "staqs".to_owned());
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    println!("result: {}", with_game(&spec, RandomGame { seed })?);
    Ok(())
}
