//! Hints and the evaluation: what a search says about the position that is looked at.

use cairn_rules::Mark;
use cairn_session::study::{Analysis, Score};

use super::Table;
use crate::context::{Context, Notice};
use crate::turn;
use crate::work::Advice;

/// How far the wish for a hint has come.
pub(super) enum Hint {
    /// Nobody has asked.
    None,
    /// A search is under way.
    Asked,
    /// The move is pointed out.
    Shown { marks: Vec<Mark> },
}

impl Table {
    /// Sees to it that the position is searched if somebody wants to know about it.
    pub(super) fn seek_advice(&mut self, ctx: &Context) {
        if self.evaluating || matches!(self.hint, Hint::Asked) {
            let shown = self.past.as_ref().map_or(&*self.session, |past| past.session());
            self.adviser.ask(shown, &ctx.outbox);
        } else if matches!(self.hint, Hint::None) {
            self.adviser.dismiss();
        }
    }

    /// A search knows more.
    pub(crate) fn hear_advice(&mut self, advice: Advice, ctx: &mut Context) {
        self.adviser.hear(advice);
        self.show_hint(ctx);
    }

    /// Asks for a hint.
    pub(super) fn ask_hint(&mut self, ctx: &mut Context) {
        if self.shown().outcome().is_some() {
            return;
        }
        self.hint = Hint::Asked;
        self.seek_advice(ctx);
        self.show_hint(ctx);
    }

    /// Points the best move out once the search has ended.
    fn show_hint(&mut self, ctx: &mut Context) {
        if !matches!(self.hint, Hint::Asked) || !self.adviser.is_done() {
            return;
        }
        self.hint = Hint::None;
        let Some(line) = self.adviser.known().and_then(|analysis| analysis.lines.first()) else { return };
        let Some(mv) = line.moves.first() else { return };
        let worth = worth(line.score, ctx);
        ctx.notice = Some(Notice::Good(ctx.texts.tell("app.hint", &[("move", mv), ("worth", &worth)])));
        let marks = turn::after(self.shown(), mv).map(|scene| scene.marks).unwrap_or_default();
        let marks = marks.into_iter().map(|mark| Mark { kind: cairn_rules::MarkKind::Chosen, ..mark });
        self.hint = Hint::Shown { marks: marks.collect() };
    }

    /// Nobody wants the hint any more.
    pub(super) fn drop_hint(&mut self) {
        self.hint = Hint::None;
    }

    /// What is known of the position, if somebody wants to see it.
    pub(super) fn evaluation(&self) -> Option<&Analysis> {
        self.adviser.known().filter(|_| self.evaluating && self.shown().outcome().is_none())
    }
}

/// What a line is worth, in words, to the player to move.
pub(super) fn worth(score: Score, ctx: &Context) -> String {
    match score {
        Score::Value(_) => ctx.texts.tell("app.chance", &[("n", &percent(score))]),
        Score::WinIn(plies) => ctx.texts.plural("app.wins_in", plies.into(), &[]),
        Score::LossIn(plies) => ctx.texts.plural("app.loses_in", plies.into(), &[]),
        Score::ProvenDraw => ctx.texts.say("app.drawn").to_owned(),
    }
}

/// The chance of the player to move in whole percent; what is not proven is never certain.
pub(super) fn percent(score: Score) -> u32 {
    let percent = score.win_percent().round() as u32;
    if score.is_proven() { percent } else { percent.clamp(1, 99) }
}
