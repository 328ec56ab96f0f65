//! Analyses, which the caller runs in slices for as long as it likes; and reviews for people: the report of `cairn
//! review --json`, with words and the graph.

use std::time::Duration;

use cairn_coach::review::{Judgement, MoveReview, Review};
use cairn_draw::{Graph, svg};
use cairn_engine::{Analysis, Engine, EngineSettings, Limits, Settings, open_for};
use cairn_protocol::{
    AnalysisReport, AnalyzeRequest, JudgementCount, MoveWords, Problem, ReviewProgress, ReviewReport,
    ReviewView, SeatAccuracy,
};
use cairn_rules::{Player, Wdl};
use cairn_session::Session;
use cairn_texts::Texts;

use super::open_with_moves;

/// The maximum number of lines of a search.
const MAX_LINES: u8 = 5;
/// The time of a search if the request gives none, in seconds.
const DEFAULT_SECONDS: f64 = 5.0;

/// A search on request.
pub struct AnalysisJob {
    session: Box<dyn Session>,
    engine: Option<Box<dyn Engine>>,
    lines: usize,
    time: Duration,
    /// The depth of the last report.
    depth: u32,
    best: Analysis,
}

impl AnalysisJob {
    /// Checks a request, whose search may take `max_time`.
    pub fn new(request: &AnalyzeRequest, max_time: Duration, texts: Texts) -> Result<Self, Problem> {
        let moves = request.moves.as_deref().unwrap_or_default();
        let session = open_with_moves(&request.game, request.position.as_deref(), moves, texts)?;
        let lines = request.lines.unwrap_or(1);
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(Problem::unprocessable(texts.text("web.problem.lines")));
        }
        let max_seconds = max_time.as_secs_f64();
        let seconds = request.seconds.unwrap_or_else(|| DEFAULT_SECONDS.min(max_seconds));
        if !(seconds > 0.0 && seconds <= max_seconds) {
            return Err(Problem::unprocessable(texts.format("web.problem.seconds", &[("n", &max_seconds)])));
        }
        Ok(Self {
            session,
            engine: None,
            lines: lines.into(),
            time: Duration::from_secs_f64(seconds),
            depth: 0,
            best: Analysis::default(),
        })
    }

    /// Returns how long the client wants to search.
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// Returns whether further search would change nothing.
    pub fn is_done(&self) -> bool {
        self.session.outcome().is_some() || self.best.is_conclusive
    }

    /// Returns whether the search has allocated its tables.
    pub const fn has_tables(&self) -> bool {
        self.engine.is_some()
    }

    /// Searches within limits and reports every new depth. The first search allocates tables of `hash_mib`.
    pub fn search(
        &mut self,
        limits: &Limits,
        hash_mib: usize,
        on_report: &mut dyn FnMut(&AnalysisReport),
    ) -> Result<(), String> {
        let (session, lines) = (&*self.session, self.lines);
        let settings = || {
            EngineSettings::advice(Settings { threads: 1, multi_pv: lines, hash_mib, ..Settings::default() })
        };
        let engine = open_for(&mut self.engine, session, settings).map_err(|error| error.to_string())?;
        let depth = &mut self.depth;
        let found = engine.analyze(session, limits, &mut |analysis| {
            if analysis.depth > *depth {
                *depth = analysis.depth;
                on_report(&AnalysisReport::new(session, analysis, false));
            }
        });
        let mut found = found.map_err(|error| error.to_string())?;
        if found.is_conclusive || found.depth >= self.best.depth {
            found.nodes += self.best.nodes;
            found.time += self.best.time;
            self.best = found;
        }
        Ok(())
    }

    /// Returns the last report.
    pub fn final_report(&self) -> AnalysisReport {
        AnalysisReport::new(&*self.session, &self.best, true)
    }
}

/// Reports the progress of a review.
pub fn review_progress(review: &Review, texts: Texts) -> ReviewProgress {
    let (done, plies) = (review.moves().len(), review.plies());
    let said = texts.format("review.running", &[("n", &done), ("plies", &plies)]);
    ReviewProgress { r#final: false, done, plies, said }
}

/// Reports a finished review, with the graph, the accuracy of each seat and words about each move.
pub fn review_report(review: &Review, session: &dyn Session, texts: Texts) -> ReviewView {
    let curves = review.curves().into_iter().map(|curve| (curve.player, curve.points));
    let graph = Graph::new(&session.board().scene(), texts, review.plies(), curves, review.turning_points());
    let count = |player: Player, judgement: Judgement| JudgementCount {
        judgement: judgement.name().to_owned(),
        name: texts.message(&judgement.message()),
        n: review.moves().filter(|judged| judged.player == player && judged.judgement == judgement).count(),
    };
    let seat = |(player, accuracy): (Player, Option<f64>)| SeatAccuracy {
        name: texts.seat(session.info().seat(player).name).to_owned(),
        accuracy: accuracy.map(f64::round),
        counts: Judgement::ALL.map(|judgement| count(player, judgement)).to_vec(),
    };
    ReviewView {
        report: ReviewReport::new(review, session),
        r#final: true,
        graph: svg::page_graph(&graph, texts),
        seats: Player::seats(session.seats()).zip(review.accuracy()).map(seat).collect(),
        words: review.moves().map(|judged| words(judged, session, texts)).collect(),
    }
}

fn words(judged: &MoveReview, session: &dyn Session, texts: Texts) -> MoveWords {
    let player = texts.seat(session.info().seat(judged.player).name);
    let fact = |value| match value {
        Wdl::Win => texts.format("review.fact_win", &[("player", &player)]),
        Wdl::Draw => texts.text("review.fact_draw").to_owned(),
        Wdl::Loss => texts.format("review.fact_loss", &[("player", &player)]),
    };
    MoveWords {
        fact: judged.after.exact().map(fact),
        chance: texts.message(&judged.after.message()),
        verdict: texts.message(&judged.verdict()),
        reasons: judged.reasons().iter().map(|reason| texts.message(reason)).collect(),
    }
}
