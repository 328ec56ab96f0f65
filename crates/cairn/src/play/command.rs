//! What can be typed at the prompt of a game.

use std::path::PathBuf;

/// A line, understood. What is not a command is taken for a move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Command {
    Help,
    Moves(Option<String>),
    Board,
    Legend,
    Position,
    Rules,
    Record,
    Undo,
    Redo,
    Hint,
    Eval,
    Resign,
    Draw,
    Save {
        path: PathBuf,
        replace: bool,
    },
    Load {
        path: PathBuf,
        game: Option<usize>,
    },
    Quit,
    Nothing,
    Move(String),
    /// A command that lacks something: what it should look like.
    Incomplete(&'static str),
}

/// The commands and what they do, for `help`.
pub(super) const HELP: &[(&str, &str)] = &[
    ("MOVE", "play a move, such as those that `moves` lists"),
    ("moves [TEXT]", "list the legal moves, or only those that contain TEXT"),
    ("board", "show the board again"),
    ("legend", "say what the signs on the board mean"),
    ("undo, redo", "take moves back, play them again"),
    ("hint", "suggest a move, with its chance and the line behind it"),
    ("eval", "say who stands better"),
    ("draw", "offer a draw"),
    ("resign", "give the game up"),
    ("save F", "write the record of the game to file F (`save! F` replaces a file)"),
    ("load F [N]", "go on with the last game in file F, or with game N"),
    ("position", "print the position string"),
    ("record", "print the record so far"),
    ("rules", "print the rules"),
    ("help", "show this list"),
    ("quit", "leave"),
];

impl Command {
    pub(super) fn parse(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |command: Self| if rest.is_empty() { command } else { Self::Move(line.to_owned()) };
        match word.to_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "?" | "h" => alone(Self::Help),
            "moves" => Self::Moves((!rest.is_empty()).then(|| rest.to_lowercase())),
            "board" => alone(Self::Board),
            "legend" => alone(Self::Legend),
            "position" => alone(Self::Position),
            "rules" => alone(Self::Rules),
            "record" => alone(Self::Record),
            "undo" => alone(Self::Undo),
            "redo" => alone(Self::Redo),
            "hint" => alone(Self::Hint),
            "eval" => alone(Self::Eval),
            "resign" => alone(Self::Resign),
            "draw" => alone(Self::Draw),
            "quit" | "exit" | "q" => alone(Self::Quit),
            "save" | "save!" if rest.is_empty() => Self::Incomplete("save F, where F is a file"),
            "save" | "save!" => Self::Save { path: rest.into(), replace: word.ends_with('!') },
            "load" if rest.is_empty() => Self::Incomplete("load F, where F is a file of records"),
            "load" => {
                let numbered = rest.rsplit_once(char::is_whitespace).and_then(|(path, number)| {
                    Some(Self::Load { path: path.trim().into(), game: Some(number.parse().ok()?) })
                });
                numbered.unwrap_or_else(|| Self::Load { path: rest.into(), game: None })
            }
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        for (line, command) in [
            ("", Command::Nothing),
            ("HELP", Command::Help),
            ("moves", Command::Moves(None)),
            ("moves A7", Command::Moves(Some("a7".to_owned()))),
            ("save", Command::Incomplete("save F, where F is a file")),
            ("save my game.txt", Command::Save { path: "my game.txt".into(), replace: false }),
            ("save! x", Command::Save { path: "x".into(), replace: true }),
            ("load my games 3", Command::Load { path: "my games".into(), game: Some(3) }),
            ("load my games", Command::Load { path: "my games".into(), game: None }),
            ("c3-c4", Command::Move("c3-c4".to_owned())),
            ("draw a horse", Command::Move("draw a horse".to_owned())),
            ("d4", Command::Move("d4".to_owned())),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }
}
