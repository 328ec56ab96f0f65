//! A table in line mode: carries out the effects of the table core on standard input and output.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::time::Instant;

use cairn_rules::Player;
use cairn_table::{PartialTurn, Question, Table, TableEffect, TableEvent, TableSetup};
use cairn_texts::Texts;

use super::autosave::GameSave;
use super::command::{self, Command, Commands, Verb};
use super::game_loop::{Flow, LineGame, LocalGame};
use super::input::Input;
use super::rated::Counting;
use crate::failure::Failure;
use crate::interrupt::CtrlC;
use crate::output::errln;
use crate::printer::Printer;
use crate::{date, output};

/// A table in line mode.
pub(crate) struct LineTable<'a> {
    pub(crate) printer: Printer,
    pub(crate) table: Table,
    /// The commands the user can type.
    pub(crate) commands: Commands,
    /// Files that this game was saved to before; these may be replaced.
    pub(super) saved_files: HashSet<PathBuf>,
    pub(super) save: GameSave<'a>,
    /// Whether the user has seen the warning about moves lost by leaving.
    is_warned: bool,
    /// The turn of a person who builds it step by step.
    pub(crate) turn: PartialTurn,
    /// The number of moves before the turn that was explained last.
    pub(crate) explained: Option<usize>,
    pub(super) stop_flag: CtrlC,
    opened: Instant,
}

impl<'a> LineTable<'a> {
    pub(crate) fn new(printer: Printer, setup: TableSetup, save: GameSave<'a>, stop_flag: CtrlC) -> Self {
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

    pub(crate) fn print_board(&self) -> Result<(), Failure> {
        if !self.printer.is_quiet() {
            output::text().draw(&self.printer.draw(&self.table.shown().board().scene()))?;
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
        if let Some(loss) = self.save.loss(self.printer, &self.table) {
            errln!("{loss}.");
        } else if self.save.is_saved(&self.table) {
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

    /// Sends an event to the table and carries out its effects. Bots think on this thread.
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
                    // All players sit at the same screen, so there is no need to ask.
                    TableEffect::Ask(Question::Takeback(player)) => {
                        events.push_back(TableEvent::AnswerTakeback { player, accept: true });
                    }
                    TableEffect::Think(job) => {
                        // A level that is rated against is not cut short.
                        let is_hurried = !self.table.is_rated();
                        let job = if is_hurried { job.with_stop(self.stop_flag.flag()) } else { job };
                        let thought = job.run();
                        // Ctrl-C in a game between bots pauses it after this move, or ends the program if
                        // there is no terminal to resume from.
                        if self.stop_flag.take() && !self.table.has_human() {
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

    /// Stores the game as it stands.
    pub(super) fn save(&mut self) {
        self.save.save(self.printer, &self.table);
        self.stop_flag.set_last_words(self.save.loss(self.printer, &self.table));
        self.is_warned = false;
    }

    /// Notes that the game as it stands was written to a file.
    pub(super) fn saved_elsewhere(&mut self) {
        self.save.saved_elsewhere(&self.table);
        self.stop_flag.set_last_words(self.save.loss(self.printer, &self.table));
    }

    /// Warns a user who wants to leave that moves would be lost, once after each move. Returns whether it did.
    pub(super) fn must_warn(&mut self, input: &Input) -> bool {
        let Some(loss) = self.save.loss(self.printer, &self.table) else { return false };
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

    /// Prints the first step of a turn, once per turn.
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

    /// A prompt with the steps of the turn so far.
    pub(crate) fn with_steps(&self, prompt: String) -> String {
        let steps = self.step_names(self.turn.steps());
        if steps.is_empty() { prompt } else { format!("{prompt}, {}", steps.join(" ")) }
    }

    /// Prints the result, and counts it if the game is rated.
    pub(super) fn show_end(&mut self) -> Result<(), Failure> {
        let Some(outcome) = self.table.session().outcome() else { return Ok(()) };
        let counted = self.count_result();
        self.print_outcome(outcome)?;
        if let Counting::Done(rating) = counted {
            self.save.was_shown(&self.table);
            if let Some(rating) = rating {
                self.note(&rating);
            }
        }
        if self.save.is_recorded() {
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
            match Command::parse(&answer, texts) {
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
