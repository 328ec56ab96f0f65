//! A program with all its child processes, which the system can end together.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::Group;
#[cfg(windows)]
pub(super) use windows::Group;
