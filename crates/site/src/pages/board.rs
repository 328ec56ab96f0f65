//! A board with its prompt, its buttons, a field for typed moves and the list of moves.

use cairn_draw::svg;
use cairn_rules::Scene;
use cairn_texts::Texts;
use maud::{Markup, PreEscaped, html};

use super::icons;

/// A board for the script `board.js`.
pub(super) fn area(svg: &str, prompt: &str, texts: Texts) -> Markup {
    html! {
        section.board-area #board-area aria-label=(texts.text("scene.board")) {
            div.board-row {
                div.bar #bar hidden role="img" aria-label=(texts.text("web.bar")) { div.bar-fill {} }
                div.board #board { (PreEscaped(svg)) }
            }
            div.turn {
                div.turn-head {
                    p.prompt #prompt role="status" { (prompt) }
                    div.board-tools {
                        (tool("flip", "web.flip", "F", &icons::turn_around(), texts))
                        (tool("threats", "web.threats", "G", &icons::warning(), texts))
                    }
                }
                p.problem #problem role="alert" {}
                div.choices #choices {}
                form.typed #typed autocomplete="off" {
                    label for="move" { (texts.text("web.type_move")) }
                    input #move name="move" type="text" autocapitalize="off" spellcheck="false"
                        enterkeyhint="go" maxlength="200";
                    button type="submit" { (texts.text("web.play_move")) }
                }
            }
        }
    }
}

/// A switch beside the board, with its keyboard shortcut.
fn tool(id: &str, name: &str, key: &str, icon: &Markup, texts: Texts) -> Markup {
    let name = texts.text(name);
    html! {
        button.square type="button" id=(id) title=(format!("{name} ({key})")) aria-label=(name)
            aria-keyshortcuts=(key) aria-pressed="false" { (icon) }
    }
}

/// A board that is only a picture, hidden from screen readers.
pub(super) fn picture(svg: &str) -> Markup {
    html! { div.picture aria-hidden="true" { (PreEscaped(svg)) } }
}

/// A board as a picture with a description for screen readers.
pub(super) fn described(scene: &Scene, texts: Texts) -> Markup {
    html! {
        div.picture role="img" aria-label=(cairn_draw::summary(scene, texts)) {
            div aria-hidden="true" { (PreEscaped(svg::page(scene, svg::Options::new(texts)))) }
        }
    }
}

/// The list of moves, with buttons to walk through them.
pub(super) fn moves(texts: Texts) -> Markup {
    let button = |id: &str, key: &str, icon: Markup| {
        let name = texts.text(key);
        html! { button.square type="button" id=(id) title=(name) aria-label=(name) { (icon) } }
    };
    html! {
        section.card.moves-card aria-labelledby="moves-title" {
            h2 #moves-title { (texts.text("review.moves")) }
            ol.moves #moves tabindex="0" aria-labelledby="moves-title" {}
            div.walk {
                (button("first", "web.first", icons::first()))
                (button("previous", "web.previous", icons::previous()))
                (button("next", "web.next", icons::next()))
                (button("last", "web.last", icons::last()))
            }
        }
    }
}
