//! The catalogues agree with each other, with the games, and with the source that uses them.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod source;

use std::collections::{BTreeMap, BTreeSet};

use cairn_rules::games::ALL;
use cairn_rules::{Domain, Reason};
use cairn_texts::{Language, PREFIXES, Texts, entries, files};

/// The kinds of sentences whose English is in the source, so the English catalogue has none.
const SENTENCES: [&str; 7] = ["summary.", "designer.", "easy.", "greedy.", "help.", "message.", HELP];

/// The keys of the help of the command line, which the tests of the program compare with its source.
const HELP: &str = "cli.";

fn is_sentence(key: &str) -> bool {
    SENTENCES.iter().any(|kind| key.starts_with(kind))
}

fn catalogue(language: Language) -> BTreeMap<&'static str, &'static str> {
    entries(language).filter(|(key, _)| !is_sentence(key)).collect()
}

/// Returns the English sentences in the source, by their keys.
fn sentences() -> BTreeMap<String, String> {
    let mut sentences: BTreeMap<String, String> =
        source::words_of("Message::new(").map(|english| (format!("message.{english}"), english)).collect();
    for info in ALL {
        let mut add = |key: String, english: &str| sentences.insert(key, english.to_owned());
        add(format!("summary.{}", info.id), info.summary);
        add(format!("designer.{}", info.id), info.designer);
        add(format!("easy.{}", info.id), info.easy);
        add(format!("greedy.{}", info.id), info.greedy);
        add(format!("message.{}", info.forms), info.forms);
        for spec in info.options {
            add(format!("help.{}.{}", info.id, spec.name), spec.help);
        }
        for tool in info.setup {
            add(format!("message.{}", tool.name.key()), tool.name.key());
        }
        for puzzle in info.engine.puzzles {
            let Some(words) = puzzle.words else { continue };
            add(format!("message.{}", words.title), words.title);
            add(format!("message.{}", words.task), words.task);
        }
    }
    sentences
}

/// Returns the distinct names in braces, sorted.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn keys_and_names_are_the_same_in_all_languages() {
    let english = catalogue(Language::English);
    for language in Language::ALL {
        let other = catalogue(language);
        assert_eq!(other.keys().collect::<Vec<_>>(), english.keys().collect::<Vec<_>>(), "{language}");
        for (key, text) in other {
            assert_eq!(names(text), names(english[key]), "{language}: {key}");
            assert!(!text.is_empty(), "{language}: {key}");
        }
    }
}

#[test]
fn lines_are_well_formed_and_no_key_comes_twice() {
    for language in Language::ALL {
        let mut seen = BTreeSet::new();
        let lines = files(language).iter().flat_map(|file| file.lines());
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{language}: {line}"));
            assert!(seen.insert(key), "{language}: duplicate key {key}");
            assert_eq!((key.trim(), text.trim()), (key, text), "{language}: {line}");
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{language}: {line}");
        }
        for key in &seen {
            if let Some(stem) = key.strip_suffix("_one") {
                assert!(seen.contains(&*format!("{stem}_other")), "{language}: {key} has no plural");
            }
        }
    }
}

#[test]
fn every_key_in_the_source_has_a_text() {
    let known = catalogue(Language::English);
    for call in source::calls() {
        let keys = match call.method.as_str() {
            "plural" => vec![format!("{}_one", call.key), format!("{}_other", call.key)],
            _ => vec![call.key.clone()],
        };
        for key in keys {
            let text = known.get(&*key).unwrap_or_else(|| panic!("{}: no text for {key}", call.file));
            let given: BTreeSet<&str> = call.arguments.iter().map(String::as_str).collect();
            let mut wanted = names(text);
            if call.method == "plural" {
                wanted.remove("n");
            }
            if call.method != "text" && !call.arguments.is_empty() {
                assert_eq!(wanted, given, "{}: {key}", call.file);
            }
        }
    }
}

#[test]
fn every_text_is_used() {
    let literals = source::literals();
    for key in catalogue(Language::English).keys() {
        let stem = key.strip_suffix("_one").or_else(|| key.strip_suffix("_other")).unwrap_or(key);
        let used = literals.contains(*key) || literals.contains(stem);
        assert!(used || PREFIXES.iter().any(|prefix| key.starts_with(prefix)), "{key} is not used");
    }
}

#[test]
fn words_of_the_games_are_known() {
    let mut keys: BTreeSet<String> = Reason::all().map(|reason| format!("reason.{reason}")).collect();
    keys.insert("piece.neutral".to_owned());
    for info in ALL {
        for kind in ["seat", "piece", "tower", "pawn", "home"] {
            keys.extend(info.seats.iter().map(|seat| format!("{kind}.{}", seat.name)));
        }
        keys.extend(info.all_presets().map(|preset| format!("preset.{}", preset.name)));
        for spec in info.options {
            keys.insert(format!("option.{}", spec.name));
            let Domain::Words(words) = spec.domain else { continue };
            keys.extend(words.iter().map(|word| format!("value.{}.{word}", spec.name)));
        }
    }
    // Some buttons are on boards that random games hardly ever reach, so the test searches the source for them.
    keys.extend(source::words_of("Button(").map(|word| format!("button.{word}")));
    let known = catalogue(Language::English);
    let missing: Vec<&String> = keys.iter().filter(|key| !known.contains_key(&***key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for kind in ["button.", "reason.", "seat.", "option.", "value.", "preset."] {
        let unused = known.keys().find(|key| key.starts_with(kind) && !keys.contains(**key));
        assert_eq!(unused, None, "no game has it");
    }
}

/// Each ending has a sentence. For a reason of a single game, the reason itself is enough.
#[test]
fn endings_are_sentences() {
    let known = catalogue(Language::English);
    for reason in Reason::ALL {
        let keys = [format!("win.{reason}"), format!("draw.{reason}")];
        assert!(keys.iter().any(|key| known.contains_key(&**key)), "{reason}");
    }
    for key in known.keys() {
        let reason = key.strip_prefix("win.").or_else(|| key.strip_prefix("draw."));
        assert!(reason.is_none_or(|name| Reason::all().any(|reason| reason.name() == name)), "{key}");
    }
    let texts = Texts::default();
    let home = texts.win("four home", "Red", Some("Black"));
    assert_eq!(home.as_deref(), Some("Red has four pieces in the enemy's home and wins"));
    let told = texts.win("no legal move", "Black", Some("White"));
    assert_eq!(told.as_deref(), Some("White has no legal move: Black wins"));
    assert_eq!(texts.win("no legal move", "Black", None), None, "there is no loser to name");
    assert!(texts.win("tallest stack", "Blue", None).is_some());
}

#[test]
fn every_game_has_its_rules_in_every_language() {
    for info in ALL {
        for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
            assert_ne!(info.rules_in(language.word()), info.rules, "{} in {language}", info.id);
        }
    }
}

/// The documentation describes the basic bots in the same words as the program.
#[test]
#[cfg_attr(feature = "test-game", ignore = "the test game is not documented")]
fn the_basic_bots_are_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/levels.md");
    let levels = std::fs::read_to_string(path).unwrap();
    for info in ALL {
        let row = format!("| {} | {} | {} |", info.name, info.easy, info.greedy);
        assert!(levels.contains(&row), "{row}");
    }
}

/// Portuguese has one term per concept, and sides are plural: lists phrases that a Portuguese player would not use.
#[test]
fn portuguese_uses_one_term_for_each_concept() {
    const AVOIDED: [&str; 27] = [
        "o branco ",
        "o preto ",
        "o azul ",
        "o vermelho ",
        "o verde ",
        "o {player} ",
        "o {winner}",
        "o {loser}",
        "você",
        "o jogo acab",
        "do jogo acab",
        "fim do jogo",
        "jogo por acabar",
        "jogos por acabar",
        "este jogo conta",
        "acordar um empate",
        "acordaram",
        "discos de posse",
        "discos sozinhos",
        "disco sozinho",
        "junta-se por si",
        "fora de jogo",
        "se nada for dito",
        "última vez",
        "próxima vez",
        "nesta vez",
        " vezes, se",
    ];
    let mut texts: Vec<String> =
        entries(Language::Portuguese).map(|(key, text)| format!("{key}: {text}")).collect();
    for info in ALL {
        texts.extend(info.rules_in("pt").lines().map(|line| format!("{}: {line}", info.id)));
        let lessons = info.engine.lesson_translated.iter().filter(|(language, _)| *language == "pt");
        texts.extend(
            lessons.flat_map(|(_, lesson)| lesson.lines().map(|line| format!("{}: {line}", info.id))),
        );
    }
    for text in texts {
        // Ordinals number the players of an offer or a request: "o primeiro jogador".
        let (_, said) = text.split_once(": ").unwrap();
        let said = said.to_lowercase().replace("o {player} jogador", "");
        let words = format!(" {said} ");
        let found = AVOIDED.iter().find(|avoided| words.contains(&format!(" {}", avoided.trim_start())));
        assert_eq!(found, None, "{text}");
    }
}

#[test]
fn sides_agree_with_their_verbs_in_portuguese() {
    let texts = Texts::new(Language::Portuguese);
    let won = texts.win("no legal move", texts.seat("Black"), Some(texts.seat("White")));
    assert_eq!(won.as_deref(), Some("As Brancas não têm jogadas possíveis: ganham as Pretas"));
    assert_eq!(texts.format("scene.turn", &[("player", &texts.seat("Blue"))]), "Jogam as Azuis");
}

#[test]
fn every_message_is_translated() {
    let english = sentences();
    for language in Language::ALL {
        let said: BTreeMap<&str, &str> =
            entries(language).filter(|(key, _)| is_sentence(key) && !key.starts_with(HELP)).collect();
        if language == Language::English {
            assert!(said.is_empty(), "{said:?}");
            continue;
        }
        let (translated, keys): (BTreeSet<&str>, BTreeSet<&str>) =
            (said.keys().copied().collect(), english.keys().map(String::as_str).collect());
        let differences: Vec<_> = translated.symmetric_difference(&keys).collect();
        assert!(differences.is_empty(), "{language}: {differences:?}");
        for (key, text) in said {
            assert_eq!(names(text), names(&english[key]), "{language}: {key}");
        }
    }
}
