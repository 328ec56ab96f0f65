//! What a game is to the rest of the program.

use crate::{
    BasicBots, Ladder, LinearEval, Notation, OptionSet, OptionSpec, Outcome, Paint, Player, PositionError,
    Present, Reason, Solvable,
};

/// Plain facts about a game: everything that menus, help and pictures need to introduce it.
#[derive(Debug)]
pub struct GameInfo {
    /// The word on the command line and in records: `staqs`.
    pub id: &'static str,
    /// The name as it is written for people: `STAQS`.
    pub name: &'static str,
    /// Who made it, and when.
    pub designer: &'static str,
    /// What it is about, in one line.
    pub summary: &'static str,
    /// RULES.md.
    pub rules: &'static str,
    /// The same in other languages, by the word of the language.
    pub rules_translated: &'static [(&'static str, &'static str)],
    /// The seats in turn order, as many as the game can have.
    pub seats: &'static [SeatInfo],
    /// The table of options.
    pub options: &'static [OptionSpec],
    /// Named sets of options besides `official`.
    pub presets: &'static [Preset],
    /// Whether the rules know a draw, so that players may agree on one.
    pub draws: bool,
    /// How many hundredths below nothing a bot that plays to win counts a draw.
    pub contempt: u16,
    /// What makes its levels.
    pub ladder: Ladder,
    /// Puzzles that come with the game, made by hand.
    pub puzzles: &'static [PuzzleInfo],
    /// Puzzles that were made by a program, as text.
    pub made_puzzles: &'static str,
    /// Proven values of openings, as a book.
    pub openings: &'static str,
}

impl GameInfo {
    /// The rules in a language such as `pt`; in English if there are no others.
    pub fn rules_in(&self, language: &str) -> &'static str {
        let translated = self.rules_translated.iter().find(|(known, _)| *known == language);
        translated.map_or(self.rules, |(_, rules)| rules)
    }
}

/// A seat: its colour in words, letter and paint.
#[derive(Debug)]
pub struct SeatInfo {
    /// `Blue`.
    pub name: &'static str,
    /// The letter of its pieces in position strings and on plain boards.
    pub letter: char,
    /// The colour of its pieces.
    pub paint: Paint,
}

/// A named set of options.
#[derive(Debug)]
pub struct Preset {
    /// The name, as it is written after the colon.
    pub name: &'static str,
    /// Option names and values.
    pub settings: &'static [(&'static str, &'static str)],
}

/// A position with a task.
#[derive(Debug)]
pub struct PuzzleInfo {
    /// A word that no other puzzle has: `staqs-1`.
    pub id: &'static str,
    /// A few words.
    pub title: &'static str,
    /// What is to be done, in a sentence.
    pub task: &'static str,
    /// The game with its options.
    pub spec: &'static str,
    /// The position string.
    pub position: &'static str,
    /// What counts as done.
    pub goal: PuzzleGoal,
    /// How hard it is, from 1 to 9.
    pub difficulty: u8,
}

/// What the solver of a puzzle has to reach against every defence.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PuzzleGoal {
    /// Win the game.
    Win,
    /// At least draw the game.
    Draw,
    /// Win the game within so many own turns.
    WinIn {
        /// Own turns, the first included.
        turns: u8,
    },
    /// Leave the opponent without an action other than passing, within so many own turns.
    Block {
        /// Own turns, the first included.
        turns: u8,
    },
}

/// A game: its options, its start, how its positions are read.
pub trait Game: Copy + Send + Sync + 'static {
    /// Its options.
    type Options: OptionSet;
    /// Its positions.
    type Position: LinearEval + Notation + Present + BasicBots + Solvable;

    /// Facts about it.
    const INFO: GameInfo;

    /// The position from which a game starts.
    fn start(options: &Self::Options) -> Self::Position;

    /// Reads a position string.
    fn read_position(options: &Self::Options, text: &str) -> Result<Self::Position, PositionError>;

    /// How many play with these options.
    fn seats(_options: &Self::Options) -> u8 {
        2
    }

    /// How the game ends when `player` resigns or runs out of time: the others share it.
    fn abandoned(options: &Self::Options, player: Player, reason: Reason) -> Outcome {
        let seats = Self::seats(options);
        let best = Player::seats(seats.into()).filter(|&other| other != player).collect();
        Outcome { best, seats, reason }
    }
}
