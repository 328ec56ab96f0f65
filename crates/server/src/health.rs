//! Health checks and metrics, for the operator.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use tokio::sync::Mutex;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::ApiError;
use crate::app::App;
use crate::pool::Lane;
use crate::store::StoreError;
use cairn_protocol::Problem;

/// The time for which the result of a database check is reused.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Returns the routes of health checks and metrics.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(healthy)).routes(routes!(ready)).routes(routes!(metrics))
}

/// Whether the database can be read and written; checked at most once per [`CHECK_INTERVAL`], for any number of
/// requests.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Readiness {
    async fn check(
        &self,
        now: Instant,
        check: impl AsyncFnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // Concurrent requests share one check.
        let mut last = self.0.lock().await;
        match &*last {
            Some((at, result)) if now < *at + CHECK_INTERVAL => result.clone(),
            _ => {
                let result = check().await;
                *last = Some((now, result.clone()));
                result
            }
        }
    }
}

/// Whether the process is alive
#[utoipa::path(
    get,
    path = "/healthz",
    responses((status = 200, description = "The process is alive", body = String, content_type = "text/plain"))
)]
async fn healthy() -> &'static str {
    "ok"
}

/// Whether the server can answer: the database can be read and written, and it is not shutting down
#[utoipa::path(
    get,
    path = "/readyz",
    responses(
        (status = 200, description = "The server is ready", body = String, content_type = "text/plain"),
        (status = 503, description = "The server is not ready")
    )
)]
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    if *app.stopping.borrow() {
        return Err(Problem::unavailable("the server is shutting down").into());
    }
    app.readiness.check(Instant::now(), async || app.store.check().await).await?;
    Ok("ready")
}

/// Metrics in the text format of Prometheus
#[utoipa::path(
    get,
    path = "/metrics",
    responses((status = 200, description = "Metrics", body = String, content_type = "text/plain"))
)]
async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let counter = |count: &Counter| ("counter", count.0.load(Ordering::Relaxed));
    let gauge = |value: usize| ("gauge", value as u64);
    let load = |lane| gauge(app.pool.load(lane));
    let Metrics { requests, rejected, rejected_connections, games, moves, analyses } = &app.metrics;
    let mut text = String::new();
    for (name, help, (kind, value)) in [
        ("requests_total", "Requests received", counter(requests)),
        ("refused_total", "Requests rejected because a client sent too many", counter(rejected)),
        (
            "connections_rejected_total",
            "Connections rejected because an address had too many",
            counter(rejected_connections),
        ),
        ("games_created_total", "Games created", counter(games)),
        ("moves_total", "Acknowledged moves of people", counter(moves)),
        ("analyses_total", "Analyses started", counter(analyses)),
        ("connections", "Open connections", gauge(app.connections.len())),
        ("sockets", "Open WebSockets", gauge(app.sockets.len())),
        ("games_in_memory", "Games in memory", gauge(app.games.slots.len())),
        ("requests_queued", "Positions, boards and records queued or being computed", load(Lane::Request)),
        ("pictures", "Pictures queued or being drawn", load(Lane::Picture)),
        ("puzzles", "Puzzle moves queued or being judged", load(Lane::Puzzle)),
        ("quick_bots", "Moves queued or being computed (fast bots: random to level4)", load(Lane::QuickBot)),
        (
            "strong_bots",
            "Moves queued or being computed (strong bots: level5 to level7)",
            load(Lane::StrongBot),
        ),
        ("deep_bots", "Moves queued or being computed (slow bots: level8, perfect)", load(Lane::DeepBot)),
        ("studies", "Analyses and reviews queued or running", load(Lane::Study)),
    ] {
        // Writing to a string cannot fail.
        let _ =
            write!(text, "# HELP cairn_{name} {help}\n# TYPE cairn_{name} {kind}\ncairn_{name} {value}\n");
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

/// A number that only increases.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The counters of a server.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) rejected: Counter,
    pub(crate) rejected_connections: Counter,
    pub(crate) games: Counter,
    pub(crate) moves: Counter,
    pub(crate) analyses: Counter,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_thousand_clients_cause_one_check_and_a_failure_ends() {
        let (readiness, now) = (Readiness::default(), Instant::now());
        let failed = async || Err(StoreError::Failed("disk full".to_owned()));
        assert!(readiness.check(now, failed).await.is_err());
        let never = async || -> Result<(), StoreError> { panic!("the last result is used") };
        let all = futures_util::future::join_all((0..1_000).map(|_| readiness.check(now, never))).await;
        assert!(all.iter().all(Result::is_err));
        let later = now + CHECK_INTERVAL;
        assert!(readiness.check(later, async || Ok(())).await.is_ok());
        assert!(readiness.check(later, never).await.is_ok());
    }
}
