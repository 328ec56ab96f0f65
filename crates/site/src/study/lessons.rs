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
        let more = if moves.len() > MAX_SHOWN_MOVES { " …" } else { "" };
        let shown = moves[..moves.len().min(MAX_SHOWN_MOVES)].join(" ") + more;
        let said = texts.format("app.solution", &[("moves", &shown)]);
        return Ok(outcome(LessonVerdict::Solution, said, attempt.found.clone(), &lesson, texts));
    }
    let mut found = Vec::new();
    for site in &attempt.found {
        if matches!(lesson.attempt(site), Feedback::Found { .. }) {
            found.push(site.clone());
        }
    }
    let text = match (attempt.moves.first(), &attempt.site) {
        (Some(mv), None) if attempt.moves.len() == 1 => mv,
        (None, Some(site)) => site,
        _ => return Err(Problem::unprocessable("one move or one site is tried at a time")),
    };
    Ok(match lesson.attempt(text) {
        Feedback::Done(said) => {
            found.extend(attempt.site.clone());
            outcome(LessonVerdict::Done, said.to_owned(), found, &lesson, texts)
        }
        Feedback::Missed(said) => outcome(
            LessonVerdict::Missed,
            said.unwrap_or(texts.text("lesson.missed")).to_owned(),
            found,
            &lesson,
            texts,
        ),
        Feedback::Found { left } => {
            found.push(text.clone());
            outcome(
                LessonVerdict::Found,
                texts.plural("lesson.found", left as u64, &[]),
                found,
                &lesson,
                texts,
            )
        }
        Feedback::Illegal(error) => {
            let said = texts.move_error_among(&error, &lesson.session().legal_moves());
            outcome(LessonVerdict::Illegal, said, found, &lesson, texts)
        }
        Feedback::NoSuchSquare(word) => {
            let said = texts.format("lesson.no_square", &[("word", &cairn_session::excerpt(&word))]);
            outcome(LessonVerdict::Illegal, said, found, &lesson, texts)
        }
    })
}

/// The most moves of a solution that an answer lists.
const MAX_SHOWN_MOVES: usize = 12;

fn outcome(
    verdict: LessonVerdict,
    said: String,
    found: Vec<String>,
    lesson: &Lesson,
    texts: Texts,
) -> LessonOutcome {
    let mut scene = lesson.scene();
    if verdict == LessonVerdict::Solution {
        // Sites found before stay marked.
        let sites = found.iter().filter_map(|name| scene.site(name)).collect::<Vec<_>>();
        scene.marks.extend(sites.into_iter().map(|site| Mark { site, kind: MarkKind::Chosen }));
    }
    let done = lesson.is_done();
    let next = (done && !lesson.is_last()).then(|| lesson.number());
    LessonOutcome { verdict, done, said, found, next, svg: svg::page(&scene, svg::Options::new(texts)) }
}

/// The game with this id.
pub(crate) fn find_game(id: &str, texts: Texts) -> Result<&'static GameInfo, Problem> {
    ALL.iter().find(|info| info.id == id).copied().ok_or_else(|| {
        let games = ALL.iter().map(|info| info.id).collect();
        let error = GameSpecError::UnknownGame { word: cairn_session::excerpt(id), games };
        Problem::not_found(texts.message(&error.message()))
    })
}
