//! A puzzle that somebody is solving.

pub(crate) mod draw;

use cairn_rules::{PuzzleInfo, Scene};
use cairn_session::Session;
use cairn_session::puzzle::{PuzzleSession, Verdict};
use ratatui::crossterm::event::KeyEvent;

use crate::app::Then;
use crate::board::Direction;
use crate::keys::Action;
use crate::kit::{Kit, Notice};
use crate::line::{Line, Typed};
use crate::screens::{Puzzles, Screen};
use crate::turn::{Pointed, Turn};

/// The puzzle, and the turn that is being built.
pub(crate) struct Riddle {
    puzzle: PuzzleSession,
    turn: Turn,
    flipped: bool,
    /// What was said about the last attempt.
    verdict: Option<Notice>,
}

impl Riddle {
    pub(crate) fn new(info: &'static PuzzleInfo) -> Result<Self, String> {
        let puzzle = PuzzleSession::open(info).map_err(|error| error.to_string())?;
        let mut turn = Turn::on(&puzzle.session().scene());
        turn.begin(puzzle.session());
        Ok(Self { puzzle, turn, flipped: false, verdict: None })
    }

    /// The game as it stands.
    pub(crate) fn session(&self) -> &dyn Session {
        self.puzzle.session()
    }

    pub(crate) const fn is_typing(&self) -> bool {
        self.turn.typed.is_some()
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if !self.puzzle.is_solved() {
            self.turn.typed.get_or_insert_default().insert(text);
        }
    }

    fn scene(&self) -> Scene {
        if self.puzzle.is_solved() { self.session().scene() } else { self.turn.scene(self.session()) }
    }

    pub(crate) fn type_key(&mut self, key: KeyEvent, kit: &Kit) {
        let Some(line) = &mut self.turn.typed else { return };
        match line.press(key) {
            Typed::More => {}
            Typed::Dropped => self.turn.typed = None,
            Typed::Done(text) => {
                self.turn.typed = None;
                if !text.is_empty() {
                    self.attempt(&text, kit);
                }
            }
        }
    }

    pub(crate) fn act(&mut self, action: Action, kit: &mut Kit) -> Then {
        let solved = self.puzzle.is_solved();
        match action {
            Action::Up => self.steer(Direction::Up),
            Action::Down => self.steer(Direction::Down),
            Action::Left => self.steer(Direction::Left),
            Action::Right => self.steer(Direction::Right),
            Action::Choose if solved => return self.list(),
            Action::Choose => {
                let pointed = self.turn.choose(self.puzzle.session());
                self.pointed(pointed, kit);
            }
            Action::Site(site) if !solved => {
                let pointed = self.turn.point(site, self.puzzle.session());
                self.pointed(pointed, kit);
            }
            Action::Pick(index) if !solved => {
                let pointed = self.turn.pick(index, self.puzzle.session());
                self.pointed(pointed, kit);
            }
            Action::Next | Action::Previous if !solved => {
                self.turn.tab(action == Action::Next, self.puzzle.session());
            }
            Action::Type if !solved => self.turn.typed = Some(Line::default()),
            Action::Hint if !solved => {
                let moves = self.puzzle.solution().join(" ");
                self.verdict = Some(Notice::Good(kit.texts.tell("app.solution", &[("moves", &moves)])));
            }
            Action::Reset => {
                self.puzzle.reset();
                self.turn.reset();
                self.verdict = None;
            }
            Action::Flip => self.flipped = !self.flipped,
            Action::Size => kit.next_size(),
            Action::Back if self.turn.back(self.puzzle.session()) => {}
            Action::Back => return self.list(),
            Action::Leave => return Then::Menu,
            _ => {}
        }
        Then::Stay
    }

    fn list(&self) -> Then {
        Then::open(Screen::Puzzles(Puzzles::at(self.puzzle.info())))
    }

    fn steer(&mut self, direction: Direction) {
        self.turn.steer(direction, self.flipped, self.puzzle.session());
    }

    fn pointed(&mut self, pointed: Pointed, kit: &mut Kit) {
        match pointed {
            Pointed::Move(mv) => self.attempt(&mv, kit),
            Pointed::On => {}
            Pointed::Refused => kit.notice = Some(Notice::Bad(kit.texts.say("app.not_there").to_owned())),
        }
    }

    fn attempt(&mut self, mv: &str, kit: &Kit) {
        let attempt = self.puzzle.attempt(mv);
        self.turn.reset();
        self.verdict = Some(match attempt {
            Err(error) => Notice::Bad(kit.texts.move_error(&error)),
            Ok(Verdict::Wrong { why }) => {
                Notice::Bad(kit.texts.tell("app.wrong", &[("move", &mv), ("why", &kit.texts.refusal(&why))]))
            }
            Ok(Verdict::Right { reply: Some(reply) }) => {
                Notice::Good(kit.texts.tell("app.right", &[("move", &mv), ("reply", &reply)]))
            }
            Ok(Verdict::Right { reply: None }) => {
                Notice::Good(kit.texts.tell("app.right_go_on", &[("move", &mv)]))
            }
            Ok(Verdict::Solved) => {
                let attempts = u64::from(self.puzzle.attempts());
                Notice::Good(kit.texts.plural("app.solved", attempts, &[]))
            }
        });
    }
}
