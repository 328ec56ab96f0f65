//! The file of a language: `key = text`, one in a line; `#` begins a comment.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Language;

type Catalogue = HashMap<&'static str, &'static str>;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| entries(Language::English).collect());
static PORTUGUESE: LazyLock<Catalogue> = LazyLock::new(|| entries(Language::Portuguese).collect());

/// The texts of a language by their keys.
pub(crate) fn of(language: Language) -> &'static Catalogue {
    match language {
        Language::English => &ENGLISH,
        Language::Portuguese => &PORTUGUESE,
    }
}

/// All keys of a language with their texts, in the order of the file.
pub fn entries(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let file = match language {
        Language::English => include_str!("../texts/en.txt"),
        Language::Portuguese => include_str!("../texts/pt.txt"),
    };
    file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (key, text) = line.split_once(" = ")?;
        Some((key, text))
    })
}
