//! The board of a session for interfaces: scenes, choices and prompts while a user enters a turn, remarks.

use cairn_rules::{Game, Guide, Mark, MarkKind, Message, Present, Scene, Site, Step, TurnBuilder};

use crate::{TypedSession, threats};

/// The choices while a turn is entered step by step.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Choices {
    /// The possible next steps, in order; none when the turn is complete.
    pub steps: Vec<Step>,
    /// The move, once the steps taken make a complete one.
    pub finished: Option<String>,
}

/// The board of a [session](crate::Session), for interfaces: its scene, and how a user enters a turn step by step.
///
/// ```
/// use cairn_session::open;
///
/// let session = open("staqs", None)?;
/// let board = session.board();
/// assert_eq!(board.scene().sites.len(), 25);
/// assert_eq!(board.prompt(&[]).unwrap().to_string(), "Place a disc on a neutral disc (4 left)");
/// # Ok::<(), cairn_session::OpenError>(())
/// ```
pub trait BoardView {
    /// Returns the board as data, with the outcome of the session. Marks all sites touched since the last move of the
    /// player to move, or by the last move at the end of the game.
    fn scene(&self) -> Scene;

    /// Returns the sites that a move has touched, chosen or changed. Moves are numbered from 1.
    fn touched(&self, ply: usize) -> Vec<Site>;

    /// Returns the steps that can follow those in `taken`; `None` if they are not the beginning of a legal move.
    fn choices(&self, taken: &[Step]) -> Option<Choices>;

    /// Returns the prompt for the step after those in `taken`; `None` if they are not the beginning of a legal move, or
    /// a whole one.
    fn prompt(&self, taken: &[Step]) -> Option<Message>;

    /// Returns the sites among the next choices that the rules force after `taken`: those that the game names, or the
    /// only choice.
    fn forced(&self, taken: &[Step]) -> Vec<Site>;

    /// Returns whether moves of this game can capture anything.
    fn takes(&self) -> bool;

    /// Returns the sites where the next player's turn could cost the player to move something: pieces captured or lost
    /// from a stack, or a pile that becomes the opponent's for good.
    fn threatened(&self) -> Vec<Site>;

    /// Returns the steps that build a move; `None` if the text is not a legal move.
    fn steps_of(&self, mv: &str) -> Option<Vec<Step>>;

    /// Explains why a step cannot follow those in `taken`, in the same words as for a typed move; `None` if it can, or
    /// if `taken` is not the beginning of a legal move.
    fn refuse_step(&self, taken: &[Step], step: Step) -> Option<Message>;

    /// Returns a board that contains everything that a board of this game can show, for legends.
    fn sample(&self) -> Scene;

    /// Returns the board as the steps in `taken` would leave it, with the marks of [`BoardView::scene`]; `None` if they
    /// are not the beginning of a legal move.
    fn preview(&self, taken: &[Step]) -> Option<Scene>;

    /// Describes the effects of a move that its notation does not show. Moves are numbered from 1.
    fn remarks(&self, ply: usize) -> Vec<Message>;
}

impl<G: Game> BoardView for TypedSession<G> {
    fn scene(&self) -> Scene {
        let mut scene = self.current().scene();
        scene.outcome = self.ended();
        if scene.outcome.is_some() {
            scene.to_move = None;
        }
        for site in self.recent_plies().flat_map(|ply| self.touched(ply)) {
            let mark = Mark { site, kind: MarkKind::Last };
            if !scene.marks.contains(&mark) {
                scene.marks.push(mark);
            }
        }
        scene
    }

    fn touched(&self, ply: usize) -> Vec<Site> {
        let Some((before, last)) = self.ply_and_position(ply) else { return Vec::new() };
        let mut sites = Vec::new();
        for step in before.steps(last.mv) {
            if let Step::Site(site) = step
                && !sites.contains(&site)
            {
                sites.push(site);
            }
        }
        let (old, new) = (before.scene(), last.after.scene());
        for (index, (old, new)) in old.sites.iter().zip(&new.sites).enumerate() {
            let site = Site(index as u16);
            if old != new && !sites.contains(&site) {
                sites.push(site);
            }
        }
        sites
    }

    fn choices(&self, taken: &[Step]) -> Option<Choices> {
        if self.is_over() {
            return taken.is_empty().then(|| Choices { steps: Vec::new(), finished: None });
        }
        let turn = self.turn.get_or_init(|| TurnBuilder::new(self.current()));
        let finished = turn.finished_by(taken).map(|mv| mv.to_string());
        Some(Choices { steps: turn.choices_after(taken)?, finished })
    }

    fn prompt(&self, taken: &[Step]) -> Option<Message> {
        let choices = self.choices(taken)?;
        (!choices.steps.is_empty()).then(|| self.current().prompt(taken))
    }

    fn steps_of(&self, mv: &str) -> Option<Vec<Step>> {
        let mv = self.parse_move(mv).ok()?;
        Some(self.current().steps(mv))
    }

    fn forced(&self, taken: &[Step]) -> Vec<Site> {
        let steps = self.choices(taken).map(|choices| choices.steps).unwrap_or_default();
        if let [Step::Site(only)] = steps[..] {
            return vec![only];
        }
        let mut forced = if steps.is_empty() { Vec::new() } else { self.current().forced(taken) };
        forced.retain(|site| steps.contains(&Step::Site(*site)));
        forced
    }

    fn takes(&self) -> bool {
        self.current().passed().is_some()
    }

    fn threatened(&self) -> Vec<Site> {
        if self.is_over() {
            return Vec::new();
        }
        self.threats.get_or_init(|| threats::threatened(self.current())).clone()
    }

    fn refuse_step(&self, taken: &[Step], step: Step) -> Option<Message> {
        let choices = self.choices(taken)?;
        let is_choice = choices.steps.contains(&step);
        let is_on_board = match step {
            Step::Site(site) => usize::from(site.0) < self.current().scene().sites.len(),
            Step::Count(_) | Step::Button(_) => true,
        };
        let is_open = !choices.steps.is_empty() && is_on_board;
        (!is_choice && is_open).then(|| self.current().refuse_step(taken, step))
    }

    fn sample(&self) -> Scene {
        let sample = G::read_position(&G::Options::default(), G::Position::SAMPLE);
        sample.map_or_else(|_| self.current().scene(), |position| position.scene())
    }

    fn preview(&self, taken: &[Step]) -> Option<Scene> {
        let scene = self.scene();
        if taken.is_empty() {
            return Some(scene);
        }
        self.choices(taken)?;
        let mut preview = self.current().preview(taken);
        preview.marks.extend(scene.marks);
        Some(preview)
    }

    fn remarks(&self, ply: usize) -> Vec<Message> {
        self.ply_and_position(ply).map_or_else(Vec::new, |(before, last)| before.remarks(last.mv))
    }
}
