//! Puzzles: the list with its filters, and the page of one.

use cairn_coach::puzzle;
use cairn_rules::games::ALL;
use cairn_rules::{PuzzleGoal, PuzzleInfo};
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};

use super::layout::Page;
use super::study::{percent_encode, picture_at};
use super::{board, not_found};
use crate::PageContext;
use crate::study;

/// The maximum difficulty of puzzles.
const MAX_DIFFICULTY: u8 = 9;

/// Answers `GET /puzzles`.
pub fn puzzles(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_puzzles")) }
        p.lead { (texts.text("app.menu.puzzles_about")) }
        p.actions {
            a.button.primary #continue href="/puzzles" { (texts.text("web.next_unsolved")) }
            button type="button" #start-run { (texts.text("web.run")) }
            @if let Some(today) = puzzle::of_day(context.today) {
                a.button href=(format!("/puzzles/{}", today.id)) data-puzzle-state=(today.id) {
                    (texts.text("web.puzzle_of_day")) " · " (game_name(today)) span.tile-state {}
                }
            }
        }
        p.muted { (texts.text("web.run_about")) }
        p.muted #solved-count aria-live="polite" {}
        form.filters #filters {
            (filter("filter-game", "web.game_filter", "puzzles.all_games", ALL.iter().map(|info| (info.id.to_owned(), info.name.to_owned())), texts))
            (filter("filter-difficulty", "web.difficulty", "web.difficulty_any", (1..=MAX_DIFFICULTY).map(|n| (n.to_string(), n.to_string())), texts))
            (filter("filter-theme", "web.theme", "web.theme_all", PuzzleGoal::THEMES.iter().map(|theme| ((*theme).to_owned(), theme_name(theme, texts).to_owned())), texts))
            (filter("filter-solved", "web.solved_filter", "puzzles.all", [("solved", "puzzles.solved"), ("unsolved", "puzzles.unsolved")].map(|(value, key)| (value.to_owned(), texts.text(key).to_owned())).into_iter(), texts))
        }
        p.muted #all-solved hidden { (texts.text("web.all_solved")) }
        p.empty #no-puzzles hidden { (texts.text("web.no_puzzles")) " " button type="button" #show-all { (texts.text("web.show_all")) } }
        ul.puzzle-list #puzzle-list {
            @for (number, info) in (1..).zip(puzzle::all()) { li { (tile(number, info, context)) } }
        }
    };
    Page::new(texts.text("web.nav_puzzles").to_owned(), "/puzzles")
        .body(body)
        .script("puzzles.js")
        .render(context)
}

/// Renders a filter of the list.
fn filter(
    id: &str,
    name: &str,
    all: &str,
    values: impl Iterator<Item = (String, String)>,
    texts: Texts,
) -> Markup {
    html! {
        p.field {
            label for=(id) { (texts.text(name)) }
            select id=(id) {
                option value="" { (texts.text(all)) }
                @for (value, name) in values { option value=(value) { (name) } }
            }
        }
    }
}

fn theme_name(theme: &str, texts: Texts) -> &'static str {
    match theme {
        "draw" => texts.text("web.theme_draw"),
        "win_at_once" => texts.text("web.theme_win_at_once"),
        "win_in_time" => texts.text("web.theme_win_in_time"),
        "block" => texts.text("web.theme_block"),
        _ => texts.text("web.theme_win"),
    }
}

/// Returns the name of a puzzle's game.
pub(super) fn game_name(info: &PuzzleInfo) -> &'static str {
    ALL.iter().find(|game| game.id == info.game()).map_or("", |game| game.name)
}

/// Renders a puzzle in the list, with a thumbnail that the browser loads when it comes into view.
fn tile(number: usize, info: &PuzzleInfo, context: &PageContext) -> Markup {
    let texts = context.texts;
    let picture = |theme: &str| {
        let (game, position) = (percent_encode(info.spec), percent_encode(info.position));
        format!("/api/v1/position/board.svg?game={game}&position={position}&theme={theme}")
    };
    let theme = theme_name(info.goal.theme(), texts);
    html! {
        a.tile href=(format!("/puzzles/{}", info.id)) data-puzzle=(info.id) data-game=(info.game())
            data-difficulty=(info.difficulty) data-theme-name=(info.goal.theme()) {
            picture {
                @match context.look("theme") {
                    "dark" => img src=(picture("dark")) alt="" loading="lazy" width="160" height="160";,
                    "light" => img src=(picture("light")) alt="" loading="lazy" width="160" height="160";,
                    _ => {
                        source srcset=(picture("dark")) media="(prefers-color-scheme: dark)";
                        img src=(picture("light")) alt="" loading="lazy" width="160" height="160";
                    }
                }
            }
            span.tile-name { (game_name(info)) " " span.tile-number { (number) } }
            span.muted { (theme) " · " (texts.format("puzzles.difficulty", &[("n", &info.difficulty)])) }
            span.tile-state {}
        }
    }
}

/// Answers `GET /puzzles/{id}`.
pub fn puzzle(context: &PageContext, id: &str) -> Response<String> {
    let texts = context.texts;
    let Ok(view) = study::puzzle(id, texts) else { return not_found(context) };
    let info = ALL.iter().find(|info| info.id == view.game).copied();
    let body = html! {
        div.play.puzzle {
            (board::area(&view.svg, texts))
            div.side {
                p.crumbs {
                    a href="/puzzles" { (texts.text("web.nav_puzzles")) }
                    " · " (info.map_or("", |info| info.name))
                    " · " (texts.format("puzzles.difficulty", &[("n", &view.difficulty)]))
                }
                div.run #run hidden {
                    strong #run-state {} span #run-mistakes {}
                    button type="button" #run-stop { (texts.text("web.run_stop")) }
                }
                div.task {
                    h1 { (view.title) }
                    p.lead { (view.task) }
                    @if !view.options.is_empty() {
                        p.muted { (texts.format("web.rules_differ", &[("options", &view.options.join(", "))])) }
                    }
                }
                section.players #players aria-label=(texts.text("web.players")) {}
                p.muted #attempts {}
                p.muted #rating {}
                label.check { input #auto-next type="checkbox"; (texts.text("web.auto_next")) }
                div.dock {
                    section.card.notice #said aria-live="polite" tabindex="0" hidden {}
                    (board::turn("", texts))
                    p.actions #after {
                        button type="button" #reset { (texts.text("web.restart")) }
                        button type="button" #refute hidden { (texts.text("web.refutation")) }
                        button type="button" #solution { (texts.text("web.solution")) }
                        a.button #analyse href="/analysis" { (texts.text("web.analyse")) }
                        a.button #next-puzzle href="/puzzles" { (texts.text("web.next_puzzle")) }
                    }
                    (board::toolbar(info, texts))
                }
            }
        }
    };
    let title = format!("{} ({})", view.title, view.id);
    let page = Page::new(title, "/puzzles").body(body).script("puzzle.js").about(view.task.clone());
    page.data(&view).picture(picture_at(&view.spec, &view.position)).class("stage study").render(context)
}
