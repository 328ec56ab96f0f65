//! A game on a server as people see it in line mode: boards and news are printed as they come, and moves and commands
//! are typed at any time.
//!
//! Lines that do not come from a terminal wait for their moment: a move for its turn, an answer for its question. So
//! a script may send all of its moves at once.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use cairn_rules::Player;
use cairn_session::Session;
use cairn_storage::OnlineSeat;
use cairn_table::{Table, TableSetup};
use cairn_texts::Texts;

use super::address::Address;
use super::connect::Trouble;
use super::live::Line;
use super::replay::session_of;
use super::wire::{BOTS, SeatKind, State};
use super::{Event, Visit, read_lines};
use crate::failure::Failure;
use crate::interrupt::StopFlag;
use crate::lines::InputLine;
use crate::play::autosave::GameSave;
use crate::play::command::{ONLINE, Verb};
use crate::play::table::LineTable;
use crate::printer::Printer;
use crate::stderr::{self, errln};
use crate::user_data::UserData;
use crate::{date, stdout};

/// Whether the game goes on.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Flow {
    Continue,
    Leave,
}

/// What was sent and has not come to its end.
pub(super) struct Sent {
    pub(super) n: u64,
    /// The command; `None` for a move.
    pub(super) verb: Option<Verb>,
    /// Whether the server has taken it.
    pub(super) is_taken: bool,
}

/// A table whose game is on a server.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct OnlineTable<'a> {
    pub(super) line: LineTable<'a>,
    pub(super) user_data: &'a UserData,
    pub(super) address: Address,
    pub(super) state: State,
    /// When the clocks were as the state says.
    pub(super) told_at: Instant,
    pub(super) seat: Option<OnlineSeat>,
    pub(super) live: Line,
    /// The number of the live line; news from an earlier one is none.
    pub(super) number: u32,
    pub(super) events: Receiver<Event>,
    pub(super) sender: Sender<Event>,
    pub(super) ask_line: Sender<()>,
    /// Whether a line was asked for.
    pub(super) is_reading: bool,
    /// A line that waits for its moment.
    pub(super) typed: Option<InputLine>,
    pub(super) is_terminal: bool,
    pub(super) stop_flag: StopFlag,
    pub(super) sent: Option<Sent>,
    /// The number of messages sent.
    pub(super) count: u64,
    /// Whether the user was asked whether they really resign.
    pub(super) asks_to_resign: bool,
    pub(super) wants_rematch: bool,
    /// Whether a prompt stands at the end of the last line.
    pub(super) is_prompting: bool,
    /// The number of moves before the turn that was explained last.
    pub(super) explained: Option<usize>,
}

impl<'a> OnlineTable<'a> {
    pub(super) fn new(printer: Printer, user_data: &'a UserData, visit: Visit) -> Result<Self, Failure> {
        let Visit { address, state, seat } = visit;
        let session = checked(&address, &state, printer.texts())?;
        let stop_flag = StopFlag::new();
        let setup = TableSetup::new(session, Vec::new(), 0);
        let mut line = LineTable::new(printer, setup, GameSave::new(user_data), stop_flag.clone());
        line.commands = ONLINE;
        let (sender, events) = channel();
        let token = seat.as_ref().map(|seat| seat.token.clone());
        let live = Line::open(address.clone(), token, printer.texts(), 0, sender.clone())?;
        let ask_line = read_lines(sender.clone())?;
        Ok(Self {
            line,
            user_data,
            address,
            state,
            told_at: Instant::now(),
            seat,
            live,
            number: 0,
            events,
            sender,
            ask_line,
            is_reading: false,
            typed: None,
            is_terminal: io::stdin().is_terminal(),
            stop_flag,
            sent: None,
            count: 0,
            asks_to_resign: false,
            wants_rematch: false,
            is_prompting: false,
            explained: None,
        })
    }

    pub(super) fn texts(&self) -> Texts {
        self.line.texts()
    }

    pub(super) fn session(&self) -> &dyn Session {
        self.line.table.session()
    }

    /// Plays until the game is over or the user leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.welcome()?;
        let result = self.play();
        self.stop_flag.set_last_words(None);
        if !self.line.table.is_over() && !matches!(result, Err(Failure::Closed)) {
            self.line.note(&format!("{}.", self.come_back()));
        }
        result
    }

    pub(super) fn welcome(&mut self) -> Result<(), Failure> {
        let texts = self.texts();
        self.line.table = self.table_of(self.session().fork());
        let game = self.session().info().name;
        self.line.note(&texts.tell("line.begin", &[("game", &game)]));
        let mine: Vec<&str> = self
            .players()
            .filter(|player| self.is_mine(*player))
            .map(|player| self.line.seat_name(player))
            .collect();
        if mine.is_empty() {
            self.line.note(texts.say("online.watching"));
        } else {
            self.line.note(&texts.tell("online.playing", &[("seats", &mine.join(", "))]));
        }
        if !self.line.table.is_over() {
            self.stop_flag.set_last_words(Some(self.come_back()));
        }
        self.print_board()?;
        self.tell_offers(None);
        self.line.table.session().outcome().map_or(Ok(()), |outcome| self.end(outcome))
    }

    pub(super) fn come_back(&self) -> String {
        self.texts().tell("online.come_back", &[("address", &self.address)])
    }

    pub(super) fn play(&mut self) -> Result<(), Failure> {
        loop {
            while let Some(line) = self.typed.take() {
                if self.must_wait(&line) {
                    self.typed = Some(line);
                    break;
                }
                self.is_prompting = false;
                if self.obey(line)? == Flow::Leave {
                    return Ok(());
                }
            }
            if self.is_done() {
                return Ok(());
            }
            self.prompt()?;
            if self.typed.is_none() && !self.is_reading {
                // Whoever reads lines is there as long as this is.
                self.is_reading = self.ask_line.send(()).is_ok();
            }
            // Ctrl-C ends the program at any time: the game is not here.
            let Ok(event) = self.stop_flag.while_prompting(|| self.events.recv()) else { return Ok(()) };
            match event {
                Event::Typed(line) => {
                    self.is_reading = false;
                    self.typed = Some(line?);
                }
                Event::News(number, news) if number == self.number => self.hear(news)?,
                Event::News(..) => {}
            }
        }
    }

    /// A table for a game, with the names of those who play it in its record.
    pub(super) fn table_of(&self, session: Box<dyn Session>) -> Table {
        let mut table = Table::new(TableSetup::new(session, Vec::new(), 0).with_date(date::today()));
        for player in self.players() {
            let seat = &self.state.seats[player.index()];
            if let Some(name) = seat.name.as_ref().or(seat.bot.as_ref()) {
                table.set_player_name(player, name);
            }
        }
        table
    }

    pub(super) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        Player::seats(self.state.seats.len())
    }

    pub(super) fn is_mine(&self, player: Player) -> bool {
        self.seat.as_ref().is_some_and(|seat| seat.seats.contains(&player.index()))
    }

    pub(super) fn is_my_turn(&self) -> bool {
        !self.line.table.is_over() && self.is_mine(self.session().to_move())
    }

    /// Whether nobody moves yet because a seat is open and there are clocks.
    pub(super) fn waits_for_clock(&self) -> bool {
        self.state.clock.is_some() && self.state.is_waiting()
    }

    /// What another player waits to be answered.
    pub(super) fn asked_by_others(&self) -> Option<Asked> {
        let by_others = |seat: Option<usize>| {
            seat.and_then(|seat| self.players().nth(seat)).is_some_and(|player| {
                // Who plays several seats answers themselves.
                !self.is_mine(player) || self.players().all(|player| self.is_mine(player))
            })
        };
        if by_others(self.state.draw_offer) {
            return Some(Asked::Draw);
        }
        by_others(self.state.takeback).then_some(Asked::Takeback)
    }

    /// `White (Ana)`, `White (level 3)`.
    pub(super) fn who(&self, player: Player) -> String {
        let (texts, name) = (self.texts(), self.line.seat_name(player));
        let seat = &self.state.seats[player.index()];
        match (&seat.name, &seat.bot) {
            (_, Some(bot)) if BOTS.contains(&bot.as_str()) => format!("{name} ({})", texts.who(bot)),
            (Some(person), _) => format!("{name} ({})", cairn_texts::safe_line(person)),
            _ => name.to_owned(),
        }
    }

    /// Prints the board, and the clocks if there are any.
    pub(super) fn print_board(&self) -> Result<(), Failure> {
        self.line.print_board()?;
        if let Some(times) = self.times() {
            self.line.note(&self.texts().tell("online.clocks", &[("times", &times)]));
        }
        Ok(stdout::flush()?)
    }

    /// `White 4:58, Black 5:00`.
    pub(super) fn times(&self) -> Option<String> {
        let clock = self.state.clock.as_ref()?;
        let times = self.players().zip(&clock.left).map(|(player, left)| {
            let is_running = clock.running == Some(player.index());
            let gone = if is_running { self.told_at.elapsed().as_secs() } else { 0 };
            format!("{} {}", self.line.seat_name(player), time((left / 1000).saturating_sub(gone)))
        });
        Some(times.collect::<Vec<_>>().join(", "))
    }

    /// Makes room for news: a prompt that stands there is left behind, with what was typed after it.
    pub(super) fn begin_news(&mut self) {
        if std::mem::take(&mut self.is_prompting) && !self.line.printer.is_quiet() {
            errln!();
        }
    }

    /// Says what is expected, unless that stands there already.
    pub(super) fn prompt(&mut self) -> Result<(), Failure> {
        stdout::flush()?;
        if self.is_prompting || self.sent.is_some() {
            return Ok(());
        }
        let ply = self.session().history().len();
        if self.is_my_turn() && !self.waits_for_clock() && self.explained != Some(ply) {
            self.explained = Some(ply);
            self.line.print_prompt();
        }
        self.is_prompting = true;
        if !self.line.printer.is_quiet() {
            stderr::prompt(&format!("{}> ", self.prompt_text()));
        }
        Ok(())
    }

    pub(super) fn prompt_text(&self) -> String {
        let texts = self.texts();
        if self.asks_to_resign {
            return texts.say("online.really_resign").to_owned();
        }
        if self.line.table.is_over() {
            return texts.say("online.prompt_over").to_owned();
        }
        let player = self.session().to_move();
        let is_open = self.state.seats[player.index()].kind == SeatKind::Open;
        if self.waits_for_clock() || is_open {
            return texts.say("online.prompt_waiting").to_owned();
        }
        if !self.is_my_turn() {
            return texts.tell("online.prompt_other", &[("player", &self.who(player))]);
        }
        let prompt = texts.tell("line.prompt", &[("player", &self.line.seat_name(player))]);
        let steps = self.line.step_names(self.line.turn.steps());
        if steps.is_empty() { prompt } else { format!("{prompt}, {}", steps.join(" ")) }
    }
}

/// What can be accepted or declined.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Asked {
    Draw,
    Takeback,
}

/// The game of a state, if it is one.
pub(super) fn checked(address: &Address, state: &State, texts: Texts) -> Result<Box<dyn Session>, Failure> {
    session_of(state).map_err(|what| Failure::Failed(Trouble::Nonsense(what).tell(address, texts)))
}

/// `4:58`, `1:02:03`, `2d 3:00:00`.
fn time(seconds: u64) -> String {
    let (days, hours, minutes, rest) =
        (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{rest:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{rest:02}"),
        _ => format!("{days}d {hours}:{minutes:02}:{rest:02}"),
    }
}
