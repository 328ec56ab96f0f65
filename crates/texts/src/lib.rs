//! User-facing texts in English and European Portuguese.
//!
//! [`Texts`] looks up texts by key in the catalogue of a [`Language`], a flat file. Names in the rules, such as those
//! of seats and reasons, are English and serve as keys. Messages of the rules, sessions, engines and tables are English
//! in the source, and that English is the key of their translation; a message without a translation appears in English.
//! Notation, records and JSON are never translated. [`safe_line`], [`safe_text`] and [`safe_json`] escape text from
//! files and other programs.
//!
//! ```
//! use cairn_texts::{Language, Texts};
//!
//! let texts = Texts::new(Language::Portuguese);
//! assert_eq!(texts.seat("Blue"), "Azuis");
//! assert_eq!(texts.plural("site.white_pins", 2, &[]), "2 pinos brancos");
//! assert_eq!(Language::from_locale("pt_PT.UTF-8"), Some(Language::Portuguese));
//! ```

mod catalogue;
mod data;
mod language;
mod messages;
mod safe;

pub use cairn_rules::{folded, nearest, nearest_moves};
pub use catalogue::{Argument, Texts, entries, files};
pub use data::PREFIXES;
pub use language::{Language, UnknownLanguage};
pub use safe::{is_safe, safe_json, safe_line, safe_text};

/// Formats the time left on a clock: `4:58`, `1:02:03`, and without seconds `2d 3:00`.
pub fn clock_time(left: std::time::Duration) -> String {
    let seconds = left.as_secs();
    let (days, hours, minutes, rest) =
        (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{rest:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{rest:02}"),
        _ => format!("{days}d {hours}:{minutes:02}"),
    }
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_days_where_there_are_any() {
        for (seconds, shown) in [(0, "0:00"), (298, "4:58"), (3723, "1:02:03"), (183_600, "2d 3:00")] {
            assert_eq!(clock_time(std::time::Duration::from_secs(seconds)), shown);
        }
    }
}
