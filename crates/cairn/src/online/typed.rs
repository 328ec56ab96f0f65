//! What is typed at a table whose game is on a server, and when its moment has come.

use cairn_table::TurnProgress;
use cairn_tui::{Offer, RemoteCommand};

use super::table::{Flow, OnlineTable};
use crate::failure::Failure;
use crate::lines::InputLine;
use crate::play::command::{Command, ONLINE, Verb};
use crate::play::input::yes_or_no;
use crate::stderr::errln;
use crate::stdout;

impl OnlineTable<'_> {
    /// Whether there is nothing left to do: without a terminal, or for watchers, the end of the game is the end.
    pub(super) fn is_done(&self) -> bool {
        let can_go_on = self.is_terminal && !self.game.is_watching();
        let is_busy = self.typed.is_some() || self.game.is_sending() || self.game.wants_rematch;
        self.game.is_over() && !can_go_on && !is_busy
    }

    /// Whether a line has to wait for its moment.
    pub(super) fn must_wait(&self, line: &InputLine) -> bool {
        if self.game.is_sending() {
            return true;
        }
        let InputLine::Text(text) = line else { return false };
        if self.is_terminal || self.game.is_watching() || self.game.is_over() || self.asks_to_resign {
            return false;
        }
        match ONLINE.parse(text, self.texts()) {
            Command::Move(_) => !self.game.is_my_turn() || self.game.waits_for_clock(),
            Command::Run(Verb::Rematch, _) => true,
            Command::Run(Verb::Accept | Verb::Decline, _) => self.game.asked().is_none(),
            _ => false,
        }
    }

    pub(super) fn obey(&mut self, line: InputLine) -> Result<Flow, Failure> {
        let texts = self.texts();
        let text = match line {
            InputLine::Text(text) => text,
            InputLine::End => {
                if !self.game.is_over() {
                    self.line.note(texts.text("line.end_of_input"));
                }
                return Ok(Flow::Leave);
            }
            InputLine::TooLong => {
                errln!("{}", texts.text("line.too_long"));
                return Ok(Flow::Continue);
            }
            InputLine::NotUtf8(text) => {
                errln!("{}", texts.format("line.not_utf8", &[("word", &text.escape_debug())]));
                return Ok(Flow::Continue);
            }
        };
        if std::mem::take(&mut self.asks_to_resign) {
            match yes_or_no(&text, texts) {
                Some(true) => {
                    self.game.send(RemoteCommand::Resign);
                }
                Some(false) => {}
                None => {
                    errln!("{}", texts.format("line.no_answer", &[("word", &text.escape_debug())]));
                    self.asks_to_resign = true;
                }
            }
            return Ok(Flow::Continue);
        }
        match ONLINE.parse(&text, texts) {
            Command::Empty => {}
            Command::Incomplete(usage) => errln!("{}", texts.format("line.incomplete", &[("usage", &usage)])),
            Command::Run(Verb::Quit, _) => return Ok(Flow::Leave),
            Command::Run(verb, argument) => self.command(verb, &argument)?,
            Command::Move(text) => self.type_move(text),
        }
        Ok(Flow::Continue)
    }

    fn command(&mut self, verb: Verb, argument: &str) -> Result<(), Failure> {
        let texts = self.texts();
        let command = match verb {
            // A step that is not final is taken back first.
            Verb::Takeback if self.line.turn.back() => return self.line.print_choices(),
            Verb::Draw | Verb::Takeback | Verb::Accept | Verb::Decline | Verb::Resign | Verb::Rematch
                if self.game.is_watching() =>
            {
                errln!("{}", texts.text("online.only_watching"));
                return Ok(());
            }
            Verb::Resign if self.game.is_over() => {
                errln!("{}.", texts.message(&cairn_session::AgreementError::Over.message()));
                return Ok(());
            }
            Verb::Resign => {
                self.asks_to_resign = true;
                return Ok(());
            }
            Verb::Draw => RemoteCommand::Ask(Offer::Draw),
            Verb::Takeback => RemoteCommand::Ask(Offer::Takeback),
            Verb::Rematch => RemoteCommand::Rematch,
            Verb::Accept | Verb::Decline => RemoteCommand::Answer { accept: verb == Verb::Accept },
            Verb::Board => {
                self.line.look_up(verb, argument)?;
                if let Some(clocks) = self.clocks() {
                    self.line.note(&clocks);
                }
                return Ok(());
            }
            Verb::Clock => {
                let clocks = self.clocks();
                errln!("{}", clocks.as_deref().unwrap_or_else(|| texts.text("online.no_clock")));
                return Ok(());
            }
            Verb::Link => {
                writeln!(stdout::text(), "{}", self.game.address)?;
                return Ok(stdout::flush()?);
            }
            _ => return self.line.look_up(verb, argument),
        };
        if !self.game.send(command) {
            errln!("{}", texts.text("online.nothing_asked"));
        }
        Ok(())
    }

    /// Takes a move or a step of one; a whole and legal move is sent.
    fn type_move(&mut self, text: String) {
        let texts = self.texts();
        let why_not = if self.game.is_watching() {
            Some("online.only_watching")
        } else if self.game.is_over() {
            Some("online.over")
        } else if !self.game.is_my_turn() {
            Some("online.not_your_turn")
        } else if self.game.waits_for_clock() {
            Some("online.clock_waits")
        } else {
            None
        };
        if let Some(key) = why_not {
            errln!("{}", texts.text(key));
            return;
        }
        let text = match self.line.take_step(&text) {
            Some(TurnProgress::Complete(mv)) => mv,
            Some(_) => return,
            None => text,
        };
        match self.session().fork().play(&text) {
            Ok(mv) => {
                self.game.send(RemoteCommand::Play(mv));
            }
            Err(error) => errln!("{}", self.line.with_help(&format!("{}.", self.line.move_error(&error)))),
        }
    }
}
