//! Translates messages of the rules, sessions, engines and tables.

use std::io;

use cairn_rules::{Message, MoveError, Reason, Wording};

use crate::{Texts, nearest, safe_line};

impl Texts {
    /// Translates a line of the help for the command line.
    pub fn usage_line(self, english: &str) -> Option<&'static str> {
        self.find(&format!("cli.{english}"))
    }

    /// Formats a message as a sentence without its full stop, escaped for display in a line.
    pub fn message(self, message: &Message) -> String {
        safe_line(&message.localized(&self)).into_owned()
    }

    /// Formats messages as sentences, each with a capital letter and a full stop.
    pub fn messages(self, messages: &[Message]) -> String {
        let sentences = messages.iter().map(|message| capitalized(&self.message(message)) + ".");
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// Returns the error message for an illegal move.
    pub fn move_error(self, error: &MoveError) -> String {
        self.message(&error.message())
    }

    /// Returns the error message for an illegal move, with the nearest legal moves.
    pub fn move_error_among(self, error: &MoveError, moves: &[String]) -> String {
        self.message(&error.message_among(moves))
    }

    /// Returns the error message for a file that cannot be read or written.
    pub fn io_error(self, error: &io::Error) -> String {
        self.message(&error.into())
    }

    /// Returns a question about the known words nearest to `word`, in the form of [`did_you_mean`](Self::did_you_mean).
    pub fn near<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
        self.did_you_mean(&nearest(word, known))
    }

    /// Formats the question that follows a wrong word, after a space: ` (did you mean staqs?)`. Empty without words.
    pub fn did_you_mean(self, words: &[&str]) -> String {
        let words = match words {
            [] => return String::new(),
            [word] => (*word).to_owned(),
            [first @ .., last] => format!("{} {} {last}", first.join(", "), self.text("error.or")),
        };
        format!(" {}", self.format("error.near", &[("words", &words)]))
    }
}

/// Capitalizes a sentence, unless it begins with the name of a square.
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

    fn option_value<'a>(&'a self, option: &str, value: &'a str) -> &'a str {
        self.value(option, value)
    }

    fn or(&self) -> &'static str {
        self.text("error.or")
    }

    fn did_you_mean(&self, words: &[&str]) -> String {
        Texts::did_you_mean(*self, words)
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
        assert_eq!(portuguese, "jogada ilegal c3-c4: as Azuis não têm nenhuma pilha em c3");
    }

    #[test]
    fn errors_of_options_are_translated() {
        struct Nothing;
        impl cairn_rules::games::Visitor for Nothing {
            type Output = ();
            fn visit<G: cairn_rules::Game>(self, _: cairn_rules::GameSpec<G>) {}
        }
        let english = Texts::new(Language::English);
        for (spec, portuguese) in [
            ("chess", "jogo desconhecido `chess`; os jogos são staqs, stlts, stac, sight, stacks"),
            (
                "stac:tall",
                "opção desconhecida `tall` para Stac; opções: towers=pass, stop; repetition=on, off; quiet=0 a 1000; \
                 predefinições, em primeiro lugar: standard, classic",
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
            let error = cairn_rules::games::with_game(spec, Nothing).unwrap_err();
            assert_eq!(english.message(&error.message()), error.to_string());
            let said = Texts::new(Language::Portuguese).message(&error.message());
            assert!(said.starts_with(portuguese), "{said}");
        }
    }

    #[test]
    fn the_question_is_asked_in_every_language() {
        let [english, portuguese] = Language::ALL.map(Texts::new);
        assert_eq!(english.did_you_mean(&[]), "");
        assert_eq!(english.did_you_mean(&["stac"]), " (did you mean stac?)");
        assert_eq!(
            portuguese.did_you_mean(&["stac", "stacks", "staqs"]),
            " (queria dizer stac, stacks ou staqs?)"
        );
    }
}
