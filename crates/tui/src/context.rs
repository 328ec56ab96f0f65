//! What all screens share: texts, theme, settings, the user's files, the time, and seeds.

use std::cmp::Reverse;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Duration;

use cairn_draw::text::Charset;
use cairn_engine::Rng;
use cairn_engine::bots::PlayerSpec;
use cairn_rules::Refusal;
use cairn_storage::{
    self as storage, Cells, Choice, Keeper, Keeping, OpenSaveError, Settings, Speed, Storage, StorageError,
    UnfinishedGames,
};
use cairn_table::Table;
use cairn_texts::{Language, Texts};

use crate::board::CellSize;
use crate::event::Event;
use crate::start::Start;
use crate::theme::{Mode, Scheme, Theme};

/// A message at the bottom of the screen. It stays until the next key.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Notice {
    Info(String),
    Warning(String),
}

/// What all screens share.
pub(crate) struct Context {
    pub(crate) texts: Texts,
    pub(crate) theme: Theme,
    pub(crate) settings: Settings,
    pub(crate) storage: Option<Storage>,
    /// Where threads send their results.
    pub(crate) events: Sender<Event>,
    /// When the event that is being handled happened, counted from the opening of the app.
    pub(crate) now: Duration,
    pub(crate) notice: Option<Notice>,
    /// Who was named for the seats of the next game.
    pub(crate) players: [Option<PlayerSpec>; 4],
    today: String,
    rng: Rng,
    tickets: u64,
    /// The language unless the settings are changed.
    language: Language,
    /// The language in the settings when the app was opened.
    initial_setting: Option<Language>,
    is_ascii: bool,
    /// Light or dark if the settings leave it open.
    mode: Mode,
}

impl Context {
    /// The context of an app that starts like this.
    pub(crate) fn new(start: &Start, events: Sender<Event>) -> Self {
        let theme =
            Theme { scheme: Scheme::Cairn, mode: start.mode, depth: start.depth, charset: Charset::Unicode };
        let mut ctx = Self {
            texts: Texts::new(start.language),
            theme,
            settings: start.settings.clone(),
            storage: start.storage.clone(),
            events,
            now: Duration::ZERO,
            notice: (!start.remarks.is_empty()).then(|| Notice::Warning(start.remarks.join(" "))),
            players: start.player_specs.clone(),
            today: start.today.clone(),
            rng: Rng::seeded(start.seed),
            tickets: 0,
            language: start.language,
            initial_setting: start.settings.language,
            is_ascii: start.ascii,
            mode: start.mode,
        };
        ctx.apply_settings();
        ctx
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

    /// Says why a step is not possible.
    pub(crate) fn refuse_step(&mut self, why: Option<Refusal>) {
        self.warn(match why {
            Some(why) => self.texts.sentences(&[why]),
            None => self.texts.say("app.no_entry").to_owned(),
        });
    }

    /// Shows a message.
    pub(crate) fn info(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Info(text.into()));
    }

    /// Shows a message about something that did not work.
    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Warning(text.into()));
    }

    /// Changes the settings and saves them.
    pub(crate) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.apply_settings();
        let storage = self.storage.as_ref().ok_or(StorageError::NoFolder);
        if let Err(error) = storage.and_then(|storage| storage.save_settings(&self.settings)) {
            self.warn(self.texts.tell("app.settings_not_saved", &[("problem", &error.tell(self.texts))]));
        }
    }

    /// Goes on to the next size of cells.
    pub(crate) fn next_cell_size(&mut self) {
        self.change_settings(|settings| settings.cells = settings.cells.turned(1));
        self.info(self.texts.say(cell_size_key(self.settings.cells)));
    }

    /// Makes bots faster or slower.
    pub(crate) fn change_speed(&mut self, by: isize) {
        let at = Speed::ALL.iter().position(|(_, speed)| *speed == self.settings.speed).unwrap_or_default();
        let next = at.saturating_add_signed(by).min(Speed::ALL.len() - 1);
        self.change_settings(|settings| settings.speed = Speed::ALL[next].1);
    }

    /// The largest cells that are wanted.
    pub(crate) fn max_cell_size(&self) -> CellSize {
        match self.settings.cells {
            Cells::Small => CellSize::Small,
            Cells::Medium => CellSize::Medium,
            Cells::Large => CellSize::Large,
            Cells::Auto => CellSize::Giant,
        }
    }

    /// How long a bot's move can be seen before the next one where bots play alone.
    pub(crate) fn move_delay(&self) -> Duration {
        Duration::from_millis(match self.settings.speed {
            Speed::Slow => 2_000,
            Speed::Normal => 800,
            Speed::Fast => 200,
            Speed::Instant => 0,
        })
    }

    /// Today's date.
    pub(crate) fn today(&self) -> &str {
        &self.today
    }

    /// A number that no request had before.
    pub(crate) fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// A seed for a new game, short enough to be typed.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.rng.next_u64() >> 44
    }

    /// Stores the game of a table as it stands, and says so if that has become impossible or possible again.
    pub(crate) fn keep(&mut self, keeper: &mut Keeper, table: &Table) {
        let (session, texts) = (table.session(), self.texts);
        match keeper.keep(self.storage.as_ref(), session, &table.player_names(), table.seed()) {
            Keeping::Unchanged => {}
            Keeping::SavedAgain => self.info(texts.say("app.saved_again")),
            Keeping::NotSaved => {
                let problem = keeper.problem(session, texts).unwrap_or_default();
                self.warn(texts.tell("app.not_kept", &[("problem", &problem)]));
            }
        }
    }

    /// The unfinished games, the last one first. The first one can be read.
    pub(crate) fn unfinished(&mut self) -> UnfinishedGames {
        let Some(storage) = &self.storage else { return UnfinishedGames::default() };
        match storage.unfinished() {
            Ok(mut found) => {
                found.drop_damaged().iter().for_each(|error| self.report_passed_over(error));
                found
            }
            Err(error) => {
                self.warn(error.tell(self.texts));
                UnfinishedGames::default()
            }
        }
    }

    /// Reports a game that cannot be continued; that somebody else plays it is no news.
    pub(crate) fn report_passed_over(&mut self, error: &OpenSaveError) {
        if matches!(error, OpenSaveError::Damaged(_) | OpenSaveError::Storage(_)) {
            self.warn(error.tell(self.texts));
        }
    }

    /// Writes a record into the folder of records, to a new file.
    pub(crate) fn save_record(&self, game: &str, text: &str) -> Result<PathBuf, String> {
        let no_folder = || self.texts.say("storage.no_folder").to_owned();
        let folder = self.storage.as_ref().ok_or_else(no_folder)?.records();
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for number in 1_u32.. {
            let path = folder.join(format!("{}-{game}-{number}.txt", self.today));
            match cairn_files::create_new(&path, text.as_bytes()) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                written => {
                    return written
                        .map(|()| path.clone())
                        .map_err(|error| format!("{}: {error}", path.display()));
                }
            }
        }
        Err(folder.display().to_string())
    }

    /// The files in the folder of records, newest first.
    pub(crate) fn record_files(&self) -> Vec<PathBuf> {
        let folder = self.storage.as_ref().map(Storage::records);
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
        let mut files: Vec<PathBuf> =
            entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.is_file());
        let modified = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
        files.sort_by_cached_key(|path| Reverse((modified(path), path.clone())));
        files
    }
}

/// The text key of a size of cells.
pub(crate) const fn cell_size_key(cells: Cells) -> &'static str {
    match cells {
        Cells::Auto => "app.cells.auto",
        Cells::Small => "app.cells.small",
        Cells::Medium => "app.cells.medium",
        Cells::Large => "app.cells.large",
    }
}
