//! A game in play, its review, and the list of public games.

use cairn_protocol::GameView;
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};
use serde::Serialize;

use super::board;
use super::layout::Page;
use crate::PageContext;

/// The data of the scripts.
#[derive(Serialize)]
struct Data<'a> {
    id: &'a str,
}

/// Answers `GET /games/{id}`: a game in play, by the name of the game and its board.
pub fn game(context: &PageContext, id: &str, name: &str, view: &GameView) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1.hidden #title { (name) }
        div.play {
            (board::area(&view.svg, &view.status, texts))
            p.hidden #announcement role="status" {}
            div.side {
                section.players #players aria-label=(texts.text("web.players")) {}
                section.card.notice #notice hidden aria-live="polite" {}
                (board::moves(texts))
                section.tools #tools aria-label=(texts.text("web.tools")) {}
            }
        }
    };
    let picture = format!("/api/v1/games/{id}/board.png");
    let page = Page::new(name.to_owned(), "").body(body).script("game.js");
    page.picture(picture)
        .data(&Data { id })
        .about(texts.text("web.game_about"))
        .class("wide-page")
        .render(context)
}

/// Answers `GET /games/{id}/review`.
pub fn review(context: &PageContext, id: &str, view: &GameView) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        div.play {
            (board::area(&view.svg, &view.status, texts))
            div.side {
                h1 { (texts.text("review.title")) }
                p.muted #result {}
                (progress(texts))
                section.card #graph-card hidden aria-label=(texts.text("web.graph")) { div.graph #graph {} }
                section.card.verdict aria-live="polite" {
                    h2 #verdict-title { (texts.text("review.start")) }
                    p #verdict {}
                    ul #reasons {}
                }
                (board::moves(texts))
                section.card #turning hidden aria-labelledby="turning-title" {
                    h2 #turning-title { (texts.text("review.turning_points")) }
                    ol.turning #turning-list {}
                }
                section.card #accuracy hidden aria-labelledby="accuracy-title" {
                    h2 #accuracy-title { (texts.text("review.accuracy")) }
                    dl.pairs #accuracy-list {}
                }
                p.actions { a.button href=(format!("/games/{id}")) { (texts.text("web.back_to_game")) } a.button #analyse href="/analysis" { (texts.text("web.analyse")) } }
            }
        }
    };
    let picture = format!("/api/v1/games/{id}/board.png");
    let page = Page::new(texts.text("review.title").to_owned(), "").body(body).script("review.js");
    page.picture(picture).data(&Data { id }).class("wide-page review").render(context)
}

fn progress(texts: Texts) -> Markup {
    html! {
        div.progress #progress {
            label for="progress-bar" #progress-text { (texts.text("web.reviewing")) }
            progress #progress-bar max="100" value="0" {}
        }
    }
}

/// Answers `GET /watch`: the public games.
pub fn watch(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.watch")) }
        p.lead { (texts.text("web.watch_about")) }
        p { a.button href="/new" { (texts.text("web.new_game")) } }
        p.muted.empty #none hidden { (texts.text("web.nobody_plays")) }
        ul.games #games {}
    };
    Page::new(texts.text("web.watch").to_owned(), "/watch")
        .body(body)
        .script("watch.js")
        .class("grows")
        .render(context)
}
