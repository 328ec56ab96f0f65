//! What keys and clicks do at the board.

use cairn_session::{open, play_again, record, take_back};
use ratatui::crossterm::event::KeyEvent;

use super::{Question, Table};
use crate::app::{Overlay, Transition};
use crate::board::Direction;
use crate::context::{Context, Notice};
use crate::keys::Action;
use crate::screens::Screen;
use crate::text_input::{TextInput, Typed};
use crate::turn::Pointed;

/// What can be done when a game is over, in the order of its list.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Ending {
    Again,
    Swap,
    LookBack,
    Menu,
}

impl Ending {
    pub(super) const ALL: [Self; 4] = [Self::Again, Self::Swap, Self::LookBack, Self::Menu];
}

impl Table {
    /// Does what was asked.
    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        if !matches!(action, Action::Evaluate | Action::Flip | Action::Size) {
            self.drop_hint();
        }
        match action {
            Action::Up => self.steer(Direction::Up),
            Action::Down => self.steer(Direction::Down),
            Action::Left => self.steer(Direction::Left),
            Action::Right => self.steer(Direction::Right),
            Action::Next | Action::Previous => self.tab(action == Action::Next),
            Action::Choose => return self.choose(ctx),
            Action::Back => self.back(ctx),
            Action::Pick(index) if self.is_ended() => return self.end(index, ctx),
            Action::Pick(index) if self.is_persons_turn() => {
                let pointed = self.turn.pick(index, &*self.session);
                self.pointed(pointed, ctx);
            }
            Action::Site(site) if self.is_persons_turn() => {
                let pointed = self.turn.point(site, &*self.session);
                self.pointed(pointed, ctx);
            }
            Action::Site(_) if self.past.is_some() => self.look_at(usize::MAX),
            Action::Type if self.is_persons_turn() => self.turn.typed = Some(TextInput::default()),
            Action::PageUp => self.look_on(-1),
            Action::PageDown => self.look_on(1),
            Action::First => self.look_at(0),
            Action::Last => self.look_at(usize::MAX),
            Action::Ply(ply) => self.look_at(ply),
            Action::Undo => self.undo(ctx),
            Action::Redo => self.redo(ctx),
            Action::Hint => self.ask_hint(ctx),
            Action::Evaluate => self.evaluating = !self.evaluating,
            Action::Flip => self.flipped = !self.flipped,
            Action::Size => ctx.next_size(),
            Action::Pause => self.pause(),
            Action::Step => self.step(),
            Action::Faster => ctx.change_speed(1),
            Action::Slower => ctx.change_speed(-1),
            Action::Resign => return self.ask_resign(ctx),
            Action::OfferDraw => return self.offer_draw(ctx),
            Action::Save => self.save(ctx),
            Action::Copy => {
                ctx.notice = Some(Notice::Good(ctx.texts.say("app.copied").to_owned()));
                return Transition::Copy(record::write([&self.session.record()]));
            }
            Action::Leave => return Transition::Menu,
            _ => {}
        }
        Transition::Stay
    }

    /// Whether the list of what can follow a finished game is shown.
    pub(super) fn is_ended(&self) -> bool {
        self.is_over() && self.past.is_none()
    }

    fn steer(&mut self, direction: Direction) {
        let forward = matches!(direction, Direction::Down | Direction::Right);
        if self.past.is_some() {
            self.look_on(if forward { 1 } else { -1 });
        } else if self.is_ended() {
            let count = Ending::ALL.len();
            self.ending = (self.ending + if forward { 1 } else { count - 1 }) % count;
        } else if self.is_persons_turn() && self.turn.sites(&*self.session).is_empty() {
            self.turn.list(forward, &*self.session);
        } else {
            self.turn.steer(direction, self.flipped, &*self.session);
        }
    }

    fn tab(&mut self, forward: bool) {
        if self.is_persons_turn() {
            self.turn.tab(forward, &*self.session);
        } else {
            self.steer(if forward { Direction::Down } else { Direction::Up });
        }
    }

    fn choose(&mut self, ctx: &mut Context) -> Transition {
        if self.is_ended() {
            return self.end(self.ending, ctx);
        }
        if self.past.is_some() {
            self.look_at(usize::MAX);
        } else if self.is_persons_turn() {
            let pointed = self.turn.choose(&*self.session);
            self.pointed(pointed, ctx);
        } else if self.pace.paused {
            self.pause();
        }
        Transition::Stay
    }

    fn pointed(&mut self, pointed: Pointed, ctx: &mut Context) {
        match pointed {
            Pointed::Move(mv) => self.play(&mv, ctx),
            Pointed::On => {}
            Pointed::Refused => ctx.notice = Some(Notice::Bad(ctx.texts.say("app.not_there").to_owned())),
        }
    }

    /// Plays a person's move, or says why that cannot be.
    fn play(&mut self, mv: &str, ctx: &mut Context) {
        match self.session.play(mv) {
            Ok(_) => self.moved(ctx),
            Err(error) => ctx.notice = Some(Notice::Bad(ctx.texts.move_error(&error))),
        }
    }

    /// A key for the line that is being typed.
    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        let Some(line) = &mut self.turn.typed else { return };
        match line.press(key) {
            Typed::More => {}
            Typed::Dropped => self.turn.typed = None,
            Typed::Done(text) => {
                let before = self.session.history().len();
                if !text.is_empty() {
                    self.play(&text, ctx);
                }
                if text.is_empty() || self.session.history().len() > before {
                    self.turn.typed = None;
                }
            }
        }
    }

    /// Pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.is_persons_turn() {
            self.turn.typed.get_or_insert_default().insert(text);
        }
    }

    /// Esc: the nearest thing that can be taken back or stopped.
    fn back(&mut self, ctx: &mut Context) {
        if self.past.is_some() {
            self.look_at(usize::MAX);
            return;
        }
        let went_back = self.is_persons_turn() && self.turn.back(&*self.session);
        if went_back || self.hurry(ctx) {
            return;
        }
        if self.adviser.is_searching() {
            self.adviser.hurry();
        } else {
            ctx.notice = Some(Notice::Good(ctx.texts.say("app.nothing_to_stop").to_owned()));
        }
    }

    fn undo(&mut self, ctx: &mut Context) {
        self.take_over(ctx, |session, is_human| take_back(session, is_human), "app.nothing_to_undo");
    }

    fn redo(&mut self, ctx: &mut Context) {
        self.take_over(ctx, |session, is_human| play_again(session, is_human), "app.nothing_to_redo");
    }

    /// Changes the game as it was played; where bots play alone, move by move.
    fn take_over(
        &mut self,
        ctx: &mut Context,
        change: impl FnOnce(&mut dyn cairn_session::Session, &dyn Fn(cairn_rules::Player) -> bool) -> Vec<String>,
        nothing: &'static str,
    ) {
        self.past = None;
        let seats = &self.seats;
        let alone = !self.has_human();
        let is_human = |player: cairn_rules::Player| alone || seats[player.index()].is_human();
        if change(&mut *self.session, &is_human).is_empty() {
            ctx.notice = Some(Notice::Bad(ctx.texts.say(nothing).to_owned()));
            return;
        }
        self.interrupt();
        // Bots that play alone would play the same again at once.
        self.pace.paused |= alone;
        self.moved(ctx);
    }

    fn save(&self, ctx: &mut Context) {
        let text = record::write([&self.session.record()]);
        ctx.notice = Some(match ctx.save_record(self.session.info().id, &text) {
            Ok(path) => Notice::Good(ctx.texts.tell("app.saved", &[("path", &path.display())])),
            Err(problem) => Notice::Bad(ctx.texts.tell("app.not_saved", &[("problem", &problem)])),
        });
    }

    /// What somebody chose at the end of the game.
    fn end(&mut self, index: usize, ctx: &mut Context) -> Transition {
        match Ending::ALL.get(index) {
            Some(Ending::Again) => self.again(false, ctx),
            Some(Ending::Swap) => self.again(true, ctx),
            Some(Ending::LookBack) => {
                self.look_on(-1);
                self.evaluating = true;
                Transition::Stay
            }
            Some(Ending::Menu) => Transition::Menu,
            None => Transition::Stay,
        }
    }

    /// The same game from the start, with the same players or with seats swapped.
    fn again(&self, swap: bool, ctx: &mut Context) -> Transition {
        let mut player_specs: Vec<_> = self.seats.iter().map(|seat| seat.player_spec().clone()).collect();
        if swap {
            player_specs.rotate_right(1);
        }
        let start = self.session.start_position();
        match open(&self.session.spec(), start.as_deref()) {
            Ok(session) => {
                Transition::open(Screen::Game(Box::new(Self::new(session, player_specs, ctx.seed(), ctx))))
            }
            Err(error) => {
                ctx.notice = Some(Notice::Bad(error.to_string()));
                Transition::Stay
            }
        }
    }

    fn ask_resign(&self, ctx: &mut Context) -> Transition {
        if let Some(player) = self.speaker().filter(|_| !self.is_over()) {
            return Transition::Overlay(Overlay::Ask(Question::Resign(player)));
        }
        ctx.notice = Some(Notice::Bad(ctx.texts.say("app.nobody_resigns").to_owned()));
        Transition::Stay
    }
}
