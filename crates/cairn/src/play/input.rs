//! Lines that a person or a program types.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use crate::failure::Failure;
use crate::look::Look;

/// The longest line that is taken seriously.
const LONGEST: u64 = 64 * 1024;

/// Standard input, line by line.
pub(super) struct Input {
    look: Look,
    lines: io::StdinLock<'static>,
}

impl Input {
    pub(super) fn new(look: Look) -> Self {
        Self { look, lines: io::stdin().lock() }
    }

    /// Whether a person sits there.
    pub(super) fn is_terminal(&self) -> bool {
        self.lines.is_terminal()
    }

    /// Asks on standard error and reads a line without the space around it; `None` at the end of
    /// input.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        io::stdout().flush()?;
        loop {
            if !self.look.is_quiet() {
                eprint!("{prompt}");
            }
            let mut line = Vec::new();
            if self.lines.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if line.len() as u64 == LONGEST {
                self.skip_line()?;
                eprintln!("That line is too long.");
                continue;
            }
            match String::from_utf8(line) {
                Ok(line) => return Ok(Some(line.trim().to_owned())),
                Err(error) => {
                    let shown = String::from_utf8_lossy(error.as_bytes());
                    eprintln!("`{}` is not valid UTF-8.", shown.trim().escape_debug());
                }
            }
        }
    }

    fn skip_line(&mut self) -> io::Result<()> {
        let mut rest = Vec::new();
        while self.lines.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? != 0 && !rest.ends_with(b"\n") {
            rest.clear();
        }
        Ok(())
    }
}
