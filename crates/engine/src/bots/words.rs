//! Bots as text: `greedy`, `level3`, `ab:depth=6,time=1s`.

use std::fmt;
use std::str::FromStr;

use cairn_rules::{Message, excerpt, nearest};
use thiserror::Error;

use super::clock::allowed_clocks;
use super::kind::{BasicBot, BotKind, Level, SearchBudget, Style};
use super::player_spec::HUMAN;

const PERFECT: &str = "perfect";
const ALPHA_BETA: &str = "ab";
const MONTE_CARLO: &str = "mcts";
/// The maximum depth of a search in plies.
pub(super) const MAX_DEPTH: u64 = 100;

/// Text that is not a bot, or not a player.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum BotError {
    /// No bot has this name.
    #[expect(missing_docs, reason = "the offending word")]
    Unknown { word: String },
    /// No player has this name, neither a person nor a bot.
    #[expect(missing_docs, reason = "the offending word")]
    UnknownPlayer { word: String },
    /// The settings of a bot are wrong.
    #[expect(missing_docs, reason = "the bot, and the error in its settings")]
    Bad { word: String, problem: BotProblem },
    /// A file names a program.
    #[expect(missing_docs, reason = "the program, as the file names it")]
    Program { word: String },
}

/// An error in the settings of a bot.
#[derive(Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub enum BotProblem {
    /// The bot has no such setting.
    #[expect(missing_docs, reason = "the offending word, and the settings of the bot")]
    UnknownSetting { word: String, known: Vec<&'static str> },
    /// The setting is given twice.
    #[expect(missing_docs, reason = "the setting")]
    Twice { name: String },
    /// The setting does not accept this value; `like` is the setting with the same values.
    #[expect(missing_docs, reason = "described above")]
    Value { word: String, name: &'static str, like: &'static str },
    /// A search needs at least one of these limits.
    #[expect(missing_docs, reason = "described above")]
    NoLimit { limits: Vec<&'static str> },
    /// The option of an external engine that Cairn sets itself.
    GameOption,
    /// An external engine without its program.
    NoProgram,
    /// The program of an external engine does not exist.
    #[expect(missing_docs, reason = "described above")]
    ProgramNotFound { program: String },
}

impl BotError {
    /// Returns the user-facing message, with suggestions. Words to type are not translated.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown { word } => Message::new("unknown bot `{word}`{near}; the bots are {bots}")
                .with("word", word)
                .did_you_mean("near", nearest_bots(word, &[]).iter().map(String::as_str))
                .messages("bots", vec![bots(), ugi_form()]),
            Self::UnknownPlayer { word } => {
                Message::new("unknown player `{word}`{near}; the players are human, {bots}")
                    .with("word", word)
                    .did_you_mean("near", nearest_bots(word, &[HUMAN]).iter().map(String::as_str))
                    .messages("bots", vec![bots(), ugi_form()])
            }
            Self::Bad { word, problem } => Message::new("bad bot `{word}`: {problem}")
                .with("word", word)
                .messages("problem", vec![problem.message()]),
            Self::Program { word } => Message::new(
                "`{word}` is a program, and a file cannot start a program: name it on the command line or in the app",
            )
            .with("word", word),
        }
    }
}

impl BotProblem {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownSetting { word, known } => {
                let name = word.split('=').next().unwrap_or_default();
                Message::new("unknown setting `{word}`{near}; it takes {known}")
                    .with("word", word)
                    .did_you_mean("near", nearest(name, known.iter().copied()))
                    .with("known", known.join(", "))
            }
            Self::Twice { name } => Message::new("{name} is given twice").with("name", name),
            Self::Value { word, name, like } => {
                Message::new("`{word}` is not a value of {name}; allowed: {allowed}")
                    .with("word", word)
                    .with("name", name)
                    .messages("allowed", vec![allowed(like)])
            }
            Self::NoLimit { limits } => {
                Message::new("it needs a limit: {limits}").with("limits", limits.join(", "))
            }
            Self::GameOption => {
                Message::new("the game is set by Cairn, and cannot be an option of the engine")
            }
            Self::NoProgram => Message::new("the program is missing, as in ugi:PATH"),
            Self::ProgramNotFound { program } => {
                Message::new("there is no program `{program}`").with("program", program)
            }
        }
    }
}

/// Describes the values of a setting.
fn allowed(setting: &str) -> Message {
    match setting {
        "depth" => Message::new("1 to 100"),
        "tc" => allowed_clocks(),
        "time" => Message::new("spans such as 100ms or 2s"),
        "threads" => Message::new("1 to 256"),
        "slips" => Message::new("0 to 100 (percent)"),
        "among" => Message::new("1 to 1000 (moves)"),
        "margin" => Message::new("0 to 10000 (centipawns)"),
        "contempt" => Message::new("0 to 5000 (centipawns)"),
        "style" => Message::new("plain"),
        _ => Message::new("whole numbers from 1"),
    }
}

/// Lists the built-in bots, as typed.
fn bots() -> Message {
    let [random, greedy] = BasicBot::ALL;
    Message::new(
        "{random} (or {easy}), {greedy} (or {hard}), level1 to level{highest}, {perfect}, ab:depth=6, ab:nodes=50000, ab:time=100ms, mcts:playouts=1000",
    )
    .with("random", random.name())
    .with("easy", random.other_name())
    .with("greedy", greedy.name())
    .with("hard", greedy.other_name())
    .with("highest", Level::HIGHEST)
    .with("perfect", PERFECT)
}

/// Describes external engines, as typed.
fn ugi_form() -> Message {
    Message::new("ugi:PATH (a program, with settings and options as in ugi:time=100ms,PATH,Hash=16)")
}

/// Returns the bots nearest to a word, or the nearest of `others`.
fn nearest_bots(word: &str, others: &[&str]) -> Vec<String> {
    let basic = BasicBot::ALL.iter().flat_map(|bot| [bot.name(), bot.other_name()]);
    let levels: Vec<String> = Level::all().map(|level| format!("level{}", level.number())).collect();
    let known = basic.chain([PERFECT]).chain(levels.iter().map(String::as_str));
    nearest(word, known.chain(others.iter().copied())).into_iter().map(ToOwned::to_owned).collect()
}

/// A setting of a searching bot.
struct Setting {
    name: &'static str,
    set: fn(&mut SearchBudget, &str) -> Option<()>,
    get: fn(&SearchBudget) -> Option<String>,
}

/// A numeric setting, named after its field, with its minimum and maximum.
macro_rules! number {
    ($field:ident: $type:ty, $range:expr) => {
        Setting {
            name: stringify!($field),
            set: |budget, value| {
                let (least, most) = $range;
                in_range(value, least, most).map(|number| budget.$field = Some(number as $type))
            },
            get: |budget| budget.$field.map(|number| number.to_string()),
        }
    };
}

const DEPTH: Setting = number!(depth: u8, (1, MAX_DEPTH));
const NODES: Setting = number!(nodes: u64, (1, u64::MAX));
const PLAYOUTS: Setting = Setting { name: "playouts", ..NODES };
const TIME: Setting = Setting {
    name: "time",
    set: |budget, value| value.parse().ok().map(|time| budget.time = Some(time)),
    get: |budget| budget.time.map(|time| time.to_string()),
};
const THREADS: Setting = number!(threads: u16, (1, 256));
const SLIPS: Setting = number!(slips: u8, (0, 100));
const AMONG: Setting = number!(among: u16, (1, 1_000));
const MARGIN: Setting = number!(margin: u16, (0, 10_000));
const CONTEMPT: Setting = number!(contempt: u16, (0, 5_000));
const STYLE: Setting = Setting {
    name: "style",
    set: |budget, value| (value == "plain").then(|| budget.style = Some(Style::Plain)),
    get: |budget| budget.style.map(|Style::Plain| "plain".to_owned()),
};

/// The settings of alpha-beta bots, in printing order.
const ALPHA_BETA_SETTINGS: &[Setting] = &[DEPTH, NODES, TIME, THREADS, SLIPS, AMONG, MARGIN, CONTEMPT, STYLE];
/// The settings that limit a search.
const LIMITS: [&str; 4] = [DEPTH.name, NODES.name, PLAYOUTS.name, TIME.name];
const MONTE_CARLO_SETTINGS: &[Setting] = &[PLAYOUTS, TIME];

/// Parses a number without a sign within a range.
pub(super) fn in_range(text: &str, least: u64, most: u64) -> Option<u64> {
    let digits = text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|number| digits && (least..=most).contains(number))
}

/// Parses the settings after the colon of a searching bot.
fn read_budget(word: &str, settings: &[Setting], text: &str) -> Result<SearchBudget, BotError> {
    let bad = |problem| BotError::Bad { word: excerpt(word), problem };
    let mut budget = SearchBudget::default();
    for part in text.split(',').filter(|_| !text.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(setting) = settings.iter().find(|setting| setting.name == name) else {
            let known = settings.iter().map(|setting| setting.name).collect();
            return Err(bad(BotProblem::UnknownSetting { word: excerpt(part), known }));
        };
        if (setting.get)(&budget).is_some() {
            return Err(bad(BotProblem::Twice { name: name.to_owned() }));
        }
        (setting.set)(&mut budget, value).ok_or_else(|| {
            bad(BotProblem::Value { word: excerpt(value), name: setting.name, like: setting.name })
        })?;
    }
    if budget.depth.is_none() && budget.nodes.is_none() && budget.time.is_none() {
        let limits = settings.iter().map(|setting| setting.name).filter(|name| LIMITS.contains(name));
        return Err(bad(BotProblem::NoLimit { limits: limits.collect() }));
    }
    Ok(budget)
}

fn write_budget(
    f: &mut fmt::Formatter<'_>,
    kind: &str,
    settings: &[Setting],
    budget: &SearchBudget,
) -> fmt::Result {
    let parts: Vec<String> = settings
        .iter()
        .filter_map(|setting| Some(format!("{}={}", setting.name, (setting.get)(budget)?)))
        .collect();
    f.pad(&format!("{kind}:{}", parts.join(",")))
}

impl FromStr for BotKind {
    type Err = BotError;

    fn from_str(word: &str) -> Result<Self, BotError> {
        let (kind, settings) = word.split_once(':').unwrap_or((word, ""));
        match kind {
            ALPHA_BETA => return read_budget(word, ALPHA_BETA_SETTINGS, settings).map(Self::AlphaBeta),
            MONTE_CARLO => return read_budget(word, MONTE_CARLO_SETTINGS, settings).map(Self::MonteCarlo),
            _ => {}
        }
        let basic = BasicBot::ALL.into_iter().find(|bot| word == bot.name() || word == bot.other_name());
        let level =
            || word.strip_prefix("level").and_then(|number| Level::new(in_range(number, 1, 99)? as u8));
        basic
            .map(Self::Basic)
            .or_else(|| level().map(Self::Level))
            .or_else(|| (word == PERFECT).then_some(Self::Perfect))
            .ok_or_else(|| BotError::Unknown { word: excerpt(word) })
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Basic(bot) => f.pad(bot.name()),
            Self::Level(level) => f.pad(&format!("level{}", level.number())),
            Self::Perfect => f.pad(PERFECT),
            Self::AlphaBeta(budget) => write_budget(f, ALPHA_BETA, ALPHA_BETA_SETTINGS, budget),
            Self::MonteCarlo(budget) => write_budget(f, MONTE_CARLO, MONTE_CARLO_SETTINGS, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for word in [
            "random",
            "greedy",
            "level1",
            "level8",
            "perfect",
            "ab:depth=6",
            "ab:nodes=50000",
            "ab:time=100ms",
            "ab:depth=6,nodes=7,time=1s,threads=2",
            "ab:nodes=700,slips=30,among=6,margin=250",
            "ab:time=100ms,contempt=0",
            "ab:time=100ms,contempt=50,style=plain",
            "mcts:playouts=1000",
            "mcts:playouts=1000,time=2s",
        ] {
            assert_eq!(word.parse::<BotKind>().unwrap().to_string(), word);
        }
        for (word, printed) in
            [("easy", "random"), ("hard", "greedy"), ("ab:time=1000ms,depth=2", "ab:depth=2,time=1s")]
        {
            assert_eq!(word.parse::<BotKind>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn unknown_words_list_the_known_ones() {
        for word in [
            "clever", "", "level0", "level9", "level", "level+1", "level01x", "Perfect", "random:1",
            "perfect:",
        ] {
            let error = word.parse::<BotKind>().unwrap_err().to_string();
            let known =
                "; the bots are random (or easy), greedy (or hard), level1 to level8, perfect, ab:depth=6";
            assert!(error.starts_with(&format!("unknown bot `{word}`")) && error.contains(known), "{error}");
        }
    }

    #[test]
    fn bad_settings_are_named() {
        for (word, problem) in [
            ("ab", "it needs a limit: depth, nodes, time"),
            ("ab:", "it needs a limit"),
            ("ab:threads=2", "it needs a limit: depth, nodes, time"),
            ("ab:slips=20,style=plain", "it needs a limit"),
            ("ab:depth=2,slips=101", "`101` is not a value of slips; allowed: 0 to 100"),
            ("ab:depth=2,among=0", "`0` is not a value of among; allowed: 1 to 1000"),
            ("ab:depth=2,margin=-1", "`-1` is not a value of margin"),
            ("ab:depth=2,contempt=5001", "`5001` is not a value of contempt; allowed: 0 to 5000"),
            ("ab:depth=2,style=fancy", "`fancy` is not a value of style; allowed: plain"),
            ("mcts", "it needs a limit: playouts, time"),
            ("ab:depth=0", "`0` is not a value of depth; allowed: 1 to 100"),
            ("ab:depth=+3", "`+3` is not a value of depth"),
            ("ab:depth", "`` is not a value of depth"),
            ("ab:time=5", "`5` is not a value of time; allowed: spans such as 100ms or 2s"),
            ("ab:nodes=99999999999999999999", "is not a value of nodes"),
            ("ab:depth=3,depth=4", "depth is given twice"),
            ("ab:depth=3,", "unknown setting ``; it takes depth, nodes, time, threads"),
            ("ab:playouts=3", "unknown setting `playouts=3`"),
            ("mcts:depth=3", "unknown setting `depth=3`; it takes playouts, time"),
        ] {
            let error = word.parse::<BotKind>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("bad bot `{word}`: ")) && error.contains(problem), "{error}");
        }
    }
}
