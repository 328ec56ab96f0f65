//! The rules text in every language has the same numbers, options and pictures, and describes the object and the
//! notation.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{Game, GameSpec, Notation};

/// Extracts what a translation must preserve: headings, numbers, and the text between backticks.
fn bones(rules: &str) -> Vec<String> {
    let mut bones = Vec::new();
    let mut in_picture = false;
    for line in rules.lines() {
        let is_fence = line.starts_with("```");
        if is_fence || in_picture {
            bones.push(line.to_owned());
            in_picture ^= is_fence;
            continue;
        }
        let heading = line.split(' ').next().filter(|sign| sign.starts_with('#'));
        let number =
            line.split_once(". ").map(|(number, _)| number).filter(|word| word.parse::<u32>().is_ok());
        bones.extend(heading.or(number).map(ToOwned::to_owned));
        bones.extend(line.split('`').skip(1).step_by(2).map(ToOwned::to_owned));
    }
    bones
}

#[test]
fn translated_rules_have_the_same_bones() {
    for info in ALL {
        let english = bones(info.rules);
        assert!(!english.is_empty(), "{}", info.id);
        for (language, rules) in info.rules_translated {
            assert_eq!(bones(rules), english, "{} in {language}", info.id);
            assert_eq!(info.rules_in(language), *rules);
        }
        assert_eq!(info.rules_in("xx"), info.rules);
    }
}

/// Returns the section of a rules text under its only heading with this name.
fn section<'a>(rules: &'a str, heading: &str) -> &'a str {
    let (_, rest) = rules.split_once(&format!("\n## {heading}\n")).unwrap();
    rest.split("\n## ").next().unwrap().trim()
}

#[test]
fn rules_begin_with_the_object_of_the_game() {
    for info in ALL {
        for (rules, heading) in
            [(info.rules, "Object of the game"), (info.rules_in("pt"), "Objetivo do jogo")]
        {
            assert_eq!(rules.split("\n## ").nth(1).unwrap().lines().next(), Some(heading), "{}", info.id);
            assert!(section(rules, heading).len() > 40, "{}", info.id);
        }
    }
}

/// Tests whether a text is a move of a game, legal or not.
struct Reads<'a>(&'a str);

impl Visitor for Reads<'_> {
    type Output = bool;

    fn visit<G: Game>(self, _: GameSpec<G>) -> bool {
        G::Position::read(self.0).is_ok()
    }
}

#[test]
fn rules_show_moves_that_can_be_read() {
    for info in ALL {
        for (rules, heading) in [(info.rules, "Notation"), (info.rules_in("pt"), "Notação")] {
            let shown = section(rules, heading).split('`').skip(1).step_by(2);
            let is_move = |text: &&str| !text.starts_with(['+', '>']) && !text.contains("=duty");
            let moves: Vec<&str> = shown.filter(is_move).collect();
            assert!(moves.len() >= 2, "{}: {moves:?}", info.id);
            for mv in moves {
                assert_eq!(with_game(info.id, Reads(mv)), Ok(true), "{}: {mv}", info.id);
            }
        }
        // The line that explains moves names the same forms.
        let forms = info.forms.split(['(', ')']).skip(1).step_by(2).flat_map(|forms| forms.split(", "));
        for form in forms {
            assert_eq!(with_game(info.id, Reads(form)), Ok(true), "{}: {form}", info.id);
        }
    }
}

#[test]
fn bones_are_numbers_options_and_pictures() {
    let rules = "# Name\n\n1. One `a=b`.\n```\n2. x\n```\n12. Two.\nNo number.";
    assert_eq!(bones(rules), ["#", "1", "a=b", "```", "2. x", "```", "12"]);
}
