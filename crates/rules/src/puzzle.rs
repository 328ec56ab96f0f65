//! Puzzles: positions with a task, and the text of the task.

use crate::Message;

/// A position with a task.
#[derive(Debug)]
pub struct PuzzleInfo {
    /// A word that no other puzzle has: `staqs-1`.
    pub id: &'static str,
    /// A title and a task of its own; without them the goal says both.
    pub words: Option<PuzzleWords>,
    /// The game with its options.
    pub spec: &'static str,
    /// The position string.
    pub position: &'static str,
    /// The seat that is to move: `Blue`.
    pub mover: &'static str,
    /// What counts as solved.
    pub goal: PuzzleGoal,
    /// From 1 (easy) to 9.
    pub difficulty: u8,
}

/// The words of a puzzle that has its own.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct PuzzleWords {
    /// A few words.
    pub title: &'static str,
    /// The task, in a sentence.
    pub task: &'static str,
}

/// The result that the solver of a puzzle has to force against every defence.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PuzzleGoal {
    /// Win the game.
    Win,
    /// At least draw the game.
    Draw,
    /// Win the game within a number of turns.
    WinIn {
        /// The solver's own turns, the first included.
        turns: u8,
    },
    /// Leave the opponent without an action other than passing, within a number of turns.
    Block {
        /// The solver's own turns, the first included.
        turns: u8,
    },
}

impl PuzzleInfo {
    /// The id of its game.
    pub fn game(&self) -> &'static str {
        self.spec.split(':').next().unwrap_or(self.spec)
    }

    /// The title: a few words.
    pub fn title(&self) -> Message {
        self.words.map_or_else(|| self.goal.title(), |words| Message::new(words.title))
    }

    /// The task, with its full stops.
    pub fn task(&self) -> Message {
        self.words.map_or_else(|| self.goal.task(self.mover), |words| Message::new(words.task))
    }
}

impl PuzzleGoal {
    /// The title of a puzzle of which nothing else is known.
    fn title(self) -> Message {
        match self {
            Self::Win => Message::new("The only win"),
            Self::Draw => Message::new("The only rescue"),
            Self::WinIn { turns: 1 } => Message::new("The only blow"),
            Self::WinIn { .. } => Message::new("The only way in time"),
            Self::Block { .. } => Message::new("Nowhere to go"),
        }
    }

    /// The task of a puzzle of which nothing else is known.
    fn task(self, mover: &'static str) -> Message {
        let task = match self {
            Self::Win => Message::new("{player} to move. One move wins: find it."),
            Self::Draw => Message::new("{player} to move. One move saves the draw: find it."),
            Self::WinIn { turns: 1 } => Message::new("{player} to move. One move wins at once: find it."),
            Self::WinIn { turns } => {
                Message::new("{player} to move. Win in {turns} turns.").with("turns", turns)
            }
            Self::Block { turns: 1 } => Message::new("{player} to move. Block the opponent at once."),
            Self::Block { turns } => {
                Message::new("{player} to move. Block the opponent in {turns} turns.").with("turns", turns)
            }
        };
        task.seat("player", mover)
    }
}
