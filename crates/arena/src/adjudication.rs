//! Ends games early: by the bots' own evaluations, or where the result is proven.

use std::fmt;
use std::str::FromStr;

use cairn_engine::bots::Evaluation;
use cairn_engine::{self as engine, Engine, EngineSettings, Limits, SolveGoal, SolverSettings};
use cairn_rules::{Message, Player, Wdl, excerpt};
use cairn_session::Session;
use thiserror::Error;

/// Size of the solver's table in MiB.
const SOLVER_MIB: usize = 16;

/// A bot resigns after this many consecutive moves with a score this bad by its own evaluation.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ResignRule {
    /// The number of consecutive moves.
    pub moves: u32,
    /// The loss in centipawns.
    pub score: i32,
}

/// A game is drawn after this many consecutive moves of both bots with scores near 0.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct DrawRule {
    /// The first move, counted from 1 for each player, at which the game can end.
    pub number: u32,
    /// The number of consecutive moves of each bot.
    pub moves: u32,
    /// The largest advantage in centipawns.
    pub score: i32,
}

/// Text that is not a rule of adjudication.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
pub struct RuleError {
    word: String,
    form: &'static str,
}

impl RuleError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("`{word}` is not of the form {form}").with("word", &self.word).with("form", self.form)
    }
}

/// Parses `name=number` for each of these names, in any order, separated by commas.
fn read_numbers<const N: usize>(text: &str, names: [&str; N]) -> Option<[u32; N]> {
    let mut numbers = [None; N];
    for part in text.split(',') {
        let (name, value) = part.split_once('=')?;
        let place = &mut numbers[names.iter().position(|known| *known == name)?];
        let number = value.parse::<u32>().ok().filter(|number| (1..=1_000_000).contains(number))?;
        if place.replace(number).is_some() {
            return None;
        }
    }
    numbers.iter().all(Option::is_some).then(|| numbers.map(Option::unwrap_or_default))
}

impl FromStr for ResignRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let [moves, score] = read_numbers(text, ["movecount", "score"])
            .ok_or_else(|| RuleError { word: excerpt(text), form: "movecount=3,score=500" })?;
        Ok(Self { moves, score: score as i32 })
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let [number, moves, score] = read_numbers(text, ["movenumber", "movecount", "score"])
            .ok_or_else(|| RuleError { word: excerpt(text), form: "movenumber=40,movecount=8,score=10" })?;
        Ok(Self { number, moves, score: score as i32 })
    }
}

/// The rules for ending games early; none by default.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// The rule for resignations.
    pub resign: Option<ResignRule>,
    /// The rule for draws.
    pub draw: Option<DrawRule>,
    /// Ends games whose result the opening book has, or the solver proves within this many nodes for each position.
    pub exact_nodes: Option<u64>,
}

impl Adjudication {
    /// Returns whether no game ends early.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }
}

/// Writes the rules for records.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resign =
            self.resign.map(|ResignRule { moves, score }| format!("resign movecount={moves},score={score}"));
        let draw = self.draw.map(|DrawRule { number, moves, score }| {
            format!("draw movenumber={number},movecount={moves},score={score}")
        });
        let exact = self.exact_nodes.map(|nodes| format!("exact {nodes}"));
        f.write_str(&[resign, draw, exact].into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

/// An early end of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Adjudicated {
    /// The rule, for records.
    pub(crate) rule: &'static str,
    /// The loser; `None` for a draw.
    pub(crate) loser: Option<Player>,
}

/// Applies the rules to one game.
#[derive(Debug)]
pub(crate) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The number of consecutive bad scores, by seat.
    bad: [u32; 4],
    /// The number of consecutive moves, of all players, with scores near 0.
    level: u32,
    solver: Option<Box<dyn Engine>>,
}

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(rules: &'a Adjudication) -> Self {
        Self { rules, bad: [0; 4], level: 0, solver: None }
    }

    /// Judges a running game after a move.
    pub(crate) fn judge(
        &mut self,
        session: &dyn Session,
        mover: Player,
        evaluation: Option<Evaluation>,
    ) -> Option<Adjudicated> {
        self.resignation(mover, evaluation)
            .or_else(|| self.draw(session, evaluation))
            .or_else(|| self.proven(session))
    }

    fn resignation(&mut self, mover: Player, evaluation: Option<Evaluation>) -> Option<Adjudicated> {
        let rule = self.rules.resign?;
        let bad = &mut self.bad[mover.index() & 3];
        let is_bad = evaluation.is_some_and(|evaluation| evaluation.score.rank() <= -rule.score);
        *bad = if is_bad { *bad + 1 } else { 0 };
        (*bad >= rule.moves).then_some(Adjudicated { rule: "resign", loser: Some(mover) })
    }

    fn draw(&mut self, session: &dyn Session, evaluation: Option<Evaluation>) -> Option<Adjudicated> {
        let rule = self.rules.draw?;
        let is_level = evaluation.is_some_and(|evaluation| evaluation.score.rank().abs() <= rule.score);
        self.level = if is_level { self.level + 1 } else { 0 };
        let seats = session.seats();
        let is_late = session.ply().div_ceil(seats) >= rule.number as usize;
        let is_long = self.level as usize >= rule.moves as usize * seats;
        (is_late && is_long).then_some(Adjudicated { rule: "draw", loser: None })
    }

    fn proven(&mut self, session: &dyn Session) -> Option<Adjudicated> {
        let limits = Limits::nodes(self.rules.exact_nodes?);
        let settings =
            || EngineSettings::solver(SolverSettings { threads: 1, hash_mib: SOLVER_MIB }).with_openings();
        let solver = engine::open_for(&mut self.solver, session, settings).ok()?;
        let solution = solver.solve(session, SolveGoal::Value, &limits, &mut |_| ()).ok()??;
        let mover = session.to_move();
        let loser = match solution.bounds.value()? {
            Wdl::Loss => Some(mover),
            Wdl::Draw => None,
            Wdl::Win => Some(Player::seats(session.seats()).find(|player| *player != mover)?),
        };
        Some(Adjudicated { rule: "exact", loser })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_engine::Score;
    use cairn_session::open;

    fn rated(score: Score) -> Evaluation {
        Evaluation { score, depth: 1 }
    }

    #[test]
    fn rules_are_read_and_nonsense_is_named() {
        assert_eq!("score=500,movecount=3".parse(), Ok(ResignRule { moves: 3, score: 500 }));
        let draw = DrawRule { number: 40, moves: 8, score: 10 };
        assert_eq!("movenumber=40,movecount=8,score=10".parse(), Ok(draw));
        for text in
            ["", "3,500", "movecount=3", "movecount=3,score=0", "score=1,score=1", "movecount=1,score=x"]
        {
            let error = text.parse::<ResignRule>().unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is not of the form movecount=3,score=500"));
        }
        assert!("movecount=8,score=10".parse::<DrawRule>().is_err());
        let all = Adjudication {
            resign: "movecount=3,score=500".parse().ok(),
            draw: Some(draw),
            exact_nodes: Some(9),
        };
        assert_eq!(
            all.to_string(),
            "resign movecount=3,score=500; draw movenumber=40,movecount=8,score=10; exact 9"
        );
        assert!(Adjudication::default().is_off() && !all.is_off());
    }

    #[test]
    fn a_bot_resigns_after_bad_scores_in_a_row_of_its_own() {
        let rules =
            Adjudication { resign: Some(ResignRule { moves: 2, score: 300 }), ..Adjudication::default() };
        let mut judge = Adjudicator::new(&rules);
        let session = open("staqs", None).unwrap();
        let mut after = |player, score| judge.judge(&*session, player, score).map(|end| end.loser);
        let (one, two) = (Player::FIRST, Player::SECOND);
        for (player, score, end) in [
            (one, Some(rated(Score::Centipawns(-300))), None),
            (two, Some(rated(Score::Centipawns(900))), None),
            (one, Some(rated(Score::Centipawns(-299))), None),
            (two, Some(rated(Score::LossIn(4))), None),
            (one, Some(rated(Score::Centipawns(-400))), None),
            (two, None, None),
            (two, Some(rated(Score::LossIn(2))), None),
            (one, Some(rated(Score::Centipawns(-400))), Some(Some(one))),
        ] {
            assert_eq!(after(player, score), end);
        }
    }

    #[test]
    fn a_game_is_drawn_after_level_scores_of_both() {
        let rules = Adjudication {
            draw: Some(DrawRule { number: 3, moves: 2, score: 10 }),
            ..Adjudication::default()
        };
        let mut judge = Adjudicator::new(&rules);
        let mut session = open("stac", None).unwrap();
        let mut ends = Vec::new();
        for score in [50, 0, -10, 10, 0, 3] {
            let (mover, mv) = (session.to_move(), session.legal_moves().swap_remove(0));
            session.play(&mv).unwrap();
            ends.push(judge.judge(&*session, mover, Some(rated(Score::Centipawns(score)))).is_some());
        }
        assert_eq!(ends, [false, false, false, false, true, true]);
    }

    #[test]
    fn a_proven_position_ends_the_game() {
        let rules = Adjudication { exact_nodes: Some(50_000), ..Adjudication::default() };
        let session = open("staqs:size=3", None).unwrap();
        let end = Adjudicator::new(&rules).judge(&*session, Player::SECOND, None).unwrap();
        assert_eq!((end.rule, end.loser), ("exact", Some(Player::SECOND)));
        let short = Adjudication { exact_nodes: Some(1), ..rules };
        let large = open("stac", None).unwrap();
        assert_eq!(Adjudicator::new(&short).judge(&*large, Player::SECOND, None), None);
    }
}
