//! A game on a server as people see it in line mode: boards and news are printed as they come, and moves and commands
//! are typed at any time.
//!
//! Lines that do not come from a terminal wait for their moment: a move for its turn, an answer for its question. So
//! a script may send all of its moves at once.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use cairn_rules::{Outcome, Player};
use cairn_session::Session;
use cairn_storage::OnlineSeat;
use cairn_table::{Progress, Table, TableSetup};
use cairn_texts::Texts;

use super::address::{Address, is_id};
use super::connect::Trouble;
use super::live::{Line, News, Wish};
use super::replay::session_of;
use super::wire::{BOTS, Heard, SeatKind, State};
use super::{Event, Visit, keep, read_lines};
use crate::failure::Failure;
use crate::interrupt::StopFlag;
use crate::lines::InputLine;
use crate::play::autosave::GameSave;
use crate::play::command::{Command, ONLINE, Verb};
use crate::play::input::yes_or_no;
use crate::play::table::LineTable;
use crate::printer::Printer;
use crate::stderr::{self, errln};
use crate::user_data::UserData;
use crate::{date, stdout};

/// Whether the game goes on.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Flow {
    Continue,
    Leave,
}

/// What was sent and has not come to its end.
struct Sent {
    n: u64,
    /// The command; `None` for a move.
    verb: Option<Verb>,
    /// Whether the server has taken it.
    is_taken: bool,
}

/// A table whose game is on a server.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct OnlineTable<'a> {
    line: LineTable<'a>,
    user_data: &'a UserData,
    address: Address,
    state: State,
    /// When the clocks were as the state says.
    told_at: Instant,
    seat: Option<OnlineSeat>,
    live: Line,
    /// The number of the live line; news from an earlier one is none.
    number: u32,
    events: Receiver<Event>,
    sender: Sender<Event>,
    ask_line: Sender<()>,
    /// Whether a line was asked for.
    is_reading: bool,
    /// A line that waits for its moment.
    typed: Option<InputLine>,
    is_terminal: bool,
    stop_flag: StopFlag,
    sent: Option<Sent>,
    /// The number of messages sent.
    count: u64,
    /// Whether the user was asked whether they really resign.
    asks_to_resign: bool,
    wants_rematch: bool,
    /// Whether a prompt stands at the end of the last line.
    is_prompting: bool,
    /// The number of moves before the turn that was explained last.
    explained: Option<usize>,
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

    fn texts(&self) -> Texts {
        self.line.texts()
    }

    fn session(&self) -> &dyn Session {
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

    fn welcome(&mut self) -> Result<(), Failure> {
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

    fn come_back(&self) -> String {
        self.texts().tell("online.come_back", &[("address", &self.address)])
    }

    fn play(&mut self) -> Result<(), Failure> {
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

    /// Whether there is nothing left to do: without a terminal, or for watchers, the end of the game is the end.
    fn is_done(&self) -> bool {
        let can_go_on = self.is_terminal && self.seat.is_some();
        let is_busy = self.typed.is_some() || self.sent.is_some() || self.wants_rematch;
        self.line.table.is_over() && !can_go_on && !is_busy
    }

    /// Whether a line has to wait for its moment.
    fn must_wait(&self, line: &InputLine) -> bool {
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

    fn obey(&mut self, line: InputLine) -> Result<Flow, Failure> {
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

    fn command(&mut self, verb: Verb, argument: &str) -> Result<(), Failure> {
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

    fn act(&mut self, verb: Verb, action: &'static str) {
        self.count += 1;
        self.sent = Some(Sent { n: self.count, verb: Some(verb), is_taken: false });
        self.live.send(Wish::Action { n: self.count, action });
    }

    /// Takes a move or a step of one; a whole and legal move is sent.
    fn type_move(&mut self, text: String) {
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

    fn hear(&mut self, news: News) -> Result<(), Failure> {
        let texts = self.texts();
        match news {
            News::Lost => {
                self.begin_news();
                self.line.note(texts.say("online.lost"));
                // A move is sent again; whether anything else has arrived, nobody knows.
                if let Some(Sent { verb: Some(_), .. }) = self.sent {
                    self.sent = None;
                    self.line.note(texts.say("online.unsure"));
                }
                Ok(())
            }
            News::Back => {
                self.begin_news();
                self.line.note(texts.say("online.back"));
                Ok(())
            }
            News::Ended(trouble) => Err(Failure::Failed(trouble.tell(&self.address, texts))),
            News::Heard(Heard::State { state } | Heard::Moved { state } | Heard::Changed { state }) => {
                self.follow(*state)?;
                if self.sent.as_ref().is_some_and(|sent| sent.is_taken) {
                    self.sent = None;
                }
                Ok(())
            }
            News::Heard(Heard::Ok { n }) => {
                let Some(sent) = self.sent.as_mut().filter(|sent| sent.n == n) else { return Ok(()) };
                sent.is_taken = true;
                if let Some(verb) = sent.verb {
                    self.action_taken(verb);
                }
                // What has come of it.
                self.live.send(Wish::Hello);
                Ok(())
            }
            News::Heard(Heard::Problem { n, detail }) => {
                if n.is_some() && self.sent.as_ref().is_some_and(|sent| Some(sent.n) == n) {
                    self.sent = None;
                }
                self.begin_news();
                errln!("{}", texts.tell("online.problem", &[("why", &detail)]));
                // Whatever it was, the game may be further than it is here.
                if n.is_some() {
                    self.live.send(Wish::Hello);
                }
                Ok(())
            }
            News::Heard(Heard::Other) => Ok(()),
        }
    }

    /// Says what a command has led to where the game does not show it.
    fn action_taken(&mut self, verb: Verb) {
        let key = match verb {
            Verb::Draw => "online.draw_offered",
            Verb::Takeback => "online.takeback_asked",
            Verb::Rematch => {
                self.wants_rematch = true;
                "online.rematch_asked"
            }
            _ => return,
        };
        self.begin_news();
        self.line.note(self.texts().say(key));
    }

    /// Shows how the game has changed.
    fn follow(&mut self, state: State) -> Result<(), Failure> {
        let texts = self.texts();
        if Some(state.id.as_str()) != self.address.game() {
            let trouble = Trouble::Nonsense("another game".to_owned());
            return Err(Failure::Failed(trouble.tell(&self.address, texts)));
        }
        let session = checked(&self.address, &state, texts)?;
        let before = std::mem::replace(&mut self.state, state);
        self.told_at = Instant::now();
        let (was_over, old) = (self.line.table.is_over(), self.session().history());
        self.line.table = self.table_of(session);
        self.tell_joins(&before);
        let new = self.session().history();
        let common = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        if common < old.len() {
            self.begin_news();
            self.line.turn.reset();
            self.explained = None;
            let moves = old.get(common..).unwrap_or_default().join(" ");
            self.line.note(&texts.tell("line.undone", &[("moves", &moves)]));
        }
        self.tell_moves(common)?;
        let outcome = self.session().outcome().filter(|_| !was_over);
        if common != old.len().max(new.len()) || outcome.is_some() {
            self.begin_news();
            self.print_board()?;
        }
        if let Some(outcome) = outcome {
            self.end(outcome)?;
        } else {
            self.tell_offers(Some(&before));
        }
        self.follow_rematch()
    }

    fn tell_joins(&mut self, before: &State) {
        let texts = self.texts();
        for player in self.players().collect::<Vec<_>>() {
            let was_open = before.seats.get(player.index()).is_some_and(|seat| seat.kind == SeatKind::Open);
            if was_open && self.state.seats[player.index()].kind != SeatKind::Open && !self.is_mine(player) {
                self.begin_news();
                self.line.note(&texts.tell("online.sits_down", &[("player", &self.who(player))]));
            }
        }
    }

    /// Prints the moves from the one with this number on, and what they have done.
    fn tell_moves(&mut self, from: usize) -> Result<(), Failure> {
        let texts = self.texts();
        let moves = self.session().history();
        for (ply, mv) in moves.iter().enumerate().skip(from) {
            self.begin_news();
            self.line.turn.reset();
            let before = cairn_session::at_ply(self.session(), ply);
            let Some(player) = before.map(|before| before.to_move()) else { continue };
            if !self.is_mine(player) {
                writeln!(stdout::text(), "{}: {mv}", self.who(player))?;
            }
            let remarks = self.session().remarks(ply + 1);
            if !remarks.is_empty() {
                self.line.note(&Printer::wrap(&texts.sentences(&remarks), 0));
            }
        }
        Ok(())
    }

    /// Says what the others offer and ask, and what has become of our own offers.
    fn tell_offers(&mut self, before: Option<&State>) {
        let texts = self.texts();
        for (now, then, asks, gone) in [
            (
                self.state.draw_offer,
                before.and_then(|state| state.draw_offer),
                "online.offers_draw",
                "online.draw_gone",
            ),
            (
                self.state.takeback,
                before.and_then(|state| state.takeback),
                "online.asks_takeback",
                "online.takeback_gone",
            ),
        ] {
            let player = |seat: Option<usize>| seat.and_then(|seat| self.players().nth(seat));
            match (player(now), player(then)) {
                (Some(by), then) if then != Some(by) && !self.is_mine(by) => {
                    let [accept, decline] = ["accept", "decline"].map(|word| texts.command(word));
                    let by = self.who(by);
                    let news =
                        texts.tell(asks, &[("player", &by), ("accept", &accept), ("decline", &decline)]);
                    self.begin_news();
                    self.line.note(&news);
                }
                (None, Some(by)) if self.is_mine(by) && self.is_unchanged(before) => {
                    self.begin_news();
                    self.line.note(texts.say(gone));
                }
                _ => {}
            }
        }
    }

    /// Whether no move was made or taken back, so that an offer that has gone was declined.
    fn is_unchanged(&self, before: Option<&State>) -> bool {
        before.is_some_and(|before| before.moves.len() == self.state.moves.len())
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.stop_flag.set_last_words(None);
        self.asks_to_resign = false;
        self.line.print_outcome(outcome)?;
        Ok(stdout::flush()?)
    }

    /// Goes over to the next game once everybody wants it: the players move up one seat, with the same tokens.
    fn follow_rematch(&mut self) -> Result<(), Failure> {
        let Some(id) = self.state.rematch.clone() else { return Ok(()) };
        let texts = self.texts();
        if !is_id(&id) {
            let trouble = Trouble::Nonsense("an id that is none".to_owned());
            return Err(Failure::Failed(trouble.tell(&self.address, texts)));
        }
        let address = self.address.of_game(&id);
        let (Some(seat), true) = (&self.seat, self.wants_rematch) else { return Ok(()) };
        let count = self.state.seats.len();
        let mut seats: Vec<usize> = seat.seats.iter().map(|seat| (seat + 1) % count).collect();
        seats.sort_unstable();
        let seat = OnlineSeat { game: address.to_string(), seats, token: seat.token.clone() };
        keep(self.line.printer, self.user_data, &seat);
        self.begin_news();
        self.line.note(&texts.tell("online.rematch", &[("address", &address)]));
        self.number += 1;
        let token = Some(seat.token.clone());
        self.live = Line::open(address.clone(), token, texts, self.number, self.sender.clone())?;
        let start = cairn_session::open(&self.session().spec(), self.session().start_position().as_deref());
        let start = start.map_err(|error| Failure::Failed(error.to_string()))?;
        self.state.seats.rotate_right(1);
        self.state.moves.clear();
        (self.state.result, self.state.reason, self.state.rematch) = (None, None, None);
        (self.state.draw_offer, self.state.takeback, self.state.clock) = (None, None, None);
        (self.address, self.seat) = (address, Some(seat));
        (self.sent, self.wants_rematch, self.explained) = (None, false, None);
        self.state.id = id;
        self.line.table = self.table_of(start);
        self.line.turn.reset();
        self.welcome()
    }

    /// A table for a game, with the names of those who play it in its record.
    fn table_of(&self, session: Box<dyn Session>) -> Table {
        let mut table = Table::new(TableSetup::new(session, Vec::new(), 0).with_date(date::today()));
        for player in self.players() {
            let seat = &self.state.seats[player.index()];
            if let Some(name) = seat.name.as_ref().or(seat.bot.as_ref()) {
                table.set_player_name(player, name);
            }
        }
        table
    }

    fn players(&self) -> impl Iterator<Item = Player> + use<> {
        Player::seats(self.state.seats.len())
    }

    fn is_mine(&self, player: Player) -> bool {
        self.seat.as_ref().is_some_and(|seat| seat.seats.contains(&player.index()))
    }

    fn is_my_turn(&self) -> bool {
        !self.line.table.is_over() && self.is_mine(self.session().to_move())
    }

    /// Whether nobody moves yet because a seat is open and there are clocks.
    fn waits_for_clock(&self) -> bool {
        self.state.clock.is_some() && self.state.is_waiting()
    }

    /// What another player waits to be answered.
    fn asked_by_others(&self) -> Option<Asked> {
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
    fn who(&self, player: Player) -> String {
        let (texts, name) = (self.texts(), self.line.seat_name(player));
        let seat = &self.state.seats[player.index()];
        match (&seat.name, &seat.bot) {
            (_, Some(bot)) if BOTS.contains(&bot.as_str()) => format!("{name} ({})", texts.who(bot)),
            (Some(person), _) => format!("{name} ({})", cairn_texts::safe_line(person)),
            _ => name.to_owned(),
        }
    }

    /// Prints the board, and the clocks if there are any.
    fn print_board(&self) -> Result<(), Failure> {
        self.line.print_board()?;
        if let Some(times) = self.times() {
            self.line.note(&self.texts().tell("online.clocks", &[("times", &times)]));
        }
        Ok(stdout::flush()?)
    }

    /// `White 4:58, Black 5:00`.
    fn times(&self) -> Option<String> {
        let clock = self.state.clock.as_ref()?;
        let times = self.players().zip(&clock.left).map(|(player, left)| {
            let is_running = clock.running == Some(player.index());
            let gone = if is_running { self.told_at.elapsed().as_secs() } else { 0 };
            format!("{} {}", self.line.seat_name(player), time((left / 1000).saturating_sub(gone)))
        });
        Some(times.collect::<Vec<_>>().join(", "))
    }

    /// Makes room for news: a prompt that stands there is left behind, with what was typed after it.
    fn begin_news(&mut self) {
        if std::mem::take(&mut self.is_prompting) && !self.line.printer.is_quiet() {
            errln!();
        }
    }

    /// Says what is expected, unless that stands there already.
    fn prompt(&mut self) -> Result<(), Failure> {
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

    fn prompt_text(&self) -> String {
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
enum Asked {
    Draw,
    Takeback,
}

/// The game of a state, if it is one.
fn checked(address: &Address, state: &State, texts: Texts) -> Result<Box<dyn Session>, Failure> {
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
