//! The protocol over HTTP and WebSocket. Its words are fixed: outside programs rely on them.
//!
//! `body.rs` reads what is sent, `visitor.rs` says who sends it, `workers.rs` computes what takes long, and the other modules have a group of requests each.

mod analyze;
pub(crate) mod answers;
mod body;
mod games;
mod live;
mod origin;
mod picture;
mod review;
mod study;
mod visitor;
mod workers;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use answers::{Description, Document};
pub(crate) use body::{Body, Path, Query, Raw, check_size};
pub(crate) use origin::check_origin;
pub(crate) use study::today;
pub(crate) use visitor::{RateLimits, Visitor, limit_requests};
pub(crate) use workers::Workers;

use crate::app::App;
use crate::problem::{ApiError, Problem};

/// All requests of the protocol. Each address is taken from its description, so none is without one.
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

/// The answer to an address of no request.
pub(crate) async fn no_such_request() -> ApiError {
    ApiError(Problem::not_found("there is no such request; /api/v1/openapi.json lists all of them"))
}

/// The answer to a known address with a wrong method.
pub(crate) async fn wrong_method() -> ApiError {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    ApiError(Problem::new(status, "this address does not take that method"))
}
