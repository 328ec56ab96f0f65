//! A game at the table: whose turn it is, what they type, what they are told.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cairn_rules::Player;
use cairn_session::{Rng, Session, Who, record};

use super::advice::Adviser;
use super::command::{Command, HELP};
use super::input::Input;
use super::seat::Seat;
use crate::cli::laid_out;
use crate::failure::Failure;
use crate::look::Look;
use crate::{date, files};

/// A game and those who play it.
pub(super) struct Table {
    look: Look,
    session: Box<dyn Session>,
    seats: Vec<Seat>,
    dice: Rng,
    adviser: Adviser,
    /// Files that this game was saved to before, which may be replaced.
    saved: HashSet<PathBuf>,
}

/// Whether the game goes on.
#[derive(Eq, PartialEq)]
enum Then {
    Go,
    Leave,
}

impl Table {
    pub(super) fn new(look: Look, session: Box<dyn Session>, seats: Vec<Who>, seed: u64) -> Self {
        let mut dice = Rng::seeded(seed);
        let seats = seats.into_iter().map(|who| Seat::new(who, &mut dice)).collect();
        let adviser = Adviser::new();
        let mut table = Self { look, session, seats, dice, adviser, saved: HashSet::new() };
        let names: Vec<String> = table.seats.iter().map(ToString::to_string).collect();
        for (tag, name) in ["First", "Second", "Third", "Fourth"].into_iter().zip(&names) {
            table.set_unknown_tag(tag, name);
        }
        table.set_unknown_tag("Date", &date::today());
        if table.has_bot() {
            table.set_unknown_tag("Seed", &seed.to_string());
            look.detail(&format!("seed {seed}"));
        }
        table
    }

    /// Sets a tag of the record, unless a record that was loaded has it already.
    fn set_unknown_tag(&mut self, tag: &str, value: &str) {
        if self.session.tag(tag).is_none() {
            self.session.set_tag(tag, value);
        }
    }

    fn has_bot(&self) -> bool {
        !self.seats.iter().all(Seat::is_human)
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// Plays until the game is over or the players leave.
    pub(super) fn run(mut self, input: &mut Input) -> Result<(), Failure> {
        if self.has_human() {
            self.look.note(&format!("{}. Type a move, or `help`.", self.session.info().name));
        }
        self.board()?;
        loop {
            let then = if self.session.outcome().is_some() {
                self.over(input)?
            } else {
                let player = self.session.to_move();
                if self.is_human(player) { self.human_turn(input)? } else { self.bot_turn(player)? }
            };
            if then == Then::Leave {
                return Ok(());
            }
        }
    }

    fn seat_name(&self, player: Player) -> &'static str {
        self.session.info().seats[player.index()].name
    }

    fn is_human(&self, player: Player) -> bool {
        self.seats[player.index()].is_human()
    }

    fn board(&self) -> Result<(), Failure> {
        if !self.look.is_quiet() {
            write!(io::stdout().lock(), "{}", self.look.draw(&self.session.scene()))?;
        }
        Ok(())
    }

    /// A bot thinks on this thread: Ctrl-C ends the program while it does.
    fn bot_turn(&mut self, player: Player) -> Result<Then, Failure> {
        let name = self.seat_name(player);
        let Seat::Bot(bot) = &mut self.seats[player.index()] else { return Ok(Then::Go) };
        let Some(mv) = bot.choose(&*self.session) else { return Ok(Then::Leave) };
        self.session.play(&mv).map_err(Failure::request)?;
        writeln!(io::stdout().lock(), "{name} ({}): {mv}", self.seats[player.index()])?;
        if self.has_human() || self.session.outcome().is_some() {
            self.board()?;
        }
        Ok(Then::Go)
    }

    fn human_turn(&mut self, input: &mut Input) -> Result<Then, Failure> {
        let player = self.session.to_move();
        let Some(line) = input.ask(&format!("{} to move> ", self.seat_name(player)))? else {
            self.look.note("End of input: the game is left unfinished.");
            return Ok(Then::Leave);
        };
        self.obey(Command::parse(&line), input)
    }

    /// The game is over: people at a terminal may still look, save, take back or play again.
    fn over(&mut self, input: &mut Input) -> Result<Then, Failure> {
        if let Some(outcome) = self.session.outcome() {
            let mut out = io::stdout().lock();
            if let Some(winner) = outcome.winner() {
                writeln!(out, "{} wins.", self.seat_name(winner))?;
            }
            writeln!(out, "result: {outcome}")?;
        }
        if !(input.is_terminal() && self.has_human()) {
            return Ok(Then::Leave);
        }
        loop {
            let prompt = "Game over: again, swap (again with sides swapped), undo, save F, or quit> ";
            let Some(line) = input.ask(prompt)? else { return Ok(Then::Leave) };
            match line.to_lowercase().as_str() {
                "again" | "swap" => return self.again(line.eq_ignore_ascii_case("swap")),
                "" => {}
                _ => {
                    if self.obey(Command::parse(&line), input)? == Then::Leave {
                        return Ok(Then::Leave);
                    }
                    if self.session.outcome().is_none() {
                        return Ok(Then::Go);
                    }
                }
            }
        }
    }

    fn again(&mut self, swap: bool) -> Result<Then, Failure> {
        let mut seats: Vec<Who> = self.seats.iter().map(Seat::who).collect();
        if swap {
            seats.rotate_right(1);
        }
        let start = self.session.start_position();
        let session =
            cairn_session::open(&self.session.word(), start.as_deref()).map_err(Failure::request)?;
        let seed = self.dice.next_u64() >> 44;
        let look = self.look;
        *self = Self::new(look, session, seats, seed);
        self.board()?;
        Ok(Then::Go)
    }

    fn obey(&mut self, command: Command, input: &mut Input) -> Result<Then, Failure> {
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Then::Leave),
            Command::Move(text) => match self.session.play(&text) {
                Ok(_) => self.board()?,
                Err(error) => eprintln!("{error}. Type `moves` for a list, `help` for help."),
            },
            Command::Help => {
                let mut out = io::stdout().lock();
                for (usage, meaning) in HELP {
                    writeln!(out, "  {usage:<14} {meaning}")?;
                }
            }
            Command::Moves(part) => self.list_moves(part.as_deref())?,
            Command::Legend => {
                write!(io::stdout().lock(), "{}", self.look.legend(&self.session.scene()))?;
            }
            Command::Board => write!(io::stdout().lock(), "{}", self.look.draw(&self.session.scene()))?,
            Command::Position => writeln!(io::stdout().lock(), "{}", self.session.position())?,
            Command::Record => write!(io::stdout().lock(), "{}", self.record())?,
            Command::Rules => {
                write!(io::stdout().lock(), "{}", laid_out(self.session.info().rules, self.look))?;
            }
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Hint => self.adviser.hint(&*self.session)?,
            Command::Eval => self.adviser.eval(&*self.session)?,
            Command::Resign => {
                let player = self.session.to_move();
                match self.session.resign(player) {
                    Ok(()) => self.look.note(&format!("{} resigns.", self.seat_name(player))),
                    Err(error) => eprintln!("{error}."),
                }
            }
            Command::Draw => return self.offer_draw(input),
            Command::Save { path, replace } => self.save(path, replace),
            Command::Load { path, game } => self.load(&path, game)?,
            Command::Incomplete(usage) => eprintln!("Something is missing: {usage}."),
        }
        Ok(Then::Go)
    }

    fn list_moves(&self, part: Option<&str>) -> Result<(), Failure> {
        let mut moves = self.session.legal_moves();
        if let Some(part) = part {
            moves.retain(|mv| mv.contains(part));
        }
        if moves.is_empty() {
            self.look.note("No such move.");
            return Ok(());
        }
        Ok(writeln!(io::stdout().lock(), "{}", Look::fill(&moves.join(" "), 0))?)
    }

    /// Back to the last decision of a person: what bots answered is taken back too.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut undone = Vec::new();
        while let Some(what) = self.session.undo() {
            undone.push(what);
            if self.is_human(self.session.to_move()) {
                break;
            }
        }
        if !self.is_human(self.session.to_move()) {
            // Nobody but a bot has moved so far: leave things as they were.
            while self.session.redo().is_some() {}
            undone.clear();
        }
        if undone.is_empty() {
            eprintln!("There is nothing to undo.");
            return Ok(());
        }
        undone.reverse();
        self.look.note(&format!("Taken back: {}", undone.join(" ")));
        self.board()
    }

    fn redo(&mut self) -> Result<(), Failure> {
        let mut redone = Vec::new();
        while let Some(what) = self.session.redo() {
            redone.push(what);
            if self.session.outcome().is_none() && self.is_human(self.session.to_move()) {
                break;
            }
        }
        if redone.is_empty() {
            eprintln!("There is nothing to redo.");
            return Ok(());
        }
        self.look.note(&format!("Played again: {}", redone.join(" ")));
        self.board()
    }

    /// Offers a draw on behalf of the player to move; everybody else is asked at once.
    fn offer_draw(&mut self, input: &mut Input) -> Result<Then, Failure> {
        let player = self.session.to_move();
        if let Err(error) = self.session.offer_draw(player) {
            eprintln!("{error}.");
            return Ok(Then::Go);
        }
        for other in Player::seats(self.seats.len()).filter(|&other| other != player) {
            let name = self.seat_name(other);
            let accepts = match self.seats[other.index()] {
                Seat::Bot(_) => false,
                Seat::Human => {
                    let question =
                        format!("{name}, {} offers a draw: accept or decline> ", self.seat_name(player));
                    loop {
                        let Some(answer) = input.ask(&question)? else { return Ok(Then::Leave) };
                        match answer.to_lowercase().as_str() {
                            "accept" | "yes" | "y" => break true,
                            "decline" | "no" | "n" => break false,
                            _ => eprintln!("`{}` is no answer.", answer.escape_debug()),
                        }
                    }
                }
            };
            let answer =
                if accepts { self.session.accept_draw(other) } else { self.session.decline_draw(other) };
            if let Err(error) = answer {
                eprintln!("{error}.");
            }
            if !accepts {
                self.look.note(&format!("{name} declines: the game goes on."));
                break;
            }
        }
        Ok(Then::Go)
    }

    /// The record of the game as a file has it.
    fn record(&self) -> String {
        record::write([&self.session.record()])
    }

    fn save(&mut self, path: PathBuf, replace: bool) {
        if path.exists() && !replace && !self.saved.contains(&path) {
            eprintln!("{} exists; `save! {}` replaces it.", path.display(), path.display());
            return;
        }
        match files::write(&path, self.record().as_bytes()) {
            Ok(()) => {
                self.look.note(&format!("Saved to {}.", path.display()));
                self.saved.insert(path);
            }
            Err(failure) => eprintln!("Not saved: {failure}."),
        }
    }

    /// Goes on with a game from a file; whoever sits at the table plays it.
    fn load(&mut self, path: &Path, game: Option<usize>) -> Result<(), Failure> {
        match files::read_game(path, game) {
            Ok(session) => {
                self.session = session;
                self.seats.resize_with(self.session.seats(), || Seat::Human);
                self.saved.clear();
                self.look.note(&format!("Loaded {}.", path.display()));
                self.board()?;
            }
            Err(failure) => eprintln!("Not loaded: {failure}."),
        }
        Ok(())
    }
}
