//! Bots as text: `greedy`, `level3`, `ab:depth=6,time=1s`.

use std::fmt;
use std::str::FromStr;

use cairn_session::excerpt;
use cairn_texts::Texts;
use thiserror::Error;

use super::kind::{BasicBot, BotKind, Level, SearchBudget, Style};

const PERFECT: &str = "perfect";
const ALPHA_BETA: &str = "ab";
const MONTE_CARLO: &str = "mcts";

/// Text that is not a bot.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.tell(Texts::default()))]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BotError {
    Unknown { word: String },
    Bad { word: String, problem: BotProblem },
}

/// What is wrong with the settings of a bot.
#[derive(Clone, Eq, PartialEq, Debug)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BotProblem {
    UnknownSetting {
        word: String,
        known: Vec<&'static str>,
    },
    Twice {
        name: String,
    },
    /// `like` is the setting that says what is allowed.
    Value {
        word: String,
        name: &'static str,
        like: &'static str,
    },
    NoLimit {
        limits: Vec<&'static str>,
    },
    NoProgram,
    ProgramNotFound {
        program: String,
    },
}

impl BotError {
    /// The message in a language. What is to be typed is not translated.
    pub fn tell(&self, texts: Texts) -> String {
        match self {
            Self::Unknown { word } => {
                let near = near_bots(word, &[], texts);
                texts.tell("bot.unknown", &[("word", word), ("near", &near), ("bots", &bot_words(texts))])
            }
            Self::Bad { word, problem } => {
                texts.tell("bot.bad", &[("word", word), ("problem", &problem.tell(texts))])
            }
        }
    }
}

impl BotProblem {
    fn tell(&self, texts: Texts) -> String {
        match self {
            Self::UnknownSetting { word, known } => {
                let name = word.split('=').next().unwrap_or_default();
                let near = texts.near(name, known.iter().copied());
                texts.tell("bot.setting", &[("word", word), ("near", &near), ("known", &known.join(", "))])
            }
            Self::Twice { name } => texts.tell("bot.twice", &[("name", name)]),
            Self::Value { word, name, like } => {
                let allowed = texts.allowed(like);
                texts.tell("bot.value", &[("word", word), ("name", name), ("allowed", &allowed)])
            }
            Self::NoLimit { limits } => texts.tell("bot.limit", &[("limits", &limits.join(", "))]),
            Self::NoProgram => texts.say("bot.no_program").to_owned(),
            Self::ProgramNotFound { program } => texts.tell("bot.not_found", &[("program", program)]),
        }
    }
}

/// The list of all kinds of bots, for messages.
pub(crate) fn bot_words(texts: Texts) -> String {
    let or = texts.say("error.or");
    let seeds = BasicBot::ALL.map(|bot| format!("{} ({or} {})", bot.name(), bot.other_name()));
    let levels =
        texts.tell("games.range", &[("min", &"level1"), ("max", &format!("level{}", Level::HIGHEST))]);
    let limits = "ab:depth=6, ab:nodes=50000, ab:time=100ms, mcts:playouts=1000";
    format!("{}, {levels}, {PERFECT}, {limits}", seeds.join(", "))
}

/// The bots that may have been meant by a word, or one of these `others`.
pub(crate) fn near_bots(word: &str, others: &[&str], texts: Texts) -> String {
    let basic = BasicBot::ALL.iter().flat_map(|bot| [bot.name(), bot.other_name()]);
    let levels: Vec<String> = Level::all().map(|level| format!("level{}", level.number())).collect();
    let known = basic.chain([PERFECT]).chain(levels.iter().map(String::as_str));
    texts.near(word, known.chain(others.iter().copied()))
}

/// A setting of a searching bot.
struct Setting {
    name: &'static str,
    set: fn(&mut SearchBudget, &str) -> Option<()>,
    get: fn(&SearchBudget) -> Option<String>,
}

const DEPTH: Setting = Setting {
    name: "depth",
    set: |budget, value| in_range(value, 1, 100).map(|depth| budget.depth = Some(depth as u8)),
    get: |budget| budget.depth.map(|depth| depth.to_string()),
};
const NODES: Setting = Setting {
    name: "nodes",
    set: |budget, value| in_range(value, 1, u64::MAX).map(|nodes| budget.nodes = Some(nodes)),
    get: |budget| budget.nodes.map(|nodes| nodes.to_string()),
};
const PLAYOUTS: Setting = Setting { name: "playouts", ..NODES };
const TIME: Setting = Setting {
    name: "time",
    set: |budget, value| value.parse().ok().map(|time| budget.time = Some(time)),
    get: |budget| budget.time.map(|time| time.to_string()),
};
const THREADS: Setting = Setting {
    name: "threads",
    set: |budget, value| in_range(value, 1, 256).map(|threads| budget.threads = Some(threads as u16)),
    get: |budget| budget.threads.map(|threads| threads.to_string()),
};

const SLIPS: Setting = Setting {
    name: "slips",
    set: |budget, value| in_range(value, 0, 100).map(|percent| budget.slips = Some(percent as u8)),
    get: |budget| budget.slips.map(|percent| percent.to_string()),
};
const AMONG: Setting = Setting {
    name: "among",
    set: |budget, value| in_range(value, 1, 1_000).map(|among| budget.among = Some(among as u16)),
    get: |budget| budget.among.map(|among| among.to_string()),
};
const MARGIN: Setting = Setting {
    name: "margin",
    set: |budget, value| in_range(value, 0, 10_000).map(|margin| budget.margin = Some(margin as u16)),
    get: |budget| budget.margin.map(|margin| margin.to_string()),
};
const CONTEMPT: Setting = Setting {
    name: "contempt",
    set: |budget, value| in_range(value, 0, 5_000).map(|contempt| budget.contempt = Some(contempt as u16)),
    get: |budget| budget.contempt.map(|contempt| contempt.to_string()),
};
const STYLE: Setting = Setting {
    name: "style",
    set: |budget, value| (value == "plain").then(|| budget.style = Some(Style::Plain)),
    get: |budget| budget.style.map(|Style::Plain| "plain".to_owned()),
};

/// The settings of alpha-beta bots, in the order in which they are printed.
const ALPHA_BETA_SETTINGS: &[Setting] = &[DEPTH, NODES, TIME, THREADS, SLIPS, AMONG, MARGIN, CONTEMPT, STYLE];
/// The settings that limit a search.
const LIMITS: [&str; 4] = [DEPTH.name, NODES.name, PLAYOUTS.name, TIME.name];
const MONTE_CARLO_SETTINGS: &[Setting] = &[PLAYOUTS, TIME];

fn in_range(text: &str, least: u64, most: u64) -> Option<u64> {
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
