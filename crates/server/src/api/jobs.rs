//! Analyses and reviews: long jobs in slices. Their reports are streamed as lines of JSON, the last with `"final":
//! true`.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::response::Response;
use cairn_coach::review::{ReviewBudget, ReviewJob, ReviewRun};
use cairn_engine::Limits;
use cairn_protocol::{AnalyzeRequest, ReviewRequest};
use cairn_session::Session;
use cairn_site::study::{self, AnalysisJob};
use cairn_texts::Texts;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::games::{file, session};
use super::{Body, Client};
use crate::api::ApiError;
use crate::app::App;
use crate::pool::{Lane, SLICE, Slice};
use cairn_protocol::Problem;

/// The number of reports that can wait for a slow client.
const MAX_WAITING_REPORTS: usize = 64;
/// The size of the hash tables of all analyses in MiB, which concurrent searches share.
const TOTAL_HASH_MIB: usize = 64;
/// The minimum size of one hash table in MiB; queued reviews keep theirs.
const MIN_HASH_MIB: usize = 4;
/// Search nodes per position of a review; a fixed number makes reviews reproducible.
const NODES_PER_POSITION: u64 = 20_000;

/// Searches a position and reports the progress; closing the request stops the search
#[utoipa::path(
    post,
    path = "/api/v1/analyze",
    request_body = AnalyzeRequest,
    responses((
        status = 200,
        description = "Lines of JSON as `cairn analyze --json` prints them, the last with `\"final\": true`",
        body = String,
        content_type = "application/x-ndjson"
    ))
)]
pub(super) async fn analyze(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<AnalyzeRequest>,
) -> Result<Response, ApiError> {
    let max_time = app.config.limits.analysis;
    let check = move || AnalysisJob::new(&request, max_time, client.texts);
    let job = client.run(Lane::Request, check).await?;
    let (reports, response) = Reports::new();
    let pause = Arc::clone(&reports.pause);
    let mut search = Search { left: job.time(), deadline: Instant::now() + job.time() * 3, job, reports };
    if !search.job.is_done() {
        client.add_pausable(Lane::Study, pause, move |others_wait| search.run_slice(others_wait))?;
        app.metrics.analyses.add();
    }
    Ok(response)
}

/// Judges every move of a game and reports the progress; closing the request stops it
#[utoipa::path(
    post,
    path = "/api/v1/review",
    request_body = ReviewRequest,
    responses(
        (
            status = 200,
            description = "Lines of JSON: the progress, and last the review, with `\"final\": true`",
            body = String,
            content_type = "application/x-ndjson"
        ),
        (status = 404)
    )
)]
pub(super) async fn review(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, ApiError> {
    let texts = client.texts;
    let session = session_of(request, &app, &client).await?;
    if session.ply() == 0 {
        return Err(Problem::unprocessable(texts.text("web.problem.no_moves")).into());
    }
    let (reports, response) = Reports::new();
    let pause = Arc::clone(&reports.pause);
    let budget =
        ReviewBudget { nodes: Some(NODES_PER_POSITION), time: Some(app.config.limits.analysis), threads: 1 };
    let stop = Arc::clone(&reports.stop).into();
    let run = ReviewJob::new(&*session, budget).with_hash_mib(MIN_HASH_MIB).with_stop(stop).start();
    let mut work = ReviewWork { run, reports, texts };
    client.add_pausable(Lane::Study, pause, move |others_wait| work.run_slice(others_wait))?;
    Ok(response)
}

/// Returns the game to review.
async fn session_of(request: ReviewRequest, app: &App, client: &Client) -> Result<Box<dyn Session>, Problem> {
    let ReviewRequest { id, game, position, moves } = request;
    let texts = client.texts;
    match (id, game) {
        (Some(id), _) => session(app, &id, texts).await,
        (None, Some(game)) => {
            let moves = moves.unwrap_or_default();
            let open = move || study::open_with_moves(&game, position.as_deref(), &moves, texts);
            client.run(Lane::Request, open).await
        }
        (None, None) => Err(Problem::unprocessable(texts.text("web.problem.review"))),
    }
}

/// The channel for the reports of a job to its client.
struct Reports {
    sender: mpsc::Sender<Bytes>,
    /// Room for the final report, which even a slow client must receive.
    final_permit: Option<mpsc::OwnedPermit<Bytes>>,
    /// Set when the client has disconnected.
    stop: Arc<AtomicBool>,
    /// Set when other jobs wait, or the client has disconnected.
    pause: Arc<AtomicBool>,
}

impl Reports {
    /// Creates the channel, and the response that streams the reports.
    fn new() -> (Self, Response) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING_REPORTS);
        let final_permit = sender.clone().try_reserve_owned().ok();
        let reports = Self { sender, final_permit, stop: Arc::default(), pause: Arc::default() };
        let guard = StopOnDrop([&reports.stop, &reports.pause].map(Arc::clone));
        let lines = stream::unfold((receiver, guard), async |(mut receiver, guard)| {
            let line: Bytes = receiver.recv().await?;
            Some((Ok::<_, Infallible>(line), (receiver, guard)))
        });
        (reports, file("application/x-ndjson", ResponseBody::from_stream(lines)))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Sends a report of the progress; skips it if the client is too slow.
    fn send(&self, report: &impl Serialize) {
        let _ = self.sender.try_send(line(report));
    }

    /// Sends the final report.
    fn finish(&mut self, report: &impl Serialize) {
        if let Some(permit) = self.final_permit.take() {
            permit.send(line(report));
        }
    }
}

/// Formats an object as a line of JSON.
fn line(object: &impl Serialize) -> Bytes {
    // Strings, numbers and lists of them can always be serialized.
    let mut text = serde_json::to_vec(object).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// Sets the flags of a job when its client disconnects.
struct StopOnDrop([Arc<AtomicBool>; 2]);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        for flag in &self.0 {
            flag.store(true, Ordering::Release);
        }
    }
}

/// The number of searches that have hash tables.
static SEARCHES_WITH_TABLES: AtomicUsize = AtomicUsize::new(0);

/// An analysis in slices.
struct Search {
    job: AnalysisJob,
    left: Duration,
    /// The time when it ends even if it has time left, because many others search.
    deadline: Instant,
    reports: Reports,
}

impl Search {
    /// Searches until the slice is over.
    fn run_slice(&mut self, others_wait: bool) -> Slice {
        if self.reports.is_stopped() {
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
        if is_over || self.reports.is_stopped() { Slice::Done } else { Slice::Again }
    }

    fn search(&mut self, time: Duration) -> Result<(), String> {
        let limits = Limits::time(time).with_stop(Arc::clone(&self.reports.pause).into());
        let had_tables = self.job.has_tables();
        let hash_mib =
            (TOTAL_HASH_MIB / (SEARCHES_WITH_TABLES.load(Ordering::Relaxed) + 1)).max(MIN_HASH_MIB);
        let result = self.job.search(&limits, hash_mib, &mut |report| self.reports.send(report));
        if self.job.has_tables() && !had_tables {
            SEARCHES_WITH_TABLES.fetch_add(1, Ordering::Relaxed);
        }
        result
    }
}

impl Drop for Search {
    /// Sends the final report, even if the analysis was interrupted.
    fn drop(&mut self) {
        self.reports.finish(&self.job.final_report());
        if self.job.has_tables() {
            SEARCHES_WITH_TABLES.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// A review in slices.
struct ReviewWork {
    run: ReviewRun,
    reports: Reports,
    texts: Texts,
}

impl ReviewWork {
    /// Judges moves until all are judged or the slice is over.
    fn run_slice(&mut self, others_wait: bool) -> Slice {
        let started = Instant::now();
        while self.run.judge_next() {
            self.reports.send(&study::review_progress(self.run.review(), self.texts));
            let is_slice_over = others_wait && started.elapsed() >= SLICE;
            if is_slice_over || self.reports.pause.load(Ordering::Acquire) {
                return Slice::Again;
            }
        }
        Slice::Done
    }
}

impl Drop for ReviewWork {
    /// Sends all judged moves, even if the review was interrupted.
    fn drop(&mut self) {
        if !self.reports.is_stopped() {
            self.reports.finish(&study::review_report(self.run.review(), self.run.session(), self.texts));
        }
    }
}
