//! The core behind a foreign-function boundary, as a binding for Python (`PyO3`), JavaScript (wasm-bindgen) or C would use
//! it: strings and numbers in, JSON out, errors as text, and one handle type that any thread may use. With the feature
//! `serde`, analyses, records and scenes are JSON without any of our own words.
//!
//! A binding adds only the attributes of its framework (`#[pyclass]`, `#[wasm_bindgen]`) to [`Game`] and its methods.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example bindings -- staqs:size=4 b2 c3
//! ```

use std::sync::{Mutex, MutexGuard, PoisonError};

use cairn_engine::bots::BotSpec;
use cairn_engine::{Engine, EngineSettings, Limits, StopFlag, Variation};
use cairn_rules::Outcome;
use cairn_session::{Session, open};
use serde_json::{Value, json};

/// A result for the other language, where an error is a message.
type Answer<T> = Result<T, String>;

/// A game with an engine, for one object of the other language.
pub struct Game {
    state: Mutex<State>,
    /// Stops a search from another thread, while the state is locked.
    stop: StopFlag,
}

struct State {
    session: Box<dyn Session>,
    engine: Box<dyn Engine>,
}

impl Game {
    /// Opens a game by its name with options, such as `staqs:size=5`, at its start or at a position.
    pub fn new(spec: &str, position: Option<&str>) -> Answer<Self> {
        let session = open(spec, position).map_err(text)?;
        let engine = cairn_engine::open(&session.spec(), EngineSettings::default()).map_err(text)?;
        Ok(Self { state: Mutex::new(State { session, engine }), stop: StopFlag::default() })
    }

    /// Plays a move; returns it in canonical notation.
    pub fn play(&self, mv: &str) -> Answer<String> {
        let session = &mut self.state().session;
        session.play(mv).map_err(|error| error.message_among(&session.legal_moves()).to_string())
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&self) -> bool {
        self.state().session.undo().is_some()
    }

    /// The position, whose turn it is, the legal moves and the result, as JSON.
    pub fn state_json(&self) -> String {
        let session = &self.state().session;
        json!({
            "game": session.spec(),
            "position": session.position(),
            "ply": session.ply(),
            "to_move": session.to_move().index(),
            "moves": session.history(),
            "legal": session.legal_moves(),
            "result": session.outcome().map(Outcome::score),
        })
        .to_string()
    }

    /// Searches with a node limit until [`Self::stop`]; the analysis as JSON.
    pub fn analyze_json(&self, nodes: u64) -> Answer<String> {
        let State { session, engine } = &mut *self.state();
        let limits = Limits::nodes(nodes).with_stop(self.stop.clone());
        let analysis = engine.analyze(&**session, &limits, &mut |_| ()).map_err(text)?;
        self.stop.take();
        let line = |line: &Variation| json!({ "win_percent": line.score.win_percent(session.seats()), "moves": line.moves });
        let lines: Vec<Value> = analysis.lines.iter().map(line).collect();
        Ok(json!({ "depth": analysis.depth, "nodes": analysis.nodes, "lines": lines }).to_string())
    }

    /// Stops a search on another thread.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// The move that a bot such as `level3` would play.
    pub fn bot_move(&self, bot: &str, seed: u64) -> Answer<String> {
        let session = self.state().session.fork();
        let mut bot = bot.parse::<BotSpec>().map_err(text)?.make();
        bot.new_game(&*session, seed).map_err(text)?;
        bot.choose(&*session).map_err(text)
    }

    /// A panic in another call leaves a game that can still be used.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn main() -> Answer<()> {
    let mut arguments = std::env::args().skip(1);
    let game = Game::new(arguments.next().as_deref().unwrap_or("staqs:size=4"), None)?;
    for mv in arguments {
        game.play(&mv)?;
    }
    println!("{}", game.state_json());
    println!("{}", game.analyze_json(20_000)?);
    println!("level 3 plays {}", game.bot_move("level3", 1)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_shared_between_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Game>();
        let game = Game::new("staqs:size=4", None).unwrap();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| game.analyze_json(u64::MAX).unwrap());
            while !search.is_finished() {
                game.stop();
                std::thread::yield_now();
            }
            let analysis: Value = serde_json::from_str(&search.join().unwrap()).unwrap();
            assert!(analysis["lines"].is_array(), "{analysis}");
        });
    }

    #[test]
    fn answers_are_json() {
        let game = Game::new("sight:size=3", None).unwrap();
        assert_eq!(game.play("B2").unwrap(), "b2");
        let state: Value = serde_json::from_str(&game.state_json()).unwrap();
        assert_eq!((state["ply"].as_u64(), state["to_move"].as_u64()), (Some(1), Some(1)));
        let mv = game.bot_move("level1", 7).unwrap();
        assert_eq!(game.play(&mv).unwrap(), mv);
        assert!(game.undo() && game.undo() && !game.undo());
    }

    #[test]
    fn errors_are_text() {
        let error = |answer: Answer<Game>| answer.err().unwrap();
        assert!(error(Game::new("chess", None)).contains("`chess`"));
        let game = Game::new("staqs", None).unwrap();
        assert!(game.play("z9").unwrap_err().contains("z9"));
        assert!(game.bot_move("level9", 1).unwrap_err().contains("level9"));
    }
}
