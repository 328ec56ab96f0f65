//! The file `weights.rs` in a game's folder.

use std::fmt::Write as _;
use std::path::PathBuf;

use cairn_rules::Feature;

/// Returns the path of a game's weights.
pub(crate) fn path(game: &str) -> PathBuf {
    let tool = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    tool.join("../rules/src/games").join(game).join("weights.rs")
}

/// Formats the contents of the file: a constant with a line for each feature.
pub(crate) fn text(features: &[Feature], weights: &[i32], command: &str) -> String {
    let mut text = format!(
        "//! Weights of the features in `eval.rs`, in centipawns, tuned by\n//! `{command}`.\n\n\
         #[rustfmt::skip]\npub(super) const WEIGHTS: [i32; {}] = [\n",
        weights.len()
    );
    let mut rest = weights;
    for feature in features {
        let (own, others) = rest.split_at(feature.count.min(rest.len()));
        rest = others;
        let numbers: Vec<String> = own.iter().copied().map(grouped).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {}, // {}", numbers.join(", "), name(feature));
    }
    text.push_str("];\n");
    text
}

/// Returns a feature's name in lower case.
fn name(feature: &Feature) -> String {
    feature.name.to_lowercase().replace('_', " ")
}

/// Formats a number with a digit separator, as in Rust source: `-1_250`.
fn grouped(number: i32) -> String {
    let digits = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    match digits.len() {
        0..=3 => format!("{sign}{digits}"),
        length => format!("{sign}{}_{}", &digits[..length - 3], &digits[length - 3..]),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use cairn_rules::games::{ALL, Visitor, with_game};
    use cairn_rules::{Game, GameSpec, LinearEval};

    use super::*;

    #[test]
    fn files_are_rust_source() {
        let features = [Feature { name: "TOP", count: 1 }, Feature { name: "LOW_ROW", count: 3 }];
        let expected = "//! Weights of the features in `eval.rs`, in centipawns, tuned by\n//! `tune`.\n\n\
            #[rustfmt::skip]\npub(super) const WEIGHTS: [i32; 4] = [\n    \
            -1_250, // top\n    0, 17, 999, // low row\n];\n";
        assert_eq!(text(&features, &[-1_250, 0, 17, 999], "tune"), expected);
    }

    /// Every game's file matches the output of the tool, apart from the command in its header.
    #[test]
    fn files_of_all_games_are_as_the_tool_writes_them() {
        struct Check;
        impl Visitor for Check {
            type Output = (String, String);
            fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
                let id = spec.to_string();
                let kept = fs::read_to_string(path(&id)).unwrap_or_default();
                let command = kept.split('`').nth(3).unwrap_or_default();
                let written = text(G::Position::FEATURES, G::Position::WEIGHTS, command);
                (kept, written)
            }
        }
        for info in ALL {
            let (kept, written) = with_game(info.id, Check).unwrap_or_default();
            assert_eq!(kept, written, "{}", info.id);
            assert!(kept.contains("cargo run --release -p cairn-tune"), "{}", info.id);
        }
    }
}
