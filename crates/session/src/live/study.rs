//! The position of a game in play with its history, to be searched apart from it.

use cairn_rules::{Game, GameSpec, Position};
use cairn_search::Limits;

use super::Live;
use crate::certificate::{Certificate, CertificateError, Watch};
use crate::study::{Analysis, Analyst, Study};
use crate::truth::{Asked, Line, Proof, Prover, Question, SolverReport};

/// What a search has to know of a game in play.
pub(super) struct Moment<G: Game> {
    spec: GameSpec<G>,
    position: G::Position,
    /// The positions before it, oldest first.
    history: Vec<G::Position>,
    over: bool,
}

impl<G: Game> Live<G> {
    /// The moment that the game has come to.
    pub(super) fn moment(&self) -> Moment<G> {
        let mut history: Vec<G::Position> =
            std::iter::once(self.start).chain(self.plies.iter().map(|ply| ply.after)).collect();
        history.pop();
        Moment { spec: self.spec, position: *self.current(), history, over: self.is_over() }
    }
}

impl<G: Game> Moment<G> {
    fn asked(&self) -> Asked<'_, G::Position> {
        Asked { position: &self.position, history: &self.history }
    }
}

impl<G: Game> Study for Moment<G> {
    fn search(&self, analyst: &mut Analyst, limits: &Limits, hear: &mut dyn FnMut(&Analysis)) -> Analysis {
        if self.over {
            return Analysis::default();
        }
        analyst.with_engine(&self.spec.to_string(), |engine| {
            engine.search(&self.position, &self.history, limits, &mut |report| hear(&report.into()))
        })
    }

    fn choose(&self, analyst: &mut Analyst, among: &[String], limits: &Limits) -> Analysis {
        if self.over {
            return Analysis::default();
        }
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves.retain(|mv| among.contains(&mv.to_string()));
        analyst.with_engine(&self.spec.to_string(), |engine| {
            engine.choose(&self.position, &self.history, &moves, limits)
        })
    }

    fn prove(
        &self,
        prover: &mut Prover,
        question: Question,
        limits: &Limits,
        hear: &mut dyn FnMut(&SolverReport),
    ) -> Option<Proof> {
        prover.at_desk(&self.spec, |desk| desk.prove(self.asked(), question, limits, hear))
    }

    fn follow(&self, prover: &mut Prover, limits: &Limits) -> Line {
        prover.at_desk(&self.spec, |desk| desk.follow(self.asked(), limits))
    }

    fn certify(
        &self,
        prover: &mut Prover,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Certificate, CertificateError> {
        let (value, claims) =
            prover.at_desk(&self.spec, |desk| desk.certify(&self.position, limits, watch))?;
        Ok(Certificate { spec: self.spec.to_string(), position: self.position.to_string(), value, claims })
    }

    fn count_moves(&self) -> u64 {
        if self.over { 0 } else { self.position.count_moves() }
    }
}
