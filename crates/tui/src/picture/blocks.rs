//! Draws block characters as rectangles of quarters and eighths.

use std::fmt::Write as _;

use super::{HEIGHT, WIDTH};

/// Returns a block character as a path.
pub(super) fn draw(sign: char, x: u16, y: u16) -> Option<String> {
    if let '░' | '▒' | '▓' = sign {
        return Some(dots(sign, x, y));
    }
    let (x, y) = (f32::from(x), f32::from(y));
    let (wide, high) = (f32::from(WIDTH), f32::from(HEIGHT));
    let part = |left: f32, top: f32, right: f32, bottom: f32| {
        let (x, y, width) = (x + left * wide, y + top * high, (right - left) * wide);
        format!("M{x} {y}h{width}v{}h-{width}z", (bottom - top) * high)
    };
    let eighths = |sign: char, first: char| (sign as u32 - first as u32 + 1) as f32 / 8.0;
    match sign {
        '▀' => return Some(part(0.0, 0.0, 1.0, 0.5)),
        '▐' => return Some(part(0.5, 0.0, 1.0, 1.0)),
        '▁'..='█' => return Some(part(0.0, 1.0 - eighths(sign, '▁'), 1.0, 1.0)),
        '▉'..='▏' => {
            let width = 7.0 / 8.0 - (sign as u32 - '▉' as u32) as f32 / 8.0;
            return Some(part(0.0, 0.0, width, 1.0));
        }
        _ => {}
    }
    let path: String = quarters(sign)?
        .iter()
        .map(|&(right, low)| {
            let (left, top) = (f32::from(right) / 2.0, f32::from(low) / 2.0);
            part(left, top, left + 0.5, top + 0.5)
        })
        .collect();
    Some(path)
}

/// Returns the filled quarters of a character: whether on the right, and whether below.
const fn quarters(sign: char) -> Option<&'static [(bool, bool)]> {
    const UPPER_LEFT: (bool, bool) = (false, false);
    const UPPER_RIGHT: (bool, bool) = (true, false);
    const LOWER_LEFT: (bool, bool) = (false, true);
    const LOWER_RIGHT: (bool, bool) = (true, true);
    Some(match sign {
        '▖' => &[LOWER_LEFT],
        '▗' => &[LOWER_RIGHT],
        '▘' => &[UPPER_LEFT],
        '▝' => &[UPPER_RIGHT],
        '▙' => &[UPPER_LEFT, LOWER_LEFT, LOWER_RIGHT],
        '▚' => &[UPPER_LEFT, LOWER_RIGHT],
        '▛' => &[UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT],
        '▜' => &[UPPER_LEFT, UPPER_RIGHT, LOWER_RIGHT],
        '▞' => &[UPPER_RIGHT, LOWER_LEFT],
        '▟' => &[UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT],
        _ => return None,
    })
}

/// Draws a shade as dots; darker shades have more.
fn dots(sign: char, x: u16, y: u16) -> String {
    let mut path = String::new();
    let step = match sign {
        '░' => 4,
        '▒' => 3,
        _ => 2,
    };
    for down in (1..HEIGHT).step_by(step) {
        for across in (1..WIDTH).step_by(step) {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", x + across, y + down);
        }
    }
    path
}
