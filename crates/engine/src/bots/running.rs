//! How other programs end: with the bot that started them or with this program, whichever comes first.
//!
//! A program is told to quit, then terminated, then killed, with little time between, and with it all that it has
//! started.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;

/// How long a program may take to end before it is asked less kindly.
pub(super) const FAREWELL: Duration = Duration::from_millis(300);
/// How often a program that should end is looked after.
const GLANCE: Duration = Duration::from_millis(5);

/// All programs that may be running.
static PROGRAMS: Mutex<Programs> = Mutex::new(Programs { are_ending: false, running: Vec::new() });

struct Programs {
    /// Whether this program ends, and the others with it.
    are_ending: bool,
    running: Vec<Weak<Running>>,
}

/// Ends every engine and whatever it has started, within a second. For whoever leaves the program at once:
/// bots that wait for an engine, or would start one, wait from then on, so that none of them takes this for
/// a fault.
pub fn end_all_engines() {
    let running = {
        let mut programs = lock(&PROGRAMS);
        programs.are_ending = true;
        std::mem::take(&mut programs.running)
    };
    end(&running.iter().filter_map(Weak::upgrade).collect::<Vec<_>>());
}

/// Ends programs, kindly if they let us.
pub(super) fn end(programs: &[Arc<Running>]) {
    for ask in [Running::quit, Running::terminate, Running::kill] {
        for program in programs {
            ask(program);
        }
        let deadline = Instant::now() + FAREWELL;
        // All are waited for, not only the first that goes on.
        if programs.iter().filter(|program| program.wait(deadline).is_none()).count() == 0 {
            return;
        }
    }
}

/// Returns only if this program goes on.
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
pub(super) struct Running {
    program: Mutex<Program>,
    input: Mutex<Option<Sender<String>>>,
}

struct Program {
    group: Group,
    /// How it ended. Its number may belong to somebody else from then on.
    status: Option<String>,
}

impl Running {
    /// Starts a program, away from the terminal's Ctrl-C, which is ours to handle. `connect` takes its
    /// pipes and gives back where its input goes.
    pub(super) fn start<T>(
        command: &mut Command,
        connect: impl FnOnce(&mut Child) -> (Sender<String>, T),
    ) -> io::Result<(Arc<Self>, T)> {
        // Nobody can leave between the start and the entry.
        let mut programs = programs_if_staying();
        let mut group = Group::start(command)?;
        let (input, rest) = connect(group.leader());
        let program = Mutex::new(Program { group, status: None });
        let running = Arc::new(Self { program, input: Mutex::new(Some(input)) });
        programs.running.retain(|other| other.strong_count() > 0);
        programs.running.push(Arc::downgrade(&running));
        Ok((running, rest))
    }

    /// Sends a line. Whether it arrives shows in the answer.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &*lock(&self.input) {
            // The writer is gone only if the program is, which the next reading finds out.
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
            thread::sleep(GLANCE);
        }
    }

    fn quit(&self) {
        self.send("quit");
        // The end of its input says the same to programs that do not know the word.
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
    /// Kills what is left of it.
    fn kill(&mut self) {
        if self.status.is_none() {
            let status = self.group.kill();
            self.status = Some(status.map_or_else(|error| error.to_string(), |status| status.to_string()));
        }
    }
}

/// What is locked here is whole at any time, even if a thread has panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
