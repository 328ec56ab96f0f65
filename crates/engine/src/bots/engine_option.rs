//! The options that an external engine declares, and checks of the values that users set.

use cairn_rules::{Message, excerpt, nearest};

use super::answers::begins;

/// An option declared by an engine.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct EngineOption {
    /// Its name, as the engine spells it.
    pub(super) name: String,
    kind: OptionKind,
}

#[derive(Clone, Eq, PartialEq, Debug)]
enum OptionKind {
    Check,
    Spin { min: i64, max: i64 },
    Combo(Vec<String>),
    Button,
    Text,
}

/// The words that begin a field of a declaration.
const FIELDS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl EngineOption {
    /// Parses `option name N type T default D min A max B var V ..`; `None` if the line declares nothing.
    pub(super) fn parse(line: &str) -> Option<Self> {
        if !begins(line, "option name") {
            return None;
        }
        let mut words = line.split_whitespace().skip(2).peekable();
        let mut value = || {
            let mut value = Vec::new();
            while let Some(word) = words.next_if(|word| !is_field(word)) {
                value.push(word);
            }
            (value.join(" "), words.next())
        };
        let (name, mut field) = value();
        let (mut kind, mut min, mut max, mut choices) = (String::new(), i64::MIN, i64::MAX, Vec::new());
        while let Some(word) = field {
            let (text, next) = value();
            match word.to_ascii_lowercase().as_str() {
                "type" => kind = text.to_ascii_lowercase(),
                "min" => min = text.parse().unwrap_or(min),
                "max" => max = text.parse().unwrap_or(max),
                "var" => choices.push(text),
                _ => {}
            }
            field = next;
        }
        let kind = match kind.as_str() {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { min, max },
            "combo" => OptionKind::Combo(choices),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        (!name.is_empty()).then_some(Self { name, kind })
    }

    /// Returns the option with this name, in any case.
    pub(super) fn find<'a>(declared: &'a [Self], name: &str) -> Option<&'a Self> {
        declared.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns the command that sets an option, or the reason why the engine would not accept it.
    pub(super) fn command(declared: &[Self], name: &str, value: &str) -> Result<String, Message> {
        let Some(option) = Self::find(declared, name) else {
            let known = || declared.iter().map(|option| option.name.as_str());
            let names = known().map(excerpt).collect::<Vec<_>>().join(", ");
            return Err(match declared {
                [] => {
                    Message::new("the engine has no option `{name}`; it has none").with("name", excerpt(name))
                }
                _ => Message::new("the engine has no option `{name}`{near}; it has {names}")
                    .with("name", excerpt(name))
                    .did_you_mean("near", nearest(name, known()))
                    .with("names", names),
            });
        };
        let Some(value) = option.accepted(value) else {
            return Err(Message::new(
                "`{word}` is not a value of the engine's option {name}; allowed: {allowed}",
            )
            .with("word", excerpt(value))
            .with("name", excerpt(&option.name))
            .with("allowed", option.allowed()));
        };
        let name = &option.name;
        Ok(match option.kind {
            OptionKind::Button => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        })
    }

    /// Returns the value in the engine's spelling, if it is allowed.
    fn accepted(&self, value: &str) -> Option<String> {
        let same = |known: &&String| known.eq_ignore_ascii_case(value);
        match &self.kind {
            OptionKind::Check => {
                Some(value.to_ascii_lowercase()).filter(|value| value == "true" || value == "false")
            }
            OptionKind::Spin { min, max } => value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(&number))
                .map(|number: i64| number.to_string()),
            OptionKind::Combo(choices) => choices.iter().find(same).cloned(),
            OptionKind::Button => value.is_empty().then(String::new),
            OptionKind::Text => Some(value.to_owned()),
        }
    }

    /// Lists the allowed values: words for programs, which are not translated.
    fn allowed(&self) -> String {
        match &self.kind {
            OptionKind::Check => "true, false".to_owned(),
            OptionKind::Spin { min, max } => format!("{min}..{max}"),
            OptionKind::Combo(choices) => {
                choices.iter().map(|choice| excerpt(choice)).collect::<Vec<_>>().join(", ")
            }
            OptionKind::Button | OptionKind::Text => format!("{}=", excerpt(&self.name)),
        }
    }
}

fn is_field(word: &str) -> bool {
    FIELDS.iter().any(|field| word.eq_ignore_ascii_case(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<EngineOption> {
        [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name Own Book type check default false",
            "OPTION NAME Style TYPE combo DEFAULT Normal VAR Very Wild VAR Normal",
            "option name Clear type button",
            "option name Path type string default <empty>",
            "option name Free type spin",
            "option name",
            "info string option name Fake type spin",
        ]
        .iter()
        .filter_map(|line| EngineOption::parse(line))
        .collect()
    }

    #[test]
    fn values_are_checked_against_the_declaration() {
        let options = declared();
        assert_eq!(options.len(), 6);
        for (name, value, command) in [
            ("hash", "16", "setoption name Hash value 16"),
            ("own book", "TRUE", "setoption name Own Book value true"),
            ("Style", "very wild", "setoption name Style value Very Wild"),
            ("Clear", "", "setoption name Clear"),
            ("Path", "/a b,c", "setoption name Path value /a b,c"),
            ("Path", "", "setoption name Path value "),
            ("Free", "-7", "setoption name Free value -7"),
        ] {
            assert_eq!(EngineOption::command(&options, name, value).as_deref(), Ok(command));
        }
        for (name, value, problem) in [
            (
                "Hsh",
                "16",
                "the engine has no option `Hsh` (did you mean Hash?); it has Hash, Own Book, Style, Clear",
            ),
            ("Hash", "0", "`0` is not a value of the engine's option Hash; allowed: 1..1024"),
            ("Hash", "big", "`big` is not a value"),
            ("Own Book", "yes", "allowed: true, false"),
            ("Style", "calm", "allowed: Very Wild, Normal"),
            ("Clear", "now", "`now` is not a value of the engine's option Clear; allowed: Clear="),
        ] {
            let error = EngineOption::command(&options, name, value).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
        let error = EngineOption::command(&[], "Hash", "1").unwrap_err().to_string();
        assert_eq!(error, "the engine has no option `Hash`; it has none");
    }
}
