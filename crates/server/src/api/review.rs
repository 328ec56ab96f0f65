//! `POST /api/v1/review`: a game judged move by move, in lines of JSON: how far it has come, and the review.

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
use super::answers::{Any, Named, Sent};
use super::{Body, Visitor, Workers};
use crate::app::App;
use crate::locale::Locale;
use crate::pool::{Lane, QueueFull, SLICE, Slice};
use crate::problem::{ApiError, Problem};

/// Nodes for each position: enough for what people ask, and the same review every time.
const NODES: u64 = 20_000;
/// The size of each of its tables in MiB: all reviews that wait for their turn keep theirs.
const HASH_MIB: usize = 4;
/// Reports that wait for a slow reader.
const BACKLOG: usize = 64;

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

/// Judges every move of a game, and reports as it goes on; closing the request stops it
#[utoipa::path(
    post,
    path = "/api/v1/review",
    operation_id = "review",
    request_body = ReviewRequest,
    responses(
        (
            status = 200,
            description = "Lines of JSON: how far it has come, and last the review, with `\"final\": true`",
            body = String,
            content_type = "application/x-ndjson"
        ),
        Sent,
        Named,
        Any
    )
)]
pub(super) async fn review(
    State(app): State<Arc<App>>,
    Locale(texts): Locale,
    visitor: Visitor,
    Extension(workers): Extension<Workers>,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, ApiError> {
    let session = session_of(request, &app, &workers, texts).await?;
    if session.ply() == 0 {
        return Err(Problem::unprocessable(texts.text("web.problem.no_moves")).into());
    }
    let (sender, receiver) = mpsc::channel::<Bytes>(BACKLOG);
    let pause = Arc::<AtomicBool>::default();
    let guard = StopOnDrop::new(&pause);
    let budget = ReviewBudget { nodes: Some(NODES), time: Some(app.config.limits.analysis), threads: 1 };
    let job =
        ReviewJob::new(&*session, budget).with_hash_mib(HASH_MIB).with_stop_flag(Arc::clone(&guard.stop));
    // The place of the end, which no slow reader fills with news.
    let end = sender.clone().try_reserve_owned().map_err(Problem::unavailable)?;
    let (stop, flag) = (Arc::clone(&guard.stop), Arc::clone(&pause));
    let mut work = ReviewWork { run: job.start(), stop, pause: flag, sender, end: Some(end), texts };
    app.pool
        .add_pausable(Lane::Study, &visitor.0.to_string(), pause, move |others_wait| work.go_on(others_wait))
        .map_err(|QueueFull| Problem::too_many(texts.text("web.problem.busy")))?;
    Ok(ndjson(receiver, guard))
}

/// A review in slices.
struct ReviewWork {
    run: ReviewRun,
    /// Set when the client does not read any more.
    stop: Arc<AtomicBool>,
    /// Set when other jobs wait.
    pause: Arc<AtomicBool>,
    sender: mpsc::Sender<Bytes>,
    end: Option<mpsc::OwnedPermit<Bytes>>,
    texts: Texts,
}

impl ReviewWork {
    /// Judges moves until all are judged or others have to have their turn.
    fn go_on(&mut self, others_wait: bool) -> Slice {
        let started = Instant::now();
        while self.run.judge_next() {
            // A reader that is too slow misses some of these, but not the end.
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
    /// However it ends, the client gets all that was judged.
    fn drop(&mut self) {
        if let Some(end) = self.end.take().filter(|_| !self.stop.load(Ordering::Acquire)) {
            end.send(line(&study::review_report(self.run.review(), self.run.session(), self.texts)));
        }
    }
}
