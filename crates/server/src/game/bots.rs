//! Who moves the bots: the instance that has the lock on the game, and another one if that dies.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cairn_table::ThinkJob;

use super::change::Update;
use super::games::Games;
use super::judge::Command;
use super::seat::Seat;
use super::slot::Slot;
use crate::pool::Lane;
use crate::store::WaitingGame;

/// How often games are looked for in which a bot is to move and nobody lets it think.
const ROUND: Duration = Duration::from_secs(1);
/// How many such games are taken up in one round, besides those that are taken up already.
const TAKEN_UP: u32 = 500;

/// The pauses before it is tried again to get the right to move the bots of a game that somebody has just given
/// a move: the instance that had it may be about to give it back. After that the rounds find the game.
const PAUSES: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(150)];

impl Games {
    /// Lets the bots of a game play for as long as it is their turn. If that happens already, it is looked at
    /// once more in the end.
    pub(super) fn move_bot(&self, slot: &Arc<Slot>) {
        if slot.calls.fetch_add(1, Ordering::AcqRel) == 0 {
            self.start_bots(slot, &PAUSES);
        }
    }

    /// The same for a game that waits; nothing if that happens already.
    fn take_up(&self, slot: &Arc<Slot>) {
        if slot.calls.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.start_bots(slot, &[]);
        }
    }

    fn start_bots(&self, slot: &Arc<Slot>, pauses: &'static [Duration]) {
        let (Some(games), slot) = (self.me.upgrade(), Arc::clone(slot)) else { return };
        self.bot_tasks.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            loop {
                let calls = slot.calls.load(Ordering::Acquire);
                let mut pauses = pauses.iter();
                while !games.move_bots(&slot).await {
                    let Some(pause) = pauses.next() else { break };
                    tokio::time::sleep(*pause).await;
                }
                if slot.calls.compare_exchange(calls, 0, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                    break;
                }
            }
            games.bot_tasks.fetch_sub(1, Ordering::Relaxed);
        });
    }

    /// Whether this instance had the right to move the bots.
    async fn move_bots(&self, slot: &Arc<Slot>) -> bool {
        let Some((creator, is_bots_only)) = self.creator_of(slot).await else { return true };
        let _permit = if is_bots_only { self.bots_only.enter(&creator).await } else { None };
        let lock = match self.store.lock_bots(&slot.id).await {
            Ok(Some(lock)) => lock,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(game = slot.id, %error, "lock");
                return false;
            }
        };
        while let Some((bot, job, turn)) = self.next_job(slot).await {
            let thought = self.pool.think(&creator, &bot, job).await;
            let text = match thought {
                Some(Ok(text)) => text,
                Some(Err(fault)) => {
                    tracing::error!(game = slot.id, %fault, "bot");
                    break;
                }
                // The server stops, or the game is taken up again in a later round.
                None => break,
            };
            // Without the right another instance thinks about the same move by now.
            if !lock.is_held() {
                break;
            }
            if let Err(error) = self.execute(&slot.id, Command::BotMove { text, turn }).await {
                tracing::warn!(game = slot.id, %error, "a bot's move was not stored");
                break;
            }
        }
        true
    }

    /// The scheduling key of a game, and whether only bots play in it.
    async fn creator_of(&self, slot: &Arc<Slot>) -> Option<(String, bool)> {
        let held = self.open(slot).await.ok()?;
        let game = held.as_ref()?;
        Some((game.row.scheduling_key().to_owned(), game.seats.iter().all(Seat::is_bot)))
    }

    /// The bot to move, its job, and the turn that the job is for.
    async fn next_job(&self, slot: &Arc<Slot>) -> Option<(String, ThinkJob, u32)> {
        // Another instance may have moved it a moment ago.
        let guard = self.open_now(slot).await.ok()?;
        let game = guard.as_ref().filter(|game| game.is_bot_to_move())?;
        let job = game.table.think_job()?;
        slot.announce(Update::Thinking { by: job.player().index() }, game.moment(self.store.now()));
        let bot = game.seats.get(job.player().index())?.word.clone();
        Some((bot, job, game.turn))
    }

    /// Takes up games whose bots nobody lets think, for as long as the server runs.
    pub(crate) async fn take_up_bots(self: Arc<Self>) {
        loop {
            let limit = TAKEN_UP.saturating_add(self.bot_tasks.load(Ordering::Relaxed));
            match self.store.games_of_bots(limit).await {
                Ok(mut games) => {
                    games.sort_by_key(slowest_lane);
                    for game in games {
                        self.take_up(&self.slots.get(&game.id));
                    }
                }
                Err(error) => tracing::warn!(%error, "games of bots"),
            }
            tokio::time::sleep(ROUND).await;
        }
    }
}

/// The lane of its slowest bot: games of quick bots are taken up first.
fn slowest_lane(game: &WaitingGame) -> Lane {
    let bots = game.seats.iter().map(Seat::from).filter(Seat::is_bot);
    bots.map(|seat| Lane::of_bot(&seat.word)).max().unwrap_or(Lane::QuickBot)
}
