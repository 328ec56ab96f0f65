//! Reviews a game: `cargo run --release -p cairn-coach --example review -- game.txt`
//!
//! Prints every move with its judgement, the accuracy of the players, and the record with the review as comments.
//! Without a file it reviews a game in which both players always make their first legal move.

use std::error::Error;

use cairn_coach::review::{ReviewBudget, ReviewJob, annotated};
use cairn_session::{Session, record};

fn main() -> Result<(), Box<dyn Error>> {
    let session = match std::env::args().nth(1) {
        Some(file) => read(&file)?,
        None => first_moves()?,
    };
    let review = ReviewJob::new(&*session, ReviewBudget::default()).run(&mut |_| ()).review;
    for judged in review.moves() {
        println!("{:3} {:6} {}", judged.ply + 1, judged.mv, judged.verdict());
        for reason in judged.reasons() {
            println!("{:11}{reason}", "");
        }
    }
    for (seat, accuracy) in session.info().seats.iter().zip(review.accuracy()) {
        println!("{}: {:.0} %", seat.name, accuracy.unwrap_or_default());
    }
    print!("\n{}", record::write([&annotated(&*session, &review)]));
    Ok(())
}

fn read(file: &str) -> Result<Box<dyn Session>, Box<dyn Error>> {
    let records = record::read(&std::fs::read_to_string(file)?)?;
    Ok(records.first().ok_or("the file has no game")?.session()?)
}

fn first_moves() -> Result<Box<dyn Session>, Box<dyn Error>> {
    let mut session = cairn_session::open("staqs:size=3", None)?;
    while let Some(mv) = session.legal_moves().first() {
        session.play(mv)?;
    }
    Ok(session)
}
