//! The work of a prover with a game's types: the solver, and what the books say.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use cairn_rules::{Position, Solvable};
use cairn_search::Limits;
use cairn_search::solver::{Solved, Solver, SolverReport, SolverSettings, Wdl, WdlBounds};

use super::book::Known;
use super::{Finding, Line, Proof, ProvenMove, Question};
use crate::certificate::{self, CertificateError, Claim, Watch};

/// A solver of one game, and what the books say of that game.
pub(crate) struct Desk<P: Position> {
    solver: Solver<P>,
    known: Arc<Known<P>>,
}

/// A position in its game.
#[derive(Copy, Clone)]
pub(crate) struct Asked<'a, P> {
    pub(crate) position: &'a P,
    /// The positions before it, oldest first.
    pub(crate) history: &'a [P],
}

impl<P: Position> Asked<'_, P> {
    /// Whether the game has come back to a position: then values may be others than in books.
    fn has_returned(&self) -> bool {
        let mut seen = HashSet::new();
        !self.history.iter().filter_map(Position::repetition_state).all(|position| seen.insert(position))
    }
}

impl<P: Solvable> Desk<P> {
    /// A desk for a game of which so much is known.
    pub(crate) fn new(settings: SolverSettings, known: Known<P>) -> Self {
        let mut desk = Self { solver: Solver::new(settings), known: Arc::new(known) };
        desk.consult();
        desk
    }

    /// Forgets what was proven, and not what books say.
    pub(crate) fn forget(&mut self) {
        self.solver.forget();
        self.consult();
    }

    /// Lets the solver look into the books. Where positions come back it may not: a value may be
    /// another one after a game that has seen positions twice.
    fn consult(&mut self) {
        if self.known.never_return() {
            let known = Arc::clone(&self.known);
            self.solver.consult(Box::new(move |position| known.get(position)));
        }
    }

    /// Answers a question; `None` if more than two play.
    pub(crate) fn prove(
        &mut self,
        asked: Asked<'_, P>,
        question: Question,
        limits: &Limits,
        hear: &mut dyn FnMut(&SolverReport),
    ) -> Option<Proof> {
        let mut proof = match question {
            Question::Value => {
                let (solved, from_book) = self.solve(asked, limits, hear)?;
                Proof {
                    bounds: solved.bounds,
                    best: solved.best.map(|mv| mv.to_string()),
                    moves: Vec::new(),
                    nodes: solved.nodes,
                    time: solved.time,
                    permille: solved.permille,
                    from_book,
                    findings: Vec::new(),
                }
            }
            Question::Moves => self.prove_moves(asked, limits, hear)?,
        };
        proof.findings.extend(Finding::of(asked.position, proof.bounds));
        if asked.has_returned() {
            proof.findings.clear();
        }
        Some(proof)
    }

    /// Moves of both sides that hold the value of a position, to the end of the game or to the
    /// first position that comes back.
    pub(crate) fn follow(&mut self, asked: Asked<'_, P>, limits: &Limits) -> Line {
        let mut line = Line::default();
        let mut position = *asked.position;
        let mut history = asked.history.to_vec();
        let mut left = limits.clone();
        let mut seen = HashSet::new();
        while position.repetition_state().is_none_or(|position| seen.insert(position)) {
            let here = Asked { position: &position, history: &history };
            let Some((solved, _)) = self.solve(here, &left, &mut |_| ()) else { break };
            let (Some(_), Some(best)) = (solved.bounds.value(), solved.best) else { break };
            left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(solved.nodes));
            left.time = left.time.map(|time| time.saturating_sub(solved.time));
            line.moves.push(best.to_string());
            line.findings.extend(Finding::of(&position, solved.bounds).filter(|_| !here.has_returned()));
            history.push(position);
            position = position.after(best);
        }
        line
    }

    /// The value of a position of a game that must end, and the claims that prove it.
    pub(crate) fn certify(
        &mut self,
        position: &P,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<(Wdl, Vec<Claim>), CertificateError> {
        if position.seats() != 2 || position.plies_left().is_none() {
            return Err(CertificateError::Endless);
        }
        let solved = self.solver.solve(position, &[], limits, &mut |_| ());
        let value = solved.and_then(|solved| solved.bounds.value()).ok_or(CertificateError::Unknown)?;
        let limits = Limits { stop: limits.stop.clone(), ..Limits::default() };
        let threads = self.solver.settings().threads;
        let mut replier = |position: &P| {
            let solved = self.solver.solve(position, &[], &limits, &mut |_| ())?;
            solved.bounds.value().and(solved.best)
        };
        Ok((value, certificate::make(position, value, &mut replier, threads, watch)?))
    }

    /// The value of a position, a move that holds it, and whether a book gave them.
    fn solve(
        &mut self,
        asked: Asked<'_, P>,
        limits: &Limits,
        hear: &mut dyn FnMut(&SolverReport),
    ) -> Option<(Solved<P>, bool)> {
        if let Some(solved) = self.look_up(asked) {
            return Some((solved, true));
        }
        Some((self.solver.solve(asked.position, asked.history, limits, hear)?, false))
    }

    /// What the books say of a position, if they name a move too.
    fn look_up(&self, asked: Asked<'_, P>) -> Option<Solved<P>> {
        let (value, best) = self.known.reply(asked.position).filter(|_| !asked.has_returned())?;
        let (bounds, best) = (WdlBounds::exactly(value), Some(best));
        Some(Solved { bounds, best, nodes: 0, time: Duration::ZERO, permille: 0 })
    }

    fn prove_moves(
        &mut self,
        asked: Asked<'_, P>,
        limits: &Limits,
        hear: &mut dyn FnMut(&SolverReport),
    ) -> Option<Proof> {
        let mut legal = Vec::new();
        asked.position.legal_moves(&mut legal);
        let returned = asked.has_returned();
        let look_up = |mv: P::Move| {
            let known = self.known.get(&asked.position.after(mv)).filter(|_| !returned);
            known.map_or(WdlBounds::OPEN, |value| WdlBounds::exactly(value.for_opponent()))
        };
        let mut bounds: Vec<WdlBounds> = legal.iter().map(|&mv| look_up(mv)).collect();
        let from_book = !legal.is_empty() && bounds.iter().all(|bounds| bounds.value().is_some());
        let (mut nodes, mut time, mut permille) = (0, Duration::ZERO, 0);
        if !from_book {
            let solved = self.solver.solve_moves(asked.position, asked.history, limits, hear)?;
            for (known, solved) in bounds.iter_mut().zip(solved.moves) {
                *known = known.and(solved.bounds);
            }
            (nodes, time, permille) = (solved.nodes, solved.time, solved.permille);
        }
        let after = |(&mv, bounds): (&P::Move, &WdlBounds)| {
            Finding::of(&asked.position.after(mv), bounds.for_opponent())
        };
        let findings = legal.iter().zip(&bounds).filter_map(after).collect();
        let (all, best) = best_of(&legal, &bounds);
        let to_text = |(mv, &bounds): (&P::Move, &WdlBounds)| ProvenMove { mv: mv.to_string(), bounds };
        let mut moves: Vec<ProvenMove> = legal.iter().zip(&bounds).map(to_text).collect();
        moves.sort_unstable_by(|a, b| a.mv.cmp(&b.mv));
        let best = best.map(|mv| mv.to_string());
        Some(Proof { bounds: all, best, moves, nodes, time, permille, from_book, findings })
    }
}

/// What moves together are worth to the player who chooses among them, and a move that is worth
/// the lower bound.
fn best_of<M: Copy>(moves: &[M], bounds: &[WdlBounds]) -> (WdlBounds, Option<M>) {
    let mut all = WdlBounds::exactly(Wdl::Loss);
    let mut best = None;
    for (&mv, bounds) in moves.iter().zip(bounds) {
        if bounds.low > all.low || best.is_none() {
            best = Some(mv);
        }
        all = WdlBounds { low: all.low.max(bounds.low), high: all.high.max(bounds.high) };
    }
    (all, best.filter(|_| all.low > Wdl::Loss || all.value().is_some()))
}
