//! Carries out the effects of the table: saving, messages, questions, and threads for bots and analyses.

use std::thread;

use cairn_rules::{Mark, MarkKind};
use cairn_storage::Autosaver;
use cairn_table::{Notice, Question as TableQuestion, TableEffect, TableEvent};

use super::{GameScreen, Question, is_seen_from_second};
use crate::context::Context;
use crate::event::{self, Transition};
use crate::overlays::Overlay;
use crate::turn::{self, Turn};

impl GameScreen {
    /// Passes an event to the table and carries out its effects.
    pub(crate) fn send(&mut self, event: TableEvent, ctx: &mut Context) -> Transition {
        let mut transition = Transition::Stay;
        let event = match &self.online {
            None => event,
            Some(_) => match self.remote_command(event, ctx) {
                Some(event) => event,
                None => return transition,
            },
        };
        self.table.set_move_delay(self.move_delay(ctx));
        for effect in self.table.handle(event, ctx.now) {
            match effect {
                // The server stores a remote game.
                TableEffect::Save if self.online.is_some() => {}
                TableEffect::Save => ctx.keep(&mut self.autosaver, &self.table),
                TableEffect::Notify(notice) => self.notify(&notice, ctx),
                TableEffect::Refuse(refused) => ctx.notice = Some(self.refusal(&refused, ctx)),
                TableEffect::Ask(TableQuestion::Draw(player)) => {
                    transition = Transition::Overlay(Overlay::Ask(Question::Draw(player)));
                }
                // The table never asks, because take-backs need no consent here.
                TableEffect::Ask(TableQuestion::Takeback(_)) => {}
                TableEffect::Think(job) => {
                    spawn(ctx, move |send| send(event::AppEvent::Table(TableEvent::Thought(job.run()))));
                }
                TableEffect::Analyze(job) => spawn(ctx, move |send| {
                    let send = |news| send(event::AppEvent::Table(TableEvent::Analysis(news)));
                    send(job.run(&mut |news| send(news)));
                }),
            }
        }
        self.reviewer.check(self.table.session());
        if self.counted.is_none() {
            self.counted = ctx.count(&self.autosaver, &self.table);
        }
        if self.is_my_turn() {
            self.turn.begin(self.table.session());
        }
        transition
    }

    /// Updates the screen after a notice, and shows a message if the board does not show the event.
    fn notify(&mut self, notice: &Notice, ctx: &mut Context) {
        match notice {
            Notice::Moved { .. } | Notice::TakenBack(_) | Notice::PlayedAgain(_) | Notice::Ended(_) => {
                self.turn.reset();
                self.hint.clear();
                self.ending = None;
            }
            Notice::NewGame => {
                self.turn = Turn::new(&self.table.session().board().scene());
                self.is_flipped = is_seen_from_second(&self.table);
                self.hint.clear();
                self.ending = None;
                self.autosaver = Autosaver::default();
                self.is_replay = false;
                self.counted = None;
            }
            Notice::Hint(variation) => {
                let mv = variation.moves.first();
                let sites = mv.map(|mv| turn::touched(self.table.shown(), mv)).unwrap_or_default();
                self.hint = sites.into_iter().map(|site| Mark { site, kind: MarkKind::Hint }).collect();
            }
            _ => {}
        }
        ctx.notice = self.message(notice, ctx).or(ctx.notice.take());
    }
}

/// Runs a job on a separate thread. Its results arrive as events.
pub(super) fn spawn(ctx: &Context, job: impl FnOnce(&dyn Fn(event::AppEvent)) + Send + 'static) {
    let events = ctx.events.clone();
    thread::spawn(move || {
        job(&|event| {
            // The receiver no longer exists after the app has ended.
            let _ = events.send(event);
        });
    });
}
