//! `POST /api/v1/analyze`: searches a position and streams reports as lines of JSON, the last with `"final": true`.

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

use super::answers::{BodyProblems, CommonProblems};
use super::{Body, Locale, Workers};
use crate::app::App;
use crate::pool::{Lane, SLICE, Slice};
use crate::problem::ApiError;

/// The size of all hash tables in MiB, which concurrent searches share.
const TOTAL_HASH_MIB: usize = 64;
/// The least size of one hash table in MiB.
const MIN_HASH_MIB: usize = 4;
/// Reports that wait for a slow client.
const MAX_WAITING_REPORTS: usize = 64;

/// Searches a position and reports the progress; closing the request stops the search
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
        BodyProblems,
        CommonProblems
    )
)]
pub(super) async fn analyze(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Body(request): Body<AnalyzeRequest>,
) -> Result<Response, ApiError> {
    let max_time = app.config.limits.analysis;
    let check = move || AnalysisJob::new(&request, max_time, texts);
    let job = workers.run(Lane::Request, texts, check).await?;
    let (sender, receiver) = mpsc::channel(MAX_WAITING_REPORTS);
    if job.is_done() {
        // The channel is empty, so there is room.
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
        final_permit: sender.clone().try_reserve_owned().ok(),
        sender,
    };
    workers.add_pausable(Lane::Study, texts, pause, move |others_wait| search.run_slice(others_wait))?;
    app.metrics.analyses.add();
    Ok(ndjson(receiver, guard))
}

/// Stops a search when the client disconnects.
#[derive(Default)]
pub(crate) struct StopOnDrop {
    pub(crate) stop: Arc<AtomicBool>,
    /// Interrupts the search, which then checks the other flag.
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

/// A response that streams lines of JSON.
pub(crate) fn ndjson(receiver: mpsc::Receiver<Bytes>, guard: StopOnDrop) -> Response {
    let lines = stream::unfold((receiver, guard), |(mut receiver, guard)| async move {
        receiver.recv().await.map(|line| (Ok::<_, std::convert::Infallible>(line), (receiver, guard)))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], ResponseBody::from_stream(lines)).into_response()
}

/// An object as a line of JSON.
pub(crate) fn line(object: &impl Serialize) -> Bytes {
    // Strings, numbers and lists of them can always be serialized.
    let mut text = serde_json::to_vec(object).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// The number of searches that have hash tables.
static SEARCHES_WITH_TABLES: AtomicUsize = AtomicUsize::new(0);

/// An analysis in slices.
struct Search {
    job: AnalysisJob,
    left: Duration,
    /// When it ends even if it has time left, because many others search.
    deadline: Instant,
    /// Set when the client has disconnected.
    stop: Arc<AtomicBool>,
    /// Set when other jobs wait, or the client has disconnected.
    pause: Arc<AtomicBool>,
    sender: mpsc::Sender<Bytes>,
    /// Room for the final report, which a slow client must not miss.
    final_permit: Option<mpsc::OwnedPermit<Bytes>>,
}

impl Search {
    /// Searches until the slice is over.
    fn run_slice(&mut self, others_wait: bool) -> Slice {
        if self.stop.load(Ordering::Acquire) {
            return Slice::Done;
        }
        let started = Instant::now();
        let time = if others_wait { self.left.min(SLICE) } else { self.left };
        if let Err(problem) = self.search(time) {
            tracing::error!(problem, "an analysis failed");
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
        let limits = Limits::time(time).with_stop(Arc::clone(&self.pause).into());
        let had_tables = self.job.has_tables();
        let hash_mib =
            (TOTAL_HASH_MIB / (SEARCHES_WITH_TABLES.load(Ordering::Relaxed) + 1)).max(MIN_HASH_MIB);
        let sender = &self.sender;
        let result = self.job.search(&limits, hash_mib, &mut |report| {
            // A slow client misses some of these reports, but not the final one.
            let _ = sender.try_send(line(report));
        });
        if self.job.has_tables() && !had_tables {
            SEARCHES_WITH_TABLES.fetch_add(1, Ordering::Relaxed);
        }
        result
    }
}

impl Drop for Search {
    /// Sends the final report, also if the analysis is interrupted.
    fn drop(&mut self) {
        if let Some(permit) = self.final_permit.take() {
            permit.send(line(&self.job.final_report()));
        }
        if self.job.has_tables() {
            SEARCHES_WITH_TABLES.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
