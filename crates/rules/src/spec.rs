//! A game with its options, written as one word: `staqs:size=7,placement=free`.

use std::fmt;
use std::str::FromStr;

use crate::error::excerpt;
use crate::{Game, GameSpecError, OptionSet, games};

/// A game with its options: parses one word, and prints its shortest form.
///
/// ```
/// use cairn_rules::games::staqs::{Placement, Staqs};
/// use cairn_rules::{Game, GameSpec};
///
/// let spec: GameSpec<Staqs> = "staqs:placement=free,size=5".parse()?;
/// assert_eq!(spec.options.placement(), Placement::Free);
/// assert_eq!(spec.to_string(), "staqs:placement=free");
/// let start = Staqs::start(&spec.options);
/// # Ok::<(), cairn_rules::GameSpecError>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct GameSpec<G: Game> {
    /// The options.
    pub options: G::Options,
}

/// Splits a word into the game's name and the text of its options, if there is a colon.
pub(crate) fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(id, rest)| (id, Some(rest)))
}

impl<G: Game> GameSpec<G> {
    /// Parses the part after the colon; `None` gives the defaults.
    pub fn read_options(text: Option<&str>) -> Result<Self, GameSpecError> {
        let mut options = G::Options::default();
        let mut given = vec![false; G::Options::SPECS.len()];
        for (place, word) in text.into_iter().flat_map(|text| text.split(',')).enumerate() {
            if let Some((name, value)) = word.split_once('=') {
                let index = option_index::<G>(name, word)?;
                let option = G::Options::SPECS[index].name;
                if std::mem::replace(&mut given[index], true) {
                    return Err(GameSpecError::Twice { option, word: excerpt(word) });
                }
                set::<G>(&mut options, index, value)?;
            } else {
                let preset = G::INFO.preset(word).filter(|_| place == 0);
                let preset = preset.ok_or_else(|| unknown_option::<G>(word))?;
                for &(name, value) in preset.settings {
                    set::<G>(&mut options, option_index::<G>(name, name)?, value)?;
                }
            }
        }
        Ok(Self { options })
    }
}

impl<G: Game> FromStr for GameSpec<G> {
    type Err = GameSpecError;

    fn from_str(text: &str) -> Result<Self, GameSpecError> {
        let (id, options) = split(text);
        if id != G::INFO.id {
            return Err(GameSpecError::OtherGame { game: G::INFO.name, id: G::INFO.id, word: excerpt(id) });
        }
        Self::read_options(options)
    }
}

fn option_index<G: Game>(name: &str, word: &str) -> Result<usize, GameSpecError> {
    G::Options::SPECS.iter().position(|spec| spec.name == name).ok_or_else(|| unknown_option::<G>(word))
}

fn set<G: Game>(options: &mut G::Options, index: usize, value: &str) -> Result<(), GameSpecError> {
    let spec = &G::Options::SPECS[index];
    let parsed = spec.parse(value).ok_or_else(|| GameSpecError::BadValue {
        game: G::INFO.name,
        option: spec,
        word: excerpt(value),
    })?;
    options.set_unchecked(index, parsed);
    Ok(())
}

fn unknown_option<G: Game>(word: &str) -> GameSpecError {
    let presets = G::INFO.all_presets().map(|preset| preset.name).collect();
    let options = G::Options::SPECS;
    GameSpecError::UnknownOption { game: G::INFO.name, word: excerpt(word), options, presets }
}

impl<G: Game> fmt::Display for GameSpec<G> {
    /// Writes only options that differ from the defaults, in the order of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::INFO.id)?;
        let mut separator = ':';
        for (index, spec) in G::Options::SPECS.iter().enumerate() {
            let value = self.options.get(index);
            if value != spec.default {
                write!(f, "{separator}{}={}", spec.name, spec.print(value))?;
                separator = ',';
            }
        }
        Ok(())
    }
}

/// Creates the error for an unknown game.
pub(crate) fn unknown_game(word: &str) -> GameSpecError {
    let games = games::ALL.iter().map(|info| info.id).collect();
    GameSpecError::UnknownGame { word: excerpt(word), games }
}
