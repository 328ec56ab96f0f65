//! The commands at the prompt of a game, in English and in the chosen language.

use cairn_texts::{Texts, folded};

/// The action of a command.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Verb {
    Moves,
    Choices,
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
    Review,
    Again,
    Swap,
    /// Asks the other players to take back the last move.
    Takeback,
    /// Asks the other players for a rematch.
    Rematch,
    /// Shows the clocks.
    Clock,
    /// Shows the address of the game.
    Link,
    Help,
    Quit,
}

impl Verb {
    /// Returns whether the command takes back a move.
    pub(crate) const fn takes_back(self) -> bool {
        matches!(self, Self::Undo | Self::Takeback)
    }
}

/// The argument of a command, as `help` shows it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Argument {
    None,
    Optional(&'static str),
    Required(&'static str),
}

/// The games in which a command is available.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Place {
    Local,
    /// On a server: no help with moves, and no changes without agreement.
    Online,
    Any,
}

/// A command: its verb, its English word, its argument, and where it exists. The text catalogues have its word in other
/// languages and its help.
struct CommandInfo(Verb, &'static str, Argument, Place);

/// The commands of one kind of table, and other words for them.
pub(crate) struct Commands {
    place: Place,
    aliases: &'static [(&'static str, Verb)],
    /// Commands with another meaning here, and the keys of their explanations.
    explained: &'static [(Verb, &'static str)],
}

/// The commands of a local game.
pub(crate) const LOCAL: Commands = Commands { place: Place::Local, aliases: &[], explained: &[] };

/// The commands of a game on a server.
#[cfg(feature = "online")]
pub(crate) const ONLINE: Commands = Commands {
    place: Place::Online,
    aliases: &[("undo", Verb::Takeback), ("again", Verb::Rematch)],
    explained: &[
        (Verb::Accept, "online.does_accept"),
        (Verb::Decline, "online.does_decline"),
        (Verb::Quit, "online.does_quit"),
    ],
};

/// All commands, in the order of `help`.
const COMMANDS: [CommandInfo; 38] = [
    CommandInfo(Verb::Moves, "moves", Argument::Optional("[c3]"), Place::Any),
    CommandInfo(Verb::Choices, "choices", Argument::None, Place::Any),
    CommandInfo(Verb::Board, "board", Argument::None, Place::Any),
    CommandInfo(Verb::Say, "say", Argument::Optional("[c3]"), Place::Any),
    CommandInfo(Verb::Legend, "legend", Argument::None, Place::Any),
    CommandInfo(Verb::Flip, "flip", Argument::None, Place::Any),
    CommandInfo(Verb::Undo, "undo", Argument::None, Place::Local),
    CommandInfo(Verb::Redo, "redo", Argument::None, Place::Local),
    CommandInfo(Verb::History, "history", Argument::None, Place::Any),
    CommandInfo(Verb::Back, "back", Argument::Optional("[N]"), Place::Local),
    CommandInfo(Verb::Forward, "forward", Argument::Optional("[N]"), Place::Local),
    CommandInfo(Verb::First, "first", Argument::None, Place::Local),
    CommandInfo(Verb::Last, "last", Argument::None, Place::Local),
    CommandInfo(Verb::Hint, "hint", Argument::None, Place::Local),
    CommandInfo(Verb::Eval, "eval", Argument::None, Place::Local),
    CommandInfo(Verb::Draw, "draw", Argument::None, Place::Any),
    CommandInfo(Verb::Takeback, "takeback", Argument::None, Place::Online),
    CommandInfo(Verb::Accept, "accept", Argument::None, Place::Any),
    CommandInfo(Verb::Decline, "decline", Argument::None, Place::Any),
    CommandInfo(Verb::Resign, "resign", Argument::None, Place::Any),
    CommandInfo(Verb::Rematch, "rematch", Argument::None, Place::Online),
    CommandInfo(Verb::Clock, "clock", Argument::None, Place::Online),
    CommandInfo(Verb::Link, "link", Argument::None, Place::Online),
    CommandInfo(Verb::Save, "save", Argument::Required("F"), Place::Any),
    CommandInfo(Verb::SaveOver, "save!", Argument::Required("F"), Place::Any),
    CommandInfo(Verb::Load, "load", Argument::Required("F [N]"), Place::Local),
    CommandInfo(Verb::Position, "position", Argument::None, Place::Any),
    CommandInfo(Verb::Record, "record", Argument::None, Place::Any),
    CommandInfo(Verb::Rules, "rules", Argument::None, Place::Any),
    CommandInfo(Verb::Puzzles, "puzzles", Argument::None, Place::Local),
    CommandInfo(Verb::Puzzle, "puzzle", Argument::Optional("[ID]"), Place::Local),
    CommandInfo(Verb::Step, "step", Argument::None, Place::Local),
    CommandInfo(Verb::Go, "go", Argument::None, Place::Local),
    CommandInfo(Verb::Review, "review", Argument::None, Place::Local),
    CommandInfo(Verb::Again, "again", Argument::None, Place::Local),
    CommandInfo(Verb::Swap, "swap", Argument::None, Place::Local),
    CommandInfo(Verb::Help, "help", Argument::None, Place::Any),
    CommandInfo(Verb::Quit, "quit", Argument::None, Place::Any),
];

/// Abbreviations, the same in every language.
const ABBREVIATIONS: [(&str, Verb); 4] =
    [("?", Verb::Help), ("h", Verb::Help), ("q", Verb::Quit), ("exit", Verb::Quit)];

/// A parsed line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Command {
    Empty,
    /// A command and its argument.
    Run(Verb, String),
    /// A command without its required argument, with its usage.
    Incomplete(String),
    /// A move: any other text.
    Move(String),
}

impl CommandInfo {
    fn argument(&self) -> Option<&'static str> {
        match self.2 {
            Argument::None => None,
            Argument::Optional(argument) | Argument::Required(argument) => Some(argument),
        }
    }

    /// Returns the word with its argument: `save F`.
    fn usage(&self, texts: Texts) -> String {
        let word = texts.command(self.1);
        self.argument().map_or_else(|| word.to_owned(), |argument| format!("{word} {argument}"))
    }
}

impl Commands {
    /// Returns the commands, in the order of `help`.
    fn list(&self) -> impl Iterator<Item = &'static CommandInfo> + use<> {
        let place = self.place;
        COMMANDS.iter().filter(move |command| command.3 == Place::Any || command.3 == place)
    }

    /// Parses a line.
    pub(crate) fn parse(&self, line: &str, texts: Texts) -> Command {
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, argument) = (folded(word), argument.trim());
        if word.is_empty() {
            return Command::Empty;
        }
        let matches = |command: &&CommandInfo| {
            let CommandInfo(verb, name, ..) = **command;
            let is_alias = |alias: &(&str, Verb)| {
                alias.1 == verb && (alias.0 == word || folded(texts.command(alias.0)) == word)
            };
            ABBREVIATIONS.contains(&(word.as_str(), verb))
                || name == word
                || folded(texts.command(name)) == word
                || self.aliases.iter().any(is_alias)
        };
        let Some(command) = self.list().find(matches) else { return Command::Move(line.to_owned()) };
        match command.2 {
            Argument::None if !argument.is_empty() => Command::Move(line.to_owned()),
            Argument::Required(_) if argument.is_empty() => Command::Incomplete(command.usage(texts)),
            _ => Command::Run(command.0, argument.to_owned()),
        }
    }

    /// Returns the words of all commands, in English and in the chosen language.
    pub(super) fn words(&self, texts: Texts) -> impl Iterator<Item = &'static str> + use<> {
        self.list().flat_map(move |command| [command.1, texts.command(command.1)])
    }

    /// Returns the text of `help`: every command with its usage.
    pub(super) fn help(&self, texts: Texts) -> String {
        let mut lines = vec![(texts.text("line.move_word").to_owned(), texts.text("line.move_help"))];
        lines.extend(self.list().map(|command| {
            let explained = self.explained.iter().find(|(verb, _)| *verb == command.0);
            let help = explained.map_or_else(|| texts.command_help(command.1), |(_, key)| texts.text(key));
            (command.usage(texts), help)
        }));
        let width = lines.iter().map(|(usage, _)| usage.chars().count()).max().unwrap_or(0);
        let lines: Vec<String> =
            lines.iter().map(|(usage, meaning)| format!("  {usage:<width$}  {meaning}\n")).collect();
        lines.concat()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cairn_texts::Language;

    use super::*;

    #[test]
    fn lines_are_parsed() {
        let english = Texts::new(Language::English);
        let run = |verb, argument: &str| Command::Run(verb, argument.to_owned());
        for (line, command) in [
            ("", Command::Empty),
            ("HELP", run(Verb::Help, "")),
            ("q", run(Verb::Quit, "")),
            ("moves", run(Verb::Moves, "")),
            ("moves A7", run(Verb::Moves, "A7")),
            ("save", Command::Incomplete("save F".to_owned())),
            ("save my game.txt", run(Verb::Save, "my game.txt")),
            ("save! x", run(Verb::SaveOver, "x")),
            ("load my games 3", run(Verb::Load, "my games 3")),
            ("c3-c4", Command::Move("c3-c4".to_owned())),
            ("draw a horse", Command::Move("draw a horse".to_owned())),
            ("desfazer", Command::Move("desfazer".to_owned())),
        ] {
            assert_eq!(LOCAL.parse(line, english), command, "{line}");
        }
        let portuguese = Texts::new(Language::Portuguese);
        assert_eq!(LOCAL.parse("desfazer", portuguese), run(Verb::Undo, ""));
        assert_eq!(LOCAL.parse("historico", portuguese), LOCAL.parse("Histórico", portuguese));
        assert_eq!(LOCAL.parse("undo", portuguese), run(Verb::Undo, ""));
        assert_eq!(LOCAL.parse("guardar", portuguese), Command::Incomplete("guardar F".to_owned()));
    }

    #[test]
    fn every_command_has_its_own_word_and_is_explained_in_every_language() {
        for language in Language::ALL {
            let texts = Texts::new(language);
            for commands in [
                LOCAL,
                #[cfg(feature = "online")]
                ONLINE,
            ] {
                let mut words = BTreeSet::new();
                for command in commands.list() {
                    let name = command.1;
                    assert_ne!(texts.command_help(name), name, "{language}");
                    assert!(words.insert(folded(texts.command(name))), "{language}: {name}");
                    let parsed = commands.parse(&format!("{} x", texts.command(name)), texts);
                    let takes_nothing = command.argument().is_none();
                    assert_eq!(matches!(parsed, Command::Move(_)), takes_nothing, "{language}: {name}");
                }
            }
        }
    }

    #[test]
    fn nonsense_is_a_move() {
        cairn_test_support::check_corpus("line_command", 2_000, |bytes| {
            let line = String::from_utf8_lossy(bytes);
            for language in Language::ALL {
                match LOCAL.parse(line.trim(), Texts::new(language)) {
                    Command::Empty => assert!(line.trim().is_empty(), "{line}"),
                    Command::Move(mv) => assert_eq!(mv, line.trim()),
                    Command::Run(_, argument) => assert!(line.contains(&argument), "{line}"),
                    Command::Incomplete(usage) => assert!(!usage.is_empty(), "{line}"),
                }
            }
        });
    }
}
