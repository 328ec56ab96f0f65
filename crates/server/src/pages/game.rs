//! A game in play, a game that is looked back on, and the games that can be watched.

use axum::extract::Path;
use axum::response::Response;
use cairn_texts::Texts;
use maud::{Markup, html};
use serde::Serialize;

use super::layout::{Page, Visitor};
use super::{board, not_found};

/// What the modules need to know.
#[derive(Serialize)]
struct Data<'a> {
    id: &'a str,
}

/// Whether a text can be the id of a game: what else is there has no picture either.
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

pub(super) async fn show(visitor: Visitor, Path(id): Path<String>) -> Response {
    if !is_id(&id) {
        return not_found(visitor).await;
    }
    let texts = visitor.texts;
    let body = html! {
        h1.hidden #title { (texts.say("web.game")) }
        div.play {
            (board::area(None, texts.say("web.connecting"), texts))
            div.side {
                section.players #players aria-label=(texts.say("web.players")) {}
                section.card.notice #notice hidden aria-live="polite" {}
                (board::moves(texts))
                section.tools #tools aria-label=(texts.say("web.tools")) {}
            }
        }
    };
    let picture = format!("/api/v1/games/{id}/board.png");
    let page = Page::new(texts.say("web.game").to_owned(), "").body(body).script("game.js");
    page.picture(picture)
        .data(&Data { id: &id })
        .about(texts.say("web.game_about"))
        .class("wide-page")
        .render(&visitor)
}

pub(super) async fn review(visitor: Visitor, Path(id): Path<String>) -> Response {
    if !is_id(&id) {
        return not_found(visitor).await;
    }
    let texts = visitor.texts;
    let body = html! {
        div.play {
            (board::area(None, texts.say("web.connecting"), texts))
            div.side {
                h1 { (texts.say("review.title")) }
                p.muted #result {}
                (progress(texts))
                section.card #graph-card hidden aria-label=(texts.say("web.graph")) { div.graph #graph {} }
                section.card #accuracy hidden aria-labelledby="accuracy-title" {
                    h2 #accuracy-title { (texts.say("review.accuracy")) }
                    dl.pairs #accuracy-list {}
                }
                section.card #turning hidden aria-labelledby="turning-title" {
                    h2 #turning-title { (texts.say("review.turning_points")) }
                    ol.turning #turning-list {}
                }
                section.card.verdict aria-live="polite" {
                    h2 #verdict-title { (texts.say("review.start")) }
                    p #verdict {}
                    ul #reasons {}
                }
                (board::moves(texts))
                p.actions { a.button href=(format!("/games/{id}")) { (texts.say("web.back_to_game")) } a.button #analyse href="/analysis" { (texts.say("web.analyse")) } }
            }
        }
    };
    let picture = format!("/api/v1/games/{id}/board.png");
    let page = Page::new(texts.say("review.title").to_owned(), "").body(body).script("review.js");
    page.picture(picture).data(&Data { id: &id }).class("wide-page review").render(&visitor)
}

fn progress(texts: Texts) -> Markup {
    html! {
        div.progress #progress {
            label for="progress-bar" #progress-text { (texts.say("web.reviewing")) }
            progress #progress-bar max="100" value="0" {}
        }
    }
}

pub(super) async fn watch(visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let body = html! {
        h1 { (texts.say("web.watch")) }
        p.lead { (texts.say("web.watch_about")) }
        ul.games #games {}
        p.muted.empty #none { (texts.say("web.nobody_plays")) }
        p { a.button href="/new" { (texts.say("web.new_game")) } }
    };
    Page::new(texts.say("web.watch").to_owned(), "/watch").body(body).script("watch.js").render(&visitor)
}
