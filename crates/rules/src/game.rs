//! Games: options, starting position, parsing of positions, and metadata.

use crate::{
    BasicBots, Encode, Guide, LinearEval, Message, OptionSet, OptionSpec, Outcome, Player, PositionError,
    Reason, SeatColor, SetupTool, Solvable,
};

/// Metadata of a game: everything that menus, help and pictures need to introduce it.
///
/// ```
/// use cairn_rules::games;
///
/// let sight = games::ALL.iter().find(|info| info.id == "sight").unwrap();
/// assert_eq!((sight.name, sight.designer, sight.draws), ("Sight", "Kanare Kato", false));
/// assert!(sight.rules_in("pt").contains("Um jogo de Kanare Kato"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// The word on the command line and in records: `staqs`.
    pub id: &'static str,
    /// The name shown to users: `STAQS`.
    pub name: &'static str,
    /// The designer and the date.
    pub designer: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// A description of move notation, as the key of a message: `a move is a walk (a1-a4) or a carrying move (a1=a4)`.
    pub forms: &'static str,
    /// The rules text, in English.
    pub rules: &'static str,
    /// The rules text in other languages, each with its language tag.
    pub rules_translated: &'static [(&'static str, &'static str)],
    /// The seats in turn order, for the largest number of players.
    pub seats: &'static [SeatInfo],
    /// The table of options.
    pub options: &'static [OptionSpec],
    /// Named sets of options besides [`Preset::STANDARD`].
    pub presets: &'static [Preset],
    /// A description of the easy bot, in a sentence.
    pub easy: &'static str,
    /// A description of the greedy bot, in a sentence.
    pub greedy: &'static str,
    /// Whether the rules include draws, so that players may agree on one.
    pub draws: bool,
    /// The reasons specific to this game ([`Reason::Special`]).
    pub reasons: &'static [Reason],
    /// The tools for setting up positions, besides the one that empties a square.
    pub setup: &'static [SetupTool],
    /// The names of the fields of a position string; the first two are the rows and the turn.
    pub position_fields: &'static [Message],
    /// Data for bots and programs.
    #[cfg(feature = "engine-data")]
    pub engine: crate::EngineData,
}

impl GameInfo {
    /// Creates a game with two seats, White and Black, and no options; set the fields that differ.
    ///
    /// ```
    /// use cairn_rules::GameInfo;
    ///
    /// static INFO: GameInfo = {
    ///     let mut info = GameInfo::new("nim", "Nim");
    ///     info.summary = "Take stones; the player who takes the last one wins.";
    ///     info.draws = false;
    ///     info
    /// };
    /// assert_eq!(INFO.seats.len(), 2);
    /// ```
    pub const fn new(id: &'static str, name: &'static str) -> Self {
        Self {
            id,
            name,
            designer: "",
            summary: "",
            forms: "",
            rules: "",
            rules_translated: &[],
            seats: &[
                SeatInfo { name: "White", letter: 'w', color: SeatColor::White },
                SeatInfo { name: "Black", letter: 'b', color: SeatColor::Black },
            ],
            options: &[],
            presets: &[],
            easy: "any legal move, all equally likely",
            greedy: "",
            draws: true,
            reasons: &[],
            setup: &[],
            position_fields: &[],
            #[cfg(feature = "engine-data")]
            engine: crate::EngineData::NEW,
        }
    }

    /// Returns the seat of a player.
    pub const fn seat(&self, player: Player) -> &'static SeatInfo {
        &self.seats[player.index()]
    }

    /// Returns all presets, [`Preset::STANDARD`] first.
    pub fn all_presets(&self) -> impl Iterator<Item = &'static Preset> {
        std::iter::once(&Preset::STANDARD).chain(self.presets)
    }

    /// Returns the preset with this name or with this former name.
    ///
    /// ```
    /// use cairn_rules::games::stacks::Stacks;
    /// use cairn_rules::Game;
    ///
    /// assert_eq!(Stacks::INFO.preset("published").unwrap().settings, [("fours", "duty")]);
    /// assert_eq!(Stacks::INFO.preset("official").unwrap().name, "standard");
    /// assert_eq!(Stacks::INFO.preset("seed").unwrap().name, "classic");
    /// ```
    pub fn preset(&self, name: &str) -> Option<&'static Preset> {
        let renamed = Preset::OLDER_NAMES.iter().find(|(older, _)| *older == name);
        let name = renamed.map_or(name, |(_, name)| name);
        self.all_presets().find(|preset| preset.name == name)
    }

    /// Returns the rules text in a language such as `pt`, or in English if there is no translation.
    pub fn rules_in(&self, language: &str) -> &'static str {
        let translated = self.rules_translated.iter().find(|(known, _)| *known == language);
        translated.map_or(self.rules, |(_, rules)| rules)
    }
}

/// A seat: the name, letter and colour of its pieces.
#[derive(Debug)]
pub struct SeatInfo {
    /// `Blue`.
    pub name: &'static str,
    /// The letter of its pieces in position strings and on plain boards.
    pub letter: char,
    /// The colour of its pieces.
    pub color: SeatColor,
}

/// A named set of options.
#[derive(Debug)]
pub struct Preset {
    /// The name that follows the colon.
    pub name: &'static str,
    /// Option names and values.
    pub settings: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// The defaults.
    pub const STANDARD: Self = Self { name: "standard", settings: &[] };
    /// Former names, which are accepted but never printed, with the current ones.
    const OLDER_NAMES: [(&'static str, &'static str); 2] = [("official", "standard"), ("seed", "classic")];
}

/// A game: its options, starting position and position parser. The type itself has no state.
///
/// ```
/// use cairn_rules::games::stac::{Stac, StacOptions};
/// use cairn_rules::{Game, Position};
///
/// fn first_moves<G: Game>(options: &G::Options) -> usize {
///     G::start(options).moves().len()
/// }
/// assert_eq!(first_moves::<Stac>(&StacOptions::default()), 16);
/// assert_eq!(Stac::INFO.designer, "Daniel Isom, 2014");
/// ```
pub trait Game: Copy + Send + Sync + 'static {
    /// Its options.
    type Options: OptionSet;
    /// Its positions.
    type Position: LinearEval + Guide + BasicBots + Solvable + Encode;

    /// Metadata. It refers to large files, so it should be a `static`: every use of a constant would embed a copy.
    const INFO: &'static GameInfo;

    /// Returns the starting position.
    fn start(options: &Self::Options) -> Self::Position;

    /// Parses a position string.
    fn read_position(options: &Self::Options, text: &str) -> Result<Self::Position, PositionError>;

    /// Returns the number of players with these options.
    fn seats(_options: &Self::Options) -> u8 {
        2
    }

    /// Returns the outcome when `player` resigns or runs out of time: the others win, or share a draw.
    fn abandoned(options: &Self::Options, player: Player, reason: Reason) -> Outcome {
        let seats = Self::seats(options);
        let best = Player::seats(seats.into()).filter(|&other| other != player).collect();
        Outcome { best, seats, reason }
    }
}

/// Inside `impl Game`: the options, the positions, and the functions that create a position from options and text.
macro_rules! made_by {
    ($options:ident, $position:ident, $start:path, $read:path) => {
        type Options = $options;
        type Position = $position;

        fn start(options: &$options) -> $position {
            $start(*options)
        }

        fn read_position(options: &$options, text: &str) -> Result<$position, $crate::PositionError> {
            $read(*options, text)
        }
    };
}
pub(crate) use made_by;
