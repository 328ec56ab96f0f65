//! Draws a position as text, in words, and as SVG and PNG files:
//! `cargo run -p cairn-draw --features png --example position -- stac target/stac`

use cairn_draw::svg::{self, Theme};
use cairn_draw::text::{self, Style};
use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Present, Scene};
use cairn_texts::Texts;

/// The scene at the start of any game.
struct Start;

impl Visitor for Start {
    type Output = Scene;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Scene {
        G::start(&spec.options).scene()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "stac".to_owned());
    let scene = with_game(&spec, Start)?;

    print!("{}", text::render(&scene, Style { color: true, ..Style::default() }));
    println!("{}", cairn_draw::summary(&scene, Texts::default()));
    if let Some(file) = arguments.next() {
        let options = svg::Options { theme: Theme::Dark, flipped: true, ..svg::Options::default() };
        std::fs::write(format!("{file}.svg"), svg::render(&scene, options))?;
        #[cfg(feature = "png")]
        std::fs::write(format!("{file}.png"), cairn_draw::png::render(&scene, options, 800)?)?;
    }
    Ok(())
}
