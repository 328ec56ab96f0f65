//! Puzzles: positions with a task, and the text of the task.

use crate::Message;

/// A position with a task.
#[derive(Debug)]
pub struct PuzzleInfo {
    /// A unique id: `staqs-1`.
    pub id: &'static str,
    /// Its own title and task; otherwise the goal provides both.
    pub words: Option<PuzzleWords>,
    /// The game with its options.
    pub spec: &'static str,
    /// The position string.
    pub position: &'static str,
    /// The seat to move: `Blue`.
    pub mover: &'static str,
    /// The goal of the puzzle.
    pub goal: PuzzleGoal,
    /// The difficulty, from 1 (easy) to 9.
    pub difficulty: u8,
}

/// The title and task of a puzzle that has its own.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct PuzzleWords {
    /// A short title.
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
    /// Returns the id of its game.
    pub fn game(&self) -> &'static str {
        self.spec.split(':').next().unwrap_or(self.spec)
    }

    /// Returns the options that differ from the defaults, as typed: `placement=free`.
    pub fn options(&self) -> Option<&'static str> {
        self.spec.split_once(':').map(|(_, options)| options)
    }

    /// Returns the title, with the options if they differ from the defaults.
    pub fn title(&self) -> Message {
        let title = self.words.map_or_else(|| self.goal.title(), |words| Message::new(words.title));
        self.with_options(title, Message::new("{words} ({options})"))
    }

    /// Returns the task, with its full stops, and the options if they differ from the defaults.
    pub fn task(&self) -> Message {
        let task = self.words.map_or_else(|| self.goal.task(self.mover), |words| Message::new(words.task));
        self.with_options(task, Message::new("{words} The rules differ: {options}."))
    }

    fn with_options(&self, words: Message, frame: Message) -> Message {
        match self.options() {
            Some(options) => frame.messages("words", vec![words]).with("options", options),
            None => words,
        }
    }
}

impl PuzzleGoal {
    /// The names of all themes.
    pub const THEMES: [&'static str; 5] = ["win", "draw", "win_at_once", "win_in_time", "block"];

    /// Returns the theme, for lists.
    pub const fn theme(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::WinIn { turns: 1 } => "win_at_once",
            Self::WinIn { .. } => "win_in_time",
            Self::Block { .. } => "block",
        }
    }

    /// Returns the title of a puzzle without its own title.
    fn title(self) -> Message {
        match self {
            Self::Win => Message::new("The only win"),
            Self::Draw => Message::new("The only rescue"),
            Self::WinIn { turns: 1 } => Message::new("The only blow"),
            Self::WinIn { .. } => Message::new("The only way in time"),
            Self::Block { .. } => Message::new("Nowhere to go"),
        }
    }

    /// Returns the task of a puzzle without its own task.
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
