//! Ends external engines with their bot or with this program, whichever ends first.
//!
//! A program receives `quit`, then a request to terminate; finally it is killed together with its child processes.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;

/// The time between two steps of ending a program.
pub(super) const SHUTDOWN_GRACE: Duration = Duration::from_millis(300);
/// The interval between checks for the end of a program.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// All programs that may still run.
static PROGRAMS: Mutex<Programs> = Mutex::new(Programs { are_ending: false, running: Vec::new() });

struct Programs {
    /// Whether this program is exiting, and the others with it.
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

/// Ends programs, gracefully if possible.
pub(super) fn end(programs: &[Arc<RunningProgram>]) {
    for ask in [RunningProgram::quit, RunningProgram::terminate, RunningProgram::kill] {
        for program in programs {
            ask(program);
        }
        let deadline = Instant::now() + SHUTDOWN_GRACE;
        // Waits for all programs, not only for the first that keeps running.
        if programs.iter().filter(|program| program.wait(deadline).is_none()).count() == 0 {
            return;
        }
    }
}

/// Blocks forever if this program is exiting.
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

/// A started program.
#[derive(Debug)]
pub(super) struct RunningProgram {
    program: Mutex<Program>,
    input: Mutex<Option<Sender<String>>>,
}

#[derive(Debug)]
struct Program {
    group: Group,
    /// Its exit status. The system may reuse its process ID from then on.
    status: Option<String>,
}

impl RunningProgram {
    /// Starts a program that does not receive the terminal's Ctrl-C. `connect` takes its pipes and returns the sender
    /// for its input.
    pub(super) fn start<T>(
        command: &mut Command,
        connect: impl FnOnce(&mut Child) -> (Sender<String>, T),
    ) -> io::Result<(Arc<Self>, T)> {
        // The lock prevents the program from exiting between the start and the entry.
        let mut programs = programs_if_staying();
        let mut group = Group::start(command)?;
        let (input, rest) = connect(group.leader());
        let program = Mutex::new(Program { group, status: None });
        let running = Arc::new(Self { program, input: Mutex::new(Some(input)) });
        programs.running.retain(|other| other.strong_count() > 0);
        programs.running.push(Arc::downgrade(&running));
        Ok((running, rest))
    }

    /// Sends a line. A failure shows in the missing answer.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &*lock(&self.input) {
            // The writer ends only with the program, and the next read reports that.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Returns its exit status, if it has ended by the deadline.
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
        // Programs that do not support the command see the end of their input.
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

/// Locks a mutex, also after a panic of another thread: the data is always consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
