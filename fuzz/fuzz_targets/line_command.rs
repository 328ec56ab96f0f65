//! Lines typed at the prompt of a game, in every language.
#![no_main]

#[path = "../../crates/cairn/src/play/command.rs"]
mod command;

use cairn_texts::{Language, Texts};
use command::{Command, LOCAL};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let line = String::from_utf8_lossy(bytes);
    for language in Language::ALL {
        match LOCAL.parse(line.trim(), Texts::new(language)) {
            Command::Empty => assert!(line.trim().is_empty()),
            Command::Move(mv) => assert_eq!(mv, line.trim()),
            Command::Run(_, argument) => assert!(line.contains(&argument)),
            Command::Incomplete(usage) => assert!(!usage.is_empty()),
        }
    }
});
