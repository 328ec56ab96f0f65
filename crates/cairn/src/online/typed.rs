//! What is typed at a table whose game is on a server, and when its moment has come.

use cairn_table::Progress;

use super::live::Wish;
use super::table::{Asked, Flow, OnlineTable, Sent};
use crate::failure::Failure;
use crate::lines::InputLine;
use crate::play::command::{Command, ONLINE, Verb};
use crate::play::input::yes_or_no;
use crate::stderr::errln;

impl OnlineTable<'_> {
    /// Whether there is nothing left to do: without a terminal, or for watchers, the end of the game is the end.
    pub(super) fn is_done(&self) -> bool {
        let can_go_on = self.is_terminal && self.seat.is_some();
        let is_busy = self.typed.is_some() || self.sent.is_some() || self.wants_rematch;
        self.line.table.is_over() && !can_go_on && !is_busy
    }

    /// Whether a line has to wait for its moment.
    pub(super) fn must_wait(&self, line: &InputLine) -> bool {
        if self.sent.is_some() {
            return true;
        }
        let InputLine::Text(text) = line else { return false };
        if self.is_terminal || self.seat.is_none() || self.line.table.is_over() || self.asks_to_resign {
            return false;
        }
        match ONLINE.parse(text, self.texts()) {
            Command::Move(_) => !self.is_my_turn() || self.waits_for_clock(),
            Command::Run(Verb::Rematch, _) => true,
            Command::Run(Verb::Accept | Verb::Decline, _) => self.asked_by_others().is_none(),
            _ => false,
        }
    }

    pub(super) fn obey(&mut self, line: InputLine) -> Result<Flow, Failure> {
        let texts = self.texts();
        let text = match line {
            InputLine::Text(text) => text,
            InputLine::End => {
                if !self.line.table.is_over() {
                    self.line.note(texts.say("line.end_of_input"));
                }
                return Ok(Flow::Leave);
            }
            InputLine::TooLong => {
                errln!("{}", texts.say("line.too_long"));
                return Ok(Flow::Continue);
            }
            InputLine::NotUtf8(text) => {
                errln!("{}", texts.tell("line.not_utf8", &[("word", &text.escape_debug())]));
                return Ok(Flow::Continue);
            }
        };
        if std::mem::take(&mut self.asks_to_resign) {
            match yes_or_no(&text, texts) {
                Some(true) => self.act(Verb::Resign, "resign"),
                Some(false) => {}
                None => {
                    errln!("{}", texts.tell("line.no_answer", &[("word", &text.escape_debug())]));
                    self.asks_to_resign = true;
                }
            }
            return Ok(Flow::Continue);
        }
        match ONLINE.parse(&text, texts) {
            Command::Empty => {}
            Command::Incomplete(usage) => errln!("{}", texts.tell("line.incomplete", &[("usage", &usage)])),
            Command::Run(Verb::Quit, _) => return Ok(Flow::Leave),
            Command::Run(verb, argument) => self.command(verb, &argument)?,
            Command::Move(text) => self.type_move(text),
        }
        Ok(Flow::Continue)
    }

    pub(super) fn command(&mut self, verb: Verb, argument: &str) -> Result<(), Failure> {
        let texts = self.texts();
        let action = match verb {
            // A step that is not final is taken back first.
            Verb::Takeback if self.line.turn.back() => return self.line.print_choices(),
            Verb::Draw | Verb::Takeback | Verb::Accept | Verb::Decline | Verb::Resign | Verb::Rematch
                if self.seat.is_none() =>
            {
                errln!("{}", texts.say("online.only_watching"));
                return Ok(());
            }
            Verb::Resign if self.line.table.is_over() => {
                errln!("{}.", texts.say("agree.over"));
                return Ok(());
            }
            Verb::Resign => {
                self.asks_to_resign = true;
                return Ok(());
            }
            Verb::Draw => "offer_draw",
            Verb::Takeback => "ask_takeback",
            Verb::Rematch => "rematch",
            Verb::Accept | Verb::Decline => match (self.asked_by_others(), verb) {
                (Some(Asked::Draw), Verb::Accept) => "accept_draw",
                (Some(Asked::Draw), _) => "decline_draw",
                (Some(Asked::Takeback), Verb::Accept) => "accept_takeback",
                (Some(Asked::Takeback), _) => "decline_takeback",
                (None, _) => {
                    errln!("{}", texts.say("online.nothing_asked"));
                    return Ok(());
                }
            },
            _ => return self.line.look_up(verb, argument),
        };
        self.act(verb, action);
        Ok(())
    }

    pub(super) fn act(&mut self, verb: Verb, action: &'static str) {
        self.count += 1;
        self.sent = Some(Sent { n: self.count, verb: Some(verb), is_taken: false });
        self.live.send(Wish::Action { n: self.count, action });
    }

    /// Takes a move or a step of one; a whole and legal move is sent.
    pub(super) fn type_move(&mut self, text: String) {
        let texts = self.texts();
        let why_not = if self.seat.is_none() {
            Some("online.only_watching")
        } else if self.line.table.is_over() {
            Some("online.over")
        } else if !self.is_my_turn() {
            Some("online.not_your_turn")
        } else if self.waits_for_clock() {
            Some("online.clock_waits")
        } else {
            None
        };
        if let Some(key) = why_not {
            errln!("{}", texts.say(key));
            return;
        }
        let text = match self.line.take_step(&text) {
            Some(Progress::Complete(mv)) => mv,
            Some(_) => return,
            None => text,
        };
        match self.session().fork().play(&text) {
            Ok(mv) => {
                self.count += 1;
                let (n, ply) = (self.count, self.session().history().len());
                self.sent = Some(Sent { n, verb: None, is_taken: false });
                self.live.send(Wish::Move { n, mv, ply });
            }
            Err(error) => errln!("{}", self.line.with_help(&format!("{}.", self.line.move_error(&error)))),
        }
    }
}
