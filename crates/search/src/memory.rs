//! Allocates tables; on failure, reports a size that would fit.

use std::error::Error;
use std::fmt;
use std::hint::black_box;
use std::sync::{LazyLock, Mutex, PoisonError};

use cairn_rules::Message;

use crate::buckets::Buckets;
use crate::root_solver::MEMORY_SHARE;

/// The fraction of the machine's memory (one part in this many) that tables must leave to the rest.
const OTHERS_SHARE: usize = 8;
/// The address space, in MiB, to leave for threads, moves and books besides a table and the endgame solver; for small
/// tables, twice their size is enough.
const RESERVE_MIB: usize = 2 * THREAD_MIB;

/// The address space of a thread: its stack, and the arena that the allocator reserves for it.
const THREAD_MIB: usize = 80;
/// The number of threads that may start after the size of a table was chosen: for signals, progress and the search.
const SPARE_THREADS: usize = 4;

/// Locked during the allocation of a table.
static ALLOCATION: Mutex<()> = Mutex::new(());

/// The maximum memory for tables that the limits of the system allow, in MiB.
static MAX_MIB: LazyLock<usize> = LazyLock::new(|| {
    let limit = system::limits().min().map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
    limit - limit / OTHERS_SHARE
});

/// A table that does not fit into memory.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct OutOfMemory {
    /// The requested size, in MiB.
    pub asked: usize,
    /// A size that would have fitted, in MiB; 0 if none would.
    pub fits: usize,
}

impl OutOfMemory {
    /// Returns the user-facing message.
    pub fn message(self) -> Message {
        let Self { asked, fits } = self;
        let message = if fits == 0 {
            Message::new("a table of {asked} MiB cannot be allocated; no memory is left")
        } else {
            Message::new("a table of {asked} MiB cannot be allocated; {fits} MiB would fit")
                .with("fits", fits)
        };
        message.with("asked", asked)
    }
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for OutOfMemory {}

/// Returns a default size for a table, in MiB: `most`, or less if memory is short, so that threads that are about to
/// start have room.
pub fn fitting_mib(most: usize) -> usize {
    let left = address_mib_left();
    if needed_mib(most).saturating_add(SPARE_THREADS * THREAD_MIB) > left {
        return left / OTHERS_SHARE;
    }
    check_table(most).map_or_else(|error| error.fits, |()| most)
}

/// Checks that there is memory for a table of this size now, besides all others.
pub fn check_table(mib: usize) -> Result<(), OutOfMemory> {
    allocate(mib, Buckets::new).map(drop)
}

/// Allocates a table of this size, if it leaves enough memory for the rest of the program.
pub(crate) fn allocate<T>(mib: usize, make: impl Fn(usize) -> Option<T>) -> Result<T, OutOfMemory> {
    // Otherwise two threads could count on the same memory.
    let _guard = ALLOCATION.lock().unwrap_or_else(PoisonError::into_inner);
    let left = address_mib_left();
    // `black_box` keeps the compiler from removing an unused allocation.
    let attempt = |mib: usize| {
        let is_possible = mib <= *MAX_MIB && needed_mib(mib) <= left;
        if is_possible { make(mib).map(black_box) } else { None }
    };
    if let Some(made) = attempt(mib) {
        return Ok(made);
    }
    let (mut fits, mut too_large) = (0, mib.min(MAX_MIB.saturating_add(1)));
    // More precision is useless, because other memory use varies as much.
    while too_large - fits > 1 + too_large / 64 {
        let middle = fits + (too_large - fits) / 2;
        if attempt(middle).is_some() {
            fits = middle;
        } else {
            too_large = middle;
        }
    }
    // By the next attempt, other threads may have taken their memory.
    let spare = if left == usize::MAX { fits / 16 } else { SPARE_THREADS * THREAD_MIB };
    Err(OutOfMemory { asked: mib, fits: fits.saturating_sub(spare).max(fits / 4) })
}

/// Returns how many threads fit into memory, from 1 to `most`.
pub fn fitting_threads(most: usize) -> usize {
    // WebAssembly starts no threads.
    if most <= 1 || cfg!(target_family = "wasm") {
        return 1;
    }
    (address_mib_left().saturating_sub(RESERVE_MIB) / THREAD_MIB).clamp(1, most)
}

/// Returns whether the address space of this process is limited, as by `ulimit -v`.
pub fn has_address_limit() -> bool {
    system::address_space_left().is_some()
}

/// Returns the memory for a table and the reserve for the rest of the program, in MiB.
fn needed_mib(mib: usize) -> usize {
    mib.saturating_add(mib / MEMORY_SHARE).saturating_add(mib.saturating_mul(2).min(RESERVE_MIB))
}

/// Returns the remaining address space in MiB. Counting it is better than allocating it, because other threads need
/// some in the meantime.
fn address_mib_left() -> usize {
    system::address_space_left().map_or(usize::MAX, |bytes| (bytes >> 20) as usize)
}

/// Limits of memory as the system reports them, in bytes. The system maps pages when the program first touches them, so
/// an allocation alone does not show these limits.
#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Returns the memory of the machine and the limits of the control groups of this process.
    pub(super) fn limits() -> impl Iterator<Item = u64> {
        let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| machine(&text));
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let limits: Vec<u64> = limit_files(&groups).iter().filter_map(|path| read_limit(path)).collect();
        machine.into_iter().chain(limits)
    }

    /// Returns the rest of the address space if it is limited, as by `ulimit -v`.
    pub(super) fn address_space_left() -> Option<u64> {
        let limits = fs::read_to_string("/proc/self/limits").ok()?;
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
        let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
        Some(limit.saturating_sub(kib(&status, "VmSize:")? << 10))
    }

    /// Parses the number in a line of a file, as in `MemTotal: 24684132 kB`.
    fn kib(text: &str, name: &str) -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_end_matches("kB").trim().parse().ok()
    }

    /// Returns memory and swap space, from `/proc/meminfo`.
    fn machine(text: &str) -> Option<u64> {
        Some((kib(text, "MemTotal:")? + kib(text, "SwapTotal:").unwrap_or(0)) << 10)
    }

    /// Returns the files with the limits of control groups, from `/proc/self/cgroup`: those of a group and of all its
    /// ancestors, in either version of control groups.
    fn limit_files(groups: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for line in groups.lines() {
            let mut fields = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else { continue };
            let (root, file) = match controllers {
                "" => ("/sys/fs/cgroup", "memory.max"),
                _ if controllers.split(',').any(|controller| controller == "memory") => {
                    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
                }
                _ => continue,
            };
            let group = Path::new(group.trim_start_matches('/'));
            files.extend(group.ancestors().map(|group| Path::new(root).join(group).join(file)));
        }
        files
    }

    /// Parses the limit in a file, if it has one.
    fn read_limit(path: &Path) -> Option<u64> {
        fs::read_to_string(path).ok()?.trim().parse().ok()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn memory_and_swap_are_added() {
            let text = "MemTotal:       24684132 kB\nMemFree:  1 kB\nSwapTotal:       1024 kB\n";
            assert_eq!(machine(text), Some((24_684_132 + 1_024) << 10));
            assert_eq!(machine("MemTotal: 2 kB\n"), Some(2_048));
            assert_eq!(machine("nonsense"), None);
            assert!(limits().next().is_some_and(|bytes| bytes > 0));
        }

        #[test]
        fn groups_of_both_versions_have_limits() {
            let files = |text| -> Vec<String> {
                limit_files(text).iter().map(|path| path.display().to_string()).collect()
            };
            assert_eq!(files("0::/\n"), ["/sys/fs/cgroup/memory.max"]);
            assert_eq!(
                files("0::/user/me\n"),
                [
                    "/sys/fs/cgroup/user/me/memory.max",
                    "/sys/fs/cgroup/user/memory.max",
                    "/sys/fs/cgroup/memory.max"
                ]
            );
            assert_eq!(
                files("5:cpu,cpuacct:/a\n4:memory:/a\n"),
                [
                    "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes"
                ]
            );
            assert!(files("nonsense").is_empty());
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    /// Returns no limits: only an attempt to allocate shows whether a size fits.
    pub(super) fn limits() -> impl Iterator<Item = u64> {
        std::iter::empty()
    }

    pub(super) const fn address_space_left() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oversized_tables_are_rejected_with_a_size_that_fits() {
        let most = 1_000;
        let make = |mib: usize| (mib <= most).then_some(mib);
        assert_eq!(allocate(1_000, make), Ok(1_000));
        let error = allocate(1_001, make).unwrap_err();
        assert!(error.asked == 1_001 && (900..=most).contains(&error.fits), "{error:?}");
        let fits = error.fits;
        assert_eq!(
            error.to_string(),
            format!("a table of 1001 MiB cannot be allocated; {fits} MiB would fit")
        );
        let none = allocate(8, |_| None::<()>).unwrap_err();
        assert_eq!(none.to_string(), "a table of 8 MiB cannot be allocated; no memory is left");
    }

    #[test]
    fn absurd_tables_do_not_fit() {
        for mib in [1 << 40, usize::MAX] {
            let error = allocate(mib, Buckets::new).err().unwrap();
            assert!(error.fits > 0 && error.fits < mib, "{error:?}");
            assert!((1..mib).contains(&fitting_mib(mib)));
        }
        assert_eq!(fitting_mib(3), 3);
        assert_eq!((fitting_threads(0), fitting_threads(1)), (1, 1));
    }
}
