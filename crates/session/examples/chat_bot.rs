//! The backend of a chat bot: every chat room has a game, messages are commands, and games survive a restart.
//!
//! ```sh
//! printf 'new staqs:size=4\nplay b2\nplay z9\nboard\nundo\nsave\nquit\n' | cargo run -p cairn-session --example chat_bot
//! ```

use std::collections::HashMap;
use std::io::{self, BufRead};

use cairn_session::{Session, open, record};

/// The games of all rooms. `Session` is `Send + Sync`, so a server would keep them behind an `RwLock`.
#[derive(Default)]
struct Rooms {
    games: HashMap<String, Box<dyn Session>>,
}

impl Rooms {
    /// Answers a message in a room.
    fn answer(&mut self, room: &str, message: &str) -> String {
        let (word, argument) = message.trim().split_once(' ').unwrap_or((message.trim(), ""));
        if word == "new" {
            return match open(argument, None) {
                Ok(session) => {
                    let answer = status(&*session);
                    self.games.insert(room.to_owned(), session);
                    answer
                }
                Err(error) => error.to_string(),
            };
        }
        let Some(session) = self.games.get_mut(room) else { return "say: new GAME".to_owned() };
        match word {
            "play" => match session.play(argument) {
                Ok(_) => status(&**session),
                // Suggests the nearest legal moves, such as "did you mean b2?".
                Err(error) => error.message_among(&session.legal_moves()).to_string(),
            },
            "undo" => {
                session.undo().map_or("nothing to undo".to_owned(), |undone| format!("{undone} is undone"))
            }
            "resign" => match session.resign(session.to_move()) {
                Ok(()) => status(&**session),
                Err(error) => error.to_string(),
            },
            "moves" => session.legal_moves().join(" "),
            "board" => board(&**session),
            "save" => record::write([&session.record()]),
            _ => "commands: new, play, undo, resign, moves, board, save".to_owned(),
        }
    }

    /// Returns the games as text, one record for each room.
    fn save(&self) -> String {
        let records: Vec<_> = self.games.values().map(|session| session.record()).collect();
        record::write(&records)
    }
}

/// Returns the player to move, or the outcome.
fn status(session: &dyn Session) -> String {
    let name = |player| session.info().seat(player).name;
    match session.outcome() {
        Some(outcome) => outcome.winner().map_or_else(
            || format!("a draw ({})", outcome.reason),
            |winner| format!("{} wins ({})", name(winner), outcome.reason),
        ),
        None => format!("{} to move", name(session.to_move())),
    }
}

/// Returns the heights of all piles, row by row from the top.
fn board(session: &dyn Session) -> String {
    let scene = session.board().scene();
    let rows = scene.sites.chunks(scene.columns.into()).rev().map(|row| {
        let piles = row.iter().map(|site| match &site.pile {
            Some(pile) => {
                let letter = pile.owner().map_or('n', |owner| session.info().seat(owner).letter);
                format!("{letter}{}", pile.height())
            }
            None => ". ".to_owned(),
        });
        piles.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn main() {
    let mut rooms = Rooms::default();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line == "quit" {
            break;
        }
        println!("{}", rooms.answer("room", &line));
    }
    print!("{}", rooms.save());
}
