//! A straightforward STAQS on an array of squares: the baseline for the speed of the bitboards.

use cairn_rules::RandomSource;

/// A 5 x 5 position: 0 is empty, 1 neutral, 2 or more a stack of height `value & 63`, with 64
/// added for White.
#[derive(Clone)]
pub(crate) struct Naive {
    board: [u8; 25],
    reserves: [u8; 2],
    turn: usize,
}

impl Naive {
    pub(crate) fn start() -> Self {
        Self { board: [1; 25], reserves: [4; 2], turn: 0 }
    }

    fn actions(&self, side: usize, out: &mut Vec<(usize, usize)>) {
        for square in 0..25 {
            if self.reserves != [0; 2] {
                if self.board[square] == 1 && self.reserves[side] > 0 {
                    out.push((square, square));
                }
                continue;
            }
            let value = self.board[square];
            if value < 2 || usize::from(value >> 6) != side {
                continue;
            }
            for (across, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let (column, row) = ((square % 5) as i32 + across, (square / 5) as i32 + up);
                if (0..5).contains(&column) && (0..5).contains(&row) {
                    let to = (row * 5 + column) as usize;
                    if self.board[to] == 1 {
                        out.push((square, to));
                    }
                }
            }
        }
    }

    fn play(&mut self, (from, to): (usize, usize)) {
        if from == to {
            self.board[to] = 2 | (self.turn as u8) << 6;
            self.reserves[self.turn] -= 1;
        } else {
            self.board[to] = self.board[from] + 1;
            self.board[from] = 0;
        }
    }

    /// Plays a random game to its end and counts the plies.
    pub(crate) fn play_out(mut self, rng: &mut impl RandomSource, moves: &mut Vec<(usize, usize)>) -> u64 {
        let mut plies = 0;
        let mut passed = false;
        loop {
            moves.clear();
            self.actions(self.turn, moves);
            if moves.is_empty() {
                if passed {
                    // The second pass in a row is not a ply: the game was over before it.
                    return plies - 1;
                }
                passed = true;
            } else {
                passed = false;
                self.play(moves[rng.below(moves.len() as u32) as usize]);
            }
            plies += 1;
            self.turn ^= 1;
        }
    }

    /// Counts move sequences, with bulk counting; the game must not end within `depth`.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let mut moves = Vec::new();
        self.actions(self.turn, &mut moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut total = 0;
        for mv in moves {
            let mut next = self.clone();
            next.play(mv);
            next.turn ^= 1;
            total += next.perft(depth - 1);
        }
        total
    }

    /// Returns a position from the middle of a game. The benchmark compares its counts with those of the fast perft.
    pub(crate) fn middle() -> Self {
        let mut position = Self::start();
        for (side, squares) in [(0, [24, 17, 0, 2]), (1, [19, 6, 8, 4])] {
            for square in squares {
                position.board[square] = 2 | (side << 6);
            }
        }
        position.reserves = [0; 2];
        position
    }
}
