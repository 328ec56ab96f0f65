//! Routes to the pages and files of `cairn_site`.

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cairn_protocol::StoredStudy;
use cairn_session::Session;
use cairn_site::assets;
use cairn_site::pages::{self, AnalysisQuery, EmbeddedGame, EmbeddedPosition, NewGameQuery};
use cairn_site::{EmbedLooks, FrameAncestors, PageContext, study};
use cairn_texts::Texts;
use tower_http::compression::CompressionLayer;

use crate::api::{Client, load_study, today};
use crate::app::App;
use crate::pool::Lane;

/// Compresses pages and files for browsers that accept it.
///
/// The protocol must not use this: some of its answers contain tokens, and the size of a compressed text reveals
/// secrets next to text chosen by an attacker. Pages contain no secrets.
pub(crate) fn compressed<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    router.layer(CompressionLayer::new())
}

/// Returns the routes to all pages that need no game.
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
        .route("/embed/position", get(embed_position))
        .route("/assets/{version}/{name}", get(asset))
        .route("/cairn.webmanifest", get(manifest))
        .route("/favicon.ico", get(icon))
        .route("/robots.txt", get(async || assets::ROBOTS))
}

/// Returns the routes to games.
pub(crate) fn game_router() -> Router<Arc<App>> {
    Router::new()
        .route("/games/{id}", get(game))
        .route("/games/{id}/review", get(review))
        .route("/studies/{id}", get(study_page))
        .route("/embed/games/{id}", get(embed_game))
        .route("/embed/studies/{id}", get(embed_study))
}

/// The request for a page.
pub(crate) struct PageRequest(PageContext);

impl<S: Sync> FromRequestParts<S> for PageRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let ancestors = parts.extensions.get::<FrameAncestors>().cloned().unwrap_or_default();
        Ok(Self(PageContext::new(&parts.headers, today()).framed_by(ancestors)))
    }
}

/// The request for a page in a frame of another site.
pub(crate) struct EmbedRequest(PageContext);

impl<S: Sync> FromRequestParts<S> for EmbedRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let PageRequest(context) = PageRequest::from_request_parts(parts, state).await?;
        let looks = Query::<EmbedLooks>::try_from_uri(&parts.uri).map(|Query(looks)| looks);
        Ok(Self(context.embedded(&parts.headers, &looks.unwrap_or_default())))
    }
}

impl PageRequest {
    /// Renders a page.
    fn send(&self, page: impl FnOnce(&PageContext) -> Response<String>) -> Response {
        page(&self.0).into_response()
    }
}

/// Returns the page for unknown addresses.
pub(crate) async fn not_found(page: PageRequest) -> Response {
    page.send(pages::not_found)
}

async fn new_game(page: PageRequest, query: Result<Query<NewGameQuery>, QueryRejection>) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    page.send(|context| pages::new_game(context, &query))
}

async fn analysis(
    page: PageRequest,
    client: Client,
    query: Result<Query<AnalysisQuery>, QueryRejection>,
) -> Response {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let (texts, position) = (page.0.texts, query.clone());
    let draw = move || Ok(pages::analysis_board(&position, texts));
    // If the workers are busy, the script draws the board.
    let board = client.run(Lane::Request, draw).await.unwrap_or_default();
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
    let texts = page.0.texts;
    let view = move |session: &dyn Session| (study::view(session, texts), session.info());
    match app.games.with_session(&id, view).await {
        Ok((view, info)) => page.send(|context| pages::game(context, &id, info, &view)),
        Err(_) => not_found(page).await,
    }
}

async fn review(State(app): State<Arc<App>>, page: PageRequest, Path(id): Path<String>) -> Response {
    let texts = page.0.texts;
    let view = move |session: &dyn Session| (study::view(session, texts), session.info());
    match app.games.with_session(&id, view).await {
        Ok((view, info)) => page.send(|context| pages::review(context, &id, info, &view)),
        Err(_) => not_found(page).await,
    }
}

async fn study_page(
    State(app): State<Arc<App>>,
    page: PageRequest,
    client: Client,
    Path(id): Path<String>,
) -> Response {
    match load_with_board(&app, &client, &id, page.0.texts).await {
        Some((study, board)) => page.send(|context| pages::study_page(context, &study, &board)),
        None => not_found(page).await,
    }
}

async fn embed_position(
    EmbedRequest(context): EmbedRequest,
    client: Client,
    query: Result<Query<AnalysisQuery>, QueryRejection>,
) -> Response {
    let (texts, query) = (context.texts, query.map(|Query(query)| query).unwrap_or_default());
    let open = move || Ok(EmbeddedPosition::open(&query, texts));
    match client.run(Lane::Request, open).await {
        Ok(Some(shown)) => pages::embed_position(&context, &shown).into_response(),
        _ => pages::not_found(&context).into_response(),
    }
}

async fn embed_game(
    State(app): State<Arc<App>>,
    EmbedRequest(context): EmbedRequest,
    Path(id): Path<String>,
) -> Response {
    let texts = context.texts;
    match app.games.with_session(&id, move |session| EmbeddedGame::of(session, texts)).await {
        Ok(game) => pages::embed_game(&context, &id, &game).into_response(),
        Err(_) => pages::not_found(&context).into_response(),
    }
}

async fn embed_study(
    State(app): State<Arc<App>>,
    EmbedRequest(context): EmbedRequest,
    client: Client,
    Path(id): Path<String>,
) -> Response {
    match load_with_board(&app, &client, &id, context.texts).await {
        Some((study, board)) => pages::embed_study(&context, &study, &board).into_response(),
        None => pages::not_found(&context).into_response(),
    }
}

/// A study and the board at its start.
async fn load_with_board(
    app: &App,
    client: &Client,
    id: &str,
    texts: Texts,
) -> Option<(Arc<StoredStudy>, String)> {
    let (_, study) = load_study(app, id, texts).await.ok()?;
    let study = Arc::new(study);
    let start = Arc::clone(&study);
    let board = client.run(Lane::Request, move || Ok(pages::study_board(&start, texts))).await;
    Some((study, board.unwrap_or_default()))
}

/// Serves a file. A request for another version gets the current one, which the browser must not cache.
async fn asset(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let cache = if version == assets::version() { "public, max-age=31536000, immutable" } else { "no-cache" };
    serve(&name, cache, &headers)
}

/// Browsers request this address by default.
async fn icon(headers: HeaderMap) -> Response {
    serve("icon.svg", "max-age=86400", &headers)
}

async fn manifest() -> Response {
    ([(header::CONTENT_TYPE, "application/manifest+json")], assets::manifest()).into_response()
}

fn serve(name: &str, cache: &'static str, headers: &HeaderMap) -> Response {
    let Some(asset) = assets::find(name) else { return StatusCode::NOT_FOUND.into_response() };
    // The tag is weak: compressed or not, it is the same file.
    let tag = format!("W/\"{}\"", assets::version());
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = if is_cached {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        asset.text.as_str().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}
