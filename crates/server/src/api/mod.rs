//! The protocol over HTTP and WebSocket. External programs rely on it, so its words never change.
//!
//! `extract.rs` reads requests, `client.rs` identifies and limits clients, `origin.rs` rejects other sites,
//! `answers.rs` is the `OpenAPI` description, and each of the other modules contains a group of requests.

mod answers;
mod client;
mod extract;
mod games;
mod jobs;
mod live;
mod origin;
mod studies;
mod study;

use std::sync::Arc;

use axum::Json;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_protocol::{PROBLEM_MEDIA_TYPE, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use answers::{Description, Document, add_problems};
pub(crate) use client::{Client, RateLimits, limit_requests, network};
pub(crate) use extract::{Body, Path, Query, Raw, check_size};
pub(crate) use origin::check_origin;
pub(crate) use studies::load as load_study;
pub(crate) use study::today;

use crate::app::{App, Limits};
use crate::store::StoreError;

/// Returns the routes of the protocol. Each takes its address from its description, so every route has one.
pub(crate) fn router(limits: &Limits) -> OpenApiRouter<Arc<App>> {
    let studies = OpenApiRouter::new()
        .routes(routes!(studies::create_study))
        .routes(routes!(studies::study, studies::change_study))
        .layer(DefaultBodyLimit::max(limits.study));
    OpenApiRouter::new()
        .routes(routes!(answers::openapi))
        .routes(routes!(games::games, games::create_game))
        .routes(routes!(games::game))
        .routes(routes!(games::view_game))
        .routes(routes!(games::join_game))
        .routes(routes!(games::play_move))
        .routes(routes!(games::act))
        .routes(routes!(games::game_record))
        .routes(routes!(games::game_svg))
        .routes(routes!(games::game_png))
        .routes(routes!(live::live))
        .routes(routes!(jobs::analyze))
        .routes(routes!(jobs::review))
        .merge(studies)
        .merge(study::router())
}

/// Answers requests to an unknown address.
pub(crate) async fn no_such_request() -> ApiError {
    ApiError(Problem::not_found("unknown address; /api/v1/openapi.json lists all requests"))
}

/// Answers requests to a known address with a wrong method.
pub(crate) async fn wrong_method() -> ApiError {
    ApiError(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not support that method"))
}

/// The error of a handler.
#[derive(Clone, Debug)]
pub(crate) struct ApiError(pub(crate) Problem);

impl<E: Into<Problem>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        // The log has the details.
        Self::unavailable("the database is unavailable at present; please try again")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self(problem) = self;
        let status = problem.status;
        let mut response = (status, Json(problem)).into_response();
        let kind = HeaderValue::from_static(PROBLEM_MEDIA_TYPE);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if status == StatusCode::UPGRADE_REQUIRED {
            response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
        response
    }
}
