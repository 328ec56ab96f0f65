//! Reviews as the pages show them: the object of `cairn review --json`, with words and the graph.

use cairn_coach::review::{MoveReview, Review};
use cairn_draw::{Graph, svg};
use cairn_protocol::ReviewReport;
use cairn_rules::Player;
use cairn_session::Session;
use cairn_texts::Texts;
use serde_json::{Value, json};

/// How far a review has come; what the last one has besides.
pub(crate) fn progress(review: &Review, texts: Texts) -> Value {
    let (done, plies) = (review.moves().len(), review.plies());
    let said = texts.format("review.running", &[("n", &done), ("plies", &plies)]);
    json!({ "final": false, "done": done, "plies": plies, "said": said })
}

/// A review that has ended: also the graph, the accuracy of each seat and what is said of each move.
pub(crate) fn report(review: &Review, session: &dyn Session, texts: Texts) -> Value {
    let mut object = json!(ReviewReport::new(review, session));
    let curves = review.curves().into_iter().map(|curve| (curve.player, curve.points));
    let graph = Graph::new(&session.board().scene(), texts, review.plies(), curves, review.turning_points());
    let seats: Vec<Value> = Player::seats(session.seats())
        .zip(review.accuracy())
        .map(|(player, accuracy)| {
            let name = texts.seat(session.info().seat(player).name);
            json!({ "name": name, "accuracy": accuracy.map(f64::round) })
        })
        .collect();
    let words: Vec<Value> = review.moves().map(|judged| spoken(judged, texts)).collect();
    let fields = json!({
        "final": true,
        "graph": svg::page_graph(&graph, texts),
        "seats": seats,
        "words": words,
    });
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    object
}

fn spoken(judged: &MoveReview, texts: Texts) -> Value {
    json!({
        "chance": texts.message(&judged.after.message()),
        "verdict": texts.message(&judged.verdict()),
        "reasons": judged.reasons().iter().map(|reason| texts.message(reason)).collect::<Vec<_>>(),
    })
}
