//! Lines that a person or a program types.

use std::io::{self, IsTerminal, Write};

use cairn_texts::folded;

use crate::failure::Failure;
use crate::interrupt::StopFlag;
use crate::lines::{self, Line};
use crate::printer::Printer;

/// The longest line that is taken seriously.
const LONGEST: u64 = 64 * 1024;

/// Standard input, line by line.
pub(super) struct Input {
    printer: Printer,
    stop_flag: StopFlag,
    lines: io::StdinLock<'static>,
}

impl Input {
    pub(super) fn new(printer: Printer) -> Self {
        Self { printer, stop_flag: StopFlag::new(), lines: io::stdin().lock() }
    }

    /// Ctrl-C while nobody is asked.
    pub(super) fn stop_flag(&self) -> StopFlag {
        self.stop_flag.clone()
    }

    /// Whether a person sits there.
    pub(super) fn is_terminal(&self) -> bool {
        self.lines.is_terminal()
    }

    /// Asks on standard error and reads a line without the space around it; `None` at the end of
    /// input.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        io::stdout().flush()?;
        let texts = self.printer.texts();
        let Self { printer, stop_flag, lines } = self;
        loop {
            // Whoever sees the prompt can end the program.
            let read = stop_flag.while_asking(|| {
                if !printer.is_quiet() {
                    eprint!("{prompt}");
                }
                lines::read(lines, LONGEST)
            });
            match read? {
                Line::Text(line) => return Ok(Some(line)),
                Line::End => return Ok(None),
                Line::TooLong => eprintln!("{}", texts.say("line.too_long")),
                Line::NotText(shown) => {
                    eprintln!("{}", texts.tell("line.not_utf8", &[("word", &shown.escape_debug())]));
                }
            }
        }
    }

    /// What an answer means, in English or in the language of the table.
    pub(super) fn yes_or_no(&self, answer: &str) -> Option<bool> {
        let (texts, answer) = (self.printer.texts(), folded(answer));
        let is = |word: &str| !answer.is_empty() && folded(word).starts_with(&answer);
        if is("yes") || is(texts.say("line.yes")) {
            Some(true)
        } else if is("no") || is(texts.say("line.no")) {
            Some(false)
        } else {
            None
        }
    }
}
