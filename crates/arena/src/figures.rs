//! The figures of matches and tournaments, for programs.

use serde::Serialize;
use serde_json::{Value, json};

use crate::{Crosstable, Match, MatchReport, Side, Sprt, Tournament};

/// The figures of a match, as `cairn match --json` prints them; scripts rely on the first six names.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the names of the output are described in docs/matches.md")]
pub struct MatchFigures {
    pub games: u64,
    pub first_wins: u64,
    pub second_wins: u64,
    pub draws: u64,
    pub plies: usize,
    pub seconds: f64,
    pub game: String,
    pub first: String,
    pub second: String,
    pub seed: u64,
    pub opening: usize,
    /// The score of the first bot, with its error bar.
    pub score: f64,
    pub score_low: f64,
    pub score_high: f64,
    /// `None` where it is infinite.
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// The number of complete pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    pub first_forfeits: usize,
    pub second_forfeits: usize,
    /// Games lost on time, which are also forfeits; only with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_timeouts: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_timeouts: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<String>,
    pub sprt: Option<SprtFigures>,
    pub interrupted: bool,
}

/// The state of a sequential test.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "as above")]
pub struct SprtFigures {
    pub elo0: f64,
    pub elo1: f64,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    pub accepted: &'static str,
}

impl SprtFigures {
    /// Returns the state of a test after the games of a report.
    pub fn new(sprt: &Sprt, report: &MatchReport) -> Self {
        let (lower, upper) = sprt.bounds();
        let accepted = sprt.verdict(&report.sprt_pairs).name();
        Self { elo0: sprt.elo0, elo1: sprt.elo1, llr: sprt.llr(&report.sprt_pairs), lower, upper, accepted }
    }
}

impl MatchFigures {
    /// Creates the figures of a match and its report.
    pub fn new(game_match: &Match, report: &MatchReport) -> Self {
        let results = &report.results;
        let (score, elo) = (results.score(), results.elo());
        let Match { config, first, second, .. } = game_match;
        let has_clocks = config.clock.or(first.clock()).or(second.clock()).is_some();
        Self {
            games: results.games(),
            first_wins: results.wins,
            second_wins: results.losses,
            draws: results.draws,
            plies: report.plies,
            seconds: report.elapsed.as_secs_f64(),
            game: game_match.config.game.clone(),
            first: game_match.first.name().to_owned(),
            second: game_match.second.name().to_owned(),
            seed: game_match.config.seed,
            opening: game_match.config.opening_plies,
            score: score.mean,
            score_low: score.low,
            score_high: score.high,
            elo: finite(elo.mean),
            elo_low: finite(elo.low),
            elo_high: finite(elo.high),
            pairs: results.pairs,
            first_forfeits: report.forfeits_of(Side::First),
            second_forfeits: report.forfeits_of(Side::Second),
            first_timeouts: has_clocks.then(|| report.timeouts_of(Side::First)),
            second_timeouts: has_clocks.then(|| report.timeouts_of(Side::Second)),
            tc: game_match.config.clock.map(|clock| clock.to_string()),
            sprt: game_match.sprt.as_ref().map(|sprt| SprtFigures::new(sprt, report)),
            interrupted: report.interrupted,
        }
    }
}

impl MatchReport {
    /// Returns how many games a bot lost by faults.
    pub fn forfeits_of(&self, side: Side) -> usize {
        self.forfeits.iter().filter(|(_, forfeit)| forfeit.side == side).count()
    }

    /// Returns how many games a bot lost on time.
    pub fn timeouts_of(&self, side: Side) -> usize {
        self.forfeits.iter().filter(|(_, forfeit)| forfeit.side == side && forfeit.on_time).count()
    }
}

/// Returns the figures of a tournament, as `cairn tournament --json` prints them.
pub fn tournament_figures(tournament: &Tournament, table: &Crosstable) -> Value {
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let score = row.total.score();
            let against = table.rows.iter().zip(&row.against).filter_map(|(other, results)| {
                let results = (*results)?;
                let result =
                    json!({ "wins": results.wins, "draws": results.draws, "losses": results.losses });
                Some((other.name.clone(), result))
            });
            json!({
                "bot": row.name,
                "wins": row.total.wins,
                "draws": row.total.draws,
                "losses": row.total.losses,
                "score": score.mean,
                "score_low": score.low,
                "score_high": score.high,
                "elo": row.rating.map(|rating| rating.elo),
                "elo_error": row.rating.map(|rating| rating.error),
                "forfeits": row.forfeits,
                "against": against.collect::<serde_json::Map<_, _>>(),
            })
        })
        .collect();
    json!({
        "game": tournament.config.game,
        "games": table.games,
        "plies": table.plies,
        "seconds": table.elapsed.as_secs_f64(),
        "seed": tournament.config.seed,
        "opening": tournament.config.opening_plies,
        "bots": rows,
        "interrupted": table.interrupted,
    })
}

/// Returns a number for JSON, where infinity becomes null.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
