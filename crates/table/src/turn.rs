//! A turn that a person builds step by step, by pointing or by typing.

use cairn_rules::{Mark, MarkKind, Message, Scene, Site, Step};
use cairn_session::{Choices, Session};

/// An incomplete turn: the steps taken so far. Until [`PartialTurn::reset`], pass only sessions in the same position.
///
/// ```
/// use cairn_rules::Step;
/// use cairn_table::{PartialTurn, TurnProgress};
///
/// let session = cairn_session::open("stac", None)?;
/// let site = |name| session.board().scene().site(name).unwrap();
/// let mut turn = PartialTurn::default();
/// assert_eq!(turn.point(site("a4"), &*session), TurnProgress::Continues);
/// let prompt = turn.prompt(&*session).unwrap().to_string();
/// assert_eq!(prompt, "Carry the disc to a4 and make a pair, or just walk there?");
/// let walk = turn.entries(&*session)[1];
/// assert_eq!(turn.take(walk, &*session), TurnProgress::Complete("a1-a4".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct PartialTurn {
    steps: Vec<Step>,
}

/// The result of a step.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum TurnProgress {
    /// The turn is complete: this is the move.
    Complete(String),
    /// The turn continues.
    Continues,
    /// The step is not possible, with the reason if there is one.
    Refused(Option<Message>),
}

impl PartialTurn {
    /// Returns the steps taken so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the choices for the next step.
    pub fn choices(&self, session: &dyn Session) -> Choices {
        session.board().choices(&self.steps).unwrap_or(Choices { steps: Vec::new(), finished: None })
    }

    /// Returns the sites among the next choices.
    pub fn sites(&self, session: &dyn Session) -> Vec<Site> {
        let site = |step| if let Step::Site(site) = step { Some(site) } else { None };
        self.choices(session).steps.into_iter().filter_map(site).collect()
    }

    /// Returns the choices that are not sites.
    pub fn entries(&self, session: &dyn Session) -> Vec<Step> {
        let mut steps = self.choices(session).steps;
        steps.retain(|step| !matches!(step, Step::Site(_)));
        steps
    }

    /// Returns the prompt for the next step.
    pub fn prompt(&self, session: &dyn Session) -> Option<Message> {
        session.board().prompt(&self.steps)
    }

    /// Clears the turn.
    pub fn reset(&mut self) {
        self.steps.clear();
    }

    /// Removes the last step; returns `false` if there was none.
    pub fn back(&mut self) -> bool {
        self.steps.pop().is_some()
    }

    /// Takes a step, or the first step of a new turn if the last one is complete.
    pub fn take(&mut self, step: Step, session: &dyn Session) -> TurnProgress {
        self.steps.push(step);
        match session.board().choices(&self.steps) {
            None => {
                self.steps.pop();
                TurnProgress::Refused(session.board().refuse_step(&self.steps, step))
            }
            Some(Choices { finished: Some(mv), .. }) => {
                self.reset();
                TurnProgress::Complete(mv)
            }
            Some(_) => TurnProgress::Continues,
        }
    }

    /// Points at a site. Pointing at the last one again removes that step. If the turn cannot continue at the site but
    /// can begin there, it begins again; so does pointing at the player's own pawn, with which every turn begins in
    /// games that have one.
    pub fn point(&mut self, site: Site, session: &dyn Session) -> TurnProgress {
        let step = Step::Site(site);
        if self.steps.last() == Some(&step) && !self.choices(session).steps.contains(&step) {
            self.back();
            return TurnProgress::Continues;
        }
        match self.take(step, session) {
            TurnProgress::Refused(_) if is_own_pawn(site, session) => {
                self.reset();
                TurnProgress::Continues
            }
            TurnProgress::Refused(why) if !self.steps.is_empty() => {
                let before = std::mem::take(&mut self.steps);
                match self.take(step, session) {
                    TurnProgress::Refused(_) => {
                        self.steps = before;
                        TurnProgress::Refused(why)
                    }
                    progress => progress,
                }
            }
            progress => progress,
        }
    }

    /// Drops on `to` the piece picked up at `from`; `None` if there was none. If the turn first needs a number of
    /// pieces, takes the largest one that can go there.
    pub fn drop(&mut self, from: Site, to: Site, session: &dyn Session) -> Option<TurnProgress> {
        let picked = Step::Site(from);
        // Pointing may have removed the step.
        if self.steps.is_empty()
            && session.board().choices(&[picked]).is_some_and(|next| next.finished.is_none())
        {
            self.steps.push(picked);
        }
        if self.steps.last() != Some(&picked) {
            return is_own_pawn(from, session).then(|| self.point(to, session));
        }
        let leads_there = |count: &Step| {
            let next = session.board().choices(&[&self.steps[..], &[*count]].concat());
            next.is_some_and(|next| next.steps.contains(&Step::Site(to)))
        };
        let counts = self.entries(session).into_iter().filter(|step| matches!(step, Step::Count(_)));
        let most = counts.filter(leads_there).max();
        if self.sites(session).is_empty() {
            self.steps.extend(most);
        }
        Some(self.point(to, session))
    }

    /// Returns the board after the steps taken, with marks on the chosen sites and on the choices.
    pub fn scene(&self, session: &dyn Session) -> Scene {
        let mut scene = session.board().preview(&self.steps).unwrap_or_else(|| session.board().scene());
        let chosen = self.steps.iter().filter_map(|step| match step {
            Step::Site(site) => Some(Mark { site: *site, kind: MarkKind::Chosen }),
            Step::Count(_) | Step::Button(_) => None,
        });
        let choices = self.sites(session).into_iter().map(|site| Mark { site, kind: MarkKind::Choice });
        scene.marks.extend(chosen.chain(choices));
        scene
    }
}

/// Returns whether this is the pawn of the player to move, which is never a step.
fn is_own_pawn(site: Site, session: &dyn Session) -> bool {
    let scene = session.board().scene();
    let pawn = scene.sites.get(usize::from(site.0)).and_then(|view| view.pawn);
    pawn.is_some() && pawn == scene.to_move
}
