//! The `OpenAPI` description of the protocol. Each handler describes its request; this module adds the problems that
//! follow from the parts of requests.

use axum::Extension;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use cairn_protocol::{PROBLEM_MEDIA_TYPE, ProblemBody};
use utoipa::Modify;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response};

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
        let bearer = bearer
            .description(Some(
                "The token of a seat, from creating or joining a game, or that of a study, from creating it",
            ))
            .build();
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

/// This document: the description of all requests
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    responses((status = 200, description = "OpenAPI 3.1", body = Object))
)]
pub(super) async fn openapi(Extension(Document(text)): Extension<Document>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

/// Adds the problems that follow from the parts of each request.
pub(crate) fn add_problems(document: &mut OpenApi, is_limited: bool) {
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            let mut statuses = if is_limited { vec![405, 429, 503] } else { vec![405] };
            let has = |place: ParameterIn| {
                let parameters = operation.parameters.iter().flatten();
                parameters.into_iter().any(
                    |parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == place),
                )
            };
            if has(ParameterIn::Path) {
                statuses.extend([400, 404]);
            }
            if has(ParameterIn::Query) {
                statuses.extend([400, 422]);
            }
            if operation.request_body.is_some() {
                statuses.extend([400, 403, 408, 413, 422]);
            }
            let responses = &mut operation.responses.responses;
            for status in statuses {
                responses.entry(status.to_string()).or_insert_with(|| Response::new("").into());
            }
            for (status, response) in responses {
                if let (Ok(status @ 400..), RefOr::T(response)) = (status.parse(), response) {
                    describe(status, response);
                }
            }
        }
    }
}

/// Describes a problem by its status, unless its request has described it.
fn describe(status: u16, response: &mut Response) {
    let meaning = match status {
        400 => "The request is unreadable",
        403 => "Not your seat, or a request from another site",
        404 => "Unknown game, puzzle, lesson or study",
        405 => "The address does not support this method",
        408 => "The body took too long to arrive",
        409 => "A stale ply, a wrong turn, no open seat, or the game is over",
        413 => "The body is too large",
        422 => "The request makes no sense: unknown game, option or bot, or an illegal move",
        429 => "Too many requests",
        _ => "The server cannot answer at present",
    };
    if response.description.is_empty() {
        meaning.clone_into(&mut response.description);
    }
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    response.content.insert(PROBLEM_MEDIA_TYPE.to_owned(), content.into());
}
