//! The options that `match`, `tournament` and `stats` share: the game, and how its games are played and recorded.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::Duration;

use cairn_arena::{Adjudication, DrawRule, MatchConfig, Openings, ResignRule};
use cairn_engine::Span;
use cairn_engine::bots::{BotClock, EngineLog};
use cairn_rules::Message;
use cairn_session::open;
use clap::Args;

use crate::failure::Failure;
use crate::today;

/// The game, and how its games are played.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// The game with its options, e.g. staqs:size=7
    #[arg(value_name = "GAME", value_parser = crate::cli::text())]
    game: String,
    /// Random seed for openings and bots: the same seed gives the same games
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Number of games to play at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Number of random plies at the start of each game, shared by the two games of a pair
    /// [default: 2 to 8, depending on the game; 0 for `stats`]; with --openings, use at most this many plies of each
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(0..=200))]
    pub(super) opening: Option<u16>,
    /// Number of plies after which a game is stopped and counted as a draw
    #[arg(long, value_name = "PLIES", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    cap: u32,
}

/// The file for records.
#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    /// Append the record of each game to this file as it ends; if the file already holds games of
    /// this match, continue from there
    #[arg(long, value_name = "F")]
    pub(super) record: Option<PathBuf>,
    /// Comment each move in the records with the bot's evaluation, depth and time
    #[arg(long, requires = "record")]
    comments: bool,
}

/// Clocks, openings and early ends, as match runners for chess have them.
#[derive(Debug, Args)]
pub(super) struct RunnerArgs {
    /// Time control: seconds for the game and after each move, e.g. 10+0.1, or for some moves, e.g. 40/60.
    /// A bot whose clock runs out loses
    #[arg(long, value_name = "TC")]
    tc: Option<BotClock>,
    /// How much later than its clock a move may arrive, e.g. 50ms
    #[arg(long, value_name = "T")]
    margin: Option<Span>,
    /// Openings instead of random plies: a file of positions, one a line, or of records. Each is
    /// played with the seats swapped before the next one
    #[arg(long, value_name = "F")]
    openings: Option<PathBuf>,
    /// A bot resigns after bad scores of its own on this many moves in a row, e.g. movecount=3,score=500
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// A game is drawn after this many moves of both bots with scores near 0, e.g. movenumber=40,movecount=8,score=10
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// End a game as soon as the opening book knows its result, or the solver proves it with this many nodes
    #[arg(long, value_name = "NODES", num_args = 0..=1, require_equals = true, default_missing_value = "20000",
        value_parser = clap::value_parser!(u64).range(1..))]
    exact: Option<u64>,
    /// Log everything that external engines send and receive to this file
    #[arg(long, value_name = "F")]
    log: Option<PathBuf>,
}

impl GameArgs {
    pub(super) fn config(&self, record: &RecordArgs) -> Result<MatchConfig, Failure> {
        let mut config = MatchConfig::new(&self.game, self.seed).map_err(Failure::request)?;
        if let Some(opening) = self.opening {
            config.opening_plies = opening.into();
        }
        config.max_plies = self.cap as usize;
        config.date = Some(today().to_string());
        config.comments = record.comments;
        Ok(config)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(crate::cli::processors, usize::from)
    }
}

impl RunnerArgs {
    /// Adds these options to a match; `opening` is the number of plies that the user requested.
    pub(super) fn apply(&self, config: &mut MatchConfig, opening: Option<u16>) -> Result<(), Failure> {
        config.clock = self.tc;
        config.margin = self.margin.map_or(Duration::ZERO, Span::duration);
        config.adjudication = Adjudication { resign: self.resign, draw: self.draw, exact_nodes: self.exact };
        let session = open(&config.game, None).map_err(Failure::request)?;
        let used = [
            ("--resign", self.resign.is_some()),
            ("--draw", self.draw.is_some()),
            ("--exact", self.exact.is_some()),
        ];
        if let Some((option, _)) = used.iter().find(|(_, used)| *used && session.seats() != 2) {
            let problem = Message::new("{option}: only games of two players end early, not {game}");
            return Err(Failure::request(problem.with("option", option).with("game", &config.game)));
        }
        if self.draw.is_some() && !session.info().draws {
            let problem = Message::new("--draw: {game} has no draws").with("game", session.info().name);
            return Err(Failure::request(problem));
        }
        if let Some(path) = &self.openings {
            let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
            let openings = Openings::read(&text, &config.game, opening.map(usize::from));
            config.openings = Some(openings.map_err(|error| Failure::bad_file(path, error.message()))?);
            config.opening_plies = 0;
        }
        Ok(())
    }

    /// Creates the log file.
    pub(super) fn open_log(&self) -> Result<Option<EngineLog>, Failure> {
        let create = |path: &PathBuf| File::create(path).map_err(|error| Failure::file(path, &error));
        Ok(self.log.as_ref().map(create).transpose()?.map(EngineLog::new))
    }
}
