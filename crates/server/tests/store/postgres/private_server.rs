//! A PostgreSQL server for the tests: the one that `CAIRN_TEST_POSTGRES` names, or one in a temporary folder, which
//! stops when the test process ends in any way.

use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use cairn_server::Database;
use cairn_test_support::{POLL_INTERVAL, TIMEOUT, skip};
use tokio::sync::OnceCell;
use tokio_postgres::NoTls;

/// A new database, which is dropped at the end.
pub(crate) struct Place {
    pub(crate) database: Database,
    pub(super) url: String,
    pub(super) name: String,
    admin: String,
}

/// The URL of the server, and the guard that keeps it running.
struct Server {
    url: String,
    _running: Option<(Child, ChildStdin)>,
}

/// Runs the server until the other end of its input is closed. Arguments: binaries, folder, and further arguments for
/// the server.
const SCRIPT: &str = r#"
bin=$1; folder=$2; shift 2; cd "$folder" || exit 1
make() { "$bin/initdb" -D data -U postgres -A trust -E UTF8 --no-sync --locale=C.UTF-8 "$@"; }
make --locale-provider=icu --icu-locale=en || make || exit 1
"$bin/postgres" -D data -k "$folder" -c listen_addresses= -c fsync="${CAIRN_TEST_FSYNC:-off}" -c max_connections=300 "$@" </dev/null &
read -r _
kill -INT $!
wait
cd / && rm -rf "$folder"
"#;

/// Creates a database, unless there is no PostgreSQL.
pub(crate) async fn place() -> Option<Place> {
    static SERVER: OnceCell<Option<Server>> = OnceCell::const_new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Some(server) = SERVER.get_or_init(start).await else {
        skip("no PostgreSQL (/usr/lib/postgresql/*/bin/initdb, or a server that CAIRN_TEST_POSTGRES names)");
        return None;
    };
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("cairn_test_{}_{number}", std::process::id());
    execute(&server.url, &format!("CREATE DATABASE {name}")).await.unwrap();
    let url = with_name(&server.url, &name);
    Some(Place { database: Database::Postgres(url.clone()), url, name, admin: server.url.clone() })
}

impl Place {
    /// Executes statements in this database.
    pub(super) async fn execute(&self, sql: &str) {
        execute(&self.url, sql).await.unwrap();
    }

    /// Executes a statement about connections to this database, on another database.
    pub(super) async fn admin(&self, sql: &str) {
        execute(&self.admin, &format!("{sql} AND datname = '{}'", self.name)).await.unwrap();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (url, sql) = (self.admin.clone(), format!("DROP DATABASE {} WITH (FORCE)", self.name));
        // On a separate thread, because this one must not block.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(execute(&url, &sql))
        });
        if let Ok(Err(error)) = dropped.join() {
            let _ = writeln!(std::io::stderr(), "{} was not dropped: {error}", self.name);
        }
    }
}

pub(crate) async fn execute(url: &str, sql: &str) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    let driver = tokio::spawn(connection);
    let done = client.batch_execute(sql).await;
    drop(client);
    let _ = driver.await;
    done
}

/// Returns a URL with another database name.
fn with_name(url: &str, name: &str) -> String {
    let (base, query) = url.split_once('?').map_or((url, String::new()), |(b, q)| (b, format!("?{q}")));
    let authority = base.find("://").map_or(0, |at| at + 3);
    let end = base[authority..].find('/').map_or(base.len(), |at| authority + at);
    format!("{}/{name}{query}", &base[..end])
}

/// Returns the folder of the newest version's binaries.
pub(crate) fn binaries() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let found = versions.flatten().filter_map(|version| {
        let bin = version.path().join("bin");
        let number: f64 = version.file_name().to_str()?.parse().ok()?;
        bin.join("initdb").exists().then_some((number, bin))
    });
    found.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, bin)| bin)
}

async fn start() -> Option<Server> {
    if let Ok(url) = std::env::var("CAIRN_TEST_POSTGRES") {
        return Some(Server { url, _running: None });
    }
    let bin = binaries()?;
    let folder = tempfile::tempdir().unwrap().keep();
    let socket = folder.display().to_string().replace('/', "%2F");
    let url = format!("postgres://postgres@{socket}/postgres");
    let running = run(&bin, &folder, &[], &url).await;
    Some(Server { url, _running: Some(running) })
}

/// Starts a server and waits until it answers at this URL. It stops when its input is dropped.
pub(crate) async fn run(bin: &Path, folder: &Path, more: &[&str], url: &str) -> (Child, ChildStdin) {
    let mut running = spawn(bin, folder, more);
    let input = running.stdin.take().unwrap();
    let deadline = Instant::now() + TIMEOUT;
    while execute(url, "SELECT 1").await.is_err() {
        let is_running = running.try_wait().unwrap().is_none();
        assert!(
            is_running && Instant::now() < deadline,
            "PostgreSQL does not start: see {}",
            folder.display()
        );
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    (running, input)
}

/// Starts the script. PostgreSQL refuses to run as root, so the script runs as another user in that case.
fn spawn(bin: &Path, folder: &Path, more: &[&str]) -> Child {
    let root = std::fs::metadata(folder).unwrap().uid() == 0;
    let log = std::fs::File::create(folder.join("log")).unwrap();
    if root {
        let given = Command::new("chown").arg("-R").arg("postgres").arg(folder).status().unwrap();
        assert!(given.success(), "there is no user postgres");
    }
    let mut command = Command::new(if root { "runuser" } else { "sh" });
    if root {
        command.args(["-u", "postgres", "--", "sh"]);
    }
    command.args(["-c", SCRIPT, "sh"]).arg(bin).arg(folder).args(more);
    command.stdin(Stdio::piped()).stdout(log.try_clone().unwrap()).stderr(log);
    command.spawn().unwrap()
}
