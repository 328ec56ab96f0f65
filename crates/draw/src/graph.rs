//! The players' chances over the course of a game, as data for [`text::graph`](crate::text::graph) and
//! [`svg::graph`](crate::svg::graph).

use cairn_rules::{Player, Scene, SeatColor};
use cairn_texts::Texts;

/// The players' chances over the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// The number of moves of the game.
    pub plies: usize,
    /// The curves, at least one of which should have points.
    pub curves: Vec<GraphCurve>,
    /// The numbered marks, from 1: the number of moves before each marked move, in order.
    pub marks: Vec<usize>,
}

/// The chance of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphCurve {
    /// The name of the seat.
    pub name: String,
    /// Its colour.
    pub color: SeatColor,
    /// Numbers of plies, in order, with the chance after them, from 0 to 1.
    pub points: Vec<(usize, f64)>,
}

impl GraphCurve {
    /// Returns the chance after this many plies: that of the last point up to there.
    pub fn at(&self, ply: usize) -> Option<f64> {
        self.points.iter().rev().find(|&&(known, _)| known <= ply).map(|&(_, chance)| chance)
    }
}

impl Graph {
    /// Creates the graph of a game of this many plies with the seats of a scene: the points of some players' curves,
    /// and the moves to mark.
    pub fn new(
        scene: &Scene,
        texts: Texts,
        plies: usize,
        curves: impl IntoIterator<Item = (Player, Vec<(usize, f64)>)>,
        marks: Vec<usize>,
    ) -> Self {
        let curve = |(player, points): (Player, _)| {
            let seat = scene.seats.get(player.index())?;
            Some(GraphCurve { name: texts.seat(seat.name).to_owned(), color: seat.color, points })
        };
        Self { plies, curves: curves.into_iter().filter_map(curve).collect(), marks }
    }

    /// Returns the number of columns per position in a graph of this width, if there is one for each.
    const fn columns_each(&self, width: usize) -> usize {
        let each = width / (self.plies + 1);
        if each > MAX_COLUMNS_EACH { MAX_COLUMNS_EACH } else { each }
    }

    /// Returns for every column of a graph of this width the number of plies that it represents.
    pub fn plies_by_column(&self, width: usize) -> Vec<usize> {
        match self.columns_each(width) {
            0 => (0..width).map(|column| column * self.plies / (width.max(2) - 1)).collect(),
            each => (0..=self.plies).flat_map(|ply| std::iter::repeat_n(ply, each)).collect(),
        }
    }

    /// Returns the first column of a graph of this width that represents this many plies.
    pub fn column_of(&self, ply: usize, width: usize) -> usize {
        match self.columns_each(width) {
            0 => self.plies_by_column(width).iter().position(|&known| known >= ply).unwrap_or(0),
            each => ply.min(self.plies) * each,
        }
    }
}

/// The maximum number of columns per position in the graph of a short game.
const MAX_COLUMNS_EACH: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lead_to_plies_and_back() {
        for plies in [1, 2, 5, 30, 79, 80, 200] {
            let graph = Graph { plies, curves: Vec::new(), marks: Vec::new() };
            for width in [1, 2, 30, 80] {
                let columns = graph.plies_by_column(width);
                assert!(columns.len() <= width && columns.is_sorted(), "{plies} {width}");
                assert!(width == 1 || columns.last() == Some(&plies), "{plies} {width}");
                assert!((0..=plies).all(|ply| graph.column_of(ply, width) < columns.len()));
                if width > plies {
                    assert!((0..=plies).all(|ply| columns[graph.column_of(ply, width)] == ply));
                }
            }
        }
    }
}
