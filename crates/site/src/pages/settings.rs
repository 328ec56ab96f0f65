//! The settings, and the list of the visitor's own games. The browser stores both.

use cairn_texts::{Language, Texts};
use http::Response;
use maud::{Markup, html};

use super::layout::Page;
use crate::PageContext;
use crate::context::LOOKS;

/// Answers `GET /settings`.
pub fn settings(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        section.narrow {
            h1 { (texts.text("web.nav_settings")) }
            form.settings #settings {
                (group("language", texts.text("app.set.language"), &languages(), texts.language().word()))
                @for (name, values) in LOOKS {
                    @let named: Vec<(&str, &str)> = values.iter().map(|value| (*value, look(name, value, texts))).collect();
                    (group(name, title(name, texts), &named, context.look(name)))
                }
                (group("confirm", texts.text("web.confirm"), &[
                    ("touch", texts.text("web.confirm_touch")),
                    ("always", texts.text("web.confirm_always")),
                    ("never", texts.text("web.confirm_never")),
                ], "touch"))
                (group("sound", texts.text("web.sound"), &[("off", texts.text("web.sound_off")), ("on", texts.text("web.sound_on"))], "off"))
                p.muted { (texts.text("web.settings_kept")) }
            }
            noscript { p { (texts.text("web.no_script")) } }
        }
    };
    Page::new(texts.text("web.nav_settings").to_owned(), "/settings")
        .body(body)
        .script("settings.js")
        .render(context)
}

fn languages() -> Vec<(&'static str, &'static str)> {
    Language::ALL.iter().map(|language| (language.word(), language.name())).collect()
}

fn title(name: &str, texts: Texts) -> &'static str {
    texts.text(match name {
        "theme" => "app.set.mode",
        "size" => "web.board_size",
        _ => "web.pieces",
    })
}

fn look(name: &str, value: &str, texts: Texts) -> &'static str {
    texts.text(match (name, value) {
        ("theme", "light") => "app.set.light",
        ("theme", "dark") => "app.set.dark",
        ("size", "large") => "web.size_large",
        ("size", "medium") => "web.size_medium",
        ("size", "small") => "web.size_small",
        ("pieces", "standard") => "web.pieces_standard",
        ("pieces", "contrast") => "web.pieces_contrast",
        _ => "app.set.auto",
    })
}

fn group(name: &str, title: &str, values: &[(&str, &str)], chosen: &str) -> Markup {
    html! {
        fieldset {
            legend { (title) }
            div.segments {
                @for (value, label) in values {
                    label.segment {
                        input type="radio" name=(name) value=(value) checked[*value == chosen];
                        span { (label) }
                    }
                }
            }
        }
    }
}

/// Answers `GET /saved`: the games that the browser remembers.
pub fn saved(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_saved")) }
        p.lead { (texts.text("web.saved_about")) }
        section aria-labelledby="running-title" {
            h2 #running-title { (texts.text("web.running")) }
            ul.rows #running {}
            p.muted.empty #no-running { (texts.text("web.none_running")) }
        }
        section aria-labelledby="finished-title" {
            h2 #finished-title { (texts.text("web.finished")) }
            ul.rows #finished {}
            p.muted.empty #no-finished { (texts.text("web.none_finished")) }
        }
    };
    Page::new(texts.text("web.nav_saved").to_owned(), "/saved").body(body).script("saved.js").render(context)
}
