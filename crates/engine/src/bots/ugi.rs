//! External engines as bots, over the UGI protocol.

use std::fmt;
use std::time::{Duration, Instant};

use cairn_rules::{Message, excerpt};
use cairn_search::StopFlag;
use cairn_session::Session;

use super::process::{NoLine, Process};
use super::{Bot, BotFault, answers};

/// How long an engine may take for any answer but a move.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an engine may think under a node or depth limit.
const MAX_THINKING_TIME: Duration = Duration::from_secs(60);
/// How often to check the stop flag while waiting for a move.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The limit of a search for one move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MoveBudget {
    /// A time.
    Time(Duration),
    /// A number of nodes.
    Nodes(u64),
    /// A depth in plies.
    Depth(u32),
}

impl fmt::Display for MoveBudget {
    /// As the words of `go`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "movetime {}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

impl MoveBudget {
    /// How long to wait for a move by default.
    pub(super) fn patience(self) -> Duration {
        match self {
            Self::Time(time) => time + RESPONSE_TIMEOUT,
            Self::Nodes(_) | Self::Depth(_) => MAX_THINKING_TIME,
        }
    }
}

/// An external engine, started on first use and again after a fault.
pub struct UgiBot {
    pub(super) name: String,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    pub(super) budget: MoveBudget,
    /// How long to wait for a move, and for anything else at most.
    pub(super) patience: Duration,
    /// Asks for the best move found so far.
    pub(super) stop: Option<StopFlag>,
    pub(super) engine: Option<UgiProcess>,
}

/// A running engine.
pub(super) struct UgiProcess {
    process: Process,
    /// The option that takes the seed, as the engine spells it.
    seed_option: Option<String>,
}

impl fmt::Debug for UgiBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UgiBot")
            .field("name", &self.name)
            .field("running", &self.engine.is_some())
            .finish_non_exhaustive()
    }
}

impl Bot for UgiBot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault> {
        let timeout = self.patience.min(RESPONSE_TIMEOUT);
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => UgiProcess::start(&self.program, &self.arguments, timeout)?,
        };
        engine.begin(session, seed, timeout)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn set_stop(&mut self, stop: StopFlag) {
        self.stop = Some(stop);
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        // An engine that fails is dropped, which ends its process.
        let mut engine =
            self.engine.take().ok_or_else(|| BotFault::failed(Message::new("it is not running")))?;
        let mv = engine.think(session, self.budget, self.patience, self.stop.as_ref())?;
        self.engine = Some(engine);
        Ok(mv)
    }
}

impl UgiProcess {
    fn start(program: &str, arguments: &[String], patience: Duration) -> Result<Self, BotFault> {
        let process = Process::start(program, arguments).map_err(|error| BotFault::Start {
            program: excerpt(program),
            kind: error.kind(),
            system: error.to_string(),
        })?;
        let mut engine = Self { process, seed_option: None };
        let mut seed_option = None;
        engine.process.send("ugi");
        engine.until("ugi", "ugiok", patience, |line| {
            if let Some(name) = answers::seed_option(line) {
                seed_option = Some(name.to_owned());
            }
        })?;
        engine.seed_option = seed_option;
        Ok(engine)
    }

    /// Sends the game, and waits until the engine is ready.
    fn begin(&mut self, session: &dyn Session, seed: u64, patience: Duration) -> Result<(), BotFault> {
        self.process.send(&format!("setoption name Game value {}", session.spec()));
        if let Some(option) = &self.seed_option {
            // Engines tend to read numbers of 32 bits, with or without a sign.
            self.process.send(&format!("setoption name {option} value {}", seed >> 33));
        }
        self.process.send("uginewgame");
        self.process.send("isready");
        self.until("isready", "readyok", patience, |_| {}).map(|_| ())
    }

    fn think(
        &mut self,
        session: &dyn Session,
        budget: MoveBudget,
        patience: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<String, BotFault> {
        let asked = format!("go {budget}");
        self.process.send(&position(session));
        self.process.send(&asked);
        let mut stop = stop;
        let answer = self.listen(&asked, "bestmove", patience, |engine, _| {
            if stop.take_if(|stop| stop.is_stopped()).is_some() {
                engine.process.send("stop");
            }
        })?;
        let mv = answers::best_move(&answer).ok_or_else(|| BotFault::unexpected(&asked, &answer))?;
        Ok(mv.to_owned())
    }

    /// Reads lines until one begins with the word, in any case, and returns it; `visit` receives the others.
    fn until(
        &mut self,
        asked: &str,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&str),
    ) -> Result<String, BotFault> {
        self.listen(asked, word, patience, |_, line| line.map(&mut visit).unwrap_or_default())
    }

    /// The same; `visit` is also called regularly while no line arrives.
    fn listen(
        &mut self,
        asked: &str,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&Self, Option<&str>),
    ) -> Result<String, BotFault> {
        let deadline = Instant::now() + patience;
        loop {
            match self.process.line(deadline.min(Instant::now() + POLL_INTERVAL)) {
                Ok(line) if answers::begins(&line, word) => return Ok(line),
                Ok(line) => visit(self, Some(&line)),
                Err(NoLine::Late) => visit(self, None),
                Err(NoLine::Ended(status)) => {
                    return Err(BotFault::Ended { asked: asked.to_owned(), status });
                }
                Err(NoLine::Endless(line)) => return Err(BotFault::unexpected(asked, &line)),
            }
            // Other lines do not extend the deadline.
            if Instant::now() >= deadline {
                return Err(BotFault::Late { asked: asked.to_owned(), patience });
            }
        }
    }
}

/// The `position` command for the game so far.
fn position(session: &dyn Session) -> String {
    let mut line = "position startpos".to_owned();
    if let Some(start) = session.start_position() {
        line = format!("position fen {start}");
    }
    let moves = session.history();
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_session::open;

    #[test]
    fn positions_are_told_with_their_moves() {
        let mut session = open("staqs", None).unwrap();
        assert_eq!(position(&*session), "position startpos");
        session.play("c3").unwrap();
        session.play("d4").unwrap();
        assert_eq!(position(&*session), "position startpos moves c3 d4");
        let start = session.position();
        let mut later = open("staqs", Some(&start)).unwrap();
        later.play("a1").unwrap();
        assert_eq!(position(&*later), format!("position fen {start} moves a1"));
    }

    #[test]
    #[cfg(unix)]
    fn chatter_does_not_outlast_the_deadline() {
        let said = "printf 'ready\\ninfo a\\ninfo b\\nbestmove a1\\n'; sleep 600";
        let process = Process::start("sh", &["-c".to_owned(), said.to_owned()]).unwrap();
        let mut engine = UgiProcess { process, seed_option: None };
        engine.until("", "ready", Duration::from_secs(600), |_| {}).unwrap();
        let fault = engine.until("go", "bestmove", Duration::ZERO, |_| {}).unwrap_err();
        assert!(fault.is_late(), "{fault}");
    }

    #[test]
    fn budgets_are_words_of_go() {
        assert_eq!(MoveBudget::Time(Duration::from_secs(2)).to_string(), "movetime 2000");
        assert_eq!(MoveBudget::Nodes(5).to_string(), "nodes 5");
        assert_eq!(MoveBudget::Depth(3).to_string(), "depth 3");
    }
}
