//! External engines as bots, over the UGI protocol.

use std::fmt;
use std::time::{Duration, Instant};

use cairn_rules::{Message, excerpt};
use cairn_search::StopFlag;
use cairn_session::Session;

use super::engine_option::EngineOption;
use super::process::{NoLine, Process};
use super::{Bot, BotFault, Clocks, EngineLog, Evaluation, answers};

/// The maximum time of an engine for any answer except a move.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum thinking time of an engine under a node or depth limit.
const MAX_THINKING_TIME: Duration = Duration::from_secs(60);
/// The interval between checks of the stop flag while waiting for a move.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The option for the game, and the option for the seed of a match.
pub(super) const GAME_OPTION: &str = "Game";
const SEED_OPTION: &str = "Seed";
/// The limit of a bot with neither a limit nor a clock.
const DEFAULT_LIMIT: MoveLimit = MoveLimit::Time(Duration::from_millis(100));

/// The limit of a search for one move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MoveLimit {
    /// A time.
    Time(Duration),
    /// A number of nodes.
    Nodes(u64),
    /// A depth in plies.
    Depth(u32),
}

impl fmt::Display for MoveLimit {
    /// Writes the words of `go`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "movetime {}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

impl MoveLimit {
    /// Returns the default time to wait for a move.
    fn patience(self) -> Duration {
        match self {
            Self::Time(time) => time + RESPONSE_TIMEOUT,
            Self::Nodes(_) | Self::Depth(_) => MAX_THINKING_TIME,
        }
    }
}

/// The command that starts an external engine, and its settings.
#[derive(Clone, Debug)]
pub(super) struct UgiSettings {
    pub(super) name: String,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    /// The limits of each move; with a clock, in addition to it.
    pub(super) limits: Vec<MoveLimit>,
    /// The time limit for a move; also limits the wait for other answers.
    pub(super) patience: Option<Duration>,
    /// Options by name, as typed.
    pub(super) options: Vec<(String, String)>,
}

/// An external engine, started on first use and again after a fault.
#[derive(Debug)]
pub struct UgiBot {
    settings: UgiSettings,
    /// Requests the best move found so far.
    stop: Option<StopFlag>,
    clocks: Option<Clocks>,
    log: Option<EngineLog>,
    evaluation: Option<Evaluation>,
    thinking_time: Option<Duration>,
    engine: Option<UgiProcess>,
}

/// A running engine.
#[derive(Debug)]
struct UgiProcess {
    process: Process,
    /// The options declared by the engine.
    options: Vec<EngineOption>,
}

impl UgiBot {
    pub(super) const fn new(settings: UgiSettings) -> Self {
        Self {
            settings,
            stop: None,
            clocks: None,
            log: None,
            evaluation: None,
            thinking_time: None,
            engine: None,
        }
    }

    /// Returns the words of `go`, and how long to wait for the move.
    fn go(&self, session: &dyn Session) -> (String, Duration) {
        let UgiSettings { limits, patience, .. } = &self.settings;
        let mut words = vec!["go".to_owned()];
        let clock = self.clocks.as_ref().and_then(|clocks| Some((clocks, clocks.of(session.to_move())?)));
        let limits = if limits.is_empty() && clock.is_none() { &[DEFAULT_LIMIT] } else { limits.as_slice() };
        let usual = match clock {
            Some((clocks, own)) => {
                words.push(clocks.to_string());
                words.extend(own.moves_to_go.map(|moves| format!("movestogo {moves}")));
                own.left.saturating_add(clocks.margin)
            }
            None => limits.iter().map(|limit| limit.patience()).min().unwrap_or(MAX_THINKING_TIME),
        };
        words.extend(limits.iter().map(ToString::to_string));
        let patience =
            patience.map_or(usual, |patience| if clock.is_some() { patience.min(usual) } else { patience });
        (words.join(" "), patience)
    }
}

impl Bot for UgiBot {
    fn name(&self) -> String {
        self.settings.name.clone()
    }

    fn new_game(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault> {
        let timeout = self.settings.patience.unwrap_or(RESPONSE_TIMEOUT).min(RESPONSE_TIMEOUT);
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => UgiProcess::start(&self.settings, self.log.clone(), timeout)?,
        };
        engine.begin(session, &self.settings.options, seed, timeout)?;
        self.engine = Some(engine);
        Ok(())
    }

    fn set_stop(&mut self, stop: StopFlag) {
        self.stop = Some(stop);
    }

    fn set_clocks(&mut self, clocks: Option<Clocks>) {
        self.clocks = clocks;
    }

    fn set_log(&mut self, log: EngineLog) {
        self.log = Some(log);
    }

    fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    fn thinking_time(&self) -> Option<Duration> {
        self.thinking_time
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        // A failed engine is dropped, which ends its process.
        let mut engine =
            self.engine.take().ok_or_else(|| BotFault::failed(Message::new("it is not running")))?;
        let (asked, patience) = self.go(session);
        let sent = Instant::now();
        let (mv, arrival, evaluation) = engine.think(session, &asked, patience, self.stop.as_ref())?;
        self.evaluation = evaluation;
        self.thinking_time = Some(arrival.saturating_duration_since(sent));
        self.engine = Some(engine);
        Ok(mv)
    }
}

impl UgiProcess {
    fn start(settings: &UgiSettings, log: Option<EngineLog>, patience: Duration) -> Result<Self, BotFault> {
        let UgiSettings { name, program, arguments, options, .. } = settings;
        let process = Process::start(program, arguments, name, log).map_err(|error| BotFault::Start {
            program: excerpt(program),
            kind: error.kind(),
            system: error.to_string(),
        })?;
        let mut engine = Self { process, options: Vec::new() };
        let mut declared = Vec::new();
        engine.process.send("ugi");
        engine.until("ugi", "ugiok", patience, |line| declared.extend(EngineOption::parse(line)))?;
        engine.options = declared;
        for (name, value) in options {
            let command = EngineOption::command(&engine.options, name, value);
            engine.process.send(&command.map_err(|problem| BotFault::Option { problem })?);
        }
        Ok(engine)
    }

    /// Sends the game, and waits until the engine is ready or refuses.
    fn begin(
        &mut self,
        session: &dyn Session,
        options: &[(String, String)],
        seed: u64,
        patience: Duration,
    ) -> Result<(), BotFault> {
        self.process.send(&format!("setoption name {GAME_OPTION} value {}", session.spec()));
        let is_seeded = options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED_OPTION));
        if let Some(option) = EngineOption::find(&self.options, SEED_OPTION).filter(|_| !is_seeded) {
            // Engines tend to parse numbers of 32 bits, with or without a sign.
            self.process.send(&format!("setoption name {} value {}", option.name, seed >> 33));
        }
        self.process.send("uginewgame");
        self.process.send("isready");
        let mut refusal = None;
        self.until("isready", "readyok", patience, |line| {
            refusal = answers::refusal(line).map(excerpt).or(refusal.take());
        })?;
        refusal.map_or(Ok(()), |reason| Err(BotFault::Refused { reason }))
    }

    fn think(
        &mut self,
        session: &dyn Session,
        asked: &str,
        patience: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<(String, Instant, Option<Evaluation>), BotFault> {
        self.process.send(&position(session));
        self.process.send(asked);
        let (mut stop, mut evaluation) = (stop, None);
        let (arrival, answer) = self.listen(asked, "bestmove", patience, |engine, line| {
            evaluation = line.and_then(answers::evaluation).or(evaluation);
            if stop.take_if(|stop| stop.is_stopped()).is_some() {
                engine.process.send("stop");
            }
        })?;
        let mv = answers::best_move(&answer).ok_or_else(|| BotFault::unexpected(asked, &answer))?;
        Ok((mv.to_owned(), arrival, evaluation))
    }

    /// Reads lines until one begins with the word, in any case, and returns it; calls `visit` with the others.
    fn until(
        &mut self,
        asked: &str,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&str),
    ) -> Result<String, BotFault> {
        let (_, line) =
            self.listen(asked, word, patience, |_, line| line.map(&mut visit).unwrap_or_default())?;
        Ok(line)
    }

    /// Does the same and also returns when the line arrived: this program may read it later, which must not cost the
    /// engine time. Also calls `visit` regularly while no line arrives.
    fn listen(
        &mut self,
        asked: &str,
        word: &str,
        patience: Duration,
        mut visit: impl FnMut(&Self, Option<&str>),
    ) -> Result<(Instant, String), BotFault> {
        let deadline = Instant::now() + patience;
        loop {
            // Other lines do not extend the deadline.
            let is_late = match self.process.line(deadline.min(Instant::now() + POLL_INTERVAL)) {
                Ok((arrival, _)) if arrival > deadline => true,
                Ok((arrival, line)) if answers::begins(&line, word) => return Ok((arrival, line)),
                Ok((_, line)) => {
                    visit(self, Some(&line));
                    false
                }
                Err(NoLine::Late) => {
                    visit(self, None);
                    Instant::now() >= deadline
                }
                Err(NoLine::Ended { status, stderr }) => {
                    return Err(BotFault::Ended { asked: asked.to_owned(), status, stderr });
                }
                Err(NoLine::Endless(line)) => return Err(BotFault::unexpected(asked, &line)),
            };
            if is_late {
                return Err(BotFault::Late { asked: asked.to_owned(), patience });
            }
        }
    }
}

/// Returns the `position` command for the game so far.
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
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::bots::TimeLeft;
    use cairn_session::open;

    #[test]
    fn positions_are_sent_with_their_moves() {
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
        let said = "echo ready; exec yes info";
        let process = Process::start("sh", &["-c".to_owned(), said.to_owned()], "sh", None).unwrap();
        let mut engine = UgiProcess { process, options: Vec::new() };
        engine.until("", "ready", Duration::from_secs(600), |_| {}).unwrap();
        let fault = engine.until("go", "bestmove", Duration::ZERO, |_| {}).unwrap_err();
        assert!(fault.is_late(), "{fault}");
    }

    #[test]
    #[cfg(unix)]
    fn an_answer_counts_when_it_arrives_not_when_it_is_read() {
        let (lines, output) = sync_channel(2);
        let process =
            Process::start("sleep", &["600".to_owned()], "sleep", None).unwrap().with_output(output);
        let mut engine = UgiProcess { process, options: Vec::new() };
        let in_time = Instant::now();
        lines.send((in_time, Ok("bestmove a1".to_owned()))).unwrap();
        let answer = engine.listen("go", "bestmove", Duration::ZERO, |_, _| ()).unwrap();
        assert_eq!(answer, (in_time, "bestmove a1".to_owned()));
        let too_late = Instant::now() + Duration::from_secs(600);
        lines.send((too_late, Ok("bestmove a1".to_owned()))).unwrap();
        let fault = engine.listen("go", "bestmove", Duration::from_secs(60), |_, _| ()).unwrap_err();
        assert!(fault.is_late(), "{fault}");
    }

    #[test]
    fn a_clock_takes_the_place_of_the_default_budget() {
        let session = open("staqs", None).unwrap();
        let settings = UgiSettings {
            name: String::new(),
            program: String::new(),
            arguments: Vec::new(),
            limits: Vec::new(),
            patience: None,
            options: Vec::new(),
        };
        let mut bot = UgiBot::new(settings.clone());
        let ms = Duration::from_millis;
        assert_eq!(bot.go(&*session), ("go movetime 100".to_owned(), ms(10_100)));
        let time = |left| Some(TimeLeft { left: ms(left), increment: ms(100), moves_to_go: Some(3) });
        bot.set_clocks(Some(Clocks { seats: vec![time(1_000), time(2_000)], margin: ms(50) }));
        let clocks = "go p1time 1000 p2time 2000 p1inc 100 p2inc 100 movestogo 3";
        assert_eq!(bot.go(&*session), (clocks.to_owned(), ms(1_050)));
        bot.settings = UgiSettings {
            limits: vec![MoveLimit::Nodes(5), MoveLimit::Depth(3)],
            patience: Some(ms(7)),
            ..settings
        };
        assert_eq!(bot.go(&*session), (format!("{clocks} nodes 5 depth 3"), ms(7)));
        bot.set_clocks(Some(Clocks { seats: vec![None, time(2_000)], margin: ms(50) }));
        assert_eq!(bot.go(&*session), ("go nodes 5 depth 3".to_owned(), ms(7)));
    }

    #[test]
    fn limits_are_words_of_go() {
        assert_eq!(MoveLimit::Time(Duration::from_secs(2)).to_string(), "movetime 2000");
        assert_eq!(MoveLimit::Nodes(5).to_string(), "nodes 5");
        assert_eq!(MoveLimit::Depth(3).to_string(), "depth 3");
    }
}
