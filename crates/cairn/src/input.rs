//! Prompts, and the lines that the user types.

use std::io::{self, BufReader, IsTerminal};

use cairn_texts::{Texts, folded};

use crate::failure::Failure;
use crate::interrupt::CtrlC;
use crate::lines::{self, InputLine};
use crate::output::{self, errln};
use crate::printer::Printer;

/// The maximum length of a line.
pub(crate) const MAX_LINE_LEN: u64 = 64 * 1024;

/// Standard input, line by line.
pub(crate) struct Input {
    printer: Printer,
    stop_flag: CtrlC,
    lines: BufReader<io::StdinLock<'static>>,
}

impl Input {
    pub(crate) fn new(printer: Printer) -> Self {
        Self { printer, stop_flag: CtrlC::new(), lines: BufReader::new(io::stdin().lock()) }
    }

    /// Returns the handler of Ctrl-C between prompts.
    pub(crate) fn stop_flag(&self) -> CtrlC {
        self.stop_flag.clone()
    }

    /// Returns whether input comes from a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.lines.get_ref().is_terminal()
    }

    /// Returns whether another line has already arrived.
    pub(crate) fn has_arrived(&self) -> bool {
        !self.lines.buffer().is_empty()
    }

    /// Prompts on standard error and reads a trimmed line; `None` at the end of input.
    pub(crate) fn prompt(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        output::flush()?;
        let texts = self.printer.texts();
        let Self { printer, stop_flag, lines } = self;
        loop {
            // From the moment the prompt is visible, Ctrl-C ends the program.
            let read = stop_flag.while_prompting(|| {
                if !printer.quiet {
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
    pub(crate) fn yes_or_no(&self, answer: &str) -> Option<bool> {
        yes_or_no(answer, self.printer.texts())
    }
}

/// Reports a line that is too long or not UTF-8.
pub(crate) fn report_unreadable(line: &InputLine, texts: Texts) {
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
