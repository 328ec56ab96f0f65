//! Any position of any game: its legal moves, its board and its exact value.

use cairn_draw::svg;
use cairn_engine::EngineSettings;
use cairn_protocol::{GameProgress, MAX_LEGAL_MOVES, PositionAddress, PositionQuery, PositionView, Problem};
use cairn_rules::{Site, Step, Wdl};
use cairn_session::Session;
use cairn_texts::Texts;

use super::turn::{self, BoardExtras};
use super::{open_at, view, words};

/// Answers `GET /api/v1/position`.
pub fn position(
    address: &PositionAddress,
    query: &PositionQuery,
    texts: Texts,
) -> Result<PositionView, Problem> {
    let session = &*open_at(address, texts)?;
    let steps = words(query.steps.as_deref());
    let book = match (query.values.is_some(), steps.is_empty()) {
        (false, false) => BookValues::default(),
        (with_moves, _) => BookValues::of(session, with_moves),
    };
    let values = if book.moves.is_empty() {
        Vec::new()
    } else {
        book.on_board(session, &turn::parse_steps(session, &steps, texts)?, texts)
    };
    let (threats, preview) = (query.threats.is_some(), query.preview.is_some());
    let extras = BoardExtras { hint: query.hint.clone(), threats, values, preview };
    let turn =
        session.outcome().is_none().then(|| turn::turn(session, &steps, &extras, texts)).transpose()?;
    let mut view = view(session, texts);
    if !extras.values.is_empty() && steps.is_empty() {
        let notes = svg::Notes { values: &extras.values, ..svg::Notes::default() };
        view.svg = svg::page(&session.board().scene(), svg::Options { notes, ..svg::Options::new(texts) });
    }
    Ok(PositionView {
        progress: GameProgress::of(session),
        seats: session.seats(),
        value: book.value.map(|value| value.name().to_owned()),
        turn,
        view,
    })
}

/// Proven values of a position and its moves.
#[derive(Default)]
struct BookValues {
    value: Option<Wdl>,
    /// The moves, with their values for the player who makes them.
    moves: Vec<(String, Wdl)>,
}

impl BookValues {
    fn of(session: &dyn Session, with_moves: bool) -> Self {
        let mut book = Self::default();
        let settings = EngineSettings::default().with_openings();
        let (None, Ok(mut engine)) = (session.outcome(), cairn_engine::open(&session.spec(), settings))
        else {
            return book;
        };
        let mut value_of = |session: &dyn Session| match session.outcome() {
            Some(outcome) => Some(match outcome.winner() {
                None => Wdl::Draw,
                Some(winner) if winner == session.to_move() => Wdl::Win,
                Some(_) => Wdl::Loss,
            }),
            None => engine.look_up(session).ok().flatten().and_then(|solution| solution.bounds.value()),
        };
        book.value = value_of(session);
        if with_moves && session.seats() == 2 {
            for mv in session.legal_moves().into_iter().take(MAX_LEGAL_MOVES) {
                let mut after = session.fork();
                if after.play(&mv).is_err() {
                    continue;
                }
                // If the same player moves again after a turn, the value keeps its sign.
                let flips = after.to_move() != session.to_move();
                let value = value_of(&*after).map(|value| if flips { value.for_opponent() } else { value });
                book.moves.extend(value.map(|value| (mv, value)));
            }
        }
        book
    }

    /// Returns the proven values of the next steps that are sites.
    fn on_board(&self, session: &dyn Session, taken: &[Step], texts: Texts) -> Vec<(Site, String)> {
        let mut values = Vec::new();
        for step in session.board().choices(taken).map(|choices| choices.steps).unwrap_or_default() {
            let Step::Site(site) = step else { continue };
            let value = self.best(session, &[taken, &[step]].concat());
            values.extend(value.map(|value| (site, label(value, texts).to_owned())));
        }
        values
    }

    /// Returns the value of the best turn that starts with these steps: unknown if one of them is unknown and none
    /// wins.
    fn best(&self, session: &dyn Session, taken: &[Step]) -> Option<Wdl> {
        let choices = session.board().choices(taken)?;
        if let Some(mv) = choices.finished {
            return self.moves.iter().find(|(known, _)| *known == mv).map(|(_, value)| *value);
        }
        let mut best = Some(Wdl::Loss);
        for step in choices.steps {
            match self.best(session, &[taken, &[step]].concat()) {
                Some(Wdl::Win) => return Some(Wdl::Win),
                value => best = best.zip(value).map(|(best, value)| best.max(value)),
            }
        }
        best
    }
}

fn label(value: Wdl, texts: Texts) -> &'static str {
    match value {
        Wdl::Win => texts.text("web.value_win"),
        Wdl::Draw => texts.text("web.value_draw"),
        Wdl::Loss => texts.text("web.value_loss"),
    }
}
