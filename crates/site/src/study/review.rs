//! Reviews for people: the report of `cairn review --json`, with words and the graph.

use cairn_coach::review::{MoveReview, Review};
use cairn_draw::{Graph, svg};
use cairn_protocol::{MoveWords, ReviewProgress, ReviewReport, ReviewView, SeatAccuracy};
use cairn_rules::Player;
use cairn_session::Session;
use cairn_texts::Texts;

/// How far a review has come.
pub fn review_progress(review: &Review, texts: Texts) -> ReviewProgress {
    let (done, plies) = (review.moves().len(), review.plies());
    let said = texts.format("review.running", &[("n", &done), ("plies", &plies)]);
    ReviewProgress { r#final: false, done, plies, said }
}

/// A finished review: the report with the graph, the accuracy of each seat and words about each move.
pub fn review_report(review: &Review, session: &dyn Session, texts: Texts) -> ReviewView {
    let curves = review.curves().into_iter().map(|curve| (curve.player, curve.points));
    let graph = Graph::new(&session.board().scene(), texts, review.plies(), curves, review.turning_points());
    let seat = |(player, accuracy): (Player, Option<f64>)| SeatAccuracy {
        name: texts.seat(session.info().seat(player).name).to_owned(),
        accuracy: accuracy.map(f64::round),
    };
    ReviewView {
        report: ReviewReport::new(review, session),
        r#final: true,
        graph: svg::page_graph(&graph, texts),
        seats: Player::seats(session.seats()).zip(review.accuracy()).map(seat).collect(),
        words: review.moves().map(|judged| words(judged, texts)).collect(),
    }
}

fn words(judged: &MoveReview, texts: Texts) -> MoveWords {
    MoveWords {
        chance: texts.message(&judged.after.message()),
        verdict: texts.message(&judged.verdict()),
        reasons: judged.reasons().iter().map(|reason| texts.message(reason)).collect(),
    }
}
