//! How a game is shown to people: the board and what is to be said about it, in a language.

use cairn_rules::Sentence;
use cairn_session::Session;
use cairn_table::Turn;
use cairn_texts::Texts;
use serde::Serialize;

use crate::steps;

/// What a page shows besides the state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    /// The board, with the last move and what can be chosen marked.
    pub(crate) svg: String,
    /// What belongs to a player, or to nobody.
    pub(crate) facts: Vec<FactView>,
    /// What the last move has done.
    pub(crate) remarks: Vec<String>,
    /// What is to be done now; nothing once the game is over.
    pub(crate) prompt: Option<String>,
    /// Whose turn it is, or how the game has ended.
    pub(crate) status: String,
}

/// A fact.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct FactView {
    pub(crate) seat: Option<usize>,
    pub(crate) text: String,
}

impl View {
    pub(crate) fn of(session: &dyn Session, texts: Texts) -> Self {
        let turn = Turn::default();
        let scene = turn.scene(session);
        let say = |facts: &[Sentence], seat: Option<usize>| -> Vec<FactView> {
            facts.iter().map(|fact| FactView { seat, text: texts.sentence(fact) }).collect()
        };
        let mut facts: Vec<FactView> =
            scene.seats.iter().enumerate().flat_map(|(index, seat)| say(&seat.facts, Some(index))).collect();
        facts.extend(say(&scene.facts, None));
        let mover = scene.to_move.and_then(|player| scene.seats.get(player.index()));
        let status = match (session.outcome(), mover) {
            (Some(outcome), _) => cairn_draw::outcome(&scene, outcome, texts),
            (None, Some(seat)) => texts.tell("scene.turn", &[("player", &texts.seat(seat.name))]),
            (None, None) => String::new(),
        };
        let remarks = session.remarks(session.history().len());
        Self {
            svg: steps::board(&scene, texts),
            facts,
            remarks: remarks.iter().map(|remark| texts.sentence(remark)).collect(),
            prompt: turn.prompt(session).map(|prompt| texts.sentence(&prompt)),
            status,
        }
    }
}
