//! What players agree on: a draw, or that one of them has lost.

use cairn_rules::Player;

use super::command::{Line, Verb};
use super::input::Input;
use super::table::{Table, Then};
use crate::failure::Failure;

impl Table<'_> {
    /// Offers a draw on behalf of the player to move; everybody else is asked at once.
    pub(super) fn offer_draw(&mut self, input: &mut Input) -> Result<Then, Failure> {
        let (texts, player) = (self.texts(), self.session.to_move());
        if let Err(error) = self.session.offer_draw(player) {
            eprintln!("{}.", error.tell(texts));
            return Ok(Then::Go);
        }
        for other in Player::seats(self.seats.len()).filter(|&other| other != player) {
            let accepts = self.is_human(other)
                && match self.ask_about_draw(other, player, input)? {
                    Some(accepts) => accepts,
                    None => return Ok(Then::Leave),
                };
            let answer =
                if accepts { self.session.accept_draw(other) } else { self.session.decline_draw(other) };
            if let Err(error) = answer {
                eprintln!("{}.", error.tell(texts));
            }
            if !accepts {
                self.note(&texts.tell("line.declines", &[("player", &self.seat_name(other))]));
                return Ok(Then::Go);
            }
        }
        self.changed()?;
        Ok(Then::Go)
    }

    /// Whether a person accepts a draw; `None` at the end of input.
    fn ask_about_draw(&self, asked: Player, by: Player, input: &mut Input) -> Result<Option<bool>, Failure> {
        let texts = self.texts();
        let names = [self.seat_name(asked), self.seat_name(by)];
        let question = texts.tell("line.draw_offered", &[("player", &names[0]), ("by", &names[1])]);
        loop {
            let Some(answer) = input.ask(&format!("{question}> "))? else { return Ok(None) };
            match Line::parse(&answer, texts) {
                Line::Do(Verb::Accept, _) => return Ok(Some(true)),
                Line::Do(Verb::Decline, _) => return Ok(Some(false)),
                _ => {}
            }
            match input.yes_or_no(&answer) {
                Some(accepts) => return Ok(Some(accepts)),
                None => eprintln!("{}", texts.tell("line.no_answer", &[("word", &answer.escape_debug())])),
            }
        }
    }

    /// Says something on behalf of the player to move.
    pub(super) fn answer(&mut self, verb: Verb) -> Result<(), Failure> {
        let (texts, player) = (self.texts(), self.session.to_move());
        let said = match verb {
            Verb::Accept => self.session.accept_draw(player),
            Verb::Decline => self.session.decline_draw(player),
            _ => self.session.resign(player),
        };
        match said {
            Ok(()) => {
                if verb == Verb::Resign {
                    self.note(&texts.tell("line.resigns", &[("player", &self.seat_name(player))]));
                }
                self.changed()
            }
            Err(error) => {
                eprintln!("{}.", error.tell(texts));
                Ok(())
            }
        }
    }
}
