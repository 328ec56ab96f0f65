//! Shows why a move is illegal, in every language: `cargo run -p cairn-texts --example translate -- stac a1-b3`

use cairn_texts::{Language, Texts};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "stac".to_owned());
    let mv = arguments.next().unwrap_or_else(|| "a1-b3".to_owned());
    let mut session = cairn_session::open(&spec, None)?;
    for texts in Language::ALL.map(Texts::new) {
        println!("{}: {}", session.info().name, texts.summary(session.info()));
        if let Err(error) = session.play(&mv) {
            println!("{}", texts.move_error_among(&error, &session.legal_moves()));
        }
    }
    Ok(())
}
