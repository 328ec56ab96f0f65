//! No sequence of events makes a table panic or violates its invariants.

use cairn_rules::Player;
use cairn_table::TableEvent;
use proptest::prelude::*;

use crate::test_table::TestTable;

fn event() -> impl Strategy<Value = (u8, usize)> {
    (0..18u8, 0..6usize)
}

fn apply(test: &mut TestTable, (kind, number): (u8, usize)) {
    let player = Player::ALL[number % 4];
    let accept = number % 2 == 0;
    let event = match kind {
        0 => TableEvent::Tick,
        1..=3 => {
            let moves = test.table.session().legal_moves();
            TableEvent::Play(moves.get(number % moves.len().max(1)).cloned().unwrap_or_default())
        }
        4 => TableEvent::StopThinking,
        5 => TableEvent::SetPaused(accept),
        6 => TableEvent::Step,
        7 => TableEvent::Undo,
        8 => TableEvent::Redo,
        9 => TableEvent::AskTakeback(player),
        10 => TableEvent::AnswerTakeback { player, accept },
        11 => TableEvent::OfferDraw(player),
        12 => TableEvent::AnswerDraw { player, accept },
        13 if number == 0 => TableEvent::Resign(player),
        14 => TableEvent::LookAt(number),
        15 => TableEvent::Again { swap: accept },
        16 => match test.jobs.pop() {
            Some(job) => TableEvent::Thought(job.run()),
            None => TableEvent::Tick,
        },
        _ => TableEvent::Play("nonsense".to_owned()),
    };
    test.on(event);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_table_survives_everything(
        events in prop::collection::vec(event(), 0..80),
        players in prop::sample::select(vec![["human", "random"], ["human", "human"], ["random", "greedy"]]),
    ) {
        let mut test = TestTable::new("staqs:size=4", &players);
        test.hold_jobs = true;
        for event in events {
            apply(&mut test, event);
            let table = &test.table;
            prop_assert!(table.shown_ply() <= test.plies());
            prop_assert!(!table.is_persons_turn() || !table.is_bots_turn());
            prop_assert!(!table.is_over() || table.thinking_since().is_none());
            prop_assert_eq!(table.seats().len(), 2);
        }
    }
}

#[test]
fn time_controls() {
    cairn_test_support::check_corpus("time_control", 2_000, crate::invariants::time_control);
}
