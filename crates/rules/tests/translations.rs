//! The rules in every language: the same numbers, the same options, the same pictures.

use cairn_rules::games::ALL;

/// The parts that a translation must keep: headings, numbers, and the text between backticks.
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

#[test]
fn bones_are_numbers_options_and_pictures() {
    let rules = "# Name\n\n1. One `a=b`.\n```\n2. x\n```\n12. Two.\nNo number.";
    assert_eq!(bones(rules), ["#", "1", "a=b", "```", "2. x", "```", "12"]);
}
