//! What people see: pages that are readable at once, and scripts that bring them to life.
//!
//! `layout.rs` is what all pages share, `assets.rs` serves scripts and styles, `gzip.rs` compresses both, and
//! `client_texts.rs` is what the scripts can say. The other modules are pages: `home`, `new_game`, `game` (play, watch,
//! review), `study` (analysis, puzzles, lessons), `rules`, `settings` (also the visitor's own games). No page knows a
//! game.

mod assets;
mod board;
mod client_texts;
mod game;
mod gzip;
mod home;
mod icons;
mod layout;
mod new_game;
mod rules;
mod settings;
mod study;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::html;

use crate::app::App;
use layout::{Page, Visitor};

/// The routes to all pages that need no game.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(home::show))
        .route("/new", get(new_game::show))
        .route("/watch", get(game::watch))
        .route("/analysis", get(study::analysis))
        .route("/puzzles", get(study::puzzles))
        .route("/puzzles/{id}", get(study::puzzle))
        .route("/learn", get(study::learn))
        .route("/learn/{game}", get(study::lesson))
        .route("/rules", get(rules::list))
        .route("/rules/{game}", get(rules::show))
        .route("/saved", get(settings::saved))
        .route("/settings", get(settings::show))
        .route("/assets/{version}/{name}", get(assets::show))
        .route("/cairn.webmanifest", get(assets::manifest))
        .route("/favicon.ico", get(assets::icon))
        .route("/robots.txt", get(assets::robots))
}

/// The routes to games.
pub(crate) fn game_router() -> Router<Arc<App>> {
    Router::new().route("/games/{id}", get(game::show)).route("/games/{id}/review", get(game::review))
}

/// The page for an address that leads nowhere.
pub(crate) async fn not_found(visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let body = html! {
        section.narrow.center {
            p.big-number aria-hidden="true" { "404" }
            h1 { (texts.text("web.not_found")) }
            p.muted { (texts.text("web.not_found_about")) }
            p.actions {
                a.button.primary href="/" { (texts.text("web.home")) }
                a.button href="/saved" { (texts.text("web.nav_saved")) }
            }
            p.small-links {
                a href="/new" { (texts.text("web.new_game")) }
                a href="/puzzles" { (texts.text("web.nav_puzzles")) }
                a href="/learn" { (texts.text("web.nav_learn")) }
                a href="/watch" { (texts.text("web.nav_watch")) }
            }
        }
    };
    let page = Page::new(texts.text("web.not_found").to_owned(), "").body(body);
    (StatusCode::NOT_FOUND, page.render(&visitor)).into_response()
}
