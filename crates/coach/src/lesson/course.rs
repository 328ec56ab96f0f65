//! Parses lesson files: steps with a position, a task and texts; and files with translations of the texts.
//!
//! A step is a block of lines, each a keyword and its value; an empty line ends it, and a line that begins with `#` is
//! a comment. `play` lists the right moves, in which `*` stands for any text; `play win` accepts any move that wins the
//! game. `find` lists squares to point at. `if MOVE` is the feedback on that move. Two more lines are for the tests:
//! `reached` has a game that leads to the position, and `proof win` or `proof win in N` states that exactly the moves
//! of `play` win by force, within N turns.

use cairn_rules::GameInfo;
use thiserror::Error;

/// The task of a step.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum StepTask {
    /// Play a move that matches one of these patterns.
    Play(Vec<&'static str>),
    /// Play a move that wins the game.
    Win,
    /// Point at all of these squares.
    Find(Vec<&'static str>),
}

/// The result that the right moves of a step force.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Proof {
    /// A win.
    Win,
    /// A win within a number of turns, including the first.
    WinIn(u8),
}

/// One step of a lesson.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct LessonStep {
    /// Its id in the file.
    pub id: &'static str,
    /// The numbers of the rules that it teaches.
    pub rules: Vec<u16>,
    /// The game with its options.
    pub spec: &'static str,
    /// The position string, unless it is the starting position.
    pub position: Option<&'static str>,
    /// The moves of a game that leads to the position, if the file has one.
    pub reached: Option<&'static str>,
    /// The result that the right moves provably force, and all others do not.
    pub proof: Option<Proof>,
    /// The task.
    pub task: StepTask,
    /// The title.
    pub title: &'static str,
    /// The explanation and the task.
    pub text: &'static str,
    /// The feedback when the task is done.
    pub done: &'static str,
    /// The feedback on another legal move or square.
    pub missed: Option<&'static str>,
    /// Feedback on certain moves.
    pub answers: Vec<(&'static str, &'static str)>,
}

/// A lesson: the steps, and the rules that it omits.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Course {
    /// The steps in order.
    pub steps: Vec<LessonStep>,
    /// The numbers of rules that no step teaches, with the reasons.
    pub omitted: Vec<(u16, &'static str)>,
}

/// An error in the file of a lesson.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
#[error("the lesson of {game}, line {line}: {problem}")]
pub struct LessonError {
    /// The game.
    pub game: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub problem: String,
}

/// A block of lines with their numbers, as keyword and value.
type Block = Vec<(usize, &'static str, &'static str)>;

impl Course {
    /// Returns the lesson of a game in a language, or in English if it is not translated.
    pub fn of(game: &'static GameInfo, language: &str) -> Result<Self, LessonError> {
        let mut course = Self::read(game.id, game.engine.lesson)?;
        let translated = game.engine.lesson_translated.iter().find(|(code, _)| *code == language);
        if let Some((_, text)) = translated {
            course.translate(game.id, text)?;
        }
        Ok(course)
    }

    /// Parses the English file of a game.
    pub fn read(game: &'static str, text: &'static str) -> Result<Self, LessonError> {
        let fail = |line, problem: String| LessonError { game, line, problem };
        let mut course = Self { steps: Vec::new(), omitted: Vec::new() };
        for block in blocks(text).map_err(|(line, problem)| fail(line, problem))? {
            if block.iter().all(|&(_, keyword, _)| keyword == "omits") {
                for (line, _, value) in block {
                    let (number, reason) = value.split_once(' ').unwrap_or((value, ""));
                    let number = number.parse().map_err(|_| fail(line, format!("`{number}` is no rule")))?;
                    course.omitted.push((number, reason));
                }
                continue;
            }
            course.steps.push(read_step(game, &block).map_err(|(line, problem)| fail(line, problem))?);
        }
        if course.steps.is_empty() {
            return Err(fail(1, "it has no steps".to_owned()));
        }
        Ok(course)
    }

    /// Replaces the English texts by those of another language.
    pub fn translate(&mut self, game: &'static str, text: &'static str) -> Result<(), LessonError> {
        let fail = |line, problem: String| LessonError { game, line, problem };
        let blocks = blocks(text).map_err(|(line, problem)| fail(line, problem))?;
        let last = blocks.last().and_then(|block| block.last()).map_or(1, |&(line, ..)| line);
        if blocks.len() != self.steps.len() {
            let problem = format!("{} steps instead of {}", blocks.len(), self.steps.len());
            return Err(fail(last, problem));
        }
        for (step, block) in self.steps.iter_mut().zip(blocks) {
            let mut texts = Words::of(&block).map_err(|(line, problem)| fail(line, problem))?;
            let line = block.first().map_or(last, |&(line, ..)| line);
            let answered = |texts: &Words| texts.answers.iter().map(|&(mv, _)| mv).collect::<Vec<_>>();
            let wanted: Vec<&str> = step.answers.iter().map(|&(mv, _)| mv).collect();
            if texts.id != step.id
                || answered(&texts) != wanted
                || texts.missed.is_some() != step.missed.is_some()
            {
                return Err(fail(line, format!("it does not match the step `{}`", step.id)));
            }
            (step.title, step.text, step.done) = (texts.title, texts.text, texts.done);
            step.missed = texts.missed;
            step.answers = std::mem::take(&mut texts.answers);
        }
        Ok(())
    }
}

/// The texts of a step.
struct Words {
    id: &'static str,
    title: &'static str,
    text: &'static str,
    done: &'static str,
    missed: Option<&'static str>,
    answers: Vec<(&'static str, &'static str)>,
}

impl Words {
    fn of(block: &Block) -> Result<Self, (usize, String)> {
        let first = block.first().map_or(1, |&(line, ..)| line);
        let field = |wanted: &str| {
            let mut values =
                block.iter().filter(|&&(_, keyword, _)| keyword == wanted).map(|&(.., value)| value);
            match (values.next(), values.next()) {
                (Some(value), None) => Ok(value),
                (None, _) => Err((first, format!("`{wanted}` is missing"))),
                (Some(_), Some(_)) => Err((first, format!("`{wanted}` stands there twice"))),
            }
        };
        let mut answers = Vec::new();
        for &(line, keyword, value) in block {
            if keyword == "if" {
                answers.push(value.split_once(' ').ok_or((line, "`if` has a move and a text".to_owned()))?);
            }
        }
        Ok(Self {
            id: field("step")?,
            title: field("title")?,
            text: field("text")?,
            done: field("done")?,
            missed: field("missed").ok(),
            answers,
        })
    }
}

fn read_step(game: &'static str, block: &Block) -> Result<LessonStep, (usize, String)> {
    let Words { id, title, text, done, missed, answers } = Words::of(block)?;
    let (mut rules, mut spec, mut position, mut task) = (Vec::new(), game, None, None);
    let (mut reached, mut proof) = (None, None);
    for &(line, keyword, value) in block {
        match keyword {
            "rules" => {
                for number in value.split(' ') {
                    rules.push(number.parse().map_err(|_| (line, format!("`{number}` is no rule")))?);
                }
            }
            "game" => spec = value,
            "position" => position = Some(value),
            "reached" => reached = Some(value),
            "proof" => {
                proof = Some(read_proof(value).ok_or_else(|| (line, format!("`{value}` is no proof")))?);
            }
            "play" if value == "win" => task = Some(StepTask::Win),
            "play" => task = Some(StepTask::Play(value.split(' ').collect())),
            "find" => task = Some(StepTask::Find(value.split(' ').collect())),
            "step" | "title" | "text" | "done" | "missed" | "if" => {}
            _ => return Err((line, format!("`{}` is not a keyword", keyword.escape_debug()))),
        }
    }
    let first = block.first().map_or(1, |&(line, ..)| line);
    let task = task.ok_or((first, "there is nothing to do: `play` or `find` is missing".to_owned()))?;
    Ok(LessonStep { id, rules, spec, position, reached, proof, task, title, text, done, missed, answers })
}

fn read_proof(text: &str) -> Option<Proof> {
    match text.strip_prefix("win")? {
        "" => Some(Proof::Win),
        turns => turns.strip_prefix(" in ")?.parse().ok().map(Proof::WinIn),
    }
}

fn blocks(text: &'static str) -> Result<Vec<Block>, (usize, String)> {
    let mut blocks = vec![Block::new()];
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() {
            blocks.push(Block::new());
        } else if !line.starts_with('#')
            && let Some(block) = blocks.last_mut()
        {
            let parts =
                line.split_once(' ').ok_or((number, "a line has a keyword and a value".to_owned()))?;
            block.push((number, parts.0, parts.1));
        }
    }
    blocks.retain(|block| !block.is_empty());
    Ok(blocks)
}

/// Returns whether a move matches a pattern, in which `*` stands for any text.
pub(super) fn matches(pattern: &str, mv: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == mv,
        Some((head, tail)) => mv.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).any(|at| rest.is_char_boundary(at) && matches(tail, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        assert!(matches("*", "c3") && matches("c3", "c3") && matches("1*,1*", "1a7-a6,1b7-b6"));
        assert!(matches("*x*", "2c5xc3") && !matches("*x*", "2c5-c3") && !matches("a1-*", "a1=a2"));
        assert!(!matches("c3", "c31") && matches("*+w", "b10+w"));
    }

    #[test]
    fn a_broken_file_names_game_line_and_word() {
        let cases = [
            ("", "the lesson of staqs, line 1: it has no steps"),
            (
                "step a\ntitle b\ntext c\ndone d",
                "the lesson of staqs, line 1: there is nothing to do: `play` or `find` is missing",
            ),
            ("\nstep a\ntitle b\ntext c\nplay *", "the lesson of staqs, line 2: `done` is missing"),
            (
                "step a\ntitle b\ntitle b\ntext c\nplay *",
                "the lesson of staqs, line 1: `title` stands there twice",
            ),
            ("step a\nrules 1 two\ntitle b\ntext c\ndone d", "the lesson of staqs, line 2: `two` is no rule"),
            ("step", "the lesson of staqs, line 1: a line has a keyword and a value"),
            (
                "step a\ntitle b\ntext c\ndone d\nplay *\nproof win in",
                "the lesson of staqs, line 6: `win in` is no proof",
            ),
            (
                "step a\ntitle b\ntext c\ndone d\nplay *\nhop 1",
                "the lesson of staqs, line 6: `hop` is not a keyword",
            ),
        ];
        for (text, problem) in cases {
            assert_eq!(Course::read("staqs", text).unwrap_err().to_string(), problem);
        }
    }

    #[test]
    fn a_translation_has_the_same_steps() {
        let english = "step a\ntitle b\ntext c\nplay *\ndone d\nif c3 e";
        let course = Course::read("staqs", english).unwrap();
        let mut translated = course.clone();
        translated.translate("staqs", "step a\ntitle B\ntext C\ndone D\nif c3 E").unwrap();
        assert_eq!((translated.steps[0].title, translated.steps[0].answers[0]), ("B", ("c3", "E")));
        for (text, problem) in [
            ("", "the lesson of staqs, line 1: 0 steps instead of 1"),
            (
                "step b\ntitle B\ntext C\ndone D",
                "the lesson of staqs, line 1: it does not match the step `a`",
            ),
        ] {
            assert_eq!(course.clone().translate("staqs", text).unwrap_err().to_string(), problem);
        }
    }
}
