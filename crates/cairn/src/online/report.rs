//! Prints events of a game on a server in line mode.

use cairn_rules::{Outcome, Player};
use cairn_tui::{Offer, RemoteCommand};

use super::game::Report;
use super::live::LiveEvent;
use super::table::OnlineTable;
use crate::failure::Failure;
use crate::output;
use crate::output::errln;
use crate::printer::Printer;

impl OnlineTable<'_> {
    pub(super) fn on_event(&mut self, number: u32, event: LiveEvent) -> Result<(), Failure> {
        let texts = self.texts();
        let reports =
            self.game.on_event(number, event).map_err(|error| Failure::Failed(self.game.tell(&error)))?;
        self.line.table = self.new_table();
        for report in reports {
            self.begin_news();
            self.report(report)?;
        }
        let next = self.game.go_on().map_err(|error| Failure::Failed(self.game.tell(&error)))?;
        let Some(problems) = next else { return Ok(()) };
        self.begin_news();
        for problem in &problems {
            errln!("{problem}");
        }
        self.line.note(&texts.format("online.rematch", &[("address", &self.game.address)]));
        self.line.turn.reset();
        self.line.explained = None;
        self.welcome()
    }

    fn report(&mut self, report: Report) -> Result<(), Failure> {
        let texts = self.texts();
        let note = |key: &'static str| self.line.note(texts.text(key));
        match report {
            Report::Lost => note("online.lost"),
            Report::Unsure => note("online.unsure"),
            Report::Restored => note("online.back"),
            Report::Rejected(why) => errln!("{}", texts.format("online.problem", &[("why", &why)])),
            Report::Accepted(RemoteCommand::Ask(Offer::Draw)) => note("online.draw_offered"),
            Report::Accepted(RemoteCommand::Ask(Offer::Takeback)) => note("online.takeback_asked"),
            Report::Accepted(RemoteCommand::Rematch) => note("online.rematch_asked"),
            // The game shows it.
            Report::Accepted(_) => {}
            Report::SatDown(player) => {
                self.line.note(&texts.format("online.sits_down", &[("player", &self.game.who(player))]));
            }
            Report::TakenBack(moves) => {
                self.line.turn.reset();
                self.line.explained = None;
                self.line.note(&texts.format("line.undone", &[("moves", &moves.join(" "))]));
            }
            Report::Moved(ply) => self.tell_move(ply)?,
            Report::Changed => self.print_board()?,
            Report::Over(outcome) => self.end(outcome)?,
            Report::Asked(offer, by) => self.tell_offer(offer, by),
            Report::Declined(Offer::Draw) => note("online.draw_gone"),
            Report::Declined(Offer::Takeback) => note("online.takeback_gone"),
        }
        Ok(())
    }

    /// Prints the move after so many others, and what it has done.
    fn tell_move(&mut self, ply: usize) -> Result<(), Failure> {
        self.line.turn.reset();
        let session = &self.game.session;
        let Some((mv, player)) = session.move_at(ply).zip(session.mover_at(ply)) else { return Ok(()) };
        if !self.game.is_mine(player) {
            writeln!(output::text(), "{}: {mv}", self.game.who(player))?;
        }
        let remarks = session.board().remarks(ply + 1);
        if !remarks.is_empty() {
            self.line.note(&Printer::wrap(&self.texts().messages(&remarks), 0));
        }
        Ok(())
    }

    /// Says what another player offers or asks for.
    pub(super) fn tell_offer(&self, offer: Offer, by: Player) {
        let texts = self.texts();
        let [accept, decline] = ["accept", "decline"].map(|word| texts.command(word));
        let key = match offer {
            Offer::Draw => "online.offers_draw",
            Offer::Takeback => "online.asks_takeback",
        };
        let by = self.game.who(by);
        self.line.note(&texts.format(key, &[("player", &by), ("accept", &accept), ("decline", &decline)]));
    }

    pub(super) fn end(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.stop_flag.set_last_words(None);
        self.asks_to_resign = false;
        self.line.print_outcome(outcome)?;
        Ok(output::flush()?)
    }
}
