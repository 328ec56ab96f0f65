//! Responses to rejected requests: `application/problem+json`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_protocol::PROBLEM_MEDIA_TYPE;

pub(crate) use cairn_protocol::Problem;

use crate::store::StoreError;

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
        // The details are for the log only.
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
