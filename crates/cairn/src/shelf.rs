//! What the user keeps, as far as it can be had: the program does without, and says so once.

use std::cell::Cell;

use cairn_home::{Found, Home, HomeError, Keeper, Problem, Settings};

use cairn_texts::Texts;

use crate::look::Look;

/// The user's folders, or why there are none.
pub(crate) struct Shelf {
    home: Result<Home, HomeError>,
    settings: Settings,
    problems: Vec<Problem>,
    has_complained: Cell<bool>,
}

impl Shelf {
    /// Opens the folders and lets the settings decide how output looks.
    pub(crate) fn open(look: Look) -> (Look, Self) {
        let opened = Home::open().and_then(|home| Ok((home.settings()?, home)));
        let ((settings, problems), home) = match opened {
            Ok((read, home)) => (read, Ok(home)),
            Err(error) => ((Settings::default(), Vec::new()), Err(error)),
        };
        (look.settled(&settings), Self { home, settings, problems, has_complained: Cell::new(false) })
    }

    /// The folders, if there are any.
    pub(crate) fn home(&self) -> Option<&Home> {
        self.home.as_ref().ok()
    }

    /// The settings as the user has them.
    pub(crate) fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// What is wrong with the settings, in sentences.
    pub(crate) fn remarks(&self, texts: Texts) -> Vec<String> {
        self.problems.iter().map(|problem| problem.tell(texts) + ".").collect()
    }

    /// Says what is wrong with the settings.
    pub(crate) fn report(&self, look: Look) {
        self.remarks(look.texts()).iter().for_each(|remark| eprintln!("{remark}"));
    }

    /// The games that were left; those that cannot be read are reported.
    pub(crate) fn unfinished(&self, look: Look) -> Found {
        let found = self.with(look, Home::unfinished).unwrap_or_default();
        for damaged in &found.damaged {
            eprintln!("{}.", damaged.tell(look.texts()));
        }
        found
    }

    /// A place for a game.
    pub(crate) fn keeper(&self, look: Look) -> Option<Keeper> {
        self.with(look, Home::keeper)
    }

    /// Complains that games are not kept, the first time.
    pub(crate) fn complain(&self, look: Look, error: &HomeError) {
        if !self.has_complained.replace(true) {
            let error = error.tell(look.texts());
            eprintln!("{}", look.texts().tell("line.not_kept", &[("error", &error)]));
        }
    }

    fn with<T>(&self, look: Look, ask: impl FnOnce(&Home) -> Result<T, HomeError>) -> Option<T> {
        let asked = match &self.home {
            Ok(home) => ask(home),
            Err(error) => {
                self.complain(look, error);
                return None;
            }
        };
        asked.inspect_err(|error| self.complain(look, error)).ok()
    }
}
