//! Whole sessions with `cairn ugi`, with few nodes per search.
#![no_main]

#[path = "../../crates/cairn/src/failure.rs"]
mod failure;
#[path = "../../crates/cairn/src/lines.rs"]
mod lines;
#[path = "../../crates/cairn/src/output.rs"]
mod output;
#[path = "../../crates/cairn/src/ugi/mod.rs"]
mod ugi;

use std::fs::File;
use std::io::{self, Seek, Write};
use std::sync::Once;

use rustix::stdio::{dup2_stdin, dup2_stdout};

const MAX_LINES: usize = 40;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| dup2_stdout(File::create("/dev/null").unwrap()).unwrap());
    let mut input = tempfile::tempfile_in("/dev/shm").or_else(|_| tempfile::tempfile()).unwrap();
    for line in bytes.split(|&byte| byte == b'\n').take(MAX_LINES) {
        input.write_all(line).unwrap();
        let is_go = line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()) == Some(b"go");
        input.write_all(if is_go { b" nodes 40\n" } else { b"\n" }).unwrap();
    }
    input.rewind().unwrap();
    dup2_stdin(&input).unwrap();
    ugi::run(None).unwrap();
    // The program does not read past `quit`; the rest must not become the next session.
    io::copy(&mut io::stdin().lock(), &mut io::sink()).unwrap();
});
