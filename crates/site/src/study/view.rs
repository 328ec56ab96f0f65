//! The view of a game for people: the board and texts about it, in a language.

use cairn_draw::svg;
use cairn_protocol::{Fact, GameView, Problem};
use cairn_rules::{Mark, MarkKind, Message, Scene};
use cairn_session::Session;
use cairn_texts::Texts;

use super::ending::Ending;
use super::pictures::session_at;

/// Returns the board of a session and texts about it.
pub fn view(session: &dyn Session, texts: Texts) -> GameView {
    let mut scene = session.board().scene();
    let remarks = session.board().remarks(session.ply());
    let ending = scene.outcome.map(|outcome| Ending::of(&scene, outcome, texts));
    let why = ending.map(|Ending { why, sites }| {
        scene.marks.retain(|mark| !sites.contains(&mark.site));
        scene.marks.extend(sites.into_iter().map(|site| Mark { site, kind: MarkKind::Chosen }));
        why
    });
    GameView {
        svg: svg::page(&scene, svg::Options::new(texts)),
        facts: facts(&scene, texts),
        remarks: remarks.iter().map(|remark| texts.message(remark)).collect(),
        prompt: session.board().prompt(&[]).map(|prompt| texts.message(&prompt)),
        status: status(&scene, texts),
        why,
    }
}

/// Lists each player's facts, and facts about the game.
pub(super) fn facts(scene: &Scene, texts: Texts) -> Vec<Fact> {
    let say = |facts: &[Message], seat: Option<usize>| -> Vec<Fact> {
        facts.iter().map(|fact| Fact { seat, text: texts.message(fact) }).collect()
    };
    let of_seats = scene.seats.iter().enumerate().flat_map(|(index, seat)| say(&seat.facts, Some(index)));
    of_seats.chain(say(&scene.facts, None)).collect()
}

/// Answers `GET /api/v1/games/{id}/view`: the view after a number of moves, by default all of them.
pub fn view_at(session: &dyn Session, ply: Option<usize>, texts: Texts) -> Result<GameView, Problem> {
    Ok(view(&*session_at(session, ply, texts)?, texts))
}

/// Returns `Blue to move`, or `White has no legal move: Black wins`.
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
    fn a_game_is_described_in_the_visitors_language() {
        let mut session = cairn_session::open("staqs:size=4", None).unwrap();
        let shown = view(&*session, Texts::new(Language::Portuguese));
        assert_eq!(shown.status, "Jogam as Azuis");
        assert!(shown.prompt.is_some() && shown.facts.iter().any(|fact| fact.seat == Some(1)));
        session.resign(session.to_move()).unwrap();
        let shown = view(&*session, Texts::default());
        assert_eq!((shown.status.as_str(), shown.prompt), ("Blue resigns: White wins", None));
    }
}
