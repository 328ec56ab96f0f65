//! The form of a new game: the game, its options, and the players.

use cairn_draw::svg;
use cairn_protocol::{BOTS, OPEN};
use cairn_rules::games::ALL;
use cairn_rules::{Domain, GameInfo, OptionSpec};
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::board;
use super::client_texts;
use super::layout::Page;
use crate::{PageContext, rule_words};

/// The query of `GET /new`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct NewGameQuery {
    /// The game with its options.
    pub game: Option<String>,
    /// A bot for the second seat.
    pub opponent: Option<String>,
    /// Whether anyone may watch: any word for yes.
    pub public: Option<String>,
}

/// The form for a game that anyone may watch.
pub(super) const PUBLIC_GAME: &str = "/new?public=1";

/// The data of the script.
#[derive(Serialize)]
struct Data {
    game: &'static str,
    seats: usize,
    opponent: Option<&'static str>,
    public: bool,
}

/// Answers `GET /new`: the form for a new game.
pub fn new_game(context: &PageContext, query: &NewGameQuery) -> Response<String> {
    let texts = context.texts;
    let opponent =
        query.opponent.as_deref().and_then(|word| BOTS.into_iter().chain([OPEN]).find(|bot| *bot == word));
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
                    p.check {
                        input #random type="checkbox";
                        label for="random" { (texts.text("web.random_side")) }
                    }
                }
                (options(info, texts))
                (terms(texts))
                p.problem #problem role="alert" {}
                p { button.primary.large.wide type="submit" { (texts.text("web.start")) } }
            }
        }
    };
    let title = format!("{}: {}", texts.text("web.new_game"), info.name);
    let data = Data { game: info.id, seats, opponent, public: query.public.is_some() };
    let page = Page::new(title, "/new").body(body).script("new.js").data(&data);
    page.class("wide-page").render(context)
}

fn seat_select(number: usize, info: &GameInfo, texts: Texts) -> Markup {
    let default = if number == 0 { "human" } else { "level1" };
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
                        Some(elo) => (option(bot, &texts.format("rating.level", &[("who", &client_texts::bot(bot, texts)), ("elo", elo)]))),
                        None => (option(bot, &client_texts::bot(bot, texts))),
                    }
                }
            }
        }
    }
}

/// Renders the options of a game, and its presets.
fn options(info: &GameInfo, texts: Texts) -> Markup {
    if info.options.is_empty() {
        return html! {};
    }
    html! {
        details.options {
            summary { (texts.text("web.options")) span.muted #options-summary {} }
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
                Domain::Words(words) => select id=(id) name=(spec.name) data-default=(default) {
                    @for word in words {
                        option value=(word) selected[*word == default] { (rule_words::in_words(spec.name, word, texts)) }
                    }
                },
                Domain::Range(min, max) => {
                    input id=(id) name=(spec.name) type="number" min=(min) max=(max)
                        value=(default) data-default=(default) aria-describedby=(help);
                    small.muted id=(help) { (texts.option_help(info, spec)) }
                }
            }
        }
    }
}

/// A number field of a clock: its id, the text key of its label, and minimum, maximum, step and default.
type ClockField = (&'static str, &'static str, [&'static str; 4]);

/// The visitor's own clocks, within the limits of the protocol: the kind in the protocol, the text key, and the fields.
const OWN_CLOCKS: [(&str, &str, &[ClockField]); 3] = [
    (
        "fischer",
        "web.clock_own_fischer",
        &[
            ("clock-minutes", "web.clock_minutes", ["0.5", "1440", "0.5", "10"]),
            ("clock-increment", "web.clock_increment", ["0", "3600", "1", "0"]),
        ],
    ),
    ("move", "web.clock_own_move", &[("clock-seconds", "web.clock_seconds", ["1", "86400", "1", "30"])]),
    ("days", "web.clock_own_days", &[("clock-days", "web.clock_day_count", ["1", "365", "1", "7"])]),
];

/// Renders clock, name, and whether the game is public.
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
                @for (kind, name, _) in OWN_CLOCKS { (clock(&format!("own {kind}"), texts.text(name).to_owned())) }
            }
        }
        @for (kind, _, fields) in OWN_CLOCKS {
            @for (id, name, [min, max, step, default]) in fields {
                p.field data-own=(kind) hidden {
                    label for=(id) { (texts.text(name)) }
                    input id=(id) type="number" required disabled min=(min) max=(max) step=(step) value=(default);
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
        p.check #join-field hidden {
            input #join name="join" type="checkbox";
            label for="join" { (texts.text("web.anyone_joins")) }
        }
    }
}
