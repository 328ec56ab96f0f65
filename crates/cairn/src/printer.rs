//! The style of output: colour, character set, language and verbosity.

use std::io::{self, IsTerminal};

use cairn_draw::text::{self, Charset};
use cairn_draw::{changes, summary};
use cairn_engine::Score;
use cairn_rules::{Scene, Site};
use cairn_session::Session;
use cairn_storage::Settings;
use cairn_texts::{Language, Texts};
use clap::{Args, ValueEnum};

use crate::output::errln;

/// When to use colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub(crate) enum Color {
    /// Only on a terminal that supports it, and not if `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Options that every command has.
#[derive(Copy, Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "switches are bools")]
pub(crate) struct Printer {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
    /// Draw boards with ASCII characters only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Describe boards in words instead of drawing them, for screen readers
    #[arg(long, global = true)]
    pub(crate) words: bool,
    /// Language, en or pt [default: from the settings, then the locale]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Whether to show boards from the other side.
    #[arg(skip)]
    pub(crate) flipped: bool,
    /// Print less to standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print more to standard error
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Printer {
    /// Fills in unset options from the user's settings, then from the locale.
    pub(crate) fn with_defaults(self, settings: &Settings) -> Self {
        let locale = || Language::from_environment(|name| std::env::var(name).ok());
        let lang = self.lang.or(settings.language).unwrap_or_else(locale);
        let ascii = self.ascii || settings.ascii || needs_ascii(|name| std::env::var(name).ok());
        Self { lang: Some(lang), ascii, ..self }
    }

    /// Returns the texts in the chosen language.
    pub(crate) fn texts(self) -> Texts {
        Texts::new(self.language())
    }

    /// Returns the chosen language.
    pub(crate) fn language(self) -> Language {
        self.lang.unwrap_or_default()
    }

    /// Returns whether standard output gets colour.
    pub(crate) fn uses_color(self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
            }
        }
    }

    /// Returns the characters to draw with.
    pub(crate) fn charset(self) -> Charset {
        if self.ascii { Charset::Ascii } else { Charset::Unicode }
    }

    fn style(self) -> text::Style {
        let charset = self.charset();
        text::Style { color: self.uses_color(), charset, texts: self.texts(), flipped: self.flipped }
    }

    /// Formats a board as text, drawn or described in words.
    pub(crate) fn draw(self, scene: &Scene) -> String {
        if self.words {
            return Self::wrap(&summary(scene, self.texts()), 0) + "\n";
        }
        text::render(scene, self.style())
    }

    /// Formats a board as text, with labels on some of its sites.
    pub(crate) fn draw_with(self, scene: &Scene, labels: &[(Site, String)]) -> String {
        text::render_annotated(scene, labels, self.style())
    }

    /// Explains the symbols on the boards of a game.
    pub(crate) fn legend(self, session: &dyn Session) -> String {
        text::legend(&[&session.board().scene(), &session.board().sample()], self.style())
    }

    /// Prints a message to standard error unless output is quiet.
    pub(crate) fn note(self, message: &str) {
        if !self.quiet {
            errln!("{message}");
        }
    }

    /// Prints a message to standard error if output is verbose.
    pub(crate) fn detail(self, message: &str) {
        if self.verbose {
            errln!("{message}");
        }
    }

    /// Returns the width of text on the terminal.
    pub(crate) fn width() -> usize {
        textwrap::termwidth().clamp(40, 100)
    }

    /// Wraps text to the width of the terminal; indents lines after the first by `indent` spaces. Never breaks words.
    pub(crate) fn wrap(text: &str, indent: usize) -> String {
        let indent = " ".repeat(indent);
        let options = textwrap::Options::new(Self::width())
            .subsequent_indent(&indent)
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(text, options)
    }
}

/// A board that is shown repeatedly.
#[derive(Default)]
pub(crate) struct BoardPrinter {
    /// The last scene described in words.
    described: Option<Scene>,
}

impl BoardPrinter {
    /// Formats the board as text; in words, only the changes since the last time.
    pub(crate) fn draw(&mut self, printer: Printer, scene: &Scene) -> String {
        match self.described.replace(scene.clone()) {
            Some(earlier) if printer.words => {
                let changes = changes(&earlier, scene, printer.texts());
                if changes.is_empty() { changes } else { Printer::wrap(&changes, 0) + "\n" }
            }
            _ => printer.draw(scene),
        }
    }

    /// Formats the whole board as text.
    pub(crate) fn draw_whole(&mut self, printer: Printer, scene: &Scene) -> String {
        self.described = None;
        self.draw(printer, scene)
    }
}

/// Returns whether the environment supports only ASCII: the locale `C` or `POSIX`, or the Linux console, whose fonts
/// lack the symbols of boards.
fn needs_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(&variable).find(|name| !name.is_empty());
    locale.is_some_and(|name| name == "C" || name == "POSIX")
        || variable("TERM").is_some_and(|term| term == "linux")
}

/// Formats a score, from the point of view of the player to move: `61 %`, `wins in 5`, `loses in 4`, `draw`.
pub(crate) fn score_text(score: Score, seats: usize, texts: Texts) -> String {
    match score {
        Score::Centipawns(_) => format!("{} %", score.whole_percent(seats)),
        Score::WinIn(plies) => texts.format("score.wins_in", &[("n", &plies)]),
        // The distance is unknown.
        Score::WinWithin(_) => texts.text("score.wins").to_owned(),
        Score::LossIn(plies) => texts.format("score.loses_in", &[("n", &plies)]),
        Score::LossWithin(_) => texts.text("score.loses").to_owned(),
        Score::ProvenDraw => texts.text("score.draw").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_formatted() {
        for (score, text) in [
            (Score::Centipawns(0), "50 %"),
            (Score::Centipawns(9_999), "99 %"),
            (Score::Centipawns(-9_999), "1 %"),
            (Score::WinIn(5), "wins in 5"),
            (Score::WinWithin(30), "wins"),
            (Score::LossIn(4), "loses in 4"),
            (Score::LossWithin(30), "loses"),
            (Score::ProvenDraw, "draw"),
        ] {
            assert_eq!(score_text(score, 2, Texts::default()), text);
        }
        assert_eq!(score_text(Score::Centipawns(0), 3, Texts::default()), "33 %");
    }

    #[test]
    fn the_environment_may_need_ascii() {
        let needs = |pairs: &[(&str, &str)]| {
            let value = |name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            needs_ascii(value)
        };
        assert!(needs(&[("LC_ALL", "C"), ("LANG", "pt_PT.UTF-8")]) && needs(&[("LANG", "POSIX")]));
        assert!(needs(&[("TERM", "linux"), ("LANG", "en_US.UTF-8")]));
        assert!(
            !needs(&[])
                && !needs(&[("LC_ALL", "C.UTF-8")])
                && !needs(&[("LC_ALL", ""), ("LANG", "pt_PT.UTF-8")])
        );
    }
}
