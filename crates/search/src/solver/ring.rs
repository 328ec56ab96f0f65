//! Endings in which positions come back, solved from their ends backwards: where little can be
//! reached, all of it is listed.
//!
//! Quiet plies are left out, as if the game could go on for ever. Who cannot force a win then cannot
//! with a count of quiet plies either, nor with positions that count as drawn because the game has
//! seen them twice: both only make more draws. So a draw is a draw. A win is one if it comes before
//! quiet plies can end the game, and if no position counts as drawn.

use std::collections::HashMap;

use cairn_rules::{Outcome, Player, Solvable, Wdl, WdlBounds};

use crate::clock::Clock;

/// More positions than this are not listed.
const MOST: usize = 200_000;
/// Of the nodes that a solver may look at, one part in so many may be listed.
const SHARE: u64 = 8;
/// The clock is looked at after so many positions.
const INTERVAL: usize = 256;

/// Everything that can be reached from a position, by key, and what it comes to.
pub(super) struct Ring(HashMap<u64, Option<End>>);

/// A forced win.
#[derive(Copy, Clone)]
struct End {
    winner: Player,
    plies: u16,
}

/// A list of positions and where their moves lead, by their places in it.
struct List<P> {
    positions: Vec<P>,
    places: HashMap<u64, usize>,
    next: Vec<Vec<usize>>,
}

impl<P: Solvable> List<P> {
    /// The place of a position, at the end if it is new.
    fn place(&mut self, position: P) -> usize {
        *self.places.entry(position.key()).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    /// All that can be reached; `None` if that is more than `most`. Says how many it has seen too.
    fn of(root: &P, most: usize, clock: &Clock<'_>) -> (Option<Self>, u64) {
        let mut list = Self { positions: Vec::new(), places: HashMap::new(), next: Vec::new() };
        list.place(root.without_quiet_count());
        let mut moves = Vec::new();
        while let Some(&position) = list.positions.get(list.next.len()) {
            let seen = list.positions.len();
            if seen > most || (list.next.len().is_multiple_of(INTERVAL) && clock.is_over()) {
                return (None, seen as u64);
            }
            moves.clear();
            if position.outcome().is_none() {
                position.legal_moves(&mut moves);
            }
            let next = moves.iter().map(|&mv| list.place(position.after(mv).without_quiet_count())).collect();
            list.next.push(next);
        }
        let seen = list.positions.len() as u64;
        (Some(list), seen)
    }

    /// Finds all forced wins, those that are nearest first.
    fn ends(&self) -> Vec<Option<End>> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.positions.len()];
        for (place, next) in self.next.iter().enumerate() {
            for &next in next {
                before[next].push(place);
            }
        }
        let mut ends: Vec<Option<End>> = vec![None; self.positions.len()];
        let mut found = Vec::new();
        for (place, position) in self.positions.iter().enumerate() {
            if let Some(winner) = position.outcome().and_then(Outcome::winner) {
                ends[place] = Some(End { winner, plies: 0 });
                found.push(place);
            }
        }
        // How many moves of a position are not known to lose.
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut done = 0;
        while let Some(&place) = found.get(done) {
            done += 1;
            let Some(End { winner, plies }) = ends[place] else { continue };
            for &from in &before[place] {
                left[from] -= 1;
                let wins = self.positions[from].to_move() == winner;
                if ends[from].is_none() && (wins || left[from] == 0) {
                    ends[from] = Some(End { winner, plies: plies.saturating_add(1) });
                    found.push(from);
                }
            }
        }
        ends
    }
}

impl Ring {
    /// The ring around a position, if it is small, and how many positions were looked at.
    pub(super) fn around<P: Solvable>(root: &P, clock: &Clock<'_>) -> (Option<Self>, u64) {
        let most = (clock.node_limit() / SHARE).min(MOST as u64) as usize;
        let (list, seen) = List::of(root, most, clock);
        let ring = list.map(|list| {
            let mut ends = list.ends();
            Self(list.places.iter().map(|(&key, &place)| (key, ends[place].take())).collect())
        });
        (ring, seen)
    }

    /// What is known of a position; `counted` if positions count as drawn.
    pub(super) fn bounds<P: Solvable>(&self, position: &P, counted: bool) -> Option<WdlBounds> {
        let Some(end) = self.0.get(&position.key())? else { return Some(WdlBounds::exactly(Wdl::Draw)) };
        let comes = !counted && position.quiet_plies_left().is_none_or(|left| left > end.plies);
        let won =
            if comes { WdlBounds::exactly(Wdl::Win) } else { WdlBounds { low: Wdl::Draw, high: Wdl::Win } };
        Some(if end.winner == position.to_move() { won } else { won.for_opponent() })
    }

    /// The move by which the nearest win comes nearer, a draw is held or a loss is farthest.
    pub(super) fn best<P: Solvable>(&self, position: &P) -> Option<P::Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().max_by_key(|&mv| match self.0.get(&position.after(mv).key()) {
            Some(Some(end)) if end.winner == position.to_move() => (2, -i32::from(end.plies)),
            Some(Some(end)) => (0, i32::from(end.plies)),
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

    /// What a ring says although it leaves out quiet plies is compared with a search that does not.
    struct Compare(&'static str);

    impl Visitor for Compare {
        type Output = ();

        fn visit<G: Game>(self, word: GameSpec<G>) {
            let root = G::read_position(&word.options, self.0).unwrap();
            let mut solver = Solver::new(SolverSettings { threads: 1, megabytes: 1 });
            let (ring, _) = Ring::around(&root, &Clock::start(&Limits::default()));
            let ring = ring.unwrap();
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
                let bounds = ring.bounds(&position, false).unwrap();
                assert!(bounds.low <= value && value <= bounds.high, "{word} {position}: {value}, {bounds}");
                exact[value as usize] += usize::from(bounds.value().is_some());
                let counted = ring.bounds(&position, true).unwrap();
                assert!(counted.low <= bounds.low && bounds.high <= counted.high);
                assert!(counted.value().is_none_or(|value| value == Wdl::Draw));
            }
            assert!(exact[1] > 0 && exact[2] > 0, "{word}: {exact:?}");
        }
    }

    #[test]
    fn quiet_plies_do_not_make_a_ring_lie() {
        for (word, position) in [
            ("stac:quiet=7", "W,1,d,1,B/5/d,1,s,1,W/5/B,1,d,1,W w a3 e4 - 0"),
            ("stac:quiet=7,towers=stop", "W,W,W,d,1/5/d,1,s,1,d/5/B,B,B,2 w a3 e4 - 0"),
            ("stlts:pins=2,quiet=7", "12/12/12/12/12/5,w2.2,6/12/12/6,b2.1,5/12/12/12 w 0"),
        ] {
            with_game(word, Compare(position)).unwrap();
        }
    }

    #[test]
    fn what_is_too_much_is_not_listed() {
        struct Refuse;
        impl Visitor for Refuse {
            type Output = ();
            fn visit<G: Game>(self, word: GameSpec<G>) {
                let limits = Limits::nodes(8_000);
                let (ring, seen) = Ring::around(&G::start(&word.options), &Clock::start(&limits));
                assert!(ring.is_none() && (1_000..8_000).contains(&seen), "{word}: {seen}");
            }
        }
        for word in ["stac", "stlts"] {
            with_game(word, Refuse).unwrap();
        }
    }
}
