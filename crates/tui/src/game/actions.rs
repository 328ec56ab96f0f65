//! The effects of keys and clicks at the board.

use std::path::{Path, PathBuf};

use cairn_rules::Player;
use cairn_table::{TableEvent, TurnProgress};
use ratatui::crossterm::event::KeyEvent;

use super::{GameScreen, Leaving, Question};
use crate::board::Direction;
use crate::context::Context;
use crate::event::Transition;
use crate::keys::Action;
use crate::overlays::Overlay;
use crate::text_input::{TextInput, Typed};

/// The ply of the current position, regardless of its number.
const PRESENT: usize = usize::MAX;

/// The user's options when a game is over, in the order of the list.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Ending {
    LookBack,
    Review,
    PlayAgain,
    SwapSides,
    Menu,
}

impl Ending {
    const ALL: &[Self] = &[Self::LookBack, Self::Review, Self::PlayAgain, Self::SwapSides, Self::Menu];
    /// The options in a remote game: sides are always swapped.
    const ONLINE: &[Self] = &[Self::LookBack, Self::Review, Self::PlayAgain, Self::Menu];
    /// The options of a spectator of a remote game.
    const WATCHED: &[Self] = &[Self::LookBack, Self::Review, Self::Menu];
}

impl GameScreen {
    /// Carries out an action.
    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        if !matches!(action, Action::Evaluate | Action::Flip | Action::Size) {
            self.hint.clear();
        }
        if self.is_reviewing()
            && let Some(transition) = self.act_in_review(action, ctx)
        {
            return transition;
        }
        match action {
            Action::Up => return self.steer(Direction::Up, ctx),
            Action::Down => return self.steer(Direction::Down, ctx),
            Action::Left => return self.steer(Direction::Left, ctx),
            Action::Right => return self.steer(Direction::Right, ctx),
            Action::Next | Action::Previous => return self.tab(action == Action::Next, ctx),
            Action::Choose => return self.choose(ctx),
            Action::Back => return self.back(ctx),
            Action::Pick(index) if self.is_ended() => return self.end(index, ctx),
            Action::Pick(index) if self.is_my_turn() => {
                let progress = self.turn.pick(index, self.table.session());
                return self.progressed(progress, ctx);
            }
            Action::Site(site) if self.is_my_turn() => {
                let progress = self.turn.point(site, self.table.session());
                return self.progressed(progress, ctx);
            }
            Action::Drop(from, to) if self.is_my_turn() => {
                if let Some(progress) = self.turn.drop(from, to, self.table.session()) {
                    ctx.notice = None;
                    return self.progressed(progress, ctx);
                }
            }
            Action::Site(_) if self.table.is_looking_back() => return self.look_at(PRESENT, ctx),
            Action::Type if self.is_my_turn() => self.turn.typed = Some(TextInput::default()),
            Action::PageUp => return self.look_on(-1, ctx),
            Action::PageDown => return self.look_on(1, ctx),
            Action::First => return self.look_at(0, ctx),
            Action::Last => return self.look_at(PRESENT, ctx),
            Action::Ply(ply) => return self.look_at(ply, ctx),
            Action::Undo => return self.send(TableEvent::Undo, ctx),
            Action::Redo => return self.send(TableEvent::Redo, ctx),
            Action::Hint => return self.send(TableEvent::Hint, ctx),
            Action::Evaluate => {
                return self.send(TableEvent::SetEvaluating(!self.table.is_evaluating()), ctx);
            }
            Action::Review => return self.open_review(ctx),
            Action::Analyze => return self.analyze(ctx),
            Action::Pause => return self.send(TableEvent::SetPaused(!self.table.is_paused()), ctx),
            Action::Step if self.table.is_bots_turn() => return self.send(TableEvent::Step, ctx),
            Action::Resign => return self.ask_resign(ctx),
            Action::OfferDraw => {
                // For a spectator of a remote game, `ask` rejects the command with a warning.
                let speaker = self.speaker().or(self.online.is_some().then_some(Player::FIRST));
                let offer = speaker.map(TableEvent::OfferDraw);
                return offer.map_or(Transition::Stay, |offer| self.send(offer, ctx));
            }
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Size => ctx.next_cell_size(),
            Action::Faster => self.change_speed(1, ctx),
            Action::Slower => self.change_speed(-1, ctx),
            Action::Save => self.save_record(ctx),
            Action::Copy => {
                if let Some(online) = self.online.as_ref().filter(|online| online.is_waiting()) {
                    let link = online.link().to_owned();
                    ctx.info(ctx.texts.format("app.online.link_copied", &[("address", &link)]));
                    return Transition::Copy(link);
                }
                ctx.info(ctx.texts.text("app.copied"));
                return Transition::Copy(self.record_text());
            }
            Action::Leave if self.loss(ctx).is_some() => {
                return Transition::Overlay(Overlay::Ask(Question::Leave(Leaving::Game)));
            }
            Action::Leave => return self.leave(ctx),
            Action::Yes | Action::No => self.answer_offer(action == Action::Yes, ctx),
            _ => {}
        }
        Transition::Stay
    }

    fn steer(&mut self, direction: Direction, ctx: &mut Context) -> Transition {
        let forward = matches!(direction, Direction::Down | Direction::Right);
        let session = self.table.session();
        if self.table.is_looking_back() {
            return self.look_on(if forward { 1 } else { -1 }, ctx);
        }
        if self.is_ended() {
            let count = self.endings().len();
            let step = if forward { 1 } else { count - 1 };
            self.ending = Some(self.ending.map_or(0, |at| (at + step) % count));
        } else if self.is_my_turn() && self.turn.sites(session).is_empty() {
            self.turn.list(forward, session);
        } else {
            self.turn.steer(direction, self.is_flipped, session);
        }
        Transition::Stay
    }

    fn tab(&mut self, forward: bool, ctx: &mut Context) -> Transition {
        if !self.is_my_turn() {
            return self.steer(if forward { Direction::Down } else { Direction::Up }, ctx);
        }
        self.turn.tab(forward, self.table.session());
        Transition::Stay
    }

    fn choose(&mut self, ctx: &mut Context) -> Transition {
        if self.is_ended() {
            if let Some(at) = self.ending {
                return self.end(at, ctx);
            }
            self.ending = Some(0);
            Transition::Stay
        } else if self.table.is_looking_back() {
            self.look_at(PRESENT, ctx)
        } else if self.is_my_turn() {
            let progress = self.turn.choose(self.table.session());
            self.progressed(progress, ctx)
        } else if self.table.is_paused() {
            self.send(TableEvent::SetPaused(false), ctx)
        } else {
            Transition::Stay
        }
    }

    /// Plays the move if the turn is complete.
    fn progressed(&mut self, progress: TurnProgress, ctx: &mut Context) -> Transition {
        match progress {
            TurnProgress::Complete(mv) => return self.send(TableEvent::Play(mv), ctx),
            TurnProgress::Continues => {}
            TurnProgress::Refused(why) => ctx.refuse_step(why),
        }
        Transition::Stay
    }

    /// Passes a key to the move or the path that the user is typing.
    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) -> Transition {
        if let Some(input) = &mut self.saving {
            match input.press(key) {
                Typed::Done(path) if !path.is_empty() => self.save_to(Path::new(&path), ctx),
                Typed::Editing => {}
                Typed::Done(_) | Typed::Cancelled => self.saving = None,
            }
            return Transition::Stay;
        }
        match self.turn.typed.as_mut().map(|input| input.press(key)) {
            Some(Typed::Done(text)) if !text.is_empty() => self.send(TableEvent::Play(text), ctx),
            Some(Typed::Editing) | None => Transition::Stay,
            Some(Typed::Done(_) | Typed::Cancelled) => {
                self.turn.typed = None;
                Transition::Stay
            }
        }
    }

    /// Inserts pasted text into the move or the path that the user is typing.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(input) = &mut self.saving {
            input.insert(text);
        } else if self.is_my_turn() {
            self.turn.typed.get_or_insert_default().insert(text);
        }
    }

    /// Handles Esc: leaves the earlier position, takes back a step, or stops a bot or an analysis.
    fn back(&mut self, ctx: &mut Context) -> Transition {
        if self.table.is_looking_back() {
            return self.look_at(PRESENT, ctx);
        }
        if self.is_my_turn() && self.turn.back() {
            return Transition::Stay;
        }
        self.send(TableEvent::StopThinking, ctx)
    }

    /// Shows the position after this many plies.
    pub(super) fn look_at(&mut self, ply: usize, ctx: &mut Context) -> Transition {
        self.turn.reset();
        self.send(TableEvent::LookAt(ply), ctx)
    }

    /// Shows a position some plies later or earlier.
    pub(super) fn look_on(&mut self, plies: isize, ctx: &mut Context) -> Transition {
        self.look_at(self.table.shown_ply().saturating_add_signed(plies), ctx)
    }

    /// Writes the record to the folder of records, unless it is already there. If that fails, asks the user for another
    /// path.
    pub(super) fn save_record(&mut self, ctx: &mut Context) {
        let text = self.record_text();
        let saved = self.saved.as_ref().filter(|(_, saved)| *saved == text).map(|(path, _)| &**path);
        if let Some(path) = saved.or_else(|| self.autosaver.record().filter(|_| !self.is_reviewing())) {
            ctx.info(ctx.texts.format("app.saved", &[("path", &path.display())]));
            return;
        }
        match ctx.save_record(self.session().info().id, &text) {
            Ok(path) => self.saved_as(path, text, ctx),
            Err(problem) => {
                ctx.warn(ctx.texts.format("app.not_saved", &[("problem", &problem)]));
                self.saving = Some(TextInput::default());
            }
        }
    }

    /// Writes the record to a new file of this name.
    fn save_to(&mut self, path: &Path, ctx: &mut Context) {
        let text = self.record_text();
        match cairn_engine::files::create_new(path, text.as_bytes()) {
            Ok(()) => {
                self.saving = None;
                self.saved_as(path.to_owned(), text, ctx);
            }
            Err(error) => {
                let problem = format!("{}: {}", path.display(), ctx.texts.io_error(&error));
                ctx.warn(ctx.texts.format("app.not_saved", &[("problem", &problem)]));
            }
        }
    }

    fn saved_as(&mut self, path: PathBuf, text: String, ctx: &mut Context) {
        self.autosaver.saved_elsewhere(self.table.session());
        ctx.info(ctx.texts.format("app.saved", &[("path", &path.display())]));
        self.saved = Some((path, text));
    }

    /// Carries out the user's choice at the end of the game.
    fn end(&mut self, index: usize, ctx: &mut Context) -> Transition {
        match self.endings().get(index) {
            Some(Ending::PlayAgain) => self.send(TableEvent::Again { swap: false }, ctx),
            Some(Ending::SwapSides) => self.send(TableEvent::Again { swap: true }, ctx),
            Some(Ending::LookBack) => {
                self.look_on(-1, ctx);
                self.send(TableEvent::SetEvaluating(true), ctx)
            }
            Some(Ending::Review) => self.open_review(ctx),
            Some(Ending::Menu) => self.leave(ctx),
            None => Transition::Stay,
        }
    }

    /// Returns the user's options when the game is over.
    pub(super) fn endings(&self) -> &'static [Ending] {
        match &self.online {
            None => Ending::ALL,
            Some(online) if online.can_act() => Ending::ONLINE,
            Some(_) => Ending::WATCHED,
        }
    }

    /// Leaves for the menu. A remote game continues without the user, and a notice shows how to rejoin it.
    pub(super) fn leave(&self, ctx: &mut Context) -> Transition {
        if let Some(way_back) = self.way_back(ctx) {
            ctx.info(way_back);
        }
        Transition::Menu
    }

    /// Opens the analysis board with the moves up to the displayed position, unless help is forbidden.
    fn analyze(&self, ctx: &mut Context) -> Transition {
        if self.has_help() {
            return Transition::Analyze(self.table.shown().fork());
        }
        ctx.warn(ctx.texts.text(if self.online.is_some() { "line.not_over" } else { "rating.refused" }));
        Transition::Stay
    }

    fn ask_resign(&self, ctx: &mut Context) -> Transition {
        if let Some(player) = self.speaker().filter(|_| !self.table.is_over()) {
            return Transition::Overlay(Overlay::Ask(Question::Resign(player)));
        }
        ctx.warn(ctx.texts.text("app.nobody_resigns"));
        Transition::Stay
    }
}
