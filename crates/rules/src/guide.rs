//! Messages for a player who builds a turn: prompts for the next step, refusals of impossible steps, remarks about
//! moves.

use crate::{Message, MoveError, Notation, Present, Scene, Site, Step, grid};

/// The words and pictures that go with the steps of a turn.
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
    /// A position of the default options that has everything on it that a board of this game can have, for
    /// legends; empty if any position has.
    const SAMPLE: &'static str = "";

    /// The prompt for the next step, after the beginning of a legal turn; it says if the rules force that step.
    fn prompt(&self, _taken: &[Step]) -> Message {
        Message::new("Choose the next step of your turn")
    }

    /// The effects of a legal move that its notation does not say.
    fn remarks(&self, _mv: Self::Move) -> Vec<Message> {
        Vec::new()
    }

    /// How a turn that begins with these steps would be written, so that the text explains an impossible last step.
    /// Steps that are still to come are made up. Empty if the game does not know.
    fn written(&self, _steps: &[Step]) -> String {
        String::new()
    }

    /// The places of which the rules force one now, among those that the next step can name: nothing where it is
    /// free, or where nothing else is left.
    fn forced(&self, _taken: &[Step]) -> Vec<Site> {
        Vec::new()
    }

    /// The position as if the player to move could do nothing, so that it shows what the next one threatens; `None`
    /// in games in which nothing is ever taken.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// Whether a legal move may take something; what it does take shows on the board.
    fn may_take(&self, _mv: Self::Move) -> bool {
        true
    }

    /// The board as the steps taken so far would leave it, before the turn is over.
    fn preview(&self, _taken: &[Step]) -> Scene {
        self.scene()
    }

    /// Why a step cannot follow the beginning of a legal turn, in the words that a typed move gets.
    fn refuse_step(&self, taken: &[Step], step: Step) -> Message {
        refuse_as_written(self, taken, step)
    }
}

/// Why the move that begins with these steps cannot be played. Where it could, or where nothing is written
/// so, the step is just none of the choices.
pub(crate) fn refuse_as_written<P: Guide>(position: &P, taken: &[Step], step: Step) -> Message {
    let steps: Vec<Step> = taken.iter().copied().chain([step]).collect();
    match position.parse_move(&position.written(&steps)) {
        Err(MoveError::Forbidden { why, .. }) => why,
        _ => Message::new("this is not one of the choices now"),
    }
}

impl Site {
    /// The column and the row of a site on a board with so many columns, both from 0.
    pub(crate) const fn place(self, columns: u8) -> (u8, u8) {
        let columns = columns as u16;
        ((self.0 % columns) as u8, (self.0 / columns) as u8)
    }

    /// The name of a site on a board with so many columns.
    pub(crate) fn name(self, columns: u8) -> String {
        let (column, row) = self.place(columns);
        grid::name(column, row)
    }

    /// The name of a site beside it on a board with so many columns.
    pub(crate) fn name_beside(self, columns: u8) -> String {
        let (column, row) = self.place(columns);
        grid::name(if column == 0 { 1 } else { column - 1 }, row)
    }
}

/// Several squares as one argument: `a1, c3`.
pub(crate) fn list(squares: impl IntoIterator<Item = impl ToString>) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(", ")
}
