//! Line mode, killed while moves are played, taken back and loaded: it has saved every position on standard output.

use std::fs;

use cairn_rules::games::ALL;
use cairn_session::{Session, open, record};

use crate::home::Home;
use crate::kills::{Chance, repeat};
use crate::program::{Program, command, run};

/// An action of a player.
enum Step {
    Move(String),
    Undo,
    /// Continue with another game.
    Load(Box<dyn Session>),
    Resign,
}

/// The game of a person against the bot `random`, as shown by the program.
struct Game {
    home: Home,
    session: Box<dyn Session>,
    /// Games that were left for another one.
    left: Vec<Vec<String>>,
    /// The number of bytes of output read so far.
    read: usize,
    is_quiet: bool,
}

/// The output of a step.
#[derive(Default)]
struct Shown {
    /// A move of the bot.
    answer: bool,
    /// The position after the step.
    position: bool,
    /// The end of the game.
    end: bool,
}

/// Plays the bot's moves from complete lines of output.
fn follow(session: &mut dyn Session, output: &str) -> Shown {
    let mut shown = Shown::default();
    for line in output.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
        if let Some((_, mv)) = line.split_once(" (random): ") {
            session.play(mv).unwrap();
            shown.answer = true;
        }
        shown.position |= line == session.position();
        shown.end |= line.starts_with("result: ");
    }
    shown
}

impl Game {
    fn start(chance: &mut Chance) -> (Program, Self) {
        let home = Home::new();
        let spec = chance.pick(ALL).id;
        let seed = chance.below(1000).to_string();
        let is_quiet = chance.below(2) == 0;
        let quiet: &[&str] = if is_quiet { &["-q"] } else { &[] };
        let play = ["play", spec, "--plain", "--second", "random", "--seed", &seed];
        let mut program = Program::start(command(home.path(), &[quiet, &play].concat()));
        let session = open(spec, None).unwrap();
        program.send("position\n");
        let read = program.wait_for(|output| follow(&mut *session.fork(), output).position).len();
        (program, Self { home, session, left: Vec::new(), read, is_quiet })
    }

    fn choose_step(&self, chance: &mut Chance) -> Step {
        match chance.below(10) {
            0 | 1 if self.session.ply() >= 2 => Step::Undo,
            2 if self.left.is_empty() => {
                let mut other = open(&self.session.spec(), None).unwrap();
                for _ in 0..=chance.below(4) {
                    let mv = chance.pick(&other.legal_moves()).clone();
                    other.play(&mv).unwrap();
                }
                Step::Load(other)
            }
            _ => Step::Move(chance.pick(&self.session.legal_moves()).clone()),
        }
    }

    /// Returns the lines to type for a step; `position` at the end shows that the step is complete.
    fn lines(&self, step: &Step) -> String {
        let line = match step {
            Step::Move(mv) => mv.clone(),
            Step::Undo => "undo".to_owned(),
            Step::Load(other) => {
                let file = self.home.file("other.txt");
                fs::write(&file, record::write([&other.record()])).unwrap();
                format!("load {file}")
            }
            Step::Resign => "resign".to_owned(),
        };
        line + "\nposition\n"
    }

    /// Returns the game after a step, before the bot replies.
    fn after(&self, step: &Step) -> Box<dyn Session> {
        let mut session = self.session.fork();
        match step {
            Step::Move(mv) => drop(session.play(mv).unwrap()),
            Step::Undo => drop([session.undo(), session.undo()]),
            Step::Load(other) => session = other.fork(),
            Step::Resign => (),
        }
        session
    }

    /// Makes a step and waits until the program shows it.
    fn make(&mut self, program: &mut Program, step: &Step) {
        program.send(&self.lines(step));
        let mut session = self.after(step);
        let output = program.wait_for(|output| follow(&mut *session.fork(), &output[self.read..]).position);
        follow(&mut *session, &output[self.read..]);
        if matches!(step, Step::Load(_)) && self.session.ply() > 0 {
            self.left.push(self.session.history());
        }
        (self.read, self.session) = (output.len(), session);
    }

    /// Asserts that everything is saved that the program showed before it died in this step.
    fn assert_saved(&self, step: &Step, news: &str) {
        let before = self.session.history();
        let mut session = self.after(step);
        let made = session.history();
        let shown = follow(&mut *session, news);
        // A board also shows a person's move.
        let is_made = shown.position || shown.answer || !self.is_quiet && !news.is_empty();

        let mut saved = self.home.saved_games();
        let told = format!("{before:?} and then\n{news}\nsaved: {saved:?}");
        let is_loaded = matches!(step, Step::Load(_)) && !before.is_empty();
        for left in self.left.iter().chain(is_loaded.then_some(&before)) {
            let place = saved.iter().position(|moves| moves == left);
            saved.remove(place.unwrap_or_else(|| panic!("a game that was left is lost: {told}")));
        }
        assert!(saved.len() <= 1, "too many games: {told}");
        let Some(moves) = saved.pop() else {
            let has_none = before.is_empty() || is_loaded;
            assert!(shown.end || made.is_empty() || has_none && !is_made, "the game is lost: {told}");
            return;
        };
        let may_answer = !matches!(step, Step::Undo | Step::Resign);
        let follows = moves.starts_with(&made) && moves.len() <= made.len() + usize::from(may_answer);
        let is_kept = if shown.answer { moves == session.history() } else { follows };
        assert!(is_kept || !is_made && !is_loaded && moves == before, "a move is lost: {told}");
    }

    /// Asserts that the next start offers the latest game, and cleans up.
    fn assert_goes_on(&self) {
        let saved = self.home.saved_games();
        let resumed = run(self.home.path(), &["play", "--plain", "--resume"], "record\nquit\n");
        resumed.assert_status(0);
        let is_offered = |moves: &Vec<String>| {
            let games = self.home.saved_games();
            games.iter().any(|game| game.starts_with(moves)) || resumed.stdout.contains("\nresult: ")
        };
        assert!(saved.iter().all(is_offered), "{saved:?}: {}", resumed.stdout);
        self.home.assert_others_unchanged();
        self.home.assert_no_leftovers("unfinished");
    }
}

/// Makes some steps and dies in the last one; returns the number of kills.
fn play_and_die(chance: &mut Chance, last: impl Fn(&Game, &mut Chance) -> Step) -> usize {
    let (mut program, mut game) = Game::start(chance);
    for _ in 0..chance.below(6) {
        let step = game.choose_step(chance);
        game.make(&mut program, &step);
        if game.session.outcome().is_some() {
            return 0;
        }
    }
    let step = last(&game, chance);
    program.send(&game.lines(&step));
    if chance.below(2) == 0 {
        let bytes = game.read + chance.below(300);
        let after = game.after(&step);
        program.wait_for(|output| {
            let shown = follow(&mut *after.fork(), &output[game.read..]);
            output.len() > bytes || shown.position || shown.end
        });
    }
    chance.pause();
    let ended = program.kill();
    if ended.is_killed() {
        game.assert_saved(&step, &ended.stdout[game.read..]);
        game.home.assert_others_unchanged();
        game.assert_goes_on();
    }
    usize::from(ended.is_killed())
}

#[test]
fn printed_positions_are_saved_when_the_program_is_killed() {
    repeat(20, |chance| play_and_die(chance, Game::choose_step));
}

#[test]
fn a_game_is_saved_until_its_end_is_shown() {
    repeat(5, |chance| play_and_die(chance, |_, _| Step::Resign));
}

/// Games between bots are not saved, because their seed reproduces them.
#[test]
fn a_game_between_bots_is_played_again_from_its_seed() {
    repeat(5, |chance| {
        let home = Home::new();
        let seed = chance.below(1000).to_string();
        let play = ["play", chance.pick(ALL).id, "--first", "random", "--second", "greedy", "--seed", &seed];
        let program = Program::start(command(home.path(), &play));
        let bytes = chance.below(600);
        program.wait_for(|output| output.len() > bytes);
        chance.pause();
        let ended = program.kill();
        let again = run(home.path(), &play, "");
        again.assert_status(0);
        assert!(again.stdout.starts_with(&ended.stdout), "{}\ninstead of\n{}", again.stdout, ended.stdout);
        home.assert_others_unchanged();
        assert_eq!(home.saved_games(), Vec::<Vec<String>>::new());
        usize::from(ended.is_killed())
    });
}
