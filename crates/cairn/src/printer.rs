//! How output looks: colour, characters, and how much is said.

use std::io::{self, IsTerminal};

use cairn_draw::summary;
use cairn_draw::text::{self, Charset};
use cairn_rules::{Scene, Site};
use cairn_storage::Settings;
use cairn_texts::{Language, Texts};
use clap::{Args, ValueEnum};

/// When colour is used.
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
#[expect(clippy::struct_excessive_bools, reason = "switches are bools")]
pub(crate) struct Printer {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    color: Color,
    /// Draw boards with ASCII characters only
    #[arg(long, global = true)]
    ascii: bool,
    /// Describe boards in words instead of drawing them, for screen readers
    #[arg(long, global = true)]
    words: bool,
    /// Language, en or pt [default: from the settings, then the locale]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Whether boards are seen from the far side.
    #[arg(skip)]
    flipped: bool,
    /// Print less to standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print more to standard error
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Printer {
    /// With what was left open filled in by the user's settings, and by the locale.
    pub(crate) fn settled(self, settings: &Settings) -> Self {
        let locale = || Language::from_environment(|name| std::env::var(name).ok());
        let lang = self.lang.or(settings.language).unwrap_or_else(locale);
        Self { lang: Some(lang), ascii: self.ascii || settings.ascii, ..self }
    }

    /// What is said, in the language that was asked for.
    pub(crate) fn texts(self) -> Texts {
        Texts::new(self.language())
    }

    /// The language that was asked for.
    pub(crate) fn language(self) -> Language {
        self.lang.unwrap_or_default()
    }

    /// Looks at boards from the other side.
    pub(crate) fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    /// Whether standard output gets colour.
    pub(crate) fn color(self) -> bool {
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

    fn style(self) -> text::Style {
        let charset = if self.ascii { Charset::Ascii } else { Charset::Unicode };
        text::Style { color: self.color(), charset, texts: self.texts(), flipped: self.flipped }
    }

    /// A board as text, drawn or in words.
    pub(crate) fn draw(self, scene: &Scene) -> String {
        if self.words {
            return Self::fill(&summary(scene, self.texts()), 0) + "\n";
        }
        text::render(scene, self.style())
    }

    /// A board as text, with words about some of its sites.
    pub(crate) fn draw_with(self, scene: &Scene, words: &[(Site, String)]) -> String {
        text::render_annotated(scene, words, self.style())
    }

    /// What the signs on a board mean.
    pub(crate) fn legend(self, scene: &Scene) -> String {
        text::legend(scene, self.style())
    }

    /// Says something on standard error unless that is unwanted.
    pub(crate) fn note(self, message: &str) {
        if !self.quiet {
            eprintln!("{message}");
        }
    }

    /// Says something on standard error if much is wanted.
    pub(crate) fn detail(self, message: &str) {
        if self.verbose {
            eprintln!("{message}");
        }
    }

    /// Whether boards are said in words.
    pub(crate) fn is_in_words(self) -> bool {
        self.words
    }

    /// Whether colour is wanted whatever the environment says.
    pub(crate) fn insists_on_color(self) -> bool {
        self.color == Color::Always
    }

    /// Whether only ASCII characters are drawn.
    pub(crate) fn is_ascii(self) -> bool {
        self.ascii
    }

    /// Whether boards and prompts are left out.
    pub(crate) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Lays text out in lines that fit the terminal; lines after the first begin with `indent`
    /// spaces. Words are never cut.
    pub(crate) fn fill(text: &str, indent: usize) -> String {
        let indent = " ".repeat(indent);
        let width = textwrap::termwidth().clamp(40, 100);
        let options = textwrap::Options::new(width)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(text, options)
    }
}
