//! Pages for frames on other sites: a game, a position or a study with its board, its moves and a link back.

use cairn_draw::svg;
use cairn_protocol::{GameView, StoredStudy, StudyNode};
use cairn_rules::GameInfo;
use cairn_session::Session;
use cairn_texts::Texts;
use http::Response;
use maud::html;
use serde::Serialize;

use super::layout::Page;
use super::study::{AnalysisQuery, address_of, game_of, picture_of, study_title};
use super::{board, not_found};
use crate::PageContext;
use crate::study;

/// The data of the script.
#[derive(Serialize)]
struct Data<'a> {
    id: Option<&'a str>,
    game: &'a str,
    position: Option<&'a str>,
    nodes: &'a [StudyNode],
    /// How many moves of the main line are shown at first.
    ply: usize,
}

/// What a frame shows.
struct Frame<'a> {
    title: String,
    /// The path of the whole page.
    whole: String,
    picture: String,
    board: &'a str,
    status: &'a str,
    data: Data<'a>,
}

/// A position of `GET /embed/position`, with the moves that lead to it.
pub struct EmbeddedPosition {
    game: String,
    position: Option<String>,
    moves: Vec<String>,
    board: String,
    status: String,
}

impl EmbeddedPosition {
    /// Opens a position; its start if the moves are not legal. Takes time that grows with the number of moves.
    pub fn open(query: &AnalysisQuery, texts: Texts) -> Option<Self> {
        let game = query.game.as_deref()?;
        let session = study::open(game, query.position.as_deref(), query.moves.as_deref(), texts).ok()?;
        let scene = session.board().scene();
        Some(Self {
            game: session.spec(),
            position: session.start_position(),
            moves: session.history(),
            board: svg::page(&scene, svg::Options::new(texts)),
            status: study::status(&scene, texts),
        })
    }
}

/// Answers `GET /embed/position`.
pub fn embed_position(context: &PageContext, shown: &EmbeddedPosition) -> Response<String> {
    let query = AnalysisQuery {
        game: Some(shown.game.clone()),
        position: shown.position.clone(),
        moves: Some(shown.moves.join(",")).filter(|moves| !moves.is_empty()),
    };
    let nodes = line(&shown.moves);
    let frame = Frame {
        title: game_of(&shown.game).map_or_else(String::new, |info| info.name.to_owned()),
        whole: address_of("/analysis", &query),
        picture: picture_of(&query),
        board: &shown.board,
        status: &shown.status,
        data: Data {
            id: None,
            game: &shown.game,
            position: shown.position.as_deref(),
            nodes: &nodes,
            ply: shown.moves.len(),
        },
    };
    render(context, frame)
}

/// A game of `GET /embed/games/{id}`.
pub struct EmbeddedGame {
    info: &'static GameInfo,
    spec: String,
    moves: Vec<String>,
    view: GameView,
}

impl EmbeddedGame {
    /// The game of a session.
    pub fn of(session: &dyn Session, texts: Texts) -> Self {
        let (info, spec, moves) = (session.info(), session.spec(), session.history());
        Self { info, spec, moves, view: study::view(session, texts) }
    }
}

/// Answers `GET /embed/games/{id}`.
pub fn embed_game(context: &PageContext, id: &str, game: &EmbeddedGame) -> Response<String> {
    let nodes = line(&game.moves);
    let frame = Frame {
        title: game.info.name.to_owned(),
        whole: format!("/games/{id}"),
        picture: format!("/api/v1/games/{id}/board.png"),
        board: &game.view.svg,
        status: &game.view.status,
        data: Data { id: Some(id), game: &game.spec, position: None, nodes: &nodes, ply: game.moves.len() },
    };
    render(context, frame)
}

/// Answers `GET /embed/studies/{id}`, with the board from [`super::study_board`].
pub fn embed_study(context: &PageContext, study: &StoredStudy, board: &str) -> Response<String> {
    let query = AnalysisQuery {
        game: Some(study.study.game.clone()),
        position: study.study.position.clone(),
        moves: None,
    };
    let frame = Frame {
        title: study_title(study, context.texts).to_owned(),
        whole: format!("/studies/{}", study.id),
        picture: picture_of(&query),
        board,
        status: "",
        data: Data {
            id: None,
            game: &study.study.game,
            position: study.study.position.as_deref(),
            nodes: &study.study.nodes,
            ply: 0,
        },
    };
    render(context, frame)
}

/// Moves without variations, as the nodes of a study.
fn line(moves: &[String]) -> Vec<StudyNode> {
    let node =
        |(parent, mv): (u32, &String)| StudyNode { parent, r#move: mv.clone(), ..StudyNode::default() };
    std::iter::once(StudyNode::default()).chain((0..).zip(moves).map(node)).collect()
}

fn render(context: &PageContext, frame: Frame<'_>) -> Response<String> {
    if context.frame_ancestors().is_none() {
        return not_found(context);
    }
    let texts = context.texts;
    let Frame { title, whole, picture, board, status, data } = frame;
    let body = html! {
        (board::area(board, texts))
        div.side {
            h1.embed-title { a href=(whole) target="_blank" rel="noopener" { (title) " · Cairn" } }
            section.players #players aria-label=(texts.text("web.players")) {}
            p.problem #problem role="alert" {}
            p.prompt #prompt role="status" { (status) }
            div.tree #tree tabindex="0" role="group" aria-label=(texts.text("review.moves")) {}
            p.comment #comment-text hidden {}
            section.toolbar aria-label=(texts.text("web.tools")) { (board::walk_buttons(texts)) }
            div #choices hidden {}
        }
    };
    Page::new(title, "")
        .body(body)
        .script("embed.js")
        .picture(picture)
        .data(&data)
        .framed(whole)
        .render(context)
}
