//! Packs pages and files on their way to the browser. Answers of the protocol are never packed: some hold tokens, and
//! the size of a packed text betrays secrets that stand beside what a stranger chose. No page holds any.

use std::io::Write as _;

use axum::http::{HeaderMap, HeaderName, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// For what is packed on every request.
pub(super) const QUICK: u32 = 3;
/// For what is packed once.
pub(super) const THOROUGH: u32 = 9;

/// The header of an answer that is packed.
pub(super) const HEADER: [(HeaderName, &str); 1] = [(header::CONTENT_ENCODING, "gzip")];

/// Whether the browser says that it unpacks.
pub(super) fn is_taken(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A text, packed.
pub(super) fn pack(text: &str, level: u32) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::new(level));
    packer.write_all(text.as_bytes()).ok()?;
    packer.finish().ok()
}
