//! A game in play, and the list of public games.

use cairn_protocol::GameView;
use cairn_rules::GameInfo;
use http::Response;
use maud::html;
use serde::Serialize;

use super::board;
use super::layout::{Page, empty};
use super::new_game::PUBLIC_GAME;
use crate::PageContext;

/// The data of the scripts.
#[derive(Serialize)]
struct Data<'a> {
    id: &'a str,
    can_embed: bool,
}

/// Answers `GET /games/{id}`: a game in play, with its board.
pub fn game(context: &PageContext, id: &str, info: &GameInfo, view: &GameView) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1.hidden #title { (info.name) }
        div.play {
            (board::area(&view.svg, texts))
            p.hidden #announcement role="status" {}
            div.side {
                section.players #players aria-label=(texts.text("web.players")) {}
                (board::turn(&view.status, texts))
                (board::moves(texts))
                (board::toolbar(Some(info), texts))
                section.players.me #me aria-label=(texts.text("web.your_side")) {}
            }
            aside.notes aria-label=(texts.text("web.about_game")) {
                h2 { (info.name) }
                p { (texts.summary(info)) }
                p.muted #terms {}
                h3 { (texts.text("web.marks")) }
                (board::legend(texts))
            }
        }
    };
    let picture = format!("/api/v1/games/{id}/board.png");
    let page = Page::new(info.name.to_owned(), "").body(body).script("game.js");
    page.picture(picture)
        .data(&Data { id, can_embed: context.frame_ancestors().is_some() })
        .about(texts.text("web.game_about"))
        .class("stage")
        .unlisted()
        .render(context)
}

/// Answers `GET /watch`: the public games.
pub fn watch(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.watch")) }
        p.lead { (texts.text("web.watch_about")) }
        p #new-public { a.button href=(PUBLIC_GAME) { (texts.text("web.start_public")) } }
        (empty("none", texts.text("web.nobody_plays"), &[(PUBLIC_GAME, texts.text("web.start_public")), ("/puzzles", texts.text("web.nav_puzzles"))]))
        ul.games #games {}
    };
    Page::new(texts.text("web.watch").to_owned(), "/watch")
        .body(body)
        .script("watch.js")
        .class("grows")
        .render(context)
}
