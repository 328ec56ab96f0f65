//! Counts move sequences, move by move: `cargo run --release -p cairn-rules --example perft -- sight:size=4 5`

use cairn_rules::{perft::perft, prelude::*};

struct Divide {
    depth: u32,
}

impl Visitor for Divide {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        let start = G::start(&spec.options);
        for mv in start.moves() {
            println!("{mv} {}", perft(&start.after(mv), self.depth.saturating_sub(1)));
        }
        println!("nodes {}", perft(&start, self.depth));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "staqs".to_owned());
    let depth = arguments.next().map_or(Ok(3), |text| text.parse())?;
    Ok(with_game(&spec, Divide { depth })?)
}
