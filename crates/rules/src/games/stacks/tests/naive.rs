//! An independent move generator, which reads only the position string.

use std::collections::{BTreeSet, HashMap};

use super::StacksPosition;
use crate::games::shared_tests::cells;

/// Column and row from 0. Squares are ordered by row first.
type Place = (i32, i32);

/// The colour and the height on each square.
#[derive(Copy, Clone, Eq, PartialEq)]
struct Board([[(char, i32); 5]; 7]);

impl Board {
    /// Returns the stack on a square of the board.
    fn get(&self, (column, row): Place) -> Option<(char, i32)> {
        Some(self.0[row as usize][column as usize]).filter(|&(_, height)| height > 0)
    }

    fn height(&self, place: Place) -> i32 {
        self.get(place).map_or(0, |(_, height)| height)
    }

    fn put(&mut self, (column, row): Place, colour: char, height: i32) {
        self.0[row as usize][column as usize] = (colour, height);
    }

    fn places(&self, colour: char) -> Vec<Place> {
        let all = (0..7).flat_map(|row| (0..5).map(move |column| (column, row)));
        all.filter(|&place| self.get(place).is_some_and(|(owner, _)| owner == colour)).collect()
    }
}

fn name((column, row): Place) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn order((column, row): Place) -> (i32, i32) {
    (row, column)
}

fn on_board((column, row): Place) -> bool {
    (0..5).contains(&column) && (0..7).contains(&row)
}

fn touch(a: Place, b: Place) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
}

fn around(place: Place) -> Vec<Place> {
    let (column, row) = place;
    (-1..=1)
        .flat_map(|up| (-1..=1).map(move |across| (column + across, row + up)))
        .filter(|&other| other != place && on_board(other))
        .collect()
}

fn enemy(colour: char) -> char {
    if colour == 'b' { 'r' } else { 'b' }
}

fn home_row(colour: char) -> i32 {
    if colour == 'b' { 6 } else { 0 }
}

fn locked(place: Place, colour: char) -> bool {
    place.1 == home_row(enemy(colour))
}

fn read(text: &str) -> (Board, char, u32) {
    let words: Vec<&str> = text.split(' ').collect();
    let mut board = Board([['.'; 5].map(|empty| (empty, 0)); 7]);
    for (row, cells) in (0..).zip(cells(words[0])) {
        for (column, cell) in (0..).zip(cells) {
            if let Some(colour) = cell.chars().next() {
                board.put((column, row), colour, cell[1..].parse().unwrap());
            }
        }
    }
    (board, words[1].chars().next().unwrap(), words[2].parse().unwrap())
}

/// Continues a walk from `here` in every direction: records each possible last step, as its start and its end, and
/// continues over empty squares.
fn walk(board: &Board, colour: char, here: Place, steps: i32, last_steps: &mut Vec<(Place, Place)>) {
    if steps == 0 {
        return;
    }
    let foe = |place: Place| board.get(place).is_some_and(|(owner, _)| owner != colour);
    for to in around(here) {
        let diagonal = to.0 != here.0 && to.1 != here.1;
        if diagonal && foe((to.0, here.1)) && foe((here.0, to.1)) {
            continue;
        }
        last_steps.push((here, to));
        if board.get(to).is_none() {
            walk(board, colour, to, steps - 1, last_steps);
        }
    }
}

/// Lists all movements of `pieces` of the stack on `from` within `steps` steps, with the board after each. A vacated
/// start square is empty, so that a walk may cross it.
fn parts(board: &Board, colour: char, from: Place, pieces: i32, steps: i32) -> HashMap<String, Board> {
    let mut found = HashMap::new();
    let mut lifted = *board;
    lifted.put(from, colour, board.height(from) - pieces);
    let mut last_steps = Vec::new();
    walk(&lifted, colour, from, steps, &mut last_steps);
    last_steps.sort_unstable();
    last_steps.dedup();
    for (last, to) in last_steps {
        match lifted.get(to) {
            _ if to == from => {}
            Some((owner, attacked)) if owner != colour => {
                if !locked(to, owner) {
                    found.extend(attacks(&lifted, colour, (from, pieces), (last, to), attacked));
                }
            }
            _ => {
                let sum = lifted.height(to) + pieces;
                if sum <= 4 {
                    let mut after = lifted;
                    after.put(to, colour, sum);
                    found.insert(format!("{pieces}{}-{}", name(from), name(to)), after);
                }
            }
        }
    }
    found
}

fn attacks(
    lifted: &Board,
    colour: char,
    (from, pieces): (Place, i32),
    (last, to): (Place, Place),
    attacked: i32,
) -> Vec<(String, Board)> {
    let mut joiners: Vec<Place> = around(to)
        .into_iter()
        .filter(|&place| place != from && touch(place, last) && !locked(place, colour))
        .filter(|&place| lifted.get(place).is_some_and(|(owner, _)| owner == colour))
        .collect();
    joiners.sort_by_key(|&place| order(place));
    let mut found = Vec::new();
    for choice in 0u32..1 << joiners.len() {
        let chosen: Vec<Place> =
            (0..joiners.len()).filter(|index| choice >> index & 1 == 1).map(|index| joiners[index]).collect();
        let strength = pieces + chosen.iter().map(|&place| lifted.height(place)).sum::<i32>();
        if strength <= attacked || strength > 4 {
            continue;
        }
        let mut after = *lifted;
        let mut text = format!("{pieces}{}x{}", name(from), name(to));
        for &place in &chosen {
            after.put(place, colour, 0);
            text.extend(["+", &name(place)]);
        }
        after.put(to, colour, strength);
        let survivors = attacked - (strength - attacked);
        let foe = enemy(colour);
        let mut retreats = Vec::new();
        if survivors > 0 {
            let home = home_row(foe);
            let row = to.1 + (home - to.1).signum();
            let columns = if to.1 == home { vec![-1, 1] } else { vec![-1, 0, 1] };
            for across in columns {
                let place = (to.0 + across, row);
                if on_board(place)
                    && after.get(place).is_none_or(|(owner, _)| owner == foe)
                    && after.height(place) + survivors <= 4
                {
                    retreats.push(place);
                }
            }
        }
        if retreats.is_empty() {
            found.push((text, after));
        } else {
            for place in retreats {
                let mut after = after;
                after.put(place, foe, after.height(place) + survivors);
                found.push((format!("{text}>{}", name(place)), after));
            }
        }
    }
    found
}

/// Returns the movable stacks.
fn stacks(board: &Board, colour: char) -> Vec<Place> {
    board.places(colour).into_iter().filter(|&place| !locked(place, colour)).collect()
}

/// Returns the key that decides between two orders: start square, end square, text.
fn rank(text: &str) -> ((u8, u8), (u8, u8), &str) {
    let letters = text.as_bytes();
    ((letters[2], letters[1]), (letters[5], letters[4]), text)
}

/// Lists the legal moves, following the wording of RULES.md.
pub(super) fn moves(position: &StacksPosition, options: &str) -> Vec<String> {
    let (board, colour, quiet) = read(&position.to_string());
    let setting = |name: &str| options.split(',').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let limit: u32 = setting("quiet").map_or(100, |value| value.parse().unwrap());
    let over = ['b', 'r'].into_iter().any(|side| {
        let count = |places: Vec<Place>| places.into_iter().map(|place| board.height(place)).sum::<i32>();
        let arrived = board.places(side).into_iter().filter(|&place| locked(place, side)).collect();
        count(board.places(side)) <= 4 || count(arrived) >= 4
    });
    if over || (limit > 0 && quiet >= limit) {
        return Vec::new();
    }
    let fours: BTreeSet<String> = stacks(&board, colour)
        .into_iter()
        .filter(|place| setting("fours") == Some("duty") && board.height(*place) == 4)
        .map(name)
        .collect();
    let from = |part: &str| part[1..3].to_owned();
    let barred = |part: &str| part.contains('x') && fours.contains(&from(part));
    let dutiful = |part: &str| fours.is_empty() || fours.contains(&from(part));

    let mut found = Vec::new();
    for place in stacks(&board, colour) {
        for pieces in 1..=board.height(place).min(3) {
            let groups = parts(&board, colour, place, pieces, 4 - pieces);
            found.extend(groups.into_keys().filter(|part| dutiful(part) && !barred(part)));
        }
    }
    let singles = |board: &Board, except: Option<&str>| -> Vec<(String, Board)> {
        stacks(board, colour)
            .into_iter()
            .filter(|&place| except != Some(&name(place)))
            .flat_map(|place| parts(board, colour, place, 1, 2))
            .filter(|(part, _)| !barred(part))
            .collect()
    };
    let mut pairs: HashMap<String, Board> = HashMap::new();
    for (first, between) in singles(&board, None) {
        for (second, after) in singles(&between, Some(&first[4..6])) {
            if dutiful(&first) || dutiful(&second) {
                pairs.insert(format!("{first},{second}"), after);
            }
        }
    }
    for (pair, after) in &pairs {
        let (first, second) = pair.split_once(',').unwrap();
        let written_first = rank(first) <= rank(second);
        if written_first || pairs.get(&format!("{second},{first}")) != Some(after) {
            found.push(pair.clone());
        }
    }
    if found.is_empty() {
        found.extend(fours.into_iter().map(|name| format!("{name}!")));
    }
    found
}
