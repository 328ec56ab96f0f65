//! A toy game given as a graph in text form: `[1 W] [0 L D]` has two nodes. The first has a move to the second and a
//! winning move; the second has a move back. `W` and `L` are wins and losses of the first player.

use std::fmt;

use cairn_rules::{Evaluate, Outcome, Player, Position, RandomSource, Reason, SmallRng, Solvable, Symmetric};
use cairn_search::solver::Wdl;

use crate::reachable::Reachable;

/// A position: a node of a graph, and the player to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Graph {
    places: &'static [Vec<Place>],
    pub(crate) at: Place,
    pub(crate) to_move: Player,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    Open(usize),
    Over(Option<Player>),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(number) => write!(f, "{number}"),
            Self::Over(None) => f.write_str("D"),
            Self::Over(Some(winner)) => f.write_str(if *winner == Player::FIRST { "W" } else { "L" }),
        }
    }
}

/// Parses a graph, which is leaked.
pub(crate) fn read(text: &str) -> Graph {
    let place = |word: &str| match word {
        "W" => Place::Over(Some(Player::FIRST)),
        "L" => Place::Over(Some(Player::SECOND)),
        "D" => Place::Over(None),
        number => Place::Open(number.parse().unwrap()),
    };
    let moves = |text: &str| text.trim().trim_start_matches('[').split_whitespace().map(place).collect();
    let places: Vec<Vec<Place>> = text.trim_end_matches(']').split(']').map(moves).collect();
    Graph { places: places.leak(), at: Place::Open(0), to_move: Player::FIRST }
}

/// Generates a random graph of nodes with one to three moves each.
pub(crate) fn random(seed: u64, places: u32) -> Graph {
    let mut rng = SmallRng::seeded(seed);
    let mut place = || match rng.below(places + 4) {
        number if number < places => number.to_string(),
        end => ["W", "L", "D", "W"][(end - places) as usize].to_owned(),
    };
    let mut text = Vec::new();
    for number in 0..places {
        let moves: Vec<String> = (0..=(number + seed as u32) % 3).map(|_| place()).collect();
        text.push(format!("[{}]", moves.join(" ")));
    }
    read(&text.join(" "))
}

impl Graph {
    /// Returns all positions that are not over, with their values.
    pub(crate) fn values(&self) -> Vec<(Self, Wdl)> {
        let opens = (0..self.places.len()).flat_map(|place| {
            Player::seats(2).map(move |to_move| Self { at: Place::Open(place), to_move, ..*self })
        });
        Reachable::from(opens).open().map(|(&position, value)| (position, value)).collect()
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for moves in self.places {
            let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
            write!(f, "[{}] ", words.join(" "))?;
        }
        write!(f, "at {}, {}", self.at, self.to_move)
    }
}

impl Position for Graph {
    type Move = Place;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.at {
            Place::Over(Some(winner)) => Some(Outcome::win(winner, Reason::Agreement)),
            Place::Over(None) => Some(Outcome::draw(Reason::Agreement)),
            Place::Open(_) => None,
        }
    }

    fn legal_moves(&self, out: &mut Vec<Place>) {
        if let Place::Open(number) = self.at {
            for &place in &self.places[number] {
                if !out.contains(&place) {
                    out.push(place);
                }
            }
        }
    }

    fn play_unchecked(&mut self, mv: Place) {
        self.at = mv;
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        let place = match self.at {
            Place::Open(number) => 10 + number,
            Place::Over(None) => 0,
            Place::Over(Some(winner)) => 1 + winner.index(),
        };
        cairn_rules::zobrist::mix(2 * place as u64 + self.to_move.index() as u64)
    }

    fn fresh_key(&self) -> u64 {
        self.key()
    }

    fn repetition_state(&self) -> Option<Self> {
        Some(*self)
    }
}

impl Evaluate for Graph {
    fn evaluate(&self, _player: Player) -> i32 {
        0
    }
}

impl Symmetric for Graph {
    fn symmetries(&self) -> u8 {
        1
    }

    fn transformed(&self, _symmetry: u8) -> Self {
        *self
    }

    fn transform_move(&self, mv: Place, _symmetry: u8) -> Place {
        mv
    }
}

impl Solvable for Graph {}
