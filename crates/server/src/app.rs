//! The configuration of a server, and the state that all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use cairn_session::excerpt;
use tokio::sync::watch;

use crate::api::RateLimits;
use crate::game::Games;
use crate::health::{Metrics, Readiness};
use crate::permits::AddressPermits;
use crate::pool::Pool;
use crate::store::Store;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database: `postgres://..`, or the path of an SQLite file.
    pub database: Database,
    /// Limits for every resource that a client can consume.
    pub limits: Limits,
    /// Threads for each kind of work: bots, analysis, pictures, ..
    pub threads: usize,
    /// Whether `X-Forwarded-For` names the client; enable it only behind a proxy that sets the header.
    pub behind_proxy: bool,
    /// Origins whose pages may write, besides the server's own.
    pub origins: Vec<String>,
    /// Sites that may show the pages below `/embed/` in a frame: `*` for any, origins, or none of them.
    pub embed: Vec<FrameAncestor>,
    /// Days after which finished games are deleted; never if `None`.
    pub keep_finished: Option<u32>,
    /// Days without a change after which unfinished games are deleted; never if `None`.
    pub keep_running: Option<u32>,
    /// Days without a change after which studies are deleted; never if `None`.
    pub keep_studies: Option<u32>,
}

/// A site that may show pages in a frame: an origin such as `https://club.example`, `*` for any site, or `none`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct FrameAncestor(String);

impl FrameAncestor {
    /// Any site.
    pub fn any() -> Self {
        Self("*".to_owned())
    }

    /// The source in a policy; `None` for no site.
    pub(crate) fn source(&self) -> Option<&str> {
        (self.0 != "none").then_some(&*self.0)
    }
}

impl FromStr for FrameAncestor {
    type Err = String;

    /// Other characters could end the directive of the policy.
    fn from_str(text: &str) -> Result<Self, String> {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_host = |host: &str| {
            let is_known = |c: char| c.is_ascii_alphanumeric() || "-.:[]*".contains(c);
            !host.is_empty() && host.chars().all(is_known)
        };
        if ["*", "none"].contains(&text) || host.is_some_and(is_host) {
            return Ok(Self(text.to_owned()));
        }
        Err(format!("`{}` is not an origin such as https://club.example, nor * or none", excerpt(text)))
    }
}

/// The database of a server.
#[derive(Clone, Eq, PartialEq)]
pub enum Database {
    /// An SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL server, by its URL.
    Postgres(String),
}

/// Limits for every resource that a client can consume.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request body.
    pub body: usize,
    /// Bytes of a message on a socket.
    pub message: usize,
    /// Requests of one client per second, in the long run.
    pub requests: u32,
    /// Requests of one client at once.
    pub burst: u32,
    /// Games that one client creates per hour.
    pub games: u32,
    /// Bytes of a study, also as the body of a request.
    pub study: usize,
    /// Studies that one client creates per hour.
    pub studies: u32,
    /// KiB of studies that one client stores per hour.
    pub study_kib: u32,
    /// Connections of one address; unlimited behind a proxy, where all of them come from one address.
    pub connections: u32,
    /// Sockets of one client.
    pub sockets: u32,
    /// Sockets of all clients.
    pub all_sockets: u32,
    /// The time of one analysis.
    pub analysis: Duration,
    /// The number of unused games in memory.
    pub cached_games: usize,
    /// The absence of a player after which the others can claim a win or a draw.
    pub absence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 64 * 1024,
            message: 16 * 1024,
            requests: 50,
            burst: 200,
            games: 600,
            study: 1024 * 1024,
            studies: 60,
            study_kib: 64 * 1024,
            connections: 400,
            sockets: 200,
            all_sockets: 20_000,
            analysis: Duration::from_secs(60),
            cached_games: 4_000,
            absence: Duration::from_secs(60),
        }
    }
}

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) games: Arc<Games>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) rates: RateLimits,
    pub(crate) sockets: AddressPermits,
    pub(crate) connections: AddressPermits,
    pub(crate) readiness: Readiness,
    pub(crate) metrics: Metrics,
    /// Becomes true when the server shuts down.
    pub(crate) stopping: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, pool: Arc<Pool>) -> Arc<Self> {
        let Limits { cached_games, absence, .. } = config.limits;
        let games = Games::new(Arc::clone(&store), Arc::clone(&pool), cached_games, absence);
        Arc::new(Self {
            rates: RateLimits::new(&config.limits),
            sockets: AddressPermits::new(config.limits.all_sockets, config.limits.sockets),
            connections: AddressPermits::new(
                0,
                if config.behind_proxy { 0 } else { config.limits.connections },
            ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_that_may_frame_pages_cannot_change_the_policy() {
        for origin in
            ["*", "https://club.example", "http://localhost:8080", "https://*.example", "http://[::1]:80"]
        {
            assert_eq!(origin.parse::<FrameAncestor>().unwrap().source(), Some(origin));
        }
        assert_eq!("none".parse::<FrameAncestor>().unwrap().source(), None);
        for word in [
            "",
            "club.example",
            "https://",
            "https://a.example; script-src *",
            "https://a b",
            "'self'",
            "https://a/b",
        ] {
            let problem = word.parse::<FrameAncestor>().unwrap_err();
            assert!(problem.contains("https://club.example"), "{problem}");
        }
    }
}
