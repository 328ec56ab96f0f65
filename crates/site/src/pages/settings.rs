//! The settings, and the list of the visitor's own games. The browser stores both.

use cairn_texts::{Language, Texts};
use http::Response;
use maud::{Markup, html};

use super::layout::{Page, empty};
use crate::PageContext;
use crate::context::LOOKS;

/// The settings for confirming a move, with the text keys.
const CONFIRMATIONS: [(&str, &str); 3] =
    [("touch", "web.confirm_touch"), ("always", "web.confirm_always"), ("never", "web.confirm_never")];

/// Answers `GET /settings`.
pub fn settings(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    // The name of a language is the same in all languages, so it needs no text key.
    let languages = Language::ALL.map(|language| (language.word(), language.name()));
    let body = html! {
        section.narrow {
            h1 { (texts.text("web.nav_settings")) }
            form.settings #settings {
                (group("language", "app.set.language", &languages, texts.language().word(), texts))
                @for look in LOOKS { (group(look.name, look.title, look.values, context.look(look.name), texts)) }
                (group("confirm", "web.confirm", &CONFIRMATIONS, "touch", texts))
                (group("sound", "web.sound", &[("off", "web.sound_off"), ("on", "web.sound_on")], "on", texts))
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

/// Renders a setting by the text keys of its title and its values.
fn group(name: &str, title: &str, values: &[(&str, &str)], chosen: &str, texts: Texts) -> Markup {
    html! {
        fieldset {
            legend { (texts.text(title)) }
            div.segments {
                @for (value, label) in values {
                    label.segment {
                        input type="radio" name=(name) value=(value) checked[*value == chosen];
                        span { (texts.text(label)) }
                    }
                }
            }
        }
    }
}

/// Answers `GET /saved`: the games that the browser has stored.
pub fn saved(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        h1 { (texts.text("web.nav_saved")) }
        p.lead { (texts.text("web.saved_about")) }
        section aria-labelledby="running-title" {
            h2 #running-title { (texts.text("web.running")) }
            ul.rows #running {}
            (empty("no-running", texts.text("web.none_running"), &[
                ("/new", texts.text("web.play_now")),
                ("/new?opponent=open", texts.text("web.play_friend")),
            ]))
        }
        section aria-labelledby="finished-title" {
            h2 #finished-title { (texts.text("web.finished")) }
            ul.rows #finished {}
            (empty("no-finished", texts.text("web.none_finished"), &[
                ("/learn", texts.text("web.learn_first")),
                ("/puzzles", texts.text("web.nav_puzzles")),
            ]))
        }
        section aria-labelledby="studies-title" {
            h2 #studies-title { (texts.text("web.my_studies")) }
            ul.rows #studies {}
            (empty("no-studies", texts.text("web.no_studies"), &[("/analysis", texts.text("web.nav_analysis"))]))
        }
    };
    Page::new(texts.text("web.nav_saved").to_owned(), "/saved").body(body).script("saved.js").render(context)
}
