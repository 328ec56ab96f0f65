//! A toy game given as a tree in text form: `[5:[W L] D]` is a position with two moves. The first
//! leads to a position that evaluates to 5 for the first player, who then wins or loses; the second
//! to a draw.

use std::fmt;

use cairn_rules::{Evaluate, Outcome, Player, Position, RandomSource, Reason, SmallRng, Solvable, Symmetric};

#[derive(PartialEq, Eq, Hash, Debug)]
enum Kind {
    Over(Option<Player>),
    Open { value: i32, children: Vec<usize> },
}

/// A position: a node of the tree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Toy {
    tree: &'static [Kind],
    place: usize,
    to_move: Player,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Choice(usize);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Parses a tree, which is leaked.
pub(crate) fn read(text: &str) -> Toy {
    let mut tree = Vec::new();
    let mut rest = text;
    let place = read_node(&mut rest, &mut tree);
    assert!(rest.is_empty(), "`{rest}` is left over");
    Toy { tree: tree.leak(), place, to_move: Player::FIRST }
}

fn read_node(rest: &mut &str, tree: &mut Vec<Kind>) -> usize {
    let digits = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '-').unwrap();
    let value = rest[..digits].parse().unwrap_or(0);
    *rest = rest[digits..].trim_start_matches(':');
    let (sign, after) = rest.split_at(1);
    *rest = after;
    let kind = match sign {
        "W" => Kind::Over(Some(Player::FIRST)),
        "L" => Kind::Over(Some(Player::SECOND)),
        "D" => Kind::Over(None),
        "[" => {
            let mut children = Vec::new();
            while !rest.starts_with(']') {
                *rest = rest.trim_start();
                children.push(read_node(rest, tree));
            }
            *rest = &rest[1..];
            Kind::Open { value, children }
        }
        _ => panic!("`{sign}` is no node"),
    };
    tree.push(kind);
    tree.len() - 1
}

/// Generates a tree of up to six plies.
pub(crate) fn random_text(seed: u64) -> String {
    fn grow(rng: &mut SmallRng, plies: u32, text: &mut String) {
        if plies == 0 || plies < 6 && rng.below(5) == 0 {
            text.push(['W', 'L', 'D'][rng.below(3) as usize]);
            return;
        }
        // Few distinct values, so that many are equal.
        let value = rng.below(7) as i32 * 10 - 30;
        if value != 0 {
            text.push_str(&value.to_string());
            text.push(':');
        }
        text.push('[');
        for child in 0..=rng.below(3) {
            text.push_str(if child > 0 { " " } else { "" });
            grow(rng, plies - 1, text);
        }
        text.push(']');
    }
    let mut text = String::new();
    grow(&mut SmallRng::seeded(seed), 6, &mut text);
    text
}

impl fmt::Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tree[self.place] {
            Kind::Over(None) => f.write_str("D"),
            Kind::Over(Some(winner)) => f.write_str(if *winner == Player::FIRST { "W" } else { "L" }),
            Kind::Open { value, children } => {
                if *value != 0 {
                    write!(f, "{value}:")?;
                }
                f.write_str("[")?;
                for (index, &place) in children.iter().enumerate() {
                    f.write_str(if index > 0 { " " } else { "" })?;
                    Toy { place, ..*self }.fmt(f)?;
                }
                f.write_str("]")
            }
        }
    }
}

impl Position for Toy {
    type Move = Choice;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.tree[self.place] {
            Kind::Over(Some(winner)) => Some(Outcome::win(winner, Reason::Agreement)),
            Kind::Over(None) => Some(Outcome::draw(Reason::Agreement)),
            Kind::Open { .. } => None,
        }
    }

    fn legal_moves(&self, out: &mut Vec<Choice>) {
        if let Kind::Open { children, .. } = &self.tree[self.place] {
            out.extend(children.iter().copied().map(Choice));
        }
    }

    fn play_unchecked(&mut self, mv: Choice) {
        self.place = mv.0;
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        cairn_rules::zobrist::mix(self.place as u64)
    }

    fn fresh_key(&self) -> u64 {
        self.key()
    }
}

impl Evaluate for Toy {
    fn evaluate(&self, player: Player) -> i32 {
        let Kind::Open { value, .. } = self.tree[self.place] else { return 0 };
        if player == Player::FIRST { value } else { -value }
    }
}

impl Symmetric for Toy {}

impl Solvable for Toy {}
