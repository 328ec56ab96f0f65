//! Lessons: each step explains a rule, sets a task on a board, and gives feedback on the player's attempts.
//!
//! A [`Lesson`] is state: an interface shows its step and its board, and passes on the player's attempts. `course.rs`
//! parses the files in the games' folders.

mod course;

use cairn_rules::{GameInfo, Mark, MarkKind, Message, MoveError, Scene, Site};
use cairn_session::{OpenError, Session, open};
use thiserror::Error;

pub use course::{Course, LessonError, LessonStep, Proof, StepTask};

/// The reason why a lesson cannot be opened.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum OpenLessonError {
    /// Its file is invalid.
    File(#[from] LessonError),
    /// The position of a step is invalid.
    Position {
        /// The game.
        game: &'static str,
        /// The step.
        step: &'static str,
        /// The reason why the position cannot be opened.
        error: OpenError,
    },
}

impl OpenLessonError {
    /// Returns the user-facing message. Errors in the file are for its author, and in English.
    pub fn message(&self) -> Message {
        match self {
            Self::File(error) => Message::new("{error}").with("error", error),
            Self::Position { game, step, error } => {
                Message::new("the lesson of {game}, step {step}: {error}")
                    .with("game", game)
                    .with("step", step)
                    .messages("error", vec![error.message()])
            }
        }
    }
}

/// The feedback on an attempt of the player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Feedback {
    /// The step is done, with this text. The board plays the move.
    Done(&'static str),
    /// A legal move or square that does not fulfil the task, with a text if there is one. The board does not play it.
    Missed(Option<&'static str>),
    /// A right square.
    Found {
        /// The number of squares still to find.
        left: usize,
    },
    /// The move is illegal.
    Illegal(MoveError),
    /// The square does not exist.
    NoSuchSquare(String),
}

/// A lesson in progress.
#[derive(Debug)]
pub struct Lesson {
    game: &'static GameInfo,
    course: Course,
    at: usize,
    session: Box<dyn Session>,
    found: Vec<Site>,
    is_done: bool,
}

impl Lesson {
    /// Opens the lesson of a game in a language, at its first step.
    pub fn open(game: &'static GameInfo, language: &str) -> Result<Self, OpenLessonError> {
        let course = Course::of(game, language)?;
        // Checks all positions now, so that a lesson never fails in the middle.
        for step in course.steps.iter().rev() {
            set_up(game, step)?;
        }
        let session = set_up(game, &course.steps[0])?;
        Ok(Self { game, course, at: 0, session, found: Vec::new(), is_done: false })
    }

    /// Returns the game.
    pub const fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// Returns the current step.
    pub fn step(&self) -> &LessonStep {
        &self.course.steps[self.at]
    }

    /// Returns the number of the current step, from 1.
    pub const fn number(&self) -> usize {
        self.at + 1
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.course.steps.len()
    }

    /// Returns whether there are no steps, which never happens.
    pub fn is_empty(&self) -> bool {
        self.course.steps.is_empty()
    }

    /// Returns whether the current step is done.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns whether the current step is the last one.
    pub fn is_last(&self) -> bool {
        self.number() == self.len()
    }

    /// Returns the game on the board.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns whether the task is to point at squares, instead of playing a move.
    pub fn is_search(&self) -> bool {
        matches!(self.step().task, StepTask::Find(_))
    }

    /// Returns the board, with the squares found so far marked.
    pub fn scene(&self) -> Scene {
        let mut scene = self.session.board().scene();
        scene.marks.extend(self.found.iter().map(|&site| Mark { site, kind: MarkKind::Chosen }));
        scene
    }

    /// Attempts a move, or squares separated by spaces. Does nothing once the step is done.
    pub fn attempt(&mut self, text: &str) -> Feedback {
        if self.is_done {
            return Feedback::Done(self.step().done);
        }
        if !self.is_search() {
            return self.attempt_move(text);
        }
        let scene = self.session.board().scene();
        let mut answer = Feedback::Found { left: self.left() };
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            answer = match scene.site(word) {
                Some(site) => self.point(site),
                None => Feedback::NoSuchSquare(word.to_owned()),
            };
            if matches!(answer, Feedback::Missed(_) | Feedback::NoSuchSquare(_)) {
                break;
            }
        }
        answer
    }

    fn attempt_move(&mut self, text: &str) -> Feedback {
        let mut after = self.session.fork();
        let mv = match after.play(text) {
            Ok(mv) => mv,
            Err(error) => return Feedback::Illegal(error),
        };
        let mover = self.session.to_move();
        let is_wanted = match &self.step().task {
            StepTask::Play(patterns) => patterns.iter().any(|pattern| course::matches(pattern, &mv)),
            StepTask::Win => after.outcome().is_some_and(|outcome| outcome.winner() == Some(mover)),
            StepTask::Find(_) => false,
        };
        if is_wanted {
            self.session = after;
            self.is_done = true;
            return Feedback::Done(self.step().done);
        }
        let step = self.step();
        let text = step.answers.iter().find(|(answered, _)| *answered == mv).map(|&(_, text)| text);
        Feedback::Missed(text.or(step.missed))
    }

    /// Attempts a square.
    pub fn point(&mut self, site: Site) -> Feedback {
        if self.is_done {
            return Feedback::Done(self.step().done);
        }
        let scene = self.session.board().scene();
        let name = scene.sites.get(usize::from(site.0)).map_or("", |view| view.name.as_str());
        let is_wanted = matches!(&self.step().task, StepTask::Find(squares) if squares.contains(&name));
        if !is_wanted {
            return Feedback::Missed(self.step().missed);
        }
        if !self.found.contains(&site) {
            self.found.push(site);
        }
        self.is_done = self.left() == 0;
        if self.is_done { Feedback::Done(self.step().done) } else { Feedback::Found { left: self.left() } }
    }

    /// Returns the number of squares still to find.
    fn left(&self) -> usize {
        match &self.step().task {
            StepTask::Find(squares) => squares.len() - self.found.len(),
            StepTask::Play(_) | StepTask::Win => 0,
        }
    }

    /// Returns the solution: all squares of a search, or the right legal moves, any of which is enough; short texts
    /// come first.
    pub fn solution(&self) -> Vec<String> {
        let mut solution = self.right_answers();
        solution.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        solution
    }

    fn right_answers(&self) -> Vec<String> {
        match &self.step().task {
            StepTask::Find(squares) => squares.iter().map(|&square| square.to_owned()).collect(),
            StepTask::Play(patterns) => {
                let mut moves = self.session.legal_moves();
                moves.retain(|mv| patterns.iter().any(|pattern| course::matches(pattern, mv)));
                moves
            }
            StepTask::Win => {
                let (mut moves, mover) = (self.session.legal_moves(), self.session.to_move());
                moves.retain(|mv| {
                    let mut after = self.session.fork();
                    after.play(mv).is_ok()
                        && after.outcome().is_some_and(|outcome| outcome.winner() == Some(mover))
                });
                moves
            }
        }
    }

    /// Restarts the current step.
    pub fn reset(&mut self) {
        self.go_to(self.at);
    }

    /// Goes to the next step, and returns whether there was one.
    pub fn advance(&mut self) -> bool {
        !self.is_last() && self.go_to(self.at + 1)
    }

    /// Goes to the previous step, and returns whether there was one.
    pub fn back(&mut self) -> bool {
        self.at > 0 && self.go_to(self.at - 1)
    }

    fn go_to(&mut self, at: usize) -> bool {
        // Opening the lesson has checked all positions.
        let Ok(session) = set_up(self.game, &self.course.steps[at]) else { return false };
        (self.at, self.session, self.is_done) = (at, session, false);
        self.found.clear();
        true
    }
}

fn set_up(game: &GameInfo, step: &LessonStep) -> Result<Box<dyn Session>, OpenLessonError> {
    let wrong = |error| OpenLessonError::Position { game: game.id, step: step.id, error };
    open(step.spec, step.position).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cairn_rules::games::ALL;

    use super::*;

    /// Returns the numbers of the rules before the options: those that a player meets in a usual game.
    fn needed_rules(game: &GameInfo) -> BTreeSet<u16> {
        let text = game.rules.split("\n## Options").next().unwrap();
        text.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect()
    }

    #[test]
    fn every_rule_that_players_need_is_shown_or_left_out_for_a_reason() {
        for game in ALL {
            let course = Course::of(game, "en").unwrap();
            assert!((8..=12).contains(&course.steps.len()), "{}: {} steps", game.id, course.steps.len());
            let shown: BTreeSet<u16> = course.steps.iter().flat_map(|step| step.rules.clone()).collect();
            let omitted: BTreeSet<u16> = course.omitted.iter().map(|&(number, _)| number).collect();
            assert!(shown.is_disjoint(&omitted), "{}", game.id);
            assert!(course.omitted.iter().all(|(_, reason)| !reason.is_empty()), "{}", game.id);
            let all: BTreeSet<u16> = shown.union(&omitted).copied().collect();
            assert_eq!(all, needed_rules(game), "{}", game.id);
        }
    }

    #[test]
    fn every_step_can_be_done_and_missed_in_every_language() {
        for game in ALL {
            for language in ["en", "pt"] {
                let mut lesson = Lesson::open(game, language).unwrap();
                loop {
                    let place = format!("{} {} {language}", game.id, lesson.step().id);
                    let solution = lesson.solution();
                    assert!(!solution.is_empty(), "{place}");
                    if lesson.is_search() {
                        for (number, square) in (1..).zip(&solution) {
                            let left = solution.len() - number;
                            let answer = lesson.attempt(square);
                            match left {
                                0 => assert_eq!(answer, Feedback::Done(lesson.step().done), "{place}"),
                                _ => assert_eq!(answer, Feedback::Found { left }, "{place}"),
                            }
                        }
                    } else {
                        let others: Vec<String> = lesson.session().legal_moves();
                        for mv in others.iter().filter(|mv| !solution.contains(mv)).take(50) {
                            let Feedback::Missed(said) = lesson.attempt(mv) else { panic!("{place} {mv}") };
                            assert!(said.is_some(), "{place}: no feedback on {mv}");
                        }
                        for (mv, said) in lesson.step().answers.clone() {
                            assert_eq!(lesson.attempt(mv), Feedback::Missed(Some(said)), "{place} {mv}");
                        }
                        let done = lesson.step().done;
                        assert_eq!(lesson.attempt(&solution[0]), Feedback::Done(done), "{place}");
                    }
                    assert!(lesson.is_done(), "{place}");
                    if !lesson.advance() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn searches_list_exactly_the_legal_squares() {
        // A search for the squares that a piece can reach must list all of them and no others.
        for (game, step, from) in [
            ("staqs", "squares", "c3-"),
            ("sight", "tallest", "c3-"),
            ("stlts", "vertical", "e7-"),
            ("stac", "reach", "a1="),
            ("stacks", "squeeze", "3a4-"),
        ] {
            let game = ALL.iter().find(|info| info.id == game).unwrap();
            let mut lesson = Lesson::open(game, "en").unwrap();
            while lesson.step().id != step {
                assert!(lesson.advance(), "{step}");
            }
            let moves = lesson.session().legal_moves();
            let reached: BTreeSet<&str> = moves.iter().filter_map(|mv| mv.strip_prefix(from)).collect();
            let named = lesson.solution();
            assert_eq!(named.iter().map(String::as_str).collect::<BTreeSet<_>>(), reached, "{step}");
        }
    }

    #[test]
    fn invalid_attempts_get_feedback_and_change_nothing() {
        let game = ALL.iter().find(|info| info.id == "stac").unwrap();
        let mut lesson = Lesson::open(game, "pt").unwrap();
        assert!(matches!(lesson.attempt("hello"), Feedback::Illegal(_)));
        assert!(matches!(lesson.attempt(""), Feedback::Illegal(_)) && !lesson.is_done() && !lesson.back());
        while !lesson.is_search() {
            assert!(lesson.advance());
        }
        assert_eq!(lesson.attempt("z9"), Feedback::NoSuchSquare("z9".to_owned()));
        assert!(matches!(lesson.attempt("b1 c1"), Feedback::Missed(Some(_))));
        assert_eq!(lesson.attempt("b1, a2 A3"), Feedback::Found { left: 1 });
        assert!(matches!(lesson.attempt("a5"), Feedback::Done(_)) && lesson.is_done());
        lesson.reset();
        assert!(!lesson.is_done() && lesson.back());
    }
}
