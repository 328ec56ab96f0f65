//! On Unix: a process group. A process that leaves the group is not ended with it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// A program and its child processes.
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

    /// Whether the program has ended, even if child processes are left. Its process ID is not released.
    pub(in crate::bots) fn has_ended(&mut self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.leader)), options), Ok(None))
    }

    /// Asks all processes to end.
    pub(in crate::bots) fn terminate(&mut self) {
        self.signal(Signal::TERM);
    }

    /// Kills the group and returns how the program ended. The process ID is released last, so that no other process is
    /// hit.
    pub(in crate::bots) fn kill(&mut self) -> io::Result<ExitStatus> {
        self.signal(Signal::KILL);
        self.leader.wait()
    }

    fn signal(&self, signal: Signal) {
        // A signal fails if the group is empty.
        let _ = kill_process_group(Pid::from_child(&self.leader), signal);
    }
}
