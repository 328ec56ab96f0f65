//! A program with all its child processes, which the system can end together. On Windows it is a job object, which no
//! process can leave. Closing its last handle ends its processes. Only this program holds a handle, so they end with it
//! even if it is killed.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

use win32job::{ExtendedLimitInfo, Job};

/// Isolates a program and its child processes from the terminal's Ctrl-C.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// A program and its child processes.
#[derive(Debug)]
pub(super) struct Group {
    leader: Child,
    /// The job, until its processes were ended.
    job: Option<Job>,
}

impl Group {
    /// Starts a program in a job, isolated from the terminal's Ctrl-C.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        let mut leader = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        // The program is still being loaded and has no child processes yet. If it has ended already, it need not be
        // assigned.
        if let Err(error) = job.assign_process(leader.as_raw_handle() as isize)
            && let Ok(None) = leader.try_wait()
        {
            leader.kill().and_then(|()| leader.wait())?;
            return Err(error.into());
        }
        Ok(Self { leader, job: Some(job) })
    }

    /// Returns the program itself.
    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Returns whether the program has ended, even if child processes remain. The open handle reserves its process ID.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.leader.try_wait(), Ok(None))
    }

    /// Ends all processes; Windows has no gentler method.
    pub(super) fn terminate(&mut self) {
        drop(self.job.take());
    }

    /// Ends all processes and returns how the program ended.
    pub(super) fn kill(&mut self) -> io::Result<ExitStatus> {
        self.terminate();
        self.leader.wait()
    }
}
