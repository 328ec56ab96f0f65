//! Draws the state of the app, and collects the hit areas of clicks.
//!
//! `page.rs` contains the primitives; each of the other files draws a screen, `lists.rs` and `saved.rs` the list
//! screens. The screens with a board are drawn in their own folders (`game`, `puzzle`, `lesson`, `analysis`).

pub(crate) mod fit;
mod lists;
mod menu;
mod overlays;
pub(crate) mod page;
mod saved;
mod setup;

use ratatui::buffer::Buffer;

pub(crate) use page::{KeyHint, Page};

use crate::app::App;
use crate::hit_areas::HitAreas;
use crate::overlays::Overlay;
use crate::screens::Screen;
use crate::theme::Role;
use crate::{analysis, game, lesson, puzzle};

/// The minimum window size in which every screen is usable.
const MIN_SIZE: (u16, u16) = (46, 16);

/// Draws a frame.
pub(crate) fn draw(app: &App, buffer: &mut Buffer) -> HitAreas {
    let area = buffer.area;
    let mut page = Page::new(buffer, &app.ctx, app.screen.bindings());
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        let (width, height) = (area.width, area.height);
        let text = app.ctx.texts.format(
            "app.too_small",
            &[("width", &width), ("height", &height), ("columns", &MIN_SIZE.0), ("rows", &MIN_SIZE.1)],
        );
        page.paragraph(area, &text, Role::Warning);
        return page.finish();
    }
    match &app.screen {
        Screen::Menu(menu) => menu::draw(menu, &mut page),
        Screen::Games(games) => menu::draw_games(games, &mut page),
        Screen::Setup(setup) => setup::draw(setup, &mut page),
        Screen::Game(game) => game::draw::draw(game, &mut page),
        Screen::Puzzles(list) => lists::draw_puzzles(list, &mut page),
        Screen::Puzzle(puzzle) => puzzle::draw::draw(puzzle, &mut page),
        Screen::Lesson(lesson) => lesson::draw::draw(lesson, &mut page),
        Screen::Analysis(analysis) => analysis::draw::draw(analysis, &mut page),
        Screen::Saved(list) => saved::draw(list, &mut page),
    }
    if let Some(overlay) = &app.overlay {
        page.begin_overlay(overlay.bindings());
        match overlay {
            Overlay::Help(bindings, top) => overlays::draw_help(bindings, *top, &mut page),
            Overlay::Legend(lines, top) => overlays::draw_legend(lines, *top, &mut page),
            Overlay::Rules(reader) => overlays::draw_rules(reader, &mut page),
            Overlay::Settings(form) => overlays::draw_settings(form, &mut page),
            Overlay::About => overlays::draw_about(&mut page),
            Overlay::Ask(question) => overlays::draw_question(*question, &app.screen, &mut page),
        }
    }
    page.finish()
}
