//! Analysis, puzzles and lessons.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::response::Response;
use cairn_coach::puzzle;
use cairn_draw::svg;
use cairn_rules::GameInfo;
use cairn_rules::games::ALL;
use cairn_texts::Texts;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::layout::{Page, Visitor};
use super::{board, not_found};
use crate::api::Workers;
use crate::api::study::{lessons, opened, puzzles as tasks};
use crate::pool::Lane;

/// The position to be looked at.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Ask {
    game: Option<String>,
    position: Option<String>,
    moves: Option<String>,
}

pub(super) async fn analysis(
    visitor: Visitor,
    Extension(workers): Extension<Workers>,
    ask: Result<Query<Ask>, QueryRejection>,
) -> Response {
    let texts = visitor.texts;
    let ask = ask.map(|Query(ask)| ask).unwrap_or_default();
    let spec = ask.game.as_deref().unwrap_or_default();
    let id = spec.split(':').next().unwrap_or_default();
    let info = ALL.iter().find(|info| info.id == id).or(ALL.first()).copied();
    let Some(info) = info else { return not_found(visitor).await };
    let name = info.name;
    let ask = asked(ask, info);
    let picture = picture_of(&ask);
    let (ask, board) = first_board(ask, info, &workers, texts).await;
    let body = html! {
        h1.hidden { (texts.format("web.analysis_of", &[("game", &name)])) }
        div.play.analysis {
            (board::area(&board, "", texts))
            div.side {
                (which(info, texts))
                section.card.engine aria-labelledby="engine-title" {
                    div.card-head {
                        h2 #engine-title { (texts.text("web.engine")) }
                        label.switch { (texts.text("web.lines")) select #line-count { @for n in 0..=5 { option value=(n) selected[n == 3] { (n) } } } }
                        label.switch { input #engine type="checkbox" role="switch" checked; span { (texts.text("web.on")) } }
                    }
                    p.score #score aria-live="off" {}
                    ol.lines #lines {}
                    p.row {
                        label.check { input #show-bar type="checkbox" checked; (texts.text("web.bar_short")) }
                        label.check { input #show-values type="checkbox"; (texts.text("web.exact_values")) }
                    }
                }
                section.players #players aria-label=(texts.text("web.players")) {}
                section.card.moves-card aria-labelledby="tree-title" {
                    h2 #tree-title { (texts.text("web.variations")) }
                    div.tree #tree tabindex="0" role="group" aria-labelledby="tree-title" data-empty=(texts.text("web.no_variations")) {}
                    div.walk {
                        button.square type="button" #first title=(texts.text("web.first")) aria-label=(texts.text("web.first")) { (super::icons::first()) }
                        button.square type="button" #previous title=(texts.text("web.previous")) aria-label=(texts.text("web.previous")) { (super::icons::previous()) }
                        button.square type="button" #next title=(texts.text("web.next")) aria-label=(texts.text("web.next")) { (super::icons::next()) }
                        button.square type="button" #last title=(texts.text("web.last")) aria-label=(texts.text("web.last")) { (super::icons::last()) }
                        button.square type="button" #prune title=(texts.text("web.prune")) aria-label=(texts.text("web.prune")) { (super::icons::bin()) }
                    }
                }
                (set_up(texts))
                (share(texts))
            }
        }
    };
    let page = Page::new(texts.format("web.analysis_of", &[("game", &name)]), "/analysis")
        .body(body)
        .script("analysis.js");
    page.data(&ask).picture(picture).class("wide-page").render(&visitor)
}

/// The same with a game that there is.
fn asked(ask: Ask, info: &GameInfo) -> Ask {
    let game = ask.game.filter(|game| game.split(':').next() == Some(info.id));
    Ask { game: Some(game.unwrap_or_else(|| info.id.to_owned())), ..ask }
}

/// The board of a position; that of the start if it cannot be opened, and the page says why.
async fn first_board(ask: Ask, info: &'static GameInfo, workers: &Workers, texts: Texts) -> (Ask, String) {
    let ask = Arc::new(ask);
    let shown = Arc::clone(&ask);
    let drawn = move || {
        let game = shown.game.as_deref().unwrap_or(info.id);
        let session = opened(game, shown.position.as_deref(), shown.moves.as_deref(), texts);
        let session = session.or_else(|_| opened(info.id, None, None, texts))?;
        Ok(svg::page(&session.board().scene(), &[], texts))
    };
    let board = workers.run(Lane::Request, texts, drawn).await.unwrap_or_default();
    (Arc::unwrap_or_clone(ask), board)
}

/// The address of a picture of a position.
pub(super) fn picture_at(spec: &str, position: &str) -> String {
    picture_of(&Ask { game: Some(spec.to_owned()), position: Some(position.to_owned()), moves: None })
}

fn picture_of(ask: &Ask) -> String {
    let mut path = String::from("/api/v1/position/board.png");
    for (sign, name, value) in
        [("?", "game", &ask.game), ("&", "position", &ask.position), ("&", "moves", &ask.moves)]
    {
        if let Some(value) = value {
            path.extend([sign, name, "="]);
            path.push_str(&escaped(value));
        }
    }
    path
}

/// A value in an address.
fn escaped(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

/// The games, this one marked.
fn which(info: &GameInfo, texts: Texts) -> Markup {
    html! {
        nav.segments.which aria-label=(texts.text("web.five_games")) {
            @for other in ALL {
                a.segment href=(format!("/analysis?game={}", other.id)) aria-current=[(other.id == info.id).then_some("true")] { (other.name) }
            }
        }
    }
}

fn set_up(texts: Texts) -> Markup {
    html! {
        details.card {
            summary { (texts.text("web.set_up")) }
            form #set-up {
                p.field { label for="spec" { (texts.text("web.spec")) } input #spec name="game" type="text" spellcheck="false" autocapitalize="off" maxlength="200"; }
                p.field { label for="position" { (texts.text("web.position")) } input #position name="position" type="text" spellcheck="false" autocapitalize="off" maxlength="1000"; }
                p.field { label for="record" { (texts.text("web.import")) } textarea #record rows="3" spellcheck="false" maxlength="60000" {} }
                p { button type="submit" { (texts.text("web.apply")) } }
            }
        }
    }
}

fn share(texts: Texts) -> Markup {
    html! {
        details.card {
            summary { (texts.text("web.share")) }
            p.field { label for="link" { (texts.text("web.link")) } input #link type="text" readonly; }
            p.actions {
                button type="button" #copy { (texts.text("web.copy_link")) }
                a.button #svg download="board.svg" href="/" { "SVG" }
                a.button #png download="board.png" href="/" { "PNG" }
                a.button #record-link download="game.txt" href="/" { (texts.text("web.record")) }
                button type="button" #play-from { (texts.text("web.play_from")) }
            }
        }
    }
}

pub(super) async fn puzzles(visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let body = html! {
        h1 { (texts.text("web.nav_puzzles")) }
        p.lead { (texts.text("app.menu.puzzles_about")) }
        p.actions {
            a.button.primary #continue href="/puzzles" { (texts.text("web.next_unsolved")) }
            @if let Some(today) = tasks::of_today() {
                a.button href=(format!("/puzzles/{}", today.id)) { (texts.text("web.puzzle_of_day")) }
            }
        }
        p.muted #solved-count aria-live="polite" {}
        nav.small-links aria-label=(texts.text("web.five_games")) {
            @for info in ALL { a href=(format!("#{}-title", info.id)) { (info.name) } }
        }
        @for info in ALL {
            section.puzzle-game aria-labelledby=(format!("{}-title", info.id)) {
                h2 id=(format!("{}-title", info.id)) { (info.name) }
                ul.tiles {
                    @for (number, puzzle) in (1..).zip(puzzle::of(info)) {
                        li { a.tile href=(format!("/puzzles/{}", puzzle.id)) data-puzzle=(puzzle.id)
                            title=(texts.message(&puzzle.title())) {
                            span.tile-number { (number) }
                            span.dots data-n=(puzzle.difficulty) role="img" aria-label=(texts.format("puzzles.difficulty", &[("n", &puzzle.difficulty)])) {
                                @for _ in 0..puzzle.difficulty.div_ceil(3) { i {} }
                            }
                            span.tile-state {}
                        } }
                    }
                }
            }
        }
    };
    Page::new(texts.text("web.nav_puzzles").to_owned(), "/puzzles")
        .body(body)
        .script("puzzles.js")
        .render(&visitor)
}

pub(super) async fn puzzle(visitor: Visitor, Path(id): Path<String>) -> Response {
    let texts = visitor.texts;
    let Ok(view) = tasks::find(&id, texts).and_then(|info| tasks::view(info, texts)) else {
        return not_found(visitor).await;
    };
    let body = html! {
        div.play {
            (board::area(&view.svg, "", texts))
            div.side {
                div.task {
                    p.crumbs {
                        a href="/puzzles" { (texts.text("web.nav_puzzles")) }
                        " · " (view.info().map_or("", |info| info.name))
                        " · " (texts.format("puzzles.difficulty", &[("n", &view.difficulty)]))
                    }
                    h1 { (view.title) }
                    p.lead { (view.task) }
                }
                section.card.notice #said aria-live="polite" hidden {}
                p.actions #after {
                    button type="button" #reset { (texts.text("web.restart")) }
                    button type="button" #solution { (texts.text("web.solution")) }
                    a.button #next-puzzle href="/puzzles" { (texts.text("web.next_puzzle")) }
                    a.button #analyse href="/analysis" { (texts.text("web.analyse")) }
                }
                p.muted #attempts {}
            }
        }
    };
    let title = format!("{} ({})", view.title, view.id);
    let page = Page::new(title, "/puzzles").body(body).script("puzzle.js").about(view.task.clone());
    page.data(&view)
        .picture(picture_at(view.spec, view.position))
        .class("wide-page task-first")
        .render(&visitor)
}

pub(super) async fn learn(visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let body = html! {
        h1 { (texts.text("web.nav_learn")) }
        p.lead { (texts.text("web.learn_about")) }
        ul.games {
            @for info in ALL {
                li {
                    article.game {
                        a.game-board href=(format!("/learn/{}", info.id)) aria-label=(texts.format("app.menu.learn", &[("game", &info.name)])) {
                            @if let Some(svg) = lessons::lesson(info, texts).ok().and_then(lessons::LessonView::first_board) { (board::picture(&svg)) }
                        }
                        h2.h3 { (info.name) }
                        p { (texts.summary(info)) }
                        p.muted data-lesson=(info.id) {}
                    }
                }
            }
        }
    };
    Page::new(texts.text("web.nav_learn").to_owned(), "/learn")
        .body(body)
        .script("saved.js")
        .class("home")
        .render(&visitor)
}

pub(super) async fn lesson(visitor: Visitor, Path(game): Path<String>) -> Response {
    let texts = visitor.texts;
    let Ok(info) = lessons::find(&game, texts) else { return not_found(visitor).await };
    let Ok(lesson) = lessons::lesson(info, texts) else { return not_found(visitor).await };
    let body = html! {
        div.play {
            (board::area(lesson.first().map_or("", |step| step.svg.as_str()), "", texts))
            div.side {
                div.task {
                    p.crumbs { a href="/learn" { (texts.text("web.nav_learn")) } " · " (info.name) }
                    div.lesson-progress #steps role="list" {
                        // The script puts buttons there; this keeps their place.
                        @for number in 1..=lesson.len() { span.dot role="listitem" { (number) } }
                    }
                    div #lesson-text aria-live="polite" {
                        h1 #step-title { (lesson.first().map_or("", |step| step.title)) }
                        p.lead #step-text { (lesson.first().map_or("", |step| step.text)) }
                    }
                }
                section.card.notice #said aria-live="polite" hidden {}
                p.actions {
                    button type="button" #back { (texts.text("web.step_back")) }
                    button type="button" #solution { (texts.text("web.solution")) }
                    button type="button" #skip { (texts.text("web.skip_step")) }
                    button.primary type="button" #go-on hidden { (texts.text("web.go_on")) }
                    a.button.primary #first-game hidden href=(format!("/new?game={}&opponent=level1", info.id)) { (texts.text("web.first_game")) }
                }
                p { a href=(format!("/rules/{}", info.id)) { (texts.format("app.rules_of", &[("game", &info.name)])) } }
            }
        }
    };
    let title = texts.format("app.menu.learn", &[("game", &info.name)]);
    Page::new(title, "/learn")
        .body(body)
        .script("lesson.js")
        .data(&lesson)
        .class("wide-page task-first")
        .render(&visitor)
}
