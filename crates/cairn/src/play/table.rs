//! A table in line mode: carries out the effects of the table core on standard input and output.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::time::Instant;

use cairn_engine::bots::{BotFault, PlayerSpec};
use cairn_engine::{Score, Variation};
use cairn_rules::{MoveError, Outcome, Player};
use cairn_session::Session;
use cairn_table::{Effect, Event, Notice, Question, Refused, Table, TableSetup, Turn};
use cairn_texts::{Texts, nearest, nearest_moves, safe_line};

use super::autosave::GameSave;
use super::command::{self, Command, Commands, Verb};
use super::input::Input;
use super::rated::Counting;
use crate::cli::progress;
use crate::failure::Failure;
use crate::interrupt::StopFlag;
use crate::printer::Printer;
use crate::stderr::errln;
use crate::{date, score_text, stdout};

/// The number of moves printed with a hint.
const HINT_MOVES: usize = 8;

/// A game and its players.
pub(super) struct Seating {
    pub(super) session: Box<dyn Session>,
    pub(super) players: Vec<PlayerSpec>,
    pub(super) seed: u64,
}

/// A table in line mode.
pub(crate) struct LineTable<'a> {
    pub(crate) printer: Printer,
    pub(crate) table: Table,
    /// What can be typed.
    pub(crate) commands: Commands,
    /// Files that this game was saved to before; these may be replaced.
    pub(super) saved_files: HashSet<PathBuf>,
    pub(super) save: GameSave<'a>,
    /// Whether somebody who wanted to leave was told what would be lost.
    is_warned: bool,
    /// The turn of a person who builds it step by step.
    pub(crate) turn: Turn,
    /// The number of moves before the turn whose prompt was printed last.
    prompted: Option<usize>,
    stop_flag: StopFlag,
    opened: Instant,
}

/// Whether the game goes on.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Flow {
    Continue,
    Leave,
}

impl<'a> LineTable<'a> {
    pub(super) fn new(printer: Printer, seating: Seating, save: GameSave<'a>, stop_flag: StopFlag) -> Self {
        let Seating { session, players, seed } = seating;
        Self::open(printer, TableSetup::new(session, players, seed), save, stop_flag)
    }

    /// The same for a table that was set up in another way.
    pub(crate) fn open(printer: Printer, setup: TableSetup, save: GameSave<'a>, stop_flag: StopFlag) -> Self {
        let table = Table::new(setup.with_date(date::today()));
        if table.has_bot() {
            printer.detail(&format!("seed {}", table.seed()));
        }
        Self {
            printer,
            table,
            commands: command::LOCAL,
            saved_files: HashSet::new(),
            save,
            is_warned: false,
            turn: Turn::default(),
            prompted: None,
            stop_flag,
            opened: Instant::now(),
        }
    }

    pub(crate) fn texts(&self) -> Texts {
        self.printer.texts()
    }

    pub(crate) fn seat_name(&self, player: Player) -> &'static str {
        self.texts().seat(self.table.session().info().seats[player.index()].name)
    }

    /// Prints a remark to standard error unless output is quiet.
    pub(crate) fn note(&self, message: &str) {
        self.printer.note(message);
    }

    pub(crate) fn print_board(&self) -> Result<(), Failure> {
        if !self.printer.is_quiet() {
            stdout::text().draw(&self.printer.draw(&self.table.shown().scene()))?;
        }
        Ok(())
    }

    /// Plays until the game is over or the players quit.
    pub(super) fn run(mut self, input: &mut Input) -> Result<(), Failure> {
        self.table.start_bots().map_err(|(player, fault)| self.bot_failure(player, &fault))?;
        if self.table.has_human() {
            let game = self.table.session().info().name;
            self.note(&self.texts().tell("line.begin", &[("game", &game)]));
        }
        if self.table.is_rated() {
            self.note(self.texts().say("rating.begin"));
        }
        self.print_board()?;
        let result = self.play(input);
        if let Some(loss) = self.save.loss(self.printer, &self.table) {
            errln!("{loss}.");
        } else if self.save.is_saved(&self.table) {
            self.note(self.texts().say("line.kept"));
        }
        self.stop_flag.set_last_words(None);
        result
    }

    fn play(&mut self, input: &mut Input) -> Result<(), Failure> {
        let mut flow = self.send(Event::Tick, input)?;
        while flow == Flow::Continue {
            flow = if self.table.is_over() { self.finish(input)? } else { self.prompt_command(input)? };
        }
        Ok(())
    }

    /// Sends an event to the table and carries out its effects. Bots think on this thread.
    pub(super) fn send(&mut self, event: Event, input: &mut Input) -> Result<Flow, Failure> {
        let mut events = VecDeque::from([event]);
        let mut flow = Flow::Continue;
        while let Some(event) = events.pop_front() {
            for effect in self.table.handle(event, self.opened.elapsed()) {
                match effect {
                    Effect::Save => self.save(),
                    Effect::Notify(notice) => self.print_notice(&notice)?,
                    Effect::Refuse(refused) => self.print_refusal(&refused),
                    Effect::Ask(Question::Draw(player)) => match self.ask_about_draw(player, input)? {
                        Some(accept) => events.push_back(Event::AnswerDraw { player, accept }),
                        None => flow = Flow::Leave,
                    },
                    // Everybody sits at the same screen, so there is no need to ask.
                    Effect::Ask(Question::Takeback(player)) => {
                        events.push_back(Event::AnswerTakeback { player, accept: true });
                    }
                    Effect::Think(job) => {
                        // A level that is rated against is not cut short.
                        let is_hurried = !self.table.is_rated();
                        let job = if is_hurried { job.with_stop_flag(self.stop_flag.flag()) } else { job };
                        let thought = job.run();
                        // Ctrl-C in a game between bots pauses it after this move, or ends the program if
                        // there is no terminal to resume from.
                        if self.stop_flag.take() && !self.table.has_human() {
                            events.push_back(Event::Step);
                            flow = if input.is_terminal() { Flow::Continue } else { Flow::Leave };
                        }
                        events.push_back(Event::Thought(thought));
                    }
                    Effect::Analyze(job) => {
                        let news = job.with_stop_flag(self.stop_flag.flag()).run(&mut |_| ());
                        self.stop_flag.take();
                        events.push_back(Event::Analysis(news));
                    }
                    Effect::Review(job) => {
                        let bar = progress::review_bar(self.printer, self.table.session().history().len());
                        let job = job.with_stop_flag(self.stop_flag.flag());
                        let news = job.run(&mut |news| bar.set_position(news.review.moves().len() as u64));
                        bar.finish_and_clear();
                        self.stop_flag.take();
                        events.push_back(Event::Reviewed(news));
                    }
                }
            }
        }
        Ok(flow)
    }

    /// Stores the game as it stands.
    pub(super) fn save(&mut self) {
        self.save.save(self.printer, &self.table);
        self.stop_flag.set_last_words(self.save.loss(self.printer, &self.table));
        self.is_warned = false;
    }

    /// Notes that the game as it stands was written to a file.
    pub(super) fn kept_elsewhere(&mut self) {
        self.save.kept_elsewhere(&self.table);
        self.stop_flag.set_last_words(self.save.loss(self.printer, &self.table));
    }

    /// Whether to stay although somebody wants to leave: moves would be lost, and they have not been told
    /// since the last one.
    pub(super) fn must_warn(&mut self, input: &Input) -> bool {
        let Some(loss) = self.save.loss(self.printer, &self.table) else { return false };
        if !input.is_terminal() || self.is_warned {
            return false;
        }
        self.is_warned = true;
        let save = self.texts().command("save");
        errln!("{}", self.texts().tell("line.leave", &[("loss", &loss), ("save", &save)]));
        true
    }

    fn print_notice(&mut self, notice: &Notice) -> Result<(), Failure> {
        let texts = self.texts();
        match notice {
            Notice::Moved { player, mv, remarks } => {
                self.turn.reset();
                if !self.table.is_human(*player) {
                    writeln!(stdout::text(), "{}: {mv}", self.bot_name(*player))?;
                }
                if !remarks.is_empty() && self.table.has_human() {
                    self.note(&Printer::wrap(&texts.sentences(remarks), 0));
                }
                if !self.table.is_over() && (self.table.has_human() || self.table.is_paused()) {
                    self.print_board()?;
                }
            }
            Notice::TakenBack(moves) => {
                self.turn.reset();
                self.note(&texts.tell("line.undone", &[("moves", &moves.join(" "))]));
                self.print_board()?;
            }
            Notice::PlayedAgain(moves) => {
                self.turn.reset();
                self.note(&texts.tell("line.redone", &[("moves", &moves.join(" "))]));
                self.print_board()?;
            }
            Notice::DrawDeclined(player) | Notice::TakebackDeclined(player) => {
                self.note(&texts.tell("line.declines", &[("player", &self.seat_name(*player))]));
            }
            Notice::Resigned(player) => {
                self.note(&texts.tell("line.resigns", &[("player", &self.seat_name(*player))]));
            }
            Notice::TimeUp(player) => {
                self.note(&texts.tell("line.time_up", &[("player", &self.seat_name(*player))]));
            }
            Notice::BotFailed { player, fault } => {
                return Err(self.bot_failure(*player, fault));
            }
            Notice::Hint(line) => self.print_hint(line)?,
            Notice::Ended(_) => self.print_board()?,
            Notice::NewGame => {
                self.turn.reset();
                self.prompted = None;
                self.save = self.save.for_new_game();
                self.saved_files.clear();
                self.stop_flag.set_last_words(None);
                self.print_board()?;
            }
        }
        Ok(())
    }

    fn print_refusal(&self, refused: &Refused) {
        let texts = self.texts();
        let message = match refused {
            Refused::Move(error) => self.with_help(&format!("{}.", self.move_error(error))),
            Refused::Agreement(error) => format!("{}.", error.tell(texts)),
            Refused::LookingBack => texts.tell("line.looking_back", &[("last", &texts.command("last"))]),
            Refused::BotToMove => texts.say("line.bot_to_move").to_owned(),
            Refused::NoBotToMove => texts.say("line.no_bot_to_move").to_owned(),
            Refused::NothingToUndo => texts.say("line.nothing_to_undo").to_owned(),
            Refused::NothingToRedo => texts.say("line.nothing_to_redo").to_owned(),
            Refused::NothingToReview => texts.say("line.no_moves_yet").to_owned(),
            Refused::Rated => texts.say("rating.refused").to_owned(),
            Refused::NotOver => texts.say("line.not_over").to_owned(),
            other => format!("{other}."),
        };
        errln!("{message}");
    }

    /// Why a move cannot be played, with the move or the command that may have been meant.
    pub(crate) fn move_error(&self, error: &MoveError) -> String {
        let (texts, session) = (self.texts(), self.table.session());
        let MoveError::Unreadable { text, .. } = error else {
            return texts.move_error_among(error, &session.legal_moves());
        };
        let moves = session.legal_moves();
        let buttons = self.step_names(&self.turn.choices(session).steps);
        let word = text.split_whitespace().next().unwrap_or_default();
        let mut near = nearest_moves(text, moves.iter().map(String::as_str));
        if near.is_empty() {
            let buttons = buttons.iter().map(String::as_str).filter(|name| name.chars().count() > 2);
            let commands: Vec<&str> = self.commands.words(texts).collect();
            near = nearest(word, commands.into_iter().chain(buttons));
        }
        texts.move_error_near(error, &near)
    }

    /// A message about a move, and where to find help.
    pub(crate) fn with_help(&self, message: &str) -> String {
        let texts = self.texts();
        let [moves, help] = ["moves", "help"].map(|word| texts.command(word));
        format!("{message} {}", texts.tell("line.look_up", &[("moves", &moves), ("help", &help)]))
    }

    /// `White (level 3)`.
    fn bot_name(&self, player: Player) -> String {
        let spec = self.table.seats()[player.index()].spec().to_string();
        format!("{} ({})", self.seat_name(player), self.texts().who(&spec))
    }

    fn bot_failure(&self, player: Player, fault: &BotFault) -> Failure {
        Failure::Failed(format!("{}: {}", self.bot_name(player), safe_line(&fault.to_string())))
    }

    fn print_hint(&self, line: &Variation) -> Result<(), Failure> {
        let (session, texts) = (self.table.shown(), self.texts());
        let player = self.seat_name(session.to_move());
        let chance = score_text::format(line.score, texts);
        let moves = &line.moves[..line.moves.len().min(HINT_MOVES)];
        let Some(mv) = moves.first() else { return Ok(()) };
        let line = moves.join(" ");
        let hint = texts
            .tell("line.hint", &[("move", mv), ("player", &player), ("chance", &chance), ("line", &line)]);
        Ok(writeln!(stdout::text(), "{hint}")?)
    }

    /// Prints who is better, and the depth searched.
    pub(super) fn print_evaluation(&self) -> Result<(), Failure> {
        let Some(analysis) = self.table.evaluation() else { return Ok(()) };
        let Some(score) = analysis.score() else { return Ok(()) };
        let (texts, depth) = (self.texts(), analysis.depth);
        let player = self.seat_name(self.table.shown().to_move());
        let evaluation = match score {
            Score::Centipawns(_) => {
                let percent = score.whole_percent();
                texts.tell("line.eval", &[("player", &player), ("percent", &percent), ("depth", &depth)])
            }
            Score::WinIn(plies) => texts.tell("line.eval_wins", &[("player", &player), ("n", &plies)]),
            Score::WinWithin(_) => texts.tell("line.eval_wins_some", &[("player", &player)]),
            Score::LossIn(plies) => texts.tell("line.eval_loses", &[("player", &player), ("n", &plies)]),
            Score::ProvenDraw => texts.say("line.eval_draw").to_owned(),
        };
        Ok(writeln!(stdout::text(), "{evaluation}")?)
    }

    /// Prompts for a command and executes it.
    fn prompt_command(&mut self, input: &mut Input) -> Result<Flow, Failure> {
        let ply = self.table.session().history().len();
        if self.table.is_persons_turn() && self.prompted != Some(ply) {
            self.prompted = Some(ply);
            self.print_prompt();
        }
        let Some(line) = input.prompt(&format!("{}> ", self.prompt_text()))? else {
            if !self.table.is_over() {
                self.note(self.texts().say("line.end_of_input"));
            }
            return Ok(Flow::Leave);
        };
        self.execute(Command::parse(&line, self.texts()), input)
    }

    fn prompt_text(&self) -> String {
        let texts = self.texts();
        let (table, player) = (&self.table, self.table.session().to_move());
        if table.is_looking_back() {
            let (ply, plies) = (table.shown_ply(), table.session().history().len());
            return texts.tell("line.prompt_earlier", &[("ply", &ply), ("plies", &plies)]);
        }
        if table.is_over() {
            return texts.say("line.prompt_over").to_owned();
        }
        let key = if table.is_paused() { "line.prompt_paused" } else { "line.prompt" };
        let prompt = texts.tell(key, &[("player", &self.seat_name(player))]);
        let steps = self.step_names(self.turn.steps());
        if steps.is_empty() { prompt } else { format!("{prompt}, {}", steps.join(" ")) }
    }

    /// Prints the result. At a terminal, people may then still look back, save, undo or play again.
    fn finish(&mut self, input: &mut Input) -> Result<Flow, Failure> {
        if let Some(outcome) = self.table.session().outcome() {
            let counted = self.count_result();
            self.print_outcome(outcome)?;
            if let Counting::Done(news) = counted {
                self.save.was_shown(&self.table);
                if let Some(news) = news {
                    self.note(&news);
                }
            }
            if self.save.is_recorded() {
                self.note(self.texts().say("line.recorded"));
            }
        }
        if !(input.is_terminal() && self.table.has_human()) {
            return Ok(Flow::Leave);
        }
        while self.table.is_over() {
            if self.prompt_command(input)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
        }
        Ok(Flow::Continue)
    }

    /// Prints how the game has ended.
    pub(crate) fn print_outcome(&self, outcome: Outcome) -> Result<(), Failure> {
        let mut out = stdout::text();
        let sentence = cairn_draw::outcome(&self.table.session().scene(), outcome, self.texts());
        writeln!(out, "{sentence}.")?;
        Ok(writeln!(out, "result: {outcome}")?)
    }

    /// Asks a person to accept a draw; `None` at the end of input.
    fn ask_about_draw(&self, player: Player, input: &mut Input) -> Result<Option<bool>, Failure> {
        let texts = self.texts();
        let by = self.table.session().draw_offer().map_or("?", |by| self.seat_name(by));
        let question = texts.tell("line.draw_offered", &[("player", &self.seat_name(player)), ("by", &by)]);
        loop {
            let Some(answer) = input.prompt(&format!("{question}> "))? else { return Ok(None) };
            match Command::parse(&answer, texts) {
                Command::Run(Verb::Accept, _) => return Ok(Some(true)),
                Command::Run(Verb::Decline, _) => return Ok(Some(false)),
                _ => {}
            }
            match input.yes_or_no(&answer) {
                Some(accepts) => return Ok(Some(accepts)),
                None => errln!("{}", texts.tell("line.no_answer", &[("word", &answer.escape_debug())])),
            }
        }
    }
}
