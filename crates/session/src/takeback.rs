//! Take-backs to a person's turn in games with bots.

use cairn_rules::Player;

use crate::{Session, Undone};

/// Takes back moves up to the last turn of a person and returns them, oldest first; does nothing if only
/// bots have moved so far.
pub fn take_back(session: &mut dyn Session, is_human: impl Fn(Player) -> bool) -> Vec<Undone> {
    let mut taken = Vec::new();
    while let Some(undone) = session.undo() {
        taken.push(undone);
        if is_human(session.to_move()) {
            taken.reverse();
            return taken;
        }
    }
    for _ in taken {
        session.redo();
    }
    Vec::new()
}

/// Redoes moves up to the next turn of a person, and returns them.
pub fn play_again(session: &mut dyn Session, is_human: impl Fn(Player) -> bool) -> Vec<Undone> {
    let mut again = Vec::new();
    while let Some(redone) = session.redo() {
        again.push(redone);
        if session.outcome().is_none() && is_human(session.to_move()) {
            break;
        }
    }
    again
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;

    use super::*;
    use crate::open;

    #[test]
    fn what_bots_answered_goes_with_the_move() {
        let mut session = open(ALL[0].id, None).unwrap();
        let mut play = |count| {
            for _ in 0..count {
                let mv = session.legal_moves().swap_remove(0);
                session.play(&mv).unwrap();
            }
            session.history().into_iter().map(Undone::Move).collect::<Vec<_>>()
        };
        let first = |player| player == Player::FIRST;
        let second = |player| player == Player::SECOND;
        let moves = play(3);
        assert_eq!(take_back(&mut *session, first), moves[2..]);
        assert_eq!(take_back(&mut *session, first), moves[..2]);
        assert!(take_back(&mut *session, first).is_empty());
        assert_eq!(play_again(&mut *session, first), moves[..2]);
        assert_eq!(take_back(&mut *session, second), moves[1..2]);
        assert!(take_back(&mut *session, second).is_empty());
        assert_eq!(session.last_move().map(Undone::Move).as_ref(), moves.first(), "a bot's first move stays");
        assert_eq!(play_again(&mut *session, second), moves[1..]);
    }
}
