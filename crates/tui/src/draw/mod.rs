//! Draws the state of the app, and notes where clicks count.

mod covers;
mod menu;
pub(crate) mod page;
mod puzzles;
mod records;
mod setup;

use ratatui::buffer::Buffer;

pub(crate) use page::{Hint, Page};

use crate::app::{App, Cover};
use crate::screens::Screen;
use crate::spots::Seen;
use crate::theme::Role;
use crate::{game, riddle};

/// The smallest window in which every screen can be used.
const SMALLEST: (u16, u16) = (46, 16);

/// Draws everything.
pub(crate) fn draw(app: &App, buffer: &mut Buffer) -> Seen {
    let area = buffer.area;
    let mut page = Page::new(buffer, &app.kit);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = (area.width, area.height);
        let text = app.kit.texts.tell(
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
        Screen::Riddle(riddle) => riddle::draw::draw(riddle, &mut page),
        Screen::Load(load) => records::draw(load, &mut page),
    }
    if let Some(cover) = &app.cover {
        page.cover();
        match cover {
            Cover::Help(keys, top) => covers::help(keys, *top, &mut page),
            Cover::Rules(reader) => covers::rules(reader, &mut page),
            Cover::Settings(preferences) => covers::settings(preferences, &mut page),
            Cover::About => covers::about(&mut page),
            Cover::Ask(question) => covers::ask(*question, &app.screen, &mut page),
        }
    }
    page.finish()
}
