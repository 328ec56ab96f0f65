//! Properties of this crate's parsers and games that hold for any input.
//!
//! Each function accepts any bytes. `hostile_input.rs` and the fuzz targets of the same names call them.

mod decisions;
mod laws;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Notation, Player, Position, Present, Reason, grid};

use decisions::Decisions;

/// The maximum number of plies of a random game.
const LONGEST_GAME: usize = 400;

/// Reads a game with its options.
pub(crate) fn game_spec(bytes: &[u8]) {
    struct Print;
    impl Visitor for Print {
        type Output = (String, String);

        fn visit<G: Game>(self, spec: GameSpec<G>) -> (String, String) {
            (spec.to_string(), G::start(&spec.options).to_string())
        }
    }

    match with_game(&String::from_utf8_lossy(bytes), Print) {
        Ok((spec, start)) => assert_eq!(with_game(&spec, Print), Ok((spec, start))),
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
}

/// Parses the small words of records and boards: players, reasons, names of squares.
pub(crate) fn words(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(player) = text.parse::<Player>() {
        assert_eq!(player.to_string().parse(), Ok(player), "{text}");
    }
    if let Ok(reason) = text.parse::<Reason>() {
        assert_eq!(reason.to_string().parse(), Ok(reason), "{text}");
    }
    if let Some((column, row)) = grid::read_name(&text) {
        assert_eq!(grid::read_name(&grid::name(column, row)), Some((column, row)), "{text}");
    }
}

/// Parses a position of a game: the first bytes select the game and its options.
pub(crate) fn position(bytes: &[u8]) {
    struct Read<'a>(Decisions<'a>);
    impl Visitor for Read<'_> {
        type Output = ();

        fn visit<G: Game>(mut self, spec: GameSpec<G>) {
            match G::read_position(&spec.options, &self.0.rest_as_text()) {
                Ok(position) => laws::check(&spec, &position, &mut self.0),
                Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
            }
        }
    }

    visit(bytes, Read);
}

/// Parses a move: the first bytes select the game, its options and the moves before.
pub(crate) fn moves(bytes: &[u8]) {
    struct Read<'a>(Decisions<'a>);
    impl Visitor for Read<'_> {
        type Output = ();

        fn visit<G: Game>(mut self, spec: GameSpec<G>) {
            let plies = self.0.decide(32) as usize;
            let position = play_out(&spec, plies, &mut self.0);
            let text = self.0.rest_as_text();
            match position.parse_move(&text) {
                Ok(mv) => {
                    assert!(position.moves().contains(&mv), "{spec} {position} {text}");
                    assert_eq!(position.parse_move(&mv.to_string()), Ok(mv), "{spec} {position} {text}");
                }
                Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
            }
            let site = position.square(&text);
            assert!(site.is_none_or(|site| site.name.eq_ignore_ascii_case(&text)), "{spec} {text}");
        }
    }

    visit(bytes, Read);
}

/// Plays a game: the bytes select the game, its options and all moves.
pub(crate) fn random_play(bytes: &[u8]) {
    struct Play<'a>(Decisions<'a>);
    impl Visitor for Play<'_> {
        type Output = ();

        fn visit<G: Game>(mut self, spec: GameSpec<G>) {
            let position = play_out(&spec, LONGEST_GAME, &mut self.0);
            laws::check(&spec, &position, &mut self.0);
        }
    }

    visit(bytes, Play);
}

/// Returns the bytes that select a game with its defaults, for the functions here.
pub(crate) fn usual_game(game: usize) -> Vec<u8> {
    Decisions::usual_game(game)
}

/// Visits the game that the first bytes select; the other bytes are the decisions in it.
fn visit<'a, V: Visitor<Output = ()>>(bytes: &'a [u8], visitor: impl Fn(Decisions<'a>) -> V) {
    let mut decisions = Decisions::new(bytes);
    let spec = decisions.game_spec();
    assert_eq!(with_game(&spec, visitor(decisions)), Ok(()), "{spec}");
}

/// Returns the position after this many plies, or fewer if the game or the decisions end.
fn play_out<G: Game>(spec: &GameSpec<G>, plies: usize, decisions: &mut Decisions<'_>) -> G::Position {
    let mut scratch = Vec::new();
    let mut position = G::start(&spec.options);
    for _ in 0..plies {
        if decisions.is_empty() {
            break;
        }
        let Some(mv) = position.random_move_with(decisions, &mut scratch) else { break };
        assert_eq!(position.outcome(), None, "{spec} {position} {mv}");
        position.play_unchecked(mv);
        assert_eq!(position.key(), position.fresh_key(), "{spec} {position} {mv}");
    }
    position
}
