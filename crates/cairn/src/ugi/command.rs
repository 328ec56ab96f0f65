//! Commands of the UGI protocol.

use cairn_rules::excerpt;

use super::go::Go;

/// A parsed line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { start: Option<String>, moves: Vec<String> },
    Go(Go),
    Stop,
    Query(Query),
    Quit,
    Empty,
}

/// A query of a referee that does not implement the rules.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Query {
    FirstToMove,
    Over,
    Result,
}

const COMMANDS: &str = "ugi, isready, uginewgame, setoption, position, go, stop, query, quit";

impl Command {
    /// Parses a line; the error describes the problem.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else { return Ok(Self::Empty) };
        let without_arguments = |command: Self| match rest {
            [] => Ok(command),
            [extra, ..] => Err(format!("`{}` after {word}, which stands alone", excerpt(extra))),
        };
        match word {
            "ugi" => without_arguments(Self::Ugi),
            "isready" => without_arguments(Self::IsReady),
            "uginewgame" => without_arguments(Self::NewGame),
            "stop" => without_arguments(Self::Stop),
            "quit" => without_arguments(Self::Quit),
            "setoption" => set_option(rest),
            "position" => position(rest),
            "go" => Go::parse(rest).map(Self::Go),
            "query" => query(rest).map(Self::Query),
            _ => Err(format!("unknown command `{}`; the commands are {COMMANDS}", excerpt(word))),
        }
    }
}

fn set_option(rest: &[&str]) -> Result<Command, String> {
    let usage = || "setoption needs `name N value V`".to_owned();
    let ["name", rest @ ..] = rest else { return Err(usage()) };
    let split = rest.iter().position(|&word| word == "value").ok_or_else(usage)?;
    let (name, value) = (rest[..split].join(" "), rest[split + 1..].join(" "));
    Ok(Command::SetOption { name, value })
}

fn position(rest: &[&str]) -> Result<Command, String> {
    let split = rest.iter().position(|&word| word == "moves");
    let (start, moves) = rest.split_at(split.unwrap_or(rest.len()));
    let start = match start {
        ["startpos"] => None,
        ["fen", fields @ ..] => Some(fields.join(" ")),
        _ => return Err("position needs `startpos` or `fen P`, then perhaps `moves ..`".to_owned()),
    };
    Ok(Command::Position { start, moves: moves.iter().skip(1).map(|&mv| mv.to_owned()).collect() })
}

fn query(rest: &[&str]) -> Result<Query, String> {
    match rest {
        ["p1turn"] => Ok(Query::FirstToMove),
        ["gameover"] => Ok(Query::Over),
        ["result"] => Ok(Query::Result),
        _ => Err(format!(
            "unknown query `{}`; the queries are p1turn, gameover, result",
            excerpt(&rest.join(" "))
        )),
    }
}

#[cfg(test)]
mod tests {
    use cairn_rules::Player;

    use super::super::options::Options;
    use super::*;

    #[test]
    fn lines_are_parsed() {
        let start = |text: &str| Some(text.to_owned());
        for (line, command) in [
            ("", Command::Empty),
            ("  isready ", Command::IsReady),
            ("query  gameover", Command::Query(Query::Over)),
            ("position startpos", Command::Position { start: None, moves: vec![] }),
            (
                "position fen 5/5 w moves a1",
                Command::Position { start: start("5/5 w"), moves: vec!["a1".into()] },
            ),
            ("position startpos moves", Command::Position { start: None, moves: vec![] }),
            (
                "setoption name Own Book value",
                Command::SetOption { name: "Own Book".into(), value: String::new() },
            ),
            (
                "setoption name Game value a:b=c",
                Command::SetOption { name: "Game".into(), value: "a:b=c".into() },
            ),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn invalid_lines_are_rejected() {
        for (line, problem) in [
            ("joho", "unknown command `joho`"),
            ("UGI", "unknown command `UGI`"),
            ("isready now", "`now` after isready"),
            ("position", "position needs"),
            ("position startpos c3", "position needs"),
            ("setoption Hash 3", "setoption needs"),
            ("setoption name Hash", "setoption needs"),
            ("query", "unknown query ``"),
            ("query p2turn", "unknown query `p2turn`"),
        ] {
            let error = Command::parse(line).unwrap_err();
            assert!(error.contains(problem), "{line}: {error}");
        }
        assert!(Command::parse(&"x".repeat(9_999)).unwrap_err().len() < 200);
    }

    #[test]
    fn nonsense_is_rejected() {
        cairn_test_support::check_corpus("ugi_command", 2_000, |bytes| {
            for line in String::from_utf8_lossy(bytes).lines() {
                match Command::parse(line) {
                    Ok(Command::Go(go)) => Player::ALL.into_iter().for_each(|mover| drop(go.limits(mover))),
                    Ok(Command::SetOption { name, value }) => drop(Options::default().set(&name, &value)),
                    Ok(_) => {}
                    Err(problem) => assert!(!problem.is_empty() && problem.len() < 2_000, "{problem}"),
                }
            }
        });
    }
}
