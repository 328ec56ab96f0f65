//! The screen of a lesson: a text, a board and a task.
//!
//! `mod.rs` contains the state and the actions, `draw.rs` draws.

pub(crate) mod draw;
#[cfg(test)]
mod tests;

use cairn_coach::lesson::{Feedback, Lesson};
use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, Scene, Site};
use cairn_session::{Session, open};
use cairn_table::{TableSetup, TurnProgress};
use ratatui::crossterm::event::KeyEvent;

use crate::board::Direction;
use crate::context::{Context, Notice};
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::screens::Screen;
use crate::text_input::TextInput;
use crate::turn::{Entry, Turn};

/// A lesson on the screen.
pub(crate) struct LessonScreen {
    lesson: Lesson,
    turn: Turn,
    is_flipped: bool,
    /// Feedback on the last attempt.
    said: Option<Notice>,
    /// The first visible line of the text.
    top: usize,
}

impl LessonScreen {
    pub(crate) fn new(game: &'static GameInfo, ctx: &Context) -> Result<Self, String> {
        let lesson = Lesson::open(game, ctx.texts.language().word()).map_err(|error| error.to_string())?;
        let mut screen = Self { lesson, turn: Turn::default(), is_flipped: false, said: None, top: 0 };
        screen.begin();
        Ok(screen)
    }

    /// Returns the current state of the game.
    pub(crate) fn session(&self) -> &dyn Session {
        self.lesson.session()
    }

    /// Returns the game of the lesson.
    pub(crate) const fn game(&self) -> &'static GameInfo {
        self.lesson.game()
    }

    /// Returns whether a person may act on the board now.
    const fn is_open(&self) -> bool {
        !self.lesson.is_done()
    }

    /// Returns whether the task is a turn, rather than finding squares.
    fn is_turn(&self) -> bool {
        self.is_open() && !self.lesson.is_search()
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
        if self.is_turn() { self.turn.scene(self.session()) } else { self.lesson.scene() }
    }

    /// Places the cursor on the board of a new step.
    fn begin(&mut self) {
        self.turn = Turn::new(&self.lesson.session().board().scene());
        (self.said, self.top) = (None, 0);
        if self.is_turn() {
            self.turn.begin(self.lesson.session());
        }
    }

    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &Context) {
        if let Some(text) = self.turn.type_key(key) {
            let answer = self.lesson.attempt(&text);
            self.hear(answer, ctx);
        }
    }

    /// Returns the choices that are not squares, and the highlighted one.
    fn entries(&self, ctx: &Context) -> (Vec<Entry>, Option<usize>) {
        if self.is_turn() { self.turn.named_entries(self.session(), ctx) } else { (Vec::new(), None) }
    }

    /// Returns the ply of the position of this step.
    pub(crate) fn shown_ply(&self) -> usize {
        self.lesson.session().ply()
    }

    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let progress =
            if self.is_turn() { self.turn.act(action, self.is_flipped, self.lesson.session()) } else { None };
        if let Some(progress) = progress {
            self.progressed(progress, ctx);
            return Transition::Stay;
        }
        match action {
            Action::Up => self.steer(Direction::Up),
            Action::Down => self.steer(Direction::Down),
            Action::Left => self.steer(Direction::Left),
            Action::Right => self.steer(Direction::Right),
            Action::Choose if !self.is_open() => return self.advance(ctx),
            Action::Choose => {
                if let Some(site) = self.turn.cursor {
                    self.find(site, ctx);
                }
            }
            Action::Site(site) if self.is_open() => self.find(site, ctx),
            Action::Type if self.is_open() => self.turn.typed = Some(TextInput::default()),
            Action::Hint if self.is_open() => self.show_solution(ctx),
            Action::PageUp | Action::PageDown => _ = ctx.hit_areas.scroll(&mut self.top, action),
            Action::Skip => return self.advance(ctx),
            Action::StepBack if self.lesson.back() => self.begin(),
            Action::Reset => {
                self.lesson.reset();
                self.begin();
            }
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Size => ctx.next_cell_size(),
            Action::Back | Action::Leave => return Transition::Menu,
            _ => {}
        }
        Transition::Stay
    }

    fn steer(&mut self, direction: Direction) {
        self.turn.steer(direction, self.is_flipped, self.lesson.session());
    }

    /// Goes to the next step; after the last one, to a first game.
    fn advance(&mut self, ctx: &mut Context) -> Transition {
        if self.lesson.advance() {
            self.begin();
            return Transition::Stay;
        }
        let game = self.lesson.game();
        let players = "level1".parse().map(|level| vec![PlayerSpec::Human, level]);
        let screen = match (open(game.id, None), players) {
            (Ok(session), Ok(players)) => {
                let seed = ctx.next_seed();
                let setup = TableSetup::new(session, players, seed);
                Ok(Screen::Game(Box::new(GameScreen::new(setup, ctx))))
            }
            (Err(error), _) => Err(error.to_string()),
            (_, Err(error)) => Err(error.to_string()),
        };
        Transition::try_open(screen, ctx)
    }

    /// Attempts the move if the turn is complete.
    fn progressed(&mut self, progress: TurnProgress, ctx: &mut Context) {
        match progress {
            TurnProgress::Complete(mv) => {
                let answer = self.lesson.attempt(&mv);
                self.hear(answer, ctx);
            }
            TurnProgress::Continues => {}
            TurnProgress::Refused(why) => ctx.refuse_step(why),
        }
    }

    fn find(&mut self, site: Site, ctx: &Context) {
        self.turn.cursor = Some(site);
        let answer = self.lesson.point(site);
        self.hear(answer, ctx);
    }

    fn hear(&mut self, answer: Feedback, ctx: &Context) {
        let texts = ctx.texts;
        self.turn.reset();
        self.top = 0;
        self.said = Some(match answer {
            Feedback::Done(said) => Notice::Info(texts.format("lesson.right", &[("said", &said)])),
            Feedback::Found { left } => Notice::Info(texts.plural("lesson.found", left as u64, &[])),
            Feedback::Missed(said) => {
                let said = said.unwrap_or(texts.text("lesson.missed"));
                Notice::Warning(texts.format("lesson.wrong", &[("said", &said)]))
            }
            Feedback::Illegal(error) => Notice::Warning(format!("{}.", texts.move_error(&error))),
            Feedback::NoSuchSquare(word) => {
                Notice::Warning(texts.format("lesson.no_square", &[("word", &word.escape_debug())]))
            }
        });
    }

    fn show_solution(&mut self, ctx: &Context) {
        let solution = ctx.texts.solution(&self.lesson.solution(), self.lesson.is_search());
        self.said = Some(Notice::Info(solution));
        self.top = 0;
    }
}
