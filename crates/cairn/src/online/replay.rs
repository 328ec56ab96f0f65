//! Replays the game that a server describes, and checks it by our own rules.

use cairn_protocol::GameState;
use cairn_rules::{Outcome, Player, Reason};
use cairn_session::{Session, open};

/// Replays a game; the error describes the mismatch.
pub(super) fn session_of(state: &GameState) -> Result<Box<dyn Session>, String> {
    let mut session =
        open(&state.progress.game, state.progress.start.as_deref()).map_err(|error| error.to_string())?;
    if session.seats() != state.seats.len() {
        return Err(format!("{} seats instead of {}", state.seats.len(), session.seats()));
    }
    for (number, mv) in (1..).zip(&state.progress.moves) {
        session.play(mv).map_err(|error| format!("move {number}: {error}"))?;
    }
    if session.position() != state.progress.position {
        return Err("the position does not fit the moves".to_owned());
    }
    conclude(&mut *session, state)?;
    Ok(session)
}

/// Ends the game in the same way as the players did.
fn conclude(session: &mut dyn Session, state: &GameState) -> Result<(), String> {
    let Some(result) = &state.progress.result else {
        let is_running = session.outcome().is_none();
        return is_running.then_some(()).ok_or_else(|| "the game is over by the rules".to_owned());
    };
    if session.outcome().is_none() {
        let players = || Player::seats(session.seats());
        match state.progress.reason.as_deref().map(str::parse::<Reason>) {
            Some(Ok(Reason::Agreement)) => {
                players().for_each(|player| {
                    // The first player offers, and the others accept.
                    let _ = session.offer_draw(player);
                });
            }
            Some(Ok(reason @ (Reason::Resignation | Reason::Time))) => {
                let loser = players().zip(result.split('-')).find(|(_, points)| *points == "0");
                if let Some((loser, _)) = loser {
                    let by_time = reason == Reason::Time;
                    let ended = if by_time { session.forfeit_on_time(loser) } else { session.resign(loser) };
                    ended.map_err(|error| error.to_string())?;
                }
            }
            _ => {}
        }
    }
    let score = session.outcome().map(Outcome::score);
    (score.as_ref() == Some(result))
        .then_some(())
        .ok_or_else(|| format!("the result `{}` does not fit the moves", cairn_session::excerpt(result)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn state(changes: &Value) -> GameState {
        let position = open("sight:size=3", None).unwrap().position();
        let mut state = json!({
            "id": "a", "game": "sight:size=3", "start": null, "position": position, "moves": [],
            "seats": [{ "kind": "human", "name": "Ana", "bot": null }, { "kind": "open", "name": null, "bot": null }],
            "result": null, "reason": null, "clock": null, "draw_offer": null, "takeback": null,
        });
        for (key, value) in changes.as_object().unwrap() {
            state[key] = value.clone();
        }
        serde_json::from_value(state).unwrap()
    }

    #[test]
    fn games_are_replayed_to_their_ends() {
        let session = session_of(&state(&json!({}))).unwrap();
        assert!(session.outcome().is_none());
        for (result, reason) in [("1-0", "resignation"), ("0-1", "time"), ("0-1", "resignation")] {
            let session = session_of(&state(&json!({ "result": result, "reason": reason }))).unwrap();
            let outcome = session.outcome().unwrap();
            assert_eq!((outcome.score().as_str(), outcome.reason.name()), (result, reason));
        }
        let position = open("stac", None).unwrap().position();
        let stac =
            json!({ "game": "stac", "position": position, "result": "1/2-1/2", "reason": "agreement" });
        let outcome = session_of(&state(&stac)).unwrap().outcome().unwrap();
        assert_eq!(outcome.to_string(), "draw (agreement)");
    }

    #[test]
    fn mismatches_are_named() {
        for (changes, expected) in [
            (json!({ "game": "chess" }), "chess"),
            (json!({ "start": "nonsense" }), "position"),
            (json!({ "seats": [] }), "0 seats instead of 2"),
            (json!({ "moves": ["z99"] }), "move 1: "),
            (json!({ "position": "elsewhere" }), "the position does not fit"),
            (json!({ "result": "1-0", "reason": null }), "the result `1-0`"),
            (json!({ "result": "7-7", "reason": "resignation" }), "the result `7-7`"),
            (json!({ "result": "1-0", "reason": "four towers" }), "the result `1-0`"),
        ] {
            let error = session_of(&state(&changes)).err().unwrap();
            assert!(error.contains(expected), "{changes}: {error}");
        }
    }
}
