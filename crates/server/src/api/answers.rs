//! The `OpenAPI` description of the protocol. Each request is described at its handler; this module adds the problems that
//! groups of requests share.

use std::collections::BTreeMap;

use axum::Extension;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use cairn_protocol::{PROBLEM_MEDIA_TYPE, ProblemBody};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, Modify};

/// The document, without its requests.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Cairn",
        description = "Two-player stacking games: play, watch, study. A game is also a WebSocket, at `/live`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ProblemBody)),
    modifiers(&TokenScheme)
)]
pub(crate) struct Description;

/// Adds the authentication by token.
struct TokenScheme;

impl Modify for TokenScheme {
    fn modify(&self, document: &mut OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
        let bearer = bearer.description(Some("The token of a seat, from creating or joining a game")).build();
        let components = document.components.get_or_insert_default();
        components.security_schemes.insert("token".to_owned(), SecurityScheme::Http(bearer).into());
    }
}

/// The document as JSON.
#[derive(Clone)]
pub(crate) struct Document(Bytes);

impl Document {
    pub(crate) fn new(document: &OpenApi) -> Self {
        // Strings, numbers and lists of them can always be serialized.
        Self(document.to_json().unwrap_or_default().into())
    }
}

/// The description of all requests: this document
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "openapi",
    responses((status = 200, description = "OpenAPI 3.1", body = Object), CommonProblems)
)]
pub(super) async fn openapi(Extension(Document(text)): Extension<Document>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident: $($status:literal)+;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$($status),+].into_iter().map(described).collect()
            }
        }
    )+};
}

problems! {
    /// Problems of health checks, which have no limits.
    HealthProblems: 405;
    /// Problems of all other requests.
    CommonProblems: 405 429 503;
    /// Problems of requests with a query.
    QueryProblems: 400 422;
    /// Problems of requests with a body.
    BodyProblems: 400 403 408 413 422;
    /// Problems of requests with an id in the address.
    PathProblems: 400 404;
    /// Problems of requests that depend on the state of a game.
    ConflictProblems: 409;
}

/// The description of a problem by its status.
fn described(status: u16) -> (String, RefOr<Response>) {
    let meaning = match status {
        400 => "The request is unreadable",
        403 => "Not your seat, or a request from another site",
        404 => "Unknown game, puzzle or lesson",
        405 => "The address does not support this method",
        408 => "The body took too long to arrive",
        409 => "A stale ply, a wrong turn, no open seat, or the game is over",
        413 => "The body is too large",
        422 => "The request makes no sense: unknown game, option or bot, or an illegal move",
        429 => "Too many requests",
        _ => "The server cannot answer at present",
    };
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new().description(meaning).content(PROBLEM_MEDIA_TYPE, content).build();
    (status.to_string(), response.into())
}
