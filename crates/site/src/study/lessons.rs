//! Lessons: their steps, and verdicts on attempts.

use cairn_coach::lesson::{Course, Feedback, Lesson, LessonStep, StepTask};
use cairn_draw::svg;
use cairn_protocol::{
    LessonAttempt, LessonEntry, LessonList, LessonOutcome, LessonStepView, LessonTask, LessonVerdict,
    LessonView, Problem,
};
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, GameSpecError, Mark, MarkKind};
use cairn_texts::Texts;

use super::puzzles::in_words;
use super::turn::touched;
use super::{open, status};

/// Answers `GET /api/v1/lessons`.
pub fn lessons(texts: Texts) -> Result<LessonList, Problem> {
    let entry = |info: &&'static GameInfo| {
        let steps = course(info, texts)?.steps.len();
        Ok(LessonEntry {
            game: info.id.to_owned(),
            name: info.name.to_owned(),
            summary: texts.summary(info).to_owned(),
            steps,
        })
    };
    Ok(LessonList { lessons: ALL.iter().map(entry).collect::<Result<_, Problem>>()? })
}

/// Answers `GET /api/v1/lessons/{game}`: the whole lesson of a game.
pub fn lesson(game: &str, texts: Texts) -> Result<LessonView, Problem> {
    let info = find_game(game, texts)?;
    let view = |step: &LessonStep| {
        let session = open(step.spec, step.position, None, texts)?;
        let scene = session.board().scene();
        Ok(LessonStepView {
            id: step.id.to_owned(),
            title: step.title.to_owned(),
            text: step.text.to_owned(),
            spec: step.spec.to_owned(),
            position: step.position.map(ToOwned::to_owned),
            task: if matches!(step.task, StepTask::Find(_)) { LessonTask::Find } else { LessonTask::Play },
            status: status(&scene, texts),
            svg: svg::page(&scene, svg::Options::new(texts)),
        })
    };
    let steps = course(info, texts)?.steps.iter().map(view).collect::<Result<_, Problem>>()?;
    Ok(LessonView { game: info.id.to_owned(), name: info.name.to_owned(), steps })
}

fn course(info: &'static GameInfo, texts: Texts) -> Result<Course, Problem> {
    Course::of(info, texts.language().word()).map_err(Problem::unavailable)
}

/// Answers `POST /api/v1/lessons/{game}/try`: judges a move or a square.
pub fn try_lesson(game: &str, attempt: &LessonAttempt, texts: Texts) -> Result<LessonOutcome, Problem> {
    let info = find_game(game, texts)?;
    let mut lesson = Lesson::open(info, texts.language().word()).map_err(Problem::unavailable)?;
    while lesson.number() <= attempt.step {
        if !lesson.advance() {
            return Err(Problem::unprocessable(texts.text("web.no_step")));
        }
    }
    if attempt.solution {
        let moves = lesson.solution();
        let is_move = !lesson.is_search();
        let said =
            if is_move { in_words(lesson.session(), &moves, texts) } else { texts.solution(&moves, true) };
        let hints = if is_move {
            moves.first().map(|mv| touched(lesson.session(), mv, texts)).transpose()?.unwrap_or_default()
        } else {
            moves.iter().filter_map(|name| lesson.scene().site(name)).collect()
        };
        let mut outcome = outcome(LessonVerdict::Solution, said, attempt.found.clone(), &lesson, texts);
        let mut scene = lesson.scene();
        scene.marks.extend(hints.into_iter().map(|site| Mark { site, kind: MarkKind::Hint }));
        outcome.moves = moves;
        outcome.svg = svg::page(&scene, svg::Options::new(texts));
        return Ok(outcome);
    }
    let is_found = |site: &&String| matches!(lesson.attempt(site), Feedback::Found { .. });
    let mut found: Vec<String> = attempt.found.iter().filter(is_found).cloned().collect();
    let text = match (attempt.moves.as_slice(), &attempt.site) {
        ([mv], None) => mv,
        ([], Some(site)) => site,
        _ => return Err(Problem::unprocessable("one move or one site is tried at a time")),
    };
    let (verdict, said) = match lesson.attempt(text) {
        Feedback::Done(said) => (LessonVerdict::Done, said.to_owned()),
        Feedback::Missed(said) => {
            (LessonVerdict::Missed, said.unwrap_or(texts.text("lesson.missed")).to_owned())
        }
        Feedback::Found { left } => (LessonVerdict::Found, texts.plural("lesson.found", left as u64, &[])),
        Feedback::Illegal(error) => {
            (LessonVerdict::Illegal, texts.move_error_among(&error, &lesson.session().legal_moves()))
        }
        Feedback::NoSuchSquare(word) => {
            let word = cairn_session::excerpt(&word);
            (LessonVerdict::Illegal, texts.format("lesson.no_square", &[("word", &word)]))
        }
    };
    if matches!(verdict, LessonVerdict::Done | LessonVerdict::Found) {
        found.extend(attempt.site.clone());
    }
    Ok(outcome(verdict, said, found, &lesson, texts))
}

fn outcome(
    verdict: LessonVerdict,
    said: String,
    found: Vec<String>,
    lesson: &Lesson,
    texts: Texts,
) -> LessonOutcome {
    let scene = lesson.scene();
    let done = lesson.is_done();
    let next = (done && !lesson.is_last()).then(|| lesson.number());
    LessonOutcome {
        verdict,
        done,
        said,
        found,
        moves: Vec::new(),
        next,
        svg: svg::page(&scene, svg::Options::new(texts)),
    }
}

/// Returns the game with this id.
pub(crate) fn find_game(id: &str, texts: Texts) -> Result<&'static GameInfo, Problem> {
    ALL.iter().find(|info| info.id == id).copied().ok_or_else(|| {
        let games = ALL.iter().map(|info| info.id).collect();
        let error = GameSpecError::UnknownGame { word: cairn_session::excerpt(id), games };
        Problem::not_found(texts.message(&error.message()))
    })
}
