//! Retrograde analysis: small endgames in which positions can repeat are enumerated and solved from
//! their terminal positions backwards.
//!
//! The analysis ignores plies since progress, as if the game could continue forever. A player who cannot force a win
//! then cannot do so under a quiet-move limit either, nor when positions are drawn because they have occurred twice:
//! both rules only add draws. So a draw is a draw. A win holds if it comes before the quiet-move limit, and if the
//! game's history makes no position a draw.

use std::collections::HashMap;

use cairn_rules::{Outcome, Player, Solvable, Wdl, WdlBounds};

use crate::limits::SearchControl;

/// The maximum size of an endgame.
const MAX_POSITIONS: usize = 200_000;
/// The fraction (one part in this many) of the node limit for enumeration.
const NODE_SHARE: u64 = 8;
/// The number of positions between two checks of the limits.
const CHECK_INTERVAL: usize = 256;

/// The values of all positions that can be reached from one, by key; `None` is a draw.
pub(super) struct RetrogradeTable(HashMap<u64, Option<ForcedWin>>);

/// A forced win and its distance.
#[derive(Copy, Clone)]
struct ForcedWin {
    winner: Player,
    plies: u16,
}

/// The graph of all reachable positions.
struct ReachableGraph<P> {
    positions: Vec<P>,
    indices: HashMap<u64, usize>,
    successors: Vec<Vec<usize>>,
}

impl<P: Solvable> ReachableGraph<P> {
    /// Returns the index of a position, and adds it if it is new.
    fn index_of(&mut self, position: P) -> usize {
        *self.indices.entry(position.key()).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    /// Enumerates all reachable positions; `None` if there are more than `max`. Also returns the number of generated
    /// positions.
    fn enumerate(root: &P, max: usize, control: &SearchControl<'_>) -> (Option<Self>, u64) {
        let mut graph = Self { positions: Vec::new(), indices: HashMap::new(), successors: Vec::new() };
        graph.index_of(root.without_quiet_count());
        let mut moves = Vec::new();
        while let Some(&position) = graph.positions.get(graph.successors.len()) {
            let count = graph.positions.len();
            if count > max || (graph.successors.len().is_multiple_of(CHECK_INTERVAL) && control.should_stop())
            {
                return (None, count as u64);
            }
            moves.clear();
            if position.outcome().is_none() {
                position.legal_moves(&mut moves);
            }
            let successors =
                moves.iter().map(|&mv| graph.index_of(position.after(mv).without_quiet_count())).collect();
            graph.successors.push(successors);
        }
        let count = graph.positions.len() as u64;
        (Some(graph), count)
    }

    /// Finds all forced wins backwards from the terminal positions, the shortest first.
    fn forced_wins(&self) -> Vec<Option<ForcedWin>> {
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); self.positions.len()];
        for (index, successors) in self.successors.iter().enumerate() {
            for &successor in successors {
                predecessors[successor].push(index);
            }
        }
        let mut wins: Vec<Option<ForcedWin>> = vec![None; self.positions.len()];
        let mut queue = Vec::new();
        for (index, position) in self.positions.iter().enumerate() {
            if let Some(winner) = position.outcome().and_then(Outcome::winner) {
                wins[index] = Some(ForcedWin { winner, plies: 0 });
                queue.push(index);
            }
        }
        // The number of moves of each position that are not known to lose.
        let mut escapes: Vec<usize> = self.successors.iter().map(Vec::len).collect();
        let mut done = 0;
        while let Some(&index) = queue.get(done) {
            done += 1;
            let Some(ForcedWin { winner, plies }) = wins[index] else { continue };
            for &before in &predecessors[index] {
                escapes[before] -= 1;
                let is_winner = self.positions[before].to_move() == winner;
                if wins[before].is_none() && (is_winner || escapes[before] == 0) {
                    wins[before] = Some(ForcedWin { winner, plies: plies.saturating_add(1) });
                    queue.push(before);
                }
            }
        }
        wins
    }
}

impl RetrogradeTable {
    /// Solves all positions that are reachable from a position, if they are few; also returns the number of generated
    /// positions.
    pub(super) fn build<P: Solvable>(root: &P, control: &SearchControl<'_>) -> (Option<Self>, u64) {
        let max = (control.node_limit() / NODE_SHARE).min(MAX_POSITIONS as u64) as usize;
        let (graph, count) = ReachableGraph::enumerate(root, max, control);
        let table = graph.map(|graph| {
            let mut wins = graph.forced_wins();
            Self(graph.indices.iter().map(|(&key, &index)| (key, wins[index].take())).collect())
        });
        (table, count)
    }

    /// Returns bounds on the value of a position; `history_draws` tells whether the game's history makes positions
    /// drawn.
    pub(super) fn bounds<P: Solvable>(&self, position: &P, history_draws: bool) -> Option<WdlBounds> {
        let Some(win) = self.0.get(&position.key())? else { return Some(WdlBounds::exactly(Wdl::Draw)) };
        let in_time = !history_draws && position.quiet_plies_left().is_none_or(|left| left > win.plies);
        let won =
            if in_time { WdlBounds::exactly(Wdl::Win) } else { WdlBounds { low: Wdl::Draw, high: Wdl::Win } };
        Some(if win.winner == position.to_move() { won } else { won.for_opponent() })
    }

    /// Returns the move to the shortest win, to a draw, or to the longest loss.
    pub(super) fn best_move<P: Solvable>(&self, position: &P) -> Option<P::Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().max_by_key(|&mv| match self.0.get(&position.after(mv).key()) {
            Some(Some(win)) if win.winner == position.to_move() => (2, -i32::from(win.plies)),
            Some(Some(win)) => (0, i32::from(win.plies)),
            Some(None) | None => (1, 0),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cairn_rules::games::{Visitor, with_game};
    use cairn_rules::{Game, GameSpec, Position};

    use super::*;
    use crate::Limits;
    use crate::solver::{Solver, SolverSettings};

    /// Compares the table, which ignores plies since progress, with a search that does not.
    struct Compare(&'static str);

    impl Visitor for Compare {
        type Output = ();

        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let root = G::read_position(&spec.options, self.0).unwrap();
            let mut solver = Solver::new(SolverSettings { threads: 1, hash_mib: 1 }).unwrap();
            let (table, _) = RetrogradeTable::build(&root, &SearchControl::start(&Limits::default()));
            let table = table.unwrap();
            let mut found = vec![root];
            let mut seen = HashSet::new();
            let mut exact = [0; 3];
            while let Some(position) = found.pop().filter(|_| seen.len() < 3_000) {
                if position.outcome().is_some() || !seen.insert(position) {
                    continue;
                }
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                found.extend(moves.iter().map(|&mv| position.after(mv)));
                let value = solver.solve(&position, &[], &Limits::default(), &mut |_| ());
                let value = value.and_then(|solved| solved.bounds.value()).unwrap();
                let bounds = table.bounds(&position, false).unwrap();
                assert!(bounds.low <= value && value <= bounds.high, "{spec} {position}: {value}, {bounds}");
                exact[value as usize] += usize::from(bounds.value().is_some());
                let after_draws = table.bounds(&position, true).unwrap();
                assert!(after_draws.low <= bounds.low && bounds.high <= after_draws.high);
                assert!(after_draws.value().is_none_or(|value| value == Wdl::Draw));
            }
            assert!(exact[1] > 0 && exact[2] > 0, "{spec}: {exact:?}");
        }
    }

    #[test]
    fn bounds_hold_under_a_quiet_move_limit() {
        for (spec, position) in [
            ("stac:quiet=7", "W,1,d,1,B/5/d,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
            ("stac:quiet=7,towers=stop", "W,W,W,d,1/5/d,1,s,1,d/5/B,B,B,2 w a3 e4 - 0"),
            ("stlts:pins=2,quiet=7", "12/12/12/12/12/5,w2.2,6/12/12/6,b2.1,5/12/12/12 w 0"),
        ] {
            with_game(spec, Compare(position)).unwrap();
        }
    }

    #[test]
    fn large_endgames_are_refused() {
        struct Refuse;
        impl Visitor for Refuse {
            type Output = ();
            fn visit<G: Game>(self, spec: GameSpec<G>) {
                let limits = Limits::nodes(8_000);
                let control = SearchControl::start(&limits);
                let (table, count) = RetrogradeTable::build(&G::start(&spec.options), &control);
                assert!(table.is_none() && (1_000..8_000).contains(&count), "{spec}: {count}");
            }
        }
        for spec in ["stac", "stlts"] {
            with_game(spec, Refuse).unwrap();
        }
    }
}
