//! Helpers for the tests of every game.

use std::collections::BTreeSet;

use crate::{BasicBots, Game, GameSpec, Notation, Position, PositionError, SmallRng, perft, spec};

/// Lists the legal moves as text, sorted and joined by spaces.
pub(crate) fn moves<P: Position>(position: &P) -> String {
    move_texts(position).join(" ")
}

fn move_texts<P: Position>(position: &P) -> Vec<String> {
    let moves = position.moves();
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// Returns the position after a move given as text.
pub(crate) fn after<P: Notation>(position: &P, mv: &str) -> P {
    position.after(position.parse_move(mv).unwrap_or_else(|error| panic!("{error} in {position}")))
}

/// Returns the position after moves given as text, separated by spaces.
pub(crate) fn play_all<P: Notation>(start: P, moves: &str) -> P {
    moves.split_whitespace().fold(start, |position, mv| after(&position, mv))
}

/// Returns the outcome as text, or `none`.
pub(crate) fn result<P: Position>(position: &P) -> String {
    position.outcome().map_or("none".to_owned(), |outcome| outcome.to_string())
}

/// Checks that exactly these moves rank highest with greedy.
pub(crate) fn greedy_choices<P: BasicBots>(position: &P, expected: &[&str]) {
    let mut rng = SmallRng::seeded(1);
    let found: BTreeSet<String> =
        (0..400).filter_map(|_| position.greedy_move(&mut rng)).map(|mv| mv.to_string()).collect();
    assert_eq!(found, expected.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
}

/// Returns the starting position with these options.
pub(crate) fn start<G: Game>(options: &str) -> G::Position {
    G::start(&GameSpec::<G>::read_options(Some(options)).unwrap().options)
}

/// Parses a position of a game with these options.
pub(crate) fn read<G: Game>(options: &str, text: &str) -> Result<G::Position, PositionError> {
    G::read_position(&GameSpec::<G>::read_options(Some(options)).unwrap().options, text)
}

fn options_of<G: Game>(text: &str) -> G::Options {
    let (id, options) = spec::split(text);
    assert_eq!(id, G::INFO.id);
    GameSpec::<G>::read_options(options).unwrap().options
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Checks a table with columns game, position, depth, count.
pub(crate) fn perft_table<G: Game>(table: &str) {
    let mut checked = 0;
    for row in rows(table) {
        let [word, text, depth, count] = row[..] else { panic!("four columns: {row:?}") };
        let position = G::read_position(&options_of::<G>(word), text).unwrap();
        assert_eq!(position.to_string(), text);
        assert_eq!(perft::perft(&position, depth.parse().unwrap()), count.parse::<u64>().unwrap(), "{row:?}");
        checked += 1;
    }
    assert!(checked > 10, "only {checked} rows");
}

/// Checks a table with columns game, moves, position, result.
pub(crate) fn game_table<G: Game>(table: &str) {
    let mut checked = 0;
    for row in rows(table) {
        let [word, moves, text, name] = row[..] else { panic!("four columns: {row:?}") };
        let end = play_all(G::start(&options_of::<G>(word)), moves);
        assert_eq!(end.to_string(), text);
        assert_eq!(end.outcome().map(crate::Outcome::name), Some(name), "{word} {moves}");
        checked += 1;
    }
    assert!(checked > 2, "only {checked} rows");
}

/// Checks that a preset stands for these options, and that the rules text agrees.
pub(crate) fn preset_is<G: Game>(name: &str, options: &str) {
    let read = |text: &str| GameSpec::<G>::read_options(Some(text)).unwrap().options;
    let expected = if options.is_empty() { G::Options::default() } else { read(options) };
    assert_eq!(read(name), expected, "{name}");
    let said = if options.is_empty() { format!(". `{name}`") } else { format!(". `{name}` is `{options}`:") };
    assert!(G::INFO.rules.contains(&said), "{said}");
}

/// Returns the cells of a position string, rows from the bottom; an empty square is an empty text. Used by the
/// independent move generators, which share no code with the main ones.
pub(crate) fn cells(rows: &str) -> Vec<Vec<String>> {
    let row = |text: &str| {
        let mut cells = Vec::new();
        for cell in text.split(',') {
            match cell.parse::<usize>() {
                Ok(run) => cells.resize(cells.len() + run, String::new()),
                Err(_) => cells.push(cell.to_owned()),
            }
        }
        cells
    };
    rows.split('/').rev().map(row).collect()
}

/// Plays `games` random games and compares the moves of every position with those of an independent generator, which
/// receives the position and the text of the options.
pub(crate) fn compare_with_naive<G: Game>(
    options: &str,
    games: u64,
    naive: impl Fn(&G::Position, &str) -> Vec<String>,
) {
    let spec = GameSpec::<G>::read_options(Some(options)).unwrap();
    let mut scratch = Vec::new();
    for seed in 0..games {
        let mut rng = SmallRng::seeded(seed);
        let mut position = G::start(&spec.options);
        loop {
            let mut expected = naive(&position, options);
            expected.sort();
            assert_eq!(move_texts(&position), expected, "{spec} {position}");
            assert_eq!(position.count_moves(), expected.len() as u64, "{spec} {position}");
            let Some(mv) = position.random_move_with(&mut rng, &mut scratch) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// Checks that the test source has a test named by the number of every sentence in RULES.md.
pub(crate) fn rules_are_tested<G: Game>(source: &str) {
    let numbered: Vec<u32> =
        G::INFO.rules.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect();
    assert!(!numbered.is_empty());
    for (expected, &number) in (1..).zip(&numbered) {
        assert_eq!(number, expected, "rules are numbered from 1 without a gap");
        let name = format!("\nfn rule_{number}_");
        let at = source.find(&name).unwrap_or_else(|| panic!("no test for rule {number}"));
        assert!(source[..at].ends_with("#[test]"), "rule_{number} is not a test");
    }
}
