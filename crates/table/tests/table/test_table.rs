//! A table that runs its jobs at once, and whole games on it.

use std::collections::VecDeque;
use std::time::Duration;

use cairn_engine::bots::PlayerSpec;
use cairn_rules::games::ALL;
use cairn_session::open;
use cairn_table::{Notice, Question, Refusal, Table, TableEffect, TableEvent, TableSetup, ThinkJob};

/// A table with all effects that it has returned.
pub(crate) struct TestTable {
    pub(crate) table: Table,
    pub(crate) now: Duration,
    pub(crate) saves: usize,
    pub(crate) notices: Vec<Notice>,
    pub(crate) refused: Vec<Refusal>,
    pub(crate) questions: Vec<Question>,
    /// Jobs that have not run yet, if the test holds them back.
    pub(crate) jobs: Vec<ThinkJob>,
    pub(crate) hold_jobs: bool,
}

pub(crate) fn setup(spec: &str, players: &[&str]) -> TableSetup {
    let players: Vec<PlayerSpec> = players.iter().map(|player| player.parse().unwrap()).collect();
    TableSetup::new(open(spec, None).unwrap(), players, 7).with_date("2026.11.17")
}

impl TestTable {
    pub(crate) fn new(spec: &str, players: &[&str]) -> Self {
        Self::at(Table::new(setup(spec, players)))
    }

    pub(crate) fn at(table: Table) -> Self {
        Self {
            table,
            now: Duration::ZERO,
            saves: 0,
            notices: Vec::new(),
            refused: Vec::new(),
            questions: Vec::new(),
            jobs: Vec::new(),
            hold_jobs: false,
        }
    }

    /// Handles an event a second later, and all of its effects.
    pub(crate) fn on(&mut self, event: TableEvent) {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            self.now += Duration::from_secs(1);
            let effects = self.table.handle(event, self.now);
            let told = effects.iter().position(|effect| matches!(effect, TableEffect::Notify(_)));
            let saved = effects.iter().position(|effect| matches!(effect, TableEffect::Save));
            assert!(saved.is_none_or(|saved| saved == 0 && told.is_none_or(|told| saved < told)));
            for effect in effects {
                match effect {
                    TableEffect::Save => self.saves += 1,
                    TableEffect::Notify(notice) => self.notices.push(notice),
                    TableEffect::Refuse(refused) => self.refused.push(refused),
                    TableEffect::Ask(question) => self.questions.push(question),
                    TableEffect::Think(job) if self.hold_jobs => self.jobs.push(job),
                    TableEffect::Think(job) => events.push_back(TableEvent::Thought(job.run())),
                    TableEffect::Analyze(job) => events.push_back(TableEvent::Analysis(job.run(&mut |_| ()))),
                }
            }
        }
    }

    /// Delivers the reply of the last job that was held back.
    pub(crate) fn think(&mut self) {
        let job = self.jobs.pop().unwrap();
        self.on(TableEvent::Thought(job.run()));
    }

    /// Plays the first legal move for the person to move.
    pub(crate) fn play(&mut self) {
        let mv = self.table.session().legal_moves().swap_remove(0);
        self.on(TableEvent::Play(mv));
    }

    pub(crate) fn plies(&self) -> usize {
        self.table.session().ply()
    }
}

#[test]
fn every_game_is_played_to_its_end_and_saved_after_every_move() {
    for info in ALL {
        let mut test = TestTable::new(info.id, &["random", "human"]);
        test.on(TableEvent::Tick);
        assert_eq!(test.plies(), 1, "{}: the bot begins", info.id);
        let mut most = 400;
        while !test.table.is_over() && most > 0 {
            test.play();
            most -= 1;
        }
        assert_eq!(test.saves, test.plies(), "{}", info.id);
        assert!(test.refused.is_empty(), "{}: {:?}", info.id, test.refused);
        let moved = test.notices.iter().filter(|notice| matches!(notice, Notice::Moved { .. })).count();
        assert_eq!(moved, test.plies());
        if test.table.is_over() {
            assert!(matches!(test.notices.last(), Some(Notice::Ended(_))), "{}", info.id);
        }
    }
}

#[test]
fn the_record_names_the_players_and_keeps_existing_tags() {
    let tag = |table: &Table, name: &str| table.session().tag(name);
    let table = Table::new(setup("staqs", &["human", "level2"]));
    let said = ["First", "Second", "Date", "Seed"].map(|name| tag(&table, name));
    assert_eq!(said.map(Option::unwrap), ["human", "level2", "2026.11.17", "7"]);
    let mut named = setup("staqs", &["human"]);
    named.session.set_tag("First", "Ana").unwrap();
    let table = Table::new(named);
    let said = ["First", "Second", "Seed"].map(|name| tag(&table, name));
    assert_eq!(said, [Some("Ana".to_owned()), Some("human".to_owned()), None], "no bot, no seed");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = || {
        let mut test = TestTable::new("sight", &["level1", "random"]);
        test.on(TableEvent::Tick);
        test.table.session().history()
    };
    assert_eq!(play(), play());
}

#[test]
fn again_begins_anew_and_swap_rotates_the_seats() {
    let mut test = TestTable::new("staqs:size=3", &["human", "random"]);
    test.on(TableEvent::Again { swap: true });
    assert_eq!(test.refused, [Refusal::NotOver]);
    test.play();
    test.on(TableEvent::Resign(test.table.session().to_move()));
    let (seed, game) = (test.table.seed(), test.table.game());
    test.on(TableEvent::Again { swap: true });
    assert_eq!(test.table.player_names(), ["random", "human"]);
    assert_eq!(test.plies(), 1, "the bot has begun");
    assert!(test.table.seed() != seed && test.table.game() != game);
    assert_eq!(test.table.session().tag("Date").as_deref(), Some("2026.11.17"));
}

#[test]
fn people_cannot_move_for_bots_or_in_the_past() {
    let mut test = TestTable::new("staqs", &["human", "random"]);
    test.hold_jobs = true;
    test.play();
    test.play();
    assert_eq!(test.refused.pop(), Some(Refusal::BotToMove));
    test.on(TableEvent::LookAt(0));
    assert!(test.table.is_looking_back() && test.table.shown_ply() == 0);
    test.play();
    assert_eq!(test.refused.pop(), Some(Refusal::LookingBack));
    test.on(TableEvent::LookAt(usize::MAX));
    assert!(!test.table.is_looking_back());
    test.on(TableEvent::Play("nonsense".to_owned()));
    assert_eq!(test.refused.pop(), Some(Refusal::BotToMove));
}
