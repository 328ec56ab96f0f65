//! The JSON objects that the command line and the server speak: one place, so that both say the same.
//!
//! Keys and words are English in every language.

use cairn_engine::{Analysis, Score, Variation};
use cairn_rules::{Domain, GameInfo, OptionSpec, Outcome, Wdl};
use cairn_session::Session;
use cairn_table::review::{MoveReview, Review};
use serde_json::{Value, json};

/// The fields that every report on a position has.
pub fn position(session: &dyn Session) -> Value {
    let outcome = session.outcome();
    json!({
        "game": session.spec(),
        "position": session.position(),
        "to_move": session.to_move().name(),
        "result": outcome.map(Outcome::name),
        "reason": outcome.map(|outcome| outcome.reason.name()),
    })
}

/// A report of a search on the position of a session; whether it is the last one.
pub fn analysis(session: &dyn Session, analysis: &Analysis, last: bool) -> Value {
    let (best, seats) = (analysis.lines.first(), session.seats());
    let mut object = position(session);
    let fields = json!({
        "final": last,
        "bestmove": analysis.best(),
        "score": best.map(|line| line.score.rank()),
        "win_percent": best.map(|line| line.score.win_percent(seats)),
        "value": best.map_or(Value::Null, |line| score_value(line.score)),
        "plies": best.map_or(Value::Null, |line| score_plies(line.score)),
        "depth": analysis.depth,
        "seldepth": analysis.seldepth,
        "nodes": analysis.nodes,
        "nps": analysis.nodes_per_second(),
        "seconds": analysis.time.as_secs_f64(),
        "line": best.map(|line| &line.moves),
        "lines": analysis.lines.iter().map(|variation| line(variation, seats)).collect::<Vec<_>>(),
    });
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    object
}

fn line(line: &Variation, seats: usize) -> Value {
    json!({
        "score": line.score.rank(),
        "win_percent": line.score.win_percent(seats),
        "value": score_value(line.score),
        "plies": score_plies(line.score),
        "line": line.moves,
    })
}

/// The proven value of a score, or null.
pub fn score_value(score: Score) -> Value {
    json!(score.wdl().map(Wdl::name))
}

/// The distance of a proven win or loss in plies, or null.
pub fn score_plies(score: Score) -> Value {
    match score {
        Score::WinIn(plies) | Score::LossIn(plies) => json!(plies),
        Score::Centipawns(_) | Score::WinWithin(_) | Score::ProvenDraw => Value::Null,
    }
}

/// A review of the game of a session.
pub fn review(review: &Review, session: &dyn Session) -> Value {
    let outcome = session.outcome();
    json!({
        "game": review.spec(),
        "position": session.start_position(),
        "result": outcome.map(Outcome::name),
        "reason": outcome.map(|outcome| outcome.reason.name()),
        "moves": review.moves().map(reviewed_move).collect::<Vec<_>>(),
        "accuracy": review.accuracy(),
        "turning_points": review.turning_points(),
        "plies": review.plies(),
        "complete": review.is_complete(),
    })
}

fn reviewed_move(judged: &MoveReview) -> Value {
    json!({
        "ply": judged.ply,
        "move": judged.mv,
        "player": judged.player.index(),
        "judgement": judged.judgement.name(),
        "best": judged.best(),
        "before": judged.before.value(),
        "after": judged.after.value(),
        "exact": judged.is_exact(),
        "forced": judged.is_forced,
        "only_move": judged.is_only_move,
        "gave_win_away": judged.gave_win_away(),
        "line": judged.line,
        "played": judged.played,
    })
}

/// A game with its seats, options, presets and levels.
pub fn game(info: &GameInfo) -> Value {
    let option = |spec: &OptionSpec| match spec.domain {
        Domain::Range(min, max) => {
            json!({ "name": spec.name, "help": spec.help, "min": min, "max": max, "default": spec.default })
        }
        Domain::Words(words) => {
            json!({ "name": spec.name, "help": spec.help, "values": words, "default": spec.print(spec.default) })
        }
    };
    let seats: Vec<&str> = info.seats.iter().map(|seat| seat.name).collect();
    let options: Vec<Value> = info.options.iter().map(option).collect();
    let presets: Vec<&str> = info.all_presets().map(|preset| preset.name).collect();
    let level = |(level, elo)| json!({ "level": level, "elo": elo });
    let levels: Vec<Value> = (1_u8..).zip(info.engine.level_elo).map(level).collect();
    json!({
        "game": info.id,
        "name": info.name,
        "designer": info.designer,
        "summary": info.summary,
        "seats": seats,
        "options": options,
        "presets": presets,
        "easy": info.easy,
        "greedy": info.greedy,
        "levels": levels,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_values_and_distances() {
        assert_eq!((score_value(Score::LossIn(4)), score_plies(Score::LossIn(4))), (json!("loss"), json!(4)));
        let within = Score::WinWithin(9);
        assert_eq!((score_value(within), score_plies(within)), (json!("win"), Value::Null));
        let (guess, draw) = (Score::Centipawns(4), Score::ProvenDraw);
        assert_eq!((score_value(guess), score_plies(draw)), (Value::Null, Value::Null));
    }
}
