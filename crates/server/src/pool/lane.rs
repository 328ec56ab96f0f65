//! The lanes of the pool: their priorities, and the limits of their queues.

/// A group of threads for jobs of similar length, so that a short job never waits for a long one.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(crate) enum Lane {
    /// Requests that take milliseconds: positions, boards, records.
    Request,
    /// Pictures as PNG, which take tens of milliseconds.
    Picture,
    /// Judgements of puzzles by the solver, which may take seconds.
    Puzzle,
    /// Moves of bots that take a few milliseconds.
    QuickBot,
    /// Moves of bots that take up to some tenths of a second.
    StrongBot,
    /// Moves of bots that may take seconds.
    DeepBot,
    /// Analyses and reviews, in slices.
    Study,
}

impl Lane {
    pub(super) const ALL: [Self; 7] = [
        Self::Request,
        Self::Picture,
        Self::Puzzle,
        Self::QuickBot,
        Self::StrongBot,
        Self::DeepBot,
        Self::Study,
    ];

    /// Returns the lane of a bot.
    pub(crate) fn of_bot(bot: &str) -> Self {
        match bot {
            "level5" | "level6" | "level7" => Self::StrongBot,
            "level8" | "perfect" => Self::DeepBot,
            _ => Self::QuickBot,
        }
    }

    /// Returns the niceness of its threads; a higher value gets less processor time.
    pub(super) const fn niceness(self) -> i32 {
        match self {
            Self::Request | Self::QuickBot => 0,
            Self::Picture | Self::StrongBot => 5,
            Self::Puzzle | Self::DeepBot | Self::Study => 10,
        }
    }

    /// Returns the maximum number of waiting and running jobs.
    pub(super) const fn max_jobs(self) -> usize {
        match self {
            Self::QuickBot | Self::StrongBot | Self::DeepBot => 4_096,
            Self::Request => 1_024,
            Self::Picture | Self::Puzzle => 256,
            Self::Study => 64,
        }
    }

    /// Returns the maximum number of waiting jobs of one client.
    pub(super) const fn max_jobs_per_client(self) -> usize {
        match self {
            Self::QuickBot | Self::StrongBot | Self::DeepBot | Self::Study => self.max_jobs(),
            Self::Request | Self::Picture | Self::Puzzle => self.max_jobs() / 4,
        }
    }
}
