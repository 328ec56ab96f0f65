//! Scripts, styles and icons, compiled into the program. All of them share one version in their addresses, a hash of
//! their contents: a page always gets matching modules, and browsers can cache them forever.

use std::fmt::Write as _;
use std::sync::LazyLock;

use cairn_draw::svg;
use serde_json::json;
use sha2::{Digest, Sha256};

/// A file.
#[derive(Debug)]
pub struct Asset {
    /// The name in URLs.
    pub name: &'static str,
    /// The content.
    pub text: String,
}

impl Asset {
    /// Returns its media type.
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

const SCRIPTS: [(&str, &str); 39] = files![
    "analysis.js",
    "animation.js",
    "api.js",
    "bar.js",
    "board.js",
    "choices.js",
    "clock.js",
    "dom.js",
    "editor.js",
    "game.js",
    "home.js",
    "inspect.js",
    "keys.js",
    "lesson.js",
    "live.js",
    "marks.js",
    "moves.js",
    "new.js",
    "notice.js",
    "pace.js",
    "picker.js",
    "picture.js",
    "players.js",
    "pointer.js",
    "puzzle.js",
    "puzzles.js",
    "ratings.js",
    "review.js",
    "saved.js",
    "settings.js",
    "sound.js",
    "store.js",
    "study.js",
    "task.js",
    "toolbar.js",
    "tree.js",
    "turn.js",
    "watch.js",
    "zoom.js",
];
/// The parts of `style.css`, in order: later rules override earlier ones.
const STYLES: [(&str, &str); 8] = files![
    "style/page.css",
    "style/controls.css",
    "style/cards.css",
    "style/board.css",
    "style/beside.css",
    "style/stage.css",
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

/// Returns a script without its comment lines, most of which are types that browsers ignore, and without indentation.
fn without_comments(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines() {
        let words = line.trim();
        // Code may follow a comment on the same line.
        let is_block = words.starts_with("/**") && words.find("*/").is_none_or(|end| end + 2 == words.len());
        is_comment |= is_block;
        if !is_comment && !words.is_empty() && !words.starts_with("//") {
            let mut rest = words;
            // Types in the middle of a line are comments too.
            while let Some((before, (_, after))) =
                rest.split_once("/** @").and_then(|(before, rest)| Some((before, rest.split_once("*/")?)))
            {
                text.push_str(before);
                rest = after.trim_start();
            }
            text.push_str(rest);
            // A line that cannot end a statement needs no line break after it.
            let goes_on = rest.ends_with(['{', '(', '[', ',', ';']) && !rest.contains("//");
            if !goes_on || rest.matches('"').count() % 2 == 1 {
                text.push('\n');
            }
        }
        is_comment &= !words.ends_with("*/");
    }
    text
}

/// Returns all files.
pub fn all() -> &'static [Asset] {
    &ASSETS.0
}

/// Returns the file with this name.
pub fn find(name: &str) -> Option<&'static Asset> {
    all().iter().find(|asset| asset.name == name)
}

/// Returns the version of all files, which is part of their addresses.
pub fn version() -> &'static str {
    &ASSETS.1
}

/// Returns the address of a file.
pub fn path(name: &str) -> String {
    format!("/assets/{}/{name}", version())
}

/// Returns all modules that a module imports, directly or indirectly, so that a page can preload them.
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

/// The answer to `GET /robots.txt`: robots may read all pages and the pictures of their previews. Pages of games ask
/// search engines not to list them.
pub const ROBOTS: &str =
    "User-agent: *\nAllow: /api/v1/position/board.png\nAllow: /api/v1/games/*/board.png\nDisallow: /api/\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_small_and_name_their_modules() {
        let scripts = all().iter().filter(|asset| asset.media_type().starts_with("text/javascript"));
        let size: usize = scripts.map(|asset| asset.text.len()).sum();
        assert!(size < 130_000, "{size}");
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
        let served = "export const add = (n) => n; // here\nconst far = \"http://there\";\n\
                      (far).focus();";
        assert_eq!(without_comments(script), served);
        for (name, text) in SCRIPTS {
            // Stripping comments would remove a line of text that looks like a comment.
            let is_text =
                |line: &str| line.matches('`').count() % 2 == 1 && !line.trim().starts_with(['*', '/']);
            assert!(!text.lines().any(is_text), "{name} has a text of several lines");
        }
    }
}
