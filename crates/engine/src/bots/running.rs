//! Ends external engines with the bot that started them or with this program, whichever comes first.
//!
//! A program gets `quit`, then a request to terminate, then it is killed together with its child processes.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;

/// The time between two steps of ending a program.
pub(super) const SHUTDOWN_GRACE: Duration = Duration::from_millis(300);
/// How often to check whether a program has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// All programs that may be running.
static PROGRAMS: Mutex<Programs> = Mutex::new(Programs { are_ending: false, running: Vec::new() });

struct Programs {
    /// Whether this program ends, and the others with it.
    are_ending: bool,
    running: Vec<Weak<RunningProgram>>,
}

/// Ends every engine and its child processes within a second. Call it right before the program exits: from then on,
/// bots that wait for an engine or start one block, so that none of them reports a fault.
pub fn end_all_engines() {
    let running = {
        let mut programs = lock(&PROGRAMS);
        programs.are_ending = true;
        std::mem::take(&mut programs.running)
    };
    end(&running.iter().filter_map(Weak::upgrade).collect::<Vec<_>>());
}

/// Ends programs, gently if possible.
pub(super) fn end(programs: &[Arc<RunningProgram>]) {
    for ask in [RunningProgram::quit, RunningProgram::terminate, RunningProgram::kill] {
        for program in programs {
            ask(program);
        }
        let deadline = Instant::now() + SHUTDOWN_GRACE;
        // Wait for all programs, not only for the first that keeps running.
        if programs.iter().filter(|program| program.wait(deadline).is_none()).count() == 0 {
            return;
        }
    }
}

/// Blocks for ever if this program is exiting.
pub(super) fn wait_if_leaving() {
    drop(programs_if_staying());
}

fn programs_if_staying() -> MutexGuard<'static, Programs> {
    let programs = lock(&PROGRAMS);
    if programs.are_ending {
        drop(programs);
        loop {
            thread::park();
        }
    }
    programs
}

/// A program that has been started.
#[derive(Debug)]
pub(super) struct RunningProgram {
    program: Mutex<Program>,
    input: Mutex<Option<Sender<String>>>,
}

#[derive(Debug)]
struct Program {
    group: Group,
    /// How it ended. Its process ID may be reused from then on.
    status: Option<String>,
}

impl RunningProgram {
    /// Starts a program that does not receive the terminal's Ctrl-C. `connect` takes its pipes and returns the sender of
    /// its input.
    pub(super) fn start<T>(
        command: &mut Command,
        connect: impl FnOnce(&mut Child) -> (Sender<String>, T),
    ) -> io::Result<(Arc<Self>, T)> {
        // Holding the lock, so that the program cannot exit between the start and the entry.
        let mut programs = programs_if_staying();
        let mut group = Group::start(command)?;
        let (input, rest) = connect(group.leader());
        let program = Mutex::new(Program { group, status: None });
        let running = Arc::new(Self { program, input: Mutex::new(Some(input)) });
        programs.running.retain(|other| other.strong_count() > 0);
        programs.running.push(Arc::downgrade(&running));
        Ok((running, rest))
    }

    /// Sends a line; a lost line shows in the missing answer.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &*lock(&self.input) {
            // The writer ends only with the program, which the next read reports.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// How it ended, if it has by the deadline.
    pub(super) fn wait(&self, deadline: Instant) -> Option<String> {
        loop {
            let mut program = lock(&self.program);
            if program.status.is_none() && program.group.has_ended() {
                program.kill();
            }
            if program.status.is_some() || Instant::now() >= deadline {
                return program.status.clone();
            }
            drop(program);
            thread::sleep(POLL_INTERVAL);
        }
    }

    fn quit(&self) {
        self.send("quit");
        // Programs that do not know the command see the end of their input.
        lock(&self.input).take();
    }

    fn terminate(&self) {
        let mut program = lock(&self.program);
        if program.status.is_none() {
            program.group.terminate();
        }
    }

    fn kill(&self) {
        lock(&self.program).kill();
    }
}

impl Program {
    /// Kills the program and its child processes.
    fn kill(&mut self) {
        if self.status.is_none() {
            let status = self.group.kill();
            self.status = Some(status.map_or_else(|error| error.to_string(), |status| status.to_string()));
        }
    }
}

/// The data is consistent even if a thread has panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
