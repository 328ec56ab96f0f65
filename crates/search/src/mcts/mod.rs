//! Monte Carlo tree search (UCT) with proven outcomes, for any number of players: each maximizes
//! their own payoff.
//!
//! Static evaluations serve as priors, random playouts refine them, and the search never samples proven outcomes again
//! (as in MCTS-Solver). `tree` contains the four steps of the search; `node` the stored data; `playout` the random
//! games.

mod node;
mod playout;
mod tree;

use cairn_rules::Evaluate;

use crate::limits::SearchControl;
use crate::{Limits, Report, Settings};
use tree::Tree;

/// Playouts between two checks of the limits.
const CHECK_INTERVAL: u64 = 8;
/// The number of playouts before the first report; further reports follow at every doubling.
const FIRST_REPORT: u64 = 1_024;
/// Playouts of a search without limits.
const DEFAULT_PLAYOUTS: u64 = 100_000;
/// The maximum number of playouts of a search, limited by the counters of nodes.
const MAX_PLAYOUTS: u64 = u32::MAX as u64 - 1;

/// Searches a position whose game is not over.
pub(crate) fn search<P: Evaluate>(
    root: &P,
    history: &[P],
    settings: &Settings,
    limits: &Limits,
    report: &mut dyn FnMut(&Report<P>),
) -> Report<P> {
    let control = SearchControl::start(limits);
    let mut tree = Tree::new(root, history, settings, limits.depth);
    let endless = limits.nodes.is_none() && limits.time.is_none() && limits.stop.is_none();
    let max_playouts =
        limits.nodes.unwrap_or(if endless { DEFAULT_PLAYOUTS } else { u64::MAX }).min(MAX_PLAYOUTS);
    let only_move = limits.needs_no_thought(tree.root_moves());
    let mut playouts = 0;
    let mut next_report = FIRST_REPORT;
    while playouts < max_playouts && !tree.is_proven() {
        if playouts.is_multiple_of(CHECK_INTERVAL) && control.should_stop() || only_move && playouts > 0 {
            break;
        }
        tree.run_playout();
        playouts += 1;
        if playouts == next_report {
            next_report *= 2;
            report(&tree.report(playouts, control.elapsed()));
        }
    }
    let last = tree.report(playouts, control.elapsed());
    report(&last);
    last
}
