//! Matches and tournaments, whole or game by game for clusters.

use std::path::PathBuf;

use cairn_arena::{Match, MatchConfig, MatchFigures, RecordFile, Side, Sprt, Tournament, tournament_figures};
use cairn_engine::StopFlag;
use cairn_engine::bots::{BotClock, BotSpec};
use cairn_session::record;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::bots::spec_of;
use crate::errors::{arena, request};
use crate::json::to_python;
use crate::work;

/// The terms of a match, or of each pairing of a tournament: what its games have in common, and how many they are.
#[pyclass(module = "cairn._cairn", frozen)]
pub(crate) struct Terms {
    #[pyo3(get)]
    games: usize,
    config: MatchConfig,
}

#[pymethods]
impl Terms {
    #[new]
    #[pyo3(signature = (game, games = 100, seed = 1, opening = None, cap = 1000, tc = None))]
    fn new(
        game: &str,
        games: usize,
        seed: u64,
        opening: Option<usize>,
        cap: usize,
        tc: Option<&str>,
    ) -> PyResult<Self> {
        if games == 0 || cap == 0 {
            return Err(PyValueError::new_err("games and cap are at least 1"));
        }
        let config = match opening {
            Some(plies) => MatchConfig::with_opening(game, seed, plies),
            None => MatchConfig::new(game, seed),
        };
        let clock = tc.map(str::parse::<BotClock>).transpose().map_err(request)?;
        Ok(Self { games, config: MatchConfig { max_plies: cap, clock, ..config.map_err(request)? } })
    }

    /// The opening plies are known by now: workers need not estimate them again.
    fn __getnewargs__(&self) -> (String, usize, u64, usize, usize, Option<String>) {
        let MatchConfig { game, seed, opening_plies, max_plies, clock, .. } = &self.config;
        (game.clone(), self.games, *seed, *opening_plies, *max_plies, clock.map(|clock| clock.to_string()))
    }
}

fn bot_of(name: &str) -> PyResult<BotSpec> {
    name.parse().map_err(request)
}

/// Plays a match, or the games missing in a file, and gives its figures.
fn run_match<'py>(
    py: Python<'py>,
    game_match: &Match,
    file: Option<&mut RecordFile>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let stop = StopFlag::default();
    let played = work::reporting(py, &stop, on_progress, |progress| {
        game_match.run(file, &stop, &mut |so_far| {
            let results = so_far.results;
            let score = format!("+{} ={} -{}", results.wins, results.draws, results.losses);
            progress((so_far.games as u64, game_match.games as u64, score));
        })
    })?;
    let played = played.map_err(arena)?;
    let figures = to_python(py, &MatchFigures::new(game_match, &played))?;
    let faults = played.forfeits.iter().map(|(number, forfeit)| {
        let side = match forfeit.side {
            Side::First => "first",
            Side::Second => "second",
        };
        json!({ "game": number + 1, "bot": side, "fault": forfeit.fault })
    });
    figures.set_item("faults", to_python(py, &faults.collect::<Vec<_>>())?)?;
    Ok(figures)
}

/// A match on this machine.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of `cairn match`")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    terms: &Terms,
    first: &Bound<'py, PyAny>,
    second: &Bound<'py, PyAny>,
    threads: usize,
    sprt: Option<&str>,
    record: Option<PathBuf>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let sprt = sprt.map(str::parse::<Sprt>).transpose().map_err(request)?;
    let (first, second, threads) =
        (spec_of(first)?, spec_of(second)?, work::at_least_one("threads", threads)?);
    let game_match = Match { threads, sprt, ..Match::new(first, second, terms.config.clone(), terms.games) };
    let pairing = [(&game_match.first, &game_match.second)];
    let mut file = open(py, record, &game_match.config, &pairing)?;
    run_match(py, &game_match, file.as_mut(), on_progress)
}

/// Opens the file of a match, which takes a while if it has many games.
fn open(
    py: Python<'_>,
    record: Option<PathBuf>,
    config: &MatchConfig,
    pairings: &[(&BotSpec, &BotSpec)],
) -> PyResult<Option<RecordFile>> {
    py.detach(|| record.map(|path| RecordFile::open(&path, config, pairings)).transpose()).map_err(arena)
}

/// The records of some games of a match, by their numbers from 0. Each depends on its number and the terms alone.
#[pyfunction]
pub(crate) fn play_games(
    py: Python<'_>,
    terms: &Terms,
    first: String,
    second: String,
    start: usize,
    end: usize,
) -> PyResult<String> {
    let game_match = Match::new(bot_of(&first)?, bot_of(&second)?, terms.config.clone(), end);
    let stop = StopFlag::default();
    let records = work::run(py, &stop, |_, ()| Ok(()), |_| game_match.play(start..end, &stop))?;
    Ok(record::write(&records.map_err(arena)?))
}

impl Terms {
    fn tournament(&self, bots: &[String], threads: usize) -> PyResult<Tournament> {
        let specs = bots.iter().map(|bot| bot_of(bot)).collect::<PyResult<Vec<_>>>()?;
        for (place, bot) in specs.iter().enumerate() {
            if specs[..place].iter().any(|other| other.name() == bot.name()) {
                return Err(PyValueError::new_err(format!("`{}` is named twice", bot.name())));
            }
        }
        if specs.len() < 2 {
            return Err(PyValueError::new_err("a tournament needs two bots"));
        }
        let anchor = specs.iter().position(|bot| bot.name() == "random").unwrap_or(0);
        let threads = work::at_least_one("threads", threads)?;
        Ok(Tournament { threads, anchor, ..Tournament::new(specs, self.config.clone(), self.games) })
    }
}

/// Plays a tournament, or the games missing in a file, and gives its figures.
fn run_tournament<'py>(
    py: Python<'py>,
    tournament: &Tournament,
    file: Option<&mut RecordFile>,
) -> PyResult<Bound<'py, PyAny>> {
    let stop = StopFlag::default();
    let table = work::run(py, &stop, |_, ()| Ok(()), |_| tournament.run(file, &stop, &mut |_| ()))?;
    to_python(py, &tournament_figures(tournament, &table.map_err(arena)?))
}

/// A tournament on this machine: every two bots play the same number of games.
#[pyfunction]
pub(crate) fn play_tournament<'py>(
    py: Python<'py>,
    terms: &Terms,
    bots: Vec<String>,
    threads: usize,
    record: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let tournament = terms.tournament(&bots, threads)?;
    let mut file = open(py, record, &tournament.config, &tournament.pairings())?;
    run_tournament(py, &tournament, file.as_mut())
}

/// The file of a match or tournament whose games are played elsewhere.
#[pyclass(module = "cairn._cairn")]
pub(crate) struct Records {
    terms: Py<Terms>,
    file: Option<RecordFile>,
}

impl Records {
    fn file(&mut self) -> PyResult<&mut RecordFile> {
        self.file.as_mut().ok_or_else(|| PyValueError::new_err("the file is closed"))
    }
}

#[pymethods]
impl Records {
    #[new]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        terms: Py<Terms>,
        pairings: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let bots = pairings
            .iter()
            .map(|(first, second)| Ok((bot_of(first)?, bot_of(second)?)))
            .collect::<PyResult<Vec<_>>>()?;
        let pairings: Vec<_> = bots.iter().map(|(first, second)| (first, second)).collect();
        let file = open(py, Some(path), &terms.get().config, &pairings)?;
        Ok(Self { terms, file })
    }

    /// The numbers from 0 of the games between two bots in the file.
    fn numbers(&mut self, first: String, second: String) -> PyResult<Vec<usize>> {
        let (first, second) = (bot_of(&first)?, bot_of(&second)?);
        Ok(self.file()?.numbers(&first, &second))
    }

    /// Appends the games of a text of records, and returns how many they are.
    fn append(&mut self, py: Python<'_>, records: &str) -> PyResult<usize> {
        let file = self.file()?;
        py.detach(|| {
            let records = record::read(records).map_err(request)?;
            let count = records.len();
            records.into_iter().try_for_each(|record| file.add(record)).map_err(arena)?;
            Ok(count)
        })
    }

    /// The figures of the match between two bots, once all games are there.
    fn match_figures<'py>(
        &mut self,
        py: Python<'py>,
        first: String,
        second: String,
    ) -> PyResult<Bound<'py, PyAny>> {
        let terms = self.terms.get();
        let game_match = Match::new(bot_of(&first)?, bot_of(&second)?, terms.config.clone(), terms.games);
        run_match(py, &game_match, Some(self.file()?), None)
    }

    /// The figures of the tournament between these bots, once all games are there.
    fn tournament_figures<'py>(&mut self, py: Python<'py>, bots: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let tournament = self.terms.get().tournament(&bots, 1)?;
        run_tournament(py, &tournament, Some(self.file()?))
    }

    /// Closes the file, so that another match can open it.
    fn close(&mut self) {
        self.file = None;
    }
}
