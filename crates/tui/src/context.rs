//! The context that all screens share: texts, theme, settings, the user's files, the time, and seeds.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use cairn_coach::puzzle::{Day, Note, PuzzleFilter};
use cairn_draw::text::Charset;
use cairn_engine::Rng;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::{GameInfo, Message};
use cairn_storage::{
    self as storage, Autosaver, Cells, Choice, CountedGame, OnlineSave, PuzzleStore, Ratings, SaveStatus,
    SavedRecord, Settings, SettingsProblem, Speed, Storage, StorageError, Unfinished, UnfinishedGames,
};
use cairn_table::Table;
use cairn_texts::{Language, Texts};

use crate::board::CellSize;
use crate::event::AppEvent;
use crate::hit_areas::HitAreas;
use crate::keys::KeyMap;
use crate::remote::RemoteGames;
use crate::screens::Entry;
use crate::start::Start;
use crate::theme::{Mode, Scheme, Theme};

/// A message at the bottom of the screen, which disappears with the next key.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Notice {
    Info(String),
    Warning(String),
}

/// A remote game that the user has left for the menu.
pub(crate) struct Parked {
    pub(crate) game: &'static GameInfo,
    /// Its address.
    pub(crate) link: String,
}

/// What all screens share.
pub(crate) struct Context {
    pub(crate) texts: Texts,
    pub(crate) theme: Theme,
    pub(crate) settings: Settings,
    pub(crate) storage: Option<Storage>,
    /// The user's strength in each game.
    pub(crate) ratings: Ratings,
    /// The channel for the results of threads.
    pub(crate) events: Sender<AppEvent>,
    /// The time of the current event, counted from the opening of the app.
    pub(crate) now: Duration,
    pub(crate) notice: Option<Notice>,
    /// The hit areas of the last drawn frame.
    pub(crate) hit_areas: HitAreas,
    /// The user's keys.
    pub(crate) keys: KeyMap,
    /// The last chosen entry of the menu.
    pub(crate) menu_entry: Option<Entry>,
    /// The remote game that the user has left for the menu.
    pub(crate) parked: Option<Parked>,
    /// Reaches games on servers.
    remote: Option<Arc<dyn RemoteGames>>,
    /// The number of the connection that is being made for the user.
    connecting: Option<u64>,
    /// Who was named for the seats of the next game.
    pub(crate) players: [Option<PlayerSpec>; 4],
    /// The user's progress with puzzles.
    pub(crate) puzzles: PuzzleStore,
    /// The filter of the list of puzzles.
    pub(crate) puzzle_filter: PuzzleFilter,
    today: String,
    rng: Rng,
    tickets: u64,
    /// The language until the user changes the settings.
    language: Language,
    /// The language in the settings when the app was opened.
    initial_setting: Option<Language>,
    is_ascii: bool,
    /// The mode if the settings do not set one.
    mode: Mode,
}

impl Context {
    /// Creates the context of an app with this start.
    pub(crate) fn new(start: &Start, events: Sender<AppEvent>) -> Self {
        let theme =
            Theme { scheme: Scheme::Cairn, mode: start.mode, depth: start.depth, charset: Charset::Unicode };
        let mut ctx = Self {
            texts: Texts::new(start.language),
            theme,
            settings: start.settings.clone(),
            storage: start.storage.clone(),
            ratings: Ratings::default(),
            events,
            now: Duration::ZERO,
            notice: None,
            hit_areas: HitAreas::default(),
            keys: KeyMap::default(),
            menu_entry: None,
            parked: None,
            remote: start.remote.clone(),
            connecting: None,
            players: start.player_specs.clone(),
            puzzles: PuzzleStore::open(None).0,
            puzzle_filter: PuzzleFilter::default(),
            today: start.today.clone(),
            rng: Rng::seeded(start.seed),
            tickets: 0,
            language: start.language,
            initial_setting: start.settings.language,
            is_ascii: start.ascii,
            mode: start.mode,
        };
        ctx.apply_settings();
        let mut remarks = start.remarks.clone();
        remarks.extend(ctx.read_keys());
        ctx.read_ratings();
        ctx.read_puzzles();
        if let Some(Notice::Warning(text)) = ctx.notice.take() {
            remarks.push(text);
        }
        ctx.notice = (!remarks.is_empty()).then(|| Notice::Warning(remarks.join(" ")));
        ctx
    }

    /// Reads the user's keys from the settings, and returns the problems.
    fn read_keys(&mut self) -> Vec<String> {
        let (keys, problems) = KeyMap::new(&self.settings.keys);
        self.keys = keys;
        let path = self.storage.as_ref().map(Storage::settings_file).unwrap_or_default();
        let problems = problems.into_iter().map(|(place, word, error)| {
            let line = self.settings.keys[place].line;
            SettingsProblem::at(&path, line, &word, error).tell(self.texts) + "."
        });
        problems.collect()
    }

    fn apply_settings(&mut self) {
        let changed = self.settings.language.filter(|_| self.settings.language != self.initial_setting);
        self.texts = Texts::new(changed.unwrap_or(self.language));
        self.theme.scheme = match self.settings.theme {
            storage::Theme::Cairn => Scheme::Cairn,
            storage::Theme::Contrast => Scheme::Contrast,
            storage::Theme::Paper => Scheme::Paper,
        };
        self.theme.mode = match self.settings.mode {
            storage::Mode::Auto => self.mode,
            storage::Mode::Light => Mode::Light,
            storage::Mode::Dark => Mode::Dark,
        };
        self.theme.charset =
            if self.settings.ascii || self.is_ascii { Charset::Ascii } else { Charset::Unicode };
    }

    /// Explains why a step is not possible.
    pub(crate) fn refuse_step(&mut self, why: Option<Message>) {
        self.warn(match why {
            Some(why) => self.texts.messages(&[why]),
            None => self.texts.text("app.no_entry").to_owned(),
        });
    }

    /// Shows a message.
    pub(crate) fn info(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Info(text.into()));
    }

    /// Shows a warning.
    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Warning(text.into()));
    }

    /// Changes the settings and saves them.
    pub(crate) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.apply_settings();
        let storage = self.storage.as_ref().ok_or(StorageError::NoFolder);
        if let Err(error) = storage.and_then(|storage| storage.save_settings(&self.settings)) {
            self.warn(self.texts.format("app.settings_not_saved", &[("problem", &error.tell(self.texts))]));
        }
    }

    /// Switches to the next cell size.
    pub(crate) fn next_cell_size(&mut self) {
        self.change_settings(|settings| settings.cells = settings.cells.turned(1));
        self.info(self.texts.text(cell_size_key(self.settings.cells)));
    }

    /// Returns the maximum cell size.
    pub(crate) fn max_cell_size(&self) -> CellSize {
        match self.settings.cells {
            Cells::Small => CellSize::Small,
            Cells::Medium => CellSize::Medium,
            Cells::Large => CellSize::Large,
            Cells::Auto => CellSize::Giant,
        }
    }

    /// Returns today's date.
    pub(crate) fn today(&self) -> &str {
        &self.today
    }

    /// Returns today's date, for puzzles.
    pub(crate) fn day(&self) -> Day {
        self.today.parse().unwrap_or_else(|_| Day::after_epoch(0))
    }

    /// Reads the user's progress with puzzles again, because another program may have changed it.
    pub(crate) fn read_puzzles(&mut self) {
        let (puzzles, problem) = PuzzleStore::open(self.storage.as_ref());
        self.puzzles = puzzles;
        if let Some(problem) = problem {
            self.warn(problem.tell(self.texts));
        }
    }

    /// Records the events of a puzzle.
    pub(crate) fn note_puzzle(&mut self, id: &str, notes: &[Note]) {
        let today = self.day();
        if let Some(problem) = self.puzzles.note(id, notes, today) {
            self.warn(problem.tell(self.texts));
        }
    }

    /// Returns a number that no earlier request had.
    pub(crate) fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// Generates a seed for a new game, short enough to type.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.rng.next_u64() >> 44
    }

    /// Saves the current game of a table. Warns the user when saving starts to fail, and reports when it works again.
    pub(crate) fn keep(&mut self, autosaver: &mut Autosaver, table: &Table) {
        let (session, texts) = (table.session(), self.texts);
        autosaver.set_clock(table.clock(), self.now);
        match autosaver.save(self.storage.as_ref(), session, &table.player_names(), table.seed()) {
            SaveStatus::Unchanged => {}
            SaveStatus::Recovered => self.info(texts.text("app.saved_again")),
            SaveStatus::Failed => {
                let problem = autosaver.problem(session, texts).unwrap_or_default();
                self.warn(texts.format("app.not_kept", &[("problem", &problem)]));
            }
        }
    }

    /// Reads the ratings, and warns about problems in their file.
    pub(crate) fn read_ratings(&mut self) {
        let Some(storage) = &self.storage else { return };
        let problem = match storage.ratings() {
            Ok((ratings, damaged)) => {
                self.ratings = ratings;
                damaged.map(|damaged| damaged.tell(self.texts))
            }
            Err(error) => Some(error.tell(self.texts)),
        };
        if let Some(problem) = problem {
            self.warn(problem);
        }
    }

    /// Counts the game of a table for the user's rating, if it is rated and over.
    pub(crate) fn count(&mut self, autosaver: &Autosaver, table: &Table) -> Option<CountedGame> {
        let texts = self.texts;
        match autosaver.count(self.storage.as_ref(), table)? {
            Ok(counted) => {
                self.read_ratings();
                if let Some(damaged) = &counted.damaged {
                    self.warn(damaged.tell(texts));
                }
                Some(counted)
            }
            Err(error) => {
                self.warn(texts.format("rating.not_counted", &[("error", &error.tell(texts))]));
                None
            }
        }
    }

    /// Lists the unfinished games, most recent first. The first one is readable.
    pub(crate) fn unfinished(&mut self) -> UnfinishedGames {
        let Some(storage) = &self.storage else { return UnfinishedGames::default() };
        match storage.unfinished() {
            Ok(mut found) => {
                found.drop_damaged().iter().for_each(|error| self.report_passed_over(error));
                let is_parked = |game: &OnlineSave| {
                    self.parked.as_ref().is_some_and(|parked| parked.link == game.address())
                };
                let can_open = |game: &OnlineSave| game.session().is_some() && !is_parked(game);
                found.online.retain(|game| self.remote.is_some() && can_open(game));
                if let Some(problem) = &found.problem {
                    self.warn(problem.tell(self.texts));
                }
                found
            }
            Err(error) => {
                self.warn(error.tell(self.texts));
                UnfinishedGames::default()
            }
        }
    }

    /// Asks the servers of these games how the games stand, each on a thread of its own.
    pub(crate) fn refresh_online(&self, games: &[Unfinished]) {
        let Some(remote) = &self.remote else { return };
        let mut servers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for game in games {
            if let Unfinished::Online(game) = game {
                servers.entry(game.server().to_owned()).or_default().push(game.address().to_owned());
            }
        }
        for addresses in servers.into_values() {
            let (remote, events) = (Arc::clone(remote), self.events.clone());
            thread::spawn(move || {
                for address in addresses {
                    let is_reachable = remote.refresh(&address).is_ok();
                    // The receiver is gone when the app has ended.
                    if events.send(AppEvent::Refreshed(address, is_reachable)).is_err() {
                        return;
                    }
                }
            });
        }
    }

    /// Connects to a game on a server for the user.
    pub(crate) fn connect(&mut self, game: &OnlineSave) {
        let Some(remote) = self.remote.clone() else { return };
        let (number, events, address) = (self.next_ticket(), self.events.clone(), game.address().to_owned());
        self.connecting = Some(number);
        self.info(self.texts.format("saved.connecting", &[("server", &game.server())]));
        thread::spawn(move || {
            let connected = remote.connect(&address).map(Box::new);
            // The receiver is gone when the app has ended.
            let _ = events.send(AppEvent::Connected(number, connected));
        });
    }

    /// Whether the user is waiting for a connection.
    pub(crate) const fn is_connecting(&self) -> bool {
        self.connecting.is_some()
    }

    /// Whether the user is waiting for the connection with this number; from now on for none.
    pub(crate) fn take_connection(&mut self, number: u64) -> bool {
        self.connecting.take_if(|connecting| *connecting == number).is_some()
    }

    /// Drops the connection that is being made: the user has gone elsewhere.
    pub(crate) const fn stop_connecting(&mut self) {
        self.connecting = None;
    }

    /// The saved games, the last one first.
    pub(crate) fn saved(&mut self) -> Vec<SavedRecord> {
        let saved = self.storage.as_ref().map_or_else(|| Ok(Vec::new()), Storage::saved);
        saved.unwrap_or_else(|error| {
            self.warn(error.tell(self.texts));
            Vec::new()
        })
    }

    /// Returns whether the user has never stored anything, so that this is probably the first start.
    pub(crate) fn is_first_start(&self) -> bool {
        self.storage.as_ref().is_some_and(Storage::is_new)
    }

    /// Reports a game that cannot be continued, unless another process is playing it or has removed it.
    pub(crate) fn report_passed_over(&mut self, error: &StorageError) {
        if !matches!(error, StorageError::InPlay | StorageError::Gone) {
            self.warn(error.tell(self.texts));
        }
    }

    /// Writes a record to a new file in the folder of records.
    pub(crate) fn save_record(&self, game: &str, text: &str) -> Result<PathBuf, String> {
        let no_folder = || self.texts.text("storage.no_folder").to_owned();
        let folder = self.storage.as_ref().ok_or_else(no_folder)?.records();
        fs::create_dir_all(&folder)
            .map_err(|error| format!("{}: {}", folder.display(), self.texts.io_error(&error)))?;
        for number in 1_u32.. {
            let path = folder.join(format!("{}-{game}-{number}.txt", self.today));
            match cairn_engine::files::create_new(&path, text.as_bytes()) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                written => {
                    return written
                        .map(|()| path.clone())
                        .map_err(|error| format!("{}: {}", path.display(), self.texts.io_error(&error)));
                }
            }
        }
        Err(folder.display().to_string())
    }
}

/// Returns the text key of a speed of bots.
pub(crate) const fn speed_key(speed: Speed) -> &'static str {
    match speed {
        Speed::Slow => "app.set.slow",
        Speed::Normal => "app.set.normal",
        Speed::Fast => "app.set.fast",
        Speed::Instant => "app.set.instant",
    }
}

/// Returns the text key of a size of cells.
pub(crate) const fn cell_size_key(cells: Cells) -> &'static str {
    match cells {
        Cells::Auto => "app.cells.auto",
        Cells::Small => "app.cells.small",
        Cells::Medium => "app.cells.medium",
        Cells::Large => "app.cells.large",
    }
}
