//! External engines: child processes that speak UGI.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cairn_session::{Session, excerpt};

use super::process::{NoLine, Process};
use super::{Bot, BotFault};

/// Time limit for any answer other than a move.
const COURTESY: Duration = Duration::from_secs(10);
/// Time limit for a move where the budget is not a time.
const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
/// How often the stop flag is polled while waiting for a move.
const GLANCE: Duration = Duration::from_millis(20);

/// What an engine may spend on a move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MoveBudget {
    /// Time.
    Time(Duration),
    /// Nodes.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
}

impl fmt::Display for MoveBudget {
    /// As arguments of `go`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "movetime {}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

impl MoveBudget {
    /// The default time limit for a move.
    pub(super) fn patience(self) -> Duration {
        match self {
            Self::Time(time) => time + COURTESY,
            Self::Nodes(_) | Self::Depth(_) => LONGEST_THOUGHT,
        }
    }
}

/// An external engine, started when it is first needed and restarted after a failure.
pub struct UgiBot {
    pub(super) name: String,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    pub(super) budget: MoveBudget,
    /// Time limit for a move, and an upper limit for any other answer.
    pub(super) patience: Duration,
    /// Makes the engine move at once when set.
    pub(super) stop: Option<Arc<AtomicBool>>,
    pub(super) engine: Option<UgiProcess>,
}

/// A running engine.
pub(super) struct UgiProcess {
    process: Process,
    /// The names of its options.
    options: Vec<String>,
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
        let courtesy = self.patience.min(COURTESY);
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => UgiProcess::start(&self.program, &self.arguments, courtesy)?,
        };
        engine.begin(session, seed, courtesy)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        // Dropping an engine that fails ends its process.
        let mut engine =
            self.engine.take().ok_or_else(|| BotFault::Failed { problem: "it is not running".to_owned() })?;
        let mv = engine.think(session, self.budget, self.patience, self.stop.as_deref())?;
        self.engine = Some(engine);
        Ok(mv)
    }
}

impl UgiProcess {
    fn start(program: &str, arguments: &[String], patience: Duration) -> Result<Self, BotFault> {
        let process = Process::start(program, arguments)
            .map_err(|error| BotFault::Start { problem: format!("{}: {error}", excerpt(program)) })?;
        let mut engine = Self { process, options: Vec::new() };
        let mut options = Vec::new();
        engine.process.send("ugi");
        engine.until("ugi", "ugiok", patience, |line| {
            let name = line.strip_prefix("option name ").and_then(|option| option.split(" type ").next());
            options.extend(name.map(ToOwned::to_owned));
        })?;
        engine.options = options;
        Ok(engine)
    }

    /// Announces a new game and waits until the engine is ready.
    fn begin(&mut self, session: &dyn Session, seed: u64, patience: Duration) -> Result<(), BotFault> {
        self.process.send(&format!("setoption name Game value {}", session.spec()));
        if self.options.iter().any(|option| option == "Seed") {
            // Engines may parse 32-bit integers, signed or unsigned.
            self.process.send(&format!("setoption name Seed value {}", seed >> 33));
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
        stop: Option<&AtomicBool>,
    ) -> Result<String, BotFault> {
        let asked = format!("go {budget}");
        self.process.send(&position(session));
        self.process.send(&asked);
        let mut stop = stop;
        let answer = self.listen(&asked, "bestmove", patience, |engine, _| {
            if stop.take_if(|stop| stop.load(Ordering::Relaxed)).is_some() {
                engine.process.send("stop");
            }
        })?;
        let mut words = answer.split_whitespace().skip(1);
        match (words.next(), words.next()) {
            (Some(mv), None) => Ok(mv.to_owned()),
            _ => Err(BotFault::nonsense(&asked, &answer)),
        }
    }

    /// Reads lines until one begins with the word, and returns it; `visit` gets the others.
    fn until(
        &mut self,
        asked: &str,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&str),
    ) -> Result<String, BotFault> {
        self.listen(asked, word, patience, |_, line| line.map(&mut visit).unwrap_or_default())
    }

    /// The same, but `visit` is also called periodically while no line arrives.
    fn listen(
        &mut self,
        asked: &str,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&Self, Option<&str>),
    ) -> Result<String, BotFault> {
        let deadline = Instant::now() + patience;
        loop {
            match self.process.line(deadline.min(Instant::now() + GLANCE)) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(line) => visit(self, Some(&line)),
                Err(NoLine::Late) if Instant::now() < deadline => visit(self, None),
                Err(NoLine::Late) => return Err(BotFault::Late { asked: asked.to_owned(), patience }),
                Err(NoLine::Ended(status)) => {
                    return Err(BotFault::Ended { asked: asked.to_owned(), status });
                }
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
    fn budgets_are_words_of_go() {
        assert_eq!(MoveBudget::Time(Duration::from_secs(2)).to_string(), "movetime 2000");
        assert_eq!(MoveBudget::Nodes(5).to_string(), "nodes 5");
        assert_eq!(MoveBudget::Depth(3).to_string(), "depth 3");
    }
}
