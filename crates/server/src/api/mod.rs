//! The protocol over HTTP and WebSocket. External programs rely on it: its words never change.
//!
//! `extract.rs` reads requests, `client.rs` identifies clients and limits them, `origin.rs` rejects other sites,
//! `answers.rs` is the `OpenAPI` description, and each of the other modules has a group of requests.

mod analyze;
pub(crate) mod answers;
mod client;
mod extract;
mod games;
mod live;
mod origin;
mod picture;
mod review;
mod study;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use answers::{Description, Document};
pub(crate) use client::{ClientAddr, RateLimits, Workers, limit_requests};
pub(crate) use extract::{Body, Locale, Path, Query, Raw, check_size};
pub(crate) use origin::check_origin;
pub(crate) use study::today;

use crate::app::App;
use crate::problem::{ApiError, Problem};

/// The routes of the protocol. Each takes its address from its description, so that none lacks one.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(answers::openapi))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::state))
        .routes(routes!(games::view))
        .routes(routes!(games::join))
        .routes(routes!(games::play))
        .routes(routes!(games::act))
        .routes(routes!(picture::record))
        .routes(routes!(picture::svg))
        .routes(routes!(picture::png))
        .routes(routes!(live::live))
        .routes(routes!(analyze::analyze))
        .routes(routes!(review::review))
        .merge(study::router())
}

/// The answer to an unknown address.
pub(crate) async fn no_such_request() -> ApiError {
    ApiError(Problem::not_found("unknown address; /api/v1/openapi.json lists all requests"))
}

/// The answer to a known address with a wrong method.
pub(crate) async fn wrong_method() -> ApiError {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    ApiError(Problem::new(status, "this address does not support that method"))
}
