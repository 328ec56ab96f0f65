//! Identifies the creators of games for scheduling: the bots of one creator share that creator's computing time.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::ClientAddr;

/// How many games between bots of one creator run at the same time; others wait until one is over.
const MAX_BOTS_ONLY_GAMES: usize = 4;

/// Makes keys of creators that can be stored: hashes of their addresses with a random key that never leaves this process.
/// The keys group games, also after a restart, and do not reveal addresses.
#[derive(Default)]
pub(super) struct CreatorKeys(RandomState);

impl CreatorKeys {
    pub(super) fn key(&self, client: &ClientAddr) -> String {
        format!("{:016x}", self.0.hash_one(client))
    }
}

/// Limits the games between bots of one creator that run at the same time.
#[derive(Default)]
pub(super) struct BotsOnlyGames(Mutex<HashMap<String, Weak<Semaphore>>>);

impl BotsOnlyGames {
    /// Waits until a game of this creator may run; it runs until the permit is dropped. Never `None` while the server
    /// runs.
    pub(super) async fn enter(&self, creator: &str) -> Option<OwnedSemaphorePermit> {
        self.of(creator).acquire_owned().await.ok()
    }

    fn of(&self, creator: &str) -> Arc<Semaphore> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(games) = all.get(creator).and_then(Weak::upgrade) {
            return games;
        }
        all.retain(|_, games| games.strong_count() > 0);
        let games = Arc::new(Semaphore::new(MAX_BOTS_ONLY_GAMES));
        all.insert(creator.to_owned(), Arc::downgrade(&games));
        games
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_client_has_one_key_per_process() {
        let [one, two] = [1, 2].map(|last| ClientAddr::at([127, 0, 0, last].into()));
        let creators = CreatorKeys::default();
        assert_eq!(creators.key(&one), creators.key(&one));
        assert_ne!(creators.key(&one), creators.key(&two));
        assert_ne!(creators.key(&one), CreatorKeys::default().key(&one));
    }

    #[tokio::test]
    async fn games_between_bots_wait_for_others_of_the_same_creator() {
        let games = BotsOnlyGames::default();
        let mut running = Vec::new();
        for _ in 0..MAX_BOTS_ONLY_GAMES {
            running.push(games.enter("one").now_or_never().flatten().unwrap());
        }
        let mut waiting = Box::pin(games.enter("one"));
        assert!((&mut waiting).now_or_never().is_none());
        let other = games.enter("two").now_or_never().flatten();
        assert!(other.is_some());
        running.pop();
        assert!(waiting.await.is_some());
        drop((running, other));
        drop(games.of("three"));
        assert_eq!(games.0.lock().unwrap().len(), 1, "creators without games are forgotten");
    }
}
