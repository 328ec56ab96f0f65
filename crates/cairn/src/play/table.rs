//! A table in line mode: carries out the effects of the table on standard input and output.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use cairn_rules::Player;
use cairn_storage::{Autosaver, SaveStatus, Speed};
use cairn_table::{PartialTurn, Question, Table, TableEffect, TableEvent, TableSetup};
use cairn_texts::Texts;

use super::command::{self, Command, Commands, Verb};
use super::game_loop::{Flow, LineGame, LocalGame};
use super::rated::Counting;
use super::steps::with_steps;
use crate::failure::Failure;
use crate::input::Input;
use crate::interrupt::CtrlC;
use crate::output;
use crate::output::errln;
use crate::printer::{BoardPrinter, Printer};
use crate::today;
use crate::user_data::UserData;

/// The number of further moves after which a game between bots pauses: without a limit on quiet moves, it may never
/// end.
const ENDLESS_PLIES: usize = 1_000;

/// A table in line mode.
pub(crate) struct LineTable<'a> {
    pub(crate) printer: Printer,
    pub(crate) table: Table,
    pub(super) board: BoardPrinter,
    /// The commands the user can type.
    pub(crate) commands: Commands,
    /// Files to which this game was saved, which may be replaced.
    pub(super) saved_files: HashSet<PathBuf>,
    pub(super) user_data: &'a UserData,
    pub(super) autosaver: Autosaver,
    /// Whether the user has seen the warning about moves lost by leaving.
    is_warned: bool,
    /// The turn of a person who builds it step by step.
    pub(crate) turn: PartialTurn,
    /// The number of moves before the last explained turn.
    pub(crate) explained: Option<usize>,
    pub(super) stop_flag: CtrlC,
    opened: Instant,
}

impl<'a> LineTable<'a> {
    pub(crate) fn new(
        printer: Printer,
        user_data: &'a UserData,
        setup: TableSetup,
        stop_flag: CtrlC,
    ) -> Self {
        let table = Table::new(setup.with_date(today().to_string()));
        if table.has_bot() {
            printer.detail(&format!("seed {}", table.seed()));
        }
        Self {
            printer,
            table,
            board: BoardPrinter::default(),
            commands: command::LOCAL,
            saved_files: HashSet::new(),
            user_data,
            autosaver: Autosaver::default(),
            is_warned: false,
            turn: PartialTurn::default(),
            explained: None,
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

    pub(crate) fn print_board(&mut self) -> Result<(), Failure> {
        if !self.printer.quiet {
            let scene = self.table.shown().board().scene();
            output::text().draw(&self.board.draw(self.printer, &scene))?;
        }
        Ok(())
    }

    /// Plays until the game is over or the players quit.
    pub(super) fn run(mut self, input: &mut Input) -> Result<(), Failure> {
        self.table.start_bots().map_err(|(player, fault)| self.bot_failure(player, &fault))?;
        if self.table.has_human() {
            let game = self.table.session().info().name;
            self.note(&self.texts().format("line.begin", &[("game", &game)]));
        }
        if self.table.is_rated() {
            self.note(self.texts().text("rating.begin"));
        }
        self.print_board()?;
        let result = self.play(input);
        if let Some(loss) = self.loss() {
            errln!("{loss}.");
        } else if self.autosaver.is_saved(self.table.session()) {
            self.note(self.texts().text("line.kept"));
        }
        self.stop_flag.set_last_words(None);
        result
    }

    fn play(&mut self, input: &mut Input) -> Result<(), Failure> {
        match self.send(TableEvent::Tick, input)? {
            Flow::Continue => LocalGame::new(self, input).run_loop(),
            Flow::Leave => Ok(()),
        }
    }

    /// Sends an event to the table and carries out its effects. Bots run on this thread.
    pub(super) fn send(&mut self, event: TableEvent, input: &mut Input) -> Result<Flow, Failure> {
        let mut events = VecDeque::from([event]);
        let mut flow = Flow::Continue;
        while let Some(event) = events.pop_front() {
            for effect in self.table.handle(event, self.opened.elapsed()) {
                match effect {
                    TableEffect::Save => self.save(),
                    TableEffect::Notify(notice) => self.print_notice(&notice)?,
                    TableEffect::Refuse(refused) => self.print_refusal(&refused),
                    TableEffect::Ask(Question::Draw(player)) => match self.ask_about_draw(player, input)? {
                        Some(accept) => events.push_back(TableEvent::AnswerDraw { player, accept }),
                        None => flow = Flow::Leave,
                    },
                    // All players share one screen, so there is no need to ask.
                    TableEffect::Ask(Question::Takeback(player)) => {
                        events.push_back(TableEvent::AnswerTakeback { player, accept: true });
                    }
                    TableEffect::Think(job) => {
                        // The search of a level in a rated game must not be cut short.
                        let is_hurried = !self.table.is_rated();
                        let job = if is_hurried { job.with_stop(self.stop_flag.flag()) } else { job };
                        let thought = job.run();
                        if !self.table.has_human() && input.is_terminal() {
                            thread::sleep(self.pause());
                        }
                        // Ctrl-C in a game between bots pauses it after this move, or ends the program if there is no
                        // terminal to resume from. The same applies to a game that may never end.
                        let plies = self.table.session().ply() + 1;
                        let is_endless = !self.table.has_human() && plies.is_multiple_of(ENDLESS_PLIES);
                        if is_endless {
                            self.note(&self.texts().format("line.endless", &[("n", &plies)]));
                        }
                        if is_endless || self.stop_flag.take() && !self.table.has_human() {
                            events.push_back(TableEvent::Step);
                            flow = if input.is_terminal() { Flow::Continue } else { Flow::Leave };
                        }
                        events.push_back(TableEvent::Thought(thought));
                    }
                    TableEffect::Analyze(job) => {
                        let news = job.with_stop(self.stop_flag.flag()).run(&mut |_| ());
                        self.stop_flag.take();
                        events.push_back(TableEvent::Analysis(news));
                    }
                }
            }
        }
        Ok(flow)
    }

    /// Saves the current game, so that it survives even a crash. Warns the user if saving starts to fail, and reports
    /// when it works again.
    pub(super) fn save(&mut self) {
        let (session, texts) = (self.table.session(), self.texts());
        let (seats, storage) = (self.table.player_names(), self.user_data.storage());
        match self.autosaver.save(storage, session, &seats, self.table.seed()) {
            SaveStatus::Unchanged => {}
            SaveStatus::Recovered => errln!("{}", texts.text("line.saved_again")),
            SaveStatus::Failed => {
                let problem = self.autosaver.problem(session, texts).unwrap_or_default();
                let save = texts.command("save");
                errln!("{}", texts.format("line.not_kept", &[("problem", &problem), ("save", &save)]));
            }
        }
        self.stop_flag.set_last_words(self.loss());
        self.is_warned = false;
    }

    /// Records that the current game was written to a file.
    pub(super) fn saved_elsewhere(&mut self) {
        self.autosaver.saved_elsewhere(self.table.session());
        self.stop_flag.set_last_words(self.loss());
    }

    /// Returns a warning about the moves that would be lost if the user left the game now.
    fn loss(&self) -> Option<String> {
        self.autosaver.loss(self.table.session(), self.texts())
    }

    /// Returns the pause between two moves of bots, so that people can follow the game.
    const fn pause(&self) -> Duration {
        Duration::from_millis(match self.user_data.settings.speed {
            Speed::Slow => 1_500,
            Speed::Normal => 700,
            Speed::Fast => 250,
            Speed::Instant => 0,
        })
    }

    /// Warns a user who wants to leave that moves would be lost, once after each move. Returns whether it did.
    pub(super) fn must_warn(&mut self, input: &Input) -> bool {
        let Some(loss) = self.loss() else { return false };
        if !input.is_terminal() || self.is_warned {
            return false;
        }
        self.is_warned = true;
        let save = self.texts().command("save");
        errln!("{}", self.texts().format("line.leave", &[("loss", &loss), ("save", &save)]));
        true
    }

    /// Prompts for a line; `None` at the end of input.
    pub(super) fn prompt(&mut self, input: &mut Input) -> Result<Option<String>, Failure> {
        if self.table.is_persons_turn() {
            self.explain_turn();
        }
        input.prompt(&format!("{}> ", self.prompt_text()))
    }

    /// Prints the prompt for the first step of a turn, once per turn.
    pub(crate) fn explain_turn(&mut self) {
        let ply = self.table.session().ply();
        if self.explained != Some(ply) {
            self.explained = Some(ply);
            self.print_prompt();
        }
    }

    fn prompt_text(&self) -> String {
        let texts = self.texts();
        let (table, player) = (&self.table, self.table.session().to_move());
        if table.is_looking_back() {
            let (ply, plies) = (table.shown_ply(), table.session().ply());
            return texts.format("line.prompt_earlier", &[("ply", &ply), ("plies", &plies)]);
        }
        if table.is_over() {
            return texts.text("line.prompt_over").to_owned();
        }
        let key = if table.is_paused() { "line.prompt_paused" } else { "line.prompt" };
        self.with_steps(texts.format(key, &[("player", &self.seat_name(player))]))
    }

    /// Adds the steps of the turn so far to a prompt.
    pub(crate) fn with_steps(&self, prompt: String) -> String {
        with_steps(prompt, &self.turn, self.table.session(), self.texts())
    }

    /// Prints the result, and counts it if the game is rated.
    pub(super) fn show_end(&mut self) -> Result<(), Failure> {
        let Some(outcome) = self.table.session().outcome() else { return Ok(()) };
        let counted = self.count_result();
        self.print_outcome(outcome)?;
        if let Counting::Done(rating) = counted {
            self.autosaver.was_shown(self.user_data.storage(), self.table.session());
            if let Some(rating) = rating {
                self.note(&rating);
            }
        }
        if self.autosaver.record().is_some() {
            self.note(self.texts().text("line.recorded"));
        }
        Ok(())
    }

    /// Asks a person to accept a draw; `None` at the end of input.
    fn ask_about_draw(&self, player: Player, input: &mut Input) -> Result<Option<bool>, Failure> {
        let texts = self.texts();
        let by = self.table.session().draw_offer().map_or("?", |by| self.seat_name(by));
        let question = texts.format("line.draw_offered", &[("player", &self.seat_name(player)), ("by", &by)]);
        loop {
            let Some(answer) = input.prompt(&format!("{question}> "))? else { return Ok(None) };
            match command::LOCAL.parse(&answer, texts) {
                Command::Run(Verb::Accept, _) => return Ok(Some(true)),
                Command::Run(Verb::Decline, _) => return Ok(Some(false)),
                _ => {}
            }
            match input.yes_or_no(&answer) {
                Some(accepts) => return Ok(Some(accepts)),
                None => errln!("{}", texts.format("line.no_answer", &[("word", &answer.escape_debug())])),
            }
        }
    }
}
