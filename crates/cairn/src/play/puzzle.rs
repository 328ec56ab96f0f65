//! Puzzles in line mode.

use cairn_coach::puzzle;
use cairn_coach::puzzle::{Day, PuzzleFilter, PuzzleSession, Verdict};
use cairn_rules::{Message, PuzzleInfo, games};
use cairn_storage::PuzzleStore;
use cairn_table::{PartialTurn, TableSetup};
use cairn_texts::{Texts, folded};

use super::random_seed;
use super::steps::{choices_text, read_turn, with_steps};
use super::table::LineTable;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::errln;
use crate::printer::{BoardPrinter, Printer};
use crate::user_data::UserData;
use crate::{output, today};

/// The word for the puzzle of the day.
const TODAY: &str = "today";

/// The next step after the user has solved or left a puzzle.
#[derive(Copy, Clone, Eq, PartialEq)]
enum After {
    /// Ask the user: another puzzle, or continue the game.
    Ask,
    /// Return to the current game.
    Return,
}

/// Runs puzzles in line mode.
pub(super) struct Solver<'a> {
    printer: Printer,
    user_data: &'a UserData,
    store: PuzzleStore,
    today: Day,
    board: BoardPrinter,
}

/// Returns the puzzle with this id, or that of the day; without an id the next unsolved one.
pub(crate) fn find_puzzle(
    printer: Printer,
    user_data: &UserData,
    id: Option<&str>,
) -> Result<&'static PuzzleInfo, Failure> {
    let none = || Failure::failed(Message::new("there is no puzzle"));
    match id {
        None => Solver::new(printer, user_data).next().ok_or_else(none),
        Some(TODAY) => puzzle::of_day(today()).ok_or_else(none),
        Some(id) => puzzle::find(id).ok_or_else(|| {
            let problem = unknown(id, printer.texts());
            let problem = problem.strip_suffix('.').unwrap_or(&problem);
            let hint = Message::new("`cairn puzzles` lists them");
            Failure::request(format!("{problem}; {}", printer.texts().message(&hint)))
        }),
    }
}

/// Plays a puzzle, and the following ones.
pub(crate) fn puzzle(
    printer: Printer,
    user_data: &UserData,
    info: &'static PuzzleInfo,
) -> Result<(), Failure> {
    user_data.begin(printer);
    Solver::new(printer, user_data).play(info, After::Ask, &mut Input::new(printer))
}

/// Returns the message about an unknown puzzle, with similar ids.
fn unknown(word: &str, texts: Texts) -> String {
    let shown = word.escape_debug();
    let (game, number) = word.rsplit_once('-').unwrap_or((word, ""));
    let mut of_game: Vec<&PuzzleInfo> = games::ALL
        .iter()
        .find(|info| info.id.eq_ignore_ascii_case(game))
        .map(|info| puzzle::of(info))
        .unwrap_or_default();
    // Longer numbers are larger.
    of_game.sort_by_key(|info| (info.id.len(), info.id));
    if let [first, .., last] = &of_game[..] {
        return texts.format(
            "attempt.range",
            &[("word", &shown), ("game", &first.game()), ("first", &first.id), ("last", &last.id)],
        );
    }
    // The game may be mistyped, so it also suggests puzzles with the same number.
    let same_number = puzzle::all().into_iter().filter(|info| info.id.ends_with(&format!("-{number}")));
    let near = texts.near(word, same_number.map(|info| info.id));
    texts.format("attempt.unknown", &[("word", &shown), ("near", &near)])
}

impl<'a> Solver<'a> {
    /// Reads the user's progress; reports problems.
    pub(super) fn new(printer: Printer, user_data: &'a UserData) -> Self {
        let store = user_data.puzzle_store(printer.texts());
        Self { printer, user_data, store, today: today(), board: BoardPrinter::default() }
    }

    fn texts(&self) -> Texts {
        self.printer.texts()
    }

    /// Returns the next unsolved puzzle, of the game that was tried last; if all are solved, the puzzle of the day.
    fn next(&self) -> Option<&'static PuzzleInfo> {
        let progress = self.store.progress();
        let game = progress.last_game().or_else(|| self.user_data.settings.game.split(':').next());
        puzzle::next_unsolved(progress, game).or_else(|| {
            self.printer.note(self.texts().text("puzzles.all_solved"));
            puzzle::of_day(self.today)
        })
    }

    /// Prints a numbered list of all puzzles.
    pub(super) fn list(&self) -> Result<(), Failure> {
        let mut out = output::text();
        for (number, puzzle) in (1..).zip(PuzzleFilter::default().puzzles(self.store.progress())) {
            let title = self.texts().message(&puzzle.title());
            let standing = self.store.tell_standing(puzzle.id, self.texts());
            writeln!(out, "  {number}  {title} ({}): {standing}", puzzle.id)?;
        }
        writeln!(out, "{}", self.store.tell_summary(self.texts()))?;
        Ok(writeln!(out, "{}", self.store.tell_streak(self.today, self.texts()))?)
    }

    /// Plays the puzzle with this number or id, or the next one, in the middle of a game.
    pub(super) fn choose(&mut self, answer: &str, input: &mut Input) -> Result<(), Failure> {
        self.start(answer, After::Return, input)
    }

    /// Plays the puzzle with this number or id, or the next one, and the following ones.
    pub(super) fn menu(&mut self, answer: &str, input: &mut Input) -> Result<(), Failure> {
        self.start(answer, After::Ask, input)
    }

    fn start(&mut self, answer: &str, after: After, input: &mut Input) -> Result<(), Failure> {
        let word = folded(answer);
        let numbered = || puzzle::all().get(answer.parse::<usize>().ok()?.checked_sub(1)?).copied();
        let found = if word.is_empty() {
            self.next()
        } else if word == TODAY || word == folded(self.texts().command(TODAY)) {
            puzzle::of_day(self.today)
        } else {
            numbered().or_else(|| puzzle::find(answer))
        };
        if let Some(info) = found {
            return self.play(info, after, input);
        }
        errln!("{}", unknown(answer, self.texts()));
        Ok(())
    }

    /// Plays a puzzle and the following ones.
    fn play(&mut self, info: &'static PuzzleInfo, after: After, input: &mut Input) -> Result<(), Failure> {
        let mut next = Some(info);
        while let Some(info) = next {
            next = self.solve(info, after, input)?;
        }
        Ok(())
    }

    /// Plays one puzzle; returns the following one.
    fn solve(
        &mut self,
        info: &'static PuzzleInfo,
        after: After,
        input: &mut Input,
    ) -> Result<Option<&'static PuzzleInfo>, Failure> {
        let texts = self.texts();
        let mut puzzle = PuzzleSession::open(info).map_err(|error| Failure::failed(error.message()))?;
        let (title, task) = (texts.message(&info.title()), texts.message(&info.task()));
        print_line(&format!("{}: {title}\n{task}", info.id))?;
        self.print_whole_board(&puzzle)?;
        self.printer.note(texts.text("attempt.help"));
        if self.store.progress().record(info.id).is_some() {
            self.printer.note(&self.store.tell_standing(info.id, texts));
        }
        self.print_prompt(&puzzle);
        let mut turn = PartialTurn::default();
        loop {
            let is_asked = puzzle.is_solved();
            let prompt = if is_asked { self.after_prompt(&puzzle) } else { self.prompt(&puzzle, &turn) };
            let Some(line) = input.prompt(&format!("{prompt}> "))? else { return Ok(None) };
            let word = folded(&line);
            let is = |english: &str| word == english || word == folded(texts.command(english));
            if is("quit") || word == "q" || word == "exit" || (is_asked && word.is_empty()) {
                return Ok(None);
            } else if word.is_empty() {
            } else if is("help") || word == "?" {
                print_line(texts.text("attempt.help"))?;
            } else if is("board") {
                self.print_whole_board(&puzzle)?;
            } else if is("moves") {
                print_line(&puzzle.session().legal_moves().join(" "))?;
            } else if is("choices") {
                print_line(&choices_text(&turn, puzzle.session(), texts))?;
            } else if is("undo") && turn.back() {
                self.printer.note(&choices_text(&turn, puzzle.session(), texts));
            } else if is("reset") || word == "again" {
                turn.reset();
                puzzle.reset();
                self.print_board(&puzzle)?;
                self.print_prompt(&puzzle);
            } else if is("next") {
                match puzzle::next_after(info, self.store.progress()) {
                    Some(next) => return Ok(Some(next)),
                    None => errln!("{}", texts.text("puzzles.none_left")),
                }
            } else if is("play") && self.play_on(&puzzle, input)? {
                return Ok(None);
            } else if is("solution") {
                // Once the puzzle is solved, shows the moves that solved it.
                let moves = if is_asked { puzzle.session().history() } else { puzzle.solution() };
                let moves = moves.join(" ");
                self.note(&mut puzzle);
                print_line(&texts.format("attempt.solution", &[("moves", &moves)]))?;
            } else if is_asked {
                errln!("{}", texts.text("attempt.solved"));
            } else if let Some(mv) = read_turn(self.printer, &mut turn, puzzle.session(), &line)
                && self.attempt(&mut puzzle, &mv)?
                && after == After::Return
            {
                return Ok(None);
            }
        }
    }

    /// Attempts a move; returns whether it solves the puzzle.
    fn attempt(&mut self, puzzle: &mut PuzzleSession, line: &str) -> Result<bool, Failure> {
        let (texts, id) = (self.texts(), puzzle.info().id);
        let before = self.store.progress().standing(id);
        let verdict = puzzle.attempt(line);
        self.note(puzzle);
        match verdict {
            Err(error) => errln!("{}.", texts.move_error(&error)),
            Ok(Verdict::Wrong { why }) => {
                let why = texts.message(&why);
                print_line(&texts.format("attempt.wrong", &[("why", &why), ("n", &puzzle.attempts())]))?;
            }
            Ok(Verdict::Right { reply }) => {
                print_line(&match reply {
                    Some(reply) => texts.format("attempt.right_reply", &[("reply", &reply)]),
                    None => texts.text("attempt.right").to_owned(),
                })?;
                self.print_board(puzzle)?;
                self.print_prompt(puzzle);
            }
            Ok(Verdict::Solved) => {
                self.print_board(puzzle)?;
                print_line(&self.store.tell_solved(id, before, texts))?;
                print_line(&self.store.tell_streak(self.today, texts))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores the user's progress.
    fn note(&mut self, puzzle: &mut PuzzleSession) {
        let problem = self.store.note(puzzle.info().id, &puzzle.take_notes(), self.today);
        if let Some(problem) = problem {
            errln!("{}.", problem.tell(self.texts()));
        }
    }

    /// Returns the prompt, with the steps taken so far.
    fn prompt(&self, puzzle: &PuzzleSession, turn: &PartialTurn) -> String {
        with_steps(self.texts().text("attempt.prompt").to_owned(), turn, puzzle.session(), self.texts())
    }

    /// Returns the prompt after a puzzle, with the user's options.
    fn after_prompt(&self, puzzle: &PuzzleSession) -> String {
        let texts = self.texts();
        let can_go_on = puzzle.session().outcome().is_none();
        let play = if can_go_on {
            texts.format("attempt.after_play", &[("opponent", &texts.who(puzzle::OPPONENT))]) + ", "
        } else {
            String::new()
        };
        texts.format("attempt.after", &[("play", &play)])
    }

    /// Continues the game after the puzzle, if possible; returns whether it did.
    fn play_on(&self, puzzle: &PuzzleSession, input: &mut Input) -> Result<bool, Failure> {
        let Some((session, players)) = puzzle.play_on() else { return Ok(false) };
        let setup = TableSetup::new(session, players, random_seed());
        LineTable::new(self.printer, self.user_data, setup, input.stop_flag()).run(input)?;
        Ok(true)
    }

    fn print_board(&mut self, puzzle: &PuzzleSession) -> Result<(), Failure> {
        Ok(output::text().draw(&self.board.draw(self.printer, &puzzle.session().board().scene()))?)
    }

    fn print_whole_board(&mut self, puzzle: &PuzzleSession) -> Result<(), Failure> {
        Ok(output::text().draw(&self.board.draw_whole(self.printer, &puzzle.session().board().scene()))?)
    }

    /// Prints the next step of the turn, as a remark.
    fn print_prompt(&self, puzzle: &PuzzleSession) {
        if let Some(prompt) = PartialTurn::default().prompt(puzzle.session()) {
            self.printer.note(&Printer::wrap(&format!("{}.", self.texts().message(&prompt)), 0));
        }
    }
}

fn print_line(text: &str) -> Result<(), Failure> {
    Ok(writeln!(output::text(), "{text}")?)
}
