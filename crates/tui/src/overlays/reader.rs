//! The rules of a game: their text, with pictures of the board where it begins and in the middle.

use cairn_rules::{GameInfo, Scene, games};
use cairn_session::{BasicBot, Rng, open};

use super::scroll;
use crate::context::Context;
use crate::hit_areas::HitAreas;
use crate::keys::Action;

/// How far the game of the second picture has come.
const PLIES: usize = 14;
/// The dice of that game.
const SEED: u64 = 3;

/// A part of the text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Block {
    /// The name of the game.
    Title(String),
    /// The name of a part.
    Heading(String),
    /// Sentences; lines after the first begin further in by so many characters.
    Text(String, usize),
    /// A board.
    Picture(Box<Scene>),
}

/// The rules of a game, and how far they are scrolled.
pub(crate) struct Reader {
    game: &'static GameInfo,
    blocks: Vec<Block>,
    pub(crate) top: usize,
}

impl Reader {
    pub(crate) fn new(game: &'static GameInfo, ctx: &Context) -> Self {
        Self { game, blocks: blocks(game, ctx), top: 0 }
    }

    /// Which game it is.
    pub(crate) fn game(&self) -> &'static GameInfo {
        self.game
    }

    /// The rules.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(super) fn act(&mut self, action: Action, seen: &HitAreas, ctx: &Context) {
        let count = games::ALL.len();
        let at = games::ALL.iter().position(|info| info.id == self.game.id).unwrap_or_default();
        match action {
            Action::Left => *self = Self::new(games::ALL[(at + count - 1) % count], ctx),
            Action::Right => *self = Self::new(games::ALL[(at + 1) % count], ctx),
            action => scroll(&mut self.top, action, seen),
        }
    }
}

/// The text with its pictures: the start after the first part, and the middle of a game before the
/// last part but one, which is about the end.
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

/// A line of the text.
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

/// The board at the start and in the middle of a game.
fn pictures(game: &GameInfo) -> (Option<Scene>, Option<Scene>) {
    let Ok(mut session) = open(game.id, None) else { return (None, None) };
    let start = session.scene();
    let mut rng = Rng::seeded(SEED);
    for _ in 0..PLIES {
        let played = session.basic_move(BasicBot::Greedy, &mut rng).map(|mv| session.play(&mv).is_ok());
        if played != Some(true) || session.outcome().is_some() {
            break;
        }
    }
    (Some(start), Some(session.scene()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(block("# Name"), Some(Block::Title("Name".to_owned())));
        assert_eq!(block("## Part"), Some(Block::Heading("Part".to_owned())));
        assert_eq!(block("12. With `a=b`."), Some(Block::Text("12. With a=b.".to_owned(), 4)));
        assert_eq!(block("5 x 5"), Some(Block::Text("5 x 5".to_owned(), 0)));
        assert_eq!(block(""), None);
    }
}
