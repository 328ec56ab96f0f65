//! Display names of words from the rules, the bots and the puzzles, by kind.

use cairn_rules::{Domain, GameInfo, Message, OptionSpec};

use crate::{Texts, folded, safe_line};

/// The prefixes of keys that the program builds from data, so that the source does not contain them as a whole.
pub const PREFIXES: [&str; 24] = [
    "seat.",
    "piece.",
    "tower.",
    "pawn.",
    "home.",
    "reason.",
    "win.",
    "draw.",
    "why.",
    "button.",
    "summary.",
    "designer.",
    "option.",
    "help.",
    "value.",
    "preset.",
    "level.",
    "easy.",
    "greedy.",
    "standing.",
    "word.",
    "does.",
    "setting.",
    "message.",
];

impl Texts {
    /// Returns the name of a seat: `Blue`.
    pub fn seat(self, name: &str) -> &str {
        self.word("seat", name)
    }

    /// Returns the name of a piece of a seat, or of `neutral`: `blue`.
    pub fn piece(self, seat: &str) -> &str {
        self.word("piece", seat)
    }

    /// Returns the name of a tower of a seat: `blue tower`.
    pub fn tower(self, seat: &str) -> &str {
        self.word("tower", seat)
    }

    /// Returns the name of a pawn of a seat: `blue pawn`.
    pub fn pawn(self, seat: &str) -> &str {
        self.word("pawn", seat)
    }

    /// Returns the name of a home square of a seat: `blue home`.
    pub fn home(self, seat: &str) -> &str {
        self.word("home", seat)
    }

    /// Returns the name of the reason of an outcome: `tallest stack`.
    pub fn reason(self, name: &str) -> &str {
        self.word("reason", name)
    }

    /// Describes a win in a sentence: `White has no legal move: Black wins`. Games for two have a `loser`. `None` if
    /// the catalogue has no such sentence.
    pub fn win(self, reason: &str, winner: &str, loser: Option<&str>) -> Option<String> {
        let key = format!("win.{reason}");
        let sentence = self.find(&key)?;
        if loser.is_none() && sentence.contains("{loser}") {
            return None;
        }
        Some(self.format(&key, &[("winner", &winner), ("loser", &loser.unwrap_or_default())]))
    }

    /// Describes a draw in a sentence; `None` if the catalogue has no such sentence.
    pub fn draw(self, reason: &str) -> Option<&'static str> {
        self.find(&format!("draw.{reason}"))
    }

    /// Returns the label of a step without a site, shown as a button: `pass`.
    pub fn button(self, name: &str) -> &str {
        self.word("button", name)
    }

    /// Returns a one-line summary of a game.
    pub fn summary(self, game: &GameInfo) -> &'static str {
        self.find(&format!("summary.{}", game.id)).unwrap_or(game.summary)
    }

    /// Returns the designer of a game.
    pub fn designer(self, game: &GameInfo) -> &'static str {
        self.find(&format!("designer.{}", game.id)).unwrap_or(game.designer)
    }

    /// Returns the display name of an option; its name in a spec is never translated.
    pub fn option(self, name: &str) -> &str {
        self.word("option", name)
    }

    /// Returns a sentence about an option of a game.
    pub fn option_help(self, game: &GameInfo, option: &OptionSpec) -> &'static str {
        self.find(&format!("help.{}.{}", game.id, option.name)).unwrap_or(option.help)
    }

    /// Returns the display name of an option's value; numbers have none.
    pub fn value<'a>(self, option: &str, value: &'a str) -> &'a str {
        self.find(&format!("value.{option}.{value}")).unwrap_or(value)
    }

    /// Returns the allowed values of an option by their display names: `3 to 10`, or `setup, free`.
    pub fn values(self, option: &OptionSpec) -> String {
        match option.domain {
            Domain::Range(min, max) => self.format("games.range", &[("min", &min), ("max", &max)]),
            Domain::Words(words) => {
                let names: Vec<&str> = words.iter().map(|word| self.value(option.name, word)).collect();
                names.join(", ")
            }
        }
    }

    /// Lists the allowed values of an option as typed.
    pub fn typed_values(self, option: &OptionSpec) -> String {
        match option.domain {
            Domain::Range(..) => self.values(option),
            Domain::Words(words) => words.join(", "),
        }
    }

    /// Parses the value of an option, as typed or by its display name.
    pub fn read_value(self, option: &OptionSpec, text: &str) -> Option<u16> {
        let named = || match option.domain {
            Domain::Range(..) => None,
            Domain::Words(words) => {
                words.iter().position(|word| folded(self.value(option.name, word)) == folded(text))
            }
        };
        option.parse(text).or_else(|| named().map(|index| index as u16))
    }

    /// Describes the notation of moves of a game in a sentence; empty if the game has no description.
    pub fn forms(self, game: &GameInfo) -> String {
        if game.forms.is_empty() { String::new() } else { self.messages(&[Message::new(game.forms)]) }
    }

    /// Returns the display name of a preset; its name in a spec is never translated.
    pub fn preset(self, name: &str) -> &str {
        self.word("preset", name)
    }

    /// Describes the easy bot of a game.
    pub fn easy_bot(self, game: &GameInfo) -> &'static str {
        self.find(&format!("easy.{}", game.id)).unwrap_or(game.easy)
    }

    /// Describes the greedy bot of a game.
    pub fn greedy_bot(self, game: &GameInfo) -> &'static str {
        self.find(&format!("greedy.{}", game.id)).unwrap_or(game.greedy)
    }

    /// Describes the result of a player in a puzzle, by its name in JSON, after a number of attempts.
    pub fn standing(self, name: &str, attempts: u32) -> String {
        self.format(&format!("standing.{name}"), &[("n", &attempts)])
    }

    /// Describes the solution of a step of a lesson: all squares of a search, or right moves, any of which is enough.
    pub fn solution(self, answers: &[String], is_search: bool) -> String {
        const MAX_LISTED: usize = 12;
        let more = if answers.len() > MAX_LISTED { " ..." } else { "" };
        let listed = answers[..answers.len().min(MAX_LISTED)].join(" ") + more;
        let key = if is_search || answers.len() == 1 { "lesson.solution" } else { "lesson.any_of" };
        self.format(key, &[("answers", &listed)])
    }

    /// Returns the translation of a command.
    pub fn command(self, word: &str) -> &str {
        self.word("word", word)
    }

    /// Returns the help of a command, given its English word.
    pub fn command_help(self, word: &str) -> &str {
        self.word("does", word)
    }

    /// Returns the display name of a player spec such as `human`, `level3` or `ab:depth=4`, escaped for display. Other
    /// names stay unchanged.
    pub fn who(self, spec: &str) -> String {
        let known = match spec {
            "human" => self.text("who.human"),
            "random" => self.text("who.random"),
            "greedy" => self.text("who.greedy"),
            "perfect" => self.text("who.perfect"),
            _ => match spec.strip_prefix("level").map(str::parse::<u8>) {
                Some(Ok(level)) => return self.format("who.level", &[("n", &level)]),
                _ => return self.searching(spec).unwrap_or_else(|| safe_line(spec).into_owned()),
            },
        };
        known.to_owned()
    }

    /// Returns the display name of a bot with settings; `None` for any other bot.
    fn searching(self, spec: &str) -> Option<String> {
        let (kind, settings) = spec.split_once(':')?;
        let key = match kind {
            "ab" => "who.ab",
            "mcts" => "who.mcts",
            _ => return None,
        };
        let named = settings.split(',').map(|setting| {
            let (name, value) = setting.split_once('=')?;
            let key = format!("setting.{name}");
            self.find(&key).map(|_| self.format(&key, &[("value", &value)]))
        });
        let named: Vec<String> = named.collect::<Option<_>>()?;
        let settings = named
            .into_iter()
            .reduce(|all, next| self.format("who.and", &[("settings", &all), ("setting", &next)]))?;
        Some(self.format(key, &[("settings", &settings)]))
    }

    fn word<'a>(self, prefix: &str, word: &'a str) -> &'a str {
        self.find(&format!("{prefix}.{word}")).unwrap_or(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn a_game_without_texts_speaks_english() {
        let mut nim = GameInfo::new("nim", "Nim");
        (nim.summary, nim.designer) = ("Take the last stone.", "nobody");
        let stones =
            OptionSpec { name: "stones", help: "at the start", domain: Domain::Range(1, 9), default: 5 };
        for texts in Language::ALL.map(Texts::new) {
            assert_eq!((texts.summary(&nim), texts.designer(&nim)), (nim.summary, nim.designer));
            assert_eq!((texts.option("stones"), texts.option_help(&nim, &stones)), ("stones", stones.help));
            assert_eq!(texts.reason("taken"), "taken");
        }
    }

    #[test]
    fn bots_are_called_by_names_in_every_language() {
        let [english, portuguese] = Language::ALL.map(Texts::new);
        for (spec, name) in [
            ("human", "pessoa"),
            ("level3", "nível 3"),
            ("ab:depth=4", "alfa-beta (profundidade 4)"),
            ("ab:time=1h,threads=2", "alfa-beta (tempo 1h, linhas de execução 2)"),
            ("mcts:playouts=100", "Monte Carlo (partidas simuladas 100)"),
            ("ab:colour=red", "ab:colour=red"),
            ("ugi:/usr/bin/engine", "ugi:/usr/bin/engine"),
            ("Ana\u{1b}", "Ana\\u{1b}"),
        ] {
            assert_eq!(portuguese.who(spec), name);
            if spec.contains(':') {
                assert_eq!(english.who(spec), spec, "typed names are always English");
            }
        }
    }

    #[test]
    fn values_are_shown_and_read_by_their_names() {
        let portuguese = Texts::new(Language::Portuguese);
        let placement =
            OptionSpec { name: "placement", help: "", domain: Domain::Words(&["setup", "free"]), default: 0 };
        assert_eq!(portuguese.values(&placement), "preparação, livre");
        assert_eq!(portuguese.typed_values(&placement), "setup, free");
        let read = |text: &str| portuguese.read_value(&placement, text);
        assert_eq!(
            [read("livre"), read("free"), read("setup"), read("solto")],
            [Some(1), Some(1), Some(0), None]
        );
        let size = OptionSpec { name: "size", help: "", domain: Domain::Range(3, 10), default: 5 };
        assert_eq!(portuguese.values(&size), "3 a 10");
        assert_eq!((portuguese.read_value(&size, "7"), portuguese.read_value(&size, "11")), (Some(7), None));
    }
}
