//! `cairn ugi`: the engine as a program that another program talks to.
//!
//! This thread reads and answers; a search runs on a thread of its own, at most one at a time. What
//! makes no sense is answered with `info string` and changes nothing.

mod command;
mod go;
mod options;
mod search;

use std::io::{self, Write};

use cairn_engine::{Engine, EngineSettings};
use cairn_rules::{Outcome, Player, games};
use cairn_session::{Session, open};

use crate::failure::Failure;
use crate::lines::{self, Line};
use command::{Command, Query};
use go::Go;
use options::{Change, Options};
use search::{Job, Search};

/// The longest line that is taken seriously: a game of many thousand moves.
const LONGEST: u64 = 1 << 20;
/// The answer to `go` where there is no move.
const NO_MOVE: &str = "0000";

/// Speaks UGI until it is told to quit, or nobody talks any more.
pub(crate) fn run(game: Option<&str>) -> Result<(), Failure> {
    let session = open(game.unwrap_or(games::ALL[0].id), None).map_err(Failure::request)?;
    let mut server = UgiServer { session, options: Options::default(), engine: None, search: None };
    let mut input = io::stdin().lock();
    loop {
        let said = match lines::read(&mut input, LONGEST)? {
            Line::Text(line) => Command::parse(&line),
            Line::NotText(line) => Err(format!("`{}` is not valid UTF-8", line.escape_debug())),
            Line::TooLong => Err("that line is too long".to_owned()),
            Line::End => break,
        };
        match said.and_then(|command| server.check(command)) {
            Ok(Command::Quit) => {
                server.end_search();
                return Ok(());
            }
            Ok(command) => server.obey(command)?,
            Err(problem) => say(&format!("info string {problem}"))?,
        }
    }
    // Whoever only wrote the question into a pipe still wants the answer.
    if let Some(search) = server.search {
        search.wait();
    }
    Ok(())
}

/// Says one line, at once and in one piece.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()
}

/// What the other program has told us so far.
struct UgiServer {
    session: Box<dyn Session>,
    options: Options,
    /// The engine, unless it is searching.
    engine: Option<Box<dyn Engine>>,
    search: Option<Search>,
}

impl UgiServer {
    /// Does what changes something and may be refused; gives back the rest.
    fn check(&mut self, command: Command) -> Result<Command, String> {
        match command {
            Command::SetOption { name, value } => match self.options.set(&name, &value)? {
                Change::Done => {}
                Change::Game => self.session = open(&value, None).map_err(|error| error.to_string())?,
            },
            Command::Position { start, moves } => {
                let word = self.session.spec();
                let mut session = open(&word, start.as_deref()).map_err(|error| error.to_string())?;
                for (number, mv) in (1..).zip(&moves) {
                    session.play(mv).map_err(|error| format!("move {number}: {error}"))?;
                }
                self.session = session;
            }
            other => return Ok(other),
        }
        Ok(Command::Nothing)
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Ugi => {
                say(concat!("id name Cairn ", env!("CARGO_PKG_VERSION")))?;
                say("id author the Cairn authors")?;
                for option in self.options.describe(&self.session.spec(), self.session.info()) {
                    say(&option)?;
                }
                say("ugiok")?;
            }
            Command::IsReady => say("readyok")?,
            Command::NewGame => {
                self.end_search();
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.end_search(),
            Command::Query(query) => say(&format!("response {}", self.answer(query)))?,
            Command::Quit | Command::SetOption { .. } | Command::Position { .. } | Command::Nothing => {}
        }
        Ok(())
    }

    /// Ends the search, if there is one, which then says its best move.
    fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            self.engine = search.stop();
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        self.end_search();
        if let Some(outcome) = self.session.outcome() {
            let score = if outcome.winner().is_some() { "mate 0" } else { "cp 0" };
            say(&format!("info depth 0 seldepth 0 time 0 nodes 0 nps 0 hashfull 0 multipv 1 score {score}"))?;
            return Ok(say(&format!("bestmove {NO_MOVE}"))?);
        }
        let engine = match self.engine.take().filter(|engine| engine.fits(&*self.session)) {
            Some(engine) => engine,
            None => cairn_engine::open(&self.session.spec(), EngineSettings::default().with_openings())
                .map_err(Failure::request)?,
        };
        let job = Job {
            session: self.session.fork(),
            settings: self.options.settings(self.session.info()),
            limits: go.limits(self.session.to_move()),
            infinite: go.infinite,
            use_book: self.options.own_book,
        };
        self.search = Some(Search::start(job, engine)?);
        Ok(())
    }

    fn answer(&self, query: Query) -> String {
        let outcome = self.session.outcome();
        match query {
            Query::FirstToMove => (self.session.to_move() == Player::FIRST).to_string(),
            Query::Over => outcome.is_some().to_string(),
            Query::Result => match outcome.map(Outcome::winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(winner)) => format!("p{}win", winner.index() + 1),
            },
        }
    }
}
