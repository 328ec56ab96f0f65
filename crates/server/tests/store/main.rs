//! The contract of a store on both databases, and tests specific to one of them.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

/// Defines the contract's tests for one database: `$place` creates one, or returns `None` where there is none.
macro_rules! contract_tests {
    ($place:expr; $($name:ident)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            if let Some(place) = $place {
                crate::contract::$name(&place.database).await;
            }
        }
    )*};
    ($place:expr) => {
        contract_tests! { $place;
            a_game_is_created_once a_game_is_given_back_as_it_was entries_are_given_back_in_order
            only_the_next_entry_is_stored one_of_many_gets_the_number
            entries_of_many_games_are_kept_apart a_game_is_deleted_while_it_is_played every_entry_is_given_back_as_it_was
            texts_that_cannot_be_kept_are_refused lists_of_games games_of_bots creators_take_turns_with_their_bots
            a_check_writes_and_can_be_repeated games_are_deleted_when_old
            ids_are_listed_in_pages entries_are_notified one_holder_moves_the_bots stored_games_survive_reopening
            time_does_not_go_backwards a_study_is_given_back_as_it_was
            only_the_next_version_of_a_study_is_stored studies_are_deleted_when_old
        }
    };
}

mod contract;
mod kills;
#[cfg(all(unix, feature = "postgres"))]
mod postgres;
mod sqlite;

use cairn_server::store::{Entry, EntryKind, GameRow, SeatRow, Summary, Terms};

/// Returns a game between a person and an open seat.
fn game(id: &str) -> GameRow {
    let person = SeatRow { player: "human".into(), name: Some("Ana".into()), token: Some("hash".into()) };
    let open = SeatRow { player: "open".into(), ..SeatRow::default() };
    GameRow {
        id: id.into(),
        spec: "staqs:size=5".into(),
        start: None,
        seats: vec![person, open],
        clock: "none".into(),
        public: false,
        seed: 7,
        created: 1_000,
        creator: None,
        terms: Terms::default(),
    }
}

/// Returns a move.
fn entry(text: &str) -> Entry {
    Entry { at: 2_000, seat: 0, kind: EntryKind::Move { text: text.into() } }
}

/// Returns the summary of a game in which a person is to move, last changed at a time.
fn running(updated: i64) -> Summary {
    Summary { bot_to_move: false, result: None, updated }
}
