//! Prints a board as text and as a picture: `cargo run -p cairn-rules --example board -- stacks > board.svg`
//!
//! The text goes to standard error, so that the picture can be saved.

use std::fmt::Write;

use cairn_rules::prelude::*;

struct Start;

impl Visitor for Start {
    type Output = Scene;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Scene {
        G::start(&spec.options).scene()
    }
}

fn text(scene: &Scene) -> String {
    let rows = scene.sites.chunks(usize::from(scene.columns)).rev().map(|row| {
        let cells = row.iter().map(|site| match (site.pawn, &site.pile) {
            (Some(player), _) => format!(" {} ", scene.seats[player.index()].letter.to_uppercase()),
            (None, Some(pile)) => {
                let letter = pile.owner().map_or('.', |player| scene.seats[player.index()].letter);
                format!(" {letter}{}", pile.height())
            }
            (None, None) => " - ".to_owned(),
        });
        cells.collect::<String>()
    });
    rows.collect::<Vec<String>>().join("\n")
}

fn svg(scene: &Scene) -> String {
    let (width, height) = (scene.columns, scene.rows);
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n");
    for site in &scene.sites {
        let (x, y) = (site.column, height - 1 - site.row);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"tan\" stroke=\"white\" stroke-width=\".05\"/>"
        );
        let pieces = site.pile.as_ref().map(|pile| (pile.owner(), pile.height()));
        for (owner, pieces) in pieces.into_iter().chain(site.pawn.map(|player| (Some(player), 0))) {
            let color =
                owner.map_or("gray".to_owned(), |player| format!("{:?}", scene.seats[player.index()].color));
            let radius = if pieces == 0 { ".2" } else { ".4" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}.5\" cy=\"{y}.5\" r=\"{radius}\" fill=\"{}\"/>",
                color.to_lowercase()
            );
            if pieces > 1 {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}.4\" y=\"{y}.6\" font-size=\".4\" fill=\"gray\">{pieces}</text>"
                );
            }
        }
    }
    svg + "</svg>"
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = std::env::args().nth(1).unwrap_or_else(|| "stac".to_owned());
    let scene = with_game(&spec, Start)?;
    eprintln!("{}", text(&scene));
    println!("{}", svg(&scene));
    Ok(())
}
