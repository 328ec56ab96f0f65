//! Executes the commands typed at a table.

use std::path::{Path, PathBuf};

use cairn_coach::review::{ReviewBudget, ReviewJob};
use cairn_draw::describe;
use cairn_engine::bots::PlayerSpec;
use cairn_session::record;
use cairn_table::{Seat, TableEvent, TableSetup};
use cairn_texts::Argument;

use super::command::Verb;
use super::game_loop::Flow;
use super::puzzle::Solver;
use super::random_seed;
use super::table::LineTable;
use crate::cli::{format_rules, progress};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::errln;
use crate::printer::Printer;
use crate::{files, output, review_text};

/// The maximum number of listed moves; more would fill a terminal many times.
const MAX_LISTED_MOVES: usize = 300;

impl LineTable<'_> {
    /// Returns the table event of a command, if it has one.
    fn event(&self, verb: Verb) -> Option<TableEvent> {
        let player = self.table.session().to_move();
        Some(match verb {
            Verb::Undo => TableEvent::Undo,
            Verb::Redo => TableEvent::Redo,
            Verb::Draw => TableEvent::OfferDraw(player),
            Verb::Accept => TableEvent::AnswerDraw { player, accept: true },
            Verb::Decline => TableEvent::AnswerDraw { player, accept: false },
            Verb::Resign => TableEvent::Resign(player),
            Verb::Again => TableEvent::Again { swap: false },
            Verb::Swap => TableEvent::Again { swap: true },
            Verb::Step => TableEvent::Step,
            _ => return None,
        })
    }

    /// Executes a command at a local table.
    pub(super) fn run_command(
        &mut self,
        verb: Verb,
        argument: &str,
        input: &mut Input,
    ) -> Result<Flow, Failure> {
        if matches!(verb, Verb::Again | Verb::Swap) && !self.table.is_over() && !self.table.is_rated() {
            return self.start_again(verb == Verb::Swap, input);
        }
        if let Some(event) = self.event(verb) {
            return self.send(event, input);
        }
        match verb {
            Verb::Quit if self.must_warn(input) => {}
            Verb::Quit => return Ok(Flow::Leave),
            Verb::Back | Verb::Forward | Verb::First | Verb::Last => {
                return self.look_back(verb, argument, input);
            }
            Verb::Hint | Verb::Eval => return self.advise(verb, input),
            Verb::Review => return self.review(),
            Verb::Load => return self.load(argument, input),
            Verb::Puzzles => Solver::new(self.printer, self.user_data).list()?,
            Verb::Puzzle => Solver::new(self.printer, self.user_data).choose(argument, input)?,
            Verb::Go => return self.resume_bots(input),
            _ => self.look_up(verb, argument)?,
        }
        Ok(Flow::Continue)
    }

    /// Executes a command that only reads the game, or saves it. Ignores other commands.
    pub(crate) fn look_up(&mut self, verb: Verb, argument: &str) -> Result<(), Failure> {
        match verb {
            Verb::Help => {
                let forms = Printer::wrap(&self.texts().forms(self.table.session().info()), 0);
                print(&format!("{}\n{forms}\n", self.commands.help(self.texts())))?;
            }
            Verb::Moves => self.list_moves(argument)?,
            Verb::Choices => self.print_choices()?,
            Verb::Board => {
                let scene = self.table.shown().board().scene();
                draw(&self.board.draw_whole(self.printer, &scene))?;
            }
            Verb::Say => self.describe(argument)?,
            Verb::Legend => draw(&self.printer.legend(self.table.shown()))?,
            Verb::Flip => {
                self.printer.flipped = !self.printer.flipped;
                self.print_board()?;
            }
            Verb::Position => print(&format!("{}\n", self.table.shown().position()))?,
            Verb::Record => output::exact(self.record().as_bytes())?,
            Verb::History => self.print_history()?,
            Verb::Rules => {
                let rules = self.table.session().info().rules_in(self.printer.language().word());
                draw(&format_rules(rules, self.printer))?;
            }
            Verb::Save | Verb::SaveOver => self.save_record(argument.into(), verb == Verb::SaveOver),
            _ => {}
        }
        Ok(())
    }

    fn list_moves(&self, part: &str) -> Result<(), Failure> {
        let part = part.to_lowercase();
        let mut moves = self.table.shown().legal_moves();
        moves.retain(|mv| mv.contains(&part));
        if moves.is_empty() {
            self.note(self.texts().text("line.no_such_move"));
            return Ok(());
        }
        if part.is_empty() && moves.len() > MAX_LISTED_MOVES && output::is_terminal() {
            let [moves_word, choices] = ["moves", "choices"].map(|word| self.texts().command(word));
            let arguments: [Argument; 3] =
                [("n", &moves.len()), ("moves", &moves_word), ("choices", &choices)];
            self.note(&self.texts().format("line.many_moves", &arguments));
            return Ok(());
        }
        print(&format!("{}\n", Printer::wrap(&moves.join(" "), 0)))
    }

    /// Describes the board, or one square, in words.
    fn describe(&self, square: &str) -> Result<(), Failure> {
        let (scene, texts) = (self.table.shown().board().scene(), self.texts());
        if square.is_empty() {
            return print(&format!("{}\n", Printer::wrap(&cairn_draw::summary(&scene, texts), 0)));
        }
        if let Some(site) = scene.sites.iter().find(|site| site.name.eq_ignore_ascii_case(square)) {
            return print(&format!("{}\n", describe(site, &scene, texts)));
        }
        errln!("{}", texts.format("line.no_square", &[("word", &square.escape_debug())]));
        Ok(())
    }

    /// Prints the moves so far with their numbers.
    fn print_history(&self) -> Result<(), Failure> {
        let moves = self.table.session().history();
        if moves.is_empty() {
            self.note(self.texts().text("line.no_moves_yet"));
            return Ok(());
        }
        let numbered: Vec<String> = (1..).zip(moves).map(|(ply, mv)| format!("{ply}\u{a0}{mv}")).collect();
        let lines = Printer::wrap(&numbered.join("  "), 0).replace('\u{a0}', " ");
        print(&format!("{lines}\n"))
    }

    /// Shows an earlier position of the game, or the current one again.
    fn look_back(&mut self, verb: Verb, argument: &str, input: &mut Input) -> Result<Flow, Failure> {
        let Ok(steps) = (if argument.is_empty() { Ok(1) } else { argument.parse::<usize>() }) else {
            errln!("{}", self.texts().format("line.no_number", &[("word", &argument.escape_debug())]));
            return Ok(Flow::Continue);
        };
        let current = self.table.shown_ply();
        let ply = match verb {
            Verb::Back => current.saturating_sub(steps),
            Verb::Forward => current.saturating_add(steps),
            Verb::First => 0,
            _ => usize::MAX,
        };
        self.turn.reset();
        let flow = self.send(TableEvent::LookAt(ply), input)?;
        self.print_board()?;
        Ok(flow)
    }

    fn advise(&mut self, verb: Verb, input: &mut Input) -> Result<Flow, Failure> {
        if let Some(outcome) = self.table.shown().outcome() {
            print(&format!("result: {outcome}\n"))?;
            return Ok(Flow::Continue);
        }
        if verb == Verb::Hint {
            return self.send(TableEvent::Hint, input);
        }
        self.send(TableEvent::SetEvaluating(true), input)?;
        self.print_evaluation()?;
        self.send(TableEvent::SetEvaluating(false), input)
    }

    /// Prints the review of the game so far. After Ctrl-C, prints the part that is complete.
    pub(super) fn review(&mut self) -> Result<Flow, Failure> {
        let session = self.table.session();
        if let Err(refused) = self.table.check_help() {
            self.print_refusal(&refused);
            return Ok(Flow::Continue);
        }
        if session.ply() == 0 {
            errln!("{}", self.texts().text("line.no_moves_yet"));
            return Ok(Flow::Continue);
        }
        let bar = progress::review_bar(self.printer, session.ply());
        let job = ReviewJob::new(session, ReviewBudget::default()).with_stop(self.stop_flag.flag());
        let review = job.run(&mut |news| bar.set_position(news.review.moves().len() as u64)).review;
        bar.finish_and_clear();
        self.stop_flag.take();
        print(&review_text::report(&review, session, self.printer))?;
        if !review.is_complete() {
            let (n, plies) = (review.moves().len(), review.plies());
            self.note(&self.texts().format("review.stopped", &[("n", &n), ("plies", &plies)]));
        }
        Ok(Flow::Continue)
    }

    /// Unpauses the bots.
    fn resume_bots(&mut self, input: &mut Input) -> Result<Flow, Failure> {
        if !self.table.is_bots_turn() {
            errln!("{}", self.texts().text("line.no_bot_to_move"));
            return Ok(Flow::Continue);
        }
        self.send(TableEvent::LookAt(usize::MAX), input)?;
        self.send(TableEvent::SetPaused(false), input)
    }

    /// Returns the record of the game for a file.
    fn record(&self) -> String {
        record::write([&self.table.session().record()])
    }

    fn save_record(&mut self, path: PathBuf, replace: bool) {
        let texts = self.texts();
        let path_text = path.display();
        if path.exists() && !replace && !self.saved_files.contains(&path) {
            let save = texts.command("save!");
            errln!("{}", texts.format("line.exists", &[("path", &path_text), ("save", &save)]));
            return;
        }
        match files::save(&path, self.record().as_bytes(), texts) {
            Ok(()) => {
                self.note(&texts.format("line.saved", &[("path", &path_text)]));
                // A device or standard output stores nothing.
                if path.is_file() {
                    self.saved_elsewhere();
                }
                self.saved_files.insert(path);
            }
            Err(error) => errln!("{}", texts.format("line.not_saved", &[("error", &error)])),
        }
    }

    /// Continues a game from a file, by default its last one, with the players of this table. The current game remains
    /// saved.
    fn load(&mut self, argument: &str, input: &mut Input) -> Result<Flow, Failure> {
        let texts = self.texts();
        let numbered = argument.rsplit_once(char::is_whitespace);
        let numbered = numbered.and_then(|(path, number)| Some((path.trim(), number.parse().ok()?)));
        let (path, number) = numbered.map_or((argument, None), |(path, number)| (path, Some(number)));
        let session = match files::load_game(Path::new(path), number, texts) {
            Ok(session) => session,
            Err(error) => {
                errln!("{}", texts.format("line.not_loaded", &[("error", &error)]));
                return Ok(Flow::Continue);
            }
        };
        let mut players = self.players();
        players.truncate(session.seats());
        if self.must_warn(input) {
            return Ok(Flow::Continue);
        }
        self.replace_game(TableSetup::new(session, players, self.table.seed()), input);
        self.note(&texts.format("line.loaded", &[("path", &path)]));
        // A game that was loaded after its end is already in a file.
        if !self.table.is_over() {
            self.save();
        }
        self.print_board()?;
        self.send(TableEvent::Tick, input)
    }

    /// Restarts the game before it is over, with sides swapped if requested. The current game remains saved.
    fn start_again(&mut self, swap: bool, input: &mut Input) -> Result<Flow, Failure> {
        if self.must_warn(input) {
            return Ok(Flow::Continue);
        }
        let mut players = self.players();
        players.rotate_right(usize::from(swap));
        if self.autosaver.is_saved(self.table.session()) {
            self.note(self.texts().text("line.kept"));
        }
        let session = self.table.session().restarted();
        self.replace_game(TableSetup::new(session, players, random_seed()), input);
        self.print_board()?;
        self.send(TableEvent::Tick, input)
    }

    fn players(&self) -> Vec<PlayerSpec> {
        self.table.seats().iter().map(Seat::spec).cloned().collect()
    }

    /// Plays another game at this table.
    fn replace_game(&mut self, setup: TableSetup, input: &Input) {
        *self = Self::new(self.printer, self.user_data, setup, input.stop_flag());
    }
}

pub(super) fn print(text: &str) -> Result<(), Failure> {
    Ok(write!(output::text(), "{text}")?)
}

/// Prints a drawing with its colour codes.
fn draw(drawing: &str) -> Result<(), Failure> {
    Ok(output::text().draw(drawing)?)
}
