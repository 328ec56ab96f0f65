//! A game at the table: who sits there, and whose turn it is.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;

use cairn_rules::Player;
use cairn_session::players::PlayerSpec;
use cairn_session::{Rng, Session};
use cairn_texts::Texts;

use super::advice::Adviser;
use super::autosave::GameSave;
use super::command::Line;
use super::input::Input;
use super::seat::Seat;
use crate::date;
use crate::failure::Failure;
use crate::interrupt::StopFlag;
use crate::printer::Printer;

/// The tags of a record that name the players.
pub(super) const SEAT_TAGS: [&str; 4] = ["First", "Second", "Third", "Fourth"];

/// A game and those who play it.
pub(super) struct Table<'a> {
    pub(super) printer: Printer,
    pub(super) session: Box<dyn Session>,
    pub(super) seats: Vec<Seat>,
    pub(super) adviser: Adviser,
    /// An earlier position that is looked at while the game stands still.
    pub(super) earlier: Option<Box<dyn Session>>,
    /// Files that this game was saved to before, which may be replaced.
    pub(super) saved: HashSet<PathBuf>,
    pub(super) stop_flag: StopFlag,
    seed: u64,
    pub(super) rng: Rng,
    pub(super) kept: GameSave<'a>,
    /// Whether somebody who watches bots has stopped them.
    pub(super) paused: bool,
}

/// Whether the game goes on.
#[derive(Eq, PartialEq)]
pub(super) enum Then {
    Go,
    Leave,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        printer: Printer,
        session: Box<dyn Session>,
        player_specs: Vec<PlayerSpec>,
        seed: u64,
        kept: GameSave<'a>,
        stop_flag: StopFlag,
    ) -> Result<Self, Failure> {
        let adviser = Adviser::new(stop_flag.clone());
        let (saved, rng) = (HashSet::new(), Rng::seeded(seed));
        let mut table = Self {
            printer,
            session,
            seats: Vec::new(),
            adviser,
            earlier: None,
            saved,
            stop_flag,
            seed,
            rng,
            kept,
            paused: false,
        };
        table.seat(player_specs)?;
        let names: Vec<String> = table.words();
        for (tag, name) in SEAT_TAGS.into_iter().zip(&names) {
            table.set_unknown_tag(tag, name);
        }
        table.set_unknown_tag("Date", &date::today());
        if !table.seats.iter().all(Seat::is_human) {
            table.set_unknown_tag("Seed", &seed.to_string());
            printer.detail(&format!("seed {seed}"));
        }
        Ok(table)
    }

    /// Sets a tag of the record, unless a record that was loaded has it already.
    fn set_unknown_tag(&mut self, tag: &str, value: &str) {
        if self.session.tag(tag).is_none() {
            self.session.set_tag(tag, value);
        }
    }

    /// Seats everybody anew for the game that lies on the table.
    pub(super) fn seat(&mut self, player_specs: Vec<PlayerSpec>) -> Result<(), Failure> {
        let mut seats = Vec::new();
        for player_spec in player_specs {
            let who = player_spec.to_string();
            let seat = Seat::new(player_spec, &*self.session, &mut self.rng, &self.stop_flag);
            seats.push(seat.map_err(|fault| Failure::Failed(format!("{who}: {fault}")))?);
        }
        self.seats = seats;
        Ok(())
    }

    pub(super) fn texts(&self) -> Texts {
        self.printer.texts()
    }

    /// Who sits where, by the words that are typed.
    pub(super) fn words(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.player_spec().to_string()).collect()
    }

    pub(super) fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    pub(super) fn seat_name(&self, player: Player) -> &'static str {
        self.texts().seat(self.session.info().seats[player.index()].name)
    }

    pub(super) fn is_human(&self, player: Player) -> bool {
        self.seats[player.index()].is_human()
    }

    /// Says something on standard error unless that is unwanted.
    pub(super) fn note(&self, message: &str) {
        self.printer.note(message);
    }

    /// The game as it is looked at.
    pub(super) fn shown(&self) -> &dyn Session {
        self.earlier.as_deref().unwrap_or(&*self.session)
    }

    pub(super) fn board(&self) -> Result<(), Failure> {
        if !self.printer.is_quiet() {
            write!(io::stdout().lock(), "{}", self.printer.draw(&self.shown().scene()))?;
        }
        Ok(())
    }

    /// Takes note that the game has changed: it is kept, and looked at again. What only bots play is
    /// played again as easily.
    pub(super) fn changed(&mut self) -> Result<(), Failure> {
        self.earlier = None;
        if self.has_human() {
            let words = self.words();
            self.kept.keep(self.printer, &*self.session, &words, self.seed);
        }
        self.board()
    }

    /// Plays until the game is over or the players leave.
    pub(super) fn run(mut self, input: &mut Input) -> Result<(), Failure> {
        if self.has_human() {
            self.note(&self.texts().tell("line.begin", &[("game", &self.session.info().name)]));
        }
        self.board()?;
        let ended = self.play_on(input);
        if self.kept.is_kept() {
            self.note(self.texts().say("line.kept"));
        }
        ended
    }

    fn play_on(&mut self, input: &mut Input) -> Result<(), Failure> {
        loop {
            let player = self.session.to_move();
            let then = if self.session.outcome().is_some() {
                self.over(input)?
            } else if self.is_human(player) || self.paused {
                self.ask(input)?
            } else {
                self.bot_turn(player, input)?
            };
            if then == Then::Leave {
                return Ok(());
            }
        }
    }

    /// A bot thinks on this thread; Ctrl-C makes it play what it has. Where only bots play, that also
    /// stops them, or ends the program if nobody is there to go on.
    pub(super) fn bot_turn(&mut self, player: Player, input: &Input) -> Result<Then, Failure> {
        let name = self.seat_name(player);
        let Seat::Bot { spec, bot } = &mut self.seats[player.index()] else { return Ok(Then::Go) };
        let failed = |problem: String| Failure::Failed(format!("{name} ({}): {problem}", spec.name()));
        let chosen = bot.choose(&*self.session);
        let hurried = self.stop_flag.was_pressed();
        let mv = chosen.map_err(|fault| failed(fault.to_string()))?;
        let mv = self.session.play(&mv).map_err(|error| failed(error.to_string()))?;
        writeln!(io::stdout().lock(), "{name} ({}): {mv}", spec.name())?;
        if self.has_human() || self.session.outcome().is_some() {
            self.changed()?;
        } else if hurried {
            self.paused = input.is_terminal();
            self.board()?;
            return Ok(if self.paused { Then::Go } else { Then::Leave });
        }
        Ok(Then::Go)
    }

    /// Asks whoever has the turn, or who watches, and does what they say.
    pub(super) fn ask(&mut self, input: &mut Input) -> Result<Then, Failure> {
        let Some(line) = input.ask(&format!("{}> ", self.prompt()))? else {
            if self.session.outcome().is_none() {
                self.note(self.texts().say("line.end_of_input"));
            }
            return Ok(Then::Leave);
        };
        self.obey(Line::parse(&line, self.texts()), input)
    }

    /// What is asked.
    fn prompt(&self) -> String {
        let texts = self.texts();
        let player = self.seat_name(self.session.to_move());
        if let Some(earlier) = &self.earlier {
            let (ply, plies) = (earlier.history().len(), self.session.history().len());
            return texts.tell("line.prompt_earlier", &[("ply", &ply), ("plies", &plies)]);
        }
        if self.session.outcome().is_some() {
            return texts.say("line.prompt_over").to_owned();
        }
        let key = if self.paused { "line.prompt_paused" } else { "line.prompt" };
        texts.tell(key, &[("player", &player)])
    }
}
