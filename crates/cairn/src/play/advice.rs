//! What a person may ask about a position: the best move, and who stands better.

use cairn_session::Session;
use cairn_session::study::{Analysis, Analyst, Limits, Score, Settings};
use cairn_texts::Texts;

use crate::interrupt::StopFlag;
use crate::score_text;

/// Positions that are looked at: enough to be worth listening to, and over in a moment.
const NODES: u64 = 200_000;
/// Memory for what was seen.
const MEGABYTES: usize = 16;
/// How much of a line is told.
const MOVES: usize = 8;

/// Somebody to ask.
pub(super) struct Adviser {
    analyst: Analyst,
    stop_flag: StopFlag,
}

impl Adviser {
    pub(super) fn new(stop_flag: StopFlag) -> Self {
        let settings = Settings { megabytes: MEGABYTES, ..Settings::default() };
        Self { analyst: Analyst::new(settings), stop_flag }
    }

    /// The best move with its chance and its line; `None` when the game is over.
    pub(super) fn hint(&mut self, session: &dyn Session, texts: Texts) -> Option<String> {
        let analysis = self.printer(session);
        let best = analysis.lines.first()?;
        let (player, chance) = (name(session, texts), score_text::say(best.score, texts));
        let moves = &best.moves[..best.moves.len().min(MOVES)];
        let (mv, line) = (moves.first()?, moves.join(" "));
        Some(
            texts.tell(
                "line.hint",
                &[("move", mv), ("player", &player), ("chance", &chance), ("line", &line)],
            ),
        )
    }

    /// Who stands better, and how sure that is; `None` when the game is over.
    pub(super) fn eval(&mut self, session: &dyn Session, texts: Texts) -> Option<String> {
        let analysis = self.printer(session);
        let score = analysis.score()?;
        let (player, depth) = (name(session, texts), analysis.depth);
        Some(match score {
            Score::Value(_) => {
                let percent = score_text::percent(score);
                texts.tell("line.eval", &[("player", &player), ("percent", &percent), ("depth", &depth)])
            }
            Score::WinIn(plies) => texts.tell("line.eval_wins", &[("player", &player), ("n", &plies)]),
            Score::LossIn(plies) => texts.tell("line.eval_loses", &[("player", &player), ("n", &plies)]),
            Score::ProvenDraw => texts.say("line.eval_draw").to_owned(),
        })
    }

    fn printer(&mut self, session: &dyn Session) -> Analysis {
        let limits = Limits { stop: Some(self.stop_flag.flag()), ..Limits::nodes(NODES) };
        let Self { analyst, stop_flag } = self;
        let analysis = analyst.analyze(session, &limits, &mut |_| ());
        stop_flag.was_pressed();
        analysis
    }
}

fn name(session: &dyn Session, texts: Texts) -> &'static str {
    texts.seat(session.info().seats[session.to_move().index()].name)
}
