//! Numeric encoding of Stacks. A position has about 1,500 turns, so a turn consists of several actions of one player:
//! choose a stack, a number of pieces and a target, add joiners in square order, choose the retreat, then end the turn
//! or choose the stack of the second single, which needs no number.

use super::board::Board;
use super::part::{Part, StacksMove};
use super::position::StacksPosition;
use super::square::{COLUMNS, ROWS, STRIDE, StacksSquare, home, squares};
use super::turn::{Found, Turns, is_single};
use super::walk::Ground;
use crate::encode::{Planes, rows};
use crate::{ActionSet, Chosen, Encode, Player, Position};

const CELLS: u8 = COLUMNS * ROWS;
/// The first number of each kind of action; squares are in square order.
const CHOOSE: u8 = 0;
const COUNT: u8 = CHOOSE + CELLS;
const TARGET: u8 = COUNT + 3;
const JOIN: u8 = TARGET + CELLS;
const RETREAT: u8 = JOIN + CELLS;
const END: u8 = RETREAT + CELLS;
const ACTIONS: u32 = END as u32 + 1;

/// The longest turn, two attacks with three joiners each, has 7 and 6 actions, and the end.
const MAX_ACTIONS: usize = 14;

/// The actions of one turn, in order.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct StacksActions {
    actions: [u8; MAX_ACTIONS],
    len: u8,
}

impl StacksActions {
    /// Returns the numbers of the actions.
    pub fn as_slice(&self) -> &[u8] {
        self.actions.get(..self.len.into()).unwrap_or_default()
    }

    fn push(&mut self, action: u8) {
        if let Some(place) = self.actions.get_mut(usize::from(self.len)) {
            *place = action;
            self.len += 1;
        }
    }

    fn of(mv: StacksMove) -> Self {
        let mut actions = Self::default();
        match mv {
            StacksMove::Group(part) => actions.push_part(part, true),
            StacksMove::Singles(first, second) => {
                actions.push_part(first, true);
                actions.push_part(second, false);
            }
            StacksMove::Remove(square) => actions.push(CHOOSE + place_of(square)),
        }
        actions.push(END);
        actions
    }

    fn push_part(&mut self, part: Part, with_count: bool) {
        self.push(CHOOSE + place_of(part.from()));
        if with_count {
            self.push(COUNT + part.pieces() - 1);
        }
        self.push(TARGET + place_of(part.to()));
        for joiner in squares(part.joiners()) {
            self.push(JOIN + place_of(joiner));
        }
        if let Some(square) = part.retreat() {
            self.push(RETREAT + place_of(square));
        }
    }

    /// The actions of one part of a turn.
    fn of_part(part: Part, with_count: bool) -> Self {
        let mut actions = Self::default();
        actions.push_part(part, with_count);
        actions
    }

    /// The actions of the first part, and those of the second single.
    fn parts(&self) -> (&[u8], &[u8]) {
        let actions = self.as_slice();
        let second = actions.iter().skip(1).position(|&action| action < COUNT);
        actions.split_at(second.map_or(actions.len(), |place| place + 1))
    }

    /// The actions after these ones, if they are the beginning.
    fn after(&self, beginning: &[u8]) -> Option<&[u8]> {
        self.as_slice().strip_prefix(beginning)
    }
}

const fn place_of(square: StacksSquare) -> u8 {
    square.row() * COLUMNS + square.column()
}

const fn square_at(place: u8) -> StacksSquare {
    StacksSquare::new(place % COLUMNS, place / COLUMNS)
}

/// The part that these actions choose on a board, if they name a target.
fn part_of(actions: &[u8], board: &Board) -> Option<Part> {
    let (mut from, mut pieces, mut to, mut joiners, mut retreat) = (None, 1, None, 0, None);
    for &action in actions {
        match action {
            ..COUNT => from = Some(square_at(action)),
            COUNT..TARGET => pieces = action - COUNT + 1,
            TARGET..JOIN => to = Some(square_at(action - TARGET)),
            JOIN..RETREAT => joiners |= square_at(action - JOIN).bit(),
            RETREAT..END => retreat = Some(square_at(action - RETREAT)),
            END.. => {}
        }
    }
    let (from, to) = (from?, to?);
    let is_attack = board.enemy.height(to) > 0;
    Some(if is_attack {
        Part::attack(from, pieces, to, joiners, retreat)
    } else {
        Part::quiet(from, pieces, to)
    })
}

/// Visits the parts with which turns from a stack begin. Without a duty, every single that begins a turn is also a group.
fn each_first(turns: &Turns, from: StacksSquare, visit: &mut impl FnMut(Part)) {
    if turns.group_origins() & from.bit() != 0 {
        turns.each_group_from(from, &mut |found| found.each(&mut *visit));
    } else {
        turns.each_single(&turns.board, &turns.ground, from, &mut |found| {
            found.each(|part| {
                if second_origins(turns, part) != 0 {
                    visit(part);
                }
            });
        });
    }
}

/// Visits the second singles from a stack that are written after a first one, which leads to `next`.
fn each_second(turns: &Turns, first: Part, next: &Board, from: StacksSquare, visit: &mut impl FnMut(Found)) {
    turns.each_single(next, &Ground::new(next), from, &mut |found| visit(turns.in_order(first, next, found)));
}

/// Where a second single can start that is written after this part; nowhere if the part is none.
fn second_origins(turns: &Turns, first: Part) -> u64 {
    if first.pieces() != 1 || !is_single(&turns.board, &turns.ground, first) {
        return 0;
    }
    let next = turns.board.after(first);
    let is_origin = |&from: &StacksSquare| {
        let mut any = false;
        each_second(turns, first, &next, from, &mut |found| any |= found.count() > 0);
        any
    };
    squares(turns.second_origins(first, &next)).filter(is_origin).fold(0, |set, from| set | from.bit())
}

impl StacksPosition {
    /// The turn that these actions choose; `None` if they are none.
    fn turn_of(&self, chosen: StacksActions) -> Option<StacksMove> {
        let board = self.board();
        match chosen.parts() {
            ([square], []) => Some(StacksMove::Remove(square_at(*square))),
            (first, []) => part_of(first, &board).map(StacksMove::Group),
            (first, second) => {
                let first = part_of(first, &board)?;
                Some(StacksMove::Singles(first, part_of(second, &board.after(first))?))
            }
        }
    }
}

impl Encode for StacksPosition {
    type Partial = StacksActions;

    fn action_count(&self) -> u32 {
        ACTIONS
    }

    /// Looks only at the parts of turns that start where the actions chosen do.
    fn add_legal_actions(&self, chosen: StacksActions, out: &mut ActionSet<'_>) {
        if self.outcome().is_some() {
            return;
        }
        let turns = self.turns();
        let mut add = |action: u8| out.insert(action.into());
        match chosen.parts() {
            ([], _) => {
                let mut any = false;
                for from in squares(turns.board.movable()) {
                    let mut starts = false;
                    each_first(&turns, from, &mut |_| starts = true);
                    if starts {
                        add(CHOOSE + place_of(from));
                        any = true;
                    }
                }
                if !any {
                    squares(turns.fours).for_each(|from| add(CHOOSE + place_of(from)));
                }
            }
            (beginning @ &[origin, ..], []) => {
                let (mut any, mut complete) = (false, None);
                each_first(&turns, square_at(origin), &mut |part| {
                    any = true;
                    match StacksActions::of_part(part, true).after(beginning) {
                        Some([action, ..]) => add(*action),
                        Some([]) => complete = Some(part),
                        None => {}
                    }
                });
                if let Some(part) = complete {
                    squares(second_origins(&turns, part)).for_each(|from| add(CHOOSE + place_of(from)));
                }
                let is_group = complete.is_some_and(|part| turns.group_origins() & part.from().bit() != 0);
                // A stack with which no turn begins is one to be removed.
                if is_group || !any {
                    add(END);
                }
            }
            (first, beginning @ &[origin, ..]) => {
                let Some(first) = part_of(first, &turns.board) else { return };
                let next = turns.board.after(first);
                each_second(&turns, first, &next, square_at(origin), &mut |found| {
                    found.each(|part| {
                        if let Some(rest) = StacksActions::of_part(part, false).after(beginning) {
                            add(rest.first().copied().unwrap_or(END));
                        }
                    });
                });
            }
        }
    }

    fn choose(&self, chosen: StacksActions, action: u32) -> Option<Chosen<StacksMove, StacksActions>> {
        let mut words = [0; ActionSet::words(ACTIONS)];
        self.add_legal_actions(chosen, &mut ActionSet::new(&mut words));
        if ActionSet::contains(&words, action) { self.choose_unchecked(chosen, action) } else { None }
    }

    fn choose_unchecked(
        &self,
        mut chosen: StacksActions,
        action: u32,
    ) -> Option<Chosen<StacksMove, StacksActions>> {
        let action = u8::try_from(action).ok()?;
        if action == END {
            return self.turn_of(chosen).map(Chosen::Move);
        }
        chosen.push(action);
        Some(Chosen::Partial(chosen))
    }

    fn actions_of(&self, mv: StacksMove) -> Vec<u32> {
        StacksActions::of(mv).as_slice().iter().map(|&action| action.into()).collect()
    }

    fn action_name(&self, action: u32) -> Option<String> {
        let action = u8::try_from(action).ok().filter(|&action| action <= END)?;
        let square = |first: u8| square_at(action - first);
        Some(match action {
            END => "end".to_owned(),
            RETREAT.. => format!("retreat {}", square(RETREAT)),
            JOIN.. => format!("join {}", square(JOIN)),
            TARGET.. => format!("target {}", square(TARGET)),
            COUNT.. => format!("count {}", action - COUNT + 1),
            _ => format!("choose {}", square(CHOOSE)),
        })
    }

    fn observation_shape(&self) -> [usize; 3] {
        [13, ROWS.into(), COLUMNS.into()]
    }

    fn observe(&self, chosen: StacksActions, planes: &mut [f32]) {
        let mut planes = Planes::new(planes, COLUMNS, ROWS);
        let at = |square: StacksSquare| (square.column(), square.row());
        let players: [Player; 2] = [self.to_move(), self.to_move().opponent()];
        for player in players {
            planes.squares(self.stacks_of(player).map(|(square, height)| (at(square), height.into())));
        }
        planes.rows(rows(home(self.to_move()).into(), STRIDE, COLUMNS, ROWS));
        planes.constant(self.halfmove_clock);
        let (first, second) = chosen.parts();
        let count = first.iter().find(|action| (COUNT..TARGET).contains(*action));
        planes.constant(count.map_or(0, |action| u16::from(action - COUNT + 1)));
        for part in [first, second] {
            for kind in [CHOOSE, TARGET, JOIN, RETREAT] {
                let places = part.iter().filter_map(|action| action.checked_sub(kind));
                planes.squares(places.filter(|&place| place < CELLS).map(|place| (at(square_at(place)), 1)));
            }
        }
    }
}
