//! The loop of line mode, for local tables and for games on servers: reads lines and executes them.

use cairn_table::{TableEvent, TurnProgress};

use super::command::{Command, Verb};
use super::steps::choices_text;
use super::table::LineTable;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::lines::InputLine;
use crate::output::errln;

/// Whether the game continues.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum Flow {
    Continue,
    Leave,
}

/// A game in line mode.
pub(crate) trait LineGame<'a> {
    /// Returns the board, the turn in progress and the commands.
    fn line(&mut self) -> &mut LineTable<'a>;

    /// Waits for the next line, while other players may move; `None` if there is nothing left to do.
    fn next_line(&mut self) -> Result<Option<InputLine>, Failure>;

    /// Handles the answer to a pending question; returns `false` if there is none.
    fn answer(&mut self, _text: &str) -> bool {
        false
    }

    /// Returns whether the user may move now; otherwise reports the reason.
    fn may_move(&self) -> bool {
        true
    }

    /// Plays a move, which may be illegal.
    fn play(&mut self, mv: String) -> Result<Flow, Failure>;

    /// Executes a command.
    fn run_command(&mut self, verb: Verb, argument: &str) -> Result<Flow, Failure>;

    /// Executes lines until the user leaves the game.
    fn run_loop(&mut self) -> Result<(), Failure> {
        while let Some(line) = self.next_line()? {
            if self.execute(line)? == Flow::Leave {
                break;
            }
        }
        Ok(())
    }

    /// Executes a line: an answer, a command, a move or a step.
    fn execute(&mut self, line: InputLine) -> Result<Flow, Failure> {
        let texts = self.line().texts();
        let text = match line {
            InputLine::Text(text) => text,
            InputLine::End => {
                if !self.line().table.is_over() {
                    self.line().note(texts.text("line.end_of_input"));
                }
                return Ok(Flow::Leave);
            }
            InputLine::TooLong | InputLine::NotUtf8(_) => {
                input::report_unreadable(&line, texts);
                return Ok(Flow::Continue);
            }
        };
        if self.answer(&text) {
            return Ok(Flow::Continue);
        }
        match self.line().commands.parse(&text, texts) {
            Command::Empty => {}
            Command::Incomplete(usage) => errln!("{}", texts.format("line.incomplete", &[("usage", &usage)])),
            Command::Move(text) => return self.take_move(text),
            // Takes back a step of an incomplete turn first.
            Command::Run(verb, _) if verb.takes_back() && self.line().turn.back() => {
                self.line().print_choices()?;
            }
            Command::Run(verb, argument) => return self.run_command(verb, &argument),
        }
        Ok(Flow::Continue)
    }

    /// Handles a move or a step; plays a complete move.
    fn take_move(&mut self, text: String) -> Result<Flow, Failure> {
        if !self.may_move() {
            return Ok(Flow::Continue);
        }
        match self.line().take_step(&text) {
            Some(TurnProgress::Complete(mv)) => self.play(mv),
            Some(_) => Ok(Flow::Continue),
            None => self.play(text),
        }
    }
}

/// A game at a local table.
pub(super) struct LocalGame<'t, 'a> {
    line: &'t mut LineTable<'a>,
    input: &'t mut Input,
    /// Whether the end of the game was shown.
    is_end_shown: bool,
}

impl<'t, 'a> LocalGame<'t, 'a> {
    pub(super) fn new(line: &'t mut LineTable<'a>, input: &'t mut Input) -> Self {
        Self { line, input, is_end_shown: false }
    }
}

impl<'a> LineGame<'a> for LocalGame<'_, 'a> {
    fn line(&mut self) -> &mut LineTable<'a> {
        self.line
    }

    /// Prompts for a line. After the end, users on a terminal may still look back, save, undo or play again; without a
    /// terminal it executes only commands that have already arrived, so that no program waits for the other.
    fn next_line(&mut self) -> Result<Option<InputLine>, Failure> {
        let is_over = self.line.table.is_over();
        if is_over && !self.is_end_shown {
            self.line.show_end()?;
        }
        let is_script_over = is_over && !self.input.is_terminal();
        if is_script_over && !self.input.has_arrived() {
            return Ok(None);
        }
        self.is_end_shown = is_over;
        let line = self.line.prompt(self.input)?;
        let is_command =
            |line: &String| matches!(self.line.commands.parse(line, self.line.texts()), Command::Run(..));
        if is_script_over && !line.as_ref().is_some_and(is_command) {
            return Ok(None);
        }
        Ok(Some(line.map_or(InputLine::End, InputLine::Text)))
    }

    fn play(&mut self, mv: String) -> Result<Flow, Failure> {
        let plies = self.line.table.session().ply();
        let flow = self.line.send(TableEvent::Play(mv), self.input)?;
        // In the middle of a turn, its choices help more than the notation of moves.
        if self.line.table.session().ply() == plies && !self.line.turn.steps().is_empty() {
            let choices = choices_text(&self.line.turn, self.line.table.session(), self.line.texts());
            self.line.note(&choices);
        }
        Ok(flow)
    }

    fn run_command(&mut self, verb: Verb, argument: &str) -> Result<Flow, Failure> {
        // Bots may have ended the next game before the next prompt.
        self.is_end_shown &= !matches!(verb, Verb::Again | Verb::Swap);
        self.line.run_command(verb, argument, self.input)
    }
}
