//! Does what is typed at a table.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cairn_draw::describe;
use cairn_session::players::PlayerSpec;
use cairn_session::{at_ply, play_again, puzzle, record, take_back};

use super::command::{self, Line, Verb};
use super::input::Input;
use super::puzzle as puzzles;
use super::seat::Seat;
use super::table::{Table, Then};
use crate::cli::laid_out;
use crate::failure::Failure;
use crate::files;
use crate::printer::Printer;

impl Table<'_> {
    pub(super) fn obey(&mut self, line: Line, input: &mut Input) -> Result<Then, Failure> {
        let texts = self.texts();
        match line {
            Line::Nothing => {}
            Line::Incomplete(usage) => eprintln!("{}", texts.tell("line.incomplete", &[("usage", &usage)])),
            Line::Move(text) => self.play(&text)?,
            Line::Do(verb, rest) => return self.act(verb, &rest, input),
        }
        Ok(Then::Go)
    }

    fn act(&mut self, verb: Verb, rest: &str, input: &mut Input) -> Result<Then, Failure> {
        let texts = self.texts();
        match verb {
            Verb::Quit => return Ok(Then::Leave),
            Verb::Help => print(&command::help(texts))?,
            Verb::Moves => self.list_moves(rest)?,
            Verb::Board => print(&self.printer.draw(&self.shown().scene()))?,
            Verb::Say => self.say(rest)?,
            Verb::Legend => print(&self.printer.legend(&self.shown().scene()))?,
            Verb::Flip => {
                self.printer.flip();
                self.board()?;
            }
            Verb::Position => print(&format!("{}\n", self.shown().position()))?,
            Verb::Record => print(&self.record())?,
            Verb::History => self.history()?,
            Verb::Rules => {
                let rules = self.session.info().rules_in(self.printer.language().word());
                print(&laid_out(rules, self.printer))?;
            }
            Verb::Undo | Verb::Redo => self.take_back(verb)?,
            Verb::Back | Verb::Forward | Verb::First | Verb::Last => self.look_back(verb, rest)?,
            Verb::Hint | Verb::Eval => self.advise(verb)?,
            Verb::Draw => return self.offer_draw(input),
            Verb::Accept | Verb::Decline | Verb::Resign => self.answer(verb)?,
            Verb::Save | Verb::SaveOver => self.save(rest.into(), verb == Verb::SaveOver),
            Verb::Load => self.load(rest)?,
            Verb::Puzzles => puzzles::list(self.printer, &puzzle::all())?,
            Verb::Puzzle => puzzles::choose(self.printer, rest, input)?,
            Verb::Step | Verb::Go => return self.go_on(verb, input),
            Verb::Again | Verb::Swap if self.session.outcome().is_some() => {
                return self.again(verb == Verb::Swap);
            }
            Verb::Again | Verb::Swap => eprintln!("{}", texts.say("line.not_over")),
        }
        Ok(Then::Go)
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let texts = self.texts();
        if self.earlier.is_some() {
            eprintln!("{}", texts.tell("line.looking_back", &[("last", &texts.command("last"))]));
            return Ok(());
        }
        if !self.is_human(self.session.to_move()) && self.session.outcome().is_none() {
            eprintln!("{}", texts.say("line.bot_to_move"));
            return Ok(());
        }
        match self.session.play(text) {
            Ok(_) => self.changed(),
            Err(error) => {
                let [moves, help] = ["moves", "help"].map(|word| texts.command(word));
                let error = texts.move_error(&error);
                eprintln!("{error}. {}", texts.tell("line.look_up", &[("moves", &moves), ("help", &help)]));
                Ok(())
            }
        }
    }

    fn list_moves(&self, part: &str) -> Result<(), Failure> {
        let part = part.to_lowercase();
        let mut moves = self.shown().legal_moves();
        moves.retain(|mv| mv.contains(&part));
        if moves.is_empty() {
            self.note(self.texts().say("line.no_such_move"));
            return Ok(());
        }
        print(&format!("{}\n", Printer::fill(&moves.join(" "), 0)))
    }

    /// The board in words, or one square of it.
    fn say(&self, square: &str) -> Result<(), Failure> {
        let (scene, texts) = (self.shown().scene(), self.texts());
        if square.is_empty() {
            return print(&format!("{}\n", Printer::fill(&cairn_draw::summary(&scene, texts), 0)));
        }
        if let Some(site) = scene.sites.iter().find(|site| site.name.eq_ignore_ascii_case(square)) {
            return print(&format!("{}\n", describe(site, &scene, texts)));
        }
        eprintln!("{}", texts.tell("line.no_square", &[("word", &square.escape_debug())]));
        Ok(())
    }

    /// The moves so far with their numbers.
    fn history(&self) -> Result<(), Failure> {
        let moves = self.session.history();
        if moves.is_empty() {
            self.note(self.texts().say("line.no_moves_yet"));
            return Ok(());
        }
        let numbered: Vec<String> = (1..).zip(moves).map(|(ply, mv)| format!("{ply}\u{a0}{mv}")).collect();
        let lines = Printer::fill(&numbered.join("  "), 0).replace('\u{a0}', " ");
        print(&format!("{lines}\n"))
    }

    /// To the last decision of a person, or the next one: what bots answered goes along.
    fn take_back(&mut self, verb: Verb) -> Result<(), Failure> {
        let texts = self.texts();
        let people: Vec<bool> = self.seats.iter().map(Seat::is_human).collect();
        // Whoever only watches takes back one move at a time.
        let is_human = |player: cairn_rules::Player| people[player.index()] || !people.contains(&true);
        let (moves, done, nothing) = match verb {
            Verb::Undo => {
                let moves = take_back(&mut *self.session, is_human);
                (moves, "line.undone", "line.nothing_to_undo")
            }
            _ => (play_again(&mut *self.session, is_human), "line.redone", "line.nothing_to_redo"),
        };
        if moves.is_empty() {
            eprintln!("{}", texts.say(nothing));
            return Ok(());
        }
        self.note(&texts.tell(done, &[("moves", &moves.join(" "))]));
        self.changed()
    }

    /// Looks at an earlier position of the game, or at the last one again.
    fn look_back(&mut self, verb: Verb, rest: &str) -> Result<(), Failure> {
        let texts = self.texts();
        let plies = self.session.history().len();
        let shown = self.shown().history().len();
        let Ok(steps) = (if rest.is_empty() { Ok(1) } else { rest.parse::<usize>() }) else {
            eprintln!("{}", texts.tell("line.no_number", &[("word", &rest.escape_debug())]));
            return Ok(());
        };
        let ply = match verb {
            Verb::Back => shown.saturating_sub(steps),
            Verb::Forward => shown.saturating_add(steps).min(plies),
            Verb::First => 0,
            _ => plies,
        };
        self.earlier = if ply < plies { at_ply(&*self.session, ply) } else { None };
        self.board()
    }

    fn advise(&mut self, verb: Verb) -> Result<(), Failure> {
        let texts = self.texts();
        let session = self.earlier.as_deref().unwrap_or(&*self.session);
        let advice = match verb {
            Verb::Hint => self.adviser.hint(session, texts),
            _ => self.adviser.eval(session, texts),
        };
        match (advice, session.outcome()) {
            (Some(advice), _) => print(&format!("{advice}\n")),
            (None, Some(outcome)) => print(&format!("result: {outcome}\n")),
            (None, None) => Ok(()),
        }
    }

    /// The record of the game as a file has it.
    fn record(&self) -> String {
        record::write([&self.session.record()])
    }

    fn save(&mut self, path: PathBuf, replace: bool) {
        let texts = self.texts();
        let shown = path.display();
        if path.exists() && !replace && !self.saved.contains(&path) {
            let save = texts.command("save!");
            eprintln!("{}", texts.tell("line.exists", &[("path", &shown), ("save", &save)]));
            return;
        }
        match files::write(&path, self.record().as_bytes()) {
            Ok(()) => {
                self.note(&texts.tell("line.saved", &[("path", &shown)]));
                self.saved.insert(path);
            }
            Err(failure) => eprintln!("{}", texts.tell("line.not_saved", &[("error", &failure)])),
        }
    }

    /// Goes on with a game from a file, the last one or that with a number; whoever sits at the table
    /// plays it.
    fn load(&mut self, rest: &str) -> Result<(), Failure> {
        let texts = self.texts();
        let numbered = rest.rsplit_once(char::is_whitespace);
        let numbered = numbered.and_then(|(path, number)| Some((path.trim(), number.parse().ok()?)));
        let (path, number) = numbered.map_or((rest, None), |(path, number)| (path, Some(number)));
        match files::read_game(Path::new(path), number) {
            Ok(session) => {
                let mut player_specs: Vec<PlayerSpec> = self.seats.iter().map(Seat::player_spec).collect();
                player_specs.resize(session.seats(), PlayerSpec::Human);
                self.session = session;
                self.seat(player_specs)?;
                self.saved.clear();
                self.note(&texts.tell("line.loaded", &[("path", &path)]));
                self.changed()
            }
            Err(failure) => {
                eprintln!("{}", texts.tell("line.not_loaded", &[("error", &failure)]));
                Ok(())
            }
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}
