//! Draws the list of puzzles.

use cairn_coach::puzzle::Standing;
use cairn_session::open;
use ratatui::layout::Rect;

use super::page::{below, body, row};
use super::{KeyHint, Page};
use crate::keys::Action;
use crate::screens::PuzzleList;
use crate::theme::Role;

const PUZZLE_HINTS: [KeyHint; 9] = [
    KeyHint::new("Enter", "app.do.choose", Action::Choose),
    KeyHint::new("/", "app.do.find", Action::Find),
    KeyHint::new("g", "app.do.by_game", Action::ByGame),
    KeyHint::new("f", "app.do.by_difficulty", Action::ByDifficulty),
    KeyHint::new("v", "app.do.by_solved", Action::BySolved),
    KeyHint::new("n", "app.do.next_puzzle", Action::NextPuzzle),
    KeyHint::new("t", "app.do.today", Action::Today),
    KeyHint::new("?", "app.do.help", Action::Help),
    KeyHint::new("Esc", "app.do.menu", Action::Back),
];

pub(super) fn draw_puzzles(list: &PuzzleList, page: &mut Page) {
    let texts = page.ctx.texts;
    let store = &page.ctx.puzzles;
    page.header(page.text("app.menu.puzzles"), &store.tell_summary(texts));
    let body = body(page.buffer.area);
    let filter = page.ctx.puzzle_filter;
    let game = filter.game.map_or(page.text("puzzles.all_games"), |game| game.name);
    let difficulty = match filter.difficulty {
        Some(n) => texts.format("puzzles.difficulty", &[("n", &n)]),
        None => page.text("puzzles.all_difficulties").to_owned(),
    };
    let solved = page.text(match filter.solved {
        Some(true) => "puzzles.solved",
        Some(false) => "puzzles.unsolved",
        None => "puzzles.all",
    });
    let (words, typed) = list.words();
    let words = if words.is_empty() { String::new() } else { format!(" · {words}") };
    page.write(row(body, 0), &format!("{game} · {difficulty} · {solved}{words}"), Role::Muted);
    let body = below(body, 2);
    let id_width = list.puzzles().iter().map(|info| info.id.len()).max().unwrap_or(0);
    let rows: Vec<String> = list
        .puzzles()
        .iter()
        .map(|info| {
            let sign = sign(store.progress().standing(info.id));
            let title = texts.message(&info.title());
            format!("{sign} {:<id_width$}  {}  {title}", info.id, info.difficulty)
        })
        .collect();
    let width = body.width / 2;
    if let Some((at, info)) = list.highlighted() {
        page.list(Rect { width, ..body }, &rows, at);
        let x = body.x + width + 2;
        let details = Rect { x, width: body.right().saturating_sub(x), ..body };
        let rest = page.paragraph(details, &texts.message(&info.task()), Role::Text);
        let standing = store.tell_standing(info.id, texts);
        let day = store.progress().record(info.id).map(|record| format!(" ({})", record.day));
        let rest = page.paragraph(rest, &format!("{standing}{}", day.unwrap_or_default()), Role::Muted);
        if let Ok(session) = open(info.spec, Some(info.position)) {
            page.picture(below(rest, 1), &session.board().scene());
        }
    } else {
        page.paragraph(body, page.text("puzzles.none"), Role::Text);
    }
    page.footer(&store.tell_streak(page.ctx.day(), texts), &PUZZLE_HINTS);
    if let Some(input) = typed {
        page.prompt(page.text("app.type_words"), input);
    }
}

/// Returns a symbol for the user's progress with a puzzle.
const fn sign(standing: Standing) -> char {
    match standing {
        Standing::New => ' ',
        Standing::Tried => '-',
        Standing::First => '*',
        Standing::Later { .. } | Standing::Shown => '+',
    }
}
