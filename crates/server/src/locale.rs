//! The language of a request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use cairn_texts::Texts;

/// The texts of the language that a request asks for.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Locale(pub(crate) Texts);

impl<S: Sync> FromRequestParts<S> for Locale {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(cairn_site::texts_for(&parts.headers)))
    }
}
