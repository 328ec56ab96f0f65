//! Measures what other visitors notice while one visitor sends as much as the limits allow.
//!
//! ```sh
//! cargo build --release -p cairn-games
//! cargo run --release -p cairn-server --example abuse                            # every attack, a minute each
//! cargo run --release -p cairn-server --example abuse -- --attacks reviews,pictures --seconds 10
//! ```
//!
//! The server runs as its own process with the usual limits. Every visitor has an address of its own in the loopback
//! range. `docs/load.md` has the figures.

mod attack;
mod client;
mod visitors;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use attack::Attack;
use client::Client;
use visitors::Figures;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

struct Options {
    program: PathBuf,
    attacks: Vec<Attack>,
    /// How long each attack is measured.
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
    /// What the attacker sent.
    requests: usize,
    figures: Arc<Figures>,
    remark: String,
}

impl Row {
    fn position(&self, share: f64) -> f64 {
        self.figures.positions.quantile(share)
    }
}

/// Runs one attack against a new server while the other visitors are measured.
async fn measure(options: &Options, attack: Attack) -> Outcome<Row> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("games.sqlite");
    let mut server = Server::start(&options.program, &database)?;
    let attacker = |server: &Server| Client::new(server.address, 2);
    let mut state = attack.prepare(&attacker(&server)).await?;
    if attack == Attack::Restart {
        drop(server);
        server = Server::start(&options.program, &database)?;
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

/// A running server, which is killed when this is dropped.
struct Server {
    address: SocketAddr,
    child: Child,
}

impl Server {
    fn start(program: &Path, database: &Path) -> Outcome<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .env("LC_ALL", "C")
            .env("CAIRN_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split('/').next());
        let address = address.ok_or_else(|| format!("no address in: {line}"))?.parse()?;
        Ok(Self { address, child })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
