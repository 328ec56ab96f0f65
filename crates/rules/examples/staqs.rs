//! STAQS with its own types, without text: `cargo run -p cairn-rules --example staqs`

use cairn_rules::games::staqs::{Staqs, StaqsMove, StaqsOptions};
use cairn_rules::{PositionBuilder, prelude::*};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = StaqsOptions::default().with_size(4)?;
    let mut position = Staqs::start(&options);

    // Each player places next to the opponent's tallest stack if possible.
    while let Some(&first) = position.moves().first() {
        let opponent = position.to_move().next(position.seats());
        let target = position.stacks_of(opponent).max_by_key(|&(_, height)| height);
        let near = position.squares().filter(|square| {
            target.is_some_and(|(other, _)| {
                square.column().abs_diff(other.column()) + square.row().abs_diff(other.row()) == 1
            })
        });
        let placing = near.map(StaqsMove::Place).find(|&mv| position.is_legal(mv));
        position.play(placing.unwrap_or(first))?;
    }
    for player in Player::seats(2) {
        let heights: Vec<u8> = position.stacks_of(player).map(|(_, height)| height).collect();
        println!("{}: {heights:?}", Staqs::INFO.seat(player).name);
    }
    println!("{position}");

    // Sets up another position piece by piece.
    let corner = position.parse_square("a1")?;
    let ended = PositionBuilder::<Staqs>::from_position(&options, &position);
    let changed = ended.stack(corner, Player::FIRST, 9).to_move(Player::SECOND).build();
    match changed {
        Ok(position) => println!("{position}"),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
