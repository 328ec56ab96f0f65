//! Analysis: a board, the engine and a tree of variations; and studies, which are analyses on the server.

use cairn_draw::svg;
use cairn_protocol::StoredStudy;
use cairn_rules::GameInfo;
use cairn_rules::games::ALL;
use cairn_texts::Texts;
use http::Response;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::layout::Page;
use super::{board, icons, not_found};
use crate::PageContext;
use crate::study;

/// The query of `GET /analysis`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct AnalysisQuery {
    /// The game with its options.
    pub game: Option<String>,
    /// A position of it; its start by default.
    pub position: Option<String>,
    /// Moves from there, with commas between them.
    pub moves: Option<String>,
}

/// Answers `GET /analysis`, with the board from [`analysis_board`].
pub fn analysis(context: &PageContext, query: &AnalysisQuery, board: &str) -> Response<String> {
    let texts = context.texts;
    let Some(info) = game_of(query.game.as_deref().unwrap_or_default()) else { return not_found(context) };
    let name = info.name;
    let query = with_known_game(query, info);
    let picture = picture_of(&query);
    let body = body(info, board, context);
    let page = Page::new(texts.format("web.analysis_of", &[("game", &name)]), "/analysis")
        .body(body)
        .script("analysis.js");
    page.data(&query).picture(picture).class("stage study").render(context)
}

/// The data of the script.
#[derive(Serialize)]
struct StudyData<'a> {
    game: &'a str,
    study: &'a StoredStudy,
}

/// Answers `GET /studies/{id}`, with the board from [`study_board`].
pub fn study_page(context: &PageContext, study: &StoredStudy, board: &str) -> Response<String> {
    let texts = context.texts;
    let Some(info) = game_of(&study.study.game) else { return not_found(context) };
    let title = study_title(study, texts);
    let start = AnalysisQuery {
        game: Some(study.study.game.clone()),
        position: study.study.position.clone(),
        moves: None,
    };
    Page::new(title.to_owned(), "/analysis")
        .body(body(info, board, context))
        .script("analysis.js")
        .about(texts.format("web.study_by_link", &[("game", &info.name)]))
        .data(&StudyData { game: &study.study.game, study })
        .picture(picture_of(&start))
        .class("stage study")
        .render(context)
}

/// The title of a study.
pub(super) fn study_title(study: &StoredStudy, texts: Texts) -> &str {
    match study.study.title.as_str() {
        "" => texts.text("web.study_untitled"),
        title => title,
    }
}

/// The board at the start of a study.
pub fn study_board(study: &StoredStudy, texts: Texts) -> String {
    let session = study::open(&study.study.game, study.study.position.as_deref(), None, texts);
    session.map(|session| svg::page(&session.board().scene(), svg::Options::new(texts))).unwrap_or_default()
}

/// What an analysis and a study show.
fn body(info: &'static GameInfo, board: &str, context: &PageContext) -> Markup {
    let texts = context.texts;
    html! {
        h1.hidden { (texts.format("web.analysis_of", &[("game", &info.name)])) }
        div.play.analysis {
            (board::area(board, texts))
            div.side {
                (engine(texts))
                (tree(texts))
                div.dock { (board::turn("", texts)) (board::toolbar(Some(info), texts)) }
                (editor(texts))
                (share(context))
                (set_up(info, texts))
                section.players #players aria-label=(texts.text("web.players")) {}
            }
        }
    }
}

fn engine(texts: Texts) -> Markup {
    html! {
        section.card.engine aria-labelledby="engine-title" {
            div.card-head {
                h2.h3 #engine-title { (texts.text("web.engine")) }
                label.switch { (texts.text("web.lines")) select #line-count { @for n in 0..=5 { option value=(n) selected[n == 3] { (n) } } } }
                label.switch { input #engine type="checkbox" role="switch" checked; span { (texts.text("web.on")) } }
            }
            p.score #score aria-live="off" {}
            ol.lines #lines {}
            p.row {
                label.check { input #show-bar type="checkbox" checked; (texts.text("web.bar_short")) }
                label.check { input #show-values type="checkbox"; (texts.text("web.exact_values")) }
            }
        }
    }
}

/// Renders the tree of variations, and the notes on the current position.
fn tree(texts: Texts) -> Markup {
    html! {
        section.card.tree-card aria-labelledby="tree-title" {
            div.card-head {
                h2.h3 #tree-title { (texts.text("web.variations")) }
                (board::icon_button("promote", "web.promote", icons::PROMOTE, texts))
                (board::icon_button("prune", "web.prune", icons::BIN, texts))
            }
            div.tree #tree tabindex="0" role="group" aria-labelledby="tree-title" data-empty=(texts.text("web.no_variations")) {}
            p.comment #comment-text hidden {}
            div.notes-fields #notes {
                p.field { label for="comment" { (texts.text("web.comment")) } textarea #comment rows="2" maxlength="2000" {} }
                p.row {
                    button type="button" #mark-squares aria-pressed="false" { (texts.text("web.mark_squares")) }
                    button type="button" #mark-arrows aria-pressed="false" { (texts.text("web.mark_arrows")) }
                    button type="button" #mark-clear { (texts.text("web.mark_clear")) }
                }
                p.field { label for="study-title" { (texts.text("web.study_title")) } input #study-title type="text" maxlength="100"; }
                p.row { button.primary type="button" #save-study { (texts.text("web.study_save")) } }
            }
            p.muted #study-state role="status" {}
            div #study-links hidden {
                p.field { label for="readers-link" { (texts.text("web.study_public")) } input #readers-link type="text" readonly; }
                p.row { button type="button" #copy-readers { (texts.text("web.copy_link")) } }
                p.field { label for="authors-link" { (texts.text("web.study_author")) } input #authors-link type="text" readonly; }
                p.row { button type="button" #copy-authors { (texts.text("web.copy_link")) } }
            }
        }
    }
}

/// Renders the editor of positions; the script fills in the tools of the game.
fn editor(texts: Texts) -> Markup {
    html! {
        section.card aria-label=(texts.text("web.editor")) {
            p.row { button type="button" #edit-position { (texts.text("web.editor")) } }
            div #editor hidden {
                div.row #edit-tools role="group" aria-label=(texts.text("web.editor_tools")) {}
                div.row {
                    button type="button" #edit-turn { (texts.text("web.editor_turn")) }
                    button type="button" #edit-clear { (texts.text("web.editor_clear")) }
                }
                div #edit-fields {}
                p.row { button.primary type="button" #edit-done { (texts.text("web.editor_done")) } }
            }
        }
    }
}

/// Returns the query with an existing game.
fn with_known_game(query: &AnalysisQuery, info: &GameInfo) -> AnalysisQuery {
    let game = query.game.clone().filter(|game| game.split(':').next() == Some(info.id));
    AnalysisQuery { game: Some(game.unwrap_or_else(|| info.id.to_owned())), ..query.clone() }
}

/// The game of a spec; the first one by default.
pub(super) fn game_of(spec: &str) -> Option<&'static GameInfo> {
    let id = spec.split(':').next().unwrap_or_default();
    ALL.iter().find(|info| info.id == id).or(ALL.first()).copied()
}

/// Draws the board of a position, or of the starting position if it is invalid; the script then shows the reason. Takes
/// time proportional to the number of moves.
pub fn analysis_board(query: &AnalysisQuery, texts: Texts) -> String {
    let Some(info) = game_of(query.game.as_deref().unwrap_or_default()) else { return String::new() };
    let query = with_known_game(query, info);
    let game = query.game.as_deref().unwrap_or(info.id);
    let session = study::open(game, query.position.as_deref(), query.moves.as_deref(), texts);
    let session = session.or_else(|_| study::open(info.id, None, None, texts));
    session.map(|session| svg::page(&session.board().scene(), svg::Options::new(texts))).unwrap_or_default()
}

/// Returns the address of a picture of a position.
pub(super) fn picture_at(spec: &str, position: &str) -> String {
    picture_of(&AnalysisQuery {
        game: Some(spec.to_owned()),
        position: Some(position.to_owned()),
        moves: None,
    })
}

pub(super) fn picture_of(query: &AnalysisQuery) -> String {
    address_of("/api/v1/position/board.png", query)
}

/// An address with a position as its query.
pub(super) fn address_of(path: &str, query: &AnalysisQuery) -> String {
    let mut path = path.to_owned();
    for (sign, name, value) in
        [("?", "game", &query.game), ("&", "position", &query.position), ("&", "moves", &query.moves)]
    {
        if let Some(value) = value {
            path.extend([sign, name, "="]);
            path.push_str(&percent_encode(value));
        }
    }
    path
}

/// Percent-encodes a value of a query.
pub(super) fn percent_encode(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

/// Renders links to the games, with the current one marked.
fn game_links(info: &GameInfo, texts: Texts) -> Markup {
    html! {
        nav.segments.which aria-label=(texts.text("web.five_games")) {
            @for other in ALL {
                a.segment href=(format!("/analysis?game={}", other.id)) aria-current=[(other.id == info.id).then_some("true")] { (other.name) }
            }
        }
    }
}

fn set_up(info: &GameInfo, texts: Texts) -> Markup {
    html! {
        details.card {
            summary { (texts.text("web.set_up")) }
            (game_links(info, texts))
            form #set-up {
                p.field { label for="spec" { (texts.text("web.spec")) } input #spec name="game" type="text" spellcheck="false" autocapitalize="off" maxlength="200"; }
                p.field { label for="position" { (texts.text("web.position")) } input #position name="position" type="text" spellcheck="false" autocapitalize="off" maxlength="1000"; }
                p.field { label for="record" { (texts.text("web.import")) } textarea #record rows="3" spellcheck="false" maxlength="60000" {} }
                p { button type="submit" { (texts.text("web.apply")) } }
            }
        }
    }
}

fn share(context: &PageContext) -> Markup {
    let texts = context.texts;
    html! {
        details.card {
            summary { (texts.text("web.share")) }
            p.field { label for="link" { (texts.text("web.link")) } input #link type="text" readonly; }
            p.actions {
                button type="button" #copy { (texts.text("web.copy_link")) }
                @if context.frame_ancestors().is_some() { button type="button" #embed { (texts.text("web.embed")) } }
                a.button #svg download="board.svg" href="/" { "SVG" }
                a.button #png download="board.png" href="/" { "PNG" }
                a.button #record-link download="game.txt" href="/" { (texts.text("web.record")) }
                button type="button" #play-from { (texts.text("web.play_from")) }
            }
        }
    }
}
