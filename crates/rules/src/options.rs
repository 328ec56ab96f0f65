//! Options of a game: a typed struct inside its folder, and a table of names and domains for other code.

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
    /// The name before `=`.
    pub name: &'static str,
    /// Its effect on the game, in a sentence.
    pub help: &'static str,
    /// Its values.
    pub domain: Domain,
    /// The default value.
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

    /// Returns whether `value` is in the domain.
    pub const fn contains(&self, value: u16) -> bool {
        match self.domain {
            Domain::Range(min, max) => min <= value && value <= max,
            Domain::Words(words) => (value as usize) < words.len(),
        }
    }

    /// Rejects a value outside the domain.
    pub fn check(&self, value: u16) -> Result<(), OptionError> {
        if self.contains(value) {
            return Ok(());
        }
        Err(OptionError { option: self.name, value, allowed: self.allowed() })
    }

    /// Formats `value`.
    pub fn print(&self, value: u16) -> String {
        match self.domain {
            Domain::Range(..) => value.to_string(),
            Domain::Words(words) => words.get(usize::from(value)).copied().unwrap_or("?").to_owned(),
        }
    }

    /// Returns the allowed values: `3 to 10`, or `setup, free`.
    pub fn allowed(&self) -> String {
        match self.domain {
            Domain::Range(min, max) => format!("{min} to {max}"),
            Domain::Words(words) => words.join(", "),
        }
    }
}

/// Whether the third occurrence of a position is a draw, in games with that rule.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Repetition {
    /// It is a draw.
    On,
    /// The game continues.
    Off,
}

/// A game's options: every value of the type is playable.
///
/// Each game's own type has a getter and a setter for every option; setters of numbers check them.
///
/// ```
/// use cairn_rules::OptionSet;
/// use cairn_rules::games::staqs::{Placement, StaqsOptions};
///
/// let options = StaqsOptions::default().with_size(7)?.with_placement(Placement::Free);
/// assert_eq!(options.size(), 7);
/// assert!(StaqsOptions::default().with_size(11).is_err());
///
/// // By the table, as menus do it.
/// let players = StaqsOptions::SPECS.iter().position(|option| option.name == "players").unwrap();
/// assert_eq!(options.with(players, 3)?.players(), 3);
/// # Ok::<(), cairn_rules::OptionError>(())
/// ```
pub trait OptionSet: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The table, in the order in which options are printed.
    const SPECS: &'static [OptionSpec];

    /// Returns the value of option `index`.
    fn get(&self, index: usize) -> u16;

    /// Sets option `index` to a value that has been checked.
    fn set_unchecked(&mut self, index: usize, value: u16);

    /// Returns the same options with option `index` set to `value`, if that is in its domain.
    ///
    /// # Panics
    ///
    /// If there is no option `index`.
    fn with(mut self, index: usize, value: u16) -> Result<Self, OptionError> {
        Self::SPECS[index].check(value)?;
        self.set_unchecked(index, value);
        Ok(self)
    }
}

/// Defines a game's options: the type, its default, a getter and a setter for every option, and the table.
///
/// A row contains the getter, the setter, the type, the values and the effect of the option. Numbers are `[MIN to MAX,
/// default N]`, and their setters check them; words are `[Variant "word", ...]`, the default first.
///
/// ```
/// cairn_rules::options! {
///     /// The options of Nim.
///     pub struct NimOptions {
///         /// The number of heaps.
///         heaps, with_heaps: u8 [1 to 9, default 3],
///             "number of heaps";
///     }
/// }
/// assert_eq!(NimOptions::default().heaps(), 3);
/// assert!(NimOptions::default().with_heaps(10).is_err());
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$about:meta])*
        pub struct $options:ident {
            $($(#[$doc:meta])* $name:ident, $with:ident: $type:ident $values:tt, $help:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
        pub struct $options {
            $(pub(crate) $name: $type,)+
        }

        impl $options {
            $(
                $(#[$doc])*
                pub const fn $name(&self) -> $type {
                    self.$name
                }

                $crate::options!(@setter $name, $with: $type $values, $help);
            )+
        }

        impl Default for $options {
            fn default() -> Self {
                Self { $($name: $crate::options!(@default $type $values),)+ }
            }
        }

        impl $crate::OptionSet for $options {
            const SPECS: &'static [$crate::OptionSpec] =
                &[$($crate::options!(@spec $name $values, $help)),+];

            fn get(&self, index: usize) -> u16 {
                match Self::SPECS[index].name {
                    $(stringify!($name) => self.$name as u16,)+
                    _ => 0,
                }
            }

            fn set_unchecked(&mut self, index: usize, value: u16) {
                match Self::SPECS[index].name {
                    $(stringify!($name) => self.$name = $crate::options!(@read value, $type $values),)+
                    _ => {}
                }
            }
        }
    };

    (@setter $name:ident, $with:ident: $type:ident [$min:tt to $max:tt, default $default:tt], $help:literal) => {
        #[doc = concat!("Sets [`", stringify!($name), "`](Self::", stringify!($name), "), if it may be that.")]
        pub fn $with(mut self, $name: $type) -> Result<Self, $crate::OptionError> {
            $crate::options!(@spec $name [$min to $max, default $default], $help).check($name.into())?;
            self.$name = $name;
            Ok(self)
        }
    };
    (@setter $name:ident, $with:ident: $type:ident $words:tt, $help:literal) => {
        #[doc = concat!("Sets [`", stringify!($name), "`](Self::", stringify!($name), ").")]
        #[must_use]
        pub const fn $with(mut self, $name: $type) -> Self {
            self.$name = $name;
            self
        }
    };

    (@default $type:ident [$min:tt to $max:tt, default $default:tt]) => { $default };
    (@default $type:ident [$first:ident $word:literal $($rest:tt)*]) => { $type::$first };

    (@spec $name:ident [$min:tt to $max:tt, default $default:tt], $help:literal) => {
        $crate::OptionSpec {
            name: stringify!($name),
            help: $help,
            domain: $crate::Domain::Range($min as u16, $max as u16),
            default: $default as u16,
        }
    };
    (@spec $name:ident [$($variant:ident $word:literal),+], $help:literal) => {
        $crate::OptionSpec {
            name: stringify!($name),
            help: $help,
            domain: $crate::Domain::Words(&[$($word),+]),
            default: 0,
        }
    };

    (@read $value:ident, $type:ident [$min:tt to $max:tt, default $default:tt]) => { $value as $type };
    (@read $value:ident, $type:ident [$($variant:ident $word:literal),+]) => {
        [$($type::$variant),+][usize::from($value)]
    };
}
