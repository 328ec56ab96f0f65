//! Decides what a colour is: red, green and blue, and how they are brought down to fewer colours.

use ratatui::style::Color;

/// A colour of the screen.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The levels of each of red, green and blue among a terminal's 256 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// What most terminals show for their first sixteen colours.
const ANSI: [Rgb; 16] = [
    rgb("#000000"),
    rgb("#cd0000"),
    rgb("#00cd00"),
    rgb("#cdcd00"),
    rgb("#0000ee"),
    rgb("#cd00cd"),
    rgb("#00cdcd"),
    rgb("#e5e5e5"),
    rgb("#7f7f7f"),
    rgb("#ff0000"),
    rgb("#00ff00"),
    rgb("#ffff00"),
    rgb("#5c5cff"),
    rgb("#ff00ff"),
    rgb("#00ffff"),
    rgb("#ffffff"),
];

/// A colour as style sheets write it: `#0072b2`.
pub(super) const fn rgb(hex: &str) -> Rgb {
    const fn level(hex: &[u8], at: usize) -> u8 {
        const fn digit(sign: u8) -> u8 {
            if sign.is_ascii_digit() { sign - b'0' } else { sign - b'a' + 10 }
        }
        16 * digit(hex[at]) + digit(hex[at + 1])
    }
    let hex = hex.as_bytes();
    Rgb(level(hex, 1), level(hex, 3), level(hex, 5))
}

impl Rgb {
    /// This colour with some of another one in it, in hundredths.
    #[must_use]
    pub const fn mix(self, other: Self, percent: u16) -> Self {
        const fn between(from: u8, to: u8, percent: u16) -> u8 {
            ((from as u16 * (100 - percent) + to as u16 * percent) / 100) as u8
        }
        Self(
            between(self.0, other.0, percent),
            between(self.1, other.1, percent),
            between(self.2, other.2, percent),
        )
    }

    /// The nearest of the 240 colours that are the same in every terminal with 256 of them.
    pub fn indexed(self) -> u8 {
        let distance = |index: u8| {
            let Self(red, green, blue) = Self::of_index(index);
            let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            // Eyes tell greens apart best and blues worst.
            2 * square(red, self.0) + 4 * square(green, self.1) + 3 * square(blue, self.2)
        };
        (16..=255).min_by_key(|&index| distance(index)).unwrap_or(16)
    }

    /// What a terminal shows for one of its 256 colours.
    pub const fn of_index(index: u8) -> Self {
        match index {
            0..16 => ANSI[index as usize],
            16..232 => {
                let at = (index - 16) as usize;
                Self(LEVELS[at / 36], LEVELS[at / 6 % 6], LEVELS[at % 6])
            }
            232.. => {
                let level = 8 + 10 * (index - 232);
                Self(level, level, level)
            }
        }
    }

    /// What a terminal shows for a colour, unless it is the terminal's own.
    pub const fn of(color: Color) -> Option<Self> {
        let index = match color {
            Color::Reset => return None,
            Color::Rgb(red, green, blue) => return Some(Self(red, green, blue)),
            Color::Indexed(index) => index,
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
        };
        Some(Self::of_index(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_terminal_are_their_own_nearest() {
        for index in 16..=255 {
            let color = Rgb::of_index(index);
            assert_eq!(Rgb::of_index(color.indexed()), color, "{index}");
        }
        assert_eq!(rgb("#0072b2").indexed(), 25);
    }

    #[test]
    fn mixing_goes_from_one_colour_to_the_other() {
        let (black, orange) = (rgb("#000000"), rgb("#ff8000"));
        assert_eq!(black.mix(orange, 0), black);
        assert_eq!(black.mix(orange, 50), Rgb(127, 64, 0));
        assert_eq!(black.mix(orange, 100), orange);
    }
}
