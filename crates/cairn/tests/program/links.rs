//! Relative links and anchors in all pages have targets, and the source files that ARCHITECTURE.md mentions exist.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// Collects all pages below a folder of the repository.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// Returns a page without its blocks of code.
fn prose(page: &Path) -> String {
    let text = fs::read_to_string(page).unwrap();
    text.split("```").step_by(2).collect()
}

/// Returns the targets of links and pictures.
fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"'), ("href=\"", '"')] {
        found.extend(text.split(opening).skip(1).filter_map(|rest| rest.split(closing).next()));
    }
    found
}

/// Returns the anchors of a page: its headings in the form of code hosts.
fn anchors(page: &Path) -> Vec<String> {
    let letters = |c: char| (c.is_alphanumeric() || " -_".contains(c)).then(|| c.to_ascii_lowercase());
    let headings = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with('#'));
        lines.map(|line| line.trim_start_matches('#').trim().chars().filter_map(letters).collect()).collect()
    };
    headings(&prose(page)).into_iter().map(|heading| heading.replace(' ', "-")).collect()
}

#[test]
fn relative_links_lead_somewhere() {
    let mut all = Vec::new();
    pages(Path::new(ROOT), &mut all);
    let mut checked = 0;
    for page in &all {
        for target in targets(&prose(page)).into_iter().filter(|target| !target.contains(':')) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            assert!(file.exists(), "{}: {target}", page.display());
            let is_anchor = anchor.is_empty() || anchors(&file).iter().any(|known| known == anchor);
            assert!(is_anchor, "{}: {target}: there is no such heading", page.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} links");
}

#[test]
fn the_architecture_names_files_that_exist() {
    let text = prose(&Path::new(ROOT).join(ARCHITECTURE));
    let mut checked = 0;
    for word in text.split('`').skip(1).step_by(2) {
        let is_file = [".rs", ".js"].iter().any(|end| word.ends_with(end)) && word.contains('/');
        if !is_file || word.contains(['{', '*', ' ']) || word.contains("NAME") {
            continue;
        }
        let (first, rest) = word.split_once('/').unwrap();
        let places = [
            word.to_owned(),
            format!("crates/{first}/src/{rest}"),
            format!("crates/cairn/src/{word}"),
            format!("crates/site/{word}"),
        ];
        assert!(places.iter().any(|place| Path::new(ROOT).join(place).exists()), "{word}");
        checked += 1;
    }
    assert!(checked > 50, "{checked} files");
}
