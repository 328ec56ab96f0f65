//! The description of the protocol in the words of `OpenAPI`. Requests are described where they are answered; here
//! stands what they have in common: the problems that each kind of request may be answered with.

use std::collections::BTreeMap;

use axum::Extension;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use cairn_protocol::{PROBLEM_MEDIA_TYPE, ProblemBody};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, Modify};

/// What is said before the first request.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Cairn",
        description = "Two-player stacking games: play, watch, study. A game is also a WebSocket, at `/live`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ProblemBody)),
    modifiers(&Tokens)
)]
pub(crate) struct Description;

/// Seats are proven by tokens.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
        let bearer = bearer.description(Some("The token of a seat, from creating or joining a game")).build();
        let components = document.components.get_or_insert_default();
        components.security_schemes.insert("token".to_owned(), SecurityScheme::Http(bearer).into());
    }
}

/// The description as it is sent.
#[derive(Clone)]
pub(crate) struct Document(Bytes);

impl Document {
    pub(crate) fn new(document: &OpenApi) -> Self {
        // It is strings, numbers and lists of them: what could not be written would be empty.
        Self(document.to_json().unwrap_or_default().into())
    }
}

/// The description of all requests: this document
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "openapi",
    responses((status = 200, description = "OpenAPI 3.1", body = Object), Any)
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
    /// Those of requests without limits.
    Unlimited: 405;
    /// Those of all others.
    Any: 405 429 503;
    /// Those of requests whose query says something.
    Asked: 400 422;
    /// Those of requests with a body.
    Sent: 400 403 408 413 422;
    /// Those of requests about something by its name.
    Named: 400 404;
    /// Those of requests that have to fit the state of a game.
    Timely: 409;
}

/// A problem by its status, as the protocol defines it.
fn described(status: u16) -> (String, RefOr<Response>) {
    let meaning = match status {
        400 => "It cannot be read",
        403 => "It is not your seat, or another site's page asks",
        404 => "There is no such thing",
        405 => "The address takes another method",
        408 => "It took too long to arrive",
        409 => "A stale ply, a wrong turn, no open seat, or the game is over",
        413 => "It is too large",
        422 => "It can be read and makes no sense: an unknown game, option or bot, an illegal move",
        429 => "Too many requests",
        _ => "It cannot be done at present",
    };
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new().description(meaning).content(PROBLEM_MEDIA_TYPE, content).build();
    (status.to_string(), response.into())
}
