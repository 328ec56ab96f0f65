//! Health checks and metrics, for the operator.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use cairn_protocol::{PROBLEM_MEDIA_TYPE, ProblemBody};
use tokio::sync::Mutex;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api;
use crate::app::App;
use crate::pool::Lane;
use crate::problem::{ApiError, Problem};
use crate::store::StoreError;

/// How long the result of a database check is reused.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The routes of health checks and metrics.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(healthy)).routes(routes!(ready)).routes(routes!(metrics))
}

/// Whether the database can be read and written; checked at most once per [`CHECK_INTERVAL`], however many clients ask.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Readiness {
    async fn check(
        &self,
        now: Instant,
        check: impl AsyncFnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // Concurrent requests wait for one check.
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
    operation_id = "healthy",
    responses(
        (status = 200, description = "The process is alive", body = String, content_type = "text/plain"),
        api::answers::HealthProblems
    )
)]
async fn healthy() -> &'static str {
    "ok"
}

/// Whether the server can answer: the database can be read and written, and it is not shutting down
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "ready",
    responses(
        (status = 200, description = "The server is ready", body = String, content_type = "text/plain"),
        (status = 503, description = "The server is not ready", body = ProblemBody, content_type = PROBLEM_MEDIA_TYPE),
        api::answers::HealthProblems
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
    operation_id = "metrics",
    responses(
        (status = 200, description = "Metrics", body = String, content_type = "text/plain"),
        api::answers::HealthProblems
    )
)]
async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let load = |lane| app.pool.load(lane);
    let text = app.metrics.text(&[
        ("cairn_connections", "Open connections", app.connections.len()),
        ("cairn_sockets", "Open WebSockets", app.sockets.len()),
        ("cairn_games_in_memory", "Games in memory", app.games.loaded()),
        (
            "cairn_requests_queued",
            "Positions, boards and records queued or being computed",
            load(Lane::Request),
        ),
        ("cairn_pictures", "Pictures queued or being drawn", load(Lane::Picture)),
        ("cairn_puzzles", "Puzzle moves queued or being judged", load(Lane::Puzzle)),
        (
            "cairn_quick_bots",
            "Moves queued or being computed (fast bots: random to level4)",
            load(Lane::QuickBot),
        ),
        (
            "cairn_strong_bots",
            "Moves queued or being computed (strong bots: level5 to level7)",
            load(Lane::StrongBot),
        ),
        (
            "cairn_deep_bots",
            "Moves queued or being computed (slow bots: level8, perfect)",
            load(Lane::DeepBot),
        ),
        ("cairn_studies", "Analyses and reviews queued or running", load(Lane::Study)),
    ]);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
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
