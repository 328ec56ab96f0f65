//! A puzzle in progress, with a cache of the verdicts on its moves.
//!
//! Judging a move may take the solver seconds, and the verdict depends only on the puzzle and the moves on its board.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

use cairn_coach::puzzle::{self, PuzzleSession, Verdict};
use cairn_protocol::Problem;
use cairn_rules::{MoveError, PuzzleInfo};
use cairn_session::Session;

/// The maximum number of entries of a cache; a full cache is cleared.
const MAX_CACHED: usize = 4_096;

/// A puzzle, and all the moves on its board.
type BoardKey = (&'static str, Vec<String>);

/// The verdicts, by the board and the move.
static VERDICTS: LazyLock<Cache<(BoardKey, String), JudgedMove>> = LazyLock::new(Cache::default);
/// The moves that preserve the goal, by the board.
static SOLUTIONS: LazyLock<Cache<BoardKey, Vec<String>>> = LazyLock::new(Cache::default);

/// A verdict, and all the moves on the board after it.
#[derive(Clone)]
struct JudgedMove {
    verdict: Verdict,
    moves: Vec<String>,
}

/// Whether to judge moves, or only to look up earlier verdicts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Effort {
    /// Answer from earlier verdicts only, in milliseconds.
    LookUp,
    /// Judge new moves too, which may take the solver seconds.
    Judge,
}

/// A puzzle in progress.
pub(super) struct PuzzleLine {
    info: &'static PuzzleInfo,
    session: Box<dyn Session>,
    solved: bool,
}

impl PuzzleLine {
    pub(super) fn open(info: &'static PuzzleInfo) -> Result<Self, Problem> {
        let session = cairn_session::open(info.spec, Some(info.position)).map_err(Problem::unavailable)?;
        Ok(Self { info, session, solved: false })
    }

    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    pub(super) const fn is_solved(&self) -> bool {
        self.solved
    }

    /// Returns the verdict on a move, and plays a right one with its reply. `None` if the verdict is not cached and may
    /// not be computed. `explain` describes an illegal move.
    pub(super) fn attempt(
        &mut self,
        text: &str,
        effort: Effort,
        explain: impl FnOnce(&MoveError, &dyn Session) -> String,
    ) -> Result<Option<Verdict>, Problem> {
        let mut after = self.session.fork();
        let mv = after.play(text).map_err(|error| Problem::unprocessable(explain(&error, &*self.session)))?;
        let key = (self.key(), mv);
        let judged = match (VERDICTS.get(&key), effort) {
            (Some(judged), _) => judged,
            (None, Effort::LookUp) => return Ok(None),
            (None, Effort::Judge) => {
                let mut puzzle = self.puzzle()?;
                let verdict = puzzle.attempt(&key.1).map_err(Problem::unavailable)?;
                let judged = JudgedMove { verdict, moves: puzzle.session().history() };
                VERDICTS.insert(key, judged.clone());
                judged
            }
        };
        for mv in judged.moves.iter().skip(self.session.history().len()) {
            self.session.play(mv).map_err(Problem::unavailable)?;
        }
        self.solved = judged.verdict == Verdict::Solved;
        Ok(Some(judged.verdict))
    }

    /// Returns all moves that preserve the goal; `None` if they are not cached and may not be computed.
    pub(super) fn solution(&self, effort: Effort) -> Result<Option<Vec<String>>, Problem> {
        let key = self.key();
        let known = if key.1.is_empty() { puzzle::known_solution(self.info) } else { None };
        match (known.or_else(|| SOLUTIONS.get(&key)), effort) {
            (Some(moves), _) => Ok(Some(moves)),
            (None, Effort::LookUp) => Ok(None),
            (None, Effort::Judge) => {
                let moves = self.puzzle()?.solution();
                SOLUTIONS.insert(key, moves.clone());
                Ok(Some(moves))
            }
        }
    }

    fn key(&self) -> BoardKey {
        (self.info.id, self.session.history())
    }

    /// Returns the puzzle with this board, to judge moves.
    fn puzzle(&self) -> Result<PuzzleSession, Problem> {
        let mut puzzle = PuzzleSession::open(self.info).map_err(Problem::unavailable)?;
        puzzle.replay(&self.session.history()).map_err(Problem::unavailable)?;
        Ok(puzzle)
    }
}

/// A bounded map shared by all threads.
struct Cache<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    fn get(&self, key: &K) -> Option<V> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn insert(&self, key: K, value: V) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_CACHED {
            all.clear();
        }
        all.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a puzzle without a stored proof, whose moves have to be judged.
    fn puzzle() -> &'static PuzzleInfo {
        puzzle::all().into_iter().find(|info| puzzle::known_solution(info).is_none()).unwrap()
    }

    fn attempt(line: &mut PuzzleLine, mv: &str, effort: Effort) -> Option<Verdict> {
        line.attempt(mv, effort, |error, _| error.to_string()).unwrap()
    }

    #[test]
    fn a_verdict_is_judged_once_and_then_looked_up_in_any_spelling() {
        let mut line = PuzzleLine::open(puzzle()).unwrap();
        let mut played = Vec::new();
        while !line.is_solved() {
            let right = line.solution(Effort::Judge).unwrap().unwrap();
            assert_eq!(line.solution(Effort::LookUp).unwrap(), Some(right.clone()));
            played.push(right[0].clone());
            assert!(attempt(&mut line, &right[0], Effort::Judge).is_some());
        }
        let mut again = PuzzleLine::open(puzzle()).unwrap();
        for mv in &played {
            let verdict = attempt(&mut again, &format!(" {mv} "), Effort::LookUp);
            assert!(matches!(verdict, Some(Verdict::Right { .. } | Verdict::Solved)), "{mv}");
        }
        assert!(again.is_solved());
        assert_eq!(again.session().history(), line.session().history());
    }

    #[test]
    fn a_move_that_was_never_judged_is_not_looked_up() {
        let info = puzzle::all().into_iter().rev().find(|info| info.id != puzzle().id).unwrap();
        let mut line = PuzzleLine::open(info).unwrap();
        let mv = line.session().legal_moves().swap_remove(0);
        assert_eq!(attempt(&mut line, &mv, Effort::LookUp), None);
        assert!(line.session().history().is_empty());
    }

    #[test]
    fn the_cache_is_bounded() {
        let cache = Cache::default();
        for number in 0..3 * MAX_CACHED {
            cache.insert(number, number);
            assert_eq!(cache.get(&number), Some(number));
        }
        assert!(cache.0.lock().unwrap().len() <= MAX_CACHED);
    }
}
