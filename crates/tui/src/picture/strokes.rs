//! Draws box-drawing characters as arms from the middle of a cell to its sides.

use super::{HEIGHT, WIDTH};

/// The strokes of an arm: their offset from its middle, and their width.
type Arm = &'static [(f32, f32)];

const NONE: Arm = &[];
const LIGHT: Arm = &[(0.0, 1.2)];
const HEAVY: Arm = &[(0.0, 2.8)];
const DOUBLE: Arm = &[(-1.6, 1.1), (1.6, 1.1)];

/// Returns a box-drawing character as a path.
pub(super) fn draw(sign: char, x: u16, y: u16) -> Option<String> {
    let (left, top) = (f32::from(x), f32::from(y));
    let (right, bottom) = (left + f32::from(WIDTH), top + f32::from(HEIGHT));
    let slant = |from: f32, to: f32| format!("M{} {top}h1.4L{} {bottom}h-1.4z", from - 0.7, to + 0.7);
    match sign {
        '╱' => return Some(slant(right, left)),
        '╲' => return Some(slant(left, right)),
        '╳' => return Some(slant(right, left) + &slant(left, right)),
        _ => {}
    }
    let [up, ahead, down, back] = arms(sign)?;
    let (middle, center) = (left.midpoint(right), top.midpoint(bottom));
    // Strokes extend beyond the middle, so that corners are closed.
    let reach = |sides: [Arm; 2]| {
        sides.concat().iter().map(|(offset, weight)| offset + weight / 2.0).fold(0.0, f32::max)
    };
    let (tall, flat) = (reach([back, ahead]), reach([up, down]));
    let mut path = String::new();
    for (arm, from, to) in [(up, top, center + tall), (down, center - tall, bottom)] {
        for (offset, weight) in arm {
            path += &bar(middle + offset - weight / 2.0, from, *weight, to - from);
        }
    }
    for (arm, from, to) in [(back, left, middle + flat), (ahead, middle - flat, right)] {
        for (offset, weight) in arm {
            path += &bar(from, center + offset - weight / 2.0, to - from, *weight);
        }
    }
    Some(path)
}

fn bar(x: f32, y: f32, width: f32, height: f32) -> String {
    format!("M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z")
}

/// Returns the arms of a character: up, right, down, left.
const fn arms(sign: char) -> Option<[Arm; 4]> {
    Some(match sign {
        '─' => [NONE, LIGHT, NONE, LIGHT],
        '│' => [LIGHT, NONE, LIGHT, NONE],
        '┌' | '╭' => [NONE, LIGHT, LIGHT, NONE],
        '┐' | '╮' => [NONE, NONE, LIGHT, LIGHT],
        '└' | '╰' => [LIGHT, LIGHT, NONE, NONE],
        '┘' | '╯' => [LIGHT, NONE, NONE, LIGHT],
        '├' => [LIGHT, LIGHT, LIGHT, NONE],
        '┤' => [LIGHT, NONE, LIGHT, LIGHT],
        '┬' => [NONE, LIGHT, LIGHT, LIGHT],
        '┴' => [LIGHT, LIGHT, NONE, LIGHT],
        '┼' => [LIGHT; 4],
        '━' => [NONE, HEAVY, NONE, HEAVY],
        '┃' => [HEAVY, NONE, HEAVY, NONE],
        '┏' => [NONE, HEAVY, HEAVY, NONE],
        '┓' => [NONE, NONE, HEAVY, HEAVY],
        '┗' => [HEAVY, HEAVY, NONE, NONE],
        '┛' => [HEAVY, NONE, NONE, HEAVY],
        '═' => [NONE, DOUBLE, NONE, DOUBLE],
        '║' => [DOUBLE, NONE, DOUBLE, NONE],
        '╔' => [NONE, DOUBLE, DOUBLE, NONE],
        '╗' => [NONE, NONE, DOUBLE, DOUBLE],
        '╚' => [DOUBLE, DOUBLE, NONE, NONE],
        '╝' => [DOUBLE, NONE, NONE, DOUBLE],
        _ => return None,
    })
}
