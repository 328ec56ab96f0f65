//! The options of the engine: names, ranges, values.

use cairn_engine::Settings;
use cairn_rules::GameInfo;
use cairn_rules::excerpt;

/// The maximum number of lines of an analysis.
pub(crate) const MAX_LINES: u8 = 32;

/// The values of the options.
#[derive(Clone)]
pub(super) struct Options {
    /// The size of the transposition table, in MiB.
    pub(super) hash: u64,
    threads: u64,
    multi_pv: u64,
    seed: u64,
    /// Contempt: the cost of a draw, in centipawns; the default of the game if `None`.
    contempt: Option<u64>,
    /// Whether to use the built-in opening book.
    pub(super) own_book: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { hash: 64, threads: 1, multi_pv: 1, seed: 1, contempt: None, own_book: false }
    }
}

/// The effect of setting an option.
#[derive(Eq, PartialEq, Debug)]
pub(super) enum Change {
    /// The option is set.
    Applied,
    /// The caller must check whether there is memory for the table.
    Table,
    /// The caller must open another game.
    Game,
}

/// An option of type `spin`: a number in a range.
struct Spin {
    name: &'static str,
    min: u64,
    max: u64,
    get: fn(&Options, &GameInfo) -> u64,
    set: fn(&mut Options, u64),
}

const SPINS: &[Spin] = &[
    Spin { name: HASH, min: 1, max: 16_384, get: |it, _| it.hash, set: |it, to| it.hash = to },
    Spin { name: "Threads", min: 1, max: 256, get: |it, _| it.threads, set: |it, to| it.threads = to },
    Spin {
        name: "MultiPV",
        min: 1,
        max: MAX_LINES as u64,
        get: |it, _| it.multi_pv,
        set: |it, to| it.multi_pv = to,
    },
    Spin { name: "Seed", min: 0, max: i64::MAX as u64, get: |it, _| it.seed, set: |it, to| it.seed = to },
    Spin { name: "Contempt", min: 0, max: 5_000, get: Options::contempt, set: Options::set_contempt },
];

const GAME: &str = "Game";
const HASH: &str = "Hash";
const OWN_BOOK: &str = "OwnBook";

impl Options {
    /// Returns the `option` lines for a game, given by its spec.
    pub(super) fn describe(&self, spec: &str, game: &GameInfo) -> Vec<String> {
        let mut lines = vec![format!("option name {GAME} type string default {spec}")];
        lines.extend(SPINS.iter().map(|spin| {
            let Spin { name, min, max, get, .. } = spin;
            format!("option name {name} type spin default {} min {min} max {max}", get(self, game))
        }));
        lines.push(format!("option name {OWN_BOOK} type check default {}", self.own_book));
        lines
    }

    /// Sets an option, or returns the reason why it cannot be set. Names are case-insensitive.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        if name.eq_ignore_ascii_case(GAME) {
            return Ok(Change::Game);
        }
        if name.eq_ignore_ascii_case(OWN_BOOK) {
            let bad = |_| format!("`{}` is not a value of {OWN_BOOK}; allowed: true, false", excerpt(value));
            self.own_book = value.parse().map_err(bad)?;
            return Ok(Change::Applied);
        }
        let Some(spin) = SPINS.iter().find(|spin| name.eq_ignore_ascii_case(spin.name)) else {
            let names: Vec<&str> = SPINS.iter().map(|spin| spin.name).collect();
            let known = names.join(", ");
            return Err(format!(
                "unknown option `{}`; the options are {GAME}, {known}, {OWN_BOOK}",
                excerpt(name)
            ));
        };
        let Spin { name, min, max, .. } = spin;
        let number = value.parse().ok().filter(|number| (*min..=*max).contains(number));
        let bad = || format!("`{}` is not a value of {name}; allowed: {min} to {max}", excerpt(value));
        (spin.set)(self, number.ok_or_else(bad)?);
        Ok(if *name == HASH { Change::Table } else { Change::Applied })
    }

    /// Returns the contempt in centipawns: the game's default, as for bots, unless it was set.
    fn contempt(&self, game: &GameInfo) -> u64 {
        self.contempt.unwrap_or(game.engine.contempt.into())
    }

    const fn set_contempt(&mut self, contempt: u64) {
        self.contempt = Some(contempt);
    }

    /// Returns the search settings for a game.
    pub(super) fn settings(&self, game: &GameInfo) -> Settings {
        Settings {
            threads: self.threads as usize,
            hash_mib: self.hash as usize,
            multi_pv: self.multi_pv as usize,
            seed: self.seed,
            contempt: self.contempt(game) as u16,
            ..Settings::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_rules::games::ALL;

    use super::*;

    #[test]
    fn options_are_set_and_bad_values_are_rejected() {
        let mut options = Options::default();
        for (name, value) in [("threads", "64"), ("MULTIPV", "3"), ("Seed", "0"), ("OwnBook", "true")] {
            assert_eq!(options.set(name, value), Ok(Change::Applied), "{name}");
        }
        assert_eq!(options.set("hash", "8"), Ok(Change::Table));
        assert_eq!(options.set("Game", "anything"), Ok(Change::Game));
        let game = ALL[0];
        let settings = options.settings(game);
        assert_eq!((settings.hash_mib, settings.threads, settings.multi_pv), (8, 64, 3));
        for (name, value, problem) in [
            ("Hash", "0", "`0` is not a value of Hash; allowed: 1 to 16384"),
            ("Hash", "", "`` is not"),
            ("Threads", "257", "allowed: 1 to 256"),
            ("MultiPV", "-1", "`-1` is not"),
            ("OwnBook", "yes", "`yes` is not a value of OwnBook"),
            ("Contempt", "5001", "`5001` is not a value of Contempt; allowed: 0 to 5000"),
            ("Colour", "red", "unknown option `Colour`; the options are Game, Hash"),
        ] {
            assert!(options.set(name, value).unwrap_err().contains(problem), "{name} {value}");
        }
        assert_eq!(options.settings(game).hash_mib, 8);
        assert_eq!(options.describe("x", game)[1], "option name Hash type spin default 8 min 1 max 16384");
    }

    #[test]
    fn contempt_is_the_game_s_own_until_it_is_set() {
        let mut options = Options::default();
        for game in ALL {
            assert_eq!(options.settings(game).contempt, game.engine.contempt, "{}", game.id);
        }
        assert!(ALL.iter().any(|game| game.engine.contempt > 0), "or else this shows nothing");
        options.set("Contempt", "25").unwrap();
        assert!(ALL.iter().all(|game| options.settings(game).contempt == 25));
    }
}
