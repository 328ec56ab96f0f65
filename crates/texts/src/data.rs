//! Words that come from data: what the rules and the bots call things, said in a language.

use crate::Texts;

/// Keys that are built from words of the data, and never stand in the source as a whole.
pub const PREFIXES: [&str; 18] = [
    "seat.",
    "piece.",
    "tower.",
    "pawn.",
    "home.",
    "fact.",
    "reason.",
    "button.",
    "summary.",
    "designer.",
    "option.",
    "help.",
    "value.",
    "puzzle.",
    "word.",
    "does.",
    "ordinal.",
    "refusal.",
];

impl Texts {
    /// The name of a seat: `Blue`.
    pub fn seat(self, name: &str) -> &str {
        self.word("seat", name)
    }

    /// A piece of a seat in words: `blue`; of `neutral` if it is nobody's.
    pub fn piece(self, seat: &str) -> &str {
        self.word("piece", seat)
    }

    /// A tower of a seat in words.
    pub fn tower(self, seat: &str) -> &str {
        self.word("tower", seat)
    }

    /// A pawn of a seat in words.
    pub fn pawn(self, seat: &str) -> &str {
        self.word("pawn", seat)
    }

    /// A square of a seat's home in words.
    pub fn home(self, seat: &str) -> &str {
        self.word("home", seat)
    }

    /// The name of a number: `reserve`.
    pub fn fact(self, name: &str) -> &str {
        self.word("fact", name)
    }

    /// What decided a game: `tallest stack`.
    pub fn reason(self, name: &str) -> &str {
        self.word("reason", name)
    }

    /// A step that has no place on the board: `pass`.
    pub fn button(self, name: &str) -> &str {
        self.word("button", name)
    }

    /// What a game is about, in one line.
    pub fn summary(self, game: &str) -> &str {
        self.word("summary", game)
    }

    /// Who made a game.
    pub fn designer(self, game: &str) -> &str {
        self.word("designer", game)
    }

    /// The name of an option for people; it is typed as the game has it.
    pub fn option(self, name: &str) -> &str {
        self.word("option", name)
    }

    /// What an option of a game changes, in a sentence.
    pub fn option_help(self, game: &str, option: &str) -> &'static str {
        self.find(&format!("help.{game}.{option}")).unwrap_or_default()
    }

    /// A value of an option for people. Numbers are themselves.
    pub fn value<'a>(self, option: &str, value: &'a str) -> &'a str {
        self.find(&format!("value.{option}.{value}")).unwrap_or(value)
    }

    /// The title of a puzzle; `title` itself if there is no other.
    pub fn puzzle_title<'a>(self, id: &str, title: &'a str) -> &'a str {
        self.find(&format!("puzzle.{id}.title")).unwrap_or(title)
    }

    /// The task of a puzzle; `task` itself if there is no other.
    pub fn puzzle_task<'a>(self, id: &str, task: &'a str) -> &'a str {
        self.find(&format!("puzzle.{id}.task")).unwrap_or(task)
    }

    /// The word for a command that is typed, given its English one.
    pub fn command(self, word: &str) -> &str {
        self.word("word", word)
    }

    /// What a command does, given its English word.
    pub fn command_help(self, word: &str) -> &str {
        self.word("does", word)
    }

    /// Which player: `first`.
    pub fn ordinal(self, name: &str) -> &str {
        self.word("ordinal", name)
    }

    /// A player by the word that is typed: `human`, `level3`. A word with settings is said as it is.
    pub fn who(self, word: &str) -> String {
        let known = match word {
            "human" => self.say("who.human"),
            "random" => self.say("who.random"),
            "greedy" => self.say("who.greedy"),
            "perfect" => self.say("who.perfect"),
            _ => match word.strip_prefix("level").map(str::parse::<u8>) {
                Some(Ok(level)) => return self.tell("who.level", &[("n", &level)]),
                _ => word,
            },
        };
        known.to_owned()
    }

    fn word<'a>(self, prefix: &str, word: &'a str) -> &'a str {
        self.find(&format!("{prefix}.{word}")).unwrap_or(word)
    }
}
