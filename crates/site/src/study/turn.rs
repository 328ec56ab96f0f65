//! A turn that the client builds step by step: the next steps, in words and on the board.

use cairn_draw::svg::{self, Notes};
use cairn_protocol::{Choice, ChoiceKind, Problem, Turn};
use cairn_rules::{Mark, MarkKind, Scene, Site, Step};
use cairn_session::Session;
use cairn_table::PartialTurn as TurnBuilder;
use cairn_texts::Texts;

/// Returns the text of a step in the protocol: the name of a site, a number, or the English label of a button.
fn step_text(step: Step, scene: &Scene) -> String {
    match step {
        Step::Site(site) => {
            scene.sites.get(usize::from(site.0)).map(|site| site.name.clone()).unwrap_or_default()
        }
        Step::Count(count) => count.to_string(),
        Step::Button(button) => button.to_string(),
    }
}

/// Additions to the board of a turn.
#[derive(Clone, Default, Debug)]
pub struct BoardExtras {
    /// A suggested move to mark.
    pub hint: Option<String>,
    /// Whether to mark the sites where the player to move could lose something.
    pub threats: bool,
    /// Texts on sites.
    pub values: Vec<(Site, String)>,
    /// Whether to show, for each step that completes a move, the board after it.
    pub preview: bool,
}

/// The maximum number of previews, which limits the size of the answer.
const MAX_PREVIEWS: usize = 160;

/// Answers the live message `steps`: the turn after some steps.
pub fn turn(
    session: &dyn Session,
    taken: &[String],
    extras: &BoardExtras,
    texts: Texts,
) -> Result<Turn, Problem> {
    let scene = session.board().scene();
    let steps = parse_steps(session, taken, texts)?;
    let choices =
        session.board().choices(&steps).ok_or_else(|| Problem::unprocessable("no turn begins so"))?;
    let mut builder = TurnBuilder::default();
    for step in &steps {
        // The last step of a complete turn would start the next one.
        if choices.finished.is_none() {
            builder.take(*step, session);
        }
    }
    let mut board = match &choices.finished {
        Some(_) => {
            let mut scene = session.board().preview(&steps).unwrap_or_else(|| session.board().scene());
            let chosen = steps.iter().filter_map(|step| match step {
                Step::Site(site) => Some(Mark { site: *site, kind: MarkKind::Chosen }),
                Step::Count(_) | Step::Button(_) => None,
            });
            scene.marks.extend(chosen);
            scene
        }
        None => builder.scene(session),
    };
    let mut hint = None;
    if let Some(mv) = &extras.hint {
        let words = session.board().steps_of(mv).map(|steps| in_words(&steps, &scene, texts));
        hint = words.map(|words| texts.format("web.hint_is", &[("move", &words)]));
        let sites = touched(session, mv, texts)?;
        board.marks.extend(sites.into_iter().map(|site| Mark { site, kind: MarkKind::Hint }));
    }
    let threatened = if extras.threats { session.board().threatened() } else { Vec::new() };
    let notes =
        Notes { values: &extras.values, forced: &session.board().forced(&steps), threatened: &threatened };
    let choice = |step: &Step| Choice {
        step: step_text(*step, &scene),
        kind: match step {
            Step::Site(_) => ChoiceKind::Site,
            Step::Count(_) => ChoiceKind::Count,
            Step::Button(_) => ChoiceKind::Button,
        },
        label: step_label(*step, &scene, texts),
        r#move: None,
        cells: None,
    };
    let mut next: Vec<Choice> = choices.steps.iter().map(choice).collect();
    if extras.preview && next.len() <= MAX_PREVIEWS {
        for (step, choice) in choices.steps.iter().zip(&mut next) {
            let taken = [&steps[..], &[*step]].concat();
            let finished = session.board().choices(&taken).and_then(|choices| choices.finished);
            let mut after = session.fork();
            let Some(mv) = finished.filter(|mv| after.play(mv).is_ok()) else { continue };
            let after = Scene { marks: touching(&taken), ..after.board().scene() };
            let cells = svg::changed_sites(&scene, &after, svg::Options::new(texts));
            (choice.r#move, choice.cells) = (Some(mv), Some(cells.into_iter().collect()));
        }
    }
    Ok(Turn {
        taken: taken.to_vec(),
        steps: next,
        hint,
        finished: choices.finished,
        prompt: session.board().prompt(&steps).map(|prompt| texts.message(&prompt)),
        svg: svg::page(&board, svg::Options { notes, ..svg::Options::new(texts) }),
    })
}

/// Marks the sites of steps as the last move.
fn touching(steps: &[Step]) -> Vec<Mark> {
    let mark = |step: &Step| match step {
        Step::Site(site) => Some(Mark { site: *site, kind: MarkKind::Last }),
        Step::Count(_) | Step::Button(_) => None,
    };
    steps.iter().filter_map(mark).collect()
}

/// Describes the steps of a move: `2 pieces from c7 to c6`.
fn in_words(steps: &[Step], scene: &Scene, texts: Texts) -> String {
    let word = |step: &Step| step_label(*step, scene, texts);
    match steps {
        [from @ Step::Site(_), to @ Step::Site(_)] => {
            texts.format("web.move_from_to", &[("from", &word(from)), ("to", &word(to))])
        }
        [from @ Step::Site(_), count @ Step::Count(_), to @ Step::Site(_)] => {
            let words = [("from", word(from)), ("count", word(count)), ("to", word(to))];
            texts.format("web.move_count", &words.each_ref().map(|(name, word)| (*name, word as _)))
        }
        _ => steps.iter().map(word).collect::<Vec<_>>().join(", "),
    }
}

/// Parses steps, each legal after the previous ones. Rejects an illegal step with the same reason as a typed move.
pub(super) fn parse_steps(
    session: &dyn Session,
    taken: &[String],
    texts: Texts,
) -> Result<Vec<Step>, Problem> {
    let scene = session.board().scene();
    let mut steps = Vec::with_capacity(taken.len());
    for text in taken {
        let choices = session.board().choices(&steps).map(|choices| choices.steps).unwrap_or_default();
        let step = choices.into_iter().find(|step| step_text(*step, &scene) == *text);
        steps.push(step.ok_or_else(|| step_problem(session, &steps, text, &scene, texts))?);
    }
    Ok(steps)
}

/// Describes a move, or returns it unchanged if it is illegal.
pub(super) fn move_in_words(session: &dyn Session, mv: &str, texts: Texts) -> String {
    let steps = session.board().steps_of(mv);
    steps.map_or_else(|| mv.to_owned(), |steps| in_words(&steps, &session.board().scene(), texts))
}

/// Returns the user-facing label of a step.
fn step_label(step: Step, scene: &Scene, texts: Texts) -> String {
    match step {
        Step::Button(button) => texts.button(button.0).to_owned(),
        Step::Count(count) => texts.plural("app.count", count.into(), &[]),
        Step::Site(_) => step_text(step, scene),
    }
}

/// Returns the sites that a move would touch.
pub(super) fn touched(session: &dyn Session, mv: &str, texts: Texts) -> Result<Vec<Site>, Problem> {
    let mut after = session.fork();
    match after.play(mv) {
        Ok(_) => Ok(after.board().touched(after.ply())),
        Err(error) => Err(Problem::unprocessable(texts.move_error_among(&error, &session.legal_moves()))),
    }
}

fn step_problem(session: &dyn Session, taken: &[Step], text: &str, scene: &Scene, texts: Texts) -> Problem {
    let site = scene.site(text).map(Step::Site);
    let why = site.and_then(|step| session.board().refuse_step(taken, step));
    match why {
        Some(why) => Problem::unprocessable(texts.message(&why)),
        None => {
            Problem::unprocessable(texts.format("web.no_choice", &[("step", &cairn_session::excerpt(text))]))
        }
    }
}
