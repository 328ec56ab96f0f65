//! Routes to the pages and files of `cairn_site`, compressed for browsers that accept it.
//!
//! Answers of the protocol are never compressed: some hold tokens, and the size of a compressed text betrays secrets
//! that stand beside what a stranger chose. No page holds any.

mod gzip;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use cairn_session::Session;
use cairn_site::assets::{self, Asset};
use cairn_site::pages::{self, AnalysisQuery, NewGameQuery};
use cairn_site::{PageContext, study};

use crate::api::{Workers, today};
use crate::app::App;
use crate::pool::Lane;

/// The routes to all pages that need no game.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(async |page: PageRequest| page.send(pages::home)))
        .route("/new", get(new_game))
        .route("/watch", get(async |page: PageRequest| page.send(pages::watch)))
        .route("/analysis", get(analysis))
        .route("/puzzles", get(async |page: PageRequest| page.send(pages::puzzles)))
        .route("/puzzles/{id}", get(puzzle))
        .route("/learn", get(async |page: PageRequest| page.send(pages::learn)))
        .route("/learn/{game}", get(lesson))
        .route("/rules", get(async |page: PageRequest| page.send(pages::rules_list)))
        .route("/rules/{game}", get(rules))
        .route("/saved", get(async |page: PageRequest| page.send(pages::saved)))
        .route("/settings", get(async |page: PageRequest| page.send(pages::settings)))
        .route("/assets/{version}/{name}", get(asset))
        .route("/cairn.webmanifest", get(manifest))
        .route("/favicon.ico", get(icon))
        .route("/robots.txt", get(async || assets::ROBOTS))
}

/// The routes to games.
pub(crate) fn game_router() -> Router<Arc<App>> {
    Router::new().route("/games/{id}", get(game)).route("/games/{id}/review", get(review))
}

/// The request for a page.
pub(crate) struct PageRequest {
    context: PageContext,
    accepts_gzip: bool,
}

impl<S: Sync> FromRequestParts<S> for PageRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let headers = &parts.headers;
        Ok(Self { context: PageContext::new(headers, today()), accepts_gzip: gzip::is_accepted(headers) })
    }
}

impl PageRequest {
    /// Renders a page.
    fn send(&self, page: impl FnOnce(&PageContext) -> Response<String>) -> Response {
        let (parts, html) = page(&self.context).into_parts();
        let compressed = self.accepts_gzip.then(|| gzip::compress(&html, gzip::QUICK)).flatten();
        match compressed {
            Some(compressed) => (parts, gzip::HEADER, compressed).into_response(),
            None => (parts, html).into_response(),
        }
    }
}

/// The page for an address that leads nowhere.
pub(crate) async fn not_found(page: PageRequest) -> Response {
    page.send(pages::not_found)
}

async fn new_game(page: PageRequest, query: Result<Query<NewGameQuery>, QueryRejection>) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    page.send(|context| pages::new_game(context, &query))
}

async fn analysis(
    page: PageRequest,
    Extension(workers): Extension<Workers>,
    query: Result<Query<AnalysisQuery>, QueryRejection>,
) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let (texts, position) = (page.context.texts, query.clone());
    let draw = move || Ok(pages::analysis_board(&position, texts));
    // The script draws the board if the workers are busy.
    let board = workers.run(Lane::Request, texts, draw).await.unwrap_or_default();
    page.send(|context| pages::analysis(context, &query, &board))
}

async fn puzzle(page: PageRequest, Path(id): Path<String>) -> Response {
    page.send(|context| pages::puzzle(context, &id))
}

async fn lesson(page: PageRequest, Path(game): Path<String>) -> Response {
    page.send(|context| pages::lesson(context, &game))
}

async fn rules(page: PageRequest, Path(game): Path<String>) -> Response {
    page.send(|context| pages::rules(context, &game))
}

async fn game(State(app): State<Arc<App>>, page: PageRequest, Path(id): Path<String>) -> Response {
    let texts = page.context.texts;
    let view = move |session: &dyn Session| (study::view(session, texts), session.info().name);
    match app.games.with_session(&id, view).await {
        Ok((view, name)) => page.send(|context| pages::game(context, &id, name, &view)),
        Err(_) => not_found(page).await,
    }
}

async fn review(State(app): State<Arc<App>>, page: PageRequest, Path(id): Path<String>) -> Response {
    let texts = page.context.texts;
    match app.games.with_session(&id, move |session: &dyn Session| study::view(session, texts)).await {
        Ok(view) => page.send(|context| pages::review(context, &id, &view)),
        Err(_) => not_found(page).await,
    }
}

/// All files, compressed once.
static COMPRESSED: LazyLock<Vec<(&str, Option<Vec<u8>>)>> = LazyLock::new(|| {
    assets::all().iter().map(|asset| (asset.name, gzip::compress(&asset.text, gzip::THOROUGH))).collect()
});

/// Serves a file. One of another version is served as it is now, but not to be cached.
async fn asset(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let cache = if version == assets::version() { "public, max-age=31536000, immutable" } else { "no-cache" };
    serve(&name, cache, &headers)
}

/// Browsers ask for this one whatever a page says.
async fn icon(headers: HeaderMap) -> Response {
    serve("icon.svg", "max-age=86400", &headers)
}

async fn manifest() -> Response {
    ([(header::CONTENT_TYPE, "application/manifest+json")], assets::manifest()).into_response()
}

fn serve(name: &str, cache: &'static str, headers: &HeaderMap) -> Response {
    let Some(asset) = assets::find(name) else { return StatusCode::NOT_FOUND.into_response() };
    // Weak: compressed or not, it is the same file.
    let tag = format!("W/\"{}\"", assets::version());
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = match compressed(asset).filter(|_| gzip::is_accepted(headers)) {
        _ if is_cached => StatusCode::NOT_MODIFIED.into_response(),
        Some(compressed) => (gzip::HEADER, compressed).into_response(),
        None => asset.text.as_str().into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn compressed(asset: &Asset) -> Option<&'static [u8]> {
    COMPRESSED.iter().find(|(name, _)| *name == asset.name)?.1.as_deref()
}
