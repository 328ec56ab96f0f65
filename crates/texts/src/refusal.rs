//! What games say to people, and error messages of illegal moves and of games that cannot be read.

use std::io;

use cairn_rules::{
    Domain, GameInfo, GameSpecError, Message, MoveError, OptionSpec, PositionError, Reason, Wording, games,
};

use crate::{Texts, nearest, nearest_moves};

impl Texts {
    /// A message as a sentence without its full stop.
    pub fn message(self, message: &Message) -> String {
        message.localized(&self)
    }

    /// Messages as sentences, each with a capital letter and a full stop.
    pub fn messages(self, messages: &[Message]) -> String {
        let sentences = messages.iter().map(|message| capitalized(&self.message(message)) + ".");
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// The error message of a move that cannot be played.
    pub fn move_error(self, error: &MoveError) -> String {
        self.move_error_near(error, &[])
    }

    /// The error message of a move that cannot be played, with the nearest of the moves that can.
    pub fn move_error_among(self, error: &MoveError, moves: &[String]) -> String {
        let (MoveError::Unreadable { text, .. }
        | MoveError::Forbidden { text, .. }
        | MoveError::Over { text }) = error;
        self.move_error_near(error, &nearest_moves(text, moves.iter().map(String::as_str)))
    }

    /// The error message of a move that cannot be played, with what may have been meant.
    pub fn move_error_near(self, error: &MoveError, near: &[&str]) -> String {
        let near = self.did_you_mean(near);
        match error {
            MoveError::Unreadable { text, expected } => {
                let expected = self.message(expected);
                self.tell("error.unreadable", &[("move", text), ("near", &near), ("expected", &expected)])
            }
            MoveError::Forbidden { text, why } => {
                let why = self.message(why);
                self.tell("error.forbidden", &[("move", text), ("near", &near), ("why", &why)])
            }
            MoveError::Over { text } => self.tell("error.over", &[("move", text)]),
        }
    }

    /// The error message of a position that cannot be read.
    pub fn position_error(self, error: &PositionError) -> String {
        let problem = self.message(&error.problem);
        self.tell("error.position", &[("word", &error.word), ("problem", &problem)])
    }

    /// The error message of a file that cannot be read or written; what is rare is said as the system says it.
    pub fn io_error(self, error: &io::Error) -> String {
        let key = match error.kind() {
            io::ErrorKind::NotFound => "io.not_found",
            io::ErrorKind::PermissionDenied => "io.denied",
            io::ErrorKind::AlreadyExists => "io.exists",
            io::ErrorKind::IsADirectory => "io.folder",
            io::ErrorKind::NotADirectory => "io.no_folder",
            io::ErrorKind::StorageFull => "io.full",
            io::ErrorKind::ReadOnlyFilesystem => "io.read_only",
            _ => return error.to_string(),
        };
        self.say(key).to_owned()
    }

    /// The error message of a game or of options that cannot be read. What is to be typed is not translated.
    pub fn spec_error(self, error: &GameSpecError) -> String {
        let info = |name: &str| games::ALL.iter().find(|info| info.name == name);
        match error {
            GameSpecError::UnknownGame { word, games } => {
                let near = self.near(word, games::ALL.iter().map(|info| info.id));
                self.tell("error.game", &[("word", word), ("near", &near), ("games", games)])
            }
            GameSpecError::OtherGame { game, id, word } => {
                self.tell("error.other_game", &[("word", word), ("game", game), ("id", id)])
            }
            GameSpecError::UnknownOption { game, word, .. } => {
                let info = info(game);
                let (options, presets) = info.map(|info| self.typed_options(info)).unwrap_or_default();
                let near = info.map(|info| self.near_option(word, info)).unwrap_or_default();
                self.tell(
                    "error.option",
                    &[
                        ("word", word),
                        ("near", &near),
                        ("game", game),
                        ("options", &options),
                        ("presets", &presets),
                    ],
                )
            }
            GameSpecError::BadValue { game, option, word, .. } => {
                let spec = info(game).and_then(|info| info.options.iter().find(|spec| spec.name == *option));
                let allowed = spec.map(|spec| self.typed_values(spec)).unwrap_or_default();
                let near = spec.map(|spec| self.near_value(word, spec)).unwrap_or_default();
                self.tell(
                    "error.value",
                    &[
                        ("word", word),
                        ("near", &near),
                        ("game", game),
                        ("option", option),
                        ("allowed", &allowed),
                    ],
                )
            }
            GameSpecError::Twice { option, word } => {
                self.tell("error.twice", &[("word", word), ("option", option)])
            }
            other => other.to_string(),
        }
    }

    /// What may have been meant by a word that is not known, as [`did_you_mean`](Self::did_you_mean) puts it.
    pub fn near<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
        self.did_you_mean(&nearest(word, known))
    }

    /// The option that may have been meant, with its value if it has one; without a value a preset too.
    fn near_option(self, word: &str, info: &GameInfo) -> String {
        let options = info.options.iter().map(|spec| spec.name);
        let Some((name, value)) = word.split_once('=') else {
            return self.near(word, options.chain(info.all_presets().map(|preset| preset.name)));
        };
        let near: Vec<String> =
            nearest(name, options).into_iter().map(|name| format!("{name}={value}")).collect();
        self.did_you_mean(&near.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The value of an option that may have been meant; one that has this display name, above all.
    fn near_value(self, word: &str, spec: &OptionSpec) -> String {
        match (spec.domain, self.read_value(spec, word)) {
            (Domain::Words(words), Some(index)) => self.did_you_mean(&words[usize::from(index)..][..1]),
            (Domain::Words(words), None) => self.near(word, words.iter().copied()),
            (Domain::Range(..), _) => String::new(),
        }
    }

    /// The options and the presets of a game as they are typed.
    fn typed_options(self, info: &GameInfo) -> (String, String) {
        let option = |spec: &OptionSpec| format!("{}={}", spec.name, self.typed_values(spec));
        let options: Vec<String> = info.options.iter().map(option).collect();
        let presets: Vec<&str> = info.all_presets().map(|preset| preset.name).collect();
        (options.join("; "), presets.join(", "))
    }
}

/// A sentence with a capital letter at its beginning, unless that is the name of a square.
fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if letters.clone().next().is_some_and(|second| !second.is_ascii_digit()) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

impl Wording for Texts {
    fn message(&self, key: &str) -> Option<&'static str> {
        self.find(&format!("message.{key}"))
    }

    fn seat<'a>(&'a self, name: &'a str) -> &'a str {
        Texts::seat(*self, name)
    }

    fn reason(&self, reason: Reason) -> &'static str {
        Texts::reason(*self, reason.name())
    }

    fn or(&self) -> &'static str {
        self.say("error.or")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn errors_are_translated() {
        let why =
            Message::new("{player} has no stack on {square}").seat("player", "Blue").with("square", "c3");
        let error = MoveError::Forbidden { text: "c3-c4".to_owned(), why };
        assert_eq!(Texts::new(Language::English).move_error(&error), error.to_string());
        let portuguese = Texts::new(Language::Portuguese).move_error(&error);
        assert_eq!(portuguese, "jogada ilegal c3-c4: o Azul não tem nenhuma pilha em c3");
    }

    #[test]
    fn errors_of_options_are_translated() {
        struct Nothing;
        impl games::Visitor for Nothing {
            type Output = ();
            fn visit<G: cairn_rules::Game>(self, _: cairn_rules::GameSpec<G>) {}
        }
        let english = Texts::new(Language::English);
        for (spec, portuguese) in [
            ("chess", "jogo desconhecido `chess`; os jogos são staqs, stlts, stac, sight, stacks"),
            (
                "stac:tall",
                "opção desconhecida `tall` para Stac; opções: towers=pass, stop; repetition=on, off; quiet=0 a 1000; \
                 predefinições, em primeiro lugar: standard, seed",
            ),
            ("sight:size=99", "`99` não é um valor da opção size de Sight; permitido: 3 a 9"),
            ("stlts:walks=x", "`x` não é um valor da opção walks de Stlts; permitido: bent, straight"),
            ("sight:size=3,size=4", "`size=4`: a opção size aparece duas vezes"),
            ("Staqs", "jogo desconhecido `Staqs` (queria dizer staqs?); os jogos"),
            ("sight:siez=4", "opção desconhecida `siez=4` (queria dizer size=4?) para Sight; "),
            ("stacks:publshed", "opção desconhecida `publshed` (queria dizer published?) para Stacks; "),
            ("stlts:walks=stright", "`stright` (queria dizer straight?) não é um valor da opção walks"),
            ("stlts:walks=retos", "`retos` (queria dizer straight?) não é um valor da opção walks"),
        ] {
            let error = games::with_game(spec, Nothing).unwrap_err();
            let without_question = |text: String| match (text.find(" (did"), text.find("?)")) {
                (Some(from), Some(to)) => text[..from].to_owned() + &text[to + 2..],
                _ => text,
            };
            assert_eq!(without_question(english.spec_error(&error)), error.to_string());
            let said = Texts::new(Language::Portuguese).spec_error(&error);
            assert!(said.starts_with(portuguese), "{said}");
        }
    }
}
