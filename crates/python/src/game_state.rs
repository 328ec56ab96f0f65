//! A game in play with an incomplete turn of actions, without its game's types.

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Chosen, Encode, Game, GameSpec, GameSpecError, MoveError, Outcome, Player, Position};
use cairn_session::{Session, TypedSession, as_typed};

/// A session whose player to move may have chosen some actions of a turn.
pub(crate) trait GameState: Send + Sync {
    fn session(&self) -> &dyn Session;
    fn session_mut(&mut self) -> &mut dyn Session;
    fn copied(&self) -> Box<dyn GameState>;
    /// The number of actions of the game.
    fn action_count(&self) -> u32;
    fn observation_shape(&self) -> [usize; 3];
    fn encoding_version(&self) -> u32;
    fn legal_actions(&self) -> Vec<u32>;
    /// The actions of each legal move, in the order of the moves.
    fn legal_turns(&self) -> Vec<Vec<u32>>;
    /// Takes an action; `None` if it is illegal, else whether it completed a move.
    fn act(&mut self, action: u32) -> Option<bool>;
    /// The move that an action would complete; `None` if it is illegal.
    fn look_ahead(&self, action: u32) -> Option<Chosen<String, ()>>;
    /// All actions of a move.
    fn actions_of(&self, text: &str) -> Result<Vec<u32>, MoveError>;
    fn action_name(&self, action: u32) -> Option<String>;
    /// The actions chosen of an incomplete turn.
    fn chosen(&self) -> Vec<u32>;
    /// Takes back the last action of an incomplete turn, and returns whether there was one.
    fn take_back(&mut self) -> bool;
    fn observe(&self, planes: &mut [f32]);
    /// A hash of the position.
    fn key(&self) -> u64;
}

#[derive(Clone)]
struct TypedState<G: Game> {
    session: TypedSession<G>,
    chosen: Vec<(u32, <G::Position as Encode>::Partial)>,
}

impl<G: Game> TypedState<G> {
    fn partial(&self) -> <G::Position as Encode>::Partial {
        self.chosen.last().map_or_else(Default::default, |&(_, partial)| partial)
    }
}

impl<G: Game> GameState for TypedState<G> {
    fn session(&self) -> &dyn Session {
        &self.session
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        &mut self.session
    }

    fn copied(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn action_count(&self) -> u32 {
        self.session.current().action_count()
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.session.current().observation_shape()
    }

    fn encoding_version(&self) -> u32 {
        G::Position::ENCODING_VERSION
    }

    fn legal_actions(&self) -> Vec<u32> {
        let mut actions = Vec::new();
        if !self.session.is_over() {
            self.session.current().legal_actions(self.partial(), &mut actions);
        }
        actions
    }

    fn legal_turns(&self) -> Vec<Vec<u32>> {
        let moves = self.session.legal_moves();
        moves.iter().filter_map(|text| self.actions_of(text).ok()).collect()
    }

    fn act(&mut self, action: u32) -> Option<bool> {
        if self.session.is_over() {
            return None;
        }
        match self.session.current().choose(self.partial(), action)? {
            Chosen::Move(mv) => {
                self.session.play_unchecked(mv);
                self.chosen.clear();
                Some(true)
            }
            Chosen::Partial(partial) => {
                self.chosen.push((action, partial));
                Some(false)
            }
        }
    }

    fn look_ahead(&self, action: u32) -> Option<Chosen<String, ()>> {
        if self.session.is_over() {
            return None;
        }
        match self.session.current().choose(self.partial(), action)? {
            Chosen::Move(mv) => Some(Chosen::Move(mv.to_string())),
            Chosen::Partial(_) => Some(Chosen::Partial(())),
        }
    }

    fn actions_of(&self, text: &str) -> Result<Vec<u32>, MoveError> {
        self.session.parse_move(text).map(|mv| self.session.current().actions_of(mv))
    }

    fn action_name(&self, action: u32) -> Option<String> {
        self.session.current().action_name(action)
    }

    fn chosen(&self) -> Vec<u32> {
        self.chosen.iter().map(|&(action, _)| action).collect()
    }

    fn take_back(&mut self) -> bool {
        self.chosen.pop().is_some()
    }

    fn observe(&self, planes: &mut [f32]) {
        self.session.current().observe(self.partial(), planes);
    }

    fn key(&self) -> u64 {
        self.session.current().key()
    }
}

/// The state of a session, at the beginning of a turn.
pub(crate) fn state_of(session: &dyn Session) -> Result<Box<dyn GameState>, GameSpecError> {
    struct Typed<'a>(&'a dyn Session);

    impl Visitor for Typed<'_> {
        type Output = Option<Box<dyn GameState>>;

        fn visit<G: Game>(self, _: GameSpec<G>) -> Self::Output {
            let session = as_typed::<G>(self.0)?.clone();
            Some(Box::new(TypedState { session, chosen: Vec::new() }))
        }
    }

    let spec = session.spec();
    let opened = with_game(&spec, Typed(session))?;
    // A spec names the game that its session has.
    opened.ok_or_else(|| GameSpecError::UnknownGame { word: spec, games: Vec::new() })
}

/// What each player gets from an outcome: the winners share what the others lose, 1 in all, so that the sum is 0.
pub(crate) fn returns(outcome: Option<Outcome>, seats: usize) -> Vec<f64> {
    let Some(outcome) = outcome else { return vec![0.0; seats] };
    let (best, others) = (outcome.best.len() as f64, seats as f64 - 1.0);
    let share = (others + 1.0 - best) / (best * others);
    let return_of = |player| if outcome.best.contains(player) { share } else { -1.0 / others };
    Player::seats(seats).map(return_of).collect()
}
