//! `solve`, killed while it writes a certificate or the book: either the old or the new file is complete.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use cairn_engine::SolvedPosition;
use cairn_engine::book::BookFile;
use cairn_rules::Wdl;

use crate::home::Home;
use crate::kills::{Chance, repeat};
use crate::program::{Program, command, run};

/// Waits until some bytes were printed and a moment longer, and kills; returns the output, if the program was killed.
fn kill_after(program: Program, bytes: usize, chance: &mut Chance) -> (String, bool) {
    let bytes = chance.below(bytes + 1);
    program.wait_for(|output| output.len() >= bytes);
    chance.pause();
    let ended = program.kill();
    (ended.stdout.clone(), ended.is_killed())
}

const OLD: &str = "a proof that took a week\n";

#[test]
fn certificates_are_complete_or_unchanged() {
    let whole: OnceLock<(String, usize)> = OnceLock::new();
    repeat(10, |chance| {
        let home = Home::new();
        let file = home.file("proof.txt");
        let solve = ["solve", "sight:size=4", "--threads", "1", "--memory", "4", "--certificate", &file];
        let (new, shown) = whole.get_or_init(|| {
            let ended = run(home.path(), &solve, "");
            ended.assert_status(0);
            (fs::read_to_string(&file).unwrap(), ended.stdout.len())
        });
        fs::write(&file, OLD).unwrap();
        let program = Program::start(command(home.path(), &solve));
        let (_, is_killed) = kill_after(program, *shown, chance);
        let found = fs::read_to_string(&file).unwrap();
        assert!(found == OLD || found == *new, "{found}");
        home.assert_others_unchanged();
        if is_killed {
            run(home.path(), &solve, "").assert_status(0);
            run(home.path(), &["verify", &file], "").assert_status(0);
            home.assert_no_leftovers("");
        }
        usize::from(is_killed)
    });
}

/// A position whose proof takes long enough to be stored.
pub(crate) const LONG: [&str; 7] =
    ["solve", "staqs:size=4,placement=free", "--all", "--threads", "1", "--memory", "16"];

/// A value whose proof took this long in total must be stored.
const STORED: Duration = Duration::from_secs(2);

#[test]
fn a_value_is_in_the_book_before_it_is_shown() {
    repeat(1, |chance| {
        let home = Home::new();
        let book = home.path().join("book.txt");
        let started = Instant::now();
        let program = Program::start(command(home.path(), &LONG));
        program.wait_for(|output| output.contains('\n'));
        let time = started.elapsed();
        chance.pause();
        let ended = program.kill();
        // A fast machine stores no values.
        let is_stored = fs::read_to_string(&book).is_ok_and(|book| book.contains(" draw staqs:size=4"));
        assert!(is_stored || time < STORED, "{} is not in the book", ended.stdout);
        let next = run(home.path(), &["solve", "sight:size=3", "--memory", "1"], "");
        next.assert_status(0);
        assert_eq!(next.stderr, "", "the book is intact");
        home.assert_others_unchanged();
        home.assert_no_leftovers("");
        usize::from(ended.is_killed())
    });
}

/// The variable that makes `book_writer` write.
const BOOK: &str = "CAIRN_TEST_BOOK";
const SPEC: &str = "staqs:size=4";

fn position(number: usize) -> SolvedPosition {
    SolvedPosition { position: format!("position {number}"), value: Wdl::Draw }
}

/// Adds values to a book until it is killed, and prints each once it is stored.
#[test]
#[ignore = "a program for the test below"]
fn book_writer() {
    let Some(book) = env::var_os(BOOK) else { return };
    let (mut book, _) = BookFile::open(Path::new(&book)).unwrap();
    for number in book.book().len().. {
        book.add(SPEC, &[position(number)]).unwrap();
        println!("stored {number}");
    }
}

#[test]
fn a_book_has_every_value_that_was_stored() {
    repeat(9, |chance| {
        let home = Home::new();
        let book = home.path().join("book.txt");
        let mut stored = 0;
        for _ in 0..3 {
            let mut writer = Command::new(env::current_exe().unwrap());
            writer.args(["--exact", "solving::book_writer", "--ignored", "--nocapture"]).env(BOOK, &book);
            let (shown, _) = kill_after(Program::start(writer), 2000, chance);
            let whole = shown.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            stored += whole.filter(|line| line.contains("stored ")).count();
            let (file, damage) = BookFile::open(&book).unwrap();
            let values = file.book().values(SPEC).count();
            assert!((stored..=stored + 1).contains(&values), "{values} instead of {stored}: {damage:?}");
            stored = values;
        }
        home.assert_others_unchanged();
        3
    });
}
