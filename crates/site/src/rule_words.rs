//! Options of games in words: what the rules say with a value.

use cairn_rules::GameInfo;
use cairn_texts::Texts;

/// The text keys of options: with a value as in a spec, or for any other number, which is `{n}` in the text.
const WORDS: [(&str, &str); 23] = [
    ("size", "web.rule.size"),
    ("players", "web.rule.players"),
    ("placement=setup", "web.rule.placement_setup"),
    ("placement=free", "web.rule.placement_free"),
    ("steps=orthogonal", "web.rule.steps_orthogonal"),
    ("steps=all", "web.rule.steps_all"),
    ("setup=standard", "web.rule.setup_standard"),
    ("setup=seed", "web.rule.setup_seed"),
    ("pins", "web.rule.pins"),
    ("walks=bent", "web.rule.walks_bent"),
    ("walks=straight", "web.rule.walks_straight"),
    ("towers=pass", "web.rule.towers_pass"),
    ("towers=stop", "web.rule.towers_stop"),
    ("repetition=on", "web.rule.repetition_on"),
    ("repetition=off", "web.rule.repetition_off"),
    ("quiet", "web.rule.quiet"),
    ("quiet=0", "web.rule.quiet_never"),
    ("tallest=strict", "web.rule.tallest_strict"),
    ("tallest=fallback", "web.rule.tallest_fallback"),
    ("fours=duty", "web.rule.fours_duty"),
    ("fours=free", "web.rule.fours_free"),
    ("pins=1", "web.rule.pins_single"),
    ("quiet=1", "web.rule.quiet_single"),
];

/// An option with a value: `10 × 10`, `place or step on every turn`.
pub(crate) fn in_words(option: &str, value: &str, texts: Texts) -> String {
    let setting = format!("{option}={value}");
    let key = |word: &str| WORDS.iter().find(|(known, _)| *known == word).map(|(_, key)| *key);
    match key(&setting).or_else(|| key(option)) {
        Some(key) => texts.text(key).replace("{n}", value),
        None => format!("{}: {}", texts.option(option), texts.value(option, value)),
    }
}

/// The options of a spec in words.
pub(crate) fn of_spec(spec: &str, texts: Texts) -> Vec<String> {
    let settings = spec.split_once(':').map_or("", |(_, settings)| settings).split(',');
    let pairs = settings.filter_map(|setting| setting.split_once('='));
    pairs.map(|(option, value)| in_words(option, value, texts)).collect()
}

/// The texts of all options of a game for scripts, by the words of [`WORDS`].
pub(crate) fn templates(info: &GameInfo, texts: Texts) -> impl Iterator<Item = (&'static str, &'static str)> {
    let has = |word: &str| info.options.iter().any(|spec| word.split('=').next() == Some(spec.name));
    WORDS.into_iter().filter(move |(word, _)| has(word)).map(move |(word, key)| (word, texts.text(key)))
}

#[cfg(test)]
mod tests {
    use cairn_rules::Domain;
    use cairn_rules::games::ALL;
    use cairn_texts::Language;

    use super::*;

    #[test]
    fn every_value_of_every_option_is_said_in_words_in_every_language() {
        for texts in Language::ALL.map(Texts::new) {
            for option in ALL.iter().flat_map(|info| info.options) {
                let values = match option.domain {
                    Domain::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                    Domain::Range(min, max) => vec![min.to_string(), max.to_string()],
                };
                for value in values {
                    let words = in_words(option.name, &value, texts);
                    assert!(!words.contains(':') && !words.contains('=') && !words.contains('{'), "{words}");
                }
            }
        }
        assert_eq!(of_spec("staqs:size=10,players=4", Texts::default()), ["10 × 10", "4 players"]);
        assert_eq!(of_spec("staqs", Texts::default()), [""; 0]);
    }

    #[test]
    fn scripts_get_the_texts_of_the_options_that_a_game_has() {
        let words = |id: &str| -> Vec<&str> {
            let info = ALL.iter().find(|info| info.id == id).unwrap();
            templates(info, Texts::default()).map(|(word, _)| word).collect()
        };
        assert_eq!(words("sight"), ["size", "tallest=strict", "tallest=fallback"]);
        assert!(words("stacks").contains(&"quiet=0"));
    }
}
