//! Going back: by taking back, at a table where bots answer always as far as a person's turn, and by
//! looking at an earlier position while the game stands still.

use cairn_rules::Player;

use crate::Session;

/// Takes back to the last turn of a person and says what was taken back, oldest first; nothing, if
/// nobody but bots has moved so far.
pub fn take_back(session: &mut dyn Session, is_human: impl Fn(Player) -> bool) -> Vec<String> {
    let mut taken = Vec::new();
    while let Some(what) = session.undo() {
        taken.push(what);
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

/// Does again what was taken back, up to the next turn of a person, and says what that was.
pub fn play_again(session: &mut dyn Session, is_human: impl Fn(Player) -> bool) -> Vec<String> {
    let mut again = Vec::new();
    while let Some(what) = session.redo() {
        again.push(what);
        if session.outcome().is_none() && is_human(session.to_move()) {
            break;
        }
    }
    again
}

/// The game as it stood after so many plies, as one of its own; `None` if it is not that long.
pub fn at_ply(session: &dyn Session, ply: usize) -> Option<Box<dyn Session>> {
    let mut earlier = session.fork();
    while earlier.history().len() > ply {
        earlier.undo()?;
    }
    (earlier.history().len() == ply).then_some(earlier)
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;

    use super::*;
    use crate::open;

    #[test]
    fn earlier_positions_can_be_looked_at() {
        let mut session = open(ALL[0].id, None).unwrap();
        let start = session.position();
        let mv = session.legal_moves().swap_remove(0);
        session.play(&mv).unwrap();
        session.resign(session.to_move()).unwrap();
        let at = |ply| at_ply(&*session, ply).map(|earlier| (earlier.position(), earlier.outcome()));
        assert_eq!(at(0), Some((start, None)));
        assert_eq!(at(1), Some((session.position(), session.outcome())));
        assert_eq!(at(2), None);
    }

    #[test]
    fn what_bots_answered_goes_with_the_move() {
        let mut session = open(ALL[0].id, None).unwrap();
        let mut play = |count| {
            for _ in 0..count {
                let mv = session.legal_moves().swap_remove(0);
                session.play(&mv).unwrap();
            }
            session.history()
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
        assert_eq!(session.history(), moves[..1], "a bot's first move stays");
        assert_eq!(play_again(&mut *session, second), moves[1..]);
    }
}
