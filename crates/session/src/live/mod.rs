//! A game in play with its types: what was played, what was undone, what ended it.

mod face;
mod study;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use cairn_rules::{
    Game, GameSpec, MoveError, Notation, Outcome, Player, Position, PositionError, Reason, TurnBuilder,
};

use crate::AgreementError;
use crate::offer::Offer;
use crate::tags::Tags;

/// How often a position has to stand on the board for a draw.
const REPETITIONS: u32 = 3;

type Move<G> = <<G as Game>::Position as Position>::Move;

/// A move that was played, and where it led.
struct Ply<G: Game> {
    mv: Move<G>,
    after: G::Position,
    comment: Option<String>,
}

/// Something that was taken back.
enum Undone<G: Game> {
    Ply(Ply<G>),
    Ending(Outcome),
}

/// A game in play.
pub(crate) struct Live<G: Game> {
    spec: GameSpec<G>,
    start: G::Position,
    /// The comment before the first move.
    opening: Option<String>,
    plies: Vec<Ply<G>>,
    undone: Vec<Undone<G>>,
    /// How often every repetition_state position has stood on the board.
    seen: HashMap<G::Position, u32>,
    /// How the players ended it.
    ending: Option<Outcome>,
    offer: Option<Offer>,
    tags: Tags,
    /// The tree of steps of the current position, once somebody has asked for it.
    walk: RefCell<Option<TurnBuilder<Move<G>>>>,
}

impl<G: Game> Live<G> {
    /// A game at its start or at a position.
    pub(crate) fn open(spec: GameSpec<G>, position: Option<&str>) -> Result<Self, PositionError> {
        let start = match position {
            Some(text) => G::read_position(&spec.options, text)?,
            None => G::start(&spec.options),
        };
        let mut live = Self {
            spec,
            start,
            opening: None,
            plies: Vec::new(),
            undone: Vec::new(),
            seen: HashMap::new(),
            ending: None,
            offer: None,
            tags: Tags::default(),
            walk: RefCell::new(None),
        };
        live.arrived();
        Ok(live)
    }

    /// The position on the board.
    pub(crate) fn current(&self) -> &G::Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    fn seat_count(&self) -> usize {
        G::seats(&self.spec.options).into()
    }

    /// How the game has ended: by its rules first, then by repetition, then by the players.
    fn ended(&self) -> Option<Outcome> {
        self.current().outcome().or_else(|| self.repeated()).or(self.ending)
    }

    fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    fn repeated(&self) -> Option<Outcome> {
        let times = self.seen.get(&self.current().repetition_state()?)?;
        (*times >= REPETITIONS).then(|| self.everybodys(Reason::Repetition))
    }

    /// A draw between all.
    fn everybodys(&self, reason: Reason) -> Outcome {
        let seats = self.seat_count();
        Outcome { best: Player::seats(seats).collect(), seats: seats as u8, reason }
    }

    /// Takes note of a position that has come onto the board.
    fn arrived(&mut self) {
        self.walk.take();
        if let Some(position) = self.current().repetition_state() {
            *self.seen.entry(position).or_default() += 1;
        }
    }

    /// Takes note that the current position is about to leave the board.
    fn leaving(&mut self) {
        self.walk.take();
        if let Some(position) = self.current().repetition_state()
            && let Some(times) = self.seen.get_mut(&position)
        {
            *times -= 1;
            if *times == 0 {
                self.seen.remove(&position);
            }
        }
    }

    fn push(&mut self, ply: Ply<G>) {
        self.plies.push(ply);
        self.arrived();
    }

    /// Reads a move; when the game is over for a reason that the position does not know, every
    /// readable move is refused for that.
    pub(crate) fn read_move(&self, text: &str) -> Result<Move<G>, MoveError> {
        let read = self.current().parse_move(text);
        if !self.is_over() {
            return read;
        }
        Err(match read {
            Ok(mv) => MoveError::Over { text: mv.to_string() },
            Err(MoveError::Forbidden { text, .. }) => MoveError::Over { text },
            Err(error) => error,
        })
    }

    /// Plays a legal move.
    pub(crate) fn play_move(&mut self, mv: Move<G>) {
        let mover = self.current().to_move();
        self.offer = self.offer.filter(|offer| offer.survives_move_of(mover));
        self.undone.clear();
        self.push(Ply { mv, after: self.current().after(mv), comment: None });
    }

    fn check_running(&self, player: Player) -> Result<(), AgreementError> {
        if player.index() >= self.seat_count() {
            return Err(AgreementError::NoSuchPlayer { player });
        }
        if self.is_over() { Err(AgreementError::Over) } else { Ok(()) }
    }

    /// The offer that `player` is asked about.
    fn offer_to(&mut self, player: Player) -> Result<&mut Offer, AgreementError> {
        self.check_running(player)?;
        match &mut self.offer {
            None => Err(AgreementError::NotOffered),
            Some(offer) if offer.by() == player => Err(AgreementError::OwnOffer { player }),
            Some(offer) => Ok(offer),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.ending = Some(outcome);
        self.offer = None;
        self.undone.clear();
    }

    fn abandon(&mut self, player: Player, reason: Reason) -> Result<(), AgreementError> {
        self.check_running(player)?;
        self.end(G::abandoned(&self.spec.options, player, reason));
        Ok(())
    }
}

impl<G: Game> fmt::Debug for Live<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live")
            .field("spec", &self.spec.to_string())
            .field("position", &self.current().to_string())
            .field("plies", &self.plies.len())
            .finish_non_exhaustive()
    }
}
