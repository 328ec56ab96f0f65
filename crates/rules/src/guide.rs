//! Messages for a player who builds a turn: prompts for the next step, refusals of impossible steps, remarks about
//! moves.

use crate::{Message, MoveError, Notation, Present, Scene, Site, Step, grid};

/// Messages and previews for the steps of a turn.
///
/// ```
/// use cairn_rules::{Game, Guide, Present, Step, games::stac::Stac};
///
/// let start = Stac::start(&Default::default());
/// let site = |name| Step::Site(start.scene().site(name).unwrap());
/// let prompt = start.prompt(&[site("a4")]);
/// assert_eq!(prompt.to_string(), "Carry the disc to a4 and make a pair, or just walk there?");
/// let refusal = start.refuse_step(&[], site("b2"));
/// assert_eq!(refusal.to_string(), "a pawn moves along its row or its column");
/// ```
pub trait Guide: Present + Notation {
    /// A position of the default options that contains everything that a board of this game can show, for legends;
    /// empty if any position does.
    const SAMPLE: &'static str = "";

    /// Returns the prompt for the next step, after the beginning of a legal turn. The prompt mentions if the rules
    /// force that step.
    fn prompt(&self, _taken: &[Step]) -> Message {
        Message::new("Choose the next step of your turn")
    }

    /// Describes the effects of a legal move that its notation does not show.
    fn remarks(&self, _mv: Self::Move) -> Vec<Message> {
        Vec::new()
    }

    /// Writes a turn that begins with these steps, so that its refusal explains an impossible last step. Invents the
    /// missing steps. Empty if there is no such text.
    fn written(&self, _steps: &[Step]) -> String {
        String::new()
    }

    /// Returns the sites among the next choices that the rules force now; none if the choice is free, or if there are
    /// no other choices.
    fn forced(&self, _taken: &[Step]) -> Vec<Site> {
        Vec::new()
    }

    /// Returns the position as if the player to move had passed, which shows the opponent's threats; `None` in games
    /// without captures.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// Returns whether a legal move may capture something; the board after the move shows what it captures.
    fn may_take(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Returns the board as the steps taken so far would leave it, before the end of the turn.
    fn preview(&self, _taken: &[Step]) -> Scene {
        self.scene()
    }

    /// Explains why a step cannot follow the beginning of a legal turn, in the same words as for a typed move.
    fn refuse_step(&self, taken: &[Step], step: Step) -> Message {
        refuse_as_written(self, taken, step)
    }
}

/// Explains why the move that begins with these steps is illegal. If it is legal, or if it cannot be written, the
/// message is that the step is not one of the choices.
pub(crate) fn refuse_as_written<P: Guide>(position: &P, taken: &[Step], step: Step) -> Message {
    let steps: Vec<Step> = taken.iter().copied().chain([step]).collect();
    match position.parse_move(&position.written(&steps)) {
        Err(MoveError::Forbidden { why, .. }) => why,
        _ => Message::new("this is not one of the choices now"),
    }
}

impl Site {
    /// Returns the column and row of a site, both from 0, on a board with this many columns.
    pub(crate) const fn place(self, columns: u8) -> (u8, u8) {
        let columns = columns as u16;
        ((self.0 % columns) as u8, (self.0 / columns) as u8)
    }

    /// Returns the name of a site on a board with this many columns.
    pub(crate) fn name(self, columns: u8) -> String {
        let (column, row) = self.place(columns);
        grid::name(column, row)
    }

    /// Returns the name of a site beside a board with this many columns.
    pub(crate) fn name_beside(self, columns: u8) -> String {
        let (column, row) = self.place(columns);
        grid::name(if column == 0 { 1 } else { column - 1 }, row)
    }
}

/// Formats several squares as one argument: `a1, c3`.
pub(crate) fn list(squares: impl IntoIterator<Item = impl ToString>) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(", ")
}
