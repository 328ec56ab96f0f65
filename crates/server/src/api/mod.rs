//! The protocol over HTTP and WebSocket. Its words are fixed: outside programs rely on them.
//!
//! `body.rs` reads what is sent, `visitor.rs` says who sends it, and the other modules have a group of requests each.

mod analyze;
mod body;
mod catalog;
mod games;
mod live;
mod origin;
mod picture;
mod review;
pub(crate) mod study;
mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use body::{Body, Query};
pub(crate) use origin::check_origin;
pub(crate) use visitor::{RateLimits, Visitor, limit_requests};

use crate::app::App;
use crate::problem::Problem;

/// All requests of the protocol about games.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/catalog", get(catalog::catalog))
        .route("/api/v1/games", get(games::list).post(games::create))
        .route("/api/v1/games/{id}", get(games::state))
        .route("/api/v1/games/{id}/view", get(games::view))
        .route("/api/v1/games/{id}/join", post(games::join))
        .route("/api/v1/games/{id}/moves", post(games::play))
        .route("/api/v1/games/{id}/actions", post(games::act))
        .route("/api/v1/games/{id}/record", get(picture::record))
        .route("/api/v1/games/{id}/board.svg", get(picture::svg))
        .route("/api/v1/games/{id}/board.png", get(picture::png))
        .route("/api/v1/games/{id}/live", get(live::live))
        .route("/api/v1/analyze", post(analyze::analyze))
        .route("/api/v1/review", post(review::review))
        .merge(study::router())
        .route("/api/{*rest}", axum::routing::any(no_such_request))
        .method_not_allowed_fallback(wrong_method)
}

async fn no_such_request() -> Problem {
    Problem::unknown("there is no such request; /api/v1/openapi.json lists all of them")
}

/// The answer to a known address with a wrong method.
pub(crate) async fn wrong_method() -> Problem {
    Problem::with_status(axum::http::StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method")
}
