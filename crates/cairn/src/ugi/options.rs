//! The options of the engine: names, ranges, values.

use cairn_engine::Settings;
use cairn_rules::GameInfo;

use super::command::shown;

/// What the other program has set.
pub(super) struct Options {
    hash: u64,
    threads: u64,
    multi_pv: u64,
    seed: u64,
    /// What a draw costs, in centipawns, unless the game decides.
    contempt: Option<u64>,
    /// Whether openings are looked up in the book that comes with the program.
    pub(super) own_book: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { hash: 64, threads: 1, multi_pv: 1, seed: 1, contempt: None, own_book: false }
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
    get: fn(&Options, &GameInfo) -> u64,
    set: fn(&mut Options, u64),
}

const SPINS: &[Spin] = &[
    Spin { name: "Hash", least: 1, most: 16_384, get: |it, _| it.hash, set: |it, to| it.hash = to },
    Spin { name: "Threads", least: 1, most: 256, get: |it, _| it.threads, set: |it, to| it.threads = to },
    Spin { name: "MultiPV", least: 1, most: 32, get: |it, _| it.multi_pv, set: |it, to| it.multi_pv = to },
    Spin { name: "Seed", least: 0, most: i64::MAX as u64, get: |it, _| it.seed, set: |it, to| it.seed = to },
    Spin { name: "Contempt", least: 0, most: 5_000, get: Options::contempt, set: Options::set_contempt },
];

const GAME: &str = "Game";
const OWN_BOOK: &str = "OwnBook";

impl Options {
    /// The lines that say what can be set for a game, given by its spec.
    pub(super) fn describe(&self, spec: &str, game: &GameInfo) -> Vec<String> {
        let mut lines = vec![format!("option name {GAME} type string default {spec}")];
        lines.extend(SPINS.iter().map(|spin| {
            let Spin { name, least, most, get, .. } = spin;
            format!("option name {name} type spin default {} min {least} max {most}", get(self, game))
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

    /// What a draw costs in a game, in centipawns: the same as for a bot unless it was set.
    fn contempt(&self, game: &GameInfo) -> u64 {
        self.contempt.unwrap_or(game.engine.contempt.into())
    }

    const fn set_contempt(&mut self, contempt: u64) {
        self.contempt = Some(contempt);
    }

    /// How to search a game.
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
    fn options_are_set_and_bad_values_are_named() {
        let mut options = Options::default();
        for (name, value) in
            [("Hash", "8"), ("threads", "64"), ("MULTIPV", "3"), ("Seed", "0"), ("OwnBook", "true")]
        {
            assert_eq!(options.set(name, value), Ok(Change::Done), "{name}");
        }
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
