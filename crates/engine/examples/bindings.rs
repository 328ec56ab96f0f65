//! The core behind a foreign-function boundary, as a binding for Python (`PyO3`), JavaScript (wasm-bindgen) or C would use
//! it: strings and numbers in, JSON out, errors as text, and one handle type that any thread may use. A binding adds only
//! the attributes of its framework (`#[pyclass]`, `#[wasm_bindgen]`) to [`Game`] and its methods.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example bindings -- b2 c3
//! ```

use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cairn_engine::bots::BotSpec;
use cairn_engine::{Engine, EngineSettings, Limits, StopFlag};
use cairn_rules::Outcome;
use cairn_session::{Session, open};
use serde_json::json;

pub(crate) type Answer<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A game with an engine; `stop` ends a search on another thread.
pub(crate) struct Game {
    state: Mutex<(Box<dyn Session>, Box<dyn Engine>)>,
    pub(crate) stop: StopFlag,
}

impl Game {
    pub(crate) fn new(spec: &str, position: Option<&str>) -> Answer<Self> {
        let engine = cairn_engine::open(spec, EngineSettings::default())?;
        Ok(Self { state: Mutex::new((open(spec, position)?, engine)), stop: StopFlag::default() })
    }

    /// Plays a move; returns it in canonical notation.
    pub(crate) fn play(&self, mv: &str) -> Answer<String> {
        Ok(self.state().0.play(mv)?)
    }

    pub(crate) fn position(&self) -> String {
        let session = &self.state().0;
        let result = session.outcome().map(Outcome::score);
        json!({ "position": session.position(), "moves": session.history(), "legal": session.legal_moves(), "result": result })
            .to_string()
    }

    pub(crate) fn analyze(&self, nodes: u64) -> Answer<String> {
        let (session, engine) = &mut *self.state();
        let analysis =
            engine.analyze(&**session, &Limits::nodes(nodes).with_stop(self.stop.clone()), &mut |_| ())?;
        self.stop.take();
        Ok(serde_json::to_string(&analysis)?)
    }

    /// The move that a bot such as `level3` would play.
    pub(crate) fn bot_move(&self, bot: &str, seed: u64) -> Answer<String> {
        let (session, mut bot) = (self.state().0.fork(), bot.parse::<BotSpec>()?.make());
        bot.new_game(&*session, seed)?;
        Ok(bot.choose(&*session)?)
    }

    fn state(&self) -> MutexGuard<'_, (Box<dyn Session>, Box<dyn Engine>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn main() -> Answer<()> {
    let game = Game::new("staqs:size=4", None)?;
    for mv in std::env::args().skip(1) {
        game.play(&mv)?;
    }
    println!("{}\n{}\nlevel 3 plays {}", game.position(), game.analyze(20_000)?, game.bot_move("level3", 1)?);
    Ok(())
}
