//! What games say to people, and error messages of illegal moves and of games that cannot be read.

use cairn_rules::{
    GameInfo, GameSpecError, MoveError, OptionSpec, Reason, Refusal, Sentence, Wording, games,
};

use crate::Texts;

impl Texts {
    /// Why a move is illegal, as a sentence without its full stop.
    pub fn refusal(self, refusal: &Refusal) -> String {
        self.sentence(refusal)
    }

    /// What a game says, as a sentence without its full stop.
    pub fn sentence(self, sentence: &Sentence) -> String {
        sentence.localized(&self)
    }

    /// What a game says, one sentence after the other, each with its full stop.
    pub fn sentences(self, sentences: &[Sentence]) -> String {
        let said = sentences.iter().map(|sentence| capitalized(&self.sentence(sentence)) + ".");
        said.collect::<Vec<_>>().join(" ")
    }

    /// The error message of a move that cannot be played.
    pub fn move_error(self, error: &MoveError) -> String {
        match error {
            MoveError::Unreadable { text, expected } => {
                self.tell("error.unreadable", &[("move", text), ("expected", &self.refusal(expected))])
            }
            MoveError::Forbidden { text, why } => {
                self.tell("error.forbidden", &[("move", text), ("why", &self.refusal(why))])
            }
            MoveError::Over { text } => self.tell("error.over", &[("move", text)]),
        }
    }

    /// The error message of a game or of options that cannot be read. What is to be typed is not translated.
    pub fn spec_error(self, error: &GameSpecError) -> String {
        let info = |name: &str| games::ALL.iter().find(|info| info.name == name);
        match error {
            GameSpecError::UnknownGame { word, games } => {
                self.tell("error.game", &[("word", word), ("games", games)])
            }
            GameSpecError::OtherGame { game, id, word } => {
                self.tell("error.other_game", &[("word", word), ("game", game), ("id", id)])
            }
            GameSpecError::UnknownOption { game, word, .. } => {
                let (options, presets) = info(game).map(|info| self.typed_options(info)).unwrap_or_default();
                self.tell(
                    "error.option",
                    &[("word", word), ("game", game), ("options", &options), ("presets", &presets)],
                )
            }
            GameSpecError::BadValue { game, option, word, .. } => {
                let spec = info(game).and_then(|info| info.options.iter().find(|spec| spec.name == *option));
                let allowed = spec.map(|spec| self.typed_values(spec)).unwrap_or_default();
                self.tell(
                    "error.value",
                    &[("word", word), ("game", game), ("option", option), ("allowed", &allowed)],
                )
            }
            GameSpecError::Twice { option, word } => {
                self.tell("error.twice", &[("word", word), ("option", option)])
            }
            other => other.to_string(),
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

/// The English sentence is the key of its translation.
impl Wording for Texts {
    fn sentence(&self, english: &str) -> Option<&'static str> {
        let kinds = ["refusal", "prompt", "remark", "fact", "task"];
        kinds.iter().find_map(|kind| self.find(&format!("{kind}.{english}")))
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
            Refusal::new("{player} has no stack on {square}").seat("player", "Blue").with("square", "c3");
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
        ] {
            let error = games::with_game(spec, Nothing).unwrap_err();
            assert_eq!(english.spec_error(&error), error.to_string());
            let said = Texts::new(Language::Portuguese).spec_error(&error);
            assert!(said.starts_with(portuguese), "{said}");
        }
    }
}
