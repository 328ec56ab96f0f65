//! Scripts, styles and icons, compiled into the program. All of them share one version in their addresses, made of
//! their contents: a page and its modules always fit each other, and browsers can cache them for ever.

use std::fmt::Write as _;
use std::sync::LazyLock;

use cairn_draw::svg;
use serde_json::json;
use sha2::{Digest, Sha256};

/// A file.
#[derive(Debug)]
pub struct Asset {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its contents.
    pub text: String,
}

impl Asset {
    /// Its media type.
    pub fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            _ => "image/svg+xml",
        }
    }
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../assets/", $name)))),*]
    };
}

const SCRIPTS: [(&str, &str); 29] = files![
    "analysis.js",
    "animation.js",
    "api.js",
    "bar.js",
    "board.js",
    "clock.js",
    "dom.js",
    "game.js",
    "home.js",
    "inspect.js",
    "keys.js",
    "lesson.js",
    "live.js",
    "moves.js",
    "new.js",
    "notice.js",
    "picture.js",
    "players.js",
    "pointer.js",
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
/// The parts of `style.css`, in order: later rules override earlier ones.
const STYLES: [(&str, &str); 7] = files![
    "style/page.css",
    "style/controls.css",
    "style/cards.css",
    "style/board.css",
    "style/beside.css",
    "style/study.css",
    "style/screens.css",
];
const ICON: &str = include_str!("../assets/icon.svg");

/// All files and their version.
static ASSETS: LazyLock<(Vec<Asset>, String)> = LazyLock::new(|| {
    let mut style = format!(":root{{{}}}\n", svg::page_colors());
    style.extend(STYLES.map(|(_, text)| text));
    let mut assets =
        vec![Asset { name: "style.css", text: style }, Asset { name: "icon.svg", text: ICON.to_owned() }];
    assets.extend(SCRIPTS.map(|(name, text)| Asset { name, text: without_comments(text) }));
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

/// A script without its comment lines: most of them are types, which browsers ignore.
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
pub fn all() -> &'static [Asset] {
    &ASSETS.0
}

/// The file with this name.
pub fn find(name: &str) -> Option<&'static Asset> {
    all().iter().find(|asset| asset.name == name)
}

/// The version of all files, which is part of their addresses.
pub fn version() -> &'static str {
    &ASSETS.1
}

/// The address of a file.
pub fn path(name: &str) -> String {
    format!("/assets/{}/{name}", version())
}

/// All modules that a module imports, directly or indirectly, so that a page can preload them.
pub(crate) fn modules_of(script: &str) -> Vec<&'static str> {
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

/// Answers `GET /cairn.webmanifest`: what a browser needs to install Cairn as an app.
pub fn manifest() -> String {
    let icon = json!({ "src": path("icon.svg"), "sizes": "any", "type": "image/svg+xml" });
    let manifest = json!({
        "name": "Cairn",
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#faf8f4",
        "theme_color": "#0b5f93",
        "icons": [icon],
    });
    manifest.to_string()
}

/// Answers `GET /robots.txt`: search engines may read everything but games in play.
pub const ROBOTS: &str = "User-agent: *\nDisallow: /api/\nDisallow: /games/\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_small_and_name_their_modules() {
        let scripts = all().iter().filter(|asset| asset.media_type().starts_with("text/javascript"));
        let size: usize = scripts.map(|asset| asset.text.len()).sum();
        assert!(size < 100 * 1024, "{size}");
        let modules = modules_of("game.js");
        assert!(
            modules.contains(&"live.js") && modules.contains(&"dom.js") && !modules.contains(&"analysis.js")
        );
    }

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
