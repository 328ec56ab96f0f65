//! Options of a game: typed inside its folder, a table of names and domains outside.

use std::fmt::Debug;
use std::hash::Hash;

use crate::OptionError;

/// The values of an option.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Domain {
    /// A whole number from a minimum to a maximum, both included.
    Range(u16, u16),
    /// One of these words; the value is its index.
    Words(&'static [&'static str]),
}

/// One row of a game's table of options.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct OptionSpec {
    /// The name, as it is written before `=`.
    pub name: &'static str,
    /// What it changes, in a sentence.
    pub help: &'static str,
    /// Its values.
    pub domain: Domain,
    /// The value when it is left out.
    pub default: u16,
}

impl OptionSpec {
    /// Parses a value, if it is in the domain.
    pub fn parse(&self, text: &str) -> Option<u16> {
        match self.domain {
            Domain::Range(min, max) => {
                crate::notation::number(text).filter(|value| (min..=max).contains(value))
            }
            Domain::Words(words) => words.iter().position(|&word| word == text).map(|index| index as u16),
        }
    }

    /// Whether `value` is in the domain.
    pub const fn contains(&self, value: u16) -> bool {
        match self.domain {
            Domain::Range(min, max) => min <= value && value <= max,
            Domain::Words(words) => (value as usize) < words.len(),
        }
    }

    /// How `value` is written.
    pub fn print(&self, value: u16) -> String {
        match self.domain {
            Domain::Range(..) => value.to_string(),
            Domain::Words(words) => words.get(usize::from(value)).copied().unwrap_or("?").to_owned(),
        }
    }

    /// The allowed values: `3 to 10`, or `setup, free`.
    pub fn allowed(&self) -> String {
        match self.domain {
            Domain::Range(min, max) => format!("{min} to {max}"),
            Domain::Words(words) => words.join(", "),
        }
    }
}

/// A game's options: every value of the type is playable.
///
/// Each game's own type has a getter and a setter for every option; setters of numbers check them.
///
/// ```
/// use cairn_rules::OptionSet;
/// use cairn_rules::games::staqs::{Options, Placement};
///
/// let options = Options::default().with_size(7)?.with_placement(Placement::Free);
/// assert_eq!(options.size(), 7);
/// assert!(Options::default().with_size(11).is_err());
///
/// // By the table, as menus do it.
/// let players = Options::SPECS.iter().position(|option| option.name == "players").unwrap();
/// assert_eq!(options.with(players, 3)?.players(), 3);
/// # Ok::<(), cairn_rules::OptionError>(())
/// ```
pub trait OptionSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The table, in the order in which options are printed.
    const SPECS: &'static [OptionSpec];

    /// The value of option `index`.
    fn get(&self, index: usize) -> u16;

    /// Sets option `index` to a value that has been checked.
    fn set_unchecked(&mut self, index: usize, value: u16);

    /// The same options with option `index` set to `value`, if that is in its domain.
    ///
    /// # Panics
    ///
    /// If there is no option `index`.
    fn with(mut self, index: usize, value: u16) -> Result<Self, OptionError> {
        let spec = &Self::SPECS[index];
        if !spec.contains(value) {
            return Err(OptionError { option: spec.name, value, allowed: spec.allowed() });
        }
        self.set_unchecked(index, value);
        Ok(self)
    }
}
