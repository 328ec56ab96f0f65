//! The settings by their names: how each is read and written.

use cairn_session::open;
use cairn_session::players::BotSpec;

use crate::{Choice, Settings};

/// A setting as text.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) get: fn(&Settings) -> String,
    /// Sets it, or says what it can be or why not.
    pub(super) set: fn(&mut Settings, &str) -> Result<(), String>,
}

pub(super) const ROWS: [Row; 8] = [
    row("language", |s| s.language.word().to_owned(), |s, word| choose(&mut s.language, word)),
    row("theme", |s| s.theme.word().to_owned(), |s, word| choose(&mut s.theme, word)),
    row("mode", |s| s.mode.word().to_owned(), |s, word| choose(&mut s.mode, word)),
    row("ascii", |s| s.ascii.word().to_owned(), |s, word| choose(&mut s.ascii, word)),
    row("cells", |s| s.cells.word().to_owned(), |s, word| choose(&mut s.cells, word)),
    row("speed", |s| s.speed.word().to_owned(), |s, word| choose(&mut s.speed, word)),
    row("game", |s| s.game.clone(), set_game),
    row("opponent", |s| s.opponent.clone(), set_opponent),
];

const fn row(
    name: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Result<(), String>,
) -> Row {
    Row { name, get, set }
}

fn choose<C: Choice>(setting: &mut C, word: &str) -> Result<(), String> {
    *setting = C::of_word(word).ok_or_else(C::words)?;
    Ok(())
}

fn set_game(settings: &mut Settings, word: &str) -> Result<(), String> {
    if !word.is_empty() {
        open(word, None).map_err(|error| error.to_string())?;
    }
    word.clone_into(&mut settings.game);
    Ok(())
}

fn set_opponent(settings: &mut Settings, word: &str) -> Result<(), String> {
    word.parse::<BotSpec>().map_err(|error| error.to_string())?;
    word.clone_into(&mut settings.opponent);
    Ok(())
}
