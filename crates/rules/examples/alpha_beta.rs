//! Alpha-beta over the contract, for any game: `cargo run --release -p cairn-rules --example alpha_beta -- stac 4`

use cairn_rules::{EVALUATION_LIMIT, prelude::*};

/// Returns the score for the player to move, in centipawns, in a game of two players.
fn alpha_beta<P: Evaluate>(position: &P, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner() {
            Some(winner) if winner == position.to_move() => EVALUATION_LIMIT,
            Some(_) => -EVALUATION_LIMIT,
            None => 0,
        };
    }
    if depth == 0 {
        return position.evaluate(position.to_move());
    }
    for mv in position.moves() {
        alpha = alpha.max(-alpha_beta(&position.after(mv), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

struct BestMove {
    depth: u32,
}

impl Visitor for BestMove {
    type Output = Option<String>;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Option<String> {
        let start = G::start(&spec.options);
        let (low, high) = (-EVALUATION_LIMIT, EVALUATION_LIMIT);
        let best =
            start.moves().into_iter().max_by_key(|&mv| -alpha_beta(&start.after(mv), self.depth, low, high));
        best.map(|mv| mv.to_string())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "staqs:size=3".to_owned());
    let depth = arguments.next().map_or(Ok(3), |text| text.parse())?;
    println!("{}", with_game(&spec, BestMove { depth })?.ok_or("the game is over")?);
    Ok(())
}
