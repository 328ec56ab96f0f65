//! `cairn serve`: the web app.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use cairn_rules::Message;
use cairn_server::store::{self, Store, StoreError};
use cairn_server::transfer::{self, TransferError};
use cairn_server::{Config, Database, FrameAncestor, Limits, ServeError, Server, stop_signal};
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use tokio::runtime::Runtime;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::{processors, text};
use crate::failure::Failure;
use crate::files;
use crate::output;
use crate::printer::Printer;
use crate::user_data::UserData;

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The address and port to listen on; port 0 means any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The database: the path of an SQLite file, or a postgres:// URL; the environment variable `CAIRN_DATABASE`
    /// can name it too [default: server.sqlite in the data folder]
    #[arg(long, value_name = "URL", value_parser = text().try_map(|text| text.parse::<Database>()))]
    database: Option<Database>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Number of threads for each kind of work: requests, bots, analysis [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Take visitors' addresses from the header X-Forwarded-For; use only behind a proxy that sets it
    #[arg(long)]
    behind_proxy: bool,
    /// Also accept writes from pages of this origin, e.g. <https://games.example>; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = text())]
    origin: Vec<String>,
    /// A site that may show boards of this server in its pages (/embed/): an origin, `*` for any site, or `none`; may be
    /// repeated
    #[arg(long, value_name = "SITE", default_value = "*", value_parser = text().try_map(|text| text.parse::<FrameAncestor>()))]
    embed: Vec<FrameAncestor>,
    /// Limit the resources that one visitor can use; off is for closed networks and measurements
    #[arg(long, value_enum, default_value = "on")]
    limits: Switch,
    /// Delete games this many days after their end [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    keep_finished: Option<u32>,
    /// Delete unfinished games that have not changed for this many days [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    keep_running: Option<u32>,
    /// Delete studies that have not changed for this many days [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    keep_studies: Option<u32>,
    /// Format of the log on standard error
    #[arg(long, value_enum, default_value = "text")]
    log: Log,
    /// Write all games and studies as records to this file and exit; `-` means standard output
    #[arg(long, value_name = "F", conflicts_with = "import")]
    export: Option<PathBuf>,
    /// Store the games and studies of a file of records and exit
    #[arg(long, value_name = "F")]
    import: Option<PathBuf>,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Log {
    Text,
    Json,
}

pub(super) fn run(printer: Printer, user_data: &UserData, args: &ServeArgs) -> Result<(), Failure> {
    let runtime = Runtime::new()?;
    let database = database(user_data, args)?;
    runtime.block_on(async {
        match (&args.export, &args.import) {
            (Some(file), _) => export(printer, &database, file).await,
            (None, Some(file)) => import(printer, &database, file).await,
            (None, None) => serve(printer, args, database).await,
        }
    })
}

/// Returns the database that the user named, or the default file, whose folder it creates.
fn database(user_data: &UserData, args: &ServeArgs) -> Result<Database, Failure> {
    if let Some(database) = &args.database {
        return Ok(database.clone());
    }
    if let Some(named) = std::env::var_os("CAIRN_DATABASE") {
        let named = named.to_str().ok_or("it is not valid UTF-8".to_owned());
        let database = named.and_then(str::parse::<Database>);
        return database.map_err(|problem| {
            Failure::request(Message::new("CAIRN_DATABASE: {problem}").with("problem", problem))
        });
    }
    let Some(storage) = user_data.storage() else {
        return Err(Failure::failed(Message::new("there is no data folder; --database names a file")));
    };
    fs::create_dir_all(storage.data()).map_err(|error| Failure::file(storage.data(), &error))?;
    Ok(Database::Sqlite(storage.data().join("server.sqlite")))
}

async fn serve(printer: Printer, args: &ServeArgs, database: Database) -> Result<(), Failure> {
    start_log(args.log)?;
    let limits = match args.limits {
        Switch::On => Limits::default(),
        Switch::Off => Limits {
            requests: 0,
            games: 0,
            studies: 0,
            study_kib: 0,
            connections: 0,
            sockets: 0,
            all_sockets: 0,
            ..Limits::default()
        },
    };
    let config = Config {
        listen: args.listen,
        database,
        limits,
        threads: args.threads.map_or_else(processors, usize::from),
        behind_proxy: args.behind_proxy,
        origins: args.origin.clone(),
        embed: args.embed.clone(),
        keep_finished: args.keep_finished,
        keep_running: args.keep_running,
        keep_studies: args.keep_studies,
    };
    let server = Server::start(config).await.map_err(|error| match error {
        bad @ (ServeError::Listen { .. } | ServeError::Store(_) | ServeError::Threads(_)) => {
            Failure::failed(bad.to_string())
        }
    })?;
    let address = server.address();
    let url = match address {
        any if any.ip().is_unspecified() => format!("http://localhost:{}/", any.port()),
        address => format!("http://{address}/"),
    };
    let mut out = output::text();
    writeln!(out, "{}", printer.texts().format("serve.listening", &[("url", &url)]))?;
    out.flush()?;
    if args.open && !open_browser(&url) {
        printer.note(printer.texts().text("serve.no_browser"));
    }
    server.run(stop_signal()).await;
    Ok(())
}

/// Logs to standard error, at the levels that `CAIRN_LOG` sets.
fn start_log(log: Log) -> Result<(), Failure> {
    let wanted = std::env::var("CAIRN_LOG").unwrap_or_else(|_| "info".to_owned());
    let wanted: Targets = wanted.parse().map_err(|_| {
        Failure::request(
            Message::new(
                "CAIRN_LOG: `{word}` is not understood: a level such as debug, or cairn_server=debug,warn",
            )
            .with("word", &wanted),
        )
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    let lines = match log {
        Log::Text => lines.boxed(),
        Log::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(wanted)).init();
    Ok(())
}

/// Opens an address in the browser; returns whether that seems to have worked.
fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::failed(error.to_string())
    }
}

/// Opens an existing database: a mistyped path must not create an empty one.
async fn open_existing(database: &Database) -> Result<Arc<dyn Store>, Failure> {
    if let Database::Sqlite(path) = database {
        fs::metadata(path).map_err(|error| Failure::file(path, &error))?;
    }
    Ok(store::open(database).await?)
}

async fn export(printer: Printer, database: &Database, file: &Path) -> Result<(), Failure> {
    let store = open_existing(database).await?;
    let mut written = files::Replacement::start(file)?;
    let count = transfer::export(&*store, |record| written.write(record.as_bytes())).await?;
    written.finish()?;
    printer.note(&printer.texts().plural("serve.exported", count as u64, &[]));
    Ok(())
}

async fn import(printer: Printer, database: &Database, file: &Path) -> Result<(), Failure> {
    let bytes = fs::read(file).map_err(|error| Failure::file(file, &error))?;
    let store = store::open(database).await?;
    let done = transfer::import(&*store, &bytes).await.map_err(|error| match error {
        TransferError::Store(error) => Failure::from(error),
        bad @ (TransferError::Text(_) | TransferError::Game { .. }) => {
            Failure::request(format!("{}: {bad}", file.display()))
        }
    })?;
    let texts = printer.texts();
    printer.note(&texts.format("serve.imported", &[("added", &done.added), ("known", &done.known)]));
    Ok(())
}
