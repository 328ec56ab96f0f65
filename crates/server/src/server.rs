//! Starts a server, serves connections, and shuts down.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, DefaultBodyLimit, Request};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::any;
use axum::{Extension, Router};
use cairn_site::FrameAncestors;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::api;
use crate::app::{App, Config, FrameAncestor};
use crate::health;
use crate::pages;
use crate::pool::Pool;
use crate::store::{self, Store, StoreError};

/// The maximum time for a client to send the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time that sent data may remain unacknowledged before the connection is closed.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED_TIMEOUT: Duration = Duration::from_secs(60);
/// The time for requests to finish when the server shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);
/// The interval between deletions of old games and evictions of idle clients.
const SWEEP_INTERVAL: Duration = Duration::from_secs(600);
const MILLIS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// The reason why a server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system cannot start threads.
    #[error("cannot start threads for bots: {0}")]
    Threads(io::Error),
}

/// A listening server.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database and listens.
    pub async fn start(config: Config) -> Result<Self, ServeError> {
        let store = store::open(&config.database).await?;
        Self::with_store(config, store).await
    }

    /// Starts to listen, with an open database.
    pub async fn with_store(config: Config, store: Arc<dyn Store>) -> Result<Self, ServeError> {
        raise_file_limit();
        let address = config.listen;
        let failed = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let pool = Pool::start(config.threads).map_err(ServeError::Threads)?;
        Ok(Self { app: App::new(config, store, pool), listener, address })
    }

    /// Returns the address it listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes; requests in progress then have a few seconds to finish.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { app, listener, .. } = self;
        let tasks = [
            tokio::spawn(Arc::clone(&app.games).adopt_orphaned_bots()),
            tokio::spawn(Arc::clone(&app.games).listen_to_store()),
            tokio::spawn(sweep(Arc::clone(&app))),
        ];
        let router = router(Arc::clone(&app));
        // Every connection holds a sender: the channel closes with the last connection.
        let (open, mut all_closed) = mpsc::channel::<Infallible>(1);
        tokio::pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => serve(&app, &router, stream, peer, open.clone()),
                    Err(error) => {
                        // The cause may be too many open files: waits for connections to close.
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                },
                () = &mut stop => break,
            }
        }
        drop((listener, open));
        app.stopping.send_replace(true);
        for task in &tasks {
            task.abort();
        }
        // Sockets and requests finish; commands are stored before that.
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, all_closed.recv()).await;
        app.pool.stop();
    }
}

/// Serves one connection, and drops `open` at its end. Closes it at once if its address has too many connections.
fn serve(app: &App, router: &Router, stream: TcpStream, peer: SocketAddr, open: mpsc::Sender<Infallible>) {
    let Some(permit) = app.connections.acquire(api::network(peer.ip())) else {
        app.metrics.rejected_connections.add();
        return;
    };
    set_socket_options(&stream);
    let service = TowerToHyperService::new(router.clone().layer(Extension(ConnectInfo(peer))));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(32 * 1024);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut stopping = app.stopping.subscribe();
    tokio::spawn(async move {
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = async { drop(stopping.wait_for(|stopping| *stopping).await) } => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        // Clients may disconnect at any time.
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended with an error");
        }
        drop((open, permit));
    });
}

/// Sends small messages at once, and closes the connection if the client stops acknowledging data. The connection also
/// works without these options, so errors are ignored.
fn set_socket_options(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, UNACKNOWLEDGED_TIMEOUT.as_millis() as u32);
}

/// Raises the limit of open files to the maximum; the default is for programs with few connections.
fn raise_file_limit() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        // On failure the server accepts fewer connections.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// Returns all routes with their middleware.
fn router(app: Arc<App>) -> Router {
    let (health, mut description) =
        OpenApiRouter::with_openapi(api::Description::openapi()).merge(health::router()).split_for_parts();
    api::add_problems(&mut description, false);
    let (protocol, mut described) = api::router(&app.config.limits).split_for_parts();
    api::add_problems(&mut described, true);
    description.merge(described);
    let pages = pages::router().merge(pages::game_router()).fallback(pages::not_found);
    let ancestors: Vec<&str> = app.config.embed.iter().filter_map(FrameAncestor::source).collect();
    let ancestors = FrameAncestors((!ancestors.is_empty()).then(|| ancestors.join(" ").into()));
    let pages = pages::compressed(pages).layer(Extension(ancestors));
    let limited = protocol
        .layer(Extension(api::Document::new(&description)))
        .route("/api", any(api::no_such_request))
        .route("/api/", any(api::no_such_request))
        .route("/api/{*rest}", any(api::no_such_request))
        .method_not_allowed_fallback(api::wrong_method)
        .merge(pages)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), api::check_size))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), api::check_origin))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), api::limit_requests));
    let limit = DefaultBodyLimit::max(app.config.limits.body);
    let all = health.method_not_allowed_fallback(api::wrong_method).merge(limited);
    with_security_headers(all.layer(limit)).layer(middleware::from_fn(log_request)).with_state(app)
}

/// Prevents other sites from framing, embedding or guessing the type of an answer, unless it has stricter headers.
fn with_security_headers<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let policy =
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";
    router
        .layer(header(header::CONTENT_SECURITY_POLICY, policy))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
}

/// Logs every request: method, path, status and time. Omits queries and headers, which may contain private data.
async fn log_request(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let response = next.run(request).await;
    let (status, ms) = (response.status().as_u16(), started.elapsed().as_millis() as u64);
    if status >= 500 {
        tracing::warn!(%method, path, status, ms, "request");
    } else {
        tracing::debug!(%method, path, status, ms, "request");
    }
    response
}

/// Deletes old games and evicts idle clients, while the server runs.
async fn sweep(app: Arc<App>) {
    loop {
        app.rates.evict_idle();
        let now = app.store.now();
        for (days, over) in [(app.config.keep_finished, true), (app.config.keep_running, false)] {
            let Some(days) = days else { continue };
            match app.store.delete_before(now - i64::from(days) * MILLIS_PER_DAY, over).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, over, "deleted old games"),
                Err(error) => tracing::warn!(%error, "cannot delete old games"),
            }
        }
        if let Some(days) = app.config.keep_studies {
            match app.store.studies().delete_studies_before(now - i64::from(days) * MILLIS_PER_DAY).await {
                Ok(0) => {}
                Ok(studies) => tracing::info!(studies, "deleted old studies"),
                Err(error) => tracing::warn!(%error, "cannot delete old studies"),
            }
        }
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}

/// Completes when the process receives Ctrl-C or SIGTERM.
pub async fn stop_signal() {
    let interrupted = async {
        // Without a handler, Ctrl-C ends the process.
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unacknowledged_data_closes_a_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (client, server) =
            tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let (_client, (server, _)) = (client.unwrap(), server.unwrap());
        set_socket_options(&server);
        assert!(server.nodelay().unwrap());
        let timeout = rustix::net::sockopt::tcp_user_timeout(&server).unwrap();
        assert_eq!(Duration::from_millis(timeout.into()), UNACKNOWLEDGED_TIMEOUT);
    }

    #[test]
    fn the_file_limit_is_raised_to_its_maximum() {
        use rustix::process::{Resource, getrlimit};
        raise_file_limit();
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current, limit.maximum);
    }
}
