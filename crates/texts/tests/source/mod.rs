//! Scans the source of all crates for calls with a text key, and for literals.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A call such as `texts.format("key", &[("name", ..)])`.
pub(crate) struct Call {
    pub(crate) file: String,
    pub(crate) method: String,
    pub(crate) key: String,
    /// The names of the arguments; empty if the call has none, or passes them in a variable.
    pub(crate) arguments: Vec<String>,
}

/// The folder of the test game, in the crate `rules`.
const TEST_GAME: &str = "rules/tests/sixth_game";

/// Returns the source files of all crates and the scripts of the pages, without their tests.
fn files() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders: Vec<PathBuf> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|krate| krate.join("src"))
        .filter(|source| source.is_dir())
        .collect();
    folders.push(crates.join("site/assets"));
    folders.extend(cfg!(feature = "test-game").then(|| crates.join(TEST_GAME)));
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.extend((!path.ends_with("tests")).then_some(path));
            } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "js") {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
                files.push((path, text));
            }
        }
    }
    files
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Returns every call of `text`, `format` and `plural` with a literal key.
pub(crate) fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    for (path, text) in files() {
        let text: String =
            text.lines().filter(|line| !is_comment(line)).flat_map(|line| [line, "\n"]).collect();
        for method in ["text", "format", "plural"] {
            for (place, call) in text.match_indices(&format!(".{method}(")) {
                let inside = text[place + call.len()..].trim_start();
                let Some((key, rest)) = inside.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
                    continue;
                };
                let (method, key) = (method.to_owned(), key.to_owned());
                let file = path.display().to_string();
                calls.push(Call { file, method, key, arguments: given(rest) });
            }
        }
    }
    assert!(!calls.is_empty());
    calls
}

/// Returns the names in the argument list of a call.
fn given(rest: &str) -> Vec<String> {
    let Some(open) = rest.find("&[").filter(|&open| !rest[..open].contains(';')) else { return Vec::new() };
    let mut depth = 0;
    let mut names = Vec::new();
    let list = &rest[open + 1..];
    for (place, sign) in list.char_indices() {
        match sign {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 2
            && let Some(name) = list[place..].strip_prefix("(\"")
        {
            names.extend(name.split_once('"').map(|(name, _)| name.to_owned()));
        }
    }
    names
}

/// Returns the literals that follow `call` in the crates that create messages.
pub(crate) fn words_of(call: &str) -> impl Iterator<Item = String> {
    let mut words = BTreeSet::new();
    let places = [
        "/rules/src/",
        TEST_GAME,
        "/session/src/",
        "/search/src/",
        "/engine/src/",
        "/coach/src/",
        "/table/src/",
        "/draw/src/",
        "/storage/src/",
        "/arena/src/",
        "/cairn/src/",
        "/texts/src/",
    ];
    for (path, text) in files() {
        let path = path.to_string_lossy().replace('\\', "/");
        if !places.iter().any(|part| path.contains(part)) {
            continue;
        }
        let text: String =
            text.lines().filter(|line| !is_comment(line)).flat_map(|line| [line, "\n"]).collect();
        let calls = text.split(call).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
        words.extend(calls.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
    }
    assert!(!words.is_empty(), "no crate calls {call}");
    words.into_iter()
}

/// Returns every text between quotes in one line of the source.
pub(crate) fn literals() -> BTreeSet<String> {
    let mut literals = BTreeSet::new();
    for (_, text) in files() {
        for line in text.lines().filter(|line| !is_comment(line)) {
            literals.extend(line.split('"').skip(1).step_by(2).map(ToOwned::to_owned));
        }
    }
    literals
}
