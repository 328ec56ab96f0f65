//! A puzzle with its game's types: plays right moves and replies to them, explains wrong ones.

use cairn_rules::{
    Game, GameSpec, Message, MoveError, Outcome, Player, Position, PuzzleGoal, PuzzleInfo, Wdl,
};

use super::judge::{Judge, Reply};
use super::{PuzzleBoard, PuzzleError, Verdict};
use cairn_session::{Session, TypedSession};

/// A puzzle being solved.
pub(crate) struct TypedPuzzle<G: Game> {
    session: TypedSession<G>,
    judge: Judge<G::Position>,
    goal: PuzzleGoal,
    solver: Player,
    /// The number of the solver's next turn.
    turn: u8,
    solved: bool,
}

impl<G: Game> TypedPuzzle<G> {
    pub(crate) fn open(info: &'static PuzzleInfo, spec: GameSpec<G>) -> Result<Self, PuzzleError> {
        let session = TypedSession::open(spec, Some(info.position))
            .map_err(|error| PuzzleError::Open { id: info.id, error: error.into() })?;
        let judge = Judge::new(session.current(), info.goal)?.ok_or(PuzzleError::Unjudged { id: info.id })?;
        let solver = session.current().to_move();
        Ok(Self { session, judge, goal: info.goal, solver, turn: 1, solved: false })
    }

    /// Plays a move of either side and records whether it decides the puzzle.
    fn play(&mut self, mv: <G::Position as Position>::Move) {
        let mover = self.session.current().to_move();
        self.session.play_unchecked(mv);
        self.solved |= self.judge.is_reached(self.session.current(), mover, self.solver);
    }

    /// Explains why a wrong move loses the goal.
    fn why_wrong(&mut self, after: &G::Position) -> Message {
        let opponent = G::INFO.seats[self.solver.opponent().index()].name;
        if let Some(outcome) = after.outcome() {
            return ending::<G>(outcome);
        }
        let refusal = match self.judge.reply(after, self.turn) {
            None => Message::new("{player} has an answer"),
            Some(Reply { mv, value: None }) => {
                let refusal = match self.goal {
                    PuzzleGoal::Block { .. } => {
                        Message::new("{player} answers {reply} and cannot be blocked in time")
                    }
                    _ => Message::new("{player} answers {reply} and cannot be beaten in time"),
                };
                refusal.with("reply", mv)
            }
            Some(Reply { mv, value: Some(Wdl::Loss) }) => {
                Message::new("{player} answers {reply} and wins").with("reply", mv)
            }
            Some(Reply { mv, value: Some(_) }) => {
                Message::new("{player} answers {reply} and does not lose").with("reply", mv)
            }
        };
        refusal.seat("player", opponent)
    }
}

/// Describes the end of a game.
fn ending<G: Game>(outcome: Outcome) -> Message {
    let refusal = match outcome.winner() {
        Some(winner) => Message::new("that ends the game: {player} wins ({reason})")
            .seat("player", G::INFO.seats[winner.index()].name),
        None => Message::new("that ends the game: a draw ({reason})"),
    };
    refusal.reason("reason", outcome.reason)
}

impl<G: Game> PuzzleBoard for TypedPuzzle<G> {
    fn session(&self) -> &dyn Session {
        &self.session
    }

    fn attempt(&mut self, text: &str) -> Result<Verdict, MoveError> {
        let mv = self.session.parse_move(text)?;
        if self.solved {
            return Err(MoveError::Over { text: mv.to_string() });
        }
        let after = self.session.current().after(mv);
        if !self.judge.keeps(&after, self.turn) {
            return Ok(Verdict::Wrong { why: self.why_wrong(&after) });
        }
        self.play(mv);
        if self.solved {
            return Ok(Verdict::Solved);
        }
        let reply = self.judge.reply(self.session.current(), self.turn).map(|reply| reply.mv);
        if let Some(reply) = reply {
            self.play(reply);
        }
        self.turn = self.turn.saturating_add(1);
        if self.solved {
            return Ok(Verdict::Solved);
        }
        Ok(Verdict::Right { reply: reply.map(|reply| reply.to_string()) })
    }

    fn is_solved(&self) -> bool {
        self.solved
    }

    fn solution(&mut self) -> Vec<String> {
        if self.solved {
            return Vec::new();
        }
        let moves = self.judge.right_moves(self.session.current(), self.turn);
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn replay(&mut self, moves: &[String]) -> Result<(), MoveError> {
        for text in moves {
            let mv = self.session.parse_move(text)?;
            self.turn = self.turn.saturating_add(u8::from(self.session.current().to_move() == self.solver));
            self.play(mv);
        }
        Ok(())
    }

    fn reset(&mut self) {
        while self.session.undo().is_some() {}
        self.turn = 1;
        self.solved = false;
    }
}
