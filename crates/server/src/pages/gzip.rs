//! Compresses pages and files on their way to the browser. Answers of the protocol are never compressed: some hold
//! tokens, and the size of a compressed text betrays secrets that stand beside what a stranger chose. No page holds any.

use std::io::Write as _;

use axum::http::{HeaderMap, HeaderName, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// For what is compressed on every request.
pub(super) const QUICK: u32 = 3;
/// For what is compressed once.
pub(super) const THOROUGH: u32 = 9;

/// The header of an answer that is compressed.
pub(super) const HEADER: [(HeaderName, &str); 1] = [(header::CONTENT_ENCODING, "gzip")];

/// Whether the browser accepts it.
pub(super) fn is_accepted(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A compressed text.
pub(super) fn compress(text: &str, level: u32) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok()
}
