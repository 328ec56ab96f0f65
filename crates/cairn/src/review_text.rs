//! Formats reviews for people, as text and as a picture.

use std::fmt::Write;

use cairn_coach::review::{MoveReview, Review};
use cairn_draw::{Graph, svg, text};
use cairn_rules::Player;
use cairn_session::Session;
use cairn_texts::Texts;

use crate::printer::Printer;

/// The indentation of the lines about a move.
const INDENT: usize = 6;

/// Returns the graph of the chances over the course of a game.
fn graph(review: &Review, session: &dyn Session, texts: Texts) -> Graph {
    let curves = review.curves().into_iter().map(|curve| (curve.player, curve.points));
    Graph::new(&session.board().scene(), texts, review.plies(), curves, review.turning_points())
}

/// Draws the graph as a picture. Pictures always have English labels.
pub(crate) fn picture(review: &Review, session: &dyn Session) -> String {
    svg::graph(&graph(review, session, Texts::default()), svg::Theme::Light)
}

/// Formats a report for people.
pub(crate) fn report(review: &Review, session: &dyn Session, printer: Printer) -> String {
    let texts = printer.texts();
    if review.plies() == 0 {
        return format!("{}\n", texts.text("line.no_moves_yet"));
    }
    let report = Report { review, session, texts };
    let mut text = report.title() + "\n\n";
    // Writing to a string cannot fail.
    if !printer.words {
        let graph = graph(review, session, texts);
        if let [only] = &graph.curves[..] {
            let _ = writeln!(text, "{}", texts.format("review.chances", &[("player", &only.name)]));
        }
        let width = Printer::width();
        let _ = writeln!(text, "{}", text::graph(&graph, width, printer.charset()));
    }
    let _ = writeln!(text, "{}: {}\n", texts.text("review.accuracy"), report.accuracy());
    let turning_points = review.turning_points();
    if turning_points.is_empty() && review.is_complete() {
        let _ = writeln!(text, "{}\n", texts.text("review.no_turning_points"));
    } else if !turning_points.is_empty() {
        let _ = writeln!(text, "{}", texts.text("review.turning_points"));
        for (number, judged) in (1..).zip(turning_points.iter().filter_map(|&ply| review.at(ply))) {
            let line = format!(
                "  {number}.  {} {}, {}: {}",
                judged.ply + 1,
                judged.mv,
                report.seat(judged.player),
                texts.message(&judged.verdict())
            );
            let _ = writeln!(text, "{}", Printer::wrap(&line, INDENT));
            report.add_reasons(judged, &mut text);
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}", texts.text("review.moves"));
    report.add_moves(&turning_points, &mut text);
    text
}

/// The subject of a report.
struct Report<'a> {
    review: &'a Review,
    session: &'a dyn Session,
    texts: Texts,
}

impl Report<'_> {
    fn seat(&self, player: Player) -> &'static str {
        self.texts.seat(self.session.info().seats[player.index()].name)
    }

    /// Formats `Review: staqs, Blue (human), White (level3), 1-0 (tallest stack)`.
    fn title(&self) -> String {
        let mut parts = vec![self.review.spec().to_owned()];
        for player in Player::seats(self.session.seats()) {
            let tag = cairn_session::SEAT_TAGS.get(player.index()).and_then(|tag| self.session.tag(tag));
            let name = tag.map(|name| format!(" ({})", self.texts.who(&name))).unwrap_or_default();
            parts.push(format!("{}{name}", self.seat(player)));
        }
        if let Some(outcome) = self.session.outcome() {
            parts.push(format!("{} ({})", outcome.score(), self.texts.reason(outcome.reason.name())));
        }
        let line = format!("{}: {}", self.texts.text("review.title"), parts.join(", "));
        // The tags of a record may contain anything.
        Printer::wrap(&line.replace(char::is_control, " "), 2)
    }

    /// Formats `Blue 91 %, White 64 %`.
    fn accuracy(&self) -> String {
        let of_player = |(player, accuracy): (Player, Option<f64>)| match accuracy {
            Some(accuracy) => format!("{} {accuracy:.0} %", self.seat(player)),
            None => format!("{} {}", self.seat(player), self.texts.text("review.no_moves")),
        };
        let players = Player::seats(self.session.seats()).zip(self.review.accuracy());
        players.map(of_player).collect::<Vec<_>>().join(", ")
    }

    /// Adds the better line and the reply to a move, one per line.
    fn add_reasons(&self, judged: &MoveReview, text: &mut String) {
        for reason in judged.reasons() {
            let reason = self.texts.message(&reason);
            let line = format!("{:INDENT$}{reason}", "");
            let _ = writeln!(text, "{}", Printer::wrap(&line, INDENT + 2));
        }
    }

    /// Adds every move with its judgement; the reasons of turning points come earlier.
    fn add_moves(&self, turning_points: &[usize], text: &mut String) {
        let width = |of: &dyn Fn(&MoveReview) -> usize| self.review.moves().map(of).max().unwrap_or(0);
        let seat_width = width(&|judged| self.seat(judged.player).chars().count());
        let move_width = width(&|judged| judged.mv.chars().count());
        let chance_width = width(&|judged| self.texts.message(&judged.after.message()).chars().count());
        for judged in self.review.moves() {
            let line = format!(
                "{:>4}  {:seat_width$}  {:move_width$}  {:>chance_width$}  {}",
                judged.ply + 1,
                self.seat(judged.player),
                judged.mv,
                self.texts.message(&judged.after.message()),
                self.texts.message(&judged.verdict())
            );
            // Wrapping would collapse the columns.
            let line = line.replace("  ", "\u{a0}\u{a0}");
            let _ = writeln!(text, "{}", Printer::wrap(&line, INDENT).replace('\u{a0}', " "));
            if !turning_points.contains(&judged.ply) {
                self.add_reasons(judged, text);
            }
        }
    }
}
