//! The options of the engine: names, ranges, values.

use cairn_session::study::Settings;

use super::command::shown;

/// What the other program has set.
pub(super) struct Options {
    hash: u64,
    threads: u64,
    multi_pv: u64,
    seed: u64,
    /// Whether openings are looked up in the book that comes with the program.
    pub(super) own_book: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { hash: 64, threads: 1, multi_pv: 1, seed: 1, own_book: false }
    }
}

/// What follows from a setting.
#[derive(Eq, PartialEq, Debug)]
pub(super) enum Change {
    /// It is set.
    Done,
    /// Another game is wanted.
    Game,
}

/// A number between two others.
struct Spin {
    name: &'static str,
    least: u64,
    most: u64,
    get: fn(&Options) -> u64,
    set: fn(&mut Options, u64),
}

const SPINS: &[Spin] = &[
    Spin { name: "Hash", least: 1, most: 16_384, get: |it| it.hash, set: |it, to| it.hash = to },
    Spin { name: "Threads", least: 1, most: 256, get: |it| it.threads, set: |it, to| it.threads = to },
    Spin { name: "MultiPV", least: 1, most: 32, get: |it| it.multi_pv, set: |it, to| it.multi_pv = to },
    Spin { name: "Seed", least: 0, most: i64::MAX as u64, get: |it| it.seed, set: |it, to| it.seed = to },
];

const GAME: &str = "Game";
const OWN_BOOK: &str = "OwnBook";

impl Options {
    /// The lines that say what can be set.
    pub(super) fn describe(&self, game: &str) -> Vec<String> {
        let mut lines = vec![format!("option name {GAME} type string default {game}")];
        lines.extend(SPINS.iter().map(|spin| {
            let Spin { name, least, most, get, .. } = spin;
            format!("option name {name} type spin default {} min {least} max {most}", get(self))
        }));
        lines.push(format!("option name {OWN_BOOK} type check default {}", self.own_book));
        lines
    }

    /// Sets an option, or says why not. Capitals in the name do not matter.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        if name.eq_ignore_ascii_case(GAME) {
            return Ok(Change::Game);
        }
        if name.eq_ignore_ascii_case(OWN_BOOK) {
            let bad = |_| format!("`{}` is not a value of {OWN_BOOK}; allowed: true, false", shown(value));
            self.own_book = value.parse().map_err(bad)?;
            return Ok(Change::Done);
        }
        let Some(spin) = SPINS.iter().find(|spin| name.eq_ignore_ascii_case(spin.name)) else {
            let names: Vec<&str> = SPINS.iter().map(|spin| spin.name).collect();
            let known = names.join(", ");
            return Err(format!(
                "unknown option `{}`; the options are {GAME}, {known}, {OWN_BOOK}",
                shown(name)
            ));
        };
        let Spin { name, least, most, .. } = spin;
        let number = value.parse().ok().filter(|number| (*least..=*most).contains(number));
        let bad = || format!("`{}` is not a value of {name}; allowed: {least} to {most}", shown(value));
        (spin.set)(self, number.ok_or_else(bad)?);
        Ok(Change::Done)
    }

    pub(super) fn settings(&self) -> Settings {
        Settings {
            threads: self.threads as usize,
            megabytes: self.hash as usize,
            lines: self.multi_pv as usize,
            seed: self.seed,
            ..Settings::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_and_bad_values_are_named() {
        let mut options = Options::default();
        for (name, value) in
            [("Hash", "8"), ("threads", "64"), ("MULTIPV", "3"), ("Seed", "0"), ("OwnBook", "true")]
        {
            assert_eq!(options.set(name, value), Ok(Change::Done), "{name}");
        }
        assert_eq!(options.set("Game", "anything"), Ok(Change::Game));
        let settings = options.settings();
        assert_eq!((settings.megabytes, settings.threads, settings.lines), (8, 64, 3));
        for (name, value, problem) in [
            ("Hash", "0", "`0` is not a value of Hash; allowed: 1 to 16384"),
            ("Hash", "", "`` is not"),
            ("Threads", "257", "allowed: 1 to 256"),
            ("MultiPV", "-1", "`-1` is not"),
            ("OwnBook", "yes", "`yes` is not a value of OwnBook"),
            ("Colour", "red", "unknown option `Colour`; the options are Game, Hash"),
        ] {
            assert!(options.set(name, value).unwrap_err().contains(problem), "{name} {value}");
        }
        assert_eq!(options.settings().megabytes, 8);
        assert_eq!(options.describe("x")[1], "option name Hash type spin default 8 min 1 max 16384");
    }
}
