//! The effects of keys and clicks while the review of the game is open: they move between moves.

use cairn_coach::review::{MoveReview, ReviewUpdate, annotated};
use cairn_session::record;
use cairn_table::TableEvent;

use super::GameScreen;
use super::effects::spawn;
use crate::context::Context;
use crate::event::{self, Transition};
use crate::keys::Action;

impl GameScreen {
    /// Returns whether the review is open.
    pub(super) fn is_reviewing(&self) -> bool {
        self.reviewer.review().is_some()
    }

    /// Returns the review of the move that led to the displayed position.
    pub(super) fn judged(&self) -> Option<&MoveReview> {
        self.reviewer.review()?.at(self.table.shown_ply().checked_sub(1)?)
    }

    /// Opens the review of a game that is over or replayed; during a game it would reveal the best moves.
    pub(super) fn open_review(&mut self, ctx: &mut Context) -> Transition {
        if !self.table.is_over() && !self.is_replay {
            ctx.warn(ctx.texts.text("line.not_over"));
            return Transition::Stay;
        }
        self.turn.reset();
        self.send(TableEvent::SetEvaluating(false), ctx);
        if self.session().ply() == 0 {
            ctx.warn(ctx.texts.text("line.no_moves_yet"));
        } else if let Some(job) = self.reviewer.open(self.table.session()) {
            spawn(ctx, move |send| {
                let send = |news| send(event::AppEvent::Reviewed(news));
                send(job.run(&mut |news| send(news)));
            });
        }
        Transition::Stay
    }

    /// Handles an update of the review.
    pub(crate) fn on_review(&mut self, news: ReviewUpdate) {
        self.reviewer.on_update(news);
    }

    /// Carries out an action while the review is open; `None` if the action has its usual effect.
    pub(super) fn act_in_review(&mut self, action: Action, ctx: &mut Context) -> Option<Transition> {
        Some(match action {
            Action::Left => self.look_on(-1, ctx),
            Action::Right => self.look_on(1, ctx),
            Action::Up | Action::Previous => self.look_at_mistake(false, ctx),
            Action::Down | Action::Next => self.look_at_mistake(true, ctx),
            Action::Pick(index) => {
                let ply =
                    self.reviewer.review().and_then(|review| review.turning_points().get(index).copied());
                ply.map_or(Transition::Stay, |ply| self.look_at(ply + 1, ctx))
            }
            Action::Back | Action::Review => {
                self.reviewer.close();
                self.look_at(usize::MAX, ctx)
            }
            Action::Save => {
                self.save_record(ctx);
                Transition::Stay
            }
            Action::Copy => {
                ctx.info(ctx.texts.text("app.copied"));
                Transition::Copy(self.record_text())
            }
            Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last
            | Action::Ply(_)
            | Action::Flip
            | Action::Size
            | Action::Analyze
            | Action::Leave => return None,
            // All other actions belong to a game in play.
            _ => Transition::Stay,
        })
    }

    /// Returns the record, with the review as comments if it is open.
    pub(super) fn record_text(&self) -> String {
        let record = match self.reviewer.review() {
            Some(review) => annotated(self.session(), review),
            None => self.session().record(),
        };
        record::write([&record])
    }

    /// Shows the result of the next or the previous inaccuracy, mistake or blunder.
    fn look_at_mistake(&mut self, forward: bool, ctx: &mut Context) -> Transition {
        let shown = self.table.shown_ply();
        let Some(review) = self.reviewer.review() else { return Transition::Stay };
        let bad: Vec<usize> =
            review.moves().filter(|judged| judged.judgement.is_bad()).map(|judged| judged.ply + 1).collect();
        let mut plies = bad.into_iter();
        let found = if forward { plies.find(|&ply| ply > shown) } else { plies.rfind(|&ply| ply < shown) };
        found.map_or(Transition::Stay, |ply| self.look_at(ply, ctx))
    }
}
