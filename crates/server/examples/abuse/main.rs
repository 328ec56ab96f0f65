//! Measures how long other visitors wait while one client sends as much as the limits allow.
//!
//! ```sh
//! cargo build --release -p cairn-games
//! cargo run --release -p cairn-server --example abuse                            # every attack, a minute each
//! cargo run --release -p cairn-server --example abuse -- --attacks reviews,pictures --seconds 10
//! ```
//!
//! The server runs as a separate process with the usual limits. Every visitor has a separate address in the loopback
//! range. `docs/load.md` has the figures.

mod attack;
mod client;
#[path = "../load/server.rs"]
mod server;
mod visitors;

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use attack::Attack;
use client::Client;
use server::Server;
use visitors::Figures;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

struct Options {
    program: PathBuf,
    attacks: Vec<Attack>,
    /// The duration of the measurement of each attack.
    seconds: u64,
}

fn options() -> Outcome<Options> {
    let beside = std::env::current_exe()?.parent().and_then(|folder| Some(folder.parent()?.join("cairn")));
    let mut options =
        Options { program: beside.unwrap_or_default(), attacks: Attack::ALL.to_vec(), seconds: 60 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--program" => options.program = value.into(),
            "--attacks" => options.attacks = value.split(',').map(str::parse).collect::<Result<_, _>>()?,
            "--seconds" => options.seconds = value.parse()?,
            _ => return Err(format!("unknown option {word}").into()),
        }
    }
    if !options.program.exists() {
        let name = options.program.display();
        return Err(format!("{name} does not exist: cargo build --release -p cairn-games").into());
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let options = options()?;
    println!(
        "{:<12} {:>8}  {:>22}  {:>14}  {:>14}  {:>14}  {:>8}",
        "attack",
        "requests",
        "position p50/p99/max",
        "level3 p50/max",
        "level5 p50/max",
        "line p50/max",
        "rejected"
    );
    for &attack in &options.attacks {
        let row = measure(&options, attack).await?;
        println!(
            "{:<12} {:>8}  {:>22}  {:>14}  {:>14}  {:>14}  {:>8}  {}",
            attack.name(),
            row.requests,
            format!("{:.0}/{:.0}/{:.0}", row.position(0.5), row.position(0.99), row.position(1.0)),
            format!("{:.0}/{:.0}", row.figures.level3.quantile(0.5), row.figures.level3.quantile(1.0)),
            format!("{:.0}/{:.0}", row.figures.level5.quantile(0.5), row.figures.level5.quantile(1.0)),
            format!("{:.0}/{:.0}", row.figures.lines.quantile(0.5), row.figures.lines.quantile(1.0)),
            row.figures.rejected(),
            row.remark,
        );
    }
    Ok(())
}

struct Row {
    /// The number of requests that the attacker sent.
    requests: usize,
    figures: Arc<Figures>,
    remark: String,
}

impl Row {
    fn position(&self, share: f64) -> f64 {
        self.figures.positions.quantile(share)
    }
}

/// Runs one attack against a new server while the other visitors measure their waiting times.
async fn measure(options: &Options, attack: Attack) -> Outcome<Row> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("games.sqlite").display().to_string();
    let start = || Server::start(&options.program, &["--database", &database]);
    let mut server = start()?;
    let attacker = |server: &Server| Client::new(server.address, 2);
    let mut state = attack.prepare(&attacker(&server)).await?;
    if attack == Attack::Restart {
        drop(server);
        server = start()?;
    }
    let figures = Arc::new(Figures::default());
    let visitors = visitors::start(server.address, &figures);
    let time = Duration::from_secs(options.seconds);
    let requests = attack.run(attacker(&server), &mut state, time).await;
    drop(visitors);
    let remark = attack.finish(&attacker(&server), &state).await?;
    figures.check()?;
    Ok(Row { requests, figures, remark })
}
