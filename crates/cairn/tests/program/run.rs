//! Runs the real program and checks its exit status.

use std::ffi::OsStr;
use std::io::{Read, Write, pipe};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use cairn_rules::games::ALL;
use cairn_test_support::command;

/// Lists every game, with a limit on quiet turns if it has one, so that none lasts long.
pub(crate) fn brief_games() -> impl Iterator<Item = String> {
    ALL.iter().map(|info| {
        let has_limit = info.options.iter().any(|option| option.name == "quiet");
        format!("{}{}", info.id, if has_limit { ":quiet=40" } else { "" })
    })
}

/// A finished run.
pub(crate) struct Run(Output);

/// Returns the command that runs the program with this folder as the user's storage.
pub(crate) fn program(home: &Path) -> Command {
    command(env!("CARGO_BIN_EXE_cairn"), home)
}

/// Runs the program without input.
pub(crate) fn cairn(arguments: &[&str]) -> Run {
    cairn_with(arguments, b"")
}

/// Runs the program with lines on standard input.
pub(crate) fn cairn_with(arguments: &[&str], input: &[u8]) -> Run {
    run(arguments, input)
}

pub(crate) fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>, input: &[u8]) -> Run {
    let home = tempfile::tempdir().expect("a folder");
    run_at(home.path(), arguments, input)
}

/// Returns what a person sees who types these lines: both outputs, and each line after its prompt.
pub(crate) fn transcript(arguments: &[&str], typed: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let (mut screen, output) = pipe().expect("a pipe");
    let mut command = program(home.path());
    command.args(arguments).stdin(Stdio::piped());
    command.stdout(output.try_clone().expect("a pipe")).stderr(output);
    let mut child = command.spawn().expect("the program starts");
    // The command holds the other end of the pipe.
    drop(command);
    child.stdin.take().expect("standard input").write_all(typed.as_bytes()).expect("the program reads");
    let mut shown = String::new();
    screen.read_to_string(&mut shown).expect("UTF-8");
    assert!(child.wait().expect("the program ends").success(), "{shown}");
    let mut typed = typed.lines();
    let mut echoed = String::new();
    for (place, letter) in shown.char_indices() {
        // The board has a symbol like that of prompts, after a space.
        let ends_prompt = shown[..place].ends_with('>') && !shown[..place].ends_with(" >") && letter == ' ';
        echoed.push(letter);
        if ends_prompt {
            echoed += typed.next().unwrap_or_default();
            echoed.push('\n');
        }
    }
    echoed
}

/// Runs the program with this many KiB of address space, and no input.
#[cfg(target_os = "linux")]
pub(crate) fn cairn_within(kib: u32, arguments: &[&str], input: &[u8]) -> Run {
    let home = tempfile::tempdir().expect("a folder");
    let mut shell = command("sh", home.path());
    let script = format!("ulimit -v {kib}; exec \"$@\"");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_cairn")]).args(arguments);
    run_command(shell, input)
}

/// Runs the program with this folder as the user's storage.
pub(crate) fn run_at<A: AsRef<OsStr>>(
    home: &Path,
    arguments: impl IntoIterator<Item = A>,
    input: &[u8],
) -> Run {
    let mut program = program(home);
    program.args(arguments);
    run_command(program, input)
}

fn run_command(mut command: Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may exit before it has read everything.
    let _ = child.stdin.take().expect("standard input").write_all(input);
    Run(child.wait_with_output().expect("the program ends"))
}

/// Asserts that each of these requests is rejected with a message that contains the text.
pub(crate) fn assert_bad_requests(requests: &[(&[&str], &str)]) {
    for (arguments, expected) in requests {
        let error = cairn(arguments).stderr_of_bad_request();
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

impl Run {
    pub(crate) fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).expect("UTF-8")
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).expect("UTF-8")
    }

    /// Returns standard output, after exit status 0.
    pub(crate) fn stdout_of_success(&self) -> String {
        assert!(self.0.status.success(), "{:?}: {}", self.0.status, self.stderr());
        self.stdout()
    }

    /// Returns standard output, after this exit status.
    pub(crate) fn stdout_of_status(&self, status: i32) -> String {
        assert_eq!(self.0.status.code(), Some(status), "{}", self.stderr());
        self.stdout()
    }

    /// Returns the exit status; `None` if a signal has ended the program.
    #[cfg(target_os = "linux")]
    pub(crate) fn status(&self) -> Option<i32> {
        self.0.status.code()
    }

    /// Returns standard error, after exit status 2 and no standard output.
    pub(crate) fn stderr_of_bad_request(&self) -> String {
        self.stderr_of_failure(2)
    }

    /// Returns standard error, after this exit status and no standard output.
    pub(crate) fn stderr_of_failure(&self, status: i32) -> String {
        assert_eq!(self.0.status.code(), Some(status), "{}", self.stderr());
        assert_eq!(self.stdout(), "");
        assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
        self.stderr()
    }
}
