//! What every screen needs: texts, looks, settings, the user's files, the time, and seeds.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use cairn_draw::text::Charset;
use cairn_session::{Rng, Session};
use cairn_storage::{self as home, Autosave, Choice, SavedGame, Settings, Storage};
use cairn_texts::{Language, Texts};

use crate::board::CellSize;
use crate::event::Event;
use crate::start::Start;
use crate::theme::{Mode, Scheme, Theme};

/// How often somebody who waits looks at the clock.
pub(crate) const GLANCE: Duration = Duration::from_millis(100);

/// Something that is said at the bottom of the screen until the next key.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Notice {
    /// As wished.
    Good(String),
    /// Not as wished.
    Bad(String),
}

/// Things that all screens share.
pub(crate) struct Context {
    pub(crate) texts: Texts,
    pub(crate) theme: Theme,
    pub(crate) settings: Settings,
    pub(crate) home: Option<Storage>,
    /// Where threads send what they have found.
    pub(crate) outbox: Sender<Event>,
    /// When the event that is being handled happened.
    pub(crate) now: Instant,
    pub(crate) notice: Option<Notice>,
    today: String,
    rng: Rng,
    tickets: u64,
    /// Who was named for the seats of the next game, by their words.
    pub(crate) named: [Option<String>; 4],
    language: Language,
    /// The language that the settings named when the app began.
    set_language: Option<Language>,
    ascii: bool,
    mode: Mode,
}

impl Context {
    /// The kit of an app that begins like this.
    pub(crate) fn new(start: &Start, outbox: Sender<Event>, now: Instant) -> Self {
        let mut ctx = Self {
            texts: Texts::new(start.language),
            theme: Theme {
                scheme: Scheme::Cairn,
                mode: start.mode,
                depth: start.depth,
                charset: Charset::Unicode,
            },
            settings: start.settings.clone(),
            home: start.home.clone(),
            outbox,
            now,
            notice: (!start.remarks.is_empty()).then(|| Notice::Bad(start.remarks.join(" "))),
            today: start.today.clone(),
            rng: Rng::seeded(start.seed),
            tickets: 0,
            named: start
                .player_specs
                .each_ref()
                .map(|player_spec| player_spec.as_ref().map(ToString::to_string)),
            language: start.language,
            set_language: start.settings.language,
            ascii: start.ascii,
            mode: start.mode,
        };
        ctx.apply();
        ctx
    }

    /// Makes texts and looks follow the settings.
    fn apply(&mut self) {
        let changed = self.settings.language.filter(|_| self.settings.language != self.set_language);
        self.texts = Texts::new(changed.unwrap_or(self.language));
        self.theme.scheme = match self.settings.theme {
            home::Theme::Cairn => Scheme::Cairn,
            home::Theme::Contrast => Scheme::Contrast,
            home::Theme::Paper => Scheme::Paper,
        };
        self.theme.mode = match self.settings.mode {
            home::Mode::Auto => self.mode,
            home::Mode::Light => Mode::Light,
            home::Mode::Dark => Mode::Dark,
        };
        self.theme.charset =
            if self.settings.ascii || self.ascii { Charset::Ascii } else { Charset::Unicode };
    }

    /// Changes the settings for good.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.apply();
        let saved = self.home.as_ref().map(|home| home.save_settings(&self.settings));
        if let Some(Err(error)) = saved {
            self.notice = Some(Notice::Bad(error.tell(self.texts)));
        }
    }

    /// Larger or smaller squares.
    pub(crate) fn next_size(&mut self) {
        self.change(|settings| settings.cells = settings.cells.turned(1));
        self.notice = Some(Notice::Good(self.texts.say(size_words(self.settings.cells)).to_owned()));
    }

    /// Faster or slower bots.
    pub(crate) fn change_speed(&mut self, by: isize) {
        let at =
            home::Speed::ALL.iter().position(|(_, speed)| *speed == self.settings.speed).unwrap_or_default();
        let next = at.saturating_add_signed(by).min(home::Speed::ALL.len() - 1);
        self.change(|settings| settings.speed = home::Speed::ALL[next].1);
    }

    /// The largest squares that are wanted.
    pub(crate) fn largest_cells(&self) -> CellSize {
        match self.settings.cells {
            home::Cells::Small => CellSize::Small,
            home::Cells::Medium => CellSize::Medium,
            home::Cells::Auto | home::Cells::Large => CellSize::Large,
        }
    }

    /// How long a bot's move stays visible before the next, where bots play alone.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_millis(match self.settings.speed {
            home::Speed::Slow => 2_000,
            home::Speed::Normal => 800,
            home::Speed::Fast => 200,
            home::Speed::Instant => 0,
        })
    }

    /// Today's date.
    pub(crate) fn today(&self) -> &str {
        &self.today
    }

    /// A number that no request had before.
    pub(crate) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// A seed for a new game, short enough to be typed.
    pub(crate) fn seed(&mut self) -> u64 {
        self.rng.next_u64() >> 44
    }

    /// Keeps an unfinished game as it stands.
    pub(crate) fn keep(
        &mut self,
        autosave: &mut Option<Autosave>,
        session: &dyn Session,
        seats: &[String],
        seed: u64,
    ) {
        let Some(home) = &self.home else { return };
        let kept = match autosave {
            Some(autosave) => autosave.keep(session, seats, seed),
            None => home.autosave().and_then(|new| autosave.insert(new).keep(session, seats, seed)),
        };
        if let Err(error) = kept {
            self.notice = Some(Notice::Bad(error.tell(self.texts)));
        }
    }

    /// The games that were left unfinished, the last one first.
    pub(crate) fn unfinished(&mut self) -> Vec<SavedGame> {
        let Some(home) = &self.home else { return Vec::new() };
        match home.unfinished() {
            Ok(found) => {
                if let Some(damaged) = found.damaged.first() {
                    self.notice = Some(Notice::Bad(damaged.tell(self.texts)));
                }
                found.games
            }
            Err(error) => {
                self.notice = Some(Notice::Bad(error.tell(self.texts)));
                Vec::new()
            }
        }
    }

    /// Writes a record into the folder of saved games, under a name that is free.
    pub(crate) fn save_record(&self, game: &str, text: &str) -> Result<PathBuf, String> {
        let no_home = || self.texts.say("home.no_folder").to_owned();
        let folder = self.home.as_ref().ok_or_else(no_home)?.records();
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let name = |number: u32| folder.join(format!("{}-{game}-{number}.txt", self.today));
        let path = (1..u32::MAX).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
        home::replace(&path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// The files of the folder of saved games, newest first.
    pub(crate) fn records(&self) -> Vec<PathBuf> {
        let folder = self.home.as_ref().map(Storage::records);
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
        let mut files: Vec<PathBuf> =
            entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.is_file());
        let written = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
        files.sort_by_cached_key(|path| std::cmp::Reverse((written(path), path.clone())));
        files
    }
}

/// The key of the words for a size of squares.
pub(crate) const fn size_words(cells: home::Cells) -> &'static str {
    match cells {
        home::Cells::Auto => "app.cells.auto",
        home::Cells::Small => "app.cells.small",
        home::Cells::Medium => "app.cells.medium",
        home::Cells::Large => "app.cells.large",
    }
}
