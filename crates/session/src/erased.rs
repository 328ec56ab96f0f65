//! Implements [`Session`] for every game: the one place where a game's types are erased.

use std::ops::ControlFlow;

use cairn_rules::{
    Game, GameInfo, Guide, Mark, MarkKind, Message, MoveError, Outcome, Player, Players, Position, Present,
    Reason, Scene, Site, Step, TurnBuilder, perft,
};

use crate::offer::Offer;
use crate::record::{RecordedMove, tidy_comment};
use crate::tags::{self, Derived};
use crate::typed::{Ply, Undone};
use crate::{AgreementError, Choices, Record, Session, TypedSession, threats};

impl<G: Game> Session for TypedSession<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn seats(&self) -> usize {
        self.seat_count()
    }

    fn to_move(&self) -> Player {
        self.current().to_move()
    }

    fn position(&self) -> String {
        self.current().to_string()
    }

    fn start_position(&self) -> Option<String> {
        (self.start != G::start(&self.spec.options)).then(|| self.start.to_string())
    }

    fn first_to_move(&self) -> Player {
        self.start.to_move()
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.current().legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended()
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.parse_move(text)?;
        self.play_unchecked(mv);
        Ok(mv.to_string())
    }

    fn check_move(&self, text: &str) -> Result<String, MoveError> {
        self.parse_move(text).map(|mv| mv.to_string())
    }

    fn ply(&self) -> usize {
        self.plies.len()
    }

    fn move_at(&self, index: usize) -> Option<String> {
        self.plies.get(index).map(|ply| ply.mv.to_string())
    }

    fn mover_at(&self, index: usize) -> Option<Player> {
        let [before @ .., _] = self.plies.get(..=index)? else { return None };
        Some(before.last().map_or(&self.start, |ply| &ply.after).to_move())
    }

    fn history(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.mv.to_string()).collect()
    }

    fn undo(&mut self) -> Option<String> {
        if let Some(ending) = self.ending.take() {
            self.undone.push(Undone::Ending(ending));
            return Some(ending.reason.to_string());
        }
        if !self.plies.is_empty() {
            self.leave_position();
        }
        let ply = self.plies.pop()?;
        self.offer = None;
        let text = ply.mv.to_string();
        self.undone.push(Undone::Ply(ply));
        Some(text)
    }

    fn redo(&mut self) -> Option<String> {
        let undone = self.undone.pop()?;
        self.offer = None;
        Some(match undone {
            Undone::Ply(ply) => {
                let text = ply.mv.to_string();
                self.push(ply);
                text
            }
            Undone::Ending(ending) => {
                self.ending = Some(ending);
                ending.reason.to_string()
            }
        })
    }

    fn scene(&self) -> Scene {
        let mut scene = self.current().scene();
        scene.outcome = self.outcome();
        if scene.outcome.is_some() {
            scene.to_move = None;
        }
        for site in self.recent_plies().flat_map(|ply| self.touched(ply)) {
            let mark = Mark { site, kind: MarkKind::Last };
            if !scene.marks.contains(&mark) {
                scene.marks.push(mark);
            }
        }
        scene
    }

    fn touched(&self, ply: usize) -> Vec<Site> {
        let Some([before @ .., last]) = self.plies.get(..ply) else { return Vec::new() };
        let before = before.last().map_or(&self.start, |ply| &ply.after);
        let mut sites = Vec::new();
        for step in before.steps(last.mv) {
            if let Step::Site(site) = step
                && !sites.contains(&site)
            {
                sites.push(site);
            }
        }
        let (old, new) = (before.scene(), last.after.scene());
        for (index, (old, new)) in old.sites.iter().zip(&new.sites).enumerate() {
            let site = Site(index as u16);
            if old != new && !sites.contains(&site) {
                sites.push(site);
            }
        }
        sites
    }

    fn choices(&self, taken: &[Step]) -> Option<Choices> {
        if self.is_over() {
            return taken.is_empty().then(|| Choices { steps: Vec::new(), finished: None });
        }
        let turn = self.turn.get_or_init(|| TurnBuilder::new(self.current()));
        let finished = turn.finished_by(taken).map(|mv| mv.to_string());
        Some(Choices { steps: turn.choices_after(taken)?, finished })
    }

    fn prompt(&self, taken: &[Step]) -> Option<Message> {
        let choices = self.choices(taken)?;
        (!choices.steps.is_empty()).then(|| self.current().prompt(taken))
    }

    fn forced(&self, taken: &[Step]) -> Vec<Site> {
        let steps = self.choices(taken).map(|choices| choices.steps).unwrap_or_default();
        if let [Step::Site(only)] = steps[..] {
            return vec![only];
        }
        let mut forced = if steps.is_empty() { Vec::new() } else { self.current().forced(taken) };
        forced.retain(|site| steps.contains(&Step::Site(*site)));
        forced
    }

    fn takes(&self) -> bool {
        self.current().passed().is_some()
    }

    fn threatened(&self) -> Vec<Site> {
        if self.is_over() {
            return Vec::new();
        }
        self.threats.get_or_init(|| threats::threatened(self.current())).clone()
    }

    fn refuse_step(&self, taken: &[Step], step: Step) -> Option<Message> {
        let choices = self.choices(taken)?;
        let is_choice = choices.steps.contains(&step);
        let is_on_board = match step {
            Step::Site(site) => usize::from(site.0) < self.current().scene().sites.len(),
            Step::Count(_) | Step::Button(_) => true,
        };
        let is_open = !choices.steps.is_empty() && is_on_board;
        (!is_choice && is_open).then(|| self.current().refuse_step(taken, step))
    }

    fn sample(&self) -> Scene {
        let sample = G::read_position(&G::Options::default(), G::Position::SAMPLE);
        sample.map_or_else(|_| self.current().scene(), |position| position.scene())
    }

    fn preview(&self, taken: &[Step]) -> Option<Scene> {
        let scene = self.scene();
        if taken.is_empty() {
            return Some(scene);
        }
        self.choices(taken)?;
        let mut preview = self.current().preview(taken);
        preview.marks.extend(scene.marks);
        Some(preview)
    }

    fn remarks(&self, ply: usize) -> Vec<Message> {
        let Some([before @ .., last]) = self.plies.get(..ply) else { return Vec::new() };
        before.last().map_or(&self.start, |ply| &ply.after).remarks(last.mv)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self.current(), depth)
    }

    fn divide(&self, depth: u32, visit: &mut dyn FnMut(&str, u64) -> ControlFlow<()>) {
        let Some(rest) = depth.checked_sub(1) else { return };
        let position = self.current();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.sort_by_cached_key(ToString::to_string);
        for mv in moves {
            if visit(&mv.to_string(), perft::perft(&position.after(mv), rest)).is_break() {
                return;
            }
        }
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn fork_at(&self, ply: usize) -> Option<Box<dyn Session>> {
        if ply == self.plies.len() {
            return Some(self.fork());
        }
        Some(Box::new(self.prefix(ply)?))
    }

    fn offer_draw(&mut self, player: Player) -> Result<(), AgreementError> {
        self.check_running(player)?;
        if !G::INFO.draws {
            return Err(AgreementError::NoDraws { game: G::INFO.name });
        }
        match &self.offer {
            None => self.offer = Some(Offer::new(player)),
            Some(offer) if offer.by() == player => return Err(AgreementError::AlreadyOffered { player }),
            Some(_) => self.accept_draw(player)?,
        }
        Ok(())
    }

    fn draw_offer(&self) -> Option<Player> {
        self.offer.map(Offer::by)
    }

    fn draw_agreed(&self) -> Players {
        self.offer.map(Offer::agreed).unwrap_or_default()
    }

    fn accept_draw(&mut self, player: Player) -> Result<(), AgreementError> {
        let seats = self.seat_count();
        if self.offer_to(player)?.accept(player, seats) {
            self.end(self.draw(Reason::Agreement));
        }
        Ok(())
    }

    fn decline_draw(&mut self, player: Player) -> Result<(), AgreementError> {
        self.offer_to(player)?;
        self.offer = None;
        Ok(())
    }

    fn resign(&mut self, player: Player) -> Result<(), AgreementError> {
        self.abandon(player, Reason::Resignation)
    }

    fn forfeit_on_time(&mut self, player: Player) -> Result<(), AgreementError> {
        self.abandon(player, Reason::Time)
    }

    fn set_tag(&mut self, name: &str, value: &str) {
        let seats = self.seat_count();
        self.tags.set(name, value, seats);
    }

    fn tag(&self, name: &str) -> Option<String> {
        match name {
            tags::GAME => Some(self.spec()),
            tags::POSITION => self.start_position(),
            tags::RESULT => Some(self.result()),
            tags::REASON => self.outcome().map(|outcome| outcome.reason.to_string()),
            _ => self.tags.get(name).map(ToOwned::to_owned),
        }
    }

    fn comment(&mut self, text: &str) {
        let place = self.plies.last_mut().map_or(&mut self.opening, |ply| &mut ply.comment);
        *place = tidy_comment(text);
    }

    fn record(&self) -> Record {
        let outcome = self.outcome();
        let derived = Derived {
            game: self.spec(),
            position: self.start_position(),
            result: self.result(),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
        };
        let tags = self.tags.in_order(derived, self.seat_count());
        let mut mover = self.start.to_move();
        let moves = self.plies.iter().map(|Ply { mv, after, comment }| {
            let player = std::mem::replace(&mut mover, after.to_move());
            RecordedMove { player, text: mv.to_string(), comment: comment.clone() }
        });
        Record::new(tags, self.opening.clone(), moves.collect(), outcome)
    }
}
