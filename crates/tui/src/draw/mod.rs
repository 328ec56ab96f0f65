//! Draws the state of the app, and notes where clicks count.

mod menu;
mod overlays;
pub(crate) mod page;
mod puzzles;
mod records;
mod setup;

use ratatui::buffer::Buffer;

pub(crate) use page::{Hint, Page};

use crate::app::{App, Overlay};
use crate::hit_areas::HitAreas;
use crate::screens::Screen;
use crate::theme::Role;
use crate::{game, puzzle};

/// The smallest window in which every screen can be used.
const SMALLEST: (u16, u16) = (46, 16);

/// Draws everything.
pub(crate) fn draw(app: &App, buffer: &mut Buffer) -> HitAreas {
    let area = buffer.area;
    let mut page = Page::new(buffer, &app.ctx);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = (area.width, area.height);
        let text = app.ctx.texts.tell(
            "app.too_small",
            &[("width", &width), ("height", &height), ("columns", &SMALLEST.0), ("rows", &SMALLEST.1)],
        );
        page.paragraph(area, &text, Role::Warning);
        return page.finish();
    }
    match &app.screen {
        Screen::Menu(menu) => menu::draw(menu, &mut page),
        Screen::Setup(setup) => setup::draw(setup, &mut page),
        Screen::Game(table) => game::draw::draw(table, &mut page),
        Screen::Puzzles(puzzles) => puzzles::draw(puzzles, &mut page),
        Screen::PuzzleScreen(screen) => puzzle::draw::draw(screen, &mut page),
        Screen::Load(load) => records::draw(load, &mut page),
    }
    if let Some(overlay) = &app.overlay {
        page.overlay();
        match overlay {
            Overlay::Help(keys, top) => overlays::help(keys, *top, &mut page),
            Overlay::Rules(reader) => overlays::rules(reader, &mut page),
            Overlay::Settings(preferences) => overlays::settings(preferences, &mut page),
            Overlay::About => overlays::about(&mut page),
            Overlay::Ask(question) => overlays::ask(*question, &app.screen, &mut page),
        }
    }
    page.finish()
}
