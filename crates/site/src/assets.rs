//! Scripts, styles and icons, compiled into the program. All of them share one version in their addresses, a hash of
//! their contents: a page always gets matching modules, and browsers can cache them forever.

use std::fmt::Write as _;
use std::sync::LazyLock;

use cairn_draw::svg;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::minify::minify;

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

const SCRIPTS: [(&str, &str); 48] = files![
    "advice.js",
    "analysis.js",
    "animation.js",
    "annotations.js",
    "api.js",
    "bar.js",
    "board.js",
    "choices.js",
    "clock.js",
    "dom.js",
    "editor.js",
    "embed.js",
    "embed_code.js",
    "engine_lines.js",
    "game.js",
    "game_tools.js",
    "home.js",
    "inspect.js",
    "keys.js",
    "lesson.js",
    "live.js",
    "marks.js",
    "moves.js",
    "new.js",
    "notice.js",
    "offers.js",
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
    "table.js",
    "task.js",
    "toolbar.js",
    "tree.js",
    "tree_view.js",
    "turn.js",
    "watch.js",
    "zoom.js",
];
/// The parts of `style.css`, in order: later rules override earlier ones.
const STYLES: [(&str, &str); 9] = files![
    "style/page.css",
    "style/controls.css",
    "style/cards.css",
    "style/board.css",
    "style/beside.css",
    "style/stage.css",
    "style/study.css",
    "style/embed.css",
    "style/screens.css",
];
const ICON: &str = include_str!("../assets/icon.svg");

/// All files and their version.
static ASSETS: LazyLock<(Vec<Asset>, String)> = LazyLock::new(|| {
    let mut style = format!(":root{{{}}}\n", svg::page_colors());
    style.extend(STYLES.map(|(_, text)| text));
    let mut assets =
        vec![Asset { name: "style.css", text: style }, Asset { name: "icon.svg", text: ICON.to_owned() }];
    assets.extend(SCRIPTS.map(|(name, text)| Asset { name, text: minify(text) }));
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

/// The scripts as they were written.
pub(crate) fn script_sources() -> impl Iterator<Item = &'static str> {
    SCRIPTS.into_iter().map(|(_, text)| text)
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
}
