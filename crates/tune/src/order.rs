//! What the command line asks for.

use std::fmt::Display;
use std::str::FromStr;

/// How to use the tool.
pub(crate) const USAGE: &str = "\
Fits the weights of a game's evaluation to games that the engine plays against itself.

usage: cargo run --release -p cairn-tune -- GAME [OPTIONS]

  --games N    games of self-play in each round (2000)
  --nodes N    nodes for each move (400)
  --rounds N   rounds: each plays with the weights of the one before (2)
  --seed N     the seed of all openings (1)
  --blank      begin with all weights 0, as if nothing were known
  --check      play a match, new weights against old; write them only if they are better
  --match N    games of that match (1000)
  --dry        write nothing
";

/// What to do.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Order {
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

impl Order {
    /// Reads the words after the program's name; `None` asks for help.
    pub(crate) fn read(words: impl IntoIterator<Item = String>) -> Result<Option<Self>, String> {
        let mut order = Self {
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
                "--games" => order.games = number(&word, words.next())?,
                "--nodes" => order.nodes = number(&word, words.next())?,
                "--rounds" => order.rounds = number(&word, words.next())?,
                "--seed" => order.seed = number(&word, words.next())?,
                "--match" => order.match_games = number(&word, words.next())?,
                "--blank" => order.blank = true,
                "--check" => order.check = true,
                "--dry" => order.dry = true,
                "--help" | "-h" => return Ok(None),
                _ if word.starts_with('-') => return Err(format!("there is no option `{word}`")),
                _ if order.game.is_empty() => order.game = word,
                _ => return Err(format!("one game at a time, not `{word}` too")),
            }
        }
        if order.game.is_empty() { Err("which game?".to_owned()) } else { Ok(Some(order)) }
    }

    /// The command that makes the same weights from the same old ones, or from none.
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

    fn read(words: &str) -> Result<Option<Order>, String> {
        Order::read(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn orders_are_read() {
        let order = read("stac --games 50 --check --blank --nodes 9 --seed 3").ok().flatten();
        assert!(order.as_ref().is_some_and(|order| order.check && order.games == 50 && order.nodes == 9));
        let command = order.map(|order| order.command()).unwrap_or_default();
        assert!(command.ends_with("stac --games 50 --nodes 9 --rounds 2 --seed 3 --blank"), "{command}");
        assert_eq!(read("--help"), Ok(None));
        for (bad, part) in [
            ("", "which game"),
            ("stac --games", "`--games` needs"),
            ("stac --games x", "`--games x`"),
            ("stac sight", "`sight`"),
            ("stac --fast", "`--fast`"),
        ] {
            assert!(read(bad).is_err_and(|error| error.contains(part)), "{bad}");
        }
    }
}
