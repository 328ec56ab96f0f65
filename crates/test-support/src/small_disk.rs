//! A small disk that tests can fill up.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::skip;

/// The options for unsharing a mount namespace, by the available rights.
const OPTIONS: [&str; 2] = ["-rm", "-m"];
/// Mounts a disk and keeps it until the input ends.
const HOLD: &str = "mount -t tmpfs -o size=64k none \"$1\" && echo ready && exec cat >/dev/null";

/// A disk of 64 KiB, mounted only in the namespace of its holder and unmounted when the holder ends.
pub struct SmallDisk {
    /// The mount point, which is an empty folder for all other processes.
    _folder: TempDir,
    holder: Child,
    path: PathBuf,
}

impl SmallDisk {
    /// Mounts a disk; `None` if the system does not allow it, which skips the test.
    pub fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        for option in OPTIONS {
            let mut command = Command::new("unshare");
            command.args([option, "sh", "-c", HOLD, "sh"]).arg(folder.path());
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let Ok(mut holder) = command.spawn() else { continue };
            let mut line = String::new();
            BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
            if line == "ready\n" {
                let root = PathBuf::from(format!("/proc/{}/root", holder.id()));
                let path = root.join(folder.path().strip_prefix("/").unwrap());
                return Some(Self { _folder: folder, holder, path });
            }
            holder.wait().unwrap();
        }
        skip("no disk can be mounted (unshare, tmpfs)");
        None
    }

    /// Returns its folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file, as an argument.
    pub fn file(&self, name: &str) -> String {
        self.path.join(name).to_str().unwrap().to_owned()
    }

    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }

    /// Fills the disk to the last byte.
    pub fn fill(&self) {
        let mut filler = fs::File::create(self.filler()).unwrap();
        while filler.write_all(&[0; 4096]).is_ok() {}
        while filler.write_all(&[0]).is_ok() {}
    }

    /// Frees the space again.
    pub fn free(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}
