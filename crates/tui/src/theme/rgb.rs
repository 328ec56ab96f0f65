//! Colours as red, green and blue, and the nearest of the 256 colours of a terminal.

use ratatui::style::Color;

/// A colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The levels of red, green and blue among a terminal's 256 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The weights of differences in red, green and blue: the eye distinguishes greens best.
const WEIGHTS: [u32; 3] = [2, 4, 3];

/// The first sixteen colours in most terminals.
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

/// Parses a colour in CSS notation: `#0072b2`.
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

/// Returns twice the middle between a level and the previous one.
const fn between(at: usize) -> u16 {
    LEVELS[at] as u16 + LEVELS[at - 1] as u16
}

impl Rgb {
    /// Mixes this colour with some percent of another.
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

    /// Returns the nearest of the 240 colours that are the same in every terminal with 256 colours: the nearest
    /// level of each channel, or the nearest gray.
    pub fn indexed(self) -> u8 {
        let step = |level: u8| (1..6).rev().find(|&at| 2 * u16::from(level) > between(at)).unwrap_or(0);
        let cube = 16 + 36 * step(self.0) as u8 + 6 * step(self.1) as u8 + step(self.2) as u8;
        let mean =
            WEIGHTS.iter().zip(self.channels()).map(|(weight, channel)| weight * channel).sum::<u32>() / 9;
        let gray = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
        if self.distance(Self::of_index(gray)) < self.distance(Self::of_index(cube)) { gray } else { cube }
    }

    fn channels(self) -> [u32; 3] {
        [self.0, self.1, self.2].map(u32::from)
    }

    fn distance(self, other: Self) -> u32 {
        let channels = self.channels().into_iter().zip(other.channels());
        WEIGHTS.iter().zip(channels).map(|(weight, (a, b))| weight * a.abs_diff(b).pow(2)).sum()
    }

    /// Returns the colour that a terminal shows for an index.
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

    /// Returns the colour that a terminal shows, unless it is the terminal's default.
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
    }

    #[test]
    fn indexed_colours_are_the_nearest() {
        for number in (0..0x100_0000).step_by(9973) {
            let color = Rgb((number >> 16) as u8, (number >> 8) as u8, number as u8);
            let least = (16..=255).map(|index| color.distance(Rgb::of_index(index))).min();
            assert_eq!(Some(color.distance(Rgb::of_index(color.indexed()))), least, "{color:?}");
        }
    }

    #[test]
    fn mixing_goes_from_one_colour_to_the_other() {
        let (black, orange) = (rgb("#000000"), rgb("#ff8000"));
        assert_eq!(black.mix(orange, 0), black);
        assert_eq!(black.mix(orange, 50), Rgb(127, 64, 0));
        assert_eq!(black.mix(orange, 100), orange);
    }
}
