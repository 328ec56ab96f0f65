//! A turn that a person enters on the board: the steps, which the table manages, and the cursor.

use cairn_rules::{Message, Scene, Site, Step};
use cairn_session::Session;
use cairn_table::{PartialTurn as Steps, TurnProgress};
use ratatui::crossterm::event::KeyEvent;

use crate::board::{Direction, neighbour};
use crate::context::Context;
use crate::keys::Action;
use crate::text_input::{TextInput, Typed};

/// A choice that is not a site, listed beside the board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Entry {
    /// The digit that picks it.
    pub(crate) number: usize,
    /// Its name, which begins with the digit.
    pub(crate) text: String,
}

impl Entry {
    pub(crate) fn new(number: usize, name: &str) -> Self {
        Self { number, text: format!("{number} {name}") }
    }
}

/// An incomplete turn and the cursor.
#[derive(Default, Debug)]
pub(crate) struct Turn {
    pub(crate) cursor: Option<Site>,
    steps: Steps,
    /// Whether the cursor was moved to the start of the first turn; from then on only the user moves it.
    has_begun: bool,
    /// The highlighted choice among those that are not sites.
    highlighted: usize,
    /// The text input for a typed move.
    pub(crate) typed: Option<TextInput>,
}

impl Turn {
    /// Creates a turn that has not begun, with the cursor in the middle of the board.
    pub(crate) fn new(scene: &Scene) -> Self {
        let (column, row) = (scene.columns / 2, scene.rows / 2);
        let middle = scene.sites.iter().position(|site| site.column == column && site.row == row);
        Self { cursor: middle.map(|index| Site(index as u16)), ..Self::default() }
    }

    /// Returns the steps taken so far.
    pub(crate) fn steps(&self) -> &[Step] {
        self.steps.steps()
    }

    /// Returns the sites among the next choices.
    pub(crate) fn sites(&self, session: &dyn Session) -> Vec<Site> {
        self.steps.sites(session)
    }

    /// Returns the choices that are not sites.
    fn entries(&self, session: &dyn Session) -> Vec<Step> {
        self.steps.entries(session)
    }

    /// Returns the prompt for the next step.
    pub(crate) fn prompt(&self, session: &dyn Session) -> Option<Message> {
        self.steps.prompt(session)
    }

    /// Returns the names of the choices that are not sites, and the highlighted one if there are no other choices.
    pub(crate) fn named_entries(&self, session: &dyn Session, ctx: &Context) -> (Vec<Entry>, Option<usize>) {
        let entry = |(index, step)| match step {
            // Its name already begins with the digit.
            Step::Count(_) => Entry { number: number(index, step), text: entry_name(step, ctx) },
            step => Entry::new(number(index, step), &entry_name(step, ctx)),
        };
        let names = self.entries(session).into_iter().enumerate().map(entry).collect();
        (names, self.sites(session).is_empty().then_some(self.highlighted))
    }

    /// Passes a key to the text input; returns the move once it is complete.
    pub(crate) fn type_key(&mut self, key: KeyEvent) -> Option<String> {
        match self.typed.as_mut()?.press(key) {
            Typed::Editing => None,
            Typed::Cancelled => {
                self.typed = None;
                None
            }
            Typed::Done(text) => {
                self.typed = None;
                Some(text).filter(|text| !text.is_empty())
            }
        }
    }

    /// Clears the turn; the cursor stays.
    pub(crate) fn reset(&mut self) {
        *self = Self { cursor: self.cursor, has_begun: self.has_begun, ..Self::default() };
    }

    /// Takes back a step; returns `false` if there was none.
    pub(crate) fn back(&mut self) -> bool {
        self.highlighted = 0;
        self.steps.back()
    }

    /// Points at a site.
    pub(crate) fn point(&mut self, site: Site, session: &dyn Session) -> TurnProgress {
        self.cursor = Some(site);
        let progress = self.steps.point(site, session);
        self.progressed(progress)
    }

    /// Drops the pieces picked up at one site on another.
    pub(crate) fn drop(&mut self, from: Site, to: Site, session: &dyn Session) -> Option<TurnProgress> {
        let progress = self.steps.drop(from, to, session)?;
        self.cursor = Some(to);
        Some(self.progressed(progress))
    }

    /// Takes a choice that is not a site by its digit, counted from 0.
    pub(crate) fn pick(&mut self, digit: usize, session: &dyn Session) -> TurnProgress {
        let entries = self.entries(session);
        let named = entries.iter().enumerate().find(|(index, step)| number(*index, **step) == digit + 1);
        self.take(named.map(|(_, step)| *step), session)
    }

    fn take(&mut self, step: Option<Step>, session: &dyn Session) -> TurnProgress {
        let Some(step) = step else { return TurnProgress::Refused(None) };
        let progress = self.steps.take(step, session);
        self.progressed(progress)
    }

    /// Takes the site under the cursor, or the highlighted entry if no site is a choice.
    pub(crate) fn choose(&mut self, session: &dyn Session) -> TurnProgress {
        if self.sites(session).is_empty() {
            return self.take(self.entries(session).get(self.highlighted).copied(), session);
        }
        match self.cursor {
            Some(site) => self.point(site, session),
            None => TurnProgress::Refused(None),
        }
    }

    /// Prepares for the next step. The cursor stays.
    fn progressed(&mut self, progress: TurnProgress) -> TurnProgress {
        match &progress {
            TurnProgress::Complete(_) => self.reset(),
            TurnProgress::Continues => self.highlighted = 0,
            TurnProgress::Refused(_) => {}
        }
        progress
    }

    /// Moves the cursor to a site among the choices, once per game.
    pub(crate) fn begin(&mut self, session: &dyn Session) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.snap(session);
        }
    }

    /// Moves the cursor to the nearest site among the choices, unless it is on one.
    fn snap(&mut self, session: &dyn Session) {
        let scene = session.board().scene();
        let place = |site: Site| scene.sites.get(usize::from(site.0)).map(|view| (view.column, view.row));
        let from = self.cursor.and_then(place).unwrap_or_default();
        let distance = |site: &Site| {
            let (column, row) = place(*site).unwrap_or_default();
            u16::from(column.abs_diff(from.0)) + u16::from(row.abs_diff(from.1))
        };
        self.cursor = self.sites(session).into_iter().min_by_key(distance).or(self.cursor);
    }

    /// Moves the cursor in a direction of the screen.
    pub(crate) fn steer(&mut self, direction: Direction, flipped: bool, session: &dyn Session) {
        let scene = session.board().scene();
        let next = self.cursor.and_then(|site| neighbour(&scene, site, direction, flipped));
        self.cursor = next.or(self.cursor).or_else(|| self.sites(session).first().copied());
    }

    /// Highlights another entry, or moves the cursor to the next site among the choices.
    pub(crate) fn tab(&mut self, forward: bool, session: &dyn Session) {
        let sites = self.sites(session);
        if sites.is_empty() {
            return self.list(forward, session);
        }
        let at = self.cursor.map_or(0, |cursor| sites.partition_point(|&site| site < cursor));
        let here = self.cursor == sites.get(at).copied();
        let next = if forward { at + usize::from(here) } else { at + sites.len() - 1 };
        self.cursor = Some(sites[next % sites.len()]);
    }

    /// Highlights the next or the previous entry.
    pub(crate) fn list(&mut self, forward: bool, session: &dyn Session) {
        let count = self.entries(session).len().max(1);
        self.highlighted = (self.highlighted + if forward { 1 } else { count - 1 }) % count;
    }

    /// Carries out an action at the board while a person may enter a turn; `None` for other actions.
    pub(crate) fn act(
        &mut self,
        action: Action,
        is_flipped: bool,
        session: &dyn Session,
    ) -> Option<TurnProgress> {
        let direction = match action {
            Action::Up => Direction::Up,
            Action::Down => Direction::Down,
            Action::Left => Direction::Left,
            Action::Right => Direction::Right,
            Action::Next | Action::Previous => {
                self.tab(action == Action::Next, session);
                return Some(TurnProgress::Continues);
            }
            Action::Choose => return Some(self.choose(session)),
            Action::Site(site) => return Some(self.point(site, session)),
            Action::Drop(from, to) => {
                return Some(self.drop(from, to, session).unwrap_or(TurnProgress::Continues));
            }
            Action::Pick(index) => return Some(self.pick(index, session)),
            Action::Back if self.back() => return Some(TurnProgress::Continues),
            _ => return None,
        };
        self.steer(direction, is_flipped, session);
        Some(TurnProgress::Continues)
    }

    /// Returns the board, with the chosen sites and the possible choices marked.
    pub(crate) fn scene(&self, session: &dyn Session) -> Scene {
        self.steps.scene(session)
    }
}

/// Returns the digit that picks a choice: its own number for a number of pieces, its position for others.
const fn number(index: usize, step: Step) -> usize {
    match step {
        Step::Count(count) => count as usize,
        _ => index + 1,
    }
}

/// Returns the name of a choice that is not a site.
pub(crate) fn entry_name(step: Step, ctx: &Context) -> String {
    match step {
        Step::Count(count) => ctx.texts.plural("app.count", count.into(), &[]),
        Step::Button(button) => ctx.texts.button(button.0).to_owned(),
        Step::Site(_) => String::new(),
    }
}

/// Returns the sites that a move would touch; none if it is illegal.
pub(crate) fn touched(session: &dyn Session, mv: &str) -> Vec<Site> {
    let mut after = session.fork();
    match after.play(mv) {
        Ok(_) => after.board().touched(after.ply()),
        Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;
    use cairn_session::open;

    use super::*;

    /// Takes the first choice of every step until a move is complete.
    fn build(turn: &mut Turn, session: &dyn Session) -> String {
        loop {
            let progress = match turn.steps.choices(session).steps[0] {
                Step::Site(site) => turn.point(site, session),
                step => turn.pick(number(0, step) - 1, session),
            };
            match progress {
                TurnProgress::Complete(mv) => return mv,
                TurnProgress::Continues => {}
                TurnProgress::Refused(_) => panic!("a choice was refused"),
            }
        }
    }

    #[test]
    fn choices_lead_to_legal_moves_in_every_game() {
        for info in ALL {
            let mut session = open(info.id, None).unwrap();
            let mut turn = Turn::default();
            for _ in 0..12 {
                let mv = build(&mut turn, &*session);
                assert!(turn.steps().is_empty());
                session.play(&mv).unwrap();
                if session.outcome().is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_turn_starts_again_elsewhere_or_goes_back() {
        let info = ALL.iter().find(|info| {
            open(info.id, None).unwrap().seats() == 2 && {
                let session = open(info.id, None).unwrap();
                let first = session.board().choices(&[]).unwrap().steps[0];
                session.board().choices(&[first]).unwrap().finished.is_none()
            }
        });
        let session = open(info.unwrap().id, None).unwrap();
        let mut turn = Turn::default();
        let sites = turn.sites(&*session);
        assert_eq!(turn.point(sites[0], &*session), TurnProgress::Continues);
        assert_eq!(turn.steps(), [Step::Site(sites[0])]);
        let elsewhere =
            sites.iter().find(|&&site| !turn.sites(&*session).contains(&site) && site != sites[0]);
        assert_eq!(turn.point(*elsewhere.unwrap(), &*session), TurnProgress::Continues);
        assert_eq!(turn.steps(), [Step::Site(*elsewhere.unwrap())]);
        assert!(turn.back() && !turn.back());
    }

    #[test]
    fn tab_goes_round_all_choices() {
        let session = open(ALL[0].id, None).unwrap();
        let mut turn = Turn::default();
        let sites = turn.sites(&*session);
        for site in sites.iter().chain(&sites[..1]) {
            turn.tab(true, &*session);
            assert_eq!(turn.cursor, Some(*site));
        }
        turn.tab(false, &*session);
        assert_eq!(turn.cursor, sites.last().copied());
    }
}
