//! Monte Carlo tree search: games are played out at random, more of them where they go well.
//!
//! Evaluations say where to begin, random games where to go on, and what is proven to be won, lost
//! or drawn is never guessed at again. Any number of players: each looks after themselves.

mod node;
mod playout;
mod proof;
mod tree;

use cairn_rules::Evaluate;

use crate::clock::Clock;
use crate::{Limits, Report, Settings};
use tree::Tree;

/// Games between two looks at the clock.
const INTERVAL: u64 = 8;
/// Games before the first report; there is one for every doubling.
const FIRST_REPORT: u64 = 1_024;
/// Games of a search that nothing else would end.
const UNLIMITED: u64 = 100_000;

/// Searches a position in which the game goes on.
pub(crate) fn search<P: Evaluate>(
    root: &P,
    history: &[P],
    settings: &Settings,
    limits: &Limits,
    report: &mut dyn FnMut(&Report<P>),
) -> Report<P> {
    let clock = Clock::start(limits);
    let mut tree = Tree::new(root, history, settings, limits.depth);
    let endless = limits.nodes.is_none() && limits.time.is_none() && limits.stop.is_none();
    let most = limits.nodes.unwrap_or(if endless { UNLIMITED } else { u64::MAX });
    let only_move = tree.has_only_move() && limits.is_for_playing();
    let mut games = 0;
    let mut next_report = FIRST_REPORT;
    while games < most && !tree.is_proven() {
        if games.is_multiple_of(INTERVAL) && clock.is_over() || only_move && games > 0 {
            break;
        }
        tree.play();
        games += 1;
        if games == next_report {
            next_report *= 2;
            report(&tree.report(games, clock.elapsed()));
        }
    }
    let last = tree.report(games, clock.elapsed());
    report(&last);
    last
}
