//! Reads bodies, queries and paths of requests; unreadable ones are answered with a problem.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cairn_texts::Texts;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use crate::app::App;
use crate::problem::{ApiError, Problem};

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
const TOO_LARGE: &str = "the request is too large";

/// Rejects requests that announce a body over the limit, before reading any of it.
pub(crate) async fn check_size(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let announced = request.body().size_hint().lower();
    if usize::try_from(announced).is_ok_and(|size| size <= app.config.limits.body) {
        next.run(request).await
    } else {
        ApiError(Problem::too_large(TOO_LARGE)).into_response()
    }
}

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        read(&bytes).map(Self).map_err(|problem| ApiError(problem).into_response())
    }
}

/// A body as bytes.
#[derive(Debug)]
pub(crate) struct Raw(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
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
        Err(ApiError(problem).into_response())
    }
}

/// Parses a JSON object: 400 if it is not JSON, 422 if a field is wrong, with its name.
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
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(query) => Ok(Self(query.0)),
            Err(rejection) => Err(ApiError(Problem::bad_request(rejection.body_text())).into_response()),
        }
    }
}

/// The variable parts of an address.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(path) => Ok(Self(path.0)),
            Err(rejection) => Err(ApiError(Problem::bad_request(rejection.body_text())).into_response()),
        }
    }
}

/// The texts of the language that a request asks for.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Locale(pub(crate) Texts);

impl<S: Sync> FromRequestParts<S> for Locale {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(cairn_site::texts_for(&parts.headers)))
    }
}
