//! `cairn ugi`: a UGI engine on standard input and output.
//!
//! This thread reads and answers commands; at most one search runs, on a separate thread. The engine answers invalid
//! commands with `info string` and changes nothing. It allocates tables before a search, so that a search spends no
//! time on them.

mod command;
mod go;
mod options;
mod search;

use std::io;

use cairn_engine::{Engine, EngineSettings, check_table, fitting_mib};
use cairn_rules::{Outcome, Player, games};
use cairn_session::{Session, open};
use cairn_texts::safe_line;

use crate::failure::Failure;
use crate::lines::{self, InputLine};
use crate::output;
use command::{Command, Query};
use go::Go;
pub(crate) use options::MAX_LINES;
use options::{Change, Options};
use search::{Search, SearchJob};

/// The maximum length of a line, enough for a game of many thousand moves.
const MAX_LINE_LEN: u64 = 1 << 20;
/// The answer to `go` when the game is over.
const NO_MOVE: &str = "0000";

/// Runs the engine until `quit` or the end of input.
pub(crate) fn run(game: Option<&str>) -> Result<(), Failure> {
    let session = open(game.unwrap_or(games::ALL[0].id), None).map_err(Failure::request)?;
    let mut server =
        UgiServer { session, options: Options::default(), engine: None, has_book: false, search: None };
    server.make_ready()?;
    let mut input = io::stdin().lock();
    loop {
        let parsed = match lines::read(&mut input, MAX_LINE_LEN)? {
            InputLine::Text(line) => Command::parse(&line),
            InputLine::NotUtf8(line) => Err(format!("`{}` is not valid UTF-8", line.escape_debug())),
            InputLine::TooLong => Err("that line is too long".to_owned()),
            InputLine::End => break,
        };
        match parsed.and_then(|command| server.apply(command)) {
            Ok(Command::Quit) => {
                server.stop_search();
                return Ok(());
            }
            Ok(command) => server.execute(command)?,
            Err(problem) => send(&format!("info string {problem}"))?,
        }
    }
    // A script that pipes in its commands still expects the answer.
    if let Some(search) = server.search {
        search.wait()?;
    }
    Ok(())
}

/// Writes one line, flushed and not interleaved with other threads.
fn send(line: &str) -> io::Result<()> {
    let mut out = output::text();
    // A message about bad input must not look like another answer.
    writeln!(out, "{}", safe_line(line))?;
    out.flush()
}

/// The state of the engine.
struct UgiServer {
    session: Box<dyn Session>,
    options: Options,
    /// The engine, unless it is searching.
    engine: Option<Box<dyn Engine>>,
    /// Whether it has the opening book.
    has_book: bool,
    search: Option<Search>,
}

impl UgiServer {
    /// Applies options and positions, or returns an error; returns any other command.
    fn apply(&mut self, command: Command) -> Result<Command, String> {
        match command {
            Command::SetOption { name, value } => {
                let before = self.options.clone();
                match self.options.set(&name, &value)? {
                    Change::Applied => {}
                    Change::Table => {
                        if let Err(problem) = self.prepare().and_then(|()| self.check_later_table()) {
                            self.options = before;
                            return Err(format!("Hash stays at {} MiB: {problem}", self.options.hash));
                        }
                    }
                    Change::Game => {
                        self.session = open(&value, None).map_err(|error| format!("refused: {error}"))?;
                        return Ok(Command::SetOption { name, value });
                    }
                }
            }
            Command::Position { start, moves } => {
                let spec = self.session.spec();
                let mut session = open(&spec, start.as_deref()).map_err(|error| error.to_string())?;
                for (number, mv) in (1..).zip(&moves) {
                    session.play(mv).map_err(|error| format!("move {number}: {error}"))?;
                }
                self.session = session;
            }
            other => return Ok(other),
        }
        Ok(Command::Empty)
    }

    fn execute(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Ugi => {
                send(concat!("id name Cairn ", env!("CARGO_PKG_VERSION")))?;
                send("id author the Cairn authors")?;
                for option in self.options.describe(&self.session.spec(), self.session.info()) {
                    send(&option)?;
                }
                send("ugiok")?;
            }
            Command::IsReady => {
                self.make_ready()?;
                send("readyok")?;
            }
            Command::SetOption { .. } => self.make_ready()?,
            Command::NewGame => {
                self.stop_search();
                self.make_ready()?;
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop_search(),
            Command::Query(query) => send(&format!("response {}", self.answer(query)))?,
            Command::Quit | Command::Position { .. } | Command::Empty => {}
        }
        Ok(())
    }

    /// Prepares an engine for this game with a table of the requested size. A running search keeps its engine; changed
    /// options apply to the next search.
    fn prepare(&mut self) -> Result<(), String> {
        if self.search.as_ref().is_some_and(Search::is_over) {
            self.stop_search();
        }
        if self.search.is_some() {
            return Ok(());
        }
        // Frees the table of another game before allocating the new one.
        let openings = self.options.own_book;
        let engine =
            self.engine.take().filter(|engine| engine.fits(&*self.session) && self.has_book == openings);
        let mut engine = if let Some(engine) = engine {
            engine
        } else {
            let settings = EngineSettings { openings, ..EngineSettings::default() };
            cairn_engine::open(&self.session.spec(), settings).map_err(|error| error.to_string())?
        };
        self.has_book = openings;
        if self.options.own_book {
            // The first query loads the book.
            engine.look_up(&*self.session).map_err(|error| error.to_string())?;
        }
        let done = engine.set_search_settings(self.options.settings(self.session.info()));
        self.engine = Some(engine);
        done.map_err(|error| error.to_string())
    }

    /// Checks that there is memory for the table that replaces the one of a running search.
    fn check_later_table(&self) -> Result<(), String> {
        let is_later = self.search.is_some();
        let checked = if is_later { check_table(self.options.hash as usize) } else { Ok(()) };
        checked.map_err(|error| error.to_string())
    }

    /// Prepares a search, with a smaller table if there is no memory for this one.
    fn make_ready(&mut self) -> Result<(), Failure> {
        let Err(problem) = self.prepare() else { return Ok(()) };
        self.options.hash = fitting_mib(self.options.hash as usize) as u64;
        send(&format!("info string Hash is {} MiB now: {problem}", self.options.hash))?;
        self.prepare().map_err(Failure::failed)
    }

    /// Stops the search, if there is one, which then sends its best move.
    fn stop_search(&mut self) {
        if let Some(search) = self.search.take() {
            self.engine = search.stop();
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        self.stop_search();
        if let Some(outcome) = self.session.outcome() {
            let score = if outcome.winner().is_some() { "mate 0" } else { "cp 0" };
            send(&format!(
                "info depth 0 seldepth 0 time 0 nodes 0 nps 0 hashfull 0 multipv 1 score {score}"
            ))?;
            return Ok(send(&format!("bestmove {NO_MOVE}"))?);
        }
        self.make_ready()?;
        let Some(engine) = self.engine.take() else { return Ok(()) };
        let job = SearchJob {
            session: self.session.fork(),
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
