//! Fits the weights of the evaluations to self-play games (Texel tuning).
//!
//! An evaluation is linear in its weights, so the weights under which the results of many games are most likely can be
//! found exactly. A match of the new weights against the old ones decides.
//!
//! In reading order: `args`, `self_play`, `samples`, `fit`, `match_play`, `weights_file`; `weighted` is a position with
//! candidate weights.

mod args;
mod fit;
mod match_play;
mod samples;
mod self_play;
mod weighted;
mod weights_file;

use std::fs;
use std::process::ExitCode;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, LinearEval, Solvable};
use cairn_search::OutOfMemory;

use crate::args::{Args, USAGE};
use crate::fit::Error;
use crate::samples::Split;

fn main() -> ExitCode {
    let args = match Args::parse(std::env::args().skip(1)) {
        Ok(Some(args)) => args,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => return refuse(&error),
    };
    match with_game(&args.game, Tune { args: &args }) {
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
    args: &'a Args,
}

impl Visitor for Tune<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
        let args = self.args;
        if G::seats(&spec.options) != 2 {
            return Err(format!("`{spec}` is not a two-player game"));
        }
        let start = G::start(&spec.options);
        let old = G::Position::WEIGHTS;
        let new: &'static [i32] =
            tune(start, args, |line| println!("{line}")).map_err(|error| error.to_string())?.leak();
        let text = weights_file::text(G::Position::FEATURES, new, &args.command());
        println!("{text}");
        if args.check {
            let result = match_play::play_match(start, [new, old], args.match_games, args.nodes, args.seed)
                .map_err(|error| error.to_string())?;
            println!("new against old: {result}");
            if !result.is_better() {
                println!("not better: keeping the old weights");
                return Ok(());
            }
        }
        if !args.dry {
            let path = weights_file::path(G::INFO.id);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

/// Returns the weights after all rounds; calls `log` with a summary of each.
fn tune<P: LinearEval + Solvable>(
    start: P,
    args: &Args,
    mut log: impl FnMut(String),
) -> Result<Vec<i32>, OutOfMemory> {
    let mut weights = if args.blank { vec![0; P::WEIGHTS.len()] } else { P::WEIGHTS.to_vec() };
    let old: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let mut split = Split::new(old.len());
    for round in 0..args.rounds {
        let playing: &'static [i32] = weights.leak();
        split.collect(start, playing, args, round)?;
        let found = fit::fit(&old, &split.training);
        let rounded = |(feature, weight): (usize, &f64)| match P::WEIGHTS.get(feature) {
            // A feature that never occurs, because it decides the game, cannot be fitted.
            Some(&given) if !split.training.has_feature(feature) => given,
            _ => weight.round() as i32,
        };
        weights = found.iter().enumerate().map(rounded).collect();
        let (before, after) = (Error::of(&old, &split.validation), Error::of(&found, &split.validation));
        log(format!(
            "round {}: {} positions; validation {}: log loss {:.4} -> {:.4}, squared {:.4} -> {:.4}",
            round + 1,
            split.training.len(),
            split.validation.len(),
            before.log_loss,
            after.log_loss,
            before.squared,
            after.squared
        ));
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;

    use super::*;

    struct Run(u64);

    impl Visitor for Run {
        type Output = Vec<i32>;
        fn visit<G: Game>(self, spec: GameSpec<G>) -> Vec<i32> {
            let words = ["x", "--games", "6", "--nodes", "20", "--rounds", "2"].map(str::to_owned);
            let args = Args::parse(words).ok().flatten().map(|args| Args { seed: self.0, ..args });
            args.map_or_else(Vec::new, |args| tune(G::start(&spec.options), &args, |_| ()).unwrap())
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
        // In some games neither player wins with so few nodes, so there is nothing to fit.
        assert!(others >= 2);
    }
}
