//! The built-in bots: the choice of a move for each kind.

use std::time::Duration;

use cairn_rules::{LevelParams, Message};
use cairn_search::StopFlag;
use cairn_search::{Enhancements, Limits, Method, Settings};
use cairn_session::Session;

use super::kind::{BotKind, Level, SearchBudget, Style};
use super::slip::Slips;
use super::{Bot, BotFault, Clocks, Evaluation, perfect};
use crate::analysis::{Analysis, Variation};
use crate::engine::{self, Engine, EngineError, EngineSettings, OtherGame};
use crate::{Rng, Span};

/// The default number of moves from which a slipping bot chooses.
const DEFAULT_AMONG: u16 = 4;
/// The size of the transposition table of a search without a node limit, and the maximum for any search.
const MEGABYTES: usize = 64;
/// Bytes of the transposition table per node of the limit: room for eight entries, so that a larger table would not
/// help, and the endgame solver has enough in its part.
const BYTES_PER_NODE: u64 = 128;

/// A built-in bot. Its moves depend only on the game so far and the seed, unless it has a time limit or several
/// threads: an interrupted game, or one with take-backs, continues as it would have.
#[derive(Debug)]
pub struct BuiltinBot {
    kind: BotKind,
    seed: u64,
    /// The engine for the most recent game.
    engine: Option<Box<dyn Engine>>,
    stop: Option<StopFlag>,
    clocks: Option<Clocks>,
    evaluation: Option<Evaluation>,
}

/// The limits of the search for one move, besides those of the bot.
pub(super) struct MoveLimits {
    pub(super) stop: Option<StopFlag>,
    /// The share of the clock.
    pub(super) time: Option<Duration>,
}

/// A move, and the bot's evaluation of the position.
pub(super) struct BotMove {
    mv: String,
    evaluation: Option<Evaluation>,
}

impl BotMove {
    /// Creates a move that was found without a search.
    pub(super) const fn unrated(mv: String) -> Self {
        Self { mv, evaluation: None }
    }

    /// Returns the best move of a search; `None` when the game is over.
    pub(super) fn best_of(analysis: &Analysis) -> Option<Self> {
        Self::of_line(analysis.lines.first()?, analysis.depth)
    }

    fn of_line(line: &Variation, depth: u32) -> Option<Self> {
        let evaluation = Some(Evaluation { score: line.score, depth });
        Some(Self { mv: line.moves.first()?.clone(), evaluation })
    }
}

/// The search for one move.
struct Plan {
    settings: Settings,
    limits: Limits,
    slips: Slips,
}

impl BotKind {
    /// Creates a bot of this kind.
    pub fn bot(self, seed: u64) -> BuiltinBot {
        BuiltinBot { kind: self, seed, engine: None, stop: None, clocks: None, evaluation: None }
    }

    /// Returns whether its moves are reproducible: independent of clocks and of the order of threads.
    fn is_repeatable(self) -> bool {
        match self {
            Self::AlphaBeta(budget) | Self::MonteCarlo(budget) => {
                budget.time.is_none() && budget.threads.is_none_or(|threads| threads <= 1)
            }
            Self::Basic(_) | Self::Level(_) | Self::Perfect => true,
        }
    }

    fn engine_settings(self) -> EngineSettings {
        match self {
            Self::Perfect => perfect::engine_settings(),
            _ => EngineSettings::default(),
        }
    }
}

impl Plan {
    fn for_level(
        level: Level,
        engine: &dyn Engine,
        session: &dyn Session,
        seed: u64,
    ) -> Result<Self, OtherGame> {
        let LevelParams { nodes, slips, among, margin } = level.params(session.info());
        // A level with a margin must search every move at least once.
        let least = if margin < LevelParams::ANY { engine.count_moves(session)? } else { 0 };
        let slips = Slips { percent: slips, among, margin };
        let nodes = nodes.max(least);
        let hash_mib = table_megabytes(Some(nodes));
        let settings = Settings { seed, hash_mib, multi_pv: slips.among.into(), ..Settings::default() };
        Ok(Self { settings, limits: Limits::nodes(nodes).for_play(), slips })
    }

    fn for_alpha_beta(budget: SearchBudget, session: &dyn Session, seed: u64) -> Self {
        let slips = budget.slips();
        let (features, contempt) = match budget.style {
            None => (Enhancements::default(), session.info().engine.contempt),
            Some(Style::Plain) => (Enhancements::TEXTBOOK, 0),
        };
        let settings = Settings {
            seed,
            hash_mib: table_megabytes(budget.nodes),
            threads: budget.threads.unwrap_or(1).into(),
            multi_pv: slips.among.into(),
            enhancements: features,
            contempt: budget.contempt.unwrap_or(contempt),
            ..Settings::default()
        };
        Self { settings, limits: budget.into(), slips }
    }

    fn for_monte_carlo(budget: SearchBudget, seed: u64) -> Self {
        let method = Method::MonteCarlo;
        let settings = Settings { method, seed, hash_mib: MEGABYTES, ..Settings::default() };
        Self { settings, limits: budget.into(), slips: Slips::NEVER }
    }

    fn choose(
        self,
        engine: &mut dyn Engine,
        session: &dyn Session,
        rng: &mut Rng,
        limits: MoveLimits,
    ) -> Result<Option<BotMove>, EngineError> {
        engine.set_search_settings(self.settings)?;
        let time = self.limits.time.into_iter().chain(limits.time).min();
        let limits = Limits { stop: limits.stop, time, ..self.limits };
        let analysis = engine.analyze(session, &limits, &mut |_| ())?;
        let chosen = self.slips.choose(&analysis.lines, rng);
        Ok(chosen.and_then(|line| BotMove::of_line(line, analysis.depth)))
    }
}

impl BuiltinBot {
    /// Chooses the move of the player to move; `None` when the game is over.
    pub fn choose_move(&mut self, session: &dyn Session) -> Result<Option<String>, BotFault> {
        let kind = self.kind;
        self.forget();
        let engine =
            engine::open_for(&mut self.engine, session, || kind.engine_settings()).map_err(|error| {
                BotFault::failed(Message::new("the game cannot be opened: {error}").with("error", error))
            })?;
        let rng = &mut Rng::for_ply(self.seed, session.ply());
        let clock = self.clocks.as_ref().and_then(|clocks| clocks.of(session.to_move()));
        let limits = MoveLimits { stop: self.stop.clone(), time: clock.map(|clock| clock.for_one_move()) };
        let chosen = match kind {
            BotKind::Basic(bot) => {
                engine.basic_move(session, bot, rng).map(|mv| mv.map(BotMove::unrated)).map_err(Into::into)
            }
            BotKind::Perfect => perfect::choose(engine, session, &limits),
            BotKind::Level(level) => Plan::for_level(level, engine, session, self.seed)
                .map_err(Into::into)
                .and_then(|plan| plan.choose(engine, session, rng, limits)),
            BotKind::AlphaBeta(budget) => {
                Plan::for_alpha_beta(budget, session, self.seed).choose(engine, session, rng, limits)
            }
            BotKind::MonteCarlo(budget) => {
                Plan::for_monte_carlo(budget, self.seed).choose(engine, session, rng, limits)
            }
        };
        let chosen = chosen?;
        self.evaluation = chosen.as_ref().and_then(|chosen| chosen.evaluation);
        Ok(chosen.map(|chosen| chosen.mv))
    }
}

impl BuiltinBot {
    /// Clears the searches for earlier moves, which would affect the next move. A bot without reproducible moves keeps
    /// them.
    fn forget(&mut self) {
        match (self.kind, &mut self.engine) {
            // A basic bot searches nothing.
            (BotKind::Basic(_), _) => {}
            // Its books are worth keeping.
            (BotKind::Perfect, Some(engine)) => engine.clear(),
            // The system zeroes new tables as they are used; clearing old ones would touch all of their memory.
            (kind, engine) if kind.is_repeatable() => *engine = None,
            _ => {}
        }
    }
}

impl Bot for BuiltinBot {
    fn name(&self) -> String {
        self.kind.to_string()
    }

    fn new_game(&mut self, _: &dyn Session, seed: u64) -> Result<(), BotFault> {
        self.seed = seed;
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        Ok(())
    }

    fn set_stop(&mut self, stop: StopFlag) {
        self.stop = Some(stop);
    }

    fn set_clocks(&mut self, clocks: Option<Clocks>) {
        self.clocks = clocks;
    }

    fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    fn rest(&mut self) {
        self.engine = None;
    }

    fn choose(&mut self, session: &dyn Session) -> Result<String, BotFault> {
        self.choose_move(session)?.ok_or_else(|| BotFault::failed(Message::new("the game is over")))
    }
}

/// Returns the size of the transposition table for a search of at most this many nodes.
fn table_megabytes(nodes: Option<u64>) -> usize {
    let needed = nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(BYTES_PER_NODE).div_ceil(1 << 20));
    needed.clamp(1, MEGABYTES as u64) as usize
}

impl SearchBudget {
    fn slips(&self) -> Slips {
        let margin = self.margin.map_or(LevelParams::ANY, i32::from);
        match self.slips {
            None | Some(0) => Slips::NEVER,
            Some(percent) => Slips { percent, among: self.among.unwrap_or(DEFAULT_AMONG), margin },
        }
    }
}

impl From<SearchBudget> for Limits {
    fn from(budget: SearchBudget) -> Self {
        Self {
            depth: budget.depth.map(u32::from),
            nodes: budget.nodes,
            time: budget.time.map(Span::duration),
            ..Self::default()
        }
        .for_play()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::TimeLeft;
    use cairn_session::open;

    /// Returns the size of a bot's table after its first move, in megabytes.
    fn table_of(bot: &str) -> usize {
        let session = open("staqs:size=3", None).unwrap();
        let mut bot = bot.parse::<BotKind>().unwrap().bot(1);
        bot.choose_move(&*session).unwrap();
        bot.engine.unwrap().search_settings().hash_mib
    }

    #[test]
    fn tables_are_as_large_as_the_node_limit_needs() {
        assert_eq!(table_of("ab:nodes=100"), 1);
        assert_eq!(table_of("ab:nodes=50000,depth=1"), 7);
        assert_eq!(table_of("ab:nodes=10000000,depth=1"), MEGABYTES);
        assert_eq!(table_of("ab:depth=1"), MEGABYTES);
        assert_eq!(table_of("level3"), 1);
        assert_eq!(table_megabytes(Some(u64::MAX)), MEGABYTES);
    }

    #[test]
    fn a_clock_ends_a_search_without_another_limit_in_reach() {
        let session = open("stac", None).unwrap();
        let clock =
            TimeLeft { left: Duration::from_millis(500), increment: Duration::ZERO, moves_to_go: None };
        for kind in ["ab:depth=100", "mcts:playouts=100000000", "perfect"] {
            let mut bot = kind.parse::<BotKind>().unwrap().bot(1);
            bot.set_clocks(Some(Clocks { seats: vec![Some(clock); 2], margin: Duration::ZERO }));
            assert!(bot.choose_move(&*session).unwrap().is_some());
            assert!(bot.evaluation().is_some(), "{kind}");
        }
    }

    #[test]
    fn a_bot_that_rested_plays_the_same_and_keeps_no_table_meanwhile() {
        let mut session = open("staqs", None).unwrap();
        let kind: BotKind = "ab:nodes=300".parse().unwrap();
        let (mut fresh, mut rested) = (kind.bot(1), kind.bot(1));
        rested.choose_move(&*session).unwrap();
        rested.rest();
        assert!(rested.engine.is_none());
        rested.new_game(&*session, 5).unwrap();
        fresh.new_game(&*session, 5).unwrap();
        for _ in 0..6 {
            let mv = fresh.choose(&*session).unwrap();
            assert_eq!(rested.choose(&*session).unwrap(), mv);
            session.play(&mv).unwrap();
        }
    }
}
