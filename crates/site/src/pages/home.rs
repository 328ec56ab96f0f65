//! The home page: all games, the puzzle of the day, running and public games.

use std::sync::LazyLock;

use cairn_coach::puzzle;
use cairn_draw::svg;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, PuzzleInfo};
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};

use super::layout::{Page, empty};
use super::new_game::PUBLIC_GAME;
use super::{board, study};
use crate::PageContext;

/// Answers `GET /`.
pub fn home(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        section.hero {
            div {
                h1 { (texts.text("web.tagline")) }
                p.lead { (texts.text("web.about")) }
                p.actions {
                    a.button.primary.large #play-now href="/new" data-game=[ALL.first().map(|info| info.id)] { (texts.text("web.play_now")) }
                    a.button.large #play-friend href="/new?opponent=open" { (texts.text("web.play_friend")) }
                    a.button.large href="/learn" { (texts.text("web.learn_first")) }
                }
            }
        }
        section #resume hidden aria-labelledby="resume-title" {
            h2 #resume-title { (texts.text("web.your_games")) }
            ul.rows #resume-list {}
        }
        section aria-labelledby="games-title" {
            h2 #games-title { (texts.text("web.five_games")) }
            ul.games { @for info in ALL { li { (card(info, texts)) } } }
        }
        div.pair {
            @if let Some(today) = crate::study::puzzle_of_day(context.today, texts).ok() {
                section.card aria-labelledby="today-title" {
                    h2 #today-title { (texts.text("web.puzzle_of_day")) }
                    a.today href=(format!("/puzzles/{}", today.id)) {
                        (board::picture(&today.svg))
                        span data-puzzle-state=(today.id) {
                            strong { (today.title) }
                            span { (game_name(&today.game)) span.tile-state {} }
                            span { (today.task) }
                            @if !today.options.is_empty() { span.muted { (texts.format("web.rules_differ", &[("options", &today.options.join(", "))])) } }
                            span.muted { (texts.format("puzzles.difficulty", &[("n", &today.difficulty)])) }
                        }
                    }
                }
            }
            section.card aria-labelledby="watch-title" {
                h2 #watch-title { (texts.text("web.watch_now")) }
                ul.rows #watch-list {}
                (empty("watch-none", texts.text("web.nobody_plays"), &[(PUBLIC_GAME, texts.text("web.start_public"))]))
                p { a href="/watch" { (texts.text("web.watch_all")) } }
            }
        }
    };
    let page = Page::new(texts.text("web.title").to_owned(), "/").body(body).script("home.js").class("home");
    match ALL.first().and_then(|info| fullest(info)) {
        Some(puzzle) => page.picture(study::picture_at(puzzle.spec, puzzle.position)).render(context),
        None => page.render(context),
    }
}

/// Returns the name of a game.
fn game_name(id: &str) -> &'static str {
    ALL.iter().find(|info| info.id == id).map_or("", |info| info.name)
}

/// Renders a card that starts a game.
fn card(info: &'static GameInfo, texts: Texts) -> Markup {
    let session = match fullest(info) {
        Some(puzzle) => cairn_session::open(puzzle.spec, Some(puzzle.position)),
        None => cairn_session::open(info.id, None),
    };
    let scene = session.map(|session| session.board().scene());
    html! {
        article.game {
            a.game-board href=(format!("/new?game={}", info.id)) aria-label=(texts.format("web.play_game", &[("game", &info.name)])) {
                @if let Ok(scene) = &scene { (board::picture(&svg::page(scene, svg::Options::new(texts)))) }
            }
            h3 { (info.name) }
            p { (texts.summary(info)) }
            p.small-links {
                a href=(format!("/learn/{}", info.id)) aria-label=(texts.format("app.menu.learn", &[("game", &info.name)])) {
                    (texts.text("web.nav_learn"))
                }
                a href=(format!("/rules/{}", info.id)) aria-label=(texts.format("app.rules_of", &[("game", &info.name)])) {
                    (texts.text("web.nav_rules"))
                }
                a href=(format!("/analysis?game={}", info.id)) aria-label=(texts.format("web.analysis_of", &[("game", &info.name)])) {
                    (texts.text("web.nav_analysis"))
                }
            }
        }
    }
}

/// Returns the puzzle with the fullest board, which shows more of the game than its start.
fn fullest(info: &GameInfo) -> Option<&'static PuzzleInfo> {
    static FULLEST: LazyLock<Vec<&'static PuzzleInfo>> = LazyLock::new(|| {
        let pieces = |puzzle: &&'static PuzzleInfo| {
            let session = cairn_session::open(puzzle.spec, Some(puzzle.position)).ok();
            session.map_or(0, |session| {
                session.board().scene().sites.iter().filter(|site| site.pile.is_some()).count()
            })
        };
        ALL.iter().filter_map(|info| puzzle::of(info).into_iter().max_by_key(pieces)).collect()
    });
    FULLEST.iter().find(|puzzle| puzzle.game() == info.id).copied()
}
