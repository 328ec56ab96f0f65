//! On Unix: a process group. What leaves the group is no longer ended with it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// A program and what it has started.
pub(in crate::bots) struct Group {
    leader: Child,
}

impl Group {
    /// Starts a program as the leader of a group, away from the terminal's Ctrl-C.
    pub(in crate::bots) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { leader: command.process_group(0).spawn()? })
    }

    /// The program itself.
    pub(in crate::bots) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Whether the program has ended, whoever is left; its number stays its own.
    pub(in crate::bots) fn has_ended(&mut self) -> bool {
        let glance = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.leader)), glance), Ok(None))
    }

    /// Asks all of them to end.
    pub(in crate::bots) fn terminate(&mut self) {
        self.signal(Signal::TERM);
    }

    /// Ends all that is left of them, and says how the program ended. Its number is given up last, so that no
    /// stranger is hit.
    pub(in crate::bots) fn kill(&mut self) -> io::Result<ExitStatus> {
        self.signal(Signal::KILL);
        self.leader.wait()
    }

    fn signal(&self, signal: Signal) {
        // A signal that fails finds nobody left.
        let _ = kill_process_group(Pid::from_child(&self.leader), signal);
    }
}
