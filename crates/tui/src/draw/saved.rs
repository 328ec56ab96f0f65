//! Draws the lists of saved and unfinished games: one row per game and, in a wide window, the board of the highlighted
//! one.

use cairn_rules::games;
use cairn_session::Session;
use cairn_storage::{OnlineSave, SavedRecord, Unfinished};
use ratatui::layout::Rect;

use super::fit::shortened;
use super::page::body;
use super::{KeyHint, Page};
use crate::keys::Action;
use crate::screens::{SavedList, Section, Typing};
use crate::theme::Role;

/// Width of the list where there is a board beside it.
const LIST_WIDTH: u16 = 78;
/// The minimum width of a board.
const BOARD_WIDTH: u16 = 30;
/// Widths of the columns: game, opponent, result.
const COLUMNS: [usize; 3] = [14, 18, 14];

const TYPE: KeyHint = KeyHint::new(":", "app.do.path", Action::Type);
const DELETE: KeyHint = KeyHint::new("Del", "app.do.forget", Action::Delete);
const BACK: KeyHint = KeyHint::new("Esc", "app.do.back", Action::Back);
const FIND: KeyHint = KeyHint::new("/", "app.do.find", Action::Find);

const SAVED_HINTS: [KeyHint; 9] = [
    KeyHint::new("Enter", "app.do.replay", Action::Choose),
    KeyHint::new("m", "app.do.review", Action::Review),
    KeyHint::new("v", "app.do.export", Action::Save),
    DELETE,
    FIND,
    KeyHint::new("←→", "app.do.one_game", Action::Right),
    KeyHint::new("Tab", "app.do.unfinished", Action::Next),
    BACK,
    TYPE,
];

/// Files can be opened even if there is no game.
const EMPTY_HINTS: [KeyHint; 4] = [TYPE, FIND, KeyHint::new("Tab", "app.do.unfinished", Action::Next), BACK];

const UNFINISHED_HINTS: [KeyHint; 4] = [
    KeyHint::new("Enter", "app.do.go_on", Action::Choose),
    DELETE,
    KeyHint::new("Tab", "app.do.saved", Action::Next),
    BACK,
];

pub(super) fn draw(list: &SavedList, page: &mut Page) {
    let texts = page.ctx.texts;
    let title = match list.section() {
        Section::Saved => "app.saved_title",
        Section::Unfinished => "app.unfinished_title",
    };
    let title = texts.format(title, &[("n", &list.count())]);
    page.header(&title, &scope(list, page));
    let body = body(page.buffer.area);
    let has_board = body.width >= LIST_WIDTH + 2 + BOARD_WIDTH;
    let width = if has_board { LIST_WIDTH } else { body.width };
    let at = list.highlighted();
    if list.count() == 0 {
        let key = match list.section() {
            Section::Saved if list.is_sifted() => "saved.none_found",
            Section::Saved => "app.no_records",
            Section::Unfinished => "app.no_unfinished",
        };
        page.paragraph(body, page.text(key), Role::Text);
    }
    let entry = |at, page: &Page| match list.section() {
        Section::Saved => list.saved(at).map(|game| saved_row(game, page)).unwrap_or_default(),
        Section::Unfinished => {
            list.unfinished(at).map(|game| unfinished_row(game, list, page)).unwrap_or_default()
        }
    };
    page.list_of(Rect { width, ..body }, list.count(), at, entry);
    let mut status = String::new();
    match list.section() {
        Section::Saved => {
            let game = list.saved(at);
            if let Some(problem) = game.and_then(SavedRecord::problem) {
                // The row is too short for the whole problem.
                status = texts.format("saved.damaged", &[("problem", &problem)]);
            } else if let Some(session) = game.and_then(|game| game.read().ok()?.session().ok()) {
                status = outcome(&*session, page);
                draw_board(&*session, width, page);
            }
        }
        Section::Unfinished => {
            if let Some(session) = list.unfinished(at).and_then(Unfinished::session) {
                draw_board(session, width, page);
            }
            if let Some(Unfinished::Online(game)) = list.unfinished(at) {
                status = online_status(game, list, page);
            }
        }
    }
    match list.section() {
        Section::Saved if list.count() == 0 => page.footer(&status, &EMPTY_HINTS),
        Section::Saved => page.footer(&status, &SAVED_HINTS),
        Section::Unfinished => page.footer(&status, &UNFINISHED_HINTS),
    }
    if let Some((typing, input)) = list.typed() {
        let key = match typing {
            Typing::Words => "app.type_words",
            Typing::Path => "app.type_path",
            Typing::Export => "app.type_new_path",
        };
        page.prompt(page.text(key), input);
    }
}

/// Draws a board beside a list of this width, if there is room.
fn draw_board(session: &dyn Session, width: u16, page: &mut Page) {
    let body = body(page.buffer.area);
    let x = body.x + width + 2;
    if x + BOARD_WIDTH <= body.right() {
        page.picture(Rect { x, width: body.right() - x, ..body }, &session.board().scene());
    }
}

/// Describes the end of a game.
fn outcome(session: &dyn Session, page: &Page) -> String {
    let outcome = session.outcome();
    outcome
        .map(|outcome| cairn_draw::outcome(&session.board().scene(), outcome, page.ctx.texts))
        .unwrap_or_default()
}

/// Describes the filter of the list: the game, the search words, or all games.
fn scope(list: &SavedList, page: &Page) -> String {
    if list.section() == Section::Unfinished {
        return String::new();
    }
    let filter = list.filter();
    let game = filter.game.and_then(|id| games::ALL.iter().find(|info| info.id == id));
    let words = Some(filter.words.trim()).filter(|words| !words.is_empty());
    let parts: Vec<&str> = game.map(|info| info.name).into_iter().chain(words).collect();
    if parts.is_empty() { page.text("app.all_games").to_owned() } else { parts.join(" · ") }
}

fn saved_row(game: &SavedRecord, page: &Page) -> String {
    let texts = page.ctx.texts;
    let name = game.path().file_name().unwrap_or_default().to_string_lossy();
    match (game.problem(), game.row(texts)) {
        (None, Some(row)) => {
            let moves = texts.plural("app.moves", row.plies as u64, &[]);
            format!("{}  {}{moves}", cell(&row.date, 10), columns([&row.game, &row.opponent, &row.result]))
        }
        (problem, _) => {
            let problem = problem.map(|damage| damage.tell(texts)).unwrap_or_default();
            format!("{name}  {}", texts.format("saved.damaged", &[("problem", &problem)]))
        }
    }
}

fn unfinished_row(game: &Unfinished, list: &SavedList, page: &Page) -> String {
    let texts = page.ctx.texts;
    let Some(session) = game.session() else { return "?".to_owned() };
    let (game_name, opponent) = (session.info().name, game.opponent(texts));
    match game {
        Unfinished::Local(_) => {
            format!("{}{}", columns([game_name, &opponent, ""]), moves_of(session, page))
        }
        Unfinished::Online(game) => {
            let key = if list.is_unreachable(game.address()) {
                "saved.unreachable"
            } else if game.is_my_turn() {
                "saved.my_turn"
            } else {
                "saved.other_turn"
            };
            format!("{}{}", columns([game_name, &opponent, page.text(key)]), game.server())
        }
    }
}

/// How a game on a server stands.
fn online_status(game: &OnlineSave, list: &SavedList, page: &Page) -> String {
    let (texts, server) = (page.ctx.texts, game.server());
    let Some(session) = game.session() else { return String::new() };
    if list.is_unreachable(game.address()) {
        return texts.format("saved.online_unreachable", &[("server", &server)]);
    }
    let key = if game.is_my_turn() { "saved.online_my_turn" } else { "saved.online_other_turn" };
    texts.format(key, &[("server", &server), ("moves", &moves_of(session, page))])
}

fn moves_of(session: &dyn Session, page: &Page) -> String {
    page.ctx.texts.plural("app.moves", session.ply() as u64, &[])
}

fn columns(cells: [&str; 3]) -> String {
    cells.iter().zip(COLUMNS).map(|(text, width)| cell(text, width) + "  ").collect()
}

/// Fits text to this width: shortens it, or pads it with spaces.
fn cell(text: &str, width: usize) -> String {
    format!("{:<width$}", shortened(text, width as u16))
}
