//! Messages of the table in the user's language: notices, refusals, questions, scores.

use cairn_engine::Score;
use cairn_rules::Player;
use cairn_session::Session;
use cairn_table::{self as table, Refusal, TableEvent};

use super::GameScreen;
use crate::context::{Context, Notice};
use crate::event::Transition;

/// A question to a person at the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Question {
    /// Whether this player confirms a resignation.
    Resign(Player),
    /// Whether this player accepts the draw offer.
    Draw(Player),
    /// Whether the user confirms leaving although moves would be lost.
    Leave(Leaving),
}

/// Whether the user leaves the game or the app.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Leaving {
    /// The game, for the menu.
    Game,
    /// The app.
    App,
}

impl GameScreen {
    /// Returns the message about an event that the board does not show.
    pub(super) fn message(&self, notice: &table::Notice, ctx: &Context) -> Option<Notice> {
        let texts = ctx.texts;
        match notice {
            table::Notice::DrawDeclined(player) => {
                let name = self.seat_name(*player, ctx);
                Some(Notice::Info(texts.format("app.declined", &[("player", &name)])))
            }
            table::Notice::BotFailed { player, fault } => {
                let bot = self.player_name(*player, ctx);
                let problem = texts.message(&fault.message());
                Some(Notice::Warning(texts.format("app.bot_failed", &[("bot", &bot), ("problem", &problem)])))
            }
            table::Notice::Hint(variation) => {
                let mv = variation.moves.first()?;
                let name = self.seat_name(self.table.shown().to_move(), ctx);
                let shown = self.table.shown();
                let score = proven(shown, variation.score, ctx)
                    .unwrap_or_else(|| score_of(&name, variation.score, shown.seats(), ctx));
                Some(Notice::Info(texts.format("app.hint", &[("move", mv), ("worth", &score)])))
            }
            _ => None,
        }
    }

    /// Returns the text of a question.
    pub(crate) fn question(&self, question: Question, ctx: &Context) -> String {
        let name = |player| self.seat_name(player, ctx);
        match question {
            Question::Resign(player) => ctx.texts.format("app.ask_resign", &[("player", &name(player))]),
            Question::Draw(player) => {
                let by = self.session().draw_offer().map_or_else(|| "?".to_owned(), name);
                ctx.texts.format("app.ask_draw", &[("player", &name(player)), ("by", &by)])
            }
            Question::Leave(_) => {
                let loss = self.loss(ctx).unwrap_or_default();
                ctx.texts.format("app.ask_leave", &[("loss", &loss)])
            }
        }
    }

    /// Handles the answer to a question.
    pub(crate) fn answer(&mut self, question: Question, accept: bool, ctx: &mut Context) -> Transition {
        match question {
            Question::Resign(player) if accept => self.send(TableEvent::Resign(player), ctx),
            Question::Draw(player) => self.send(TableEvent::AnswerDraw { player, accept }, ctx),
            Question::Leave(Leaving::Game) if accept => Transition::Menu,
            Question::Leave(Leaving::App) if accept => Transition::Quit,
            Question::Resign(_) | Question::Leave(_) => Transition::Stay,
        }
    }

    /// Explains a refusal of the table.
    pub(super) fn refusal(&self, refused: &Refusal, ctx: &Context) -> Notice {
        let text = |key| ctx.texts.text(key).to_owned();
        Notice::Warning(match refused {
            Refusal::Move(error) => ctx.texts.move_error_among(error, &self.session().legal_moves()),
            Refusal::Agreement(error) => ctx.texts.message(&error.message()),
            Refusal::NothingToUndo => text("app.nothing_to_undo"),
            Refusal::NothingToRedo => text("app.nothing_to_redo"),
            Refusal::Rated => text("rating.refused"),
            Refusal::Over => text("app.eval_over"),
            Refusal::NoBotToMove if self.loss(ctx).is_some() => {
                return Notice::Info(text("app.no_bot_thinks"));
            }
            Refusal::NoBotToMove => return Notice::Info(text("app.nothing_to_stop")),
            // The screen offers no action that leads to another refusal.
            other => ctx.texts.message(&other.message()),
        })
    }
}

/// Describes a score and whose it is: `Blue 63 %`, `Blue wins in 5 moves`, `a draw`.
pub(crate) fn score_of(player: &str, score: Score, seats: usize, ctx: &Context) -> String {
    let worth = match score {
        Score::Centipawns(_) => return chance_of(player, score.whole_percent(seats), ctx),
        Score::WinIn(plies) => ctx.texts.plural("app.wins_in", plies.into(), &[]),
        // The number of moves is unknown.
        Score::WinWithin(_) => ctx.texts.text("score.wins").to_owned(),
        Score::LossIn(plies) => ctx.texts.plural("app.loses_in", plies.into(), &[]),
        Score::LossWithin(_) => ctx.texts.text("score.loses").to_owned(),
        Score::ProvenDraw => return ctx.texts.text("app.drawn").to_owned(),
    };
    ctx.texts.format("app.score_of", &[("player", &player), ("score", &worth)])
}

/// Describes a proven score of the player to move: `proven: Blue wins in 5 moves`. `None` if it is an estimate.
pub(crate) fn proven(session: &dyn Session, score: Score, ctx: &Context) -> Option<String> {
    let (mover, seats) = (session.to_move(), session.seats());
    score.wdl()?;
    // With two players, one loses if the other wins.
    let (player, score) = match score {
        Score::LossIn(plies) if seats == 2 => (mover.next(2), Score::WinIn(plies)),
        Score::LossWithin(plies) if seats == 2 => (mover.next(2), Score::WinWithin(plies)),
        score => (mover, score),
    };
    let name = ctx.texts.seat(session.info().seats[player.index()].name);
    Some(ctx.texts.format("analysis.proven", &[("result", &score_of(name, score, seats, ctx))]))
}

/// Describes a player's chance of winning: `Blue 63 %`.
pub(super) fn chance_of(player: &str, percent: u32, ctx: &Context) -> String {
    ctx.texts.format("app.chance_of", &[("player", &player), ("n", &percent)])
}
