//! Draws the menu and the list of games: entries on the left, the highlighted one on the right.

use cairn_rules::GameInfo;
use cairn_session::open;
use cairn_storage::Unfinished;
use ratatui::layout::Rect;

use super::page::{below, body, row};
use super::{KeyHint, Page};
use crate::keys::Action;
use crate::screens::{Entry, GameList, Menu, Purpose};
use crate::theme::Role;

/// Width of the list.
const LIST_WIDTH: u16 = 30;

const HINTS: [KeyHint; 5] = [
    KeyHint::new("↑↓", "app.do.select", Action::Down),
    KeyHint::new("Enter", "app.do.choose", Action::Choose),
    KeyHint::new("b", "app.do.rules", Action::Rules),
    KeyHint::new("?", "app.do.help", Action::Help),
    KeyHint::new("q", "app.do.quit", Action::Leave),
];

pub(super) fn draw(menu: &Menu, page: &mut Page) {
    page.header("Cairn", page.text("app.tagline"));
    let body = body(page.buffer.area);
    let (at, highlighted) = menu.highlighted();
    let rows: Vec<String> = menu.entries().into_iter().map(|entry| name(entry, menu, page)).collect();
    let width = LIST_WIDTH.min(body.width / 2);
    page.list(Rect { width, ..body }, &rows, at);
    let x = body.x + width + 2;
    draw_details(highlighted, menu, page, Rect { x, width: body.right().saturating_sub(x), ..body });
    page.footer("", &HINTS);
}

/// Draws the list of games.
pub(super) fn draw_games(games: &GameList, page: &mut Page) {
    let (title, about) = match games.purpose() {
        Purpose::Lesson => ("app.menu.lessons", "app.menu.learn_about"),
        Purpose::Analysis => ("app.menu.analysis", "app.menu.analysis_about"),
    };
    page.header(page.text(title), "");
    let rest = page.paragraph(body(page.buffer.area), page.text(about), Role::Muted);
    let rest = below(rest, 1);
    let rows: Vec<String> = games.games().iter().map(|info| info.name.to_owned()).collect();
    let width = LIST_WIDTH.min(rest.width / 3);
    page.list(Rect { width, ..rest }, &rows, games.highlighted());
    let x = rest.x + width + 2;
    draw_game(games.game(), page, Rect { x, width: rest.right().saturating_sub(x), ..rest });
    let [select, choose, rules, help, _] = HINTS;
    page.footer("", &[select, choose, rules, help, KeyHint::new("q", "app.do.menu", Action::Leave)]);
}

/// Describes a game, with the user's rating and a picture.
fn draw_game(info: &GameInfo, page: &mut Page, area: Rect) {
    let texts = page.ctx.texts;
    page.write(row(area, 0), info.name, Role::Title);
    let rest = page.paragraph(below(area, 1), texts.summary(info), Role::Text);
    let mut rest = page.paragraph(rest, texts.designer(info), Role::Muted);
    if let Some(rating) = page.ctx.ratings.get(info.id) {
        let text = texts.format("rating.panel", &[("numbers", &texts.message(&rating.message(info)))]);
        rest = page.paragraph(rest, &text, Role::Text);
    }
    if let Ok(session) = open(info.id, None) {
        page.picture(below(rest, 1), &session.board().scene());
    }
}

fn name(entry: Entry, menu: &Menu, page: &Page) -> String {
    let key = match entry {
        Entry::Continue => {
            let newest = menu.newest().and_then(Unfinished::session);
            let name = newest.map_or("?", |session| session.info().name);
            return page.ctx.texts.format("app.menu.resume", &[("n", &menu.unfinished()), ("game", &name)]);
        }
        Entry::Game(info) => return page.ctx.texts.format("app.menu.play", &[("game", &info.name)]),
        Entry::Unpark(info) => return page.ctx.texts.format("app.menu.unpark", &[("game", &info.name)]),
        Entry::Learn => "app.menu.lessons",
        Entry::Today => "app.menu.today",
        Entry::Puzzles => "app.menu.puzzles",
        Entry::Analysis => "app.menu.analysis",
        Entry::Saved => "app.menu.saved",
        Entry::Rules => "app.menu.rules",
        Entry::Settings => "app.menu.settings",
        Entry::About => "app.menu.about",
        Entry::Quit => "app.menu.quit",
    };
    page.text(key).to_owned()
}

/// Describes the highlighted entry.
fn draw_details(entry: Entry, menu: &Menu, page: &mut Page, area: Rect) {
    let texts = page.ctx.texts;
    let about = match entry {
        Entry::Continue => {
            let Some((newest, session)) = menu.newest().and_then(|game| Some((game, game.session()?))) else {
                return;
            };
            let moves = texts.plural("app.moves", session.ply() as u64, &[]);
            let opponent = newest.opponent(texts);
            page.write(row(area, 0), &format!("{} · {opponent}", session.info().name), Role::Title);
            let moves = match newest {
                Unfinished::Local(_) => moves,
                Unfinished::Online(game) => format!("{moves} · {}", game.server()),
            };
            page.write(row(area, 1), &moves, Role::Text);
            page.picture(below(area, 3), &session.board().scene());
            return;
        }
        Entry::Game(info) => {
            draw_game(info, page, area);
            return;
        }
        Entry::Unpark(_) => "app.menu.unpark_about",
        Entry::Learn if menu.is_first_start() => "app.menu.first_start",
        Entry::Learn => "app.menu.learn_about",
        Entry::Today => "app.menu.today_about",
        Entry::Puzzles => "app.menu.puzzles_about",
        Entry::Analysis => "app.menu.analysis_about",
        Entry::Saved => "app.menu.saved_about",
        Entry::Rules => "app.menu.rules_about",
        Entry::Settings => "app.menu.settings_about",
        Entry::About => "app.menu.about_about",
        Entry::Quit => "app.menu.quit_about",
    };
    page.paragraph(area, page.text(about), Role::Text);
}
