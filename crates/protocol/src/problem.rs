//! Rejected requests: `application/problem+json` (RFC 9457).

use http::StatusCode;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The media type of a problem.
pub const PROBLEM_MEDIA_TYPE: &str = "application/problem+json";

/// A rejected request: its status, and the reason in the language of the request.
#[derive(Clone, Eq, PartialEq, Debug, Error, Serialize)]
#[serde(into = "ProblemBody")]
#[error("{detail}")]
pub struct Problem {
    /// The HTTP status.
    pub status: StatusCode,
    /// The reason.
    pub detail: String,
}

/// A rejected request.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Problem))]
pub struct ProblemBody {
    /// Always `about:blank`: the status identifies the problem.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub r#type: String,
    /// The name of the status.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub title: String,
    /// The HTTP status.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required, minimum = 400, maximum = 599))]
    pub status: u16,
    /// The reason, in the language of the request.
    pub detail: String,
}

impl From<Problem> for ProblemBody {
    fn from(problem: Problem) -> Self {
        Self {
            r#type: "about:blank".to_owned(),
            title: problem.status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: problem.status.as_u16(),
            detail: problem.detail,
        }
    }
}

impl Problem {
    /// Creates a problem with any status.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass errors and texts that they own")]
    pub fn new(status: StatusCode, detail: impl ToString) -> Self {
        Self { status, detail: detail.to_string() }
    }

    /// Creates a problem with status 400: the request is unreadable.
    pub fn bad_request(detail: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// Creates a problem with status 403: the client does not hold the seat.
    pub fn forbidden(detail: impl ToString) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    /// Creates a problem with status 404: there is no such object.
    pub fn not_found(detail: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// Creates a problem with status 409: the request does not fit the state of the game.
    pub fn conflict(detail: impl ToString) -> Self {
        Self::new(StatusCode::CONFLICT, detail)
    }

    /// Creates a problem with status 422: the request is readable but invalid.
    pub fn unprocessable(detail: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// Creates a problem with status 413: the request is too large.
    pub fn too_large(detail: impl ToString) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    }

    /// Creates a problem with status 429: the client sends too many requests.
    pub fn too_many(detail: impl ToString) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    /// Creates a problem with status 503: the server cannot answer at present.
    pub fn unavailable(detail: impl ToString) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_problem_names_its_status() {
        let problem = Problem::conflict("stale ply");
        let body =
            json!({ "type": "about:blank", "title": "Conflict", "status": 409, "detail": "stale ply" });
        assert_eq!(json!(problem), body);
        assert_eq!(problem.to_string(), "stale ply");
    }

    #[test]
    fn only_the_detail_of_a_problem_is_required() {
        let body: ProblemBody = serde_json::from_str(r#"{"detail":"no game"}"#).unwrap();
        assert_eq!(body.detail, "no game");
        assert!(serde_json::from_str::<ProblemBody>(r#"{"status":404}"#).is_err());
    }
}
