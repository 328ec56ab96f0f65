//! The review of a game.

use cairn_protocol::GameView;
use cairn_rules::GameInfo;
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};
use serde::Serialize;

use super::board;
use super::layout::Page;
use crate::PageContext;

/// The data of the script.
#[derive(Serialize)]
struct Data<'a> {
    id: &'a str,
}

/// Answers `GET /games/{id}/review`.
pub fn review(context: &PageContext, id: &str, info: &GameInfo, view: &GameView) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        div.play.review {
            (board::area(&view.svg, texts))
            div.side {
                div.card-head { h1.h3 { (texts.text("review.title")) } p.muted #result {} }
                (progress(texts))
                section.card.verdict aria-live="polite" {
                    h2.h3 #verdict-title { (texts.text("review.start")) }
                    p #verdict {}
                    p.muted #fact {}
                    ul #reasons {}
                }
                section.card #graph-card hidden aria-label=(texts.text("web.graph")) {
                    div.graph #graph {}
                    input #graph-at type="range" min="0" step="1" aria-label=(texts.text("web.graph"));
                }
                div.dock {
                    (board::turn(&view.status, texts))
                    div.row #retry-bar hidden {}
                    (board::moves(texts))
                    (board::toolbar(Some(info), texts))
                }
                section.card #turning hidden aria-labelledby="turning-title" {
                    h2.h3 #turning-title { (texts.text("review.turning_points")) }
                    ol.turning #turning-list {}
                }
                section.card #accuracy hidden aria-labelledby="accuracy-title" {
                    h2.h3 #accuracy-title { (texts.text("review.accuracy")) }
                    dl.pairs #accuracy-list {}
                    div.table-scroll tabindex="0" role="group" aria-label=(texts.text("review.summary")) { table #counts {} }
                    p.row #retry {}
                }
                p.actions { a.button href=(format!("/games/{id}")) { (texts.text("web.back_to_game")) } a.button #analyse href="/analysis" { (texts.text("web.analyse")) } }
            }
        }
    };
    let picture = format!("/api/v1/games/{id}/board.png");
    let page = Page::new(texts.text("review.title").to_owned(), "").body(body).script("review.js");
    page.picture(picture).data(&Data { id }).class("stage study").unlisted().render(context)
}

fn progress(texts: Texts) -> Markup {
    html! {
        div.progress #progress {
            label for="progress-bar" #progress-text { (texts.text("web.reviewing")) }
            progress #progress-bar max="100" value="0" {}
        }
    }
}
