//! Implements [`Session`] for every game: the only place that erases a game's types.

use std::fmt::Write;
use std::ops::ControlFlow;

use cairn_rules::{Game, GameInfo, MoveError, Outcome, Player, Players, Position, Reason, perft};

use crate::offer::Offer;
use crate::record::{RecordedMove, tidy_comment};
use crate::tags;
use crate::typed::{Ply, Redo};
use crate::{
    AgreementError, BoardView, Record, Session, Snapshot, SnapshotEnding, SnapshotMove, TagError,
    TypedSession, Undone,
};

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
        let mut texts: Vec<String> = self.moves().iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(&str) -> ControlFlow<()>) {
        if self.is_over() {
            return;
        }
        let (mut text, mut is_wanted) = (String::new(), true);
        self.current().for_each_move(|mv| {
            if is_wanted {
                text.clear();
                // Writing to a string cannot fail.
                let _ = write!(text, "{mv}");
                is_wanted = visit(&text).is_continue();
            }
        });
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
        self.position_before(index).map(Position::to_move)
    }

    fn history(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.mv.to_string()).collect()
    }

    fn undo(&mut self) -> Option<Undone> {
        if let Some(ending) = self.ending.take() {
            self.undone.push(Redo::Ending(ending));
            return Some(Undone::Ending(ending.reason));
        }
        if !self.plies.is_empty() {
            self.leave_position();
        }
        let ply = self.plies.pop()?;
        self.offer = None;
        let text = ply.mv.to_string();
        self.undone.push(Redo::Ply(ply));
        Some(Undone::Move(text))
    }

    fn redo(&mut self) -> Option<Undone> {
        let redo = self.undone.pop()?;
        self.offer = None;
        Some(match redo {
            Redo::Ply(ply) => {
                let text = ply.mv.to_string();
                self.push(ply);
                Undone::Move(text)
            }
            Redo::Ending(ending) => {
                self.ending = Some(ending);
                Undone::Ending(ending.reason)
            }
        })
    }

    fn board(&self) -> &dyn BoardView {
        self
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

    fn restarted(&self) -> Box<dyn Session> {
        Box::new(Self::from_position(self.spec, self.start))
    }

    fn check_running(&self, player: Player) -> Result<(), AgreementError> {
        if player.index() >= self.seat_count() {
            return Err(AgreementError::NoSuchPlayer { player });
        }
        if self.is_over() { Err(AgreementError::Over) } else { Ok(()) }
    }

    fn check_draw_offer(&self, player: Player) -> Result<(), AgreementError> {
        self.check_running(player)?;
        if !G::INFO.draws {
            return Err(AgreementError::NoDraws { game: G::INFO.name });
        }
        let is_own = self.draw_offer() == Some(player);
        if is_own { Err(AgreementError::AlreadyOffered { player }) } else { Ok(()) }
    }

    fn check_draw_answer(&self, player: Player) -> Result<(), AgreementError> {
        self.check_running(player)?;
        match self.draw_offer() {
            None => Err(AgreementError::NotOffered),
            Some(by) if by == player => Err(AgreementError::OwnOffer { player }),
            Some(_) => Ok(()),
        }
    }

    fn offer_draw(&mut self, player: Player) -> Result<(), AgreementError> {
        self.check_draw_offer(player)?;
        if self.offer.is_some() {
            return self.accept_draw(player);
        }
        self.offer = Some(Offer { by: player, agreed: Players::from_iter([player]) });
        Ok(())
    }

    fn draw_offer(&self) -> Option<Player> {
        self.offer.map(|offer| offer.by)
    }

    fn draw_agreed(&self) -> Players {
        self.offer.map(|offer| offer.agreed).unwrap_or_default()
    }

    fn accept_draw(&mut self, player: Player) -> Result<(), AgreementError> {
        self.check_draw_answer(player)?;
        let agreed = self.offer.as_mut().map(|offer| {
            offer.agreed.insert(player);
            offer.agreed.len()
        });
        if agreed == Some(self.seat_count()) {
            self.end(self.draw(Reason::Agreement));
        }
        Ok(())
    }

    fn decline_draw(&mut self, player: Player) -> Result<(), AgreementError> {
        self.check_draw_answer(player)?;
        self.offer = None;
        Ok(())
    }

    fn resign(&mut self, player: Player) -> Result<(), AgreementError> {
        self.abandon(player, Reason::Resignation)
    }

    fn forfeit_on_time(&mut self, player: Player) -> Result<(), AgreementError> {
        self.abandon(player, Reason::Time)
    }

    fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let seats = self.seat_count();
        self.tags.set(name, value, seats)
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
        let seats = self.seat_count();
        let owned = |name: &str, value: String| (name.to_owned(), value);
        let names = Player::seats(seats).map(tags::seat_tag);
        let expected = std::iter::once(tags::GAME).chain(names).chain([tags::DATE]);
        let mut all: Vec<(String, String)> = expected
            .map(|name| owned(name, self.tag(name).unwrap_or_else(|| tags::UNKNOWN.to_owned())))
            .collect();
        let derived = [tags::POSITION, tags::RESULT, tags::REASON].into_iter();
        all.extend(derived.filter_map(|name| Some(owned(name, self.tag(name)?))));
        all.extend(self.tags.all().into_iter().filter(|(name, _)| !tags::is_expected(name, seats)));
        let mut mover = self.start.to_move();
        let moves = self.plies.iter().map(|Ply { mv, after, comment }| {
            let player = std::mem::replace(&mut mover, after.to_move());
            RecordedMove { player, text: mv.to_string(), comment: comment.clone() }
        });
        Record::new(all, self.opening.clone(), moves.collect(), self.outcome())
    }

    fn snapshot(&self) -> Snapshot {
        let ply = |Ply { mv, comment, .. }: &Ply<G>| SnapshotMove {
            text: mv.to_string(),
            comment: comment.clone(),
        };
        let undone_ending = self.undone.iter().find_map(|redo| match redo {
            Redo::Ply(_) => None,
            Redo::Ending(ending) => Some(*ending),
        });
        let undone = self.undone.iter().rev().filter_map(|redo| match redo {
            Redo::Ply(undone) => Some(ply(undone)),
            Redo::Ending(_) => None,
        });
        let ending = self.ending.or(undone_ending);
        let offer = self.offer.map(|offer| {
            let others = offer.agreed.iter().filter(move |player| *player != offer.by);
            std::iter::once(offer.by).chain(others)
        });
        Snapshot {
            game: self.spec(),
            position: self.start_position(),
            tags: self.tags.all(),
            opening_comment: self.opening.clone(),
            moves: self.plies.iter().map(ply).collect(),
            undone: undone.collect(),
            ending: ending.map(|outcome| SnapshotEnding {
                result: outcome.score(),
                reason: outcome.reason.to_string(),
            }),
            ending_is_undone: undone_ending.is_some(),
            draw_offer: offer.into_iter().flatten().map(|player| player.name().to_owned()).collect(),
        }
    }
}
