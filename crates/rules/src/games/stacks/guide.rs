//! Prompts, remarks and refusals of Stacks.

use super::board::{Board, MAX_HEIGHT};
use super::notation::name;
use super::part::{Part, StacksMove};
use super::position::{HOME_TO_WIN, StacksPosition};
use super::progress::{AttackDraft, PartialTurn, Stage, names, square};
use super::square::{StacksSquare, squares};
use super::view::site;
use super::{MAX_LOST, PIECES};
use crate::guide::refuse_as_written;
use crate::{Guide, Message, Position, Present, Scene, Site, Step};

impl Guide for StacksPosition {
    const SAMPLE: &'static str = "r1,b2,3/5/5/5/5/5/b1,r3,3 b 0";

    fn prompt(&self, taken: &[Step]) -> Message {
        let turn = PartialTurn::new(self, taken);
        match turn.stage {
            Stage::Start => match turn.first {
                Some(first) => self.prompt_second(first),
                None => self.prompt_first(),
            },
            Stage::Remove(square) => {
                Message::new("Remove the stack on {square}? Its four pieces are eliminated")
                    .with("square", square)
            }
            Stage::Count(from) if turn.board.own.height(from) == 2 => {
                Message::new("How many pieces? One moves up to 3 squares, two up to 2")
            }
            Stage::Count(_) => {
                Message::new("How many pieces? One moves up to 3 squares, two up to 2, three 1")
            }
            Stage::Target(..) if turn.first.is_some() => {
                Message::new("The second piece moves up to two squares: choose where to")
            }
            Stage::Target(_, 1) => {
                Message::new("One piece moves up to three squares, or two if another follows")
            }
            Stage::Target(_, 2) => Message::new("Two pieces move up to two squares: choose where to"),
            Stage::Target(..) => Message::new("Three pieces move one square: choose where to"),
            Stage::Joiners(draft) => prompt_attack(&turn, draft),
            Stage::Retreat(draft) => {
                let survivors = draft.survivors(&turn.board);
                let prompt = if survivors == 1 {
                    Message::new("Choose where {player}'s survivor retreats to")
                } else {
                    Message::new("Choose where {player}'s {n} survivors retreat to").with("n", survivors)
                };
                prompt.seat("player", enemy(&turn.board))
            }
        }
    }

    /// Rules 35 and 37.
    fn forced(&self, taken: &[Step]) -> Vec<Site> {
        let PartialTurn { stage: Stage::Start, first, .. } = PartialTurn::new(self, taken) else {
            return Vec::new();
        };
        let fours = self.turns().fours;
        let is_done = first.is_some_and(|first| fours & first.from().bit() != 0);
        if is_done { Vec::new() } else { squares(fours).map(site).collect() }
    }

    fn passed(&self) -> Option<Self> {
        Some(Self::set_up(self.options, self.board().sides(), self.to_move().opponent(), self.halfmove_clock))
    }

    /// Returns whether the group, or either of two singles, attacks.
    fn may_take(&self, mv: StacksMove) -> bool {
        match mv {
            StacksMove::Group(part) => part.is_attack(),
            StacksMove::Singles(first, second) => first.is_attack() || second.is_attack(),
            StacksMove::Remove(_) => false,
        }
    }

    fn remarks(&self, mv: StacksMove) -> Vec<Message> {
        let board = self.board();
        let mut remarks = Vec::new();
        match mv {
            StacksMove::Group(part) => remark(&PartialTurn { first: None, board, stage: Stage::Start }, part, &mut remarks),
            StacksMove::Singles(first, second) => {
                remark(&PartialTurn { first: None, board, stage: Stage::Start }, first, &mut remarks);
                let next = PartialTurn { first: Some(first), board: board.after(first), stage: Stage::Start };
                remark(&next, second, &mut remarks);
            }
            StacksMove::Remove(square) => remarks.push(
                Message::new("{player} can take no piece off a stack of four, and loses the one on {square}: {lost} of {limit}")
                    .seat("player", name(board.player()))
                    .with("square", square)
                    .with("lost", self.lost(board.player()) + MAX_HEIGHT)
                    .with("limit", MAX_LOST + 1),
            ),
        }
        remarks
    }

    fn written(&self, steps: &[Step]) -> String {
        let Some((Step::Site(last), taken)) = steps.split_last() else { return String::new() };
        let turn = PartialTurn::new(self, taken);
        let last = square(*last);
        let part = match turn.stage {
            Stage::Start => {
                let room = last.near() & turn.board.room(1);
                Part::quiet(last, 1, StacksSquare::lowest(if room == 0 { last.near() } else { room }))
            }
            Stage::Target(from, pieces) if turn.board.enemy.height(last) > 0 => {
                Part::attack(from, pieces, last, 0, None)
            }
            Stage::Target(from, pieces) => Part::quiet(from, pieces, last),
            // A `Part` can only hold joiners adjacent to its end square, so others are written as text.
            Stage::Joiners(draft) => {
                let joined = names(draft.joiners | last.bit()).replace(", ", "+");
                return written(
                    &turn,
                    &format!("{}+{joined}", AttackDraft { joiners: 0, ..draft }.part(None)),
                );
            }
            Stage::Retreat(draft) => return written(&turn, &format!("{}>{last}", draft.part(None))),
            Stage::Remove(_) | Stage::Count(_) => return String::new(),
        };
        written(&turn, &part.to_string())
    }

    fn preview(&self, taken: &[Step]) -> Scene {
        let board = PartialTurn::new(self, taken).preview();
        let shown = Self::set_up(self.options, board.sides(), self.to_move(), self.halfmove_clock);
        // Lost pieces and pieces at home count when the turn is over.
        Scene { sites: shown.scene().sites, ..self.scene() }
    }

    fn refuse_step(&self, taken: &[Step], step: Step) -> Message {
        let turn = PartialTurn::new(self, taken);
        match (turn.stage, step) {
            (Stage::Count(from), Step::Site(_)) => {
                Message::new("say first how many pieces of {square} move").with("square", from)
            }
            (Stage::Joiners(draft), Step::Site(site)) if draft.joiners & square(site).bit() != 0 => {
                Message::new("{square} has joined the attack already").with("square", square(site))
            }
            _ => refuse_as_written(self, taken, step),
        }
    }
}

impl StacksPosition {
    fn prompt_first(&self) -> Message {
        let fours = self.turns().fours;
        if fours == 0 {
            Message::new("Choose a stack to move, or the first of two single pieces")
        } else if self.must_remove() {
            Message::new("No stack of four can move: choose the one to remove")
        } else {
            Message::new("A piece must leave a stack of four ({squares})").with("squares", names(fours))
        }
    }

    fn prompt_second(&self, first: Part) -> Message {
        let fours = self.turns().fours;
        if fours == 0 || fours & first.from().bit() != 0 {
            Message::new("Choose a second single piece, or end the turn")
        } else {
            Message::new("The second single must leave a stack of four: {squares}")
                .with("squares", names(fours))
        }
    }
}

/// Returns the seat of the player who is attacked.
fn enemy(board: &Board) -> &'static str {
    name(board.player().opponent())
}

/// Returns the text of a part, after the first single if there is one.
fn written(turn: &PartialTurn, part: &str) -> String {
    turn.first.map_or_else(|| part.to_owned(), |first| format!("{first},{part}"))
}

fn prompt_attack(turn: &PartialTurn, draft: AttackDraft) -> Message {
    let board = &turn.board;
    let (attackers, attacked) = draft.strengths(board);
    let prompt = if !draft.is_enough(board) {
        Message::new("Call in a neighbour: {attackers} against {attacked} is too few")
    } else if draft.can_grow(turn) {
        Message::new("Call in a neighbour, or attack {attackers} against {attacked}")
    } else {
        Message::new("Attack {attackers} against {attacked}?")
    };
    let mut prompt = prompt.with("attackers", attackers).with("attacked", attacked);
    if !draft.is_enough(board) {
        return prompt;
    }
    if let Some(joined) = joined_by_itself(draft) {
        prompt = prompt.then(joined);
    }
    match survivors_by_themselves(turn, draft) {
        Some(survivors) => prompt.then(survivors),
        None => prompt,
    }
}

/// Announces joiners without whom there would be too few attackers.
fn joined_by_itself(draft: AttackDraft) -> Option<Message> {
    let remark = match draft.questions.sole.count_ones() {
        0 => return None,
        1 => Message::new("{squares} joins automatically, because without it there are too few"),
        _ => Message::new("{squares} join automatically, because without them there are too few"),
    };
    Some(remark.with("squares", names(draft.questions.sole)))
}

/// Announces the fate of survivors without a choice.
fn survivors_by_themselves(turn: &PartialTurn, draft: AttackDraft) -> Option<Message> {
    let survivors = draft.survivors(&turn.board);
    let retreats = draft.retreats(turn);
    let remark = match (survivors, retreats.count_ones()) {
        (0, _) => return None,
        (1, 0) => Message::new("{player}'s survivor has nowhere to retreat to and is eliminated too"),
        (_, 0) => Message::new("{player}'s survivors have nowhere to retreat to and are eliminated too"),
        (1, 1) => Message::new("{player}'s survivor has to retreat to {square}"),
        (_, 1) => Message::new("{player}'s survivors have to retreat to {square}"),
        _ => return None,
    };
    let remark = remark.seat("player", enemy(&turn.board));
    Some(if retreats == 0 { remark } else { remark.with("square", StacksSquare::lowest(retreats)) })
}

/// Adds the remarks about a part of a turn.
fn remark(turn: &PartialTurn, part: Part, remarks: &mut Vec<Message>) {
    let board = &turn.board;
    let next = board.after(part);
    if part.is_attack() {
        let draft = turn.draft(part);
        remarks.extend(joined_by_itself(draft));
        remarks.extend(survivors_by_themselves(turn, draft));
        let lost = board.enemy.pieces() - next.enemy.pieces();
        let remark = if lost == 1 {
            Message::new("{player} loses a piece: {lost} of {limit}")
        } else {
            Message::new("{player} loses {n} pieces: {lost} of {limit}").with("n", lost)
        };
        let all = PIECES.saturating_sub(next.enemy.pieces());
        remarks.push(remark.seat("player", enemy(board)).with("lost", all).with("limit", MAX_LOST + 1));
    }
    if board.goal() & part.to().bit() != 0 {
        remarks.push(
            Message::new("{player} has {n} of {goal} pieces in the enemy's home")
                .seat("player", name(board.player()))
                .with("n", next.own.pieces_on(board.goal()))
                .with("goal", HOME_TO_WIN),
        );
    }
}
