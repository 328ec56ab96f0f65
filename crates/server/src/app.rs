//! What all requests share, and what the person who runs the server decides.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::api::RateLimits;
use crate::game::Games;
use crate::health::Readiness;
use crate::metrics::Metrics;
use crate::places::Places;
use crate::pool::Pool;
use crate::store::Store;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database: `postgres://..`, or the path of an SQLite file.
    pub database: Database,
    /// What visitors may make grow.
    pub limits: Limits,
    /// How many threads bots and analysis may use.
    pub threads: usize,
    /// Whether `X-Forwarded-For` names the visitor: only behind a proxy that sets it.
    pub behind_proxy: bool,
    /// Other origins that may write, besides the address of the server itself.
    pub origins: Vec<String>,
    /// After how many days a game that is over is deleted; never if `None`.
    pub keep_finished: Option<u32>,
    /// After how many days without a move a game that is not over is deleted; never if `None`.
    pub keep_running: Option<u32>,
}

/// Where games are kept.
#[derive(Clone, Eq, PartialEq)]
pub enum Database {
    /// A file.
    Sqlite(PathBuf),
    /// A server, by its URL.
    Postgres(String),
}

/// Bounds for everything that a visitor can make grow.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The size of a request in bytes.
    pub body: usize,
    /// The size of a message on a socket in bytes.
    pub message: usize,
    /// Requests of one visitor a second, in the long run.
    pub requests: u32,
    /// Requests of one visitor at once.
    pub burst: u32,
    /// Games that one visitor creates in an hour.
    pub games: u32,
    /// Connections of one address. Behind a proxy they are not limited: all come from the proxy.
    pub connections: u32,
    /// Sockets of one visitor.
    pub sockets: u32,
    /// Sockets of all visitors.
    pub all_sockets: u32,
    /// The longest analysis.
    pub analysis: Duration,
    /// Games that are kept in memory while nobody looks at them.
    pub cached_games: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 64 * 1024,
            message: 16 * 1024,
            requests: 50,
            burst: 200,
            games: 600,
            connections: 400,
            sockets: 200,
            all_sockets: 20_000,
            analysis: Duration::from_secs(60),
            cached_games: 4_000,
        }
    }
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) games: Arc<Games>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) rates: RateLimits,
    pub(crate) sockets: Places,
    pub(crate) connections: Places,
    pub(crate) readiness: Readiness,
    pub(crate) metrics: Metrics,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, pool: Arc<Pool>) -> Arc<Self> {
        let games = Games::new(Arc::clone(&store), Arc::clone(&pool), config.limits.cached_games);
        Arc::new(Self {
            rates: RateLimits::new(&config.limits),
            sockets: Places::new(config.limits.all_sockets, config.limits.sockets),
            connections: Places::new(0, if config.behind_proxy { 0 } else { config.limits.connections }),
            readiness: Readiness::default(),
            metrics: Metrics::default(),
            stopping: watch::Sender::new(false),
            config,
            store,
            games,
            pool,
        })
    }
}
