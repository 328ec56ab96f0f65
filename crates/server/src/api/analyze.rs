//! `POST /api/v1/analyze`: a search whose reports are lines of JSON, the last one with `"final": true`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_engine::Limits;
use cairn_protocol::AnalyzeRequest;
use cairn_site::study::AnalysisJob;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::answers::{Any, Sent};
use super::{Body, Visitor, Workers};
use crate::app::App;
use crate::locale::Locale;
use crate::pool::{Lane, QueueFull, SLICE, Slice};
use crate::problem::{ApiError, Problem};

/// The table of a search that is alone, in MiB; several share it.
const TABLE_MIB: usize = 64;
const MIN_TABLE_MIB: usize = 4;
/// Reports that wait for a slow reader.
const BACKLOG: usize = 64;

/// Searches a position, and reports as it goes on; closing the request stops the search
#[utoipa::path(
    post,
    path = "/api/v1/analyze",
    operation_id = "analyze",
    request_body = AnalyzeRequest,
    responses(
        (
            status = 200,
            description = "Lines of JSON as `cairn analyze --json` prints them, the last with `\"final\": true`",
            body = String,
            content_type = "application/x-ndjson"
        ),
        Sent,
        Any
    )
)]
pub(super) async fn analyze(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    visitor: Visitor,
    Extension(workers): Extension<Workers>,
    Body(request): Body<AnalyzeRequest>,
) -> Result<Response, ApiError> {
    let max_time = app.config.limits.analysis;
    let check = move || AnalysisJob::new(&request, max_time, texts);
    let job = workers.run(Lane::Request, texts, check).await?;
    let (sender, receiver) = mpsc::channel(BACKLOG);
    if job.is_done() {
        // The channel has room for it.
        let _ = sender.try_send(line(&job.final_report()));
        return Ok(ndjson(receiver, StopOnDrop::default()));
    }
    let pause = Arc::<AtomicBool>::default();
    let guard = StopOnDrop::new(&pause);
    let mut search = Search {
        left: job.time(),
        deadline: Instant::now() + job.time() * 3,
        job,
        stop: Arc::clone(&guard.stop),
        pause: Arc::clone(&pause),
        last_place: sender.clone().try_reserve_owned().ok(),
        sender,
    };
    let visitor = visitor.0.to_string();
    app.pool
        .add_pausable(Lane::Study, &visitor, pause, move |others_wait| search.go_on(others_wait))
        .map_err(|QueueFull| Problem::too_many(texts.text("web.problem.busy")))?;
    app.metrics.analyses.add();
    Ok(ndjson(receiver, guard))
}

/// Stops a search when the answer is not read any more.
#[derive(Default)]
pub(crate) struct StopOnDrop {
    pub(crate) stop: Arc<AtomicBool>,
    /// Interrupts a search, which then looks at the other flag.
    pause: Arc<AtomicBool>,
}

impl StopOnDrop {
    /// A guard for a job of the pool with this pause flag.
    pub(crate) fn new(pause: &Arc<AtomicBool>) -> Self {
        Self { stop: Arc::default(), pause: Arc::clone(pause) }
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        self.pause.store(true, Ordering::Release);
    }
}

/// Lines of JSON as they come.
pub(crate) fn ndjson(receiver: mpsc::Receiver<Bytes>, guard: StopOnDrop) -> Response {
    let lines = stream::unfold((receiver, guard), |(mut receiver, guard)| async move {
        receiver.recv().await.map(|line| (Ok::<_, std::convert::Infallible>(line), (receiver, guard)))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], ResponseBody::from_stream(lines)).into_response()
}

/// An object as a line.
pub(crate) fn line(object: &impl Serialize) -> Bytes {
    // Every report has a place in JSON.
    let mut text = serde_json::to_vec(object).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// How many searches have tables.
static TABLES: AtomicUsize = AtomicUsize::new(0);

struct Search {
    job: AnalysisJob,
    left: Duration,
    /// When it ends although it has time left, because many others search.
    deadline: Instant,
    /// Set when the client does not read any more.
    stop: Arc<AtomicBool>,
    /// Set when other jobs wait, or the client does not read any more.
    pause: Arc<AtomicBool>,
    sender: mpsc::Sender<Bytes>,
    /// The place of the last report, which no slow reader fills with others.
    last_place: Option<mpsc::OwnedPermit<Bytes>>,
}

impl Search {
    fn go_on(&mut self, others_wait: bool) -> Slice {
        if self.stop.load(Ordering::Acquire) {
            return Slice::Done;
        }
        let started = Instant::now();
        let time = if others_wait { self.left.min(SLICE) } else { self.left };
        if let Err(problem) = self.search(time) {
            tracing::error!(problem, "analysis");
            return Slice::Done;
        }
        self.left = self.left.saturating_sub(started.elapsed());
        let is_over =
            self.left < Duration::from_millis(5) || self.job.is_done() || Instant::now() >= self.deadline;
        if is_over || self.stop.load(Ordering::Acquire) {
            return Slice::Done;
        }
        Slice::Again
    }

    fn search(&mut self, time: Duration) -> Result<(), String> {
        let limits = Limits { stop: Some(Arc::clone(&self.pause)), ..Limits::time(time) };
        let had_tables = self.job.has_tables();
        let hash_mib = (TABLE_MIB / (TABLES.load(Ordering::Relaxed) + 1)).max(MIN_TABLE_MIB);
        let sender = &self.sender;
        let result = self.job.search(&limits, hash_mib, &mut |report| {
            // A reader that is too slow misses reports, but not the last one.
            let _ = sender.try_send(line(report));
        });
        if self.job.has_tables() && !had_tables {
            TABLES.fetch_add(1, Ordering::Relaxed);
        }
        result
    }
}

impl Drop for Search {
    /// However it ends, there is a last report.
    fn drop(&mut self) {
        if let Some(place) = self.last_place.take() {
            place.send(line(&self.job.final_report()));
        }
        if self.job.has_tables() {
            TABLES.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
