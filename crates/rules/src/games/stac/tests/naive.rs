//! An independent implementation of the rules, which reads only position strings.

use std::collections::BTreeMap;

use crate::games::shared_tests::cells;

/// A parsed position string: squares are columns and rows from 1.
struct Board {
    /// The content of each square: `s`, `d`, `W`, `B` or nothing.
    cells: BTreeMap<(i32, i32), String>,
    /// The letter of the player to move.
    turn: String,
    pawns: BTreeMap<String, (i32, i32)>,
    carried: String,
    quiet: u32,
}

fn name((column, row): (i32, i32)) -> String {
    format!("{}{row}", &"?abcde"[column as usize..=column as usize])
}

fn square(name: &str) -> (i32, i32) {
    ("?abcde".find(&name[..1]).unwrap() as i32, name[1..].parse().unwrap())
}

fn other(player: &str) -> String {
    if player == "w" { "b".to_owned() } else { "w".to_owned() }
}

impl Board {
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let rows = (1..).zip(cells(words[0]));
        let squares =
            rows.flat_map(|(row, cells)| (1..).zip(cells).map(move |(column, cell)| ((column, row), cell)));
        Self {
            cells: squares.filter(|(_, cell)| !cell.is_empty()).collect(),
            turn: words[1].to_owned(),
            pawns: [("w".to_owned(), square(words[2])), ("b".to_owned(), square(words[3]))].into(),
            carried: words[4].to_owned(),
            quiet: words[5].parse().unwrap(),
        }
    }

    fn write(&self) -> String {
        let mut lines = Vec::new();
        for row in (1..=5).rev() {
            let mut line = String::new();
            for column in 1..=5 {
                line += self.cells.get(&(column, row)).map_or("1", |cell| cell);
                line += ",";
            }
            // Counts runs of empty squares, the longest runs first.
            line = line.replace("1,1,1,1,1,", "5,").replace("1,1,1,1,", "4,");
            line = line.replace("1,1,1,", "3,").replace("1,1,", "2,");
            lines.push(line.trim_end_matches(',').to_owned());
        }
        let (white, black) = (name(self.pawns["w"]), name(self.pawns["b"]));
        format!("{} {} {white} {black} {} {}", lines.join("/"), self.turn, self.carried, self.quiet)
    }

    fn at(&self, square: (i32, i32)) -> &str {
        self.cells.get(&square).map_or("", |cell| cell)
    }

    fn count(&self, cell: &str) -> usize {
        self.cells.values().filter(|found| *found == cell).count()
    }

    fn is_over(&self, limit: u32) -> bool {
        self.count("W") == 4
            || self.count("B") == 4
            || self.count("s") == 0
            || (limit > 0 && self.quiet >= limit)
    }

    fn moves(&self, stop: bool) -> Vec<String> {
        let from = self.pawns[&self.turn];
        let blocked = self.pawns[&other(&self.turn)];
        let may_carry = self.at(from) == "s" && !self.carried.contains(&self.turn);
        let is_tower = |square| ["W", "B"].contains(&self.at(square));
        let mut found = Vec::new();
        for (across, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut walking, mut carrying) = (true, may_carry);
            for steps in 1..=4 {
                let to = (from.0 + across * steps, from.1 + up * steps);
                if !(1..=5).contains(&to.0) || !(1..=5).contains(&to.1) {
                    break;
                }
                if to == blocked {
                    carrying = false;
                }
                if walking && to != blocked {
                    found.push(format!("{}-{}", name(from), name(to)));
                }
                if carrying && !is_tower(to) {
                    found.push(format!("{}={}", name(from), name(to)));
                }
                if stop && is_tower(to) && to != blocked {
                    walking = false;
                }
            }
        }
        found
    }

    fn play(&mut self, mv: &str) {
        let (from, to) = (square(&mv[..2]), square(&mv[3..]));
        let carrying = &mv[2..3] == "=";
        self.quiet += 1;
        if carrying {
            self.cells.remove(&from);
            let result = match self.at(to) {
                "" => "s".to_owned(),
                "s" => "d".to_owned(),
                _ => self.turn.to_uppercase(),
            };
            if result != "s" {
                self.quiet = 0;
            }
            self.cells.insert(to, result);
        }
        self.pawns.insert(self.turn.clone(), to);
        let flags: String = ["w", "b"]
            .into_iter()
            .filter(|&player| if player == self.turn { carrying } else { self.carried.contains(player) })
            .collect();
        self.carried = if flags.is_empty() { "-".to_owned() } else { flags };
        self.turn = other(&self.turn);
    }
}

/// Lists the legal moves, following the wording of RULES.md.
pub(super) fn moves(position: &str, options: &str) -> Vec<String> {
    let words = || options.split(',');
    let limit = words().find_map(|word| word.strip_prefix("quiet=")).unwrap_or("100");
    let board = Board::read(position);
    if board.is_over(limit.parse().unwrap()) {
        return Vec::new();
    }
    board.moves(words().any(|word| word == "towers=stop"))
}

/// Returns the position string after a legal move.
pub(super) fn after(position: &str, mv: &str) -> String {
    let mut board = Board::read(position);
    board.play(mv);
    board.write()
}
