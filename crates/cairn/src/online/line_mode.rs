//! A game on a server in line mode: prints boards and events as they arrive, while the user types moves and commands at
//! any time.
//!
//! Lines that do not come from a terminal wait until they apply: a move for its turn, an answer for its question. So a
//! script may send all of its moves at once.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use cairn_protocol::SeatKind;
use cairn_rules::{Outcome, Player};
use cairn_session::Session;
use cairn_table::{Table, TableSetup};
use cairn_texts::{Texts, clock_time};
use cairn_tui::{Offer, RemoteCommand};

use super::OpenedGame;
use super::game::{OnlineGame, Report};
use super::live::LiveEvent;
use crate::failure::Failure;
use crate::input::MAX_LINE_LEN;
use crate::interrupt::CtrlC;
use crate::lines::{self, InputLine};
use crate::output::{self, errln};
use crate::play::command::ONLINE;
use crate::play::game_loop::LineGame;
use crate::play::table::LineTable;
use crate::printer::Printer;
use crate::today;
use crate::user_data::UserData;

/// An event for the main thread.
pub(super) enum Event {
    Typed(io::Result<InputLine>),
    /// An event of the connection with this number.
    Live(u32, LiveEvent),
}

/// A table whose game is on a server.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct OnlineLineGame<'a> {
    pub(super) line: LineTable<'a>,
    pub(super) game: OnlineGame,
    pub(super) events: Receiver<Event>,
    pub(super) ask_line: Sender<()>,
    /// Whether the input thread is waiting for a line.
    pub(super) is_reading: bool,
    /// A line that waits until it applies.
    pub(super) typed: Option<InputLine>,
    pub(super) is_terminal: bool,
    pub(super) stop_flag: CtrlC,
    /// Whether the user has to confirm a resignation.
    pub(super) asks_to_resign: bool,
    /// Whether the last line of output ends with a prompt.
    pub(super) is_prompting: bool,
}

impl<'a> OnlineLineGame<'a> {
    pub(super) fn new(
        printer: Printer,
        user_data: &'a UserData,
        opened: OpenedGame,
    ) -> Result<Self, Failure> {
        let (sender, events) = channel();
        let live = sender.clone();
        // Events after the user has left are dropped.
        let listener = Arc::new(move |number, event| drop(live.send(Event::Live(number, event))));
        let game = OnlineGame::open(opened, user_data.storage().cloned(), printer.texts(), listener)
            .map_err(Failure::failed)?;
        let stop_flag = CtrlC::new();
        let setup = TableSetup::new(game.session.fork(), Vec::new(), 0);
        let mut line = LineTable::new(printer, user_data, setup, stop_flag.clone());
        line.commands = ONLINE;
        Ok(Self {
            line,
            game,
            events,
            ask_line: read_lines(sender)?,
            is_reading: false,
            typed: None,
            is_terminal: io::stdin().is_terminal(),
            stop_flag,
            asks_to_resign: false,
            is_prompting: false,
        })
    }

    pub(super) fn texts(&self) -> Texts {
        self.line.texts()
    }

    pub(super) fn session(&self) -> &dyn Session {
        &*self.game.session
    }

    /// Plays until the game is over or the user leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.welcome()?;
        let result = self.run_loop();
        self.stop_flag.set_last_words(None);
        if !self.game.is_over() && !matches!(result, Err(Failure::Closed)) {
            self.line.note(&format!("{}.", self.game.way_back()));
        }
        result
    }

    pub(super) fn welcome(&mut self) -> Result<(), Failure> {
        let texts = self.texts();
        self.line.table = self.new_table();
        let game = self.session().info().name;
        self.line.note(&texts.format("line.begin", &[("game", &game)]));
        let mine: Vec<&str> = self
            .game
            .players()
            .filter(|player| self.game.is_mine(*player))
            .map(|player| self.game.seat_name(player))
            .collect();
        if mine.is_empty() {
            self.line.note(texts.text("online.watching"));
        } else {
            self.line.note(&texts.format("online.playing", &[("seats", &mine.join(", "))]));
        }
        if !self.game.is_over() {
            self.stop_flag.set_last_words(Some(self.game.way_back()));
        }
        self.print_board()?;
        if let Some((offer, by)) = self.game.asked() {
            self.tell_offer(offer, by);
        }
        self.session().outcome().map_or(Ok(()), |outcome| self.end(outcome))
    }

    /// Creates a table for the current state of the game, with the players' names in its record.
    pub(super) fn new_table(&self) -> Table {
        let setup = TableSetup::new(self.game.session.fork(), Vec::new(), 0);
        let mut table = Table::new(setup.with_date(today().to_string()));
        for player in self.game.players() {
            let seat = &self.game.state.seats[player.index()];
            if let Some(name) = seat.name.as_ref().or(seat.bot.as_ref()) {
                table.set_player_name(player, name);
            }
        }
        table
    }

    /// Prints the board, and the clocks if there are any.
    pub(super) fn print_board(&mut self) -> Result<(), Failure> {
        self.line.print_board()?;
        if let Some(clocks) = self.clocks() {
            self.line.note(&clocks);
        }
        Ok(output::flush()?)
    }

    /// Formats `Clocks: White 4:58, Black 5:00`.
    pub(super) fn clocks(&self) -> Option<String> {
        let times = self.game.players().map(|player| {
            let left = self.game.time_left(player)?;
            Some(format!("{} {}", self.game.seat_name(player), clock_time(left)))
        });
        let times = times.collect::<Option<Vec<_>>>()?.join(", ");
        Some(self.texts().format("online.clocks", &[("times", &times)]))
    }

    /// Starts a new line for an event if the cursor is at a prompt, leaving the prompt and any typed text behind.
    pub(super) fn begin_news(&mut self) {
        if std::mem::take(&mut self.is_prompting) && !self.line.printer.quiet {
            errln!();
        }
    }

    /// Prints the prompt, unless the cursor is already at one.
    pub(super) fn prompt(&mut self) -> Result<(), Failure> {
        output::flush()?;
        if self.is_prompting || self.game.is_sending() {
            return Ok(());
        }
        if self.game.is_my_turn() && !self.game.waits_for_clock() {
            self.line.explain_turn();
        }
        self.is_prompting = true;
        if !self.line.printer.quiet {
            output::prompt(&format!("{}> ", self.prompt_text()));
        }
        Ok(())
    }

    fn prompt_text(&self) -> String {
        let texts = self.texts();
        if self.asks_to_resign {
            return texts.text("online.really_resign").to_owned();
        }
        if self.game.is_over() {
            return texts.text("online.prompt_over").to_owned();
        }
        let player = self.session().to_move();
        let is_open = self.game.state.seats[player.index()].kind == SeatKind::Open;
        if self.game.waits_for_clock() || is_open {
            return texts.text("online.prompt_waiting").to_owned();
        }
        if !self.game.is_my_turn() {
            return texts.format("online.prompt_other", &[("player", &self.game.who(player))]);
        }
        self.line.with_steps(texts.format("line.prompt", &[("player", &self.game.seat_name(player))]))
    }

    pub(super) fn on_event(&mut self, number: u32, event: LiveEvent) -> Result<(), Failure> {
        let texts = self.texts();
        let reports =
            self.game.on_event(number, event).map_err(|error| Failure::failed(self.game.tell(&error)))?;
        self.line.table = self.new_table();
        for report in reports {
            self.begin_news();
            self.report(report)?;
        }
        let next = self.game.go_on().map_err(|error| Failure::failed(self.game.tell(&error)))?;
        let Some(problems) = next else { return Ok(()) };
        self.begin_news();
        for problem in &problems {
            errln!("{problem}");
        }
        self.line.note(&texts.format("online.rematch", &[("address", &self.game.address)]));
        self.line.turn.reset();
        self.line.explained = None;
        self.welcome()
    }

    fn report(&mut self, report: Report) -> Result<(), Failure> {
        let texts = self.texts();
        let note = |key: &'static str| self.line.note(texts.text(key));
        match report {
            Report::Lost => note("online.lost"),
            Report::Unsure => note("online.unsure"),
            Report::Restored => note("online.back"),
            Report::Rejected(why) => errln!("{}", texts.format("online.problem", &[("why", &why)])),
            Report::Accepted(RemoteCommand::Ask(Offer::Draw)) => note("online.draw_offered"),
            Report::Accepted(RemoteCommand::Ask(Offer::Takeback)) => note("online.takeback_asked"),
            Report::Accepted(RemoteCommand::Rematch) => note("online.rematch_asked"),
            // The game shows the effect.
            Report::Accepted(_) => {}
            Report::SatDown(player) => {
                self.line.note(&texts.format("online.sits_down", &[("player", &self.game.who(player))]));
            }
            Report::TakenBack(moves) => {
                self.line.turn.reset();
                self.line.explained = None;
                self.line.note(&texts.format("line.undone", &[("moves", &moves.join(" "))]));
            }
            Report::Moved(ply) => self.tell_move(ply)?,
            Report::Changed => self.print_board()?,
            Report::Over(outcome) => {
                if let Some(problem) = self.game.save_record() {
                    errln!("{problem}.");
                }
                self.end(outcome)?;
            }
            Report::Asked(offer, by) => self.tell_offer(offer, by),
            Report::Declined(Offer::Draw) => note("online.draw_gone"),
            Report::Declined(Offer::Takeback) => note("online.takeback_gone"),
        }
        Ok(())
    }

    /// Prints the move after this many others, and its effects.
    fn tell_move(&mut self, ply: usize) -> Result<(), Failure> {
        self.line.turn.reset();
        let session = &self.game.session;
        let Some((mv, player)) = session.move_at(ply).zip(session.mover_at(ply)) else { return Ok(()) };
        if !self.game.is_mine(player) {
            writeln!(output::text(), "{}: {mv}", self.game.who(player))?;
        }
        let remarks = session.board().remarks(ply + 1);
        if !remarks.is_empty() {
            self.line.note(&Printer::wrap(&self.texts().messages(&remarks), 0));
        }
        Ok(())
    }

    /// Reports the offer or request of another player.
    pub(super) fn tell_offer(&self, offer: Offer, by: Player) {
        let texts = self.texts();
        let [accept, decline] = ["accept", "decline"].map(|word| texts.command(word));
        let key = match offer {
            Offer::Draw => "online.offers_draw",
            Offer::Takeback => "online.asks_takeback",
        };
        let by = self.game.who(by);
        self.line.note(&texts.format(key, &[("player", &by), ("accept", &accept), ("decline", &decline)]));
    }

    pub(super) fn end(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.stop_flag.set_last_words(None);
        self.asks_to_resign = false;
        self.line.print_outcome(outcome)?;
        Ok(output::flush()?)
    }
}

/// Reads standard input on a separate thread: one line for each request.
fn read_lines(events: Sender<Event>) -> io::Result<Sender<()>> {
    let (ask, asked): (Sender<()>, Receiver<()>) = channel();
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut stdin = io::stdin().lock();
        for () in asked {
            if events.send(Event::Typed(lines::read(&mut stdin, MAX_LINE_LEN))).is_err() {
                return;
            }
        }
    })?;
    Ok(ask)
}
