//! `puzzles --generate --output`, killed: either the old or the new file is complete.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::home::Home;
use crate::kills::repeat;
use crate::program::{Program, command, run};

const OLD: &str = "puzzles that took a night\n";

fn arguments(file: &str) -> [&str; 9] {
    ["puzzles", "--generate", "sight:size=4", "--count", "2", "--seed", "1", "--output", file]
}

#[test]
fn puzzle_files_are_complete_or_unchanged() {
    // The new file, and the approximate time that it takes.
    let whole: OnceLock<(String, Duration)> = OnceLock::new();
    repeat(15, |chance| {
        let home = Home::new();
        let file = home.file("puzzles.txt");
        let (new, time) = whole.get_or_init(|| {
            let started = Instant::now();
            run(home.path(), &arguments(&file), "").assert_status(0);
            (fs::read_to_string(&file).unwrap(), started.elapsed())
        });
        fs::write(&file, OLD).unwrap();
        let program = Program::start(command(home.path(), &arguments(&file)));
        // Most moments are near the end, when the file is written.
        let part = if chance.below(4) == 0 { chance.below(80) } else { 80 + chance.below(30) };
        std::thread::sleep(*time * part as u32 / 100);
        chance.pause();
        let ended = program.kill();
        let found = fs::read_to_string(&file).unwrap();
        assert!(found == OLD || found == *new, "{found}");
        home.assert_others_unchanged();
        if ended.is_killed() {
            run(home.path(), &arguments(&file), "").assert_status(0);
            assert_eq!(fs::read_to_string(&file).unwrap(), *new);
            home.assert_no_leftovers("");
        }
        usize::from(ended.is_killed())
    });
}
