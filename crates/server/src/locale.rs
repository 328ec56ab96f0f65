//! The language and the theme of a request: a cookie that the settings page sets, else what the browser asks for.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use cairn_texts::{Language, Texts};

/// The language that an answer is in.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Locale(pub(crate) Texts);

impl Locale {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let chosen = cookie(headers, "language").and_then(|word| word.parse().ok());
        let asked = || accepted(headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?);
        Self(Texts::new(chosen.or_else(asked).unwrap_or_default()))
    }
}

impl<S: Sync> FromRequestParts<S> for Locale {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The language that is liked best of those that there are: `pt-PT,pt;q=0.9,en;q=0.5`.
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
            Locale::of(&headers).0.text("who.random"),
            Texts::new(Language::Portuguese).text("who.random")
        );
    }
}
