//! What can be typed at the prompt of a game, in English and in the language of the table.

use cairn_texts::{Texts, folded};

/// What is to be done.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Verb {
    Moves,
    Board,
    Say,
    Legend,
    Flip,
    Undo,
    Redo,
    History,
    Back,
    Forward,
    First,
    Last,
    Hint,
    Eval,
    Draw,
    Accept,
    Decline,
    Resign,
    Save,
    SaveOver,
    Load,
    Position,
    Record,
    Rules,
    Puzzles,
    Puzzle,
    Step,
    Go,
    Again,
    Swap,
    Help,
    Quit,
}

/// What may follow a word.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Takes {
    Nothing,
    /// Something, or not; how `help` shows it.
    Maybe(&'static str),
    /// Something.
    Always(&'static str),
}

/// A command: its verb, its English word, and what follows it. What it is in other languages, and what
/// it does, stand in the catalogues.
struct Row(Verb, &'static str, Takes);

/// In the order of `help`.
const TABLE: [Row; 32] = [
    Row(Verb::Moves, "moves", Takes::Maybe("[c3]")),
    Row(Verb::Board, "board", Takes::Nothing),
    Row(Verb::Say, "say", Takes::Maybe("[c3]")),
    Row(Verb::Legend, "legend", Takes::Nothing),
    Row(Verb::Flip, "flip", Takes::Nothing),
    Row(Verb::Undo, "undo", Takes::Nothing),
    Row(Verb::Redo, "redo", Takes::Nothing),
    Row(Verb::History, "history", Takes::Nothing),
    Row(Verb::Back, "back", Takes::Maybe("[N]")),
    Row(Verb::Forward, "forward", Takes::Maybe("[N]")),
    Row(Verb::First, "first", Takes::Nothing),
    Row(Verb::Last, "last", Takes::Nothing),
    Row(Verb::Hint, "hint", Takes::Nothing),
    Row(Verb::Eval, "eval", Takes::Nothing),
    Row(Verb::Draw, "draw", Takes::Nothing),
    Row(Verb::Accept, "accept", Takes::Nothing),
    Row(Verb::Decline, "decline", Takes::Nothing),
    Row(Verb::Resign, "resign", Takes::Nothing),
    Row(Verb::Save, "save", Takes::Always("F")),
    Row(Verb::SaveOver, "save!", Takes::Always("F")),
    Row(Verb::Load, "load", Takes::Always("F [N]")),
    Row(Verb::Position, "position", Takes::Nothing),
    Row(Verb::Record, "record", Takes::Nothing),
    Row(Verb::Rules, "rules", Takes::Nothing),
    Row(Verb::Puzzles, "puzzles", Takes::Nothing),
    Row(Verb::Puzzle, "puzzle", Takes::Maybe("[ID]")),
    Row(Verb::Step, "step", Takes::Nothing),
    Row(Verb::Go, "go", Takes::Nothing),
    Row(Verb::Again, "again", Takes::Nothing),
    Row(Verb::Swap, "swap", Takes::Nothing),
    Row(Verb::Help, "help", Takes::Nothing),
    Row(Verb::Quit, "quit", Takes::Nothing),
];

/// Short words that are understood in every language.
const SHORT: [(&str, Verb); 4] =
    [("?", Verb::Help), ("h", Verb::Help), ("q", Verb::Quit), ("exit", Verb::Quit)];

/// A line, understood.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Line {
    Nothing,
    /// A command, and what follows its word.
    Do(Verb, String),
    /// A command that lacks something: what it should look like.
    Incomplete(String),
    /// Anything else is taken for a move.
    Move(String),
}

impl Row {
    fn takes(&self) -> Option<&'static str> {
        match self.2 {
            Takes::Nothing => None,
            Takes::Maybe(what) | Takes::Always(what) => Some(what),
        }
    }

    /// The word with what follows it: `save F`.
    fn usage(&self, texts: Texts) -> String {
        let word = texts.command(self.1);
        self.takes().map_or_else(|| word.to_owned(), |what| format!("{word} {what}"))
    }
}

impl Line {
    pub(super) fn parse(line: &str, texts: Texts) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (folded(word), rest.trim());
        if word.is_empty() {
            return Self::Nothing;
        }
        let is_meant = |row: &&Row| {
            let short = SHORT.iter().any(|&(short, verb)| short == word && verb == row.0);
            short || row.1 == word || folded(texts.command(row.1)) == word
        };
        let Some(row) = TABLE.iter().find(is_meant) else { return Self::Move(line.to_owned()) };
        match row.2 {
            Takes::Nothing if !rest.is_empty() => Self::Move(line.to_owned()),
            Takes::Always(_) if rest.is_empty() => Self::Incomplete(row.usage(texts)),
            _ => Self::Do(row.0, rest.to_owned()),
        }
    }
}

/// Every command with what it does.
pub(super) fn help(texts: Texts) -> String {
    let mut lines = vec![(texts.say("line.move_word").to_owned(), texts.say("line.move_help"))];
    lines.extend(TABLE.iter().map(|row| (row.usage(texts), texts.command_help(row.1))));
    let width = lines.iter().map(|(usage, _)| usage.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        lines.iter().map(|(usage, meaning)| format!("  {usage:<width$}  {meaning}\n")).collect();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cairn_texts::Language;

    use super::*;

    #[test]
    fn lines_are_understood() {
        let english = Texts::new(Language::English);
        let todo = |verb, rest: &str| Line::Do(verb, rest.to_owned());
        for (line, meant) in [
            ("", Line::Nothing),
            ("HELP", todo(Verb::Help, "")),
            ("q", todo(Verb::Quit, "")),
            ("moves", todo(Verb::Moves, "")),
            ("moves A7", todo(Verb::Moves, "A7")),
            ("save", Line::Incomplete("save F".to_owned())),
            ("save my game.txt", todo(Verb::Save, "my game.txt")),
            ("save! x", todo(Verb::SaveOver, "x")),
            ("load my games 3", todo(Verb::Load, "my games 3")),
            ("c3-c4", Line::Move("c3-c4".to_owned())),
            ("draw a horse", Line::Move("draw a horse".to_owned())),
            ("desfazer", Line::Move("desfazer".to_owned())),
        ] {
            assert_eq!(Line::parse(line, english), meant, "{line}");
        }
        let portuguese = Texts::new(Language::Portuguese);
        assert_eq!(Line::parse("desfazer", portuguese), todo(Verb::Undo, ""));
        assert_eq!(Line::parse("historico", portuguese), Line::parse("Histórico", portuguese));
        assert_eq!(Line::parse("undo", portuguese), todo(Verb::Undo, ""));
        assert_eq!(Line::parse("guardar", portuguese), Line::Incomplete("guardar F".to_owned()));
    }

    #[test]
    fn every_command_has_its_own_word_and_is_explained_in_every_language() {
        for language in Language::ALL {
            let texts = Texts::new(language);
            let mut words = BTreeSet::new();
            for row in &TABLE {
                assert_ne!(texts.command_help(row.1), row.1, "{language}");
                assert!(words.insert(folded(texts.command(row.1))), "{language}: {}", row.1);
                let meant = Line::parse(&format!("{} x", texts.command(row.1)), texts);
                let takes_nothing = row.takes().is_none();
                assert_eq!(matches!(meant, Line::Move(_)), takes_nothing, "{language}: {}", row.1);
            }
        }
    }
}
