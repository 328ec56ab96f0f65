//! `POST /api/v1/review`: a game judged move by move, in lines of JSON: how far it has come, and the review.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use cairn_session::Session;
use cairn_table::review::{ReviewBudget, ReviewJob};
use cairn_texts::Texts;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::analyze::{StopOnDrop, line, ndjson, session_of};
use super::answers::{Any, Named, Sent};
use super::study::review::{progress, report};
use super::{Body, Visitor};
use crate::app::App;
use crate::locale::Locale;
use crate::pool::{Full, Lane, Slice};
use crate::problem::Problem;

/// Nodes for each position: enough for what people ask, and the same review every time.
const NODES: u64 = 20_000;
/// Reports that wait for a slow reader.
const BACKLOG: usize = 64;

/// A game on this server, or any other with its moves.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ReviewBody {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Option<Vec<String>>,
}

impl ReviewBody {
    async fn session(self, app: &App, texts: Texts) -> Result<Box<dyn Session>, Problem> {
        match (self.id, self.game) {
            (Some(id), _) => app.games.session(&id, texts).await,
            (None, Some(game)) => {
                session_of(&game, self.position.as_deref(), &self.moves.unwrap_or_default(), texts)
            }
            (None, None) => Err(Problem::unprocessable(texts.say("web.problem.review"))),
        }
    }
}

/// Judges every move of a game, and reports as it goes on; closing the request stops it
#[utoipa::path(
    post,
    path = "/api/v1/review",
    operation_id = "review",
    request_body = ReviewBody,
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
    Body(body): Body<ReviewBody>,
) -> Result<Response, Problem> {
    let session = body.session(&app, texts).await?;
    if session.ply() == 0 {
        return Err(Problem::unprocessable(texts.say("web.problem.no_moves")));
    }
    let (sender, receiver) = mpsc::channel::<Bytes>(BACKLOG);
    let guard = StopOnDrop::default();
    let budget = ReviewBudget { nodes: Some(NODES), time: Some(app.config.limits.analysis), threads: 1 };
    let job = ReviewJob::new(&*session, budget).with_stop_flag(Arc::clone(&guard.stop));
    // The place of the end, which no slow reader fills with news.
    let end = sender.clone().try_reserve_owned().map_err(Problem::unavailable)?;
    let mut work = Some((job, session, sender, end));
    let added = app.pool.add(Lane::Study, &visitor.0.to_string(), move |_| {
        if let Some((job, session, sender, end)) = work.take() {
            let told = job.run(&mut |news| {
                // A reader that is too slow misses some of these, but not the end.
                let _ = sender.try_send(line(&progress(&news.review, texts)));
            });
            end.send(line(&report(&told.review, &*session, texts)));
        }
        Slice::Done
    });
    added.map_err(|Full| Problem::too_many(texts.say("web.problem.busy")))?;
    Ok(ndjson(receiver, guard))
}
