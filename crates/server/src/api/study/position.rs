//! Any position of any game: what can be played there, and how it looks.

use axum::{Extension, Json};
use cairn_draw::svg;
use cairn_engine::EngineSettings;
use cairn_rules::{Site, Step, Wdl};
use cairn_session::Session;
use cairn_texts::Texts;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{opened, words};
use crate::api::answers::{Any, Asked};
use crate::api::{Query, Workers};
use crate::game::View;
use crate::locale::Locale;
use crate::pool::Lane;
use crate::problem::Problem;
use crate::steps::{self, Shown, Steps};

/// The most legal moves that are listed.
const MAX_LEGAL: usize = 300;

/// What is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Ask {
    /// The game with its options.
    game: String,
    /// A position of it; its start by default.
    #[param(nullable = false)]
    position: Option<String>,
    /// Moves from there, with commas between them.
    #[param(nullable = false)]
    moves: Option<String>,
    /// Steps of the turn in progress, with commas between them.
    #[param(nullable = false)]
    steps: Option<String>,
    /// Whether the exact values of moves are to stand on the board, where they are known.
    #[param(nullable = false)]
    values: Option<String>,
    /// A move that is marked on the board of the turn, as advised.
    #[param(nullable = false)]
    hint: Option<String>,
    /// Whether what the player to move could lose is marked there.
    #[param(nullable = false)]
    threats: Option<String>,
}

/// A position.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Position)]
pub(super) struct PositionView {
    game: String,
    #[schema(required)]
    start: Option<String>,
    position: String,
    moves: Vec<String>,
    ply: usize,
    seats: usize,
    to_move: usize,
    /// The legal moves, unless there are more than 300.
    #[schema(required)]
    legal: Option<Vec<String>>,
    #[schema(required)]
    result: Option<String>,
    #[schema(required)]
    reason: Option<&'static str>,
    /// `win`, `draw` or `loss` for the player to move, if it is known.
    #[schema(required)]
    value: Option<&'static str>,
    /// The turn in progress, unless the game is over.
    #[schema(required)]
    turn: Option<Steps>,
    #[serde(flatten)]
    view: View,
}

/// A position: its legal moves, its board, its value if it is known
#[utoipa::path(
    get,
    path = "/api/v1/position",
    operation_id = "position",
    params(Ask),
    responses((status = 200, description = "A position: its legal moves, its board, its value if it is known", body = PositionView), Asked, Any)
)]
pub(super) async fn show(
    Locale(texts): Locale,
    Extension(workers): Extension<Workers>,
    Query(ask): Query<Ask>,
) -> Result<Json<PositionView>, Problem> {
    workers.run(Lane::Request, texts, move || seen(&ask, texts)).await.map(Json)
}

fn seen(ask: &Ask, texts: Texts) -> Result<PositionView, Problem> {
    let session = opened(&ask.game, ask.position.as_deref(), ask.moves.as_deref(), texts)?;
    let session = &*session;
    let outcome = session.outcome();
    let steps = words(ask.steps.as_deref());
    let known = match (ask.values.is_some(), steps.is_empty()) {
        (false, false) => Known::default(),
        (with_moves, _) => Known::of(session, with_moves),
    };
    let values = if known.moves.is_empty() {
        Vec::new()
    } else {
        known.on_board(session, &steps::read(session, &steps, texts)?, texts)
    };
    let shown = Shown { hint: ask.hint.clone(), threats: ask.threats.is_some(), values };
    let turn = outcome.is_none().then(|| Steps::after(session, &steps, &shown, texts)).transpose()?;
    let mut view = View::of(session, texts);
    if !shown.values.is_empty() && steps.is_empty() {
        view.svg = svg::page(&session.board().scene(), &shown.values, texts);
    }
    let legal = session.legal_moves();
    let moves = session.history();
    Ok(PositionView {
        game: session.spec(),
        start: session.start_position(),
        position: session.position(),
        ply: moves.len(),
        moves,
        seats: session.seats(),
        to_move: session.to_move().index(),
        legal: (legal.len() <= MAX_LEGAL).then_some(legal),
        result: outcome.map(cairn_rules::Outcome::score),
        reason: outcome.map(|outcome| outcome.reason.name()),
        value: known.value.map(Wdl::name),
        turn,
        view,
    })
}

/// What is proven about a position.
#[derive(Default)]
struct Known {
    value: Option<Wdl>,
    /// The moves, with their values for the player who makes them.
    moves: Vec<(String, Wdl)>,
}

impl Known {
    fn of(session: &dyn Session, with_moves: bool) -> Self {
        let mut known = Self::default();
        let settings = EngineSettings::default().with_openings();
        let (None, Ok(mut engine)) = (session.outcome(), cairn_engine::open(&session.spec(), settings))
        else {
            return known;
        };
        let mut value_of = |session: &dyn Session| match session.outcome() {
            Some(outcome) => Some(match outcome.winner() {
                None => Wdl::Draw,
                Some(winner) if winner == session.to_move() => Wdl::Win,
                Some(_) => Wdl::Loss,
            }),
            None => engine.look_up(session).ok().flatten().and_then(|solution| solution.bounds.value()),
        };
        known.value = value_of(session);
        if with_moves && session.seats() == 2 {
            for mv in session.legal_moves().into_iter().take(MAX_LEGAL) {
                let mut after = session.fork();
                if after.play(&mv).is_err() {
                    continue;
                }
                // A turn after which the same player moves again keeps the sign.
                let flips = after.to_move() != session.to_move();
                let value = value_of(&*after).map(|value| if flips { value.for_opponent() } else { value });
                known.moves.extend(value.map(|value| (mv, value)));
            }
        }
        known
    }

    /// What the next steps that are sites are worth, where that is known.
    fn on_board(&self, session: &dyn Session, taken: &[Step], texts: Texts) -> Vec<(Site, String)> {
        let mut values = Vec::new();
        for step in session.board().choices(taken).map(|choices| choices.steps).unwrap_or_default() {
            let Step::Site(site) = step else { continue };
            let value = self.best(session, &[taken, &[step]].concat());
            values.extend(value.map(|value| (site, label(value, texts).to_owned())));
        }
        values
    }

    /// What the best turn that begins so is worth: nothing is known if one of them is not and none of them wins.
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
