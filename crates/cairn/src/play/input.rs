//! Prompts and the lines typed at them.

use std::io::{self, IsTerminal};

use cairn_texts::{Texts, folded};

use crate::failure::Failure;
use crate::interrupt::CtrlC;
use crate::lines::{self, InputLine};
use crate::output::{self, errln};
use crate::printer::Printer;

/// Longer lines are rejected.
pub(crate) const MAX_LINE_LEN: u64 = 64 * 1024;

/// Standard input, line by line.
pub(super) struct Input {
    printer: Printer,
    stop_flag: CtrlC,
    lines: io::StdinLock<'static>,
}

impl Input {
    pub(super) fn new(printer: Printer) -> Self {
        Self { printer, stop_flag: CtrlC::new(), lines: io::stdin().lock() }
    }

    /// Ctrl-C between prompts.
    pub(super) fn stop_flag(&self) -> CtrlC {
        self.stop_flag.clone()
    }

    /// Whether input comes from a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.lines.is_terminal()
    }

    /// Prompts on standard error and reads a trimmed line; `None` at the end of input.
    pub(super) fn prompt(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        output::flush()?;
        let texts = self.printer.texts();
        let Self { printer, stop_flag, lines } = self;
        loop {
            // From the moment the prompt is visible, Ctrl-C ends the program.
            let read = stop_flag.while_prompting(|| {
                if !printer.is_quiet() {
                    output::prompt(prompt);
                }
                lines::read(lines, MAX_LINE_LEN)
            });
            match read? {
                InputLine::Text(line) => return Ok(Some(line)),
                InputLine::End => return Ok(None),
                line @ (InputLine::TooLong | InputLine::NotUtf8(_)) => report_unreadable(&line, texts),
            }
        }
    }

    /// Parses yes or no, in English or in the chosen language.
    pub(super) fn yes_or_no(&self, answer: &str) -> Option<bool> {
        yes_or_no(answer, self.printer.texts())
    }
}

/// Reports a line that is too long or not UTF-8.
pub(super) fn report_unreadable(line: &InputLine, texts: Texts) {
    match line {
        InputLine::TooLong => errln!("{}", texts.text("line.too_long")),
        InputLine::NotUtf8(line) => {
            errln!("{}", texts.format("line.not_utf8", &[("word", &line.escape_debug())]));
        }
        InputLine::Text(_) | InputLine::End => {}
    }
}

/// Parses yes or no, in English or in a language.
pub(crate) fn yes_or_no(answer: &str, texts: Texts) -> Option<bool> {
    let answer = folded(answer);
    let is = |word: &str| !answer.is_empty() && folded(word).starts_with(&answer);
    if is("yes") || is(texts.text("line.yes")) {
        Some(true)
    } else if is("no") || is(texts.text("line.no")) {
        Some(false)
    } else {
        None
    }
}
