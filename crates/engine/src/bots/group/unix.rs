//! A program with all its child processes, which the system can end together. On Unix it is a process group, and a
//! shell that ends the group if this program is killed. A process that leaves the group survives it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// A program and its child processes.
#[derive(Debug)]
pub(super) struct Group {
    leader: Child,
    /// The shell; `None` if it could not start: then a program that ignores the end of its input may outlive this one.
    watchdog: Option<Child>,
}

/// Waits for the end of its input, which comes only if this program is killed, then kills the group `$0`.
const WATCHDOG: &str = "trap '' HUP INT QUIT TERM; read -r _; kill -s KILL -- \"-$0\"";

impl Group {
    /// Starts a program as the leader of a group, isolated from the terminal's Ctrl-C.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let leader = command.process_group(0).spawn()?;
        let mut watchdog = Command::new("sh");
        watchdog.args(["-c", WATCHDOG, &leader.id().to_string()]).process_group(0);
        watchdog.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self { leader, watchdog: watchdog.spawn().ok() })
    }

    /// Returns the program itself.
    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Returns whether the program has ended, even if child processes remain. Does not release its process ID.
    pub(super) fn has_ended(&mut self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.leader)), options), Ok(None))
    }

    /// Requests all processes to end.
    pub(super) fn terminate(&mut self) {
        self.signal(Signal::TERM);
    }

    /// Kills the group and returns how the program ended. Releases the process ID last, so that the signal cannot hit
    /// an unrelated process.
    pub(super) fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(mut watchdog) = self.watchdog.take() {
            // The watchdog must end before the process ID that it would kill is released.
            let _ = watchdog.kill().and_then(|()| watchdog.wait());
        }
        self.signal(Signal::KILL);
        self.leader.wait()
    }

    fn signal(&self, signal: Signal) {
        // Sending a signal fails if the group is empty.
        let _ = kill_process_group(Pid::from_child(&self.leader), signal);
    }
}
