//! Numeric encoding of Stacks. A position has about 1,500 turns, so a turn consists of several actions of one player:
//! choose a stack, a number of pieces and a target, add joiners in square order, choose the retreat, then end the turn
//! or choose the stack of the second single, which needs no number.

use super::part::{Part, StacksMove};
use super::position::StacksPosition;
use super::square::{COLUMNS, ROWS, StacksSquare, home, squares};
use crate::encode::Planes;
use crate::{Chosen, Encode, Player, Position};

const CELLS: u8 = COLUMNS * ROWS;
/// The first number of each kind of action; squares are in square order.
const CHOOSE: u8 = 0;
const COUNT: u8 = CHOOSE + CELLS;
const TARGET: u8 = COUNT + 3;
const JOIN: u8 = TARGET + CELLS;
const RETREAT: u8 = JOIN + CELLS;
const END: u8 = RETREAT + CELLS;

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

    /// Returns the stack chosen first, from which every continuation must start.
    fn origin(&self) -> Option<u8> {
        self.as_slice().first().copied()
    }
}

fn place_of(square: StacksSquare) -> u8 {
    square.row() * COLUMNS + square.column()
}

/// Returns the start of a move: the first of its actions.
fn origin_of(mv: StacksMove) -> u8 {
    match mv {
        StacksMove::Group(part) | StacksMove::Singles(part, _) => place_of(part.from()),
        StacksMove::Remove(square) => place_of(square),
    }
}

impl StacksPosition {
    /// Visits the moves that continue these actions, with all their actions.
    fn each_continuation(&self, chosen: StacksActions, mut visit: impl FnMut(StacksMove, StacksActions)) {
        let origin = chosen.origin();
        self.for_each_move(|mv| {
            if origin.is_none_or(|origin| origin == origin_of(mv)) {
                let actions = StacksActions::of(mv);
                if actions.as_slice().starts_with(chosen.as_slice()) {
                    visit(mv, actions);
                }
            }
        });
    }
}

impl Encode for StacksPosition {
    type Partial = StacksActions;

    fn action_count(&self) -> u32 {
        u32::from(END) + 1
    }

    fn legal_actions(&self, chosen: StacksActions, out: &mut Vec<u32>) {
        // A bit for each action.
        let mut legal = [0_u64; 3];
        let mut add = |action: u8| legal[usize::from(action / 64)] |= 1 << (action % 64);
        if chosen.len == 0 {
            self.for_each_move(|mv| add(origin_of(mv)));
        } else {
            self.each_continuation(chosen, |_, actions| {
                actions.as_slice().get(usize::from(chosen.len)).copied().into_iter().for_each(&mut add);
            });
        }
        for (word, offset) in legal.iter_mut().zip([0, 64, 128]) {
            while *word != 0 {
                out.push(offset + word.trailing_zeros());
                *word &= *word - 1;
            }
        }
    }

    fn choose(&self, chosen: StacksActions, action: u32) -> Option<Chosen<StacksMove, StacksActions>> {
        let action = u8::try_from(action).ok()?;
        let mut longer = chosen;
        longer.push(action);
        if longer == chosen {
            return None;
        }
        let mut found = None;
        if chosen.len == 0 {
            self.for_each_move(|mv| {
                if origin_of(mv) == action {
                    found = Some(Chosen::Partial(longer));
                }
            });
        } else {
            self.each_continuation(longer, |mv, actions| {
                found = Some(if actions == longer { Chosen::Move(mv) } else { Chosen::Partial(longer) });
            });
        }
        found
    }

    fn actions_of(&self, mv: StacksMove) -> Vec<u32> {
        StacksActions::of(mv).as_slice().iter().map(|&action| action.into()).collect()
    }

    fn action_name(&self, action: u32) -> Option<String> {
        let action = u8::try_from(action).ok().filter(|&action| action <= END)?;
        let square = |first: u8| StacksSquare::new((action - first) % COLUMNS, (action - first) / COLUMNS);
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
        planes.squares(squares(home(self.to_move())).map(|square| (at(square), 1)));
        planes.constant(self.halfmove_clock);
        let chosen = chosen.as_slice();
        let is_choice = |action: &u8| *action < COUNT;
        let second = chosen.iter().skip(1).position(is_choice).map_or(chosen.len(), |place| place + 1);
        let (first, second) = chosen.split_at(second);
        let squares_of = |part: &[u8], kind: u8| -> Vec<((u8, u8), u16)> {
            let places =
                part.iter().filter_map(|action| action.checked_sub(kind)).filter(|&place| place < CELLS);
            places.map(|place| ((place % COLUMNS, place / COLUMNS), 1)).collect()
        };
        let count = first.iter().find(|action| (COUNT..TARGET).contains(*action));
        planes.constant(count.map_or(0, |action| u16::from(action - COUNT + 1)));
        for part in [first, second] {
            for kind in [CHOOSE, TARGET, JOIN, RETREAT] {
                planes.squares(squares_of(part, kind));
            }
        }
    }
}
