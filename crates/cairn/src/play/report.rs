//! Messages at a table in line mode: notices, refusals, hints and evaluations.

use cairn_engine::bots::BotFault;
use cairn_engine::{Score, Variation};
use cairn_rules::{Mark, MarkKind, MoveError, Outcome, Player};
use cairn_storage::Autosaver;
use cairn_table::{Notice, Refusal};
use cairn_texts::{nearest, nearest_moves, safe_line};

use super::table::LineTable;
use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::printer::{Printer, score_text};

/// The number of moves printed with a hint.
const HINT_MOVES: usize = 8;

impl LineTable<'_> {
    pub(super) fn print_notice(&mut self, notice: &Notice) -> Result<(), Failure> {
        let texts = self.texts();
        match notice {
            Notice::Moved { player, mv, remarks } => {
                self.turn.reset();
                if !self.table.is_human(*player) {
                    writeln!(output::text(), "{}: {mv}", self.bot_name(*player))?;
                }
                if !remarks.is_empty() && self.table.has_human() {
                    self.note(&Printer::wrap(&texts.messages(remarks), 0));
                }
                if !self.table.is_over() {
                    self.print_board()?;
                }
            }
            Notice::TakenBack(moves) => {
                self.turn.reset();
                self.note(&texts.format("line.undone", &[("moves", &moves.join(" "))]));
                self.print_board()?;
            }
            Notice::PlayedAgain(moves) => {
                self.turn.reset();
                self.note(&texts.format("line.redone", &[("moves", &moves.join(" "))]));
                self.print_board()?;
            }
            Notice::DrawDeclined(player) | Notice::TakebackDeclined(player) => {
                self.note(&texts.format("line.declines", &[("player", &self.seat_name(*player))]));
            }
            Notice::Resigned(player) => {
                self.note(&texts.format("line.resigns", &[("player", &self.seat_name(*player))]));
            }
            Notice::TimeUp(player) => {
                self.note(&texts.format("line.time_up", &[("player", &self.seat_name(*player))]));
            }
            Notice::BotFailed { player, fault } => {
                return Err(self.bot_failure(*player, fault));
            }
            Notice::Hint(line) => self.print_hint(line)?,
            Notice::Ended(_) => self.print_board()?,
            Notice::NewGame => {
                self.turn.reset();
                self.explained = None;
                self.autosaver = Autosaver::default();
                self.saved_files.clear();
                self.stop_flag.set_last_words(None);
                self.print_board()?;
            }
        }
        Ok(())
    }

    pub(super) fn print_refusal(&self, refused: &Refusal) {
        let texts = self.texts();
        let message = match refused {
            Refusal::Move(error) => self.with_help(&format!("{}.", self.move_error(error))),
            Refusal::Agreement(error) => format!("{}.", texts.message(&error.message())),
            Refusal::LookingBack => texts.format("line.looking_back", &[("last", &texts.command("last"))]),
            Refusal::BotToMove => texts.text("line.bot_to_move").to_owned(),
            Refusal::NoBotToMove => texts.text("line.no_bot_to_move").to_owned(),
            Refusal::NothingToUndo => texts.text("line.nothing_to_undo").to_owned(),
            Refusal::NothingToRedo => texts.text("line.nothing_to_redo").to_owned(),
            Refusal::Rated => texts.text("rating.refused").to_owned(),
            Refusal::NotOver => texts.text("line.not_over").to_owned(),
            other => format!("{}.", texts.message(&other.message())),
        };
        errln!("{message}");
    }

    /// Explains why a move cannot be played, with suggested moves or commands.
    pub(crate) fn move_error(&self, error: &MoveError) -> String {
        let (texts, session) = (self.texts(), self.table.session());
        let MoveError::Unreadable { text, .. } = error else {
            return texts.move_error_among(error, &session.legal_moves());
        };
        let moves = session.legal_moves();
        let buttons = self.step_names(&self.turn.choices(session).steps);
        let word = text.split_whitespace().next().unwrap_or_default();
        let mut near = nearest_moves(text, moves.iter().map(String::as_str));
        if near.is_empty() {
            let buttons = buttons.iter().map(String::as_str).filter(|name| name.chars().count() > 2);
            let commands: Vec<&str> = self.commands.words(texts).collect();
            near = nearest(word, commands.into_iter().chain(buttons));
        }
        texts.message(&error.message_near(&near))
    }

    /// Prints the outcome.
    pub(crate) fn print_outcome(&self, outcome: Outcome) -> Result<(), Failure> {
        let mut out = output::text();
        let sentence = cairn_draw::outcome(&self.table.session().board().scene(), outcome, self.texts());
        writeln!(out, "{sentence}.")?;
        Ok(writeln!(out, "result: {outcome}")?)
    }

    /// Adds to a message about a move where to find help.
    pub(crate) fn with_help(&self, message: &str) -> String {
        let texts = self.texts();
        let [moves, help] = ["moves", "help"].map(|word| texts.command(word));
        format!("{message} {}", texts.format("line.look_up", &[("moves", &moves), ("help", &help)]))
    }

    /// Returns `White (level 3)`.
    fn bot_name(&self, player: Player) -> String {
        let spec = self.table.seats()[player.index()].spec().to_string();
        format!("{} ({})", self.seat_name(player), self.texts().who(&spec))
    }

    pub(super) fn bot_failure(&self, player: Player, fault: &BotFault) -> Failure {
        Failure::failed(format!(
            "{}: {}",
            self.bot_name(player),
            safe_line(&self.texts().message(&fault.message()))
        ))
    }

    fn print_hint(&self, line: &Variation) -> Result<(), Failure> {
        let (session, texts) = (self.table.shown(), self.texts());
        let player = self.seat_name(session.to_move());
        let chance = score_text(line.score, self.table.session().seats(), texts);
        let moves = &line.moves[..line.moves.len().min(HINT_MOVES)];
        let Some(mv) = moves.first() else { return Ok(()) };
        let line = moves.join(" ");
        let hint = texts
            .format("line.hint", &[("move", mv), ("player", &player), ("chance", &chance), ("line", &line)]);
        writeln!(output::text(), "{hint}")?;
        self.show_hinted(mv)
    }

    /// Shows a suggested move on the board.
    fn show_hinted(&self, mv: &str) -> Result<(), Failure> {
        let mut after = self.table.shown().fork();
        // In words, the move is enough.
        if self.printer.quiet || self.printer.words || after.play(mv).is_err() {
            return Ok(());
        }
        let mut scene = self.table.shown().board().scene();
        let marks = after.board().scene().marks.into_iter().map(|mark| Mark { kind: MarkKind::Hint, ..mark });
        scene.marks = marks.collect();
        Ok(output::text().draw(&self.printer.draw(&scene))?)
    }

    /// Prints the player who is better, and the depth searched.
    pub(super) fn print_evaluation(&self) -> Result<(), Failure> {
        let Some(analysis) = self.table.evaluation() else { return Ok(()) };
        let Some(score) = analysis.score() else { return Ok(()) };
        let (texts, depth) = (self.texts(), analysis.depth);
        let player = self.seat_name(self.table.shown().to_move());
        let evaluation = match score {
            Score::Centipawns(_) => {
                let percent = score.whole_percent(self.table.session().seats());
                texts.format("line.eval", &[("player", &player), ("percent", &percent), ("depth", &depth)])
            }
            Score::WinIn(plies) => texts.format("line.eval_wins", &[("player", &player), ("n", &plies)]),
            Score::WinWithin(_) => texts.format("line.eval_wins_some", &[("player", &player)]),
            Score::LossIn(plies) => texts.format("line.eval_loses", &[("player", &player), ("n", &plies)]),
            Score::LossWithin(_) => texts.format("line.eval_loses_some", &[("player", &player)]),
            Score::ProvenDraw => texts.text("line.eval_draw").to_owned(),
        };
        Ok(writeln!(output::text(), "{evaluation}")?)
    }
}
