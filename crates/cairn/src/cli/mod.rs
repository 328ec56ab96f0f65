//! The command line: parses arguments and runs commands.

mod analyze;
mod arena;
mod bench;
mod boards;
mod format;
mod games;
mod perft;
mod play_command;
pub(crate) mod progress;
mod puzzles;
mod review;
mod saved;
#[cfg(feature = "server")]
mod serve;
mod settings;
mod solve;
mod verify;

pub(crate) use games::{format_rules, option_line, preset_line};

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use cairn_rules::Message;
use cairn_session::{Session, open};
use cairn_texts::Texts;
use cairn_tui::Opening;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use format::{FormatArgs, TableArgs};

use crate::failure::Failure;
use crate::printer::Printer;
use crate::usage::BadArgument;
use crate::user_data::UserData;
use crate::{output, play, screen, ugi, usage};

/// Play, study and solve stacking games.
///
/// GAME is a game with its options in one word, such as `staqs` or `staqs:size=7,placement=free`;
/// `cairn games` lists them all. On a terminal, `cairn` without a command opens the menu.
#[derive(Debug, Parser)]
#[command(name = "cairn", version, after_help = "Example: cairn play staqs --first human --second greedy")]
pub(crate) struct Cli {
    #[command(flatten)]
    printer: Printer,
    #[command(subcommand)]
    command: Option<Command>,
}

/// A game, and a position other than its start.
#[derive(Debug, Args)]
struct PositionArgs {
    /// The game with its options, e.g. staqs:size=7
    #[arg(value_name = "GAME", value_parser = text())]
    game: String,
    /// Start from this position string instead of the usual start
    #[arg(long, value_name = "P", value_parser = text())]
    position: Option<String>,
}

impl PositionArgs {
    fn open(&self) -> Result<Box<dyn Session>, Failure> {
        open(&self.game, self.position.as_deref()).map_err(Failure::request)
    }
}

/// A position, and moves from there.
#[derive(Debug, Args)]
struct LineArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The moves to play
    #[arg(value_name = "MOVE", value_parser = text())]
    moves: Vec<String>,
}

impl LineArgs {
    /// Returns the game after the moves; the error names the first illegal move.
    fn open(&self) -> Result<Box<dyn Session>, Failure> {
        let mut session = self.position.open()?;
        for (number, mv) in (1..).zip(&self.moves) {
            session.play(mv).map_err(|error| {
                let problem = error.message_among(&session.legal_moves());
                let message = Message::new("move {number}: {problem}").with("number", number);
                Failure::request(message.messages("problem", vec![problem]))
            })?;
        }
        Ok(session)
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game in the terminal
    #[command(after_help = "Example: cairn play sight --first hard --second human
Example: cairn play staqs --online http://localhost:8080 --clock 5m+3s --name Ana")]
    Play(Box<play_command::PlayArgs>),
    /// Learn a game step by step
    #[command(after_help = "Example: cairn learn stac")]
    Learn {
        /// The game; if omitted, you choose one
        #[arg(value_name = "GAME", value_parser = text())]
        game: Option<String>,
        /// Line mode: print boards and read one move per line
        #[arg(long)]
        plain: bool,
    },
    /// List the games, their options, ranges and defaults
    #[command(after_help = "Example: cairn games --json")]
    Games {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Print the rules of a game
    #[command(after_help = "Example: cairn rules stac")]
    Rules {
        /// The game
        #[arg(value_name = "GAME", value_parser = text())]
        game: String,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Show a board as text, or as a picture file
    #[command(after_help = "Example: cairn show sight:size=7 b2 --png board.png")]
    Show {
        #[command(flatten)]
        line: LineArgs,
        #[command(flatten)]
        picture: boards::PictureArgs,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// List the legal moves, one per line, sorted as text
    #[command(after_help = "Example: cairn moves staqs c3 d4")]
    Moves {
        #[command(flatten)]
        line: LineArgs,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Play moves and print the resulting position
    #[command(after_help = "Example: cairn apply staqs c3 d4")]
    Apply {
        #[command(flatten)]
        line: LineArgs,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Count the move sequences of a given length
    #[command(after_help = "Example: cairn perft staqs 5 --divide")]
    Perft(perft::PerftArgs),
    /// Find the best lines in a position
    #[command(after_help = "Example: cairn analyze staqs c3 d4 --time 5s --lines 3")]
    Analyze(analyze::AnalyzeArgs),
    /// Prove the exact value of a position and find its best moves
    #[command(after_help = "Example: cairn solve sight:size=4 --all")]
    Solve(solve::SolveArgs),
    /// Check a certificate of `cairn solve` with a second, simpler solver, or check an opening book
    #[command(after_help = "Examples: cairn verify staqs4.txt, cairn verify --openings sight --sample 20")]
    Verify(verify::VerifyArgs),
    /// Run as a UGI engine on standard input and output
    #[command(after_help = "Example: cairn ugi sight:size=7")]
    Ugi {
        /// The initial value of the UGI option Game; if omitted, the first game in the list
        #[arg(value_name = "GAME", value_parser = text())]
        game: Option<String>,
    },
    /// Search a fixed set of positions, to compare machines and versions
    #[command(after_help = "Example: cairn bench --threads 2")]
    Bench(bench::BenchArgs),
    /// Check a file of records and print it in canonical form
    #[command(after_help = "Example: cairn record games.txt --json")]
    Record {
        /// The file of records; `-` means standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Judge every move of recorded games: mistakes, better moves, turning points
    #[command(after_help = "Example: cairn review games.txt --game 2 --svg graph.svg --record annotated.txt")]
    Review(review::ReviewArgs),
    /// List the saved games, or show, export or delete one of them
    #[command(after_help = "Example: cairn saved 3 --export game.txt")]
    Saved(saved::SavedArgs),
    /// Solve a puzzle: one from the list, the puzzle of the day, or the next unsolved one
    #[command(after_help = "Example: cairn puzzle today")]
    Puzzle {
        /// The puzzle, as listed by `cairn puzzles`, or `today` for the puzzle of the day; if omitted, the easiest
        /// unsolved one of the game whose puzzle you tried last
        #[arg(value_name = "ID", value_parser = text())]
        id: Option<String>,
        /// Play the puzzles of this file, as written by `cairn puzzles --generate`, instead of the built-in ones
        #[arg(long, value_name = "F")]
        file: Option<PathBuf>,
        /// Line mode: print boards and read one move per line
        #[arg(long)]
        plain: bool,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// List the puzzles and your results, or generate new ones
    #[command(after_help = "Example: cairn puzzles staqs --difficulty 2 --unsolved")]
    Puzzles(puzzles::PuzzlesArgs),
    /// Show your rating in each game, and the level that suits you
    #[command(after_help = "Example: cairn ratings --json")]
    Ratings {
        #[command(flatten)]
        format: TableArgs,
    },
    /// Play a match between two bots, with paired openings and sides swapped
    #[command(after_help = "Example: cairn match staqs --first greedy --second random --games 200")]
    Match {
        #[command(flatten)]
        args: Box<arena::MatchArgs>,
        #[command(flatten)]
        format: TableArgs,
    },
    /// Play a round-robin tournament between several bots
    #[command(after_help = "Example: cairn tournament sight --bots random,greedy --games 20")]
    Tournament {
        #[command(flatten)]
        args: Box<arena::TournamentArgs>,
        #[command(flatten)]
        format: TableArgs,
    },
    /// Measure a game by self-play: balance, endings, length, legal moves, decisiveness
    #[command(after_help = "Example: cairn stats stac --games 500")]
    Stats {
        #[command(flatten)]
        args: Box<arena::StatsArgs>,
        #[command(flatten)]
        format: TableArgs,
    },
    /// Serve the web app: boards, bots, puzzles, lessons and games with friends in a browser
    #[cfg(feature = "server")]
    #[command(after_help = "Example: cairn serve --listen 127.0.0.1:8080 --open")]
    Serve(serve::ServeArgs),
    /// Show the settings, or change one: language, theme, mode, ascii, cells, speed, game, opponent
    #[command(after_help = "Example: cairn settings language pt")]
    Settings {
        /// The setting; if omitted, show all settings
        #[arg(value_name = "NAME", value_parser = text())]
        name: Option<String>,
        /// The new value; if omitted, show the current value
        #[arg(value_name = "VALUE", value_parser = text())]
        value: Option<String>,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Print shell completions to standard output
    #[command(after_help = "Example: cairn completions bash > /etc/bash_completion.d/cairn")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all manual pages to a folder
    #[command(after_help = "Example: cairn man | man -l -")]
    Man {
        /// Folder to write all pages to
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}

/// Parses text that must be UTF-8; the error quotes invalid text.
fn text() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().try_map(|text: OsString| {
        text.into_string().map_err(|text| {
            BadArgument(Message::new("{word} is not valid UTF-8").with("word", text.display()))
        })
    })
}

/// Returns the number of threads that can run at once.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Returns the default size of a table, in MiB: this, or less if there is less memory.
fn table_mib(printer: Printer, usual: usize) -> usize {
    let mib = cairn_engine::fitting_mib(usual);
    if mib < usual {
        printer.note(&printer.texts().format("table.short", &[("mib", &mib), ("usual", &usual)]));
    }
    mib
}

/// Parses the arguments; help and errors are in the given language.
pub(crate) fn parse(arguments: &[OsString], texts: Texts) -> Result<Cli, Failure> {
    let command = usage::localized(Cli::command(), texts);
    let matches = command.try_get_matches_from(arguments).map_err(Failure::Usage)?;
    Cli::from_arg_matches(&matches).map_err(Failure::Usage)
}

/// Runs the command.
pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    let (printer, user_data) = UserData::open(cli.printer);
    let Some(command) = cli.command else { return no_command(printer, &user_data) };
    match command {
        Command::Play(args) => play_command::run(printer, &user_data, *args),
        Command::Learn { game, plain } => {
            let game = game.as_deref().map(play::find_game).transpose()?;
            if !plain && screen::is_available(printer) {
                return screen::open(printer, &user_data, game.map_or(Opening::Menu, Opening::Lesson));
            }
            play::learn(printer, &user_data, game)
        }
        Command::Games { format } => games::list(printer, format.json),
        Command::Rules { game, format } => games::rules(printer, &game, format.json),
        Command::Show { line, picture, format } => {
            boards::show(printer, &*line.open()?, &picture, format.json)
        }
        Command::Moves { line, format } => boards::moves(&*line.open()?, format.json),
        Command::Apply { line, format } => boards::apply(&*line.open()?, format.json),
        Command::Perft(args) => perft::run(printer, &args),
        Command::Analyze(args) => analyze::run(printer, &args),
        Command::Solve(args) => solve::run(printer, &args),
        Command::Verify(args) => verify::run(printer, &args),
        Command::Ugi { game } => ugi::run(game.as_deref()),
        Command::Bench(args) => bench::run(printer, &args),
        Command::Record { file, format } => boards::record(&file, format.json),
        Command::Review(args) => review::run(printer, &args),
        Command::Saved(args) => saved::run(printer, &args),
        Command::Puzzle { id, file, plain, format } => {
            if let Some(file) = &file {
                puzzles::open_file(file)?;
            }
            let puzzle = play::find_puzzle(printer, &user_data, id.as_deref())?;
            if format.json {
                return puzzles::print_one(printer, &user_data, puzzle);
            }
            if !plain && screen::is_available(printer) {
                return screen::open(printer, &user_data, Opening::Puzzle(puzzle));
            }
            play::puzzle(printer, &user_data, puzzle)
        }
        Command::Puzzles(args) => puzzles::run(printer, &user_data, &args),
        Command::Ratings { format } => saved::ratings(printer, &user_data, format.format()),
        Command::Match { args, format } => arena::run_match(printer, *args, format.format()),
        Command::Tournament { args, format } => arena::run_tournament(printer, &args, format.format()),
        Command::Stats { args, format } => arena::run_stats(printer, *args, format.format()),
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(printer, &user_data, &args),
        Command::Settings { name, value, format } => {
            settings::run(printer, name.as_deref(), value.as_deref(), format.json)
        }
        Command::Completions { shell } => completions(shell),
        Command::Man { folder } => manual(folder.as_deref()),
    }
}

/// Opens the menu on a terminal; otherwise a command is required.
fn no_command(printer: Printer, user_data: &UserData) -> Result<(), Failure> {
    if screen::is_available(printer) {
        return screen::open(printer, user_data, Opening::Menu);
    }
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return play::menu(printer, user_data);
    }
    let texts = printer.texts();
    let help = usage::localized(Cli::command(), texts).render_help();
    let problem = texts.message(&Message::new("no command, and no terminal to open the menu on"));
    Err(Failure::request(format!("{problem}\n\n{help}")))
}

/// Prints the completions of a shell.
fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cairn", &mut script);
    Ok(output::exact(&script)?)
}

/// Prints the manual page, or writes the pages of all commands to a folder.
fn manual(folder: Option<&Path>) -> Result<(), Failure> {
    let command = Cli::command();
    if let Some(folder) = folder {
        return clap_mangen::generate_to(command, folder).map_err(|error| Failure::file(folder, &error));
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(output::exact(&page)?)
}
