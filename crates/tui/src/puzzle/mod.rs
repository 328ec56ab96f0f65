//! A puzzle that somebody is solving.

pub(crate) mod draw;
mod judge;

use cairn_rules::{PuzzleInfo, Scene};
use cairn_session::Session;
use cairn_session::puzzle::{PuzzleSession, Verdict};
use ratatui::crossterm::event::KeyEvent;

use crate::app::Transition;
use crate::board::Direction;
use crate::context::{Context, Notice};
use crate::keys::Action;
use crate::screens::{Puzzles, Screen};
use crate::text_input::{TextInput, Typed};
use crate::turn::{Pointed, Turn};
use judge::{Answer, Asked};

pub(crate) use judge::Judged;

/// The puzzle, and the turn that is being built.
pub(crate) struct PuzzleScreen {
    info: &'static PuzzleInfo,
    /// At home unless the judge has it.
    puzzle: Option<PuzzleSession>,
    /// The request that the judge works on.
    ticket: u64,
    /// The game as it stood when the judge had spoken last.
    shown: Box<dyn Session>,
    attempts: u32,
    solved: bool,
    turn: Turn,
    flipped: bool,
    /// What was said about the last attempt.
    verdict: Option<Notice>,
}

impl PuzzleScreen {
    pub(crate) fn new(info: &'static PuzzleInfo) -> Result<Self, String> {
        let puzzle = PuzzleSession::open(info).map_err(|error| error.to_string())?;
        let shown = copy(&puzzle)?;
        let mut turn = Turn::on(&shown.scene());
        turn.begin(&*shown);
        let (puzzle, verdict) = (Some(puzzle), None);
        Ok(Self { info, puzzle, ticket: 0, shown, attempts: 0, solved: false, turn, flipped: false, verdict })
    }

    /// The game as it stands.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.shown
    }

    /// Whether the judge is at work.
    pub(crate) const fn is_busy(&self) -> bool {
        self.puzzle.is_none()
    }

    /// Whether a person may build a turn now.
    const fn is_open(&self) -> bool {
        !self.solved && !self.is_busy()
    }

    pub(crate) const fn is_typing(&self) -> bool {
        self.turn.typed.is_some()
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if self.is_open() {
            self.turn.typed.get_or_insert_default().insert(text);
        }
    }

    fn scene(&self) -> Scene {
        if self.is_open() { self.turn.scene(self.session()) } else { self.session().scene() }
    }

    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        let Some(line) = &mut self.turn.typed else { return };
        match line.press(key) {
            Typed::More => {}
            Typed::Dropped => self.turn.typed = None,
            Typed::Done(text) => {
                self.turn.typed = None;
                if !text.is_empty() {
                    self.ask(Asked::Attempt(text), ctx);
                }
            }
        }
    }

    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let open = self.is_open();
        match action {
            Action::Up => self.steer(Direction::Up),
            Action::Down => self.steer(Direction::Down),
            Action::Left => self.steer(Direction::Left),
            Action::Right => self.steer(Direction::Right),
            Action::Choose if self.solved => return self.list(),
            Action::Choose if open => {
                let pointed = self.turn.choose(&*self.shown);
                self.pointed(pointed, ctx);
            }
            Action::Site(site) if open => {
                let pointed = self.turn.point(site, &*self.shown);
                self.pointed(pointed, ctx);
            }
            Action::Pick(index) if open => {
                let pointed = self.turn.pick(index, &*self.shown);
                self.pointed(pointed, ctx);
            }
            Action::Next | Action::Previous if open => {
                self.turn.tab(action == Action::Next, &*self.shown);
            }
            Action::Type if open => self.turn.typed = Some(TextInput::default()),
            Action::Hint if open => self.ask(Asked::Solution, ctx),
            Action::Reset => self.reset(ctx),
            Action::Flip => self.flipped = !self.flipped,
            Action::Size => ctx.next_size(),
            Action::Back if self.turn.back(&*self.shown) => {}
            Action::Back => return self.list(),
            Action::Leave => return Transition::Menu,
            _ => {}
        }
        Transition::Stay
    }

    fn list(&self) -> Transition {
        Transition::open(Screen::Puzzles(Puzzles::at(self.info)))
    }

    fn steer(&mut self, direction: Direction) {
        self.turn.steer(direction, self.flipped, &*self.shown);
    }

    fn pointed(&mut self, pointed: Pointed, ctx: &mut Context) {
        match pointed {
            Pointed::Move(mv) => self.ask(Asked::Attempt(mv), ctx),
            Pointed::On => {}
            Pointed::Refused => ctx.notice = Some(Notice::Bad(ctx.texts.say("app.not_there").to_owned())),
        }
    }

    /// Begins the puzzle again, whatever the judge is at.
    fn reset(&mut self, ctx: &mut Context) {
        match Self::new(self.info) {
            Ok(fresh) => *self = Self { flipped: self.flipped, ..fresh },
            Err(problem) => ctx.notice = Some(Notice::Bad(problem)),
        }
    }

    /// Takes the puzzle to the judge.
    fn ask(&mut self, asked: Asked, ctx: &mut Context) {
        let Some(puzzle) = self.puzzle.take() else { return };
        self.turn.reset();
        self.verdict = None;
        self.ticket = ctx.ticket();
        judge::ask(puzzle, asked, self.ticket, ctx.outbox.clone());
    }

    /// The judge has spoken.
    pub(crate) fn hear(&mut self, judged: Judged, ctx: &mut Context) {
        if judged.ticket != self.ticket {
            return;
        }
        let Some((puzzle, answer)) = judged.answer else { return self.reset(ctx) };
        match copy(&puzzle) {
            Ok(shown) => self.shown = shown,
            Err(problem) => ctx.notice = Some(Notice::Bad(problem)),
        }
        (self.attempts, self.solved) = (puzzle.attempts(), puzzle.is_solved());
        self.puzzle = Some(puzzle);
        self.turn.begin(&*self.shown);
        self.verdict = Some(match answer {
            Answer::Solution(moves) => {
                let moves = moves.join(" ");
                Notice::Good(ctx.texts.tell("app.solution", &[("moves", &moves)]))
            }
            Answer::Attempt(_, Err(error)) => Notice::Bad(ctx.texts.move_error(&error)),
            Answer::Attempt(mv, Ok(verdict)) => self.say(&mv, verdict, ctx),
        });
    }

    /// What is said about a move.
    fn say(&self, mv: &str, verdict: Verdict, ctx: &Context) -> Notice {
        let texts = ctx.texts;
        match verdict {
            Verdict::Wrong { why } => {
                let why = texts.refusal(&why);
                Notice::Bad(texts.tell("app.wrong", &[("move", &mv), ("why", &why)]))
            }
            Verdict::Right { reply: Some(reply) } => {
                Notice::Good(texts.tell("app.right", &[("move", &mv), ("reply", &reply)]))
            }
            Verdict::Right { reply: None } => Notice::Good(texts.tell("app.right_go_on", &[("move", &mv)])),
            Verdict::Solved => Notice::Good(texts.plural("app.solved", self.attempts.into(), &[])),
        }
    }
}

/// The game of a puzzle, to be looked at while the judge has it.
fn copy(puzzle: &PuzzleSession) -> Result<Box<dyn Session>, String> {
    puzzle.session().record().session().map_err(|error| error.to_string())
}
