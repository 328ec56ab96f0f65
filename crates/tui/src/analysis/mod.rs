//! The analysis board: a tree of variations, lines of the engine, and a position editor.
//!
//! `mod.rs` contains the state and the actions, `engine.rs` runs the engine on its thread, `draw.rs` draws with
//! `tree.rs`.

pub(crate) mod draw;
mod engine;
mod tree;

use cairn_rules::{GameInfo, Scene};
use cairn_session::{
    OpenError, Session, SetupEdit, VariationTree, edit_position, known_games, open, record, setup_tools,
};
use cairn_table::TurnProgress;
use ratatui::crossterm::event::KeyEvent;

use crate::context::Context;
use crate::event::Transition;
use crate::keys::{self, Action, Bindings};
use crate::text_input::{TextInput, Typed};
use crate::turn::Turn;
use engine::AnalysisEngine;

pub(crate) use engine::EngineUpdate;

/// An analysis on the screen.
pub(crate) struct AnalysisScreen {
    tree: VariationTree,
    turn: Turn,
    is_flipped: bool,
    engine: AnalysisEngine,
    /// The index of the selected tool while the user sets up a position.
    tool: Option<usize>,
}

impl AnalysisScreen {
    /// Analyses a game from its current position.
    pub(crate) fn new(session: &dyn Session, ctx: &mut Context) -> Self {
        let turn = Turn::new(&session.board().scene());
        let (tree, engine) = (VariationTree::new(session), AnalysisEngine::default());
        let mut screen = Self { tree, turn, is_flipped: false, engine, tool: None };
        screen.moved(ctx);
        screen
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.tree.session()
    }

    pub(crate) fn game(&self) -> &'static GameInfo {
        self.session().info()
    }

    pub(crate) const fn is_busy(&self) -> bool {
        self.engine.is_busy()
    }

    pub(crate) const fn bindings(&self) -> Bindings {
        if self.tool.is_some() { keys::POSITION } else { keys::ANALYSIS }
    }

    pub(crate) const fn is_typing(&self) -> bool {
        self.turn.typed.is_some()
    }

    fn scene(&self) -> Scene {
        if self.tool.is_some() { self.session().board().scene() } else { self.turn.scene(self.session()) }
    }

    /// Handles a report of the engine.
    pub(crate) fn on_update(&mut self, update: EngineUpdate, ctx: &mut Context) {
        self.engine.on_update(update);
        self.engine.look_at(self.tree.session(), ctx);
    }

    /// Updates the screen for a new current position.
    fn moved(&mut self, ctx: &mut Context) {
        self.turn.reset();
        self.turn.begin(self.tree.session());
        if self.tool.is_none() {
            self.engine.look_at(self.tree.session(), ctx);
        }
    }

    /// Passes a key to the text input.
    pub(crate) fn type_key(&mut self, key: KeyEvent, ctx: &mut Context) {
        let Some(input) = &mut self.turn.typed else { return };
        match input.press(key) {
            Typed::Editing => {}
            Typed::Done(text) if !text.is_empty() => self.enter(&text, ctx),
            Typed::Done(_) | Typed::Cancelled => self.turn.typed = None,
        }
    }

    /// Pastes a record, or text into the text input.
    pub(crate) fn paste(&mut self, text: &str, ctx: &mut Context) {
        if self.turn.typed.is_none() && text.trim_start().starts_with('[') {
            return self.enter(text, ctx);
        }
        self.turn.typed.get_or_insert_default().insert(text);
    }

    /// Plays a move, or opens a position, a game with options, or a record. Any other text stays in the input.
    fn enter(&mut self, text: &str, ctx: &mut Context) {
        let word = text.split([':', ' ']).next().unwrap_or_default();
        let result = if text.trim_start().starts_with('[') {
            let records = record::read(text).map_err(|error| ctx.texts.message(&error.message()));
            records.and_then(|records| match records.first() {
                Some(record) => record.session().map_err(|error| ctx.texts.message(&error.message())),
                None => Err(ctx.texts.text("analysis.no_record").to_owned()),
            })
        } else if known_games().iter().any(|info| info.id == word) {
            let (spec, position) = text.split_once(' ').unwrap_or((text, ""));
            opened(open(spec, Some(position.trim()).filter(|position| !position.is_empty())), ctx)
        } else if text.contains('/') {
            opened(open(&self.session().spec(), Some(text)), ctx)
        } else {
            return self.play(text, ctx);
        };
        match result {
            Ok(session) => self.replace(&*session, ctx),
            Err(problem) => ctx.warn(problem),
        }
    }

    fn play(&mut self, text: &str, ctx: &mut Context) {
        match self.tree.play(text) {
            Ok(_) => self.moved(ctx),
            Err(error) => ctx.warn(ctx.texts.move_error_among(&error, &self.session().legal_moves())),
        }
    }

    /// Starts a new tree; the cursor keeps its position on a board of the same size.
    fn replace(&mut self, session: &dyn Session, ctx: &mut Context) {
        if session.board().scene().sites.len() != self.session().board().scene().sites.len() {
            self.turn = Turn::new(&session.board().scene());
        }
        self.tree = VariationTree::new(session);
        self.moved(ctx);
    }

    pub(crate) fn act(&mut self, action: Action, ctx: &mut Context) -> Transition {
        match action {
            Action::Type => {
                let mut input = TextInput::default();
                if self.tool.is_some() {
                    input.insert(&self.session().position());
                }
                self.turn.typed = Some(input);
            }
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Size => ctx.next_cell_size(),
            Action::CopyPosition => {
                ctx.info(ctx.texts.text("analysis.position_copied"));
                return Transition::Copy(self.session().position());
            }
            Action::Leave => return Transition::Return,
            action => {
                return match self.tool {
                    Some(tool) => self.set_up(tool, action, ctx),
                    None => self.analyze(action, ctx),
                };
            }
        }
        Transition::Stay
    }

    /// Carries out an action while the user analyses moves.
    fn analyze(&mut self, action: Action, ctx: &mut Context) -> Transition {
        if let Some(progress) = self.turn.act(action, self.is_flipped, self.tree.session()) {
            match progress {
                TurnProgress::Complete(mv) => self.play(&mv, ctx),
                TurnProgress::Continues => {}
                TurnProgress::Refused(why) => ctx.refuse_step(why),
            }
            return Transition::Stay;
        }
        match action {
            Action::PageUp => _ = self.tree.back(),
            Action::PageDown => _ = self.tree.forward(),
            Action::First => self.tree.first(),
            Action::Last => self.tree.last(),
            Action::Node(node) => self.tree.select(node),
            Action::NextVariation | Action::PreviousVariation => {
                if !self.tree.switch(action == Action::NextVariation) {
                    ctx.info(ctx.texts.text("analysis.no_variation"));
                }
            }
            Action::Delete => _ = self.tree.remove(),
            Action::Promote => _ = self.tree.promote(),
            Action::Evaluate => self.engine.is_on = !self.engine.is_on,
            Action::Faster | Action::Slower => {
                self.engine.change_lines(if action == Action::Faster { 1 } else { -1 });
            }
            Action::Hint => return self.act(Action::Line(0), ctx),
            Action::Line(index) => {
                let line = self.engine.analysis.as_ref().and_then(|analysis| analysis.lines.get(index));
                if let Some(mv) = line.and_then(|line| line.moves.first()).cloned() {
                    self.play(&mv, ctx);
                }
            }
            Action::SetUp => self.tool = Some(0),
            Action::Copy => {
                ctx.info(ctx.texts.text("app.copied"));
                return Transition::Copy(record::write([&self.session().record()]));
            }
            Action::Back => return Transition::Return,
            _ => return Transition::Stay,
        }
        self.moved(ctx);
        Transition::Stay
    }

    /// Carries out an action while the user sets up a position.
    fn set_up(&mut self, tool: usize, action: Action, ctx: &mut Context) -> Transition {
        let tools = setup_tools(self.session());
        // The last tool, after those of the game, empties a square.
        let count = tools.len() + 1;
        let used = |site| tools.get(tool).map_or(SetupEdit::Empty(site), |tool| SetupEdit::Use(tool, site));
        let edit = match (action, self.turn.cursor) {
            (Action::Choose, Some(site)) => used(site),
            (Action::Site(site), _) => {
                self.turn.cursor = Some(site);
                used(site)
            }
            (Action::Delete, Some(site)) => SetupEdit::Empty(site),
            (Action::Turn, _) => SetupEdit::NextTurn,
            (Action::Clear, _) => SetupEdit::Clear,
            (Action::Reset, _) => {
                let start = opened(open(&self.session().spec(), None), ctx);
                match start {
                    Ok(session) => self.replace(&*session, ctx),
                    Err(problem) => ctx.warn(problem),
                }
                return Transition::Stay;
            }
            (Action::Next, _) => {
                self.tool = Some((tool + 1) % count);
                return Transition::Stay;
            }
            (Action::Previous, _) => {
                self.tool = Some((tool + count - 1) % count);
                return Transition::Stay;
            }
            (Action::Pick(index) | Action::Row(index), _) => {
                self.tool = Some(if index < count { index } else { tool });
                return Transition::Stay;
            }
            (Action::SetUp | Action::Back, _) => {
                self.tool = None;
                self.moved(ctx);
                return Transition::Stay;
            }
            (Action::Up | Action::Down | Action::Left | Action::Right, _) => {
                self.turn.act(action, self.is_flipped, self.tree.session());
                return Transition::Stay;
            }
            _ => return Transition::Stay,
        };
        match opened(edit_position(self.session(), edit), ctx) {
            Ok(session) => self.replace(&*session, ctx),
            Err(problem) => ctx.warn(problem),
        }
        Transition::Stay
    }
}

fn opened(session: Result<Box<dyn Session>, OpenError>, ctx: &Context) -> Result<Box<dyn Session>, String> {
    session.map_err(|error| ctx.texts.message(&error.message()))
}
