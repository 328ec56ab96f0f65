//! A board on one screen: the board itself, the prompt with the choices, the toolbar, and help.
//!
//! `style/stage.css` places these parts in windows of every size; a page of the class `stage` fills the window.

use cairn_draw::svg;
use cairn_rules::{GameInfo, Scene};
use cairn_texts::Texts;
use maud::{Markup, PreEscaped, html};

use super::icons::{self, Icon};

/// Renders a board for the script `board.js`, with the evaluation bar.
pub(super) fn area(svg: &str, texts: Texts) -> Markup {
    html! {
        section.board-area #board-area aria-label=(texts.text("scene.board")) {
            div.bar #bar hidden role="img" aria-label=(texts.text("web.bar")) { div.bar-fill {} }
            div.board #board { (PreEscaped(svg)) }
        }
    }
}

/// Renders the place of prompts, problems, notices and the field for typed moves; and the choices of a step, which
/// `board.js` shows beside the square or at the bottom of a phone.
pub(super) fn turn(prompt: &str, texts: Texts) -> Markup {
    html! {
        section.turn #turn aria-label=(texts.text("web.turn")) {
            div.turn-text tabindex="0" {
                p.problem #problem role="alert" {}
                p.prompt #prompt role="status" { (prompt) }
            }
            form.typed #typed autocomplete="off" hidden {
                input #move name="move" type="text" aria-label=(texts.text("web.type_move")) placeholder=(texts.text("web.type_move"))
                    autocapitalize="off" spellcheck="false" enterkeyhint="go" maxlength="200";
                button type="submit" { (texts.text("web.play_move")) }
                button.square type="reset" aria-label=(texts.text("web.close")) { (icons::CLOSE) }
            }
            div.notice #notice hidden aria-live="polite" {}
            div.choices #choices role="group" aria-label=(texts.text("web.choices")) {}
        }
    }
}

/// Renders the toolbar: buttons that step through the moves, `#tools` for the actions of the page, and a menu of all
/// other actions, in which `#more` contains those of the page.
pub(super) fn toolbar(info: Option<&GameInfo>, texts: Texts) -> Markup {
    html! {
        section.toolbar #toolbar aria-label=(texts.text("web.tools")) {
            (walk_buttons(texts))
            div.tools #tools {}
            button.square type="button" #menu-button popovertarget="menu" aria-label=(texts.text("web.more")) title=(texts.text("web.more")) { (icons::MORE) }
            div.menu #menu popover aria-label=(texts.text("web.more")) {
                div.menu-part #more {}
                div.menu-part {
                    (tool("flip", "web.flip", "F", icons::TURN_AROUND, texts))
                    (tool("threats", "web.threats", "G", icons::WARNING, texts))
                    (tool("sound", "web.sound", "S", icons::SOUND, texts))
                    (entry("type", "web.type_move", "/", icons::KEYBOARD, texts))
                    (entry("show-help", "web.help", "?", icons::HELP, texts))
                    @if let Some(info) = info {
                        a.entry href=(format!("/rules/{}", info.id)) target="_blank" { (icons::BOOK) (texts.format("app.rules_of", &[("game", &info.name)])) }
                    }
                    a.entry.home-link href="/" { (icons::CAIRN) (texts.text("web.home")) }
                }
            }
            (help(texts))
        }
    }
}

/// Renders a switch in the menu, with its keyboard shortcut.
fn tool(id: &str, name: &str, key: &str, icon: Icon, texts: Texts) -> Markup {
    let name = texts.text(name);
    html! {
        button.entry type="button" id=(id) aria-keyshortcuts=(key) aria-pressed="false" { (icon) span { (name) } kbd { (key) } }
    }
}

/// Renders a command in the menu, with its keyboard shortcut.
fn entry(id: &str, name: &str, key: &str, icon: Icon, texts: Texts) -> Markup {
    let name = texts.text(name);
    html! {
        button.entry type="button" id=(id) aria-keyshortcuts=(key) { (icon) span { (name) } kbd { (key) } }
    }
}

/// The keys, and the text keys of their actions.
const KEYS: [(&str, &str); 12] = [
    ("↑ ↓ ← →", "web.key_arrows"),
    ("Enter", "web.key_enter"),
    ("Esc", "web.key_escape"),
    ("I", "web.key_inspect"),
    ("← → Home End", "web.key_walk"),
    ("/", "web.type_move"),
    ("T", "web.hint"),
    ("U", "web.undo"),
    ("E", "web.bar_short"),
    ("F", "web.flip"),
    ("G", "web.threats"),
    ("?", "web.help"),
];

/// The marks on a board, and the text keys of their meanings.
const MARKS: [(&str, &str); 6] = [
    ("choice", "web.mark_choice"),
    ("chosen", "web.mark_chosen"),
    ("last", "web.mark_last"),
    ("forced", "web.mark_forced"),
    ("hint", "web.mark_hint"),
    ("threatened", "web.mark_threatened"),
];

/// Renders the meanings of the marks of a board.
pub(super) fn legend(texts: Texts) -> Markup {
    html! {
        ul.legend {
            @for (mark, key) in MARKS { li { (PreEscaped(svg::mark_sample(mark))) span { (texts.text(key)) } } }
        }
    }
}

/// Renders the help over a board: the keys and the marks.
fn help(texts: Texts) -> Markup {
    html! {
        dialog.dialog.help #help aria-labelledby="help-title" {
            form method="dialog" {
                div.card-head {
                    h2 #help-title { (texts.text("web.help")) }
                    button.square aria-label=(texts.text("web.close")) { (icons::CLOSE) }
                }
            }
            h3 { (texts.text("web.marks")) }
            (legend(texts))
            h3 { (texts.text("web.keys")) }
            dl.keys { @for (key, does) in KEYS { dt { kbd { (key) } } dd { (texts.text(does)) } } }
        }
    }
}

/// Renders a board as a mere picture, hidden from screen readers.
pub(super) fn picture(svg: &str) -> Markup {
    html! { div.picture aria-hidden="true" { (PreEscaped(svg)) } }
}

/// Renders a board as a picture with a description for screen readers.
pub(super) fn described(scene: &Scene, texts: Texts) -> Markup {
    html! {
        div.picture role="img" aria-label=(cairn_draw::summary(scene, texts)) {
            div aria-hidden="true" { (PreEscaped(svg::page(scene, svg::Options::new(texts)))) }
        }
    }
}

/// Renders the list of moves.
pub(super) fn moves(texts: Texts) -> Markup {
    html! {
        section.moves-card aria-label=(texts.text("review.moves")) {
            ol.moves #moves tabindex="0" aria-label=(texts.text("review.moves")) {}
        }
    }
}

/// Renders the buttons that step through moves.
pub(super) fn walk_buttons(texts: Texts) -> Markup {
    html! {
        (icon_button("first", "web.first", icons::FIRST, texts))
        (icon_button("previous", "web.previous", icons::PREVIOUS, texts))
        (icon_button("next", "web.next", icons::NEXT, texts))
        (icon_button("last", "web.last", icons::LAST, texts))
    }
}

/// Renders a button with an icon.
pub(super) fn icon_button(id: &str, name: &str, icon: Icon, texts: Texts) -> Markup {
    let name = texts.text(name);
    html! { button.square type="button" id=(id) title=(name) aria-label=(name) { (icon) } }
}

/// Renders a card about a game: a picture that is a link, the name, the summary and more.
pub(super) fn game_card(
    info: &GameInfo,
    (path, label): (&str, &str),
    scene: Option<&Scene>,
    more: &Markup,
    texts: Texts,
) -> Markup {
    html! {
        article.game {
            a.game-board href=(path) aria-label=(texts.format(label, &[("game", &info.name)])) {
                @if let Some(scene) = scene { (picture(&svg::page(scene, svg::Options::new(texts)))) }
            }
            h2.h3 { (info.name) }
            p { (texts.summary(info)) }
            (more)
        }
    }
}
