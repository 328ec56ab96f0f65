//! Lessons: their steps, and what comes of trying one.

use axum::{Extension, Json};
use cairn_coach::lesson::{Answer, Course, Lesson, LessonStep, Task};
use cairn_draw::svg;
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, GameSpecError, Mark, MarkKind};
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::opened;
use crate::api::answers::{Any, Named, Sent};
use crate::api::{Body, Path, Workers};
use crate::game::status;
use crate::locale::Locale;
use crate::pool::Lane;
use crate::problem::Problem;

/// A lesson in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LessonEntry)]
pub(super) struct Entry {
    game: &'static str,
    name: &'static str,
    summary: &'static str,
    steps: usize,
}

/// All lessons.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LessonList)]
pub(super) struct List {
    lessons: Vec<Entry>,
}

/// A lesson.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lesson)]
pub(crate) struct LessonView {
    game: &'static str,
    name: &'static str,
    steps: Vec<StepView>,
}

/// One step of a lesson.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LessonStep)]
pub(crate) struct StepView {
    id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// The game with its options.
    spec: &'static str,
    #[schema(required)]
    position: Option<&'static str>,
    /// `play`: a move is to be made; `find`: squares are to be pointed at.
    #[schema(pattern = "^(play|find)$")]
    task: &'static str,
    status: String,
    pub(crate) svg: String,
}

/// What is tried.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = LessonAttempt)]
pub(super) struct Attempt {
    /// The number of the step, from 0.
    step: usize,
    /// A move.
    #[serde(default)]
    moves: Vec<String>,
    /// A square.
    site: Option<String>,
    /// The squares that have been found before it.
    #[serde(default)]
    found: Vec<String>,
    /// Whether the solution is asked for instead.
    #[serde(default)]
    solution: bool,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LessonOutcome)]
pub(super) struct Outcome {
    /// `done`, `found`, `missed` or `illegal`; `solution` if that was asked for.
    #[schema(pattern = "^(done|found|missed|illegal|solution)$")]
    verdict: &'static str,
    done: bool,
    said: String,
    found: Vec<String>,
    /// The next step, once this one is done.
    #[schema(required)]
    next: Option<usize>,
    svg: String,
}

/// All lessons
#[utoipa::path(
    get,
    path = "/api/v1/lessons",
    operation_id = "lessons",
    responses((status = 200, description = "All lessons", body = List), Any)
)]
pub(super) async fn list(Locale(texts): Locale) -> Result<Json<List>, Problem> {
    let entry = |info: &&'static GameInfo| {
        let steps = course(info, texts)?.steps.len();
        Ok(Entry { game: info.id, name: info.name, summary: texts.summary(info), steps })
    };
    Ok(Json(List { lessons: ALL.iter().map(entry).collect::<Result<_, Problem>>()? }))
}

/// The lesson of a game
#[utoipa::path(
    get,
    path = "/api/v1/lessons/{game}",
    operation_id = "lesson",
    params(("game" = String, Path, description = "The game")),
    responses((status = 200, description = "The lesson of a game", body = LessonView), Named, Any)
)]
pub(super) async fn show(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(game): Path<String>,
) -> Result<Json<LessonView>, Problem> {
    let info = find(&game, texts)?;
    workers.run(Lane::Request, texts, move || lesson(info, texts)).await.map(Json)
}

/// The whole lesson of a game.
pub(crate) fn lesson(info: &'static GameInfo, texts: Texts) -> Result<LessonView, Problem> {
    let view = |step: &LessonStep| {
        let session = opened(step.spec, step.position, None, texts)?;
        let scene = session.board().scene();
        Ok(StepView {
            id: step.id,
            title: step.title,
            text: step.text,
            spec: step.spec,
            position: step.position,
            task: if matches!(step.task, Task::Find(_)) { "find" } else { "play" },
            status: status(&scene, texts),
            svg: svg::page(&scene, &[], texts),
        })
    };
    let steps = course(info, texts)?.steps.iter().map(view).collect::<Result<_, Problem>>()?;
    Ok(LessonView { game: info.id, name: info.name, steps })
}

impl LessonView {
    /// How many steps it has.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The first step.
    pub(crate) fn first(&self) -> Option<&StepView> {
        self.steps.first()
    }

    /// The board of the first step.
    pub(crate) fn first_board(self) -> Option<String> {
        self.steps.into_iter().next().map(|step| step.svg)
    }
}

fn course(info: &'static GameInfo, texts: Texts) -> Result<Course, Problem> {
    Course::of(info, texts.language().word()).map_err(Problem::unavailable)
}

/// What a move or a square comes to
#[utoipa::path(
    post,
    path = "/api/v1/lessons/{game}/try",
    operation_id = "try_lesson",
    params(("game" = String, Path, description = "The game")),
    request_body = Attempt,
    responses((status = 200, description = "What a move or a square comes to", body = Outcome), Sent, Named, Any)
)]
pub(super) async fn attempt(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Path(game): Path<String>,
    Body(attempt): Body<Attempt>,
) -> Result<Json<Outcome>, Problem> {
    let info = find(&game, texts)?;
    workers.run(Lane::Request, texts, move || tried(info, &attempt, texts)).await.map(Json)
}

fn tried(info: &'static GameInfo, attempt: &Attempt, texts: Texts) -> Result<Outcome, Problem> {
    let mut lesson = Lesson::open(info, texts.language().word()).map_err(Problem::unavailable)?;
    while lesson.number() <= attempt.step {
        if !lesson.advance() {
            return Err(Problem::unprocessable(texts.text("web.no_step")));
        }
    }
    if attempt.solution {
        let moves = lesson.solution();
        let more = if moves.len() > MOST_SHOWN { " …" } else { "" };
        let shown = moves[..moves.len().min(MOST_SHOWN)].join(" ") + more;
        let said = texts.format("app.solution", &[("moves", &shown)]);
        return Ok(outcome("solution", said, attempt.found.clone(), &lesson, texts));
    }
    let mut found = Vec::new();
    for site in &attempt.found {
        if matches!(lesson.attempt(site), Answer::Found { .. }) {
            found.push(site.clone());
        }
    }
    let text = match (attempt.moves.first(), &attempt.site) {
        (Some(mv), None) if attempt.moves.len() == 1 => mv,
        (None, Some(site)) => site,
        _ => return Err(Problem::unprocessable("one move or one site is tried at a time")),
    };
    Ok(match lesson.attempt(text) {
        Answer::Done(said) => {
            found.extend(attempt.site.clone());
            outcome("done", said.to_owned(), found, &lesson, texts)
        }
        Answer::Missed(said) => {
            outcome("missed", said.unwrap_or(texts.text("lesson.missed")).to_owned(), found, &lesson, texts)
        }
        Answer::Found { left } => {
            found.push(text.clone());
            outcome("found", texts.plural("lesson.found", left as u64, &[]), found, &lesson, texts)
        }
        Answer::Illegal(error) => {
            let said = texts.move_error_among(&error, &lesson.session().legal_moves());
            outcome("illegal", said, found, &lesson, texts)
        }
        Answer::NoSuchSquare(word) => {
            let said = texts.format("lesson.no_square", &[("word", &cairn_session::excerpt(&word))]);
            outcome("illegal", said, found, &lesson, texts)
        }
    })
}

/// The most moves of a solution that are shown.
const MOST_SHOWN: usize = 12;

fn outcome(
    verdict: &'static str,
    said: String,
    found: Vec<String>,
    lesson: &Lesson,
    texts: Texts,
) -> Outcome {
    let mut scene = lesson.scene();
    if verdict == "solution" {
        // What has been found is not played again, but it stays marked.
        let sites = found.iter().filter_map(|name| scene.site(name)).collect::<Vec<_>>();
        scene.marks.extend(sites.into_iter().map(|site| Mark { site, kind: MarkKind::Chosen }));
    }
    let done = lesson.is_done();
    let next = (done && !lesson.is_last()).then(|| lesson.number());
    Outcome { verdict, done, said, found, next, svg: svg::page(&scene, &[], texts) }
}

/// The game of a lesson.
pub(crate) fn find(id: &str, texts: Texts) -> Result<&'static GameInfo, Problem> {
    ALL.iter().find(|info| info.id == id).copied().ok_or_else(|| {
        let games = ALL.iter().map(|info| info.id).collect();
        let error = GameSpecError::UnknownGame { word: cairn_session::excerpt(id), games };
        Problem::not_found(texts.message(&error.message()))
    })
}
