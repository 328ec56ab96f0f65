//! The status line, the entries of the list beside the board, and the key hints at the bottom.

use cairn_rules::{Scene, Step};

use super::GameScreen;
use super::actions::Ending;
use super::online::Online;
use crate::context::Context;
use crate::draw::KeyHint;
use crate::keys::Action;
use crate::turn::{Entry, entry_name};

const UNDO: KeyHint = KeyHint::new("u", "app.do.undo", Action::Undo);

/// Formats the steps of an incomplete turn: `c3 › 2`.
fn step_names(steps: &[Step], scene: &Scene, ctx: &Context) -> String {
    let name = |step: &Step| match *step {
        Step::Site(site) => {
            scene.sites.get(usize::from(site.0)).map_or_else(String::new, |site| site.name.clone())
        }
        step => entry_name(step, ctx),
    };
    steps.iter().map(name).collect::<Vec<_>>().join(" › ")
}

impl GameScreen {
    /// Returns the line under the board.
    pub(super) fn status(&self, ctx: &Context) -> String {
        let (texts, session) = (ctx.texts, self.session());
        let name = self.seat_name(session.to_move(), ctx);
        if let Some(review) = self.reviewer.review().filter(|_| self.reviewer.is_running()) {
            let (n, plies) = (review.moves().len(), review.plies());
            return texts.format("review.running", &[("n", &n), ("plies", &plies)]);
        }
        if let Some(status) = self.remote_status(ctx) {
            return status;
        }
        if self.table.is_looking_back() {
            let (ply, plies) = (self.table.shown_ply(), session.ply());
            return texts.format("app.looking_back", &[("ply", &ply), ("plies", &plies)]);
        }
        if let Some(outcome) = session.outcome() {
            return cairn_draw::outcome(&session.board().scene(), outcome, texts);
        }
        if let Some(since) = self.table.thinking_since() {
            let seconds = ctx.now.saturating_sub(since).as_secs();
            return texts.format("app.thinking", &[("player", &name), ("n", &seconds)]);
        }
        if self.table.is_bots_turn() {
            return texts.format("app.paused", &[("player", &name)]);
        }
        let steps = step_names(self.turn.steps(), &session.board().scene(), ctx);
        let prompt = self.turn.prompt(session).map(|prompt| texts.message(&prompt)).unwrap_or_default();
        if self.turn.steps().is_empty() {
            texts.format("app.first_step", &[("player", &name), ("prompt", &prompt)])
        } else {
            texts.format("app.next_step", &[("steps", &steps), ("prompt", &prompt)])
        }
    }

    /// Returns the entries of the list beside the board, and the highlighted one.
    pub(super) fn entries(&self, ctx: &Context) -> (Vec<Entry>, Option<usize>) {
        if self.is_ended() {
            let name = |ending| match ending {
                Ending::PlayAgain if self.online.is_some() => "app.end.rematch",
                Ending::PlayAgain => "app.end.again",
                Ending::SwapSides => "app.end.swap",
                Ending::LookBack => "app.end.look_back",
                Ending::Review => "app.end.review",
                Ending::Menu => "app.end.menu",
            };
            let entry = |(number, ending)| Entry::new(number, ctx.texts.text(name(ending)));
            return ((1..).zip(self.endings().iter().copied()).map(entry).collect(), self.ending);
        }
        if !self.is_my_turn() {
            return (Vec::new(), None);
        }
        self.turn.named_entries(self.session(), ctx)
    }

    /// Returns whether the user may ask for help: in a rated or remote game only after its end.
    pub(super) fn has_help(&self) -> bool {
        (!self.table.is_rated() && self.online.is_none()) || self.table.is_over()
    }

    /// Returns the keys that are useful now.
    pub(super) fn key_hints(&self) -> Vec<KeyHint> {
        let hint = KeyHint::new;
        let mut hints = Vec::new();
        if self.online.as_ref().is_some_and(Online::is_asked) {
            hints.push(hint("y", "app.do.accept", Action::Yes));
            hints.push(hint("n", "app.do.decline", Action::No));
        }
        if self.is_reviewing() {
            hints.push(hint("←", "app.do.earlier", Action::Left));
            hints.push(hint("→", "app.do.later", Action::Right));
            hints.push(hint("↑↓", "app.do.mistake", Action::Down));
            hints.push(hint("v", "app.do.save", Action::Save));
            hints.push(hint("Esc", "app.do.close_review", Action::Back));
        } else if self.table.is_looking_back() {
            hints.push(hint("←", "app.do.earlier", Action::PageUp));
            hints.push(hint("→", "app.do.later", Action::PageDown));
            hints.push(hint("Esc", "app.do.now", Action::Last));
            if self.has_help() {
                hints.push(hint("e", "app.do.evaluate", Action::Evaluate));
            }
            if self.table.is_over() || self.is_replay {
                hints.push(hint("m", "app.do.review", Action::Review));
            }
            if self.has_help() {
                hints.push(hint("t", "app.do.hint", Action::Hint));
            }
        } else if self.is_ended() {
            hints.extend([hint("↑↓", "app.do.select", Action::Down), KeyHint::CHOOSE]);
            hints.extend((!self.table.is_rated() && self.online.is_none()).then_some(UNDO));
            hints.push(hint("m", "app.do.review", Action::Review));
            hints.push(hint("v", "app.do.save", Action::Save));
            hints.push(hint("c", "app.do.copy", Action::Copy));
        } else if self.table.is_bots_turn() {
            if self.table.thinking_since().is_some() && self.has_help() {
                hints.push(hint("Esc", "app.do.hurry", Action::Back));
            }
            let pause = if self.table.is_paused() { "app.do.go_on" } else { "app.do.pause" };
            hints.push(hint("p", pause, Action::Pause));
            hints.push(hint("n", "app.do.step", Action::Step));
            if !self.table.has_human() {
                hints.push(hint("+", "app.do.faster", Action::Faster));
                hints.push(hint("-", "app.do.slower", Action::Slower));
            }
        } else if let Some(online) = self.online.as_ref().filter(|_| self.turn.steps().is_empty()) {
            self.online_hints(online, &mut hints);
        } else if self.turn.steps().is_empty() {
            hints.extend([hint("↑↓←→", "app.do.move", Action::Next), KeyHint::CHOOSE]);
            hints.push(hint(":", "app.do.type", Action::Type));
            if self.has_help() {
                hints.push(hint("t", "app.do.hint", Action::Hint));
            }
            let needs_legend = self.session().ply() == 0 || !self.has_help();
            hints.push(if needs_legend { hint("i", "app.do.legend", Action::Legend) } else { UNDO });
        } else {
            hints.extend([hint("Tab", "app.do.next", Action::Next), KeyHint::CHOOSE]);
            hints.push(hint("Esc", "app.do.back", Action::Back));
        }
        hints.extend([KeyHint::HELP, KeyHint::MENU]);
        hints
    }

    /// Adds the keys that are useful between turns of a remote game.
    fn online_hints(&self, online: &Online, hints: &mut Vec<KeyHint>) {
        let hint = KeyHint::new;
        if self.is_my_turn() {
            hints.extend([hint("↑↓←→", "app.do.move", Action::Next), KeyHint::CHOOSE]);
            hints.push(hint(":", "app.do.type", Action::Type));
        }
        if online.is_waiting() {
            hints.push(hint("c", "app.do.copy_link", Action::Copy));
        } else if online.can_act() {
            // A player who has not moved yet cannot take back a move.
            if self.speaker().is_some_and(|player| self.session().ply() > player.index()) {
                hints.push(hint("u", "app.do.takeback", Action::Undo));
            }
            hints.push(hint("o", "app.do.draw", Action::OfferDraw));
            hints.push(hint("x", "app.do.resign", Action::Resign));
        }
    }
}
