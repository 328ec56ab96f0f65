//! A game for people: the board and texts about it, in a language.

use cairn_draw::svg;
use cairn_protocol::{Fact, GameView, Problem};
use cairn_rules::{Message, Scene};
use cairn_session::Session;
use cairn_texts::Texts;

use super::pictures::no_such_ply;

/// The board of a session and texts about it.
pub fn view(session: &dyn Session, texts: Texts) -> GameView {
    let scene = session.board().scene();
    let say = |facts: &[Message], seat: Option<usize>| -> Vec<Fact> {
        facts.iter().map(|fact| Fact { seat, text: texts.message(fact) }).collect()
    };
    let mut facts: Vec<Fact> =
        scene.seats.iter().enumerate().flat_map(|(index, seat)| say(&seat.facts, Some(index))).collect();
    facts.extend(say(&scene.facts, None));
    let remarks = session.board().remarks(session.ply());
    GameView {
        svg: svg::page(&scene, svg::Options::new(texts)),
        facts,
        remarks: remarks.iter().map(|remark| texts.message(remark)).collect(),
        prompt: session.board().prompt(&[]).map(|prompt| texts.message(&prompt)),
        status: status(&scene, texts),
    }
}

/// Answers `GET /api/v1/games/{id}/view`: the view after a number of moves, by default all of them.
pub fn view_at(session: &dyn Session, ply: Option<usize>, texts: Texts) -> Result<GameView, Problem> {
    match ply.filter(|ply| *ply != session.ply()) {
        Some(ply) => match session.fork_at(ply) {
            Some(earlier) => Ok(view(&*earlier, texts)),
            None => Err(no_such_ply(ply, texts)),
        },
        None => Ok(view(session, texts)),
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
        let shown = view(&*session, Texts::new(Language::Portuguese));
        assert_eq!(shown.status, "Joga o Azul");
        assert!(shown.prompt.is_some() && shown.facts.iter().any(|fact| fact.seat == Some(1)));
        session.resign(session.to_move()).unwrap();
        let shown = view(&*session, Texts::default());
        assert_eq!((shown.status.as_str(), shown.prompt), ("Blue resigns: White wins", None));
    }
}
