//! Reads bodies and queries; what cannot be read is answered with a problem.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::problem::Problem;

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        read(&bytes).map(Self).map_err(IntoResponse::into_response)
    }
}

/// A body of any kind.
#[derive(Debug)]
pub(crate) struct Raw(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let problem = match rejection.status() {
                axum::http::StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large("the request is too large"),
                _ => Problem::unreadable("the request ended too early"),
            };
            problem.into_response()
        })?;
        Ok(Self(bytes))
    }
}

/// Reads a JSON object: 400 if it is no JSON, 422 if it is not what was asked for.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let value: Value = serde_json::from_slice(bytes).map_err(Problem::unreadable)?;
    if !value.is_object() {
        return Err(Problem::senseless("a JSON object is expected"));
    }
    T::deserialize(value).map_err(Problem::senseless)
}

/// The query of an address.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(query) => Ok(Self(query.0)),
            Err(rejection) => Err(Problem::unreadable(rejection.body_text()).into_response()),
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
            Err(rejection) => Err(Problem::unreadable(rejection.body_text()).into_response()),
        }
    }
}
