//! The pages: complete HTML that scripts make interactive.
//!
//! Every public function answers one address. `layout.rs` contains the parts that all pages share, and
//! `client_texts.rs` the texts of the scripts. No page depends on a game.

mod board;
mod client_texts;
mod embed;
mod game;
mod home;
mod icons;
mod layout;
mod lessons;
mod new_game;
mod puzzles;
mod review;
mod rules;
mod settings;
mod study;
#[cfg(test)]
mod tests;

use http::{Response, StatusCode};
use maud::html;

pub use embed::{EmbeddedGame, EmbeddedPosition, embed_game, embed_position, embed_study};
pub use game::{game, watch};
pub use home::home;
pub use lessons::{learn, lesson};
pub use new_game::{NewGameQuery, new_game};
pub use puzzles::{puzzle, puzzles};
pub use review::review;
pub use rules::{rules, rules_list};
pub use settings::{saved, settings};
pub use study::{AnalysisQuery, analysis, analysis_board, study_board, study_page};

use crate::PageContext;
use layout::Page;

/// Renders the page for an unknown address, with status 404.
pub fn not_found(context: &PageContext) -> Response<String> {
    let texts = context.texts;
    let body = html! {
        section.narrow.center {
            p.big-number aria-hidden="true" { "404" }
            h1 { (texts.text("web.not_found")) }
            p.muted { (texts.text("web.not_found_about")) }
            p.actions {
                a.button.primary href="/" { (texts.text("web.home")) }
                a.button href="/saved" { (texts.text("web.nav_saved")) }
            }
            p.small-links {
                a href="/new" { (texts.text("web.new_game")) }
                a href="/puzzles" { (texts.text("web.nav_puzzles")) }
                a href="/learn" { (texts.text("web.nav_learn")) }
                a href="/watch" { (texts.text("web.nav_watch")) }
            }
        }
    };
    let page = Page::new(texts.text("web.not_found").to_owned(), "").body(body);
    page.render_with_status(StatusCode::NOT_FOUND, context)
}
