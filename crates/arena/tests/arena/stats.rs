//! What self-play says about a game.

use std::sync::atomic::AtomicBool;

use cairn_arena::{SelfPlay, Stats, Terms};

fn study(word: &str, bot: &str, games: usize, threads: usize) -> Stats {
    let mut terms = Terms::of(word, 1).unwrap();
    terms.opening = 0;
    let play = SelfPlay { bot: bot.parse().unwrap(), terms, games, threads };
    play.run(&AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[test]
fn games_are_counted_from_every_side() {
    let stats = study("staqs", "random", 60, 2);
    assert_eq!((stats.games, stats.distinct, stats.plies.len()), (60, 60, 60));
    assert_eq!(stats.wins.iter().sum::<usize>() + stats.draws, 60);
    assert_eq!(stats.reasons, [("tallest stack".to_owned(), 60)]);
    // 25 squares for the first disc, 24 for the second.
    assert_eq!(stats.by_ply[..2], [(25.0, 60), (24.0, 60)]);
    assert_eq!(stats.most_moves, 25);
    let lengths = stats.lengths();
    assert!(lengths.min as f64 <= lengths.mean && lengths.mean <= lengths.max as f64);
    assert_eq!(stats.by_ply.len(), lengths.max);
    assert_eq!(stats.histogram(5).iter().map(|(_, games)| games).sum::<usize>(), 60);
    assert!(stats.histogram(5).len() <= 5);
    let decided = &stats.leads[2];
    assert!(decided.held * 2 > decided.ahead && decided.ahead <= 60, "{decided:?}");
}

#[test]
fn threads_change_no_number() {
    let told = |threads| {
        let stats = study("stac", "greedy", 8, threads);
        (stats.plies, stats.wins, stats.draws, stats.reasons, stats.most_moves, stats.leads)
    };
    assert_eq!(told(1), told(3));
}

#[test]
fn larger_tables_are_balanced_by_seat() {
    let stats = study("staqs:players=3", "random", 12, 2);
    assert_eq!(stats.wins.len(), 3);
}
