//! External engines as text: `ugi:PATH`, with settings of Cairn and options of the engine.

use std::mem::discriminant;
use std::path::Path;
use std::time::Duration;

use cairn_rules::excerpt;

use super::spec::UGI;
use super::ugi::{GAME_OPTION, UgiSettings};
use super::words::{MAX_DEPTH, in_range};
use super::{BotClock, BotError, BotProblem, BotSpec, MoveLimit, UgiBot};
use crate::Span;

/// The parts of the text besides the program.
#[derive(Default)]
struct Parts {
    limits: Vec<MoveLimit>,
    patience: Option<Duration>,
    clock: Option<BotClock>,
    options: Vec<(String, String)>,
}

impl Parts {
    /// Parses a setting of Cairn; returns `false` if none has this name.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, BotProblem> {
        let wrong = |name, like| BotProblem::Value { word: excerpt(value), name, like };
        let span = |name| value.parse().map(Span::duration).map_err(|_| wrong(name, "time"));
        let number = |name, most| in_range(value, 1, most).ok_or_else(|| wrong(name, name));
        let is_repeated = match key {
            "time" => self.limit(MoveLimit::Time(span("time")?)),
            "nodes" => self.limit(MoveLimit::Nodes(number("nodes", u64::MAX)?)),
            "depth" => self.limit(MoveLimit::Depth(number("depth", MAX_DEPTH)? as u32)),
            "patience" => self.patience.replace(span("patience")?).is_some(),
            "tc" => self.clock.replace(value.parse().map_err(|_| wrong("tc", "tc"))?).is_some(),
            _ => return Ok(false),
        };
        if is_repeated { Err(BotProblem::Twice { name: key.to_owned() }) } else { Ok(true) }
    }

    /// Adds a limit; returns whether there was one of this kind.
    fn limit(&mut self, limit: MoveLimit) -> bool {
        let kind = discriminant(&limit);
        let is_repeated = self.limits.iter().any(|known| discriminant(known) == kind);
        self.limits.push(limit);
        is_repeated
    }

    /// Parses a setting of Cairn or an option of the engine.
    fn add(&mut self, key: &str, value: &str) -> Result<(), BotProblem> {
        if self.set(key, value)? {
            return Ok(());
        }
        let is_same = |(name, _): &(String, String)| name.eq_ignore_ascii_case(key);
        if self.options.iter().any(is_same) {
            return Err(BotProblem::Twice { name: excerpt(key) });
        }
        if key.eq_ignore_ascii_case(GAME_OPTION) {
            return Err(BotProblem::GameOption);
        }
        self.options.push((key.to_owned(), value.to_owned()));
        Ok(())
    }
}

/// Parses the text after `ugi:`: settings, each followed by a comma, the program, and options, each after a comma. If
/// no file has the name of the program, splits it at spaces into a program and its arguments.
pub(super) fn parse(text: &str) -> Result<BotSpec, BotError> {
    let name = format!("{UGI}{text}");
    let bad = |problem| BotError::Bad { word: excerpt(&name), problem };
    let mut parts = Parts::default();
    let mut command = text;
    while let Some((setting, rest)) = command.split_once(',') {
        let Some((key, value)) = setting.split_once('=') else { break };
        if !parts.set(key, value).map_err(bad)? {
            break;
        }
        command = rest;
    }
    let is_file = |path: &str| Path::new(path).is_file();
    let (program, options) = if is_file(command) { (command, Vec::new()) } else { split_options(command) };
    for (key, value) in options {
        parts.add(key.trim(), value.trim()).map_err(bad)?;
    }
    let words: Vec<String> = if is_file(program) {
        vec![program.to_owned()]
    } else {
        program.split_whitespace().map(ToOwned::to_owned).collect()
    };
    let Some((program, arguments)) = words.split_first() else {
        return Err(bad(BotProblem::NoProgram));
    };
    if !can_be_found(program) {
        return Err(bad(BotProblem::ProgramNotFound { program: excerpt(program) }));
    }
    let settings = UgiSettings {
        name: name.clone(),
        program: program.clone(),
        arguments: arguments.to_vec(),
        limits: parts.limits,
        patience: parts.patience,
        options: parts.options,
    };
    Ok(BotSpec::new(name, move || Box::new(UgiBot::new(settings.clone()))).with_clock(parts.clock))
}

/// Splits `PROGRAM,A=1,B=2` into the program and its options. A part without `=` belongs to the program, together with
/// everything before it.
fn split_options(command: &str) -> (&str, Vec<(&str, &str)>) {
    let (mut program, mut options) = (command, Vec::new());
    while let Some((rest, part)) = program.rsplit_once(',')
        && let Some(option) = part.split_once('=')
    {
        options.push(option);
        program = rest;
    }
    options.reverse();
    (program, options)
}

/// Returns whether a program exists, as a path or on the search path.
fn can_be_found(program: &str) -> bool {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let endings = ["", std::env::consts::EXE_SUFFIX];
    std::env::split_paths(&folders)
        .any(|folder| endings.iter().any(|ending| folder.join(format!("{program}{ending}")).is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_follow_the_program() {
        assert_eq!(split_options("./engine"), ("./engine", vec![]));
        assert_eq!(split_options("./engine -x a,b"), ("./engine -x a,b", vec![]));
        let options = vec![("Hash", "16"), ("Own Book", "true")];
        assert_eq!(split_options("./a,b -x,Hash=16,Own Book=true"), ("./a,b -x", options));
        let program = std::env::current_exe().unwrap();
        let word = format!("ugi:tc=2+0.1,nodes=5,{},Hash=16,depth=3", program.display());
        let spec: BotSpec = word.parse().unwrap();
        assert_eq!((spec.name(), spec.clock()), (word.as_str(), "2+0.1".parse().ok()));
    }

    #[test]
    fn bad_programs_and_settings_are_named() {
        for (word, expected) in [
            ("ugi:", "the program is missing"),
            ("ugi:/no/such/program", "there is no program `/no/such/program`"),
            ("ugi:no-such-program-here ugi", "there is no program `no-such-program-here`"),
            ("ugi:time=soon,/bin/sh", "`soon` is not a value of time"),
            ("ugi:time=0ms,/bin/sh", "`0ms` is not a value of time"),
            ("ugi:nodes=-1,/bin/sh", "`-1` is not a value of nodes"),
            ("ugi:nodes=0,/bin/sh", "`0` is not a value of nodes; allowed: whole numbers from 1"),
            ("ugi:depth=101,/bin/sh", "`101` is not a value of depth; allowed: 1 to 100"),
            ("ugi:time=1s,/bin/sh,time=2s", "time is given twice"),
            ("ugi:tc=fast,/bin/sh", "`fast` is not a value of tc; allowed: seconds with an increment"),
            ("ugi:/bin/sh,Hash=1,hash=2", "hash is given twice"),
            ("ugi:/bin/sh,Game=staqs", "the game is set by Cairn"),
            ("ugi:/no/such,Hash=1", "there is no program `/no/such`"),
        ] {
            let error = word.parse::<BotSpec>().unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains("bad bot `ugi:"), "{word}: {error}");
        }
    }
}
