//! `POST /api/v1/review`: judges a game move by move, and streams the progress and the review as lines of JSON.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use cairn_coach::review::{ReviewBudget, ReviewJob, ReviewRun};
use cairn_protocol::ReviewRequest;
use cairn_session::Session;
use cairn_site::study;
use cairn_texts::Texts;
use tokio::sync::mpsc;

use super::analyze::{StopOnDrop, line, ndjson};
use super::answers::{BodyProblems, CommonProblems, PathProblems};
use super::{Body, Locale, Workers};
use crate::app::App;
use crate::pool::{Lane, SLICE, Slice};
use crate::problem::{ApiError, Problem};

/// Search nodes for each position; a fixed number gives the same review every time.
const NODES_PER_POSITION: u64 = 20_000;
/// The size of each hash table in MiB; reviews that wait for their turn keep theirs.
const HASH_MIB: usize = 4;
/// Reports that wait for a slow client.
const MAX_WAITING_REPORTS: usize = 64;

/// The game to review.
async fn session_of(
    request: ReviewRequest,
    app: &App,
    workers: &Workers,
    texts: Texts,
) -> Result<Box<dyn Session>, Problem> {
    let ReviewRequest { id, game, position, moves } = request;
    match (id, game) {
        (Some(id), _) => app.games.session(&id).await.map_err(|error| error.problem(texts)),
        (None, Some(game)) => {
            let moves = moves.unwrap_or_default();
            let open = move || study::open_with_moves(&game, position.as_deref(), &moves, texts);
            workers.run(Lane::Request, texts, open).await
        }
        (None, None) => Err(Problem::unprocessable(texts.text("web.problem.review"))),
    }
}

/// Judges every move of a game and reports the progress; closing the request stops it
#[utoipa::path(
    post,
    path = "/api/v1/review",
    operation_id = "review",
    request_body = ReviewRequest,
    responses(
        (
            status = 200,
            description = "Lines of JSON: the progress, and last the review, with `\"final\": true`",
            body = String,
            content_type = "application/x-ndjson"
        ),
        BodyProblems,
        PathProblems,
        CommonProblems
    )
)]
pub(super) async fn review(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, ApiError> {
    let session = session_of(request, &app, &workers, texts).await?;
    if session.ply() == 0 {
        return Err(Problem::unprocessable(texts.text("web.problem.no_moves")).into());
    }
    let (sender, receiver) = mpsc::channel::<Bytes>(MAX_WAITING_REPORTS);
    let pause = Arc::<AtomicBool>::default();
    let guard = StopOnDrop::new(&pause);
    let budget =
        ReviewBudget { nodes: Some(NODES_PER_POSITION), time: Some(app.config.limits.analysis), threads: 1 };
    let job =
        ReviewJob::new(&*session, budget).with_hash_mib(HASH_MIB).with_stop(Arc::clone(&guard.stop).into());
    // Reserve room for the final report, which a slow client must not miss.
    let end = sender.clone().try_reserve_owned().map_err(Problem::unavailable)?;
    let (stop, flag) = (Arc::clone(&guard.stop), Arc::clone(&pause));
    let mut work = ReviewWork { run: job.start(), stop, pause: flag, sender, end: Some(end), texts };
    workers.add_pausable(Lane::Study, texts, pause, move |others_wait| work.run_slice(others_wait))?;
    Ok(ndjson(receiver, guard))
}

/// A review in slices.
struct ReviewWork {
    run: ReviewRun,
    /// Set when the client has disconnected.
    stop: Arc<AtomicBool>,
    /// Set when other jobs wait.
    pause: Arc<AtomicBool>,
    sender: mpsc::Sender<Bytes>,
    end: Option<mpsc::OwnedPermit<Bytes>>,
    texts: Texts,
}

impl ReviewWork {
    /// Judges moves until all are judged or the slice is over.
    fn run_slice(&mut self, others_wait: bool) -> Slice {
        let started = Instant::now();
        while self.run.judge_next() {
            // A slow client misses some of these reports, but not the final one.
            let _ = self.sender.try_send(line(&study::review_progress(self.run.review(), self.texts)));
            let is_slice_over = others_wait && started.elapsed() >= SLICE;
            if is_slice_over || self.pause.load(Ordering::Acquire) {
                return Slice::Again;
            }
        }
        Slice::Done
    }
}

impl Drop for ReviewWork {
    /// Sends all judged moves, also if the review is interrupted.
    fn drop(&mut self) {
        if let Some(end) = self.end.take().filter(|_| !self.stop.load(Ordering::Acquire)) {
            end.send(line(&study::review_report(self.run.review(), self.run.session(), self.texts)));
        }
    }
}
