//! Turns built step by step: a tree that an interface can walk without any rules of the game.

use std::fmt;

use crate::Present;

/// A place on the board that a user can point at: its index in [`Scene::sites`](crate::Scene::sites).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Site(pub u16);

/// A choice that is not a place on the board, identified by its English label.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Button(pub &'static str);

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// One step of building a turn.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Step {
    /// Points at a site.
    Site(Site),
    /// Chooses a number of pieces.
    Count(u8),
    /// Presses a button.
    Button(Button),
}

/// Builds a turn step by step by walking the tree of steps of one position.
///
/// ```
/// use cairn_rules::{Button, Game, Present, Step, TurnBuilder, games::stac::Stac};
///
/// let position = Stac::start(&Default::default());
/// let site = position.scene().site("a4").unwrap();
/// let mut turn = TurnBuilder::new(&position);
/// assert!(turn.take(Step::Site(site)));
/// assert_eq!(turn.choices(), [Step::Button(Button("carry")), Step::Button(Button("walk"))]);
/// assert!(turn.take(Step::Button(Button("carry"))));
/// assert_eq!(turn.finished().unwrap().to_string(), "a1=a4");
/// ```
#[derive(Clone, Debug)]
pub struct TurnBuilder<M> {
    /// All sequences with their moves, sorted, so that sequences with a common prefix are adjacent.
    paths: Vec<(Vec<Step>, M)>,
    taken: Vec<Step>,
}

impl<M: Copy> TurnBuilder<M> {
    /// Creates a builder without steps.
    pub fn new<P: Present<Move = M>>(position: &P) -> Self {
        let moves = position.moves();
        let mut paths = Vec::with_capacity(moves.len());
        for mv in moves {
            paths.extend(position.step_sequences(mv).into_iter().map(|steps| (steps, mv)));
        }
        paths.sort_by(|a, b| a.0.cmp(&b.0));
        Self { paths, taken: Vec::new() }
    }

    /// Returns the steps taken so far.
    pub fn taken(&self) -> &[Step] {
        &self.taken
    }

    /// Returns the sequences that begin with these steps.
    fn beginning_with(&self, taken: &[Step]) -> &[(Vec<Step>, M)] {
        let head = |steps: &[Step]| steps[..taken.len().min(steps.len())].cmp(taken);
        let start = self.paths.partition_point(|(steps, _)| head(steps).is_lt());
        let rest = &self.paths[start..];
        &rest[..rest.partition_point(|(steps, _)| head(steps).is_eq())]
    }

    /// Returns the possible next steps, sorted, without duplicates.
    pub fn choices(&self) -> Vec<Step> {
        self.choices_after(&self.taken).unwrap_or_default()
    }

    /// Returns the possible next steps after these ones, sorted, without duplicates; `None` if no turn begins with
    /// them.
    pub fn choices_after(&self, taken: &[Step]) -> Option<Vec<Step>> {
        let open = self.beginning_with(taken);
        let mut choices: Vec<Step> =
            open.iter().filter_map(|(steps, _)| steps.get(taken.len()).copied()).collect();
        choices.dedup();
        (!open.is_empty()).then_some(choices)
    }

    /// Takes a step if it is possible, and returns whether it was.
    pub fn take(&mut self, step: Step) -> bool {
        self.taken.push(step);
        let possible = !self.beginning_with(&self.taken).is_empty();
        if !possible {
            self.taken.pop();
        }
        possible
    }

    /// Takes back the last step, and returns whether there was one.
    pub fn back(&mut self) -> bool {
        self.taken.pop().is_some()
    }

    /// Returns the move, once the steps taken are complete.
    pub fn finished(&self) -> Option<M> {
        self.finished_by(&self.taken)
    }

    /// Returns the move of these steps, if they are complete.
    pub fn finished_by(&self, taken: &[Step]) -> Option<M> {
        self.beginning_with(taken).first().filter(|(steps, _)| steps.len() == taken.len()).map(|&(_, mv)| mv)
    }
}
