//! How a game is shown to people: the board and what is to be said about it, in a language.

use cairn_rules::{Message, Scene};
use cairn_session::Session;
use cairn_texts::Texts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::steps;

/// What a page shows besides the state.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct View {
    /// The board, with the last move marked.
    pub(crate) svg: String,
    /// What belongs to a player, or to nobody.
    pub(crate) facts: Vec<FactView>,
    /// What the last move has done.
    pub(crate) remarks: Vec<String>,
    /// What is to be done now; nothing once the game is over.
    #[schema(required)]
    pub(crate) prompt: Option<String>,
    /// Whose turn it is, or how the game has ended.
    pub(crate) status: String,
}

/// A fact.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = Fact)]
pub(crate) struct FactView {
    #[schema(required)]
    pub(crate) seat: Option<usize>,
    pub(crate) text: String,
}

impl View {
    pub(crate) fn of(session: &dyn Session, texts: Texts) -> Self {
        let scene = session.board().scene();
        let say = |facts: &[Message], seat: Option<usize>| -> Vec<FactView> {
            facts.iter().map(|fact| FactView { seat, text: texts.message(fact) }).collect()
        };
        let mut facts: Vec<FactView> =
            scene.seats.iter().enumerate().flat_map(|(index, seat)| say(&seat.facts, Some(index))).collect();
        facts.extend(say(&scene.facts, None));
        let remarks = session.board().remarks(session.ply());
        Self {
            svg: steps::board(&scene, texts),
            facts,
            remarks: remarks.iter().map(|remark| texts.message(remark)).collect(),
            prompt: session.board().prompt(&[]).map(|prompt| texts.message(&prompt)),
            status: status(&scene, texts),
        }
    }
}

/// `Blue to move`, or `White has no legal move: Black wins`.
pub(crate) fn status(scene: &Scene, texts: Texts) -> String {
    let mover = scene.to_move.and_then(|player| scene.seats.get(player.index()));
    match (scene.outcome, mover) {
        (Some(outcome), _) => cairn_draw::outcome(scene, outcome, texts),
        (None, Some(seat)) => texts.format("scene.turn", &[("player", &texts.seat(seat.name))]),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_texts::Language;

    #[test]
    fn a_game_is_told_in_the_language_of_the_visitor() {
        let mut session = cairn_session::open("staqs:size=4", None).unwrap();
        let view = View::of(&*session, Texts::new(Language::Portuguese));
        assert_eq!(view.status, "Joga o Azul");
        assert!(view.prompt.is_some() && view.facts.iter().any(|fact| fact.seat == Some(1)));
        session.resign(session.to_move()).unwrap();
        let view = View::of(&*session, Texts::default());
        assert_eq!((view.status.as_str(), view.prompt), ("Blue resigns: White wins", None));
    }
}
