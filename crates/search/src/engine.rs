//! The engine: settings and memory that outlive a single search.

use std::time::Instant;

use cairn_rules::Solvable;

use crate::alpha_beta::Root;
use crate::proof::Prover;
use crate::table::Table;
use crate::{Limits, Method, Report, Settings, alpha_beta, mcts};

/// Searches positions of one game, and remembers what it has seen.
pub struct Engine<P> {
    settings: Settings,
    table: Table,
    /// Made when it is first asked.
    prover: Option<Prover<P>>,
}

impl<P: Solvable> Engine<P> {
    /// An engine with these settings and an empty memory.
    pub fn new(settings: Settings) -> Self {
        let table = Table::new(table_size(&settings));
        Self { settings, table, prover: None }
    }

    /// How it searches.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how it searches. Another size of the memory empties it.
    pub fn configure(&mut self, settings: Settings) {
        if table_size(&settings) != table_size(&self.settings) {
            self.table = Table::new(table_size(&settings));
            self.prover = None;
        }
        self.settings = settings;
    }

    /// Forgets what it has seen, as before a new game, and always before a game with other options.
    pub fn forget(&mut self) {
        self.table.clear();
        if let Some(prover) = &mut self.prover {
            prover.forget();
        }
    }

    /// Searches a position until a limit is reached. `history` holds the positions of the game
    /// before it, oldest first; `report` hears of everything new that was found.
    ///
    /// The answer has a move unless the game is over, however tight the limits.
    pub fn search(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        if position.outcome().is_some() {
            return Report::nothing();
        }
        match self.settings.method {
            Method::AlphaBeta if Prover::is_asked(position, &self.settings, limits) => {
                self.prove_and_search(position, history, limits, report)
            }
            Method::AlphaBeta => self.look(&Root::new(position, history), limits, report),
            Method::MonteCarlo => mcts::search(position, history, &self.settings, limits, report),
        }
    }

    /// The best of some of the legal moves, by alpha-beta alone. There must be at least one.
    pub fn choose(&mut self, position: &P, history: &[P], among: &[P::Move], limits: &Limits) -> Report<P> {
        if position.outcome().is_some() {
            return Report::nothing();
        }
        let root = Root { among: Some(among), ..Root::new(position, history) };
        self.look(&root, limits, &mut |_| ())
    }

    /// Alpha-beta with what it remembers.
    fn look(&mut self, root: &Root<'_, P>, limits: &Limits, report: &mut dyn FnMut(&Report<P>)) -> Report<P> {
        self.table.age();
        alpha_beta::search(root, &self.table, &self.settings, limits, report)
    }

    /// Alpha-beta, corrected by what a solver knows.
    fn prove_and_search(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let start = Instant::now();
        let mut prover = self.prover.take().unwrap_or_else(|| Prover::new(&self.settings));
        let proof = prover.prove(position, limits);
        let mut found = self.look(&Root::new(position, history), &proof.rest(limits), report);
        prover.correct(position, limits, &proof, &mut found);
        self.prover = Some(prover);
        found.time = start.elapsed();
        found
    }
}

/// Monte Carlo grows a tree instead of a table.
fn table_size(settings: &Settings) -> usize {
    if settings.method == Method::AlphaBeta { settings.megabytes } else { 0 }
}
