//! What games say to people, and error messages of illegal moves.

use cairn_rules::{MoveError, Reason, Refusal, Sentence, Wording};

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
        let kinds = ["refusal", "prompt", "remark", "fact"];
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
}
