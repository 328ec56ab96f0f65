//! What went wrong, for programs: `application/problem+json`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

/// A request that was not fulfilled: its status and what is wrong with it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) detail: String,
}

/// The media type of problems.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// A request that was not fulfilled.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct Body<'a> {
    /// Always `about:blank`: the status says what it is.
    r#type: &'static str,
    /// The name of the status.
    title: &'a str,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong, in the language of the request.
    detail: &'a str,
}

impl Problem {
    #[expect(clippy::needless_pass_by_value, reason = "errors and texts are handed over as they come")]
    fn new(status: StatusCode, detail: impl ToString) -> Self {
        Self { status, detail: detail.to_string() }
    }

    /// What was sent cannot be read.
    pub(crate) fn bad_request(detail: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// It is somebody else's to do.
    pub(crate) fn forbidden(detail: impl ToString) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    /// There is no such thing.
    pub(crate) fn not_found(detail: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// It does not fit the state of the game.
    pub(crate) fn conflict(detail: impl ToString) -> Self {
        Self::new(StatusCode::CONFLICT, detail)
    }

    /// It can be read and makes no sense.
    pub(crate) fn unprocessable(detail: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// It is more than anybody may ask for.
    pub(crate) fn too_large(detail: impl ToString) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    }

    /// It is one too many for now.
    pub(crate) fn too_many(detail: impl ToString) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    /// The server cannot do it at present.
    pub(crate) fn unavailable(detail: impl ToString) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// Any other status.
    pub(crate) fn with_status(status: StatusCode, detail: impl ToString) -> Self {
        Self::new(status, detail)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "store");
        // What is wrong inside is for the log.
        Self::unavailable("the games cannot be reached at present; please try again")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Problem");
        let status = self.status.as_u16();
        let body = Body { r#type: "about:blank", title, status, detail: &self.detail };
        let mut response = (self.status, Json(body)).into_response();
        let kind = HeaderValue::from_static(MEDIA_TYPE);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.status == StatusCode::UPGRADE_REQUIRED {
            response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
        response
    }
}
