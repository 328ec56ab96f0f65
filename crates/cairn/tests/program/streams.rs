//! Output that cannot be written: every command ends with an exit status, never with a panic.

use std::fs::File;
use std::io::Write;
use std::process::{ExitStatus, Stdio};

use crate::run::program;

/// Every command, with its input. File arguments are in the folder of the run.
const COMMANDS: [(&[&str], &str); 37] = [
    (&[], ""),
    (&["--help"], ""),
    (&["--version"], ""),
    (&["play", "--help"], ""),
    (&["bogus"], ""),
    (
        &["play", "staqs:size=3", "--second", "random"],
        "help\nmoves\na1\nrecord\nhint\nlegend\nnonsense\nquit\n",
    ),
    (&["play", "staqs:size=3", "--first", "random", "--second", "random"], ""),
    (&["play", "staqs:size=3", "--second", "ugi:false"], "a1\n"),
    (&["play"], "1\n\n"),
    (&["play", "--resume"], ""),
    (&["games"], ""),
    (&["games", "--json"], ""),
    (&["saved", "--json"], ""),
    (&["rules", "stac"], ""),
    (&["show", "staqs"], ""),
    (&["show", "staqs", "--svg", "-"], ""),
    (&["show", "staqs", "--png", "-", "--width", "64"], ""),
    (&["show", "bogus"], ""),
    (&["moves", "stac"], ""),
    (&["apply", "staqs", "c3"], ""),
    (&["perft", "staqs", "2", "--divide"], ""),
    (&["analyze", "staqs:size=3", "--time", "50ms"], ""),
    (&["analyze", "staqs:size=3", "--time", "50ms", "--json"], ""),
    (&["solve", "staqs:size=3", "--memory", "16", "--all", "--verbose"], ""),
    (&["solve", "staqs:size=3", "--memory", "16", "--json"], ""),
    (&["verify", "nothing.txt"], ""),
    (&["ugi"], "ugi\nisready\nposition startpos\ngo nodes 100\nbogus\n"),
    (&["ugi"], "go nodes 100\n"),
    (&["bench", "--nodes", "1"], ""),
    (&["record", "game.txt"], ""),
    (&["record", "game.txt", "--json"], ""),
    (&["puzzle", "staqs-1"], "hint\nc3\nquit\n"),
    (&["puzzles", "--json"], ""),
    (&["match", "staqs:size=3", "--first", "ugi:false", "--second", "random", "--games", "2"], ""),
    (&["tournament", "staqs:size=3", "--bots", "random,greedy", "--games", "2", "--json"], ""),
    (&["stats", "staqs:size=3", "--games", "2"], ""),
    (&["completions", "bash"], ""),
];

const RECORD: &str =
    "[Game \"staqs\"]\n[First \"?\"]\n[Second \"?\"]\n[Date \"?\"]\n[Result \"*\"]\n\n1. c3\n";

/// The other end of a stream of the program.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Stream {
    Good,
    /// A device without space.
    Full,
    /// A pipe without a reader.
    Closed,
}

impl Stream {
    fn stdio(self) -> Stdio {
        match self {
            Self::Good => Stdio::null(),
            Self::Full => File::options().write(true).open("/dev/full").unwrap().into(),
            Self::Closed => {
                let (reader, writer) = std::io::pipe().unwrap();
                drop(reader);
                writer.into()
            }
        }
    }
}

fn run(arguments: &[&str], input: &str, out: Stream, err: Stream) -> ExitStatus {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("game.txt"), RECORD).unwrap();
    let mut child = program(home.path())
        .args(arguments)
        .current_dir(home.path())
        .stdin(Stdio::piped())
        .stdout(out.stdio())
        .stderr(err.stdio())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait().unwrap()
}

#[test]
fn no_command_panics_when_its_output_cannot_be_written() {
    for (arguments, input) in COMMANDS {
        let good = run(arguments, input, Stream::Good, Stream::Good).code().unwrap();
        for (out, err) in [
            (Stream::Full, Stream::Good),
            (Stream::Good, Stream::Full),
            (Stream::Full, Stream::Full),
            (Stream::Closed, Stream::Good),
            (Stream::Good, Stream::Closed),
            (Stream::Closed, Stream::Closed),
        ] {
            let status = run(arguments, input, out, err);
            let code = status.code().unwrap_or_else(|| panic!("{arguments:?}, {out:?}, {err:?}: {status}"));
            // A lost message is not a failure; a lost result is.
            let expected = match out {
                Stream::Good => good..=good,
                Stream::Full if good == 0 => 1..=1,
                Stream::Full => 1..=2,
                Stream::Closed => 0..=good,
            };
            assert!(
                expected.contains(&code),
                "{arguments:?}, {out:?}, {err:?}: {code} instead of {expected:?}"
            );
        }
    }
}
