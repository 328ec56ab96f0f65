//! Draws the form of a new game.

use cairn_coach::rating::level_elo;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::GameInfo;
use cairn_table::TimeControl;
use cairn_texts::Texts;
use ratatui::layout::Rect;

use super::page::{below, body};
use super::{KeyHint, Page};
use crate::keys::Action;
use crate::screens::{Row, Setup};
use crate::theme::Role;

/// The minimum width of the form.
const FORM_WIDTH: u16 = 36;

const HINTS: [KeyHint; 7] = [
    KeyHint::new("↑↓", "app.do.select", Action::Down),
    KeyHint::new("←→", "app.do.change", Action::Right),
    KeyHint::new("Enter", "app.do.choose", Action::Choose),
    KeyHint::new(":", "app.do.enter", Action::Type),
    KeyHint::new("b", "app.do.rules", Action::Rules),
    KeyHint::new("?", "app.do.help", Action::Help),
    KeyHint::new("Esc", "app.do.menu", Action::Back),
];

pub(super) fn draw(setup: &Setup, page: &mut Page) {
    let texts = page.ctx.texts;
    page.header(setup.info().name, texts.designer(setup.info()));
    let body = body(page.buffer.area);
    let (at, highlighted) = setup.highlighted();
    let rows: Vec<String> = setup.rows().into_iter().map(|row| name(row, setup, page)).collect();
    // A symbol and a space precede every row.
    let longest = rows.iter().map(|row| row.chars().count() as u16 + 2).max().unwrap_or_default();
    let width = longest.max(FORM_WIDTH).min(body.width * 2 / 3);
    page.list(Rect { width, ..body }, &rows, at);
    let x = body.x + width + 2;
    let details = Rect { x, width: body.right().saturating_sub(x), ..body };
    let rest = page.paragraph(details, texts.summary(setup.info()), Role::Text);
    let about = about(highlighted, setup, page);
    let rest = page.paragraph(below(rest, 1), &about, Role::Muted);
    if let Some(session) = setup.session() {
        page.picture(below(rest, 1), &session.board().scene());
    }
    page.footer("", &HINTS);
    if let Some(input) = setup.typed() {
        page.prompt(page.text("app.type_value"), input);
    }
}

fn name(row: Row, setup: &Setup, page: &Page) -> String {
    let texts = page.ctx.texts;
    match row {
        Row::Start => page.text("app.setup.start").to_owned(),
        Row::Seat(player) => {
            let seat = texts.seat(setup.info().seats[player.index()].name);
            format!("{seat:<12} ‹ {} ›", player_name(setup.info(), setup.player(player), texts))
        }
        Row::Rated => {
            let answer = page.text(if setup.is_rated() { "app.set.yes" } else { "app.set.no" });
            format!("{:<12} ‹ {answer} ›", page.text("rating.row"))
        }
        Row::Clock => {
            let clock = match setup.clock() {
                TimeControl::Unlimited => page.text("app.set.no").to_owned(),
                clock => clock.to_string(),
            };
            format!("{:<12} ‹ {clock} ›", page.text("app.setup.clock"))
        }
        Row::Preset => {
            let name = setup.preset().map_or(page.text("app.setup.own"), |name| texts.preset(name));
            format!("{:<12} ‹ {name} ›", page.text("app.setup.preset"))
        }
        Row::Option(index) => {
            let (spec, value) = setup.option(index);
            format!("{:<12} ‹ {} ›", texts.option(spec.name), texts.value(spec.name, &value))
        }
    }
}

/// Returns the name of a player, for a level with its strength in this game: `level 3 (Elo 640)`.
fn player_name(game: &GameInfo, player: &str, texts: Texts) -> String {
    let who = texts.who(player);
    let level = player.parse().ok().and_then(|player: PlayerSpec| player.level());
    match level.and_then(|level| level_elo(game, level.into())) {
        Some(elo) => texts.format("rating.level", &[("who", &who), ("elo", &elo)]),
        None => who,
    }
}

/// Describes the highlighted row.
fn about(row: Row, setup: &Setup, page: &Page) -> String {
    match row {
        Row::Start => page.text("app.setup.start_about").to_owned(),
        Row::Seat(_) => page.text("app.setup.seat_about").to_owned(),
        Row::Rated => page.text("rating.row_about").to_owned(),
        Row::Clock => page.text("app.setup.clock_about").to_owned(),
        Row::Preset => page.text("app.setup.preset_about").to_owned(),
        Row::Option(index) => {
            let (spec, _) = setup.option(index);
            let help = page.ctx.texts.option_help(setup.info(), spec);
            format!("{help} ({})", page.ctx.texts.values(spec))
        }
    }
}
