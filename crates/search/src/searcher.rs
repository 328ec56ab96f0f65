//! The searcher: settings and tables that persist between searches.

use cairn_rules::Solvable;
use web_time::Instant;

use crate::alpha_beta::Root;
use crate::root_solver::RootSolver;
use crate::transposition::TranspositionTable;
use crate::{Limits, Method, OutOfMemory, Report, ReportFlow, Settings, alpha_beta, mcts};

/// Searches positions of one game and keeps its transposition table between searches.
pub struct Searcher<P> {
    settings: Settings,
    table: TranspositionTable,
    /// Created on first use.
    root_solver: Option<RootSolver<P>>,
}

impl<P: Solvable> Searcher<P> {
    /// Creates a searcher with empty tables.
    pub fn new(settings: Settings) -> Result<Self, OutOfMemory> {
        let table = TranspositionTable::new(table_mib(&settings))?;
        Ok(Self { settings, table, root_solver: None })
    }

    /// Returns the current settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. A different table size clears the tables; if its allocation fails, nothing changes.
    pub fn configure(&mut self, settings: Settings) -> Result<(), OutOfMemory> {
        if table_mib(&settings) != table_mib(&self.settings) {
            self.table = TranspositionTable::new(table_mib(&settings))?;
            self.root_solver = None;
        }
        if settings.threads != self.settings.threads {
            self.root_solver = None;
        }
        self.settings = settings;
        Ok(())
    }

    /// Clears the tables. Call it before a new game, and always before a game with other options.
    pub fn clear(&mut self) {
        self.table.clear();
        if let Some(solver) = &mut self.root_solver {
            solver.clear();
        }
    }

    /// Searches a position until a limit is reached. `history` holds the earlier positions of the
    /// game, oldest first; `on_report` is called after every iteration and can end the search.
    ///
    /// The final report has a best move unless the game is over, however tight the limits.
    pub fn search<F: ReportFlow>(
        &mut self,
        position: &P,
        history: &[P],
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<P>) -> F,
    ) -> Report<P> {
        if position.outcome().is_some() {
            return Report::game_over();
        }
        let root = Root::new(position, history);
        limits.run_until_break(on_report, |limits, report| match self.settings.method {
            Method::AlphaBeta if RootSolver::applies(position, &self.settings, limits) => {
                self.solve_and_search(&root, history, limits, report)
            }
            Method::AlphaBeta => self.alpha_beta(&root, limits, report),
            Method::MonteCarlo => mcts::search(position, history, &self.settings, limits, report),
        })
    }

    /// Searches only these legal moves (UCI's `searchmoves`), by alpha-beta alone. There must be at
    /// least one.
    pub fn search_moves(
        &mut self,
        position: &P,
        history: &[P],
        moves: &[P::Move],
        limits: &Limits,
    ) -> Report<P> {
        if position.outcome().is_some() {
            return Report::game_over();
        }
        let root = Root { search_moves: Some(moves), ..Root::new(position, history) };
        self.alpha_beta(&root, limits, &mut |_| ())
    }

    fn alpha_beta(
        &mut self,
        root: &Root<'_, P>,
        limits: &Limits,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        self.table.new_search();
        alpha_beta::search(root, &self.table, &self.settings, limits, report)
    }

    /// Runs alpha-beta, corrected by the solver's proofs about the root.
    fn solve_and_search(
        &mut self,
        root: &Root<'_, P>,
        history: &[P],
        limits: &Limits,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let start = Instant::now();
        let solver = self.root_solver.take().or_else(|| RootSolver::new(&self.settings));
        let Some(mut solver) = solver else { return self.alpha_beta(root, limits, report) };
        let proof = solver.solve(&root.position, history, limits);
        let mut last = self.alpha_beta(root, &proof.remaining(limits, self.settings.multi_pv), report);
        solver.apply(&root.position, history, limits, &proof, &mut last);
        self.root_solver = Some(solver);
        last.time = start.elapsed();
        last
    }
}

/// Returns the table size; Monte Carlo tree search grows a tree and needs no table.
fn table_mib(settings: &Settings) -> usize {
    if settings.method == Method::AlphaBeta { settings.hash_mib } else { 0 }
}
