//! The table of settings: how each is read and written by name.

use cairn_engine::bots::BotSpec;
use cairn_session::open;

use super::ValueProblem;
use crate::{Choice, Settings};

/// One setting.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) get: fn(&Settings) -> String,
    /// Parses and sets it; the error lists the allowed values or describes the problem.
    pub(super) set: fn(&mut Settings, &str) -> Result<(), ValueProblem>,
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
    set: fn(&mut Settings, &str) -> Result<(), ValueProblem>,
) -> Row {
    Row { name, get, set }
}

fn choose<C: Choice>(setting: &mut C, word: &str) -> Result<(), ValueProblem> {
    *setting = C::from_word(word).ok_or_else(|| ValueProblem::Allowed(C::words()))?;
    Ok(())
}

fn set_game(settings: &mut Settings, spec: &str) -> Result<(), ValueProblem> {
    if !spec.is_empty() {
        open(spec, None).map_err(ValueProblem::Game)?;
    }
    spec.clone_into(&mut settings.game);
    Ok(())
}

fn set_opponent(settings: &mut Settings, spec: &str) -> Result<(), ValueProblem> {
    BotSpec::from_file(spec).map_err(ValueProblem::Opponent)?;
    spec.clone_into(&mut settings.opponent);
    Ok(())
}
