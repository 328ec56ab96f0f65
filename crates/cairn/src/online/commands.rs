//! The commands of a game on a server in line mode, and the conditions for executing them.

use cairn_tui::{Offer, RemoteCommand};

use super::line_mode::{Event, OnlineLineGame};
use crate::failure::Failure;
use crate::input::yes_or_no;
use crate::lines::InputLine;
use crate::output;
use crate::output::errln;
use crate::play::command::{Command, ONLINE, Verb};
use crate::play::game_loop::{Flow, LineGame};
use crate::play::table::LineTable;

impl OnlineLineGame<'_> {
    /// Returns whether there is nothing left to do: without a terminal, or for spectators, after the end of the game.
    pub(super) fn is_done(&self) -> bool {
        let can_go_on = self.is_terminal && !self.game.is_watching();
        let is_busy = self.typed.is_some() || self.game.is_sending() || self.game.wants_rematch;
        self.game.is_over() && !can_go_on && !is_busy
    }

    /// Returns whether a line has to wait until it applies.
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

    fn command(&mut self, verb: Verb, argument: &str) -> Result<(), Failure> {
        let texts = self.texts();
        let command = match verb {
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
                writeln!(output::text(), "{}", self.game.address)?;
                return Ok(output::flush()?);
            }
            _ => return self.line.look_up(verb, argument),
        };
        if !self.game.send(command) {
            errln!("{}", texts.text("online.nothing_asked"));
        }
        Ok(())
    }
}

impl<'a> LineGame<'a> for OnlineLineGame<'a> {
    fn line(&mut self) -> &mut LineTable<'a> {
        &mut self.line
    }

    /// Waits for a line that can be executed now, and shows events of the game in the meantime.
    fn next_line(&mut self) -> Result<Option<InputLine>, Failure> {
        loop {
            if let Some(line) = self.typed.take() {
                if !self.must_wait(&line) {
                    self.is_prompting = false;
                    return Ok(Some(line));
                }
                self.typed = Some(line);
            }
            if self.is_done() {
                return Ok(None);
            }
            self.prompt()?;
            if self.typed.is_none() && !self.is_reading {
                // The thread that reads lines lives as long as this value.
                self.is_reading = self.ask_line.send(()).is_ok();
            }
            // Ctrl-C ends the program at any time, because the game is on the server.
            let Ok(event) = self.stop_flag.while_prompting(|| self.events.recv()) else { return Ok(None) };
            match event {
                Event::Typed(line) => {
                    self.is_reading = false;
                    self.typed = Some(line?);
                }
                Event::Live(number, event) => self.on_event(number, event)?,
            }
        }
    }

    /// Handles the confirmation of a resignation.
    fn answer(&mut self, text: &str) -> bool {
        if !std::mem::take(&mut self.asks_to_resign) {
            return false;
        }
        match yes_or_no(text, self.texts()) {
            Some(true) => {
                self.game.send(RemoteCommand::Resign);
            }
            Some(false) => {}
            None => {
                errln!("{}", self.texts().format("line.no_answer", &[("word", &text.escape_debug())]));
                self.asks_to_resign = true;
            }
        }
        true
    }

    fn may_move(&self) -> bool {
        let why_not = if self.game.is_watching() {
            "online.only_watching"
        } else if self.game.is_over() {
            "online.over"
        } else if !self.game.is_my_turn() {
            "online.not_your_turn"
        } else if self.game.waits_for_clock() {
            "online.clock_waits"
        } else {
            return true;
        };
        errln!("{}", self.texts().text(why_not));
        false
    }

    /// Sends a legal move to the server.
    fn play(&mut self, mv: String) -> Result<Flow, Failure> {
        match self.session().fork().play(&mv) {
            Ok(mv) => {
                self.game.send(RemoteCommand::Play(mv));
            }
            Err(error) => errln!("{}", self.line.with_help(&format!("{}.", self.line.move_error(&error)))),
        }
        Ok(Flow::Continue)
    }

    fn run_command(&mut self, verb: Verb, argument: &str) -> Result<Flow, Failure> {
        if verb == Verb::Quit {
            return Ok(Flow::Leave);
        }
        self.command(verb, argument)?;
        Ok(Flow::Continue)
    }
}
