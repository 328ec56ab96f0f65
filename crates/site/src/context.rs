//! The context of a page: language, appearance and origin from the headers of the request, and the date.

use std::sync::Arc;

use cairn_coach::puzzle::Day;
use cairn_texts::{Language, Texts};
use http::header::{ACCEPT_LANGUAGE, COOKIE, HOST};
use http::{HeaderMap, HeaderName};
use serde::Deserialize;

/// A setting that changes the appearance of a page.
pub(crate) struct Look {
    pub(crate) name: &'static str,
    /// The text key of its title.
    pub(crate) title: &'static str,
    /// The values with their text keys, the default first.
    pub(crate) values: &'static [(&'static str, &'static str)],
}

impl Look {
    /// The value with this name, or the default.
    fn value(&self, word: Option<&str>) -> &'static str {
        let chosen = word.and_then(|word| self.values.iter().find(|(value, _)| *value == word));
        chosen.or(self.values.first()).map_or("", |(value, _)| value)
    }
}

/// All settings that change how a page looks.
pub(crate) const LOOKS: [Look; 4] = [
    Look {
        name: "theme",
        title: "app.set.mode",
        values: &[("auto", "app.set.auto"), ("light", "app.set.light"), ("dark", "app.set.dark")],
    },
    Look {
        name: "board",
        title: "web.board_theme",
        values: &[("wood", "web.board_wood"), ("slate", "web.board_slate"), ("meadow", "web.board_meadow")],
    },
    Look {
        name: "size",
        title: "web.board_size",
        values: &[("large", "web.size_large"), ("medium", "web.size_medium"), ("small", "web.size_small")],
    },
    Look {
        name: "pieces",
        title: "web.pieces",
        values: &[("standard", "web.pieces_standard"), ("contrast", "web.pieces_contrast")],
    },
];

/// The sites that may show the pages below `/embed/` in a frame: sources of the directive `frame-ancestors`, or `None` if no
/// site may.
#[derive(Clone, Debug)]
pub struct FrameAncestors(pub Option<Arc<str>>);

impl Default for FrameAncestors {
    /// Any site.
    fn default() -> Self {
        Self(Some("*".into()))
    }
}

/// How a page in a frame looks, which the site around it decides in the address. The frame has no cookies.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct EmbedLooks {
    /// `auto`, `light` or `dark`.
    pub theme: Option<String>,
    /// The theme of the board.
    pub board: Option<String>,
    /// The language: `en` or `pt`.
    pub language: Option<String>,
}

/// The request for a page, apart from its address.
#[derive(Clone, Debug)]
pub struct PageContext {
    /// The texts of the client's language.
    pub texts: Texts,
    /// The date of the puzzle of the day.
    pub today: Day,
    /// Settings that are attributes of the page, so that its first paint is right.
    looks: [(&'static str, &'static str); 4],
    /// The address of the server as the client sees it, for preview pictures.
    origin: String,
    frame_ancestors: FrameAncestors,
}

impl PageContext {
    /// Creates the context of a request with these headers.
    pub fn new(headers: &HeaderMap, today: Day) -> Self {
        let looks = LOOKS.map(|look| (look.name, look.value(cookie(headers, look.name))));
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST).unwrap_or_default();
        let scheme = text(HeaderName::from_static("x-forwarded-proto")).filter(|scheme| *scheme == "https");
        let origin = format!("{}://{host}", scheme.unwrap_or("http"));
        let frame_ancestors = FrameAncestors::default();
        Self { texts: texts_for(headers), today, looks, origin, frame_ancestors }
    }

    /// The context of a page that only these sites may show in a frame.
    #[must_use]
    pub fn framed_by(self, frame_ancestors: FrameAncestors) -> Self {
        Self { frame_ancestors, ..self }
    }

    /// The context of a page in a frame: its address has the place of the cookies.
    #[must_use]
    pub fn embedded(self, headers: &HeaderMap, looks: &EmbedLooks) -> Self {
        let chosen = |name: &str| match name {
            "theme" => looks.theme.as_deref(),
            "board" => looks.board.as_deref(),
            _ => None,
        };
        let language = looks.language.as_deref().and_then(|word| word.parse().ok());
        Self {
            texts: language.map_or_else(|| accepted_texts(headers), Texts::new),
            looks: LOOKS.map(|look| (look.name, look.value(chosen(look.name)))),
            ..self
        }
    }

    /// The sites that may show a page of `/embed/` in a frame; `None` if no site may.
    pub(crate) fn frame_ancestors(&self) -> Option<&str> {
        self.frame_ancestors.0.as_deref()
    }

    /// Returns the value of a setting in [`LOOKS`].
    pub(crate) fn look(&self, name: &str) -> &'static str {
        self.looks.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }
}

/// Returns the texts of the language that a request prefers, by the cookie of the settings page, or by
/// `Accept-Language`.
pub fn texts_for(headers: &HeaderMap) -> Texts {
    let chosen = cookie(headers, "language").and_then(|word| word.parse().ok());
    chosen.map_or_else(|| accepted_texts(headers), Texts::new)
}

/// The texts of the language that the browser prefers.
fn accepted_texts(headers: &HeaderMap) -> Texts {
    let list = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Texts::new(list.and_then(accepted).unwrap_or_default())
}

/// Returns the value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns the first available language of a list such as `pt-PT,pt;q=0.9,en;q=0.5`.
fn accepted(list: &str) -> Option<Language> {
    let mut best: Option<(f32, Language)> = None;
    for item in list.split(',').take(32) {
        let (tag, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse().ok());
        let (Some(weight), Some(language)) = (weight, Language::from_locale(tag.trim())) else { continue };
        if weight > best.map_or(0.0, |(best, _)| best) {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_the_accepted_languages_is_spoken() {
        for (list, language) in [
            ("pt-PT,pt;q=0.9,en;q=0.5", Some(Language::Portuguese)),
            ("en;q=0.3, pt;q=0.7", Some(Language::Portuguese)),
            ("de,en-GB;q=0.8,pt;q=0.7", Some(Language::English)),
            ("de", None),
            ("pt;q=much", None),
            ("", None),
        ] {
            assert_eq!(accepted(list), language, "{list}");
        }
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, "theme=dark; language=pt".parse().unwrap());
        assert_eq!(
            (cookie(&headers, "language"), cookie(&headers, "theme"), cookie(&headers, "x")),
            (Some("pt"), Some("dark"), None)
        );
        assert_eq!(
            texts_for(&headers).text("who.random"),
            Texts::new(Language::Portuguese).text("who.random")
        );
    }
}
