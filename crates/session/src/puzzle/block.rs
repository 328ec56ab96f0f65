//! Whether a player can leave the opponent with nothing but a pass within so many turns.

use cairn_rules::Position;

/// Whether the player to move is blocked: has nothing but a pass, or the game is over.
pub(super) fn is_blocked<P: Position>(position: &P) -> bool {
    moves(position).into_iter().all(P::is_pass)
}

/// In how many own turns, at most `turns`, the player to move can block the opponent against every
/// defence.
pub(super) fn turns_needed<P: Position>(position: &P, turns: u8) -> Option<u8> {
    if turns == 0 {
        return None;
    }
    moves(position).into_iter().filter_map(|mv| turns_needed_after(&position.after(mv), turns)).min()
}

/// The same after a move of the player who wants to block: that move is one of the turns.
pub(super) fn turns_needed_after<P: Position>(position: &P, turns: u8) -> Option<u8> {
    if is_blocked(position) {
        return Some(1);
    }
    let mut most = 1;
    for reply in moves(position) {
        let next = position.after(reply);
        let needed = if next.outcome().is_some() { 0 } else { turns_needed(&next, turns.checked_sub(1)?)? };
        most = most.max(1 + needed);
    }
    Some(most)
}

fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}
