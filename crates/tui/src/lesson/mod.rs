//! The screen of a lesson: a text, a board, something to do.
//!
//! `mod.rs` has the state and the actions, `draw.rs` draws.

pub(crate) mod draw;

use cairn_coach::lesson::{Feedback, Lesson};
use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, Scene, Site};
use cairn_session::{Session, open};
use cairn_table::TurnProgress;
use ratatui::crossterm::event::KeyEvent;

use crate::board::Direction;
use crate::context::{Context, Notice};
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::screens::Screen;
use crate::text_input::{TextInput, Typed};
use crate::turn::Turn;

/// A lesson on the screen.
pub(crate) struct LessonScreen {
    lesson: Lesson,
    turn: Turn,
    is_flipped: bool,
    /// Feedback on the last attempt.
    said: Option<Notice>,
}

impl LessonScreen {
    pub(crate) fn new(game: &'static GameInfo, ctx: &Context) -> Result<Self, String> {
        let lesson = Lesson::open(game, ctx.texts.language().word()).map_err(|error| error.to_string())?;
        let mut screen = Self { lesson, turn: Turn::default(), is_flipped: false, said: None };
        screen.begin();
        Ok(screen)
    }

    /// The game as it stands.
    pub(crate) fn session(&self) -> &dyn Session {
        self.lesson.session()
    }

    /// The game that is taught.
    pub(crate) const fn game(&self) -> &'static GameInfo {
        self.lesson.game()
    }

    /// Whether a person may do something on the board now.
    const fn is_open(&self) -> bool {
        !self.lesson.is_done()
    }

    /// Whether a turn is built, instead of squares found.
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

    /// Puts the cursor on the board of a new step.
    fn begin(&mut self) {
        self.turn = Turn::new(&self.lesson.session().board().scene());
        self.said = None;
        if self.is_turn() {
            self.turn.begin(self.lesson.session());
        }
    }

    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &Context) {
        let Some(input) = &mut self.turn.typed else { return };
        match input.press(key) {
            Typed::Editing => {}
            Typed::Cancelled => self.turn.typed = None,
            Typed::Done(text) => {
                self.turn.typed = None;
                if !text.is_empty() {
                    let answer = self.lesson.attempt(&text);
                    self.hear(answer, ctx);
                }
            }
        }
    }

    /// How many plies lead to the position of this step.
    pub(crate) fn shown_ply(&self) -> usize {
        self.lesson.session().ply()
    }

    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match action {
            Action::Up => self.steer(Direction::Up),
            Action::Down => self.steer(Direction::Down),
            Action::Left => self.steer(Direction::Left),
            Action::Right => self.steer(Direction::Right),
            Action::Choose if !self.is_open() => return self.advance(ctx),
            Action::Choose if self.is_turn() => {
                let progress = self.turn.choose(self.lesson.session());
                self.progressed(progress, ctx);
            }
            Action::Choose => {
                if let Some(site) = self.turn.cursor {
                    self.find(site, ctx);
                }
            }
            Action::Site(site) if self.is_turn() => {
                let progress = self.turn.point(site, self.lesson.session());
                self.progressed(progress, ctx);
            }
            Action::Drop(from, to) if self.is_turn() => {
                if let Some(progress) = self.turn.drop(from, to, self.lesson.session()) {
                    ctx.notice = None;
                    self.progressed(progress, ctx);
                }
            }
            Action::Site(site) if self.is_open() => self.find(site, ctx),
            Action::Pick(index) if self.is_turn() => {
                let progress = self.turn.pick(index, self.lesson.session());
                self.progressed(progress, ctx);
            }
            Action::Next | Action::Previous if self.is_turn() => {
                self.turn.tab(action == Action::Next, self.lesson.session());
            }
            Action::Type if self.is_open() => self.turn.typed = Some(TextInput::default()),
            Action::Hint if self.is_open() => self.show_solution(ctx),
            Action::PageDown => return self.advance(ctx),
            Action::PageUp if self.lesson.back() => self.begin(),
            Action::Reset => {
                self.lesson.reset();
                self.begin();
            }
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Size => ctx.next_cell_size(),
            Action::Back if self.is_turn() && self.turn.back() => {}
            Action::Back | Action::Leave => return Transition::Menu,
            _ => {}
        }
        Transition::Stay
    }

    fn steer(&mut self, direction: Direction) {
        self.turn.steer(direction, self.is_flipped, self.lesson.session());
    }

    /// Goes on to the next step; after the last one to a first game.
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
                Ok(Screen::Game(Box::new(GameScreen::new(session, players, seed, ctx))))
            }
            (Err(error), _) => Err(error.to_string()),
            (_, Err(error)) => Err(error.to_string()),
        };
        Transition::try_open(screen, ctx)
    }

    /// Tries the move if the turn is complete.
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
        const MOST: usize = 8;
        let solution = self.lesson.solution();
        let more = if solution.len() > MOST { " …" } else { "" };
        let moves = solution[..solution.len().min(MOST)].join(" ") + more;
        self.said = Some(Notice::Info(ctx.texts.format("app.solution", &[("moves", &moves)])));
    }
}
