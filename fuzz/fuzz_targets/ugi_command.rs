//! Single lines for `cairn ugi`: commands, limits and options.
#![no_main]

#[path = "../../crates/cairn/src/ugi/command.rs"]
mod command;
#[path = "../../crates/cairn/src/ugi/go.rs"]
mod go;
#[path = "../../crates/cairn/src/lines.rs"]
mod lines;
#[path = "../../crates/cairn/src/ugi/options.rs"]
mod options;

use cairn_rules::Player;
use cairn_rules::games::ALL;
use command::Command;
use lines::InputLine;

const MAX_LINE_LEN: u64 = 200;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut input = bytes;
    let mut options = options::Options::default();
    loop {
        let line = match lines::read(&mut input, MAX_LINE_LEN).unwrap() {
            InputLine::Text(line) | InputLine::NotUtf8(line) => line,
            InputLine::TooLong => continue,
            InputLine::End => break,
        };
        match Command::parse(&line) {
            Ok(Command::Go(go)) => {
                let is_limited = |player| {
                    let limits = go.limits(player);
                    limits.time.is_some() || limits.nodes.is_some() || limits.depth.is_some()
                };
                assert!(go.infinite || Player::ALL.into_iter().all(is_limited), "{line}");
            }
            Ok(Command::SetOption { name, value }) => {
                let _ = options.set(&name, &value);
                assert!(options.settings(ALL[0]).threads >= 1, "{line}");
            }
            Ok(_) => {}
            Err(problem) => assert!(!problem.is_empty() && problem.len() < 2_000, "{problem}"),
        }
    }
});
