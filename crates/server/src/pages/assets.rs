//! Scripts, styles and icons, compiled into the program. All of them share one version in their addresses, made of
//! their contents: a page and its modules always fit each other, and can be kept for ever. They are compressed once.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_draw::svg;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::gzip;

/// A file.
pub(super) struct Asset {
    pub(super) name: &'static str,
    pub(super) text: String,
    compressed: Option<Vec<u8>>,
}

impl Asset {
    fn new(name: &'static str, text: String) -> Self {
        Self { name, compressed: gzip::compress(&text, gzip::THOROUGH), text }
    }
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../assets/", $name)))),*]
    };
}

const SCRIPTS: [(&str, &str); 29] = files![
    "analysis.js",
    "api.js",
    "bar.js",
    "board.js",
    "clock.js",
    "dom.js",
    "game.js",
    "hands.js",
    "home.js",
    "keys.js",
    "lesson.js",
    "live.js",
    "look.js",
    "motion.js",
    "moves.js",
    "new.js",
    "notice.js",
    "picture.js",
    "players.js",
    "puzzle.js",
    "puzzles.js",
    "review.js",
    "saved.js",
    "settings.js",
    "sound.js",
    "store.js",
    "task.js",
    "turn.js",
    "watch.js",
];
/// The parts of `style.css`; later ones change rules of those before.
const STYLES: [(&str, &str); 7] = files![
    "style/page.css",
    "style/controls.css",
    "style/cards.css",
    "style/board.css",
    "style/beside.css",
    "style/study.css",
    "style/screens.css",
];
const ICON: &str = include_str!("../../assets/icon.svg");

/// All files and their version.
static ASSETS: LazyLock<(Vec<Asset>, String)> = LazyLock::new(|| {
    let mut style = format!(":root{{{}}}\n", svg::page_colors());
    style.extend(STYLES.map(|(_, text)| text));
    let mut assets = vec![Asset::new("style.css", style), Asset::new("icon.svg", ICON.to_owned())];
    assets.extend(SCRIPTS.map(|(name, text)| Asset::new(name, without_comments(text))));
    let mut hash = Sha256::new();
    for asset in &assets {
        hash.update(asset.name);
        hash.update([0]);
        hash.update(&asset.text);
    }
    let mut version = String::new();
    for byte in &hash.finalize()[..8] {
        // Writing to a string cannot fail.
        let _ = write!(version, "{byte:02x}");
    }
    (assets, version)
});

/// A script without the lines that are comments: most of them are types, which browsers do not read.
fn without_comments(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines() {
        let words = line.trim();
        // A comment in front of code on the same line stays.
        let is_block = words.starts_with("/**") && words.find("*/").is_none_or(|end| end + 2 == words.len());
        is_comment |= is_block;
        if !is_comment && !words.starts_with("//") {
            text.push_str(line);
            text.push('\n');
        }
        is_comment &= !words.ends_with("*/");
    }
    text
}

/// All files.
#[cfg(test)]
pub(super) fn all() -> &'static [Asset] {
    &ASSETS.0
}

/// The address of a file.
pub(super) fn path(name: &str) -> String {
    format!("/assets/{}/{name}", ASSETS.1)
}

/// The modules that a module imports, directly or not, so that they can be fetched at once.
pub(super) fn modules_of(script: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let mut open = vec![script];
    while let Some(name) = open.pop() {
        let Some((_, text)) = SCRIPTS.iter().find(|(known, _)| *known == name) else { continue };
        for part in text.split("from \"./").skip(1) {
            let Some(import) = part.split_once('"').map(|(import, _)| import) else { continue };
            if let Some((import, _)) = SCRIPTS.iter().find(|(known, _)| *known == import)
                && !found.contains(import)
            {
                found.push(import);
                open.push(import);
            }
        }
    }
    found
}

/// Serves a file. One of another version is served as it is now, but not kept.
pub(super) async fn show(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let (assets, current) = &*ASSETS;
    let Some(asset) = assets.iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let keep = if version == *current { "public, max-age=31536000, immutable" } else { "no-cache" };
    serve(asset, keep, &headers)
}

/// Browsers ask for this one whatever a page says.
pub(super) async fn icon(headers: HeaderMap) -> Response {
    let icon = ASSETS.0.iter().find(|asset| asset.name == "icon.svg");
    icon.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |icon| serve(icon, "max-age=86400", &headers))
}

/// What a browser needs to put Cairn among the apps of a device.
pub(super) async fn manifest() -> Response {
    let icon = json!({ "src": path("icon.svg"), "sizes": "any", "type": "image/svg+xml" });
    let manifest = json!({
        "name": "Cairn",
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#faf8f4",
        "theme_color": "#0b5f93",
        "icons": [icon],
    });
    ([(header::CONTENT_TYPE, "application/manifest+json")], manifest.to_string()).into_response()
}

/// Search engines may read everything but games in play.
pub(super) async fn robots() -> Response {
    "User-agent: *\nDisallow: /api/\nDisallow: /games/\n".into_response()
}

fn serve(asset: &Asset, keep: &'static str, headers: &HeaderMap) -> Response {
    let kind = match asset.name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    // Weak: compressed or not, it is the same file.
    let tag = format!("W/\"{}\"", ASSETS.1);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let compressed = asset.compressed.clone().filter(|_| gzip::is_accepted(headers));
    let mut response = match compressed {
        _ if is_known => StatusCode::NOT_MODIFIED.into_response(),
        Some(compressed) => (gzip::HEADER, compressed).into_response(),
        None => asset.text.clone().into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out_and_code_is_not() {
        let script = "// Adds.\n\n/** One line. */\nexport const add = (/** @type {number} */ n) => n; // here\n\
                      /**\n * @param {string} url a `//` and a `*`\n */\nconst far = \"http://there\";\n\
                      /** @type {HTMLElement} */ (far).focus();\n";
        let served = "\nexport const add = (/** @type {number} */ n) => n; // here\nconst far = \"http://there\";\n\
                      /** @type {HTMLElement} */ (far).focus();\n";
        assert_eq!(without_comments(script), served);
        for (name, text) in SCRIPTS {
            // A line of text that looks like a comment would be lost.
            let is_text =
                |line: &str| line.matches('`').count() % 2 == 1 && !line.trim().starts_with(['*', '/']);
            assert!(!text.lines().any(is_text), "{name} has a text of several lines");
        }
    }
}
