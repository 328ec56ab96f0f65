//! Analysis, puzzles and lessons.

use cairn_coach::puzzle;
use cairn_draw::svg;
use cairn_rules::GameInfo;
use cairn_rules::games::ALL;
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::layout::Page;
use super::{board, not_found};
use crate::PageContext;
use crate::study;

/// The query of `GET /analysis`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct AnalysisQuery {
    /// The game with its options.
    pub game: Option<String>,
    /// A position of it; its start by default.
    pub position: Option<String>,
    /// Moves from there, with commas between them.
    pub moves: Option<String>,
}

/// Answers `GET /analysis`, with the board from [`analysis_board`].
pub fn analysis(context: &PageContext, query: &AnalysisQuery, board: &str) -> Response<String> {
    let texts = context.texts;
    let Some(info) = game_of(query) else { return not_found(context) };
    let name = info.name;
    let query = with_known_game(query, info);
    let picture = picture_of(&query);
    let body = html! {
        h1.hidden { (texts.format("web.analysis_of", &[("game", &name)])) }
        div.play.analysis {
            (board::area(board, "", texts))
            div.side {
                (game_links(info, texts))
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
    page.data(&query).picture(picture).class("wide-page").render(context)
}

/// The query with an existing game.
fn with_known_game(query: &AnalysisQuery, info: &GameInfo) -> AnalysisQuery {
    let game = query.game.clone().filter(|game| game.split(':').next() == Some(info.id));
    AnalysisQuery { game: Some(game.unwrap_or_else(|| info.id.to_owned())), ..query.clone() }
}

/// The game of a query; the first one by default.
fn game_of(query: &AnalysisQuery) -> Option<&'static GameInfo> {
    let id = query.game.as_deref().unwrap_or_default().split(':').next().unwrap_or_default();
    ALL.iter().find(|info| info.id == id).or(ALL.first()).copied()
}

/// The board of a position, or of the start if the position is invalid; the script then shows the reason. Takes time
/// that grows with the number of moves.
pub fn analysis_board(query: &AnalysisQuery, texts: Texts) -> String {
    let Some(info) = game_of(query) else { return String::new() };
    let query = with_known_game(query, info);
    let game = query.game.as_deref().unwrap_or(info.id);
    let session = study::open(game, query.position.as_deref(), query.moves.as_deref(), texts);
    let session = session.or_else(|_| study::open(info.id, None, None, texts));
    session.map(|session| svg::page(&session.board().scene(), svg::Options::new(texts))).unwrap_or_default()
}

/// The address of a picture of a position.
pub(super) fn picture_at(spec: &str, position: &str) -> String {
    picture_of(&AnalysisQuery {
        game: Some(spec.to_owned()),
        position: Some(position.to_owned()),
        moves: None,
    })
}

fn picture_of(query: &AnalysisQuery) -> String {
    let mut path = String::from("/api/v1/position/board.png");
    for (sign, name, value) in
        [("?", "game", &query.game), ("&", "position", &query.position), ("&", "moves", &query.moves)]
    {
        if let Some(value) = value {
            path.extend([sign, name, "="]);
            path.push_str(&percent_encode(value));
        }
    }
    path
}

/// Percent-encodes a value of a query.
fn percent_encode(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

/// Links to the games, the current one marked.
fn game_links(info: &GameInfo, texts: Texts) -> Markup {
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

/// Answers `GET /puzzles`.
pub fn puzzles(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_puzzles")) }
        p.lead { (texts.text("app.menu.puzzles_about")) }
        p.actions {
            a.button.primary #continue href="/puzzles" { (texts.text("web.next_unsolved")) }
            @if let Some(today) = puzzle::of_day(context.today) {
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
        .render(context)
}

/// Answers `GET /puzzles/{id}`.
pub fn puzzle(context: &PageContext, id: &str) -> Response<String> {
    let texts = context.texts;
    let Ok(view) = study::puzzle(id, texts) else { return not_found(context) };
    let game = ALL.iter().find(|info| info.id == view.game).map_or("", |info| info.name);
    let body = html! {
        div.play {
            (board::area(&view.svg, "", texts))
            div.side {
                div.task {
                    p.crumbs {
                        a href="/puzzles" { (texts.text("web.nav_puzzles")) }
                        " · " (game)
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
        .picture(picture_at(&view.spec, &view.position))
        .class("wide-page task-first")
        .render(context)
}

/// Answers `GET /learn`.
pub fn learn(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_learn")) }
        p.lead { (texts.text("web.learn_about")) }
        ul.games {
            @for info in ALL {
                li {
                    article.game {
                        a.game-board href=(format!("/learn/{}", info.id)) aria-label=(texts.format("app.menu.learn", &[("game", &info.name)])) {
                            @if let Some(svg) = first_lesson_board(info, texts) { (board::picture(&svg)) }
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
        .render(context)
}

fn first_lesson_board(info: &GameInfo, texts: Texts) -> Option<String> {
    let lesson = study::lesson(info.id, texts).ok()?;
    lesson.steps.into_iter().next().map(|step| step.svg)
}

/// Answers `GET /learn/{game}`.
pub fn lesson(context: &PageContext, game: &str) -> Response<String> {
    let texts = context.texts;
    let Ok(info) = study::find_game(game, texts) else { return not_found(context) };
    let Ok(lesson) = study::lesson(game, texts) else { return not_found(context) };
    let first = lesson.steps.first();
    let body = html! {
        div.play {
            (board::area(first.map_or("", |step| step.svg.as_str()), "", texts))
            div.side {
                div.task {
                    p.crumbs { a href="/learn" { (texts.text("web.nav_learn")) } " · " (info.name) }
                    div.lesson-progress #steps role="list" {
                        // Placeholders for the buttons of the script.
                        @for number in 1..=lesson.steps.len() { span.dot role="listitem" { (number) } }
                    }
                    div #lesson-text aria-live="polite" {
                        h1 #step-title { (first.map_or("", |step| step.title.as_str())) }
                        p.lead #step-text { (first.map_or("", |step| step.text.as_str())) }
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
        .render(context)
}
