//! Options of a game: typed inside its folder, a table of names and ranges outside.

use std::fmt::Debug;
use std::hash::Hash;

/// What an option may be set to.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Domain {
    /// A whole number between two others, both included.
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
    /// What it may be.
    pub domain: Domain,
    /// What it is when it is left out.
    pub default: u16,
}

impl OptionSpec {
    /// The value that `text` writes, if it is allowed.
    pub fn parse(&self, text: &str) -> Option<u16> {
        match self.domain {
            Domain::Range(min, max) => {
                crate::notation::number(text).filter(|value| (min..=max).contains(value))
            }
            Domain::Words(words) => words.iter().position(|&word| word == text).map(|index| index as u16),
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
pub trait OptionSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The table, in the order in which options are printed.
    const SPECS: &'static [OptionSpec];

    /// The value of option `index`.
    fn get(&self, index: usize) -> u16;

    /// Sets option `index` to a value of its domain.
    fn set(&mut self, index: usize, value: u16);
}
