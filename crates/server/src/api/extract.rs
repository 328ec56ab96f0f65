//! Reads bodies, queries and paths of requests; answers unreadable ones with a problem.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use crate::api::ApiError;
use crate::app::App;
use cairn_protocol::Problem;

/// The maximum time for a body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
const TOO_LARGE: &str = "the request is too large";
/// The addresses of studies, which may be larger than other bodies.
const STUDIES_PATH: &str = "/api/v1/studies";

/// Rejects requests that announce a body over the limit, before reading any of it.
pub(crate) async fn check_size(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let limits = &app.config.limits;
    let is_study = request.uri().path().starts_with(STUDIES_PATH);
    let max = if is_study { limits.study } else { limits.body };
    if request.body().size_hint().lower() > max as u64 {
        return Err(Problem::too_large(TOO_LARGE).into());
    }
    Ok(next.run(request).await)
}

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        Ok(Self(read(&bytes)?))
    }
}

/// A body as bytes.
#[derive(Debug)]
pub(crate) struct Raw(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let problem = match timeout(BODY_TIMEOUT, Bytes::from_request(request, state)).await {
            Ok(Ok(bytes)) => return Ok(Self(bytes)),
            Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::too_large(TOO_LARGE)
            }
            Ok(Err(_)) => Problem::bad_request("the body of the request is incomplete"),
            Err(_) => {
                Problem::new(StatusCode::REQUEST_TIMEOUT, "the body of the request took too long to arrive")
            }
        };
        Err(problem.into())
    }
}

/// Parses a JSON object: fails with 400 if it is not JSON, with 422 and the name of a wrong field.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let value: Value = serde_json::from_slice(bytes).map_err(Problem::bad_request)?;
    if !value.is_object() {
        return Err(Problem::unprocessable("expected a JSON object"));
    }
    serde_path_to_error::deserialize(value).map_err(Problem::unprocessable)
}

/// The query of an address.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        Ok(Self(query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?.0))
    }
}

/// The variable parts of an address.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        Ok(Self(path.map_err(|rejection| Problem::bad_request(rejection.body_text()))?.0))
    }
}
