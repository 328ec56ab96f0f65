//! Printed positions can be parsed: every position that play reaches from any accepted position, in every game, with
//! the largest numbers that the parser accepts.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod spread;

use cairn_rules::{RandomSource, SmallRng};
use cairn_session::{Session, open};
use spread::{play_on, random_game, specs};

/// Numbers around the possible limits of parsers.
const NUMBERS: [u32; 24] = [
    0, 1, 2, 3, 4, 5, 8, 13, 26, 49, 50, 64, 99, 100, 127, 128, 150, 227, 249, 250, 254, 255, 65_535,
    1_000_000,
];

/// Replaces some or a few numbers of the text, and sometimes a letter by another of its letters.
fn altered(text: &str, rng: &mut SmallRng) -> String {
    let letters: Vec<char> = text.chars().filter(char::is_ascii_alphabetic).collect();
    let (every, mut altered) = (3 + 12 * rng.below(6), String::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            match rng.below(every) {
                0 => altered += &NUMBERS[rng.below(NUMBERS.len() as u32) as usize].to_string(),
                _ => altered += &rest[..digits],
            }
            rest = &rest[digits..];
            continue;
        }
        let is_letter = first.is_ascii_alphabetic() && rng.below(every * 4) == 0;
        altered.push(if is_letter { letters[rng.below(letters.len() as u32) as usize] } else { first });
        rest = &rest[first.len_utf8()..];
    }
    altered
}

/// Returns the largest number in a text.
fn largest(text: &str) -> u64 {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).max().unwrap_or(0)
}

/// Plays the move after which the largest number is printed, or a random one.
fn play_high(session: &mut dyn Session, rng: &mut SmallRng) {
    let moves = session.legal_moves();
    let some = moves.iter().take(4).max_by_key(|mv| {
        session.play(mv).unwrap();
        let number = largest(&session.position());
        session.undo();
        number
    });
    match (some, rng.below(3)) {
        (Some(mv), 1..) => drop(session.play(mv).unwrap()),
        _ => play_on(session, rng, 1),
    }
}

#[test]
fn every_position_reached_from_one_that_is_read_is_read_again() {
    let mut rng = SmallRng::seeded(1);
    for spec in specs() {
        let mut read = 0;
        // Most altered positions are invalid.
        for seed in 0..200 {
            if read == 6 {
                break;
            }
            let game = random_game(&spec, seed, seed as usize % 12);
            let start = altered(&game.position(), &mut rng);
            let Ok(mut session) = open(&spec, Some(&start)) else { continue };
            read += 1;
            for _ in 0..12 {
                let position = session.position();
                let again = open(&spec, Some(&position));
                let again =
                    again.unwrap_or_else(|error| panic!("{spec}: `{position}` from `{start}`: {error}"));
                assert_eq!(again.position(), position, "{spec}");
                play_high(&mut *session, &mut rng);
            }
        }
        assert_eq!(read, 6, "so few positions of {spec} were read");
    }
}
