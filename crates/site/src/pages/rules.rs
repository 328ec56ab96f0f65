//! The rules of the games, with pictures.

use cairn_coach::lesson::Course;
use cairn_draw::svg;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Scene};
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};

use super::layout::Page;
use super::{board, not_found};
use crate::PageContext;
use crate::study::{find_game, open};

/// Answers `GET /rules`.
pub fn rules_list(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_rules")) }
        p.lead { (texts.text("web.rules_about")) }
        ul.games {
            @for info in ALL {
                @let path = format!("/rules/{}", info.id);
                @let designer = html! { p.muted { (texts.designer(info)) } };
                li { (board::game_card(info, (&path, "app.rules_of"), start_of(info).as_ref(), &designer, texts)) }
            }
        }
    };
    Page::new(texts.text("web.nav_rules").to_owned(), "/rules").body(body).class("home").render(context)
}

/// Answers `GET /rules/{game}`.
pub fn rules(context: &PageContext, game: &str) -> Response<String> {
    let texts = context.texts;
    let Ok(info) = find_game(game, texts) else { return not_found(context) };
    let body = html! {
        article.rules {
            p.crumbs { a href="/rules" { (texts.text("web.nav_rules")) } " · " (info.name) }
            (rules_text(info, texts))
            p.actions {
                a.button.primary href=(format!("/new?game={}", info.id)) { (texts.format("web.play_game", &[("game", &info.name)])) }
                a.button href=(format!("/learn/{}", info.id)) { (texts.format("app.menu.learn", &[("game", &info.name)])) }
            }
        }
    };
    let title = texts.format("app.rules_of", &[("game", &info.name)]);
    Page::new(title, "/rules").about(texts.summary(info)).body(body).render(context)
}

/// Returns the board at the start of a game.
fn start_of(info: &GameInfo) -> Option<Scene> {
    cairn_session::open(info.id, None).ok().map(|session| session.board().scene())
}

/// A part of the rules text.
enum Block<'a> {
    Heading(usize, &'a str),
    Rule(u16, &'a str),
    Text(&'a str),
    /// A board drawn with letters: the starting position.
    Code,
}

/// Parses headings, numbered rules, paragraphs and boards between fences.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            lines.by_ref().take_while(|line| !line.starts_with("```")).for_each(drop);
            blocks.push(Block::Code);
        } else if line.starts_with('#') {
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            blocks.push(Block::Heading(level, line[level..].trim()));
        } else if let Some((number, rule)) =
            line.split_once(". ").and_then(|(number, rule)| Some((number.parse().ok()?, rule)))
        {
            blocks.push(Block::Rule(number, rule));
        } else if !line.trim().is_empty() {
            blocks.push(Block::Text(line.trim()));
        }
    }
    blocks
}

/// Renders the rules text, with the pictures of the lesson after the rules that they illustrate.
fn rules_text(info: &'static GameInfo, texts: Texts) -> Markup {
    let course = Course::of(info, texts.language().word());
    let mut steps = course.map(|course| course.steps).unwrap_or_default();
    let mut picture_after = |number: u16| {
        let place = steps.iter().position(|step| step.rules.iter().max() == Some(&number))?;
        let step = steps.remove(place);
        let session = open(step.spec, step.position, None, texts).ok()?;
        Some((step.title, svg::page(&session.board().scene(), svg::Options::new(texts))))
    };
    let start = start_of(info).map(|scene| board::described(&scene, texts));
    let text = info.rules_in(texts.language().word());
    // A picture replaces the starting position drawn in the text.
    let is_drawn = text.contains("```");
    html! {
        @for block in blocks(text) {
            @match block {
                Block::Heading(1, title) => {
                    h1 { (title) }
                    @if let (Some(start), false) = (&start, is_drawn) { figure.start { (start) } }
                }
                Block::Heading(_, title) => h2 { (title) },
                Block::Rule(number, rule) => {
                    p.rule id=(format!("rule-{number}")) { span.number { (number) } span { (with_code(rule)) } }
                    @if let Some((title, svg)) = picture_after(number) {
                        figure { (board::picture(&svg)) figcaption { (title) } }
                    }
                }
                Block::Text(text) => p { (with_code(text)) },
                Block::Code => { @if let Some(start) = &start { figure { (start) } } }
            }
        }
    }
}

/// Renders text with code between backticks.
fn with_code(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
