//! A new game: which one, with which options, and who plays.

use cairn_draw::svg;
use cairn_protocol::BOTS;
use cairn_rules::games::ALL;
use cairn_rules::{Domain, GameInfo, OptionSpec};
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::board;
use super::client_texts;
use super::layout::Page;
use crate::PageContext;

/// The query of `GET /new`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct NewGameQuery {
    /// The game with its options.
    pub game: Option<String>,
    /// A bot for the second seat.
    pub opponent: Option<String>,
}

/// The data of the script.
#[derive(Serialize)]
struct Data {
    game: &'static str,
    seats: usize,
    opponent: Option<&'static str>,
}

/// Answers `GET /new`: the form for a new game.
pub fn new_game(context: &PageContext, query: &NewGameQuery) -> Response<String> {
    let texts = context.texts;
    let opponent = query.opponent.as_deref().and_then(|word| BOTS.into_iter().find(|bot| *bot == word));
    let spec = query.game.as_deref().unwrap_or_default();
    let id = spec.split(':').next().unwrap_or_default();
    let Some(info) = ALL.iter().find(|info| info.id == id).or(ALL.first()).copied() else {
        return super::not_found(context);
    };
    let session = cairn_session::open(info.id, None);
    let (picture, seats) = match &session {
        Ok(session) => (svg::page(&session.board().scene(), svg::Options::new(texts)), session.seats()),
        Err(_) => (String::new(), info.seats.len()),
    };
    let body = html! {
        div.play.new {
            section.board-area aria-label=(texts.text("web.preview")) {
                div.board #board { (board::picture(&picture)) }
            }
            form.side #new {
                h1 { (texts.text("web.new_game")) }
                fieldset {
                    legend { (texts.text("web.game")) }
                    div.segments {
                        @for other in ALL {
                            a.segment href=(format!("/new?game={}", other.id))
                                aria-current=[(other.id == info.id).then_some("true")] { (other.name) }
                        }
                    }
                    p.muted { (texts.summary(info)) }
                }
                fieldset #seats {
                    legend { (texts.text("web.who_plays")) }
                    @for (number, seat) in info.seats.iter().enumerate() {
                        p.field data-seat=(number) hidden[number >= seats] {
                            label for=(format!("seat{number}")) {
                                span.chip data-paint=(client_texts::paint(seat.color)) {}
                                (texts.seat(seat.name))
                            }
                            (seat_select(number, info, texts))
                        }
                    }
                    p.muted.bot-about #bot-about {}
                }
                (options(info, texts))
                (terms(texts))
                p.problem #problem role="alert" {}
                p { button.primary.large.wide type="submit" { (texts.text("web.start")) } }
            }
        }
    };
    let title = format!("{}: {}", texts.text("web.new_game"), info.name);
    let page =
        Page::new(title, "/new").body(body).script("new.js").data(&Data { game: info.id, seats, opponent });
    page.class("wide-page").render(context)
}

fn seat_select(number: usize, info: &GameInfo, texts: Texts) -> Markup {
    let default = if number == 0 { "human" } else { "level3" };
    let option =
        |value: &str, name: &str| html! { option value=(value) selected[value == default] { (name) } };
    html! {
        select id=(format!("seat{number}")) name="seat" {
            (option("human", texts.text("web.seat_human")))
            (option("open", texts.text("web.seat_open")))
            optgroup label=(texts.text("web.seat_bots")) {
                @for (place, bot) in BOTS.iter().enumerate() {
                    @let elo = place.checked_sub(2).and_then(|level| info.engine.level_elo.get(level));
                    @match elo {
                        Some(elo) => (option(bot, &texts.format("rating.level", &[("who", &texts.who(bot)), ("elo", elo)]))),
                        None => (option(bot, &texts.who(bot))),
                    }
                }
            }
        }
    }
}

/// The options of a game, and its presets.
fn options(info: &GameInfo, texts: Texts) -> Markup {
    if info.options.is_empty() {
        return html! {};
    }
    html! {
        details.options {
            summary { (texts.text("web.options")) }
            p.field {
                label for="preset" { (texts.text("web.rules_set")) }
                select #preset {
                    @for preset in info.all_presets() {
                        option value=(preset.name) data-settings=(settings(preset.settings)) { (texts.preset(preset.name)) }
                    }
                    option value="" { (texts.text("app.setup.own")) }
                }
            }
            @for spec in info.options { (option_field(info, spec, texts)) }
        }
    }
}

fn settings(settings: &[(&str, &str)]) -> String {
    settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
}

fn option_field(info: &GameInfo, spec: &OptionSpec, texts: Texts) -> Markup {
    let id = format!("option-{}", spec.name);
    let default = spec.print(spec.default);
    let help = format!("{id}-help");
    html! {
        div.field {
            label for=(id) { (texts.option(spec.name)) }
            @match spec.domain {
                Domain::Words(words) => select id=(id) name=(spec.name) data-default=(default) aria-describedby=(help) {
                    @for word in words {
                        option value=(word) selected[*word == default] { (texts.value(spec.name, word)) }
                    }
                },
                Domain::Range(min, max) => input id=(id) name=(spec.name) type="number" min=(min) max=(max)
                    value=(default) data-default=(default) aria-describedby=(help);,
            }
            small.muted id=(help) { (texts.option_help(info, spec)) }
        }
    }
}

/// A number field of a clock.
struct ClockField {
    id: &'static str,
    /// The text key of its label.
    name: &'static str,
    min: &'static str,
    max: &'static str,
    step: &'static str,
    default: &'static str,
}

impl ClockField {
    const fn new(id: &'static str, name: &'static str, [min, max, step, default]: [&'static str; 4]) -> Self {
        Self { id, name, min, max, step, default }
    }
}

/// The fields of own clocks, by the kinds of the protocol and within its limits.
const OWN_CLOCKS: [(&str, &[ClockField]); 3] = [
    (
        "fischer",
        &[
            ClockField::new("clock-minutes", "web.clock_minutes", ["0.5", "1440", "0.5", "10"]),
            ClockField::new("clock-increment", "web.clock_increment", ["0", "3600", "1", "0"]),
        ],
    ),
    ("move", &[ClockField::new("clock-seconds", "web.clock_seconds", ["1", "86400", "1", "30"])]),
    ("days", &[ClockField::new("clock-days", "web.clock_day_count", ["1", "365", "1", "7"])]),
];

/// The text key of an own clock.
fn own_clock(kind: &str) -> &'static str {
    match kind {
        "fischer" => "web.clock_own_fischer",
        "move" => "web.clock_own_move",
        _ => "web.clock_own_days",
    }
}

/// Clock, name, and whether the game is public.
fn terms(texts: Texts) -> Markup {
    let clock = |value: &str, name: String| html! { option value=(value) { (name) } };
    let fischer = |minutes: u32, seconds: u32| {
        texts.format("web.clock_fischer", &[("minutes", &minutes), ("seconds", &seconds)])
    };
    html! {
        p.field {
            label for="clock" { (texts.text("web.clock")) }
            select #clock name="clock" {
                (clock("", texts.text("web.clock_none").to_owned()))
                (clock("fischer 180 2", fischer(3, 2)))
                (clock("fischer 300 5", fischer(5, 5)))
                (clock("fischer 900 10", fischer(15, 10)))
                (clock("move 60", texts.format("web.clock_move", &[("seconds", &60)])))
                (clock("days 3", texts.format("web.clock_days", &[("days", &3)])))
                @for (kind, _) in OWN_CLOCKS { (clock(&format!("own {kind}"), texts.text(own_clock(kind)).to_owned())) }
            }
        }
        @for (kind, fields) in OWN_CLOCKS {
            @for field in fields {
                p.field data-own=(kind) hidden {
                    label for=(field.id) { (texts.text(field.name)) }
                    input id=(field.id) type="number" required disabled min=(field.min) max=(field.max)
                        step=(field.step) value=(field.default);
                }
            }
        }
        p.field {
            label for="name" { (texts.text("web.your_name")) }
            input #name name="name" type="text" maxlength="40" autocomplete="nickname";
        }
        p.check {
            input #public name="public" type="checkbox";
            label for="public" { (texts.text("web.public")) }
        }
    }
}
