//! `POST /api/v1/analyze`: a search whose reports are lines of JSON, the last one with `"final": true`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_engine::{Analysis, Engine, EngineSettings, Limits, Settings, open_for};
use cairn_protocol::AnalysisReport;
use cairn_session::Session;
use cairn_texts::Texts;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::answers::{Any, Sent};
use super::{Body, Visitor, Workers};
use crate::app::App;
use crate::locale::Locale;
use crate::pool::{Lane, QueueFull, SLICE, Slice};
use crate::problem::Problem;

/// The table of a search that is alone, in MiB; several share it.
const TABLE_MIB: usize = 64;
const LEAST_TABLE_MIB: usize = 4;
/// Moves that lead to the position, at most.
pub(super) const MOST_MOVES: usize = 2_000;
/// The time of a search if none is given, in seconds.
const USUAL_SECONDS: f64 = 5.0;
/// Reports that wait for a slow reader.
const BACKLOG: usize = 64;

/// What is to be looked at, and for how long.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct AnalyzeBody {
    game: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Option<Vec<String>>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    lines: Option<u8>,
    #[serde(default)]
    #[schema(exclusive_minimum = 0.0, maximum = 60.0)]
    seconds: Option<f64>,
}

/// A game with moves, as requests name it.
pub(crate) fn session_of(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    texts: Texts,
) -> Result<Box<dyn Session>, Problem> {
    let opened = cairn_session::open(game, position);
    let mut session = opened.map_err(|error| Problem::unprocessable(texts.message(&error.message())))?;
    if moves.len() > MOST_MOVES {
        return Err(Problem::unprocessable(texts.format("web.problem.moves", &[("n", &MOST_MOVES)])));
    }
    for text in moves {
        if let Err(error) = session.play(text) {
            let error = texts.move_error_among(&error, &session.legal_moves());
            return Err(Problem::unprocessable(error));
        }
    }
    Ok(session)
}

/// Searches a position, and reports as it goes on; closing the request stops the search
#[utoipa::path(
    post,
    path = "/api/v1/analyze",
    operation_id = "analyze",
    request_body = AnalyzeBody,
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
    Body(body): Body<AnalyzeBody>,
) -> Result<Response, Problem> {
    let AnalyzeBody { game, position, moves, .. } = body;
    let opened = move || session_of(&game, position.as_deref(), &moves.unwrap_or_default(), texts);
    let session = workers.run(Lane::Request, texts, opened).await?;
    let lines = body.lines.unwrap_or(1);
    if !(1..=5).contains(&lines) {
        return Err(Problem::unprocessable(texts.text("web.problem.lines")));
    }
    let longest = app.config.limits.analysis.as_secs_f64();
    let seconds = body.seconds.unwrap_or_else(|| USUAL_SECONDS.min(longest));
    if !(seconds > 0.0 && seconds <= longest) {
        return Err(Problem::unprocessable(texts.format("web.problem.seconds", &[("n", &longest)])));
    }
    let (sender, receiver) = mpsc::channel(BACKLOG);
    if session.outcome().is_some() {
        let last = line(&AnalysisReport::new(&*session, &Analysis::default(), true));
        // The channel has room for it.
        let _ = sender.try_send(last);
        return Ok(ndjson(receiver, StopOnDrop::default()));
    }
    let pause = Arc::<AtomicBool>::default();
    let guard = StopOnDrop::new(&pause);
    let mut search = Search {
        session,
        engine: None,
        lines: lines.into(),
        left: Duration::from_secs_f64(seconds),
        deadline: Instant::now() + Duration::from_secs_f64(seconds * 3.0),
        depth: 0,
        last: Analysis::default(),
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
    session: Box<dyn Session>,
    engine: Option<Box<dyn Engine>>,
    lines: usize,
    left: Duration,
    /// When it ends although it has time left, because many others search.
    deadline: Instant,
    /// The depth that was reported last.
    depth: u32,
    last: Analysis,
    /// Nobody reads the answer any more.
    stop: Arc<AtomicBool>,
    /// Somebody else waits, or nobody reads any more.
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
        let is_over = self.left < Duration::from_millis(5)
            || self.last.is_conclusive
            || Instant::now() >= self.deadline;
        if is_over || self.stop.load(Ordering::Acquire) {
            return Slice::Done;
        }
        Slice::Again
    }

    fn search(&mut self, time: Duration) -> Result<(), String> {
        let limits = Limits { stop: Some(Arc::clone(&self.pause)), ..Limits::time(time) };
        let (session, lines) = (&*self.session, self.lines);
        let settings = || {
            let tables = TABLES.fetch_add(1, Ordering::Relaxed) + 1;
            let hash_mib = (TABLE_MIB / tables).max(LEAST_TABLE_MIB);
            EngineSettings::search(Settings { threads: 1, multi_pv: lines, hash_mib, ..Settings::default() })
        };
        let engine = open_for(&mut self.engine, session, settings).map_err(|error| error.to_string())?;
        let (sender, depth) = (&self.sender, &mut self.depth);
        let found = engine.analyze(session, &limits, &mut |analysis| {
            if analysis.depth > *depth {
                *depth = analysis.depth;
                // A reader that is too slow misses reports, but not the last one.
                let _ = sender.try_send(line(&AnalysisReport::new(session, analysis, false)));
            }
        });
        let found = found.map_err(|error| error.to_string())?;
        if found.is_conclusive || found.depth >= self.last.depth {
            let (nodes, time) = (self.last.nodes + found.nodes, self.last.time + found.time);
            self.last = Analysis { nodes, time, ..found };
        }
        Ok(())
    }
}

impl Drop for Search {
    /// However it ends, there is a last report.
    fn drop(&mut self) {
        if let Some(place) = self.last_place.take() {
            place.send(line(&AnalysisReport::new(&*self.session, &self.last, true)));
        }
        if self.engine.is_some() {
            TABLES.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
