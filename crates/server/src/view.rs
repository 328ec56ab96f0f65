//! What is shown of a game besides its state: the board, and sentences about it in the visitor's language.

use cairn_draw::svg;
use cairn_rules::Scene;
use cairn_session::Session;
use cairn_texts::Texts;
use serde::Serialize;

/// A sentence about a player, or about nobody.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub(crate) struct FactView {
    /// Whose it is.
    pub(crate) seat: Option<usize>,
    /// `reserve: 3`.
    pub(crate) text: String,
}

/// What is shown of a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    /// The board.
    pub(crate) svg: String,
    /// What belongs to the players, and to nobody.
    pub(crate) facts: Vec<FactView>,
    /// What the last move has done beyond what its notation says.
    pub(crate) remarks: Vec<String>,
    /// What the player to move has to do.
    pub(crate) prompt: Option<String>,
    /// Whose turn it is, or how the game has ended.
    pub(crate) status: String,
}

impl View {
    /// The last position of a session.
    pub(crate) fn of(session: &dyn Session, texts: Texts) -> Self {
        let scene = session.scene();
        let remarks = session.remarks(session.history().len());
        Self {
            svg: svg::page(&scene, &[], texts),
            facts: facts(&scene, texts),
            remarks: remarks.iter().map(|remark| texts.sentence(remark)).collect(),
            prompt: session.prompt(&[]).map(|prompt| texts.sentence(&prompt)),
            status: status(&scene, texts),
        }
    }
}

fn facts(scene: &Scene, texts: Texts) -> Vec<FactView> {
    let of_seats = scene.seats.iter().enumerate();
    let of_seats = of_seats.flat_map(|(seat, view)| view.facts.iter().map(move |fact| (Some(seat), fact)));
    let of_nobody = scene.facts.iter().map(|fact| (None, fact));
    of_seats.chain(of_nobody).map(|(seat, fact)| FactView { seat, text: texts.sentence(fact) }).collect()
}

/// `Blue to move`, or `White has no legal move: Black wins`.
pub(crate) fn status(scene: &Scene, texts: Texts) -> String {
    match (scene.outcome, scene.to_move) {
        (Some(outcome), _) => cairn_draw::outcome(scene, outcome, texts),
        (None, Some(player)) => {
            let name = scene.seats.get(player.index()).map_or("", |seat| texts.seat(seat.name));
            texts.tell("scene.turn", &[("player", &name)])
        }
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
