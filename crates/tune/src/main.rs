//! Fits the weights of the evaluations to games that the engine plays against itself.
//!
//! The value of a position is a sum of features times weights, so the weights under which the
//! results of many games are most likely can be found exactly. A match of the new weights against
//! the old ones has the last word.

mod contest;
mod file;
mod fit;
mod game;
mod order;
mod samples;
mod trial;

use std::fs;
use std::process::ExitCode;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, LinearEval, Solvable};

use crate::fit::Error;
use crate::order::{Order, USAGE};
use crate::samples::Split;

fn main() -> ExitCode {
    let order = match Order::read(std::env::args().skip(1)) {
        Ok(Some(order)) => order,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => return refuse(&error),
    };
    match with_game(&order.game, Tune { order: &order }) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => refuse(&error),
        Err(error) => refuse(&error.to_string()),
    }
}

fn refuse(error: &str) -> ExitCode {
    eprintln!("{error}\n\n{USAGE}");
    ExitCode::from(2)
}

struct Tune<'a> {
    order: &'a Order,
}

impl Visitor for Tune<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, word: GameSpec<G>) -> Self::Output {
        let order = self.order;
        if G::seats(&word.options) != 2 {
            return Err(format!("`{word}` is not a game for two"));
        }
        let start = G::start(&word.options);
        let old = G::Position::WEIGHTS;
        let new: &'static [i32] = tuned(start, order, |line| println!("{line}")).leak();
        let text = file::text(G::Position::FEATURES, new, &order.command());
        println!("{text}");
        if order.check {
            let score = contest::contest(start, [new, old], order.match_games, order.nodes, order.seed);
            println!("new against old: {score}");
            if !score.is_better() {
                println!("not better: the old weights stay");
                return Ok(());
            }
        }
        if !order.dry {
            let path = file::path(G::INFO.id);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// The weights after all rounds; `say` hears what each of them came to.
fn tuned<P: LinearEval + Solvable>(start: P, order: &Order, mut say: impl FnMut(String)) -> Vec<i32> {
    let mut weights = if order.blank { vec![0; P::WEIGHTS.len()] } else { P::WEIGHTS.to_vec() };
    let old: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let mut split = Split::new(old.len());
    for round in 0..order.rounds {
        let playing: &'static [i32] = weights.leak();
        split.collect(start, playing, order, round);
        let found = fit::fit(&old, &split.learning);
        let rounded = |(feature, weight): (usize, &f64)| match P::WEIGHTS.get(feature) {
            // What no position shows, since it decides the game, cannot be learnt.
            Some(&given) if !split.learning.show(feature) => given,
            _ => weight.round() as i32,
        };
        weights = found.iter().enumerate().map(rounded).collect();
        let (before, after) = (Error::of(&old, &split.held_out), Error::of(&found, &split.held_out));
        say(format!(
            "round {}: {} positions; held out {}: log loss {:.4} -> {:.4}, squared {:.4} -> {:.4}",
            round + 1,
            split.learning.len(),
            split.held_out.len(),
            before.log_loss,
            after.log_loss,
            before.squared,
            after.squared
        ));
    }
    weights
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;

    use super::*;

    struct Run(u64);

    impl Visitor for Run {
        type Output = Vec<i32>;
        fn visit<G: Game>(self, word: GameSpec<G>) -> Vec<i32> {
            let words = ["x", "--games", "6", "--nodes", "20", "--rounds", "2"].map(str::to_owned);
            let order = Order::read(words).ok().flatten().map(|order| Order { seed: self.0, ..order });
            order.map_or_else(Vec::new, |order| tuned(G::start(&word.options), &order, |_| ()))
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let mut others = 0;
        for info in ALL {
            let run = |seed| with_game(info.id, Run(seed)).unwrap_or_default();
            let weights = run(1);
            assert!(!weights.is_empty());
            assert_eq!(weights, run(1), "{}", info.id);
            others += usize::from(weights != run(2));
        }
        // In some games nobody wins with so few nodes, so that there is nothing to learn.
        assert!(others >= 2);
    }
}
