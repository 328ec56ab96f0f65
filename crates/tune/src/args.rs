//! Command-line arguments.

use std::fmt::Display;
use std::str::FromStr;

/// The help of the tool.
pub(crate) const USAGE: &str = "\
Fits the weights of a game's evaluation to self-play games.

usage: cargo run --release -p cairn-tune -- GAME [OPTIONS]

  --games N    games of self-play in each round (2000)
  --nodes N    nodes for each move (400)
  --rounds N   rounds of self-play, each with the weights of the one before (2)
  --seed N     seed of the openings (1)
  --blank      start with all weights 0
  --check      play a match against the old weights; write the new ones only if they are better
  --match N    games of that match (1000)
  --dry        do not write the weights
";

/// The arguments.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Args {
    pub(crate) game: String,
    pub(crate) games: u64,
    pub(crate) nodes: u64,
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    pub(crate) blank: bool,
    pub(crate) check: bool,
    pub(crate) match_games: u64,
    pub(crate) dry: bool,
}

impl Args {
    /// Parses the arguments after the program's name; `None` if the user requests help.
    pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Option<Self>, String> {
        let mut args = Self {
            game: String::new(),
            games: 2_000,
            nodes: 400,
            rounds: 2,
            seed: 1,
            blank: false,
            check: false,
            match_games: 1_000,
            dry: false,
        };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--games" => args.games = number(&word, words.next())?,
                "--nodes" => args.nodes = number(&word, words.next())?,
                "--rounds" => args.rounds = number(&word, words.next())?,
                "--seed" => args.seed = number(&word, words.next())?,
                "--match" => args.match_games = number(&word, words.next())?,
                "--blank" => args.blank = true,
                "--check" => args.check = true,
                "--dry" => args.dry = true,
                "--help" | "-h" => return Ok(None),
                _ if word.starts_with('-') => return Err(format!("there is no option `{word}`")),
                _ if args.game.is_empty() => args.game = word,
                _ => return Err(format!("one game at a time, not `{word}` too")),
            }
        }
        if args.game.is_empty() { Err("which game?".to_owned()) } else { Ok(Some(args)) }
    }

    /// Returns the command that reproduces the weights.
    pub(crate) fn command(&self) -> String {
        let Self { game, games, nodes, rounds, seed, .. } = self;
        let blank = if self.blank { " --blank" } else { "" };
        format!(
            "cargo run --release -p cairn-tune -- {game} --games {games} --nodes {nodes} --rounds {rounds} --seed {seed}{blank}"
        )
    }
}

fn number<N: FromStr<Err: Display>>(option: &str, word: Option<String>) -> Result<N, String> {
    let word = word.ok_or_else(|| format!("`{option}` needs a number"))?;
    word.parse().map_err(|error| format!("`{option} {word}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Option<Args>, String> {
        Args::parse(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_are_parsed() {
        let args = parse("stac --games 50 --check --blank --nodes 9 --seed 3").ok().flatten();
        assert!(args.as_ref().is_some_and(|args| args.check && args.games == 50 && args.nodes == 9));
        let command = args.map(|args| args.command()).unwrap_or_default();
        assert!(command.ends_with("stac --games 50 --nodes 9 --rounds 2 --seed 3 --blank"), "{command}");
        assert_eq!(parse("--help"), Ok(None));
        for (bad, part) in [
            ("", "which game"),
            ("stac --games", "`--games` needs"),
            ("stac --games x", "`--games x`"),
            ("stac sight", "`sight`"),
            ("stac --fast", "`--fast`"),
        ] {
            assert!(parse(bad).is_err_and(|error| error.contains(part)), "{bad}");
        }
    }
}
