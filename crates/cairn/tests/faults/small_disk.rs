//! A disk that is full, or nearly.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::program::Program;

/// The ways to get a file system of one's own, by what is allowed.
const WAYS: [&str; 2] = ["-rm", "-m"];
/// Mounts a disk and holds on to it until the input ends.
const HOLD: &str = "mount -t tmpfs -o size=64k none \"$1\" && echo ready && exec cat >/dev/null";

/// A disk of 64 KiB that only its holder has mounted, and that is gone with it.
pub(crate) struct SmallDisk {
    /// Where it is mounted, which is an empty folder for everybody else.
    _folder: TempDir,
    /// Holds the disk.
    _holder: Program,
    path: PathBuf,
}

impl SmallDisk {
    /// Mounts a disk; `None` if that is not allowed here, which is said.
    pub(crate) fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        for way in WAYS {
            let mut command = Command::new("unshare");
            command.args([way, "sh", "-c", HOLD, "sh"]).arg(folder.path());
            let Some(holder) = Program::try_start(command) else { continue };
            if holder.wait_for(|output| output.contains("ready")).contains("ready") {
                let root = PathBuf::from(format!("/proc/{}/root", holder.id()));
                let path = root.join(folder.path().strip_prefix("/").unwrap());
                return Some(Self { _folder: folder, _holder: holder, path });
            }
        }
        eprintln!("skipped: no disk can be mounted here (unshare, tmpfs)");
        None
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file, as an argument.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path.join(name).to_str().unwrap().to_owned()
    }

    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }

    /// Fills the disk to the last byte.
    pub(crate) fn fill(&self) {
        let mut filler = fs::File::create(self.filler()).unwrap();
        while filler.write_all(&[0; 4096]).is_ok() {}
        while filler.write_all(&[0]).is_ok() {}
    }

    /// Makes space again.
    pub(crate) fn free(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}
