//! The screen of a puzzle.
//!
//! `mod.rs` contains the state and the actions, `judge.rs` the thread that judges attempts, `draw.rs` draws.

pub(crate) mod draw;
mod judge;

use cairn_coach::puzzle::{self, AttemptHistory, PuzzleSession, Standing, Verdict};
use cairn_rules::{PuzzleInfo, Scene};
use cairn_session::Session;
use cairn_table::{TableSetup, TurnProgress};
use ratatui::crossterm::event::KeyEvent;

use crate::context::{Context, Notice};
use crate::event::Transition;
use crate::game::GameScreen;
use crate::keys::Action;
use crate::screens::{PuzzleList, Screen, open_puzzle};
use crate::text_input::TextInput;
use crate::turn::{Entry, Turn};
use judge::{Answer, Request};

pub(crate) use judge::Judgement;

/// A puzzle on the screen.
pub(crate) struct PuzzleScreen {
    info: &'static PuzzleInfo,
    /// The puzzle, unless the judge has it.
    puzzle: Option<PuzzleSession>,
    /// The number of the current request to the judge.
    ticket: u64,
    /// The position after the last judgement.
    shown: Box<dyn Session>,
    /// The attempts so far, including those before a restart of the puzzle.
    history: AttemptHistory,
    is_solved: bool,
    turn: Turn,
    is_flipped: bool,
    /// The message about the last attempt.
    verdict: Option<Notice>,
    /// The first visible line of the text.
    top: usize,
}

impl PuzzleScreen {
    pub(crate) fn new(info: &'static PuzzleInfo) -> Result<Self, String> {
        let puzzle = PuzzleSession::open(info).map_err(|error| error.to_string())?;
        let shown = puzzle.session().fork();
        let mut turn = Turn::new(&shown.board().scene());
        turn.begin(&*shown);
        let (puzzle, verdict) = (Some(puzzle), None);
        Ok(Self {
            info,
            puzzle,
            ticket: 0,
            shown,
            history: AttemptHistory::default(),
            is_solved: false,
            turn,
            is_flipped: false,
            verdict,
            top: 0,
        })
    }

    /// Returns the current state of the game.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.shown
    }

    /// Returns whether the judge is working.
    pub(crate) const fn is_busy(&self) -> bool {
        self.puzzle.is_none()
    }

    /// Returns whether a person may enter a turn now.
    const fn is_open(&self) -> bool {
        !self.is_solved && !self.is_busy()
    }

    pub(crate) const fn is_typing(&self) -> bool {
        self.turn.typed.is_some()
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if self.is_open() {
            self.turn.typed.get_or_insert_default().insert(text);
        }
    }

    /// Returns the choices that are not squares, and the highlighted one.
    fn entries(&self, ctx: &Context) -> (Vec<Entry>, Option<usize>) {
        if self.is_open() { self.turn.named_entries(self.session(), ctx) } else { (Vec::new(), None) }
    }

    fn scene(&self) -> Scene {
        if self.is_open() { self.turn.scene(self.session()) } else { self.session().board().scene() }
    }

    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        if let Some(text) = self.turn.type_key(key) {
            self.ask(Request::Attempt(text), ctx);
        }
    }

    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        let progress =
            if self.is_open() { self.turn.act(action, self.is_flipped, &*self.shown) } else { None };
        if let Some(progress) = progress {
            if matches!(action, Action::Drop(..)) {
                ctx.notice = None;
            }
            self.progressed(progress, ctx);
            return Transition::Stay;
        }
        match action {
            Action::PageUp | Action::PageDown => _ = ctx.hit_areas.scroll(&mut self.top, action),
            Action::Choose if self.is_solved => return self.next(ctx),
            Action::NextPuzzle => return self.next(ctx),
            Action::PlayOn => return self.play_on(ctx),
            Action::Analyze => return self.analyze(ctx),
            Action::Type if self.is_open() => self.turn.typed = Some(TextInput::default()),
            Action::Hint if self.is_open() => self.ask(Request::Solution, ctx),
            Action::Reset => self.reset(ctx),
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Size => ctx.next_cell_size(),
            Action::Back => return self.list(ctx),
            Action::Leave => return Transition::Menu,
            _ => {}
        }
        Transition::Stay
    }

    /// Opens the analysis board with the position. Before the puzzle is solved, that counts as help.
    fn analyze(&mut self, ctx: &mut Context) -> Transition {
        let Some(puzzle) = &mut self.puzzle else { return Transition::Stay };
        puzzle.note_help();
        let notes = puzzle.take_notes();
        self.history = puzzle.history();
        ctx.note_puzzle(self.info.id, &notes);
        Transition::Analyze(self.shown.fork())
    }

    fn list(&self, ctx: &mut Context) -> Transition {
        Transition::open(Screen::Puzzles(PuzzleList::at(self.info, ctx)))
    }

    /// Opens the next unsolved puzzle, or the list if there is none.
    fn next(&self, ctx: &mut Context) -> Transition {
        if let Some(info) = puzzle::next_after(self.info, ctx.puzzles.progress()) {
            return open_puzzle(info, ctx);
        }
        ctx.info(ctx.texts.text("puzzles.none_left"));
        self.list(ctx)
    }

    /// Returns whether the game can continue after the puzzle.
    fn can_play_on(&self) -> bool {
        self.is_solved && self.shown.outcome().is_none()
    }

    /// Opens a game that continues after the puzzle, against a bot.
    fn play_on(&self, ctx: &mut Context) -> Transition {
        let game = self.puzzle.as_ref().and_then(PuzzleSession::play_on);
        let Some((session, players)) = game else { return Transition::Stay };
        let seed = ctx.next_seed();
        let setup = TableSetup::new(session, players, seed);
        Transition::open(Screen::Game(Box::new(GameScreen::new(setup, ctx))))
    }

    /// Sends the move to the judge if the turn is complete.
    fn progressed(&mut self, progress: TurnProgress, ctx: &mut Context) {
        match progress {
            TurnProgress::Complete(mv) => self.ask(Request::Attempt(mv), ctx),
            TurnProgress::Continues => {}
            TurnProgress::Refused(why) => ctx.refuse_step(why),
        }
    }

    /// Restarts the puzzle, even while the judge is working.
    fn reset(&mut self, ctx: &mut Context) {
        match Self::new(self.info) {
            Ok(fresh) => {
                let puzzle = fresh.puzzle.map(|puzzle| puzzle.with_history(self.history));
                let history = puzzle.as_ref().map_or(self.history, PuzzleSession::history);
                *self = Self { is_flipped: self.is_flipped, puzzle, history, ..fresh };
            }
            Err(problem) => ctx.warn(problem),
        }
    }

    /// Sends the puzzle to the judge.
    fn ask(&mut self, request: Request, ctx: &mut Context) {
        let Some(puzzle) = self.puzzle.take() else { return };
        self.turn.reset();
        self.verdict = None;
        self.ticket = ctx.next_ticket();
        judge::ask(puzzle, request, self.ticket, ctx.events.clone());
    }

    /// Receives the puzzle from the judge.
    pub(crate) fn on_judgement(&mut self, judgement: Judgement, ctx: &mut Context) {
        if judgement.ticket != self.ticket {
            return;
        }
        let Some((mut puzzle, answer)) = judgement.answer else { return self.reset(ctx) };
        self.shown = puzzle.session().fork();
        (self.history, self.is_solved) = (puzzle.history(), puzzle.is_solved());
        let before = ctx.puzzles.progress().standing(self.info.id);
        ctx.note_puzzle(self.info.id, &puzzle.take_notes());
        self.puzzle = Some(puzzle);
        self.turn.begin(&*self.shown);
        self.top = 0;
        self.verdict = Some(match answer {
            Answer::Solution(moves) => {
                let moves = moves.join(" ");
                Notice::Info(ctx.texts.format("app.solution", &[("moves", &moves)]))
            }
            Answer::Attempt(_, Err(error)) => Notice::Warning(ctx.texts.move_error(&error)),
            Answer::Attempt(mv, Ok(verdict)) => self.message(&mv, verdict, before, ctx),
        });
    }

    /// Returns the message about a move.
    fn message(&self, mv: &str, verdict: Verdict, before: Standing, ctx: &Context) -> Notice {
        let texts = ctx.texts;
        match verdict {
            Verdict::Wrong { why } => {
                let why = texts.message(&why);
                Notice::Warning(texts.format("app.wrong", &[("move", &mv), ("why", &why)]))
            }
            Verdict::Right { reply: Some(reply) } => {
                Notice::Info(texts.format("app.right", &[("move", &mv), ("reply", &reply)]))
            }
            Verdict::Right { reply: None } => Notice::Info(texts.format("app.right_go_on", &[("move", &mv)])),
            Verdict::Solved => Notice::Info(sentence(&ctx.puzzles.tell_solved(self.info.id, before, texts))),
        }
    }
}

/// Formats a remark as a separate sentence.
fn sentence(remark: &str) -> String {
    let mut letters = remark.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).chain(['.']).collect()
}
