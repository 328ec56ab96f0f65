//! A game at the board: who sits there, whose turn it is, which position is looked at.

mod act;
mod advice;
mod bots;
pub(crate) mod draw;
mod moves;
mod offers;
mod panel;
mod past;
mod words;

use std::time::Instant;

use cairn_rules::{Player, Scene};
use cairn_session::{Record, Session};
use cairn_storage::{Autosave, SavedGame};

use crate::context::Context;
use crate::turn::Turn;
use crate::work::{Adviser, Seat};
use advice::Hint;
use bots::{Pace, Thinking};
use cairn_session::players::PlayerSpec;
use past::Past;

pub(crate) use offers::Question;
pub(crate) use panel::offered;
pub(crate) use words::entry;

/// A game and those who play it.
pub(crate) struct Table {
    session: Box<dyn Session>,
    seats: Vec<Seat>,
    seed: u64,
    turn: Turn,
    past: Option<Past>,
    pace: Pace,
    thinking: Option<Thinking>,
    adviser: Adviser,
    /// Whether the evaluation bar is shown.
    evaluating: bool,
    hint: Hint,
    flipped: bool,
    /// Which entry of the list at the end of the game is highlighted.
    ending: usize,
    /// Where the game is kept until it is over.
    autosave: Option<Autosave>,
}

/// What stands on the tags of a record for the seats.
pub(crate) const SEAT_TAGS: [&str; 4] = ["First", "Second", "Third", "Fourth"];

impl Table {
    /// Sits people and bots down at a game.
    pub(crate) fn new(
        mut session: Box<dyn Session>,
        player_specs: Vec<PlayerSpec>,
        seed: u64,
        ctx: &Context,
    ) -> Self {
        let mut rng = cairn_session::Rng::seeded(seed);
        let mut unknown_tag = |name: &str, value: &str| {
            if session.tag(name).is_none() {
                session.set_tag(name, value);
            }
        };
        for (tag, player_spec) in SEAT_TAGS.into_iter().zip(&player_specs) {
            unknown_tag(tag, &player_spec.to_string());
        }
        unknown_tag("Date", ctx.today());
        if !player_specs.iter().all(PlayerSpec::is_human) {
            unknown_tag("Seed", &seed.to_string());
        }
        let seats: Vec<Seat> =
            player_specs.into_iter().map(|player_spec| Seat::new(player_spec, rng.next_u64())).collect();
        // Whoever plays alone against bots sees the board from the own side.
        let flipped = !seats[0].is_human() && seats.len() == 2 && seats[1].is_human();
        let turn = Turn::on(&session.scene());
        Self {
            session,
            seats,
            seed,
            turn,
            past: None,
            pace: Pace::new(ctx.now),
            thinking: None,
            adviser: Adviser::new(),
            evaluating: false,
            hint: Hint::None,
            flipped,
            ending: 0,
            autosave: None,
        }
    }

    /// Goes on with a game that was left.
    pub(crate) fn resume(unfinished: SavedGame, ctx: &Context) -> Result<Self, String> {
        let SavedGame { session, seats, seed, autosave, .. } = unfinished;
        let player_specs: Result<_, _> = seats.iter().map(|word| word.parse::<PlayerSpec>()).collect();
        let mut table = Self::new(session, player_specs.map_err(|error| error.to_string())?, seed, ctx);
        table.autosave = Some(autosave);
        Ok(table)
    }

    /// A record to be looked through from its beginning; whoever played it sits at the board.
    pub(crate) fn replay(record: &Record, ctx: &Context) -> Result<Self, String> {
        let session = record.session().map_err(|error| error.to_string())?;
        let seated =
            |tag: &str| record.tag(tag).and_then(|word| word.parse().ok()).unwrap_or(PlayerSpec::Human);
        let player_specs = SEAT_TAGS.into_iter().take(session.seats()).map(seated).collect();
        let seed = record.tag("Seed").and_then(|seed| seed.parse().ok()).unwrap_or_default();
        let mut table = Self::new(session, player_specs, seed, ctx);
        table.pace.paused = table.has_bot();
        table.look_at(0);
        Ok(table)
    }

    /// The game.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Keeps the game as it stands. Bots that play alone can play again.
    fn keep(&mut self, ctx: &mut Context) {
        if !self.has_human() {
            return;
        }
        let seats: Vec<String> = self.seats.iter().map(|seat| seat.player_spec().to_string()).collect();
        ctx.keep(&mut self.autosave, &*self.session, &seats, self.seed);
    }

    /// Whether keys go to a line of text.
    pub(crate) const fn is_typing(&self) -> bool {
        self.turn.typed.is_some()
    }

    fn has_bot(&self) -> bool {
        !self.seats.iter().all(Seat::is_human)
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    fn is_human(&self, player: Player) -> bool {
        self.seats[player.index()].is_human()
    }

    fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Whether a person may build a turn now.
    fn is_persons_turn(&self) -> bool {
        self.past.is_none() && !self.is_over() && self.is_human(self.session.to_move())
    }

    /// The person who speaks now: whose turn it is, or else the one who plays next.
    fn speaker(&self) -> Option<Player> {
        let seats = self.seats.len();
        let mut player = self.session.to_move();
        for _ in 0..seats {
            if self.is_human(player) {
                return Some(player);
            }
            player = player.next(seats as u8);
        }
        None
    }

    /// The board as it is looked at.
    fn scene(&self) -> Scene {
        if let Some(past) = &self.past {
            return past.scene();
        }
        let mut scene =
            if self.is_persons_turn() { self.turn.scene(&*self.session) } else { self.session.scene() };
        if let Hint::Shown { marks, .. } = &self.hint {
            scene.marks.extend(marks);
        }
        scene
    }

    /// How long nothing will happen by itself; `None` if nothing ever will.
    pub(crate) fn patience(&self, ctx: &Context) -> Option<std::time::Duration> {
        let glance = self.thinking.is_some().then_some(crate::context::GLANCE);
        let next = self.next_move_at(ctx).map(|at| at.saturating_duration_since(ctx.now));
        glance.into_iter().chain(next).min()
    }

    /// How long a bot has been thinking.
    fn thinking_since(&self) -> Option<Instant> {
        self.thinking.as_ref().map(|thinking| thinking.since)
    }
}
