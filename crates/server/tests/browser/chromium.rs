//! Finds Chromium and starts it once for all tests that run at the same time.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cairn_test_support::{TIMEOUT, skip};

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A running Chromium, which ends with the last test that uses it.
pub(crate) struct Chromium {
    process: Child,
    /// The DevTools address of the browser itself.
    pub(crate) address: String,
    _folder: tempfile::TempDir,
}

impl Chromium {
    /// Returns the running browser, or starts one; `None`, with a message, if there is no Chromium.
    pub(crate) fn shared() -> Option<Arc<Self>> {
        static RUNNING: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());
        let Some(program) = find() else {
            skip(&format!("no Chromium ({} or CAIRN_CHROMIUM)", NAMES.join(", ")));
            return None;
        };
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chromium) = running.upgrade() {
            return Some(chromium);
        }
        let chromium = Arc::new(Self::start(&program));
        *running = Arc::downgrade(&chromium);
        Some(chromium)
    }

    fn start(program: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run"])
            .args(["--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--mute-audio"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows"])
            .args(["--disable-renderer-backgrounding", "--hide-scrollbars", "--force-color-profile=srgb"])
            // These options discard pages that a test has left, and deliver keys pressed before the first frame.
            .args(["--disable-features=BackForwardCache", "--allow-pre-commit-input"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&log).unwrap())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let begun = Instant::now();
        loop {
            let said = fs::read_to_string(folder.path().join("DevToolsActivePort")).unwrap_or_default();
            if let Some((port, path)) = said.split_once('\n')
                && !path.trim().is_empty()
            {
                let address = format!("ws://127.0.0.1:{port}{}", path.trim());
                return Self { process, address, _folder: folder };
            }
            let has_ended = process.try_wait().unwrap().is_some();
            if has_ended || begun.elapsed() > TIMEOUT {
                let _ = process.kill();
                panic!("Chromium did not start: {}", fs::read_to_string(&log).unwrap_or_default());
            }
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn find() -> Option<PathBuf> {
    if let Some(program) = env::var_os("CAIRN_CHROMIUM") {
        return Some(program.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let all = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|program| program.is_file())
}
