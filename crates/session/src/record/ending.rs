//! Checks the stated result of a record against its moves.

use cairn_rules::{Message, Player, Reason};

use crate::Session;
use crate::tags::UNFINISHED;

/// Returns whether text is a result: `*`, or a score such as `1-0` or `1/2-1/2`.
pub(super) fn is_result(text: &str) -> bool {
    text == UNFINISHED
        || text.contains('-') && text.split('-').all(|point| ["0", "1", "1/2"].contains(&point))
}

/// Checks the result after the last move, and ends the game if the players ended it.
pub(super) fn settle(
    session: &mut dyn Session,
    result: Option<&str>,
    reason: Option<Reason>,
) -> Result<(), Message> {
    if let Some(outcome) = session.outcome() {
        if let Some(result) = result.filter(|&result| result != outcome.score()) {
            return Err(Message::new("the moves give {score}, {outcome}, not {result}")
                .with("score", outcome.score())
                .with("outcome", outcome)
                .with("result", result));
        }
        return match reason {
            Some(reason) if reason != outcome.reason => {
                Err(Message::new("the game ended by {reason}, not by {other}")
                    .with("reason", outcome.reason)
                    .with("other", reason))
            }
            _ => Ok(()),
        };
    }
    match (result, reason) {
        (None | Some(UNFINISHED), None) => Ok(()),
        (None | Some(UNFINISHED), Some(reason)) => {
            Err(Message::new("the game is not over, so there is no reason such as {reason}").with("reason", reason))
        }
        (Some(result), None) => Err(Message::new(
            "the moves do not end the game: a result such as {result} needs the reason agreement, resignation or time",
        )
        .with("result", result)),
        (Some(result), Some(reason)) => conclude(session, result, reason),
    }
}

/// Ends a running game with the reason that gives the stated result.
pub(crate) fn conclude(session: &mut dyn Session, result: &str, reason: Reason) -> Result<(), Message> {
    let end: fn(&mut dyn Session, Player) -> bool = match reason {
        Reason::Agreement => agree,
        Reason::Resignation => |session, player| session.resign(player).is_ok(),
        Reason::Time => |session, player| session.forfeit_on_time(player).is_ok(),
        _ => {
            return Err(Message::new(
                "the moves do not end the game by {reason}: the reason can only be agreement, resignation or time",
            )
            .with("reason", reason));
        }
    };
    for player in Player::seats(session.seats()) {
        if end(session, player) {
            if session.outcome().is_some_and(|outcome| outcome.score() == result) {
                return Ok(());
            }
            session.undo();
        }
    }
    Err(Message::new("no {reason} gives the result {result} here")
        .with("reason", reason)
        .with("result", result))
}

/// Returns the reason with this name, among those that the game of a session can end by.
pub(crate) fn reason_of(session: &dyn Session, name: &str) -> Option<Reason> {
    let own = session.info().reasons.iter().copied();
    Reason::ALL.into_iter().chain(own).find(|reason| reason.name() == name)
}

/// Creates the error for a word that is not a reason.
pub(crate) fn unknown_reason() -> Message {
    let names = Reason::ALL.map(Reason::name).join(", ");
    Message::new("unknown reason; the reasons are {names}").with("names", names)
}

/// Offers a draw for `player` and accepts it for all others; returns whether that succeeds.
fn agree(session: &mut dyn Session, player: Player) -> bool {
    session.offer_draw(player).is_ok()
        && Player::seats(session.seats())
            .filter(|&other| other != player)
            .all(|other| session.accept_draw(other).is_ok())
}
