//! Matches and tournaments, whole or game by game for clusters.

use std::path::PathBuf;

use cairn_arena::{Match, MatchConfig, MatchFigures, RecordFile, Side, Sprt, Tournament, tournament_figures};
use cairn_engine::StopFlag;
use cairn_engine::bots::{BotClock, BotSpec};
use cairn_session::record;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::analysis::report;
use crate::bots::spec_of;
use crate::errors::{arena, request};
use crate::json::to_python;
use crate::work;

/// What all games of a match have in common.
#[pyclass(module = "cairn._cairn", frozen)]
pub(crate) struct Terms {
    game: String,
    seed: u64,
    opening: Option<usize>,
    cap: usize,
    tc: Option<String>,
}

#[pymethods]
impl Terms {
    #[new]
    #[pyo3(signature = (game, seed, opening, cap, tc))]
    fn new(
        game: String,
        seed: u64,
        opening: Option<usize>,
        cap: usize,
        tc: Option<String>,
    ) -> PyResult<Self> {
        let terms = Self { game, seed, opening, cap, tc };
        terms.config()?;
        Ok(terms)
    }

    fn __getnewargs__(&self) -> (String, u64, Option<usize>, usize, Option<String>) {
        (self.game.clone(), self.seed, self.opening, self.cap, self.tc.clone())
    }
}

impl Terms {
    fn config(&self) -> PyResult<MatchConfig> {
        let mut config = MatchConfig::new(&self.game, self.seed).map_err(request)?;
        if let Some(opening) = self.opening {
            config.opening_plies = opening;
        }
        if self.cap == 0 {
            return Err(PyValueError::new_err("cap=0: at least 1 ply"));
        }
        config.max_plies = self.cap;
        config.clock = self.tc.as_deref().map(str::parse::<BotClock>).transpose().map_err(request)?;
        Ok(config)
    }
}

/// A match on this machine.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of `cairn match`")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    terms: &Terms,
    first: &Bound<'py, PyAny>,
    second: &Bound<'py, PyAny>,
    games: usize,
    threads: usize,
    sprt: Option<&str>,
    record: Option<PathBuf>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if games == 0 || threads == 0 {
        return Err(PyValueError::new_err("games and threads are at least 1"));
    }
    let sprt = sprt.map(str::parse::<Sprt>).transpose().map_err(request)?;
    let (first, second, config) = (spec_of(first)?, spec_of(second)?, terms.config()?);
    let game_match = Match { threads, sprt, ..Match::new(first, second, config, games) };
    let stop = StopFlag::default();
    let played = work::run(
        py,
        &stop,
        |py, part| report(py, on_progress.as_ref(), part),
        |progress| {
            let pairing = [(&game_match.first, &game_match.second)];
            let open = |path: PathBuf| RecordFile::open(&path, &game_match.config, &pairing);
            let mut file = record.map(open).transpose()?;
            game_match.run(file.as_mut(), &stop, &mut |so_far| {
                let results = so_far.results;
                let score = format!("+{} ={} -{}", results.wins, results.draws, results.losses);
                progress((so_far.games as u64, games as u64, score));
            })
        },
    )?;
    let played = played.map_err(arena)?;
    let figures = to_python(py, &MatchFigures::new(&game_match, &played))?;
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

/// The records of some games of a match, by their numbers from 0. Each depends on its number and the terms alone.
#[pyfunction]
pub(crate) fn play_games(
    py: Python<'_>,
    terms: &Terms,
    first: &str,
    second: &str,
    start: usize,
    end: usize,
) -> PyResult<String> {
    let (first, second): (BotSpec, BotSpec) =
        (first.parse().map_err(request)?, second.parse().map_err(request)?);
    let game_match = Match::new(first, second, terms.config()?, end);
    let stop = StopFlag::default();
    let records = work::run(py, &stop, |_, ()| Ok(()), |_| game_match.play(start..end, &stop))?;
    Ok(record::write(&records.map_err(arena)?))
}

/// A tournament on this machine: every two bots play the same number of games.
#[pyfunction]
pub(crate) fn play_tournament<'py>(
    py: Python<'py>,
    terms: &Terms,
    bots: Vec<String>,
    games: usize,
    threads: usize,
    record: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let specs =
        bots.iter().map(|bot| bot.parse::<BotSpec>().map_err(request)).collect::<PyResult<Vec<_>>>()?;
    for (place, bot) in specs.iter().enumerate() {
        if specs[..place].iter().any(|other| other.name() == bot.name()) {
            return Err(PyValueError::new_err(format!("`{}` is named twice", bot.name())));
        }
    }
    if specs.len() < 2 || games == 0 || threads == 0 {
        return Err(PyValueError::new_err("a tournament needs two bots, and at least one game and thread"));
    }
    let anchor = specs.iter().position(|bot| bot.name() == "random").unwrap_or(0);
    let tournament = Tournament { threads, anchor, ..Tournament::new(specs, terms.config()?, games) };
    let stop = StopFlag::default();
    let table = work::run(
        py,
        &stop,
        |_, ()| Ok(()),
        |_| {
            let pairings = tournament.pairings();
            let open = |path: PathBuf| RecordFile::open(&path, &tournament.config, &pairings);
            let mut file = record.map(open).transpose()?;
            tournament.run(file.as_mut(), &stop, &mut |_| ())
        },
    )?;
    to_python(py, &tournament_figures(&tournament, &table.map_err(arena)?))
}

/// The file of a match or tournament whose games are played elsewhere.
#[pyclass(module = "cairn._cairn")]
pub(crate) struct Records {
    file: Option<RecordFile>,
}

#[pymethods]
impl Records {
    #[new]
    fn new(path: PathBuf, terms: &Terms, pairings: Vec<(String, String)>) -> PyResult<Self> {
        let parse = |bot: &String| bot.parse::<BotSpec>().map_err(request);
        let bots = pairings
            .iter()
            .map(|(first, second)| Ok((parse(first)?, parse(second)?)))
            .collect::<PyResult<Vec<_>>>()?;
        let pairings: Vec<_> = bots.iter().map(|(first, second)| (first, second)).collect();
        let file = RecordFile::open(&path, &terms.config()?, &pairings).map_err(arena)?;
        Ok(Self { file: Some(file) })
    }

    /// The numbers from 0 of the games between two bots that the file held when it was opened.
    fn numbers(&self, first: &str, second: &str) -> PyResult<Vec<usize>> {
        let (first, second): (BotSpec, BotSpec) =
            (first.parse().map_err(request)?, second.parse().map_err(request)?);
        Ok(self.file.as_ref().map(|file| file.numbers(&first, &second)).unwrap_or_default())
    }

    /// Appends the games of a text of records.
    fn append(&mut self, records: &str) -> PyResult<usize> {
        let records = record::read(records).map_err(request)?;
        let file = self.file.as_mut().ok_or_else(|| PyValueError::new_err("the file is closed"))?;
        for record in &records {
            file.append(record).map_err(arena)?;
        }
        Ok(records.len())
    }

    /// Closes the file, so that another match can open it.
    fn close(&mut self) {
        self.file = None;
    }
}
