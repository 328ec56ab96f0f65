//! Self-play statistics.

use cairn_arena::{MatchConfig, RecordFile, SelfPlay, Stats};
use cairn_engine::StopFlag;

fn self_play(spec: &str, bot: &str, games: usize, threads: usize) -> Stats {
    let mut config = MatchConfig::new(spec, 1).unwrap();
    config.opening_plies = 0;
    let self_play = SelfPlay { bot: bot.parse().unwrap(), config, games, threads };
    self_play.run(None, &StopFlag::default(), &mut |_| {}).unwrap()
}

#[test]
fn every_number_adds_up() {
    let stats = self_play("staqs", "random", 60, 2);
    assert_eq!((stats.games, stats.distinct, stats.plies.len()), (60, 60, 60));
    assert_eq!(stats.wins.iter().sum::<usize>() + stats.draws, 60);
    assert_eq!(stats.reasons, [("tallest stack".to_owned(), 60)]);
    // There are 25 squares for the first disc and 24 for the second.
    assert_eq!(stats.by_ply[..2], [(25.0, 60), (24.0, 60)]);
    assert_eq!(stats.most_moves, 25);
    let lengths = stats.lengths();
    assert!(lengths.min as f64 <= lengths.mean && lengths.mean <= lengths.max as f64);
    assert_eq!(stats.by_ply.len(), lengths.max);
    assert_eq!(stats.histogram(5).iter().map(|(_, games)| games).sum::<usize>(), 60);
    assert!(stats.histogram(5).len() <= 5);
    let late_lead = &stats.leads[2];
    assert!(late_lead.held * 2 > late_lead.ahead && late_lead.ahead <= 60, "{late_lead:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let numbers = |threads| {
        let stats = self_play("stac", "greedy", 8, threads);
        (stats.plies, stats.wins, stats.draws, stats.reasons, stats.most_moves, stats.leads)
    };
    assert_eq!(numbers(1), numbers(3));
}

#[test]
fn wins_are_counted_for_every_seat() {
    let stats = self_play("staqs:players=3", "random", 12, 2);
    assert_eq!(stats.wins.len(), 3);
}

#[test]
fn statistics_resume_from_their_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let mut config = MatchConfig::new("stac", 1).unwrap();
    config.opening_plies = 4;
    let whole = SelfPlay { bot: "greedy".parse().unwrap(), config, games: 8, threads: 2 };
    let run = |self_play: &SelfPlay| {
        let pairing = [(&self_play.bot, &self_play.bot)];
        let mut file = RecordFile::open(&path, &self_play.config, &pairing).unwrap();
        let mut first_seen = None;
        let stats = self_play.run(Some(&mut file), &StopFlag::default(), &mut |games| {
            first_seen.get_or_insert(games);
        });
        (stats.unwrap(), first_seen.unwrap())
    };
    assert_eq!(run(&SelfPlay { games: 5, ..whole.clone() }).1, 0);
    let (resumed, restored) = run(&whole);
    assert_eq!((restored, resumed.games, crate::records(&path).len()), (5, 8, 8));
    let direct = whole.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    let numbers =
        |stats: Stats| (stats.plies, stats.wins, stats.reasons, stats.by_ply, stats.leads, stats.distinct);
    assert_eq!(numbers(resumed), numbers(direct));
}
