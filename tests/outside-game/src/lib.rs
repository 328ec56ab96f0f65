//! Nim, defined outside the registry of `cairn-rules`: take stones from one heap; taking the last stone of all wins.

use std::fmt;

use cairn_rules::notation::{fields, number, player};
use cairn_rules::{
    BasicBots, Encode, Evaluate, ForbiddenMove, Game, GameInfo, Guide, LinearEval, Message, Notation,
    OptionSet, Outcome, Pile, Player, Position, PositionError, Present, Reason, Scene, Site, Solvable, Step,
    Symmetric, UnreadableMove, options,
};

/// The maximum number of heaps.
const MAX_HEAPS: u8 = 5;
/// The maximum number of stones in a heap.
const MAX_STONES: u8 = 9;
const LAST_STONE: Reason = Reason::Special("last stone");

options! {
    /// The options of Nim.
    pub struct NimOptions {
        /// The number of heaps.
        heaps, with_heaps: u8 [1 to MAX_HEAPS, default 3], "heaps at the start";
        /// The stones of the first heap.
        stones, with_stones: u8 [1 to 5, default 3], "stones in the first heap; each next heap has one more";
    }
}

/// The game.
#[derive(Copy, Clone, Debug)]
pub struct Nim;

static INFO: GameInfo = {
    let mut info = GameInfo::new("nim", "Nim");
    info.summary = "Take stones from one heap; the player who takes the last stone wins.";
    info.options = NimOptions::SPECS;
    info.reasons = &[LAST_STONE];
    info.draws = false;
    info
};

impl Game for Nim {
    type Options = NimOptions;
    type Position = NimPosition;

    const INFO: &'static GameInfo = &INFO;

    fn start(options: &NimOptions) -> NimPosition {
        let stones = |heap: u8| if heap < options.heaps() { options.stones() + heap } else { 0 };
        NimPosition { heaps: [0, 1, 2, 3, 4].map(stones), count: options.heaps(), to_move: Player::FIRST }
    }

    fn read_position(options: &NimOptions, text: &str) -> Result<NimPosition, PositionError> {
        let names = [Message::new("heaps"), Message::new("turn")];
        let [heaps, turn] = fields(text, &names)?;
        let to_move = player(turn, INFO.seats)
            .ok_or_else(|| PositionError::new(turn, Message::new("the turn is w or b")))?;
        let mut position = NimPosition { heaps: [0; 5], count: options.heaps(), to_move };
        let words: Vec<&str> = heaps.split(',').collect();
        if words.len() != usize::from(position.count) {
            let problem = Message::new("there are {n} heaps").with("n", position.count);
            return Err(PositionError::new(heaps, problem));
        }
        for (heap, word) in position.heaps.iter_mut().zip(words) {
            let stones = number(word).filter(|&stones| stones <= u16::from(MAX_STONES));
            *heap = stones.map(|stones| stones as u8).ok_or_else(|| {
                let problem = Message::new("a heap has 0 to {most} stones").with("most", MAX_STONES);
                PositionError::new(word, problem)
            })?;
        }
        Ok(position)
    }
}

/// A position of Nim.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct NimPosition {
    heaps: [u8; MAX_HEAPS as usize],
    count: u8,
    to_move: Player,
}

/// Takes stones from a heap, written like `b2`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct NimMove {
    heap: u8,
    stones: u8,
}

impl NimPosition {
    /// Returns the exclusive or of all heaps: the player to move loses if it is 0.
    #[must_use]
    pub fn nim_sum(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }
}

impl fmt::Display for NimPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps[..self.count.into()].iter().map(ToString::to_string).collect();
        write!(f, "{} {}", heaps.join(","), INFO.seat(self.to_move).letter)
    }
}

impl fmt::Display for NimMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.heap), self.stones)
    }
}

impl Position for NimPosition {
    type Move = NimMove;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; 5]).then(|| Outcome::win(self.to_move.opponent(), LAST_STONE))
    }

    fn legal_moves(&self, out: &mut Vec<NimMove>) {
        for (heap, &most) in (0..).zip(&self.heaps) {
            out.extend((1..=most).map(|stones| NimMove { heap, stones }));
        }
    }

    fn play_unchecked(&mut self, mv: NimMove) {
        if let Some(heap) = self.heaps.get_mut(usize::from(mv.heap)) {
            *heap = heap.saturating_sub(mv.stones);
        }
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        let state =
            self.heaps.iter().fold(self.to_move.index() as u64, |key, &heap| key << 8 | u64::from(heap));
        (state + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn fresh_key(&self) -> u64 {
        self.key()
    }
}

impl Notation for NimPosition {
    type ParsedMove = NimMove;

    fn read(text: &str) -> Result<NimMove, UnreadableMove> {
        let read = || {
            let heap = text.chars().next()?.to_ascii_lowercase();
            let stones = number(text.get(1..)?)?;
            let is_heap = ('a'..='e').contains(&heap) && (1..=u16::from(MAX_STONES)).contains(&stones);
            is_heap.then_some(NimMove { heap: heap as u8 - b'a', stones: stones as u8 })
        };
        read().ok_or_else(|| {
            UnreadableMove(Message::new("a move is a heap and a number of stones, such as b2"))
        })
    }

    fn resolve(&self, &written: &NimMove) -> Result<NimMove, ForbiddenMove> {
        if self.is_legal(written) {
            return Ok(written);
        }
        let left = self.heaps.get(usize::from(written.heap)).copied().unwrap_or_default();
        Err(ForbiddenMove(Message::new("the heap has only {n} stones").with("n", left)))
    }
}

impl Present for NimPosition {
    fn scene(&self) -> Scene {
        let mut scene = Scene::board(&INFO, self.count, 1, self);
        for (site, &stones) in scene.sites.iter_mut().zip(&self.heaps) {
            site.pile = (stones > 0).then(|| Pile::of(None, stones.into()));
        }
        scene
    }

    fn steps(&self, mv: NimMove) -> Vec<Step> {
        vec![Step::Site(Site(mv.heap.into())), Step::Count(mv.stones)]
    }
}

impl Guide for NimPosition {}

impl Evaluate for NimPosition {
    fn evaluate(&self, player: Player) -> i32 {
        let score = if self.nim_sum() == 0 { -100 } else { 100 };
        if player == self.to_move { score } else { -score }
    }
}

impl LinearEval for NimPosition {}

impl BasicBots for NimPosition {}

impl Symmetric for NimPosition {}

impl Solvable for NimPosition {
    fn plies_left(&self) -> Option<u16> {
        Some(self.heaps.iter().map(|&heap| u16::from(heap)).sum())
    }
}

impl Encode for NimPosition {
    type Partial = ();
}
