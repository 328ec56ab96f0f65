//! What is said at the board: whose turn it is, what can be done, which keys help now.

use cairn_rules::{Player, Step};

use super::Table;
use super::act::Ending;
use crate::context::Context;
use crate::draw::Hint;
use crate::keys::Action;

const fn hint(key: &'static str, about: &'static str, action: Action) -> Hint {
    Hint { key, about, action }
}

const HELP: Hint = hint("?", "app.do.help", Action::Help);
const MENU: Hint = hint("q", "app.do.menu", Action::Leave);
const UNDO: Hint = hint("u", "app.do.undo", Action::Undo);
const CHOOSE: Hint = hint("Enter", "app.do.choose", Action::Choose);

/// The steps taken so far in words: `c3 2 ..`.
pub(crate) fn steps(taken: &[Step], scene: &cairn_rules::Scene, ctx: &Context) -> String {
    let step = |step: &Step| match *step {
        Step::Site(site) => {
            scene.sites.get(usize::from(site.0)).map_or_else(String::new, |site| site.name.clone())
        }
        step => entry(step, ctx),
    };
    taken.iter().map(step).collect::<Vec<_>>().join(" › ")
}

/// A choice without a place in words.
pub(crate) fn entry(step: Step, ctx: &Context) -> String {
    match step {
        Step::Count(count) => ctx.texts.plural("app.count", count.into(), &[]),
        Step::Button(button) => ctx.texts.button(button.0).to_owned(),
        Step::Site(_) => String::new(),
    }
}

impl Table {
    /// The name of a player: `Blue`.
    pub(super) fn name(&self, player: Player, ctx: &Context) -> String {
        ctx.texts.seat(self.session.info().seats[player.index()].name).to_owned()
    }

    /// What the line under the board says.
    pub(super) fn status(&self, ctx: &Context) -> String {
        let texts = ctx.texts;
        let player = self.session.to_move();
        let name = self.name(player, ctx);
        if self.past.is_some() {
            let (ply, plies) = (self.shown_ply(), self.session.history().len());
            return texts.tell("app.looking_back", &[("ply", &ply), ("plies", &plies)]);
        }
        if let Some(outcome) = self.session.outcome() {
            return cairn_draw::outcome(&self.session.scene(), outcome, texts);
        }
        if let Some(since) = self.thinking_since() {
            let seconds = ctx.now.saturating_duration_since(since).as_secs();
            return texts.tell("app.thinking", &[("player", &name), ("n", &seconds)]);
        }
        if self.is_bots_turn() {
            return texts.tell("app.paused", &[("player", &name)]);
        }
        let taken = self.turn.taken();
        let done = steps(taken, &self.session.scene(), ctx);
        let sites = !self.turn.sites(&*self.session).is_empty();
        let entries = !self.turn.entries(&*self.session).is_empty();
        match (taken.is_empty(), sites) {
            (false, true) if entries => texts.tell("app.choose_either", &[("steps", &done)]),
            (true, true) => texts.tell("app.choose_site", &[("player", &name)]),
            (true, false) => texts.tell("app.choose_entry", &[("player", &name)]),
            (false, true) => texts.tell("app.choose_next_site", &[("steps", &done)]),
            (false, false) => texts.tell("app.choose_next_entry", &[("steps", &done)]),
        }
    }

    /// The entries of the list beside the board, and which of them is highlighted.
    pub(super) fn offered(&self, ctx: &Context) -> (Vec<String>, Option<usize>) {
        if self.is_ended() {
            let ending = |ending| {
                ctx.texts.say(match ending {
                    Ending::Again => "app.end.again",
                    Ending::Swap => "app.end.swap",
                    Ending::LookBack => "app.end.look_back",
                    Ending::Menu => "app.end.menu",
                })
            };
            return (Ending::ALL.map(|end| ending(end).to_owned()).into(), Some(self.ending));
        }
        if !self.is_persons_turn() {
            return (Vec::new(), None);
        }
        let entries = self.turn.entries(&*self.session);
        let entries = entries.into_iter().map(|step| entry(step, ctx)).collect();
        let alone = self.turn.sites(&*self.session).is_empty();
        (entries, alone.then_some(self.turn.listed))
    }

    /// The keys that help now.
    pub(super) fn hints(&self) -> Vec<Hint> {
        let mut hints = Vec::new();
        if self.past.is_some() {
            hints.push(hint("←", "app.do.earlier", Action::PageUp));
            hints.push(hint("→", "app.do.later", Action::PageDown));
            hints.push(hint("Esc", "app.do.now", Action::Last));
            hints.push(hint("e", "app.do.evaluate", Action::Evaluate));
            hints.push(hint("t", "app.do.hint", Action::Hint));
        } else if self.is_ended() {
            hints.extend([hint("↑↓", "app.do.select", Action::Down), CHOOSE, UNDO]);
            hints.push(hint("v", "app.do.save", Action::Save));
            hints.push(hint("c", "app.do.copy", Action::Copy));
        } else if self.is_bots_turn() {
            if self.thinking.is_some() {
                hints.push(hint("Esc", "app.do.hurry", Action::Back));
            }
            let pause = if self.pace.paused { "app.do.go_on" } else { "app.do.pause" };
            hints.push(hint("p", pause, Action::Pause));
            hints.push(hint("n", "app.do.step", Action::Step));
            if !self.has_human() {
                hints.push(hint("+", "app.do.faster", Action::Faster));
                hints.push(hint("-", "app.do.slower", Action::Slower));
            }
        } else if self.turn.taken().is_empty() {
            hints.extend([hint("↑↓←→", "app.do.move", Action::Next), CHOOSE]);
            hints.push(hint(":", "app.do.type", Action::Type));
            hints.push(hint("t", "app.do.hint", Action::Hint));
            if !self.session.history().is_empty() {
                hints.push(UNDO);
            }
        } else {
            hints.extend([hint("Tab", "app.do.next", Action::Next), CHOOSE]);
            hints.push(hint("Esc", "app.do.back", Action::Back));
        }
        hints.extend([HELP, MENU]);
        hints
    }
}
