//! Lessons: the list of courses, and the page of one.

use cairn_coach::lesson::Course;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Scene};
use cairn_texts::Texts;
use http::Response;
use maud::html;

use super::layout::Page;
use super::{board, not_found};
use crate::PageContext;
use crate::study;

/// Answers `GET /learn`.
pub fn learn(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_learn")) }
        p.lead { (texts.text("web.learn_about")) }
        ul.games {
            @for info in ALL {
                @let progress = html! { p.muted data-lesson=(info.id) {} };
                @let path = format!("/learn/{}", info.id);
                @let scene = first_lesson_scene(info, texts);
                li { (board::game_card(info, (&path, "app.menu.learn"), scene.as_ref(), &progress, texts)) }
            }
        }
    };
    Page::new(texts.text("web.nav_learn").to_owned(), "/learn")
        .body(body)
        .script("saved.js")
        .class("home")
        .render(context)
}

fn first_lesson_scene(info: &'static GameInfo, texts: Texts) -> Option<Scene> {
    let course = Course::of(info, texts.language().word()).ok()?;
    let first = course.steps.first()?;
    Some(study::open(first.spec, first.position, None, texts).ok()?.board().scene())
}

/// Answers `GET /learn/{game}`.
pub fn lesson(context: &PageContext, game: &str) -> Response<String> {
    let texts = context.texts;
    let Ok(info) = study::find_game(game, texts) else { return not_found(context) };
    let Ok(lesson) = study::lesson(game, texts) else { return not_found(context) };
    let first = lesson.steps.first();
    let body = html! {
        div.play.lesson {
            (board::area(first.map_or("", |step| step.svg.as_str()), texts))
            div.side {
                p.crumbs { a href="/learn" { (texts.text("web.nav_learn")) } " · " a href=(format!("/rules/{}", info.id)) { (texts.format("app.rules_of", &[("game", &info.name)])) } }
                div.task #lesson-text aria-live="polite" {
                    h1 #step-title { (first.map_or("", |step| step.title.as_str())) }
                    p.lead #step-text { (first.map_or("", |step| step.text.as_str())) }
                }
                div.dock {
                    section.card.notice #said aria-live="polite" tabindex="0" hidden {}
                    (board::turn("", texts))
                    p.actions {
                        button type="button" #back { (texts.text("web.step_back")) }
                        button type="button" #solution { (texts.text("web.solution")) }
                        button type="button" #skip { (texts.text("web.skip_step")) }
                        button.primary type="button" #go-on hidden { (texts.text("web.go_on")) }
                        a.button.primary #first-game hidden href=(format!("/new?game={}&opponent=level1", info.id)) { (texts.text("web.first_game")) }
                    }
                    div.lesson-progress #steps role="list" {
                        // Placeholders for the buttons of the script.
                        @for number in 1..=lesson.steps.len() { span.dot role="listitem" { (number) } }
                    }
                }
            }
        }
    };
    let title = texts.format("app.menu.learn", &[("game", &info.name)]);
    Page::new(title, "/learn")
        .body(body)
        .script("lesson.js")
        .data(&lesson)
        .class("stage study")
        .render(context)
}
