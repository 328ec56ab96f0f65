//! The rules of a game: their text, with pictures of the starting position and of one in the middle of a game.

use cairn_engine::bots::{BasicBot, BotKind};
use cairn_rules::{GameInfo, Scene, games};
use cairn_session::open;

use crate::context::Context;
use crate::keys::Action;

/// Length of the game in the second picture.
const PLIES: usize = 14;
/// Seed of that game.
const SEED: u64 = 3;

/// A part of the text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Block {
    /// The name of the game.
    Title(String),
    /// The name of a section.
    Heading(String),
    /// A paragraph; lines after the first are indented by this many characters.
    Text(String, usize),
    /// A board.
    Picture(Box<Scene>),
}

/// The rules of a game, scrolled to a line.
pub(crate) struct Reader {
    game: &'static GameInfo,
    blocks: Vec<Block>,
    /// The first visible line.
    pub(crate) top: usize,
}

impl Reader {
    pub(crate) fn new(game: &'static GameInfo, ctx: &Context) -> Self {
        Self { game, blocks: blocks(game, ctx), top: 0 }
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// Returns the rules.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context) {
        let count = games::ALL.len();
        let at = games::ALL.iter().position(|info| info.id == self.game.id).unwrap_or_default();
        match action {
            Action::Left => *self = Self::new(games::ALL[(at + count - 1) % count], ctx),
            Action::Right => *self = Self::new(games::ALL[(at + 1) % count], ctx),
            action => _ = ctx.hit_areas.scroll(&mut self.top, action),
        }
    }
}

/// Returns the text with its pictures: the starting position after the first section, and the other one before the last
/// section but one, which is about the end of the game.
fn blocks(game: &'static GameInfo, ctx: &Context) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        game.rules_in(ctx.texts.language().word()).lines().filter_map(block).collect();
    let headings: Vec<usize> =
        (0..blocks.len()).filter(|&at| matches!(blocks[at], Block::Heading(_))).collect();
    let (start, middle) = pictures(game);
    let places =
        [headings.len().checked_sub(2).filter(|&at| at > 1), headings.len().checked_sub(1).map(|_| 1)];
    for (place, scene) in places.into_iter().zip([middle, start]) {
        if let (Some(place), Some(scene)) = (place.and_then(|place| headings.get(place)), scene) {
            blocks.insert(*place, Block::Picture(Box::new(scene)));
        }
    }
    blocks
}

/// Parses a line of the text.
fn block(line: &str) -> Option<Block> {
    let plain = line.replace('`', "");
    if plain.trim().is_empty() {
        return None;
    }
    if let Some(heading) = plain.strip_prefix("## ") {
        return Some(Block::Heading(heading.to_owned()));
    }
    if let Some(title) = plain.strip_prefix("# ") {
        return Some(Block::Title(title.to_owned()));
    }
    let digits = plain.chars().take_while(char::is_ascii_digit).count();
    let is_numbered = digits > 0 && plain[digits..].starts_with(". ");
    Some(Block::Text(plain, if is_numbered { digits + 2 } else { 0 }))
}

/// Returns the board at the start and in the middle of a game.
fn pictures(game: &GameInfo) -> (Option<Scene>, Option<Scene>) {
    let Ok(mut session) = open(game.id, None) else { return (None, None) };
    let start = session.board().scene();
    let mut bot = BotKind::Basic(BasicBot::Greedy).bot(SEED);
    for _ in 0..PLIES {
        let Ok(Some(mv)) = bot.choose_move(&*session) else { break };
        if session.play(&mv).is_err() || session.outcome().is_some() {
            break;
        }
    }
    (Some(start), Some(session.board().scene()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_classified() {
        assert_eq!(block("# Name"), Some(Block::Title("Name".to_owned())));
        assert_eq!(block("## Part"), Some(Block::Heading("Part".to_owned())));
        assert_eq!(block("12. With `a=b`."), Some(Block::Text("12. With a=b.".to_owned(), 4)));
        assert_eq!(block("5 x 5"), Some(Block::Text("5 x 5".to_owned(), 0)));
        assert_eq!(block(""), None);
    }
}
