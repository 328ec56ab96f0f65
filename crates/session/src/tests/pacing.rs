//! A game for tests: one walker paces up and down a lane, so positions repeat.

use std::cell::Cell;
use std::fmt;

use cairn_rules::{
    BasicBots, Button, Encode, Evaluate, Feature, FeatureSink, ForbiddenMove, Game, GameInfo, GameSpec,
    Guide, LinearEval, Message, MoveError, Notation, OptionSet, OptionSpec, Outcome, Player, Position,
    PositionError, Present, Reason, Scene, Site, Solvable, Step, Symmetric, UnreadableMove,
};

use crate::{Session, TypedSession};

thread_local! {
    /// Moves formatted by this thread.
    pub(crate) static FORMATTED_MOVES: Cell<usize> = const { Cell::new(0) };
    /// Positions whose outcome this thread has computed.
    pub(crate) static COMPUTED_OUTCOMES: Cell<usize> = const { Cell::new(0) };
}

/// A walker who reaches the upper end wins; ten plies without progress are a draw.
#[derive(Copy, Clone)]
pub(crate) struct Pacing<const DRAWS: bool>;

const UPPER_END: u8 = 4;
const QUIET: u8 = 10;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(crate) struct NoOptions;

impl OptionSet for NoOptions {
    const SPECS: &'static [OptionSpec] = &[];

    fn get(&self, _: usize) -> u16 {
        0
    }

    fn set_unchecked(&mut self, _: usize, _: u16) {}
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Lane {
    at: u8,
    quiet: u8,
    to_move: Player,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Pace {
    Up,
    Down,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FORMATTED_MOVES.set(FORMATTED_MOVES.get() + 1);
        f.write_str(if *self == Self::Up { "up" } else { "down" })
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.at, self.to_move.index(), self.quiet)
    }
}

impl Position for Lane {
    type Move = Pace;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        COMPUTED_OUTCOMES.set(COMPUTED_OUTCOMES.get() + 1);
        if self.at == UPPER_END {
            return Some(Outcome::win(self.to_move.opponent(), Reason::FourHome));
        }
        (self.quiet >= QUIET).then(|| Outcome::draw(Reason::QuietLimit))
    }

    fn legal_moves(&self, out: &mut Vec<Pace>) {
        if self.outcome().is_none() {
            out.push(Pace::Up);
            out.extend((self.at > 0).then_some(Pace::Down));
        }
    }

    fn play_unchecked(&mut self, mv: Pace) {
        self.at = if mv == Pace::Up { self.at + 1 } else { self.at - 1 };
        self.quiet += 1;
        self.to_move = self.to_move.opponent();
    }

    fn key(&self) -> u64 {
        self.fresh_key()
    }

    fn fresh_key(&self) -> u64 {
        u64::from(self.at) * 2 + self.to_move.index() as u64
    }

    fn repetition_state(&self) -> Option<Self> {
        Some(Self { quiet: 0, ..*self })
    }
}

impl Notation for Lane {
    type ParsedMove = Pace;

    fn read(text: &str) -> Result<Pace, UnreadableMove> {
        match text {
            "up" => Ok(Pace::Up),
            "down" => Ok(Pace::Down),
            _ => Err(UnreadableMove(Message::new("up or down"))),
        }
    }

    fn resolve(&self, &written: &Pace) -> Result<Pace, ForbiddenMove> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&written).then_some(written).ok_or_else(|| ForbiddenMove(Message::new("a wall")))
    }
}

impl Encode for Lane {
    type Partial = ();
}

impl Present for Lane {
    fn scene(&self) -> Scene {
        Scene::board(Pacing::<true>::INFO, 1, UPPER_END + 1, self)
    }

    fn steps(&self, mv: Pace) -> Vec<Step> {
        let from = Step::Site(Site(self.at.into()));
        vec![from, from, Step::Count(1), Step::Button(Button(if mv == Pace::Up { "up" } else { "down" }))]
    }
}

impl Guide for Lane {
    const SAMPLE: &'static str = "";

    fn prompt(&self, taken: &[Step]) -> Message {
        Message::new("step {n}").with("n", taken.len())
    }

    fn remarks(&self, mv: Pace) -> Vec<Message> {
        if mv == Pace::Up { vec![Message::new("higher")] } else { Vec::new() }
    }

    fn written(&self, _: &[Step]) -> String {
        "down".to_owned()
    }
}

impl Evaluate for Lane {
    fn evaluate(&self, _: Player) -> i32 {
        0
    }
}

impl LinearEval for Lane {
    const FEATURES: &'static [Feature] = &[];
    const WEIGHTS: &'static [i32] = &[];

    fn features(&self, _: Player, _: &mut impl FeatureSink) {}
}

impl BasicBots for Lane {
    fn greedy_rank(&self, mv: Pace) -> i64 {
        self.after(mv).at.into()
    }
}

impl Symmetric for Lane {}

impl Solvable for Lane {}

impl<const DRAWS: bool> Game for Pacing<DRAWS> {
    type Options = NoOptions;
    type Position = Lane;

    const INFO: &'static GameInfo = &{
        let mut info = GameInfo::new("pacing", "Pacing");
        info.draws = DRAWS;
        info
    };

    fn start(_: &NoOptions) -> Lane {
        Lane { at: 1, quiet: 0, to_move: Player::FIRST }
    }

    fn read_position(_: &NoOptions, text: &str) -> Result<Lane, PositionError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [at @ 0..=UPPER_END, turn @ 0..=1, quiet @ 0..=QUIET] => {
                Ok(Lane { at, quiet, to_move: Player::ALL[usize::from(turn)] })
            }
            _ => Err(PositionError::new(text, Message::new("three numbers"))),
        }
    }
}

/// Opens a session of the game, at its starting position or at another one.
pub(crate) fn pacing(position: Option<&str>) -> TypedSession<Pacing<true>> {
    TypedSession::open(GameSpec { options: NoOptions }, position).unwrap()
}

/// Plays moves given as text, separated by spaces.
pub(crate) fn play(session: &mut dyn Session, moves: &str) -> Result<(), MoveError> {
    moves.split_whitespace().try_for_each(|mv| session.play(mv).map(|_| ()))
}
