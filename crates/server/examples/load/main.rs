//! Load test: how many games one server handles. The server runs as its own process on the loopback interface,
//! simulated people play each other and bots at a human pace while others read all other pages, and the test measures the
//! time from a move to its acknowledgement, and from the request for a page to the whole answer.
//!
//! ```sh
//! cargo build --release -p cairn-games
//! cargo run --release -p cairn-server --example load                     # 100 to 5,000 sockets, SQLite
//! cargo run --release -p cairn-server --example load -- --instances 2    # two instances on PostgreSQL
//! ```
//!
//! `docs/load.md` has the figures.

mod http;
mod instance;
mod plot;
mod reader;
mod server;
mod table;

#[path = "../../tests/store/postgres/private_server.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "it is written for tests")]
mod private_server;

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};

use instance::Instance;
use reader::Reader;
use table::{LiveGame, Measurements};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Five sockets for two games: two players each, and a watcher at every second one.
const SOCKETS: [usize; 5] = [100, 500, 1_000, 2_000, 5_000];
/// One visitor of the other pages for this many sockets.
const SOCKETS_PER_READER: usize = 50;

/// The command line.
struct Options {
    /// The `cairn` binary.
    program: PathBuf,
    /// The number of sockets of each measurement.
    sockets: Vec<usize>,
    /// The duration of each measurement.
    seconds: u64,
    /// The average thinking time of a person.
    pace: Duration,
    /// The number of instances; several share a PostgreSQL database.
    instances: usize,
    /// The file for the chart.
    svg: Option<PathBuf>,
}

/// One measurement.
struct Row {
    sockets: usize,
    games: usize,
    /// Moves of people per second.
    rate: f64,
    /// Time from a move to its acknowledgement in milliseconds, sorted.
    times: Vec<f64>,
    /// Time from the request for a page to the whole answer in milliseconds, sorted.
    pages: Vec<f64>,
    /// Memory of each instance in MB.
    memory: Vec<f64>,
    /// Processors used by all instances, bots included.
    processors: f64,
    /// The largest number of bot moves queued or being computed at once.
    waiting_bots: usize,
}

/// The value at this share of sorted values.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let index = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

fn options() -> Outcome<Options> {
    let beside = std::env::current_exe()?.parent().and_then(|folder| Some(folder.parent()?.join("cairn")));
    let mut options = Options {
        program: beside.unwrap_or_default(),
        sockets: SOCKETS.to_vec(),
        seconds: 30,
        pace: Duration::from_secs(10),
        instances: 1,
        svg: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} wants a value"))?;
        match word.as_str() {
            "--program" => options.program = value.into(),
            "--sockets" => options.sockets = value.split(',').map(str::parse).collect::<Result<_, _>>()?,
            "--seconds" => options.seconds = value.parse()?,
            "--pace" => options.pace = Duration::try_from_secs_f64(value.parse()?)?,
            "--instances" => options.instances = value.parse()?,
            "--svg" => options.svg = Some(value.into()),
            _ => return Err(format!("{word} is not known").into()),
        }
    }
    if !options.program.exists() {
        let name = options.program.display();
        return Err(format!("there is no {name}: cargo build --release -p cairn-games").into());
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let options = options()?;
    println!(
        "sockets  games  moves/s  p50 ms  p99 ms  max ms  pages/s  p50 ms  p99 ms  memory MB  processors  bots waiting"
    );
    let mut rows = Vec::new();
    for &sockets in &options.sockets {
        let row = measure(&options, sockets).await?;
        let memory: Vec<String> = row.memory.iter().map(|each| format!("{each:.0}")).collect();
        println!(
            "{sockets:7}  {:5}  {:7.1}  {:6.1}  {:6.1}  {:6.1}  {:7.1}  {:6.1}  {:6.1}  {:>9}  {:10.2}  {:12}",
            row.games,
            row.rate,
            quantile(&row.times, 0.5),
            quantile(&row.times, 0.99),
            quantile(&row.times, 1.0),
            row.pages.len() as f64 / options.seconds as f64,
            quantile(&row.pages, 0.5),
            quantile(&row.pages, 0.99),
            memory.join(" + "),
            row.processors,
            row.waiting_bots,
        );
        rows.push(row);
    }
    if let Some(file) = &options.svg {
        std::fs::write(file, plot::svg(&rows))?;
    }
    Ok(())
}

/// Measures with this many sockets, on new instances.
async fn measure(options: &Options, sockets: usize) -> Outcome<Row> {
    let folder = tempfile::tempdir()?;
    let place = match options.instances {
        1 => None,
        _ => Some(private_server::place().await.ok_or("several instances want PostgreSQL")?),
    };
    let file = folder.path().join("games.sqlite").display().to_string();
    let database = place.as_ref().map_or(&file, |place| &place.url);
    let mut instances = Vec::new();
    for _ in 0..options.instances {
        instances.push(Instance::start(&options.program, database)?);
    }
    let games = sockets * 2 / 5;
    let measurements = Arc::new(Measurements::default());
    let addresses: Vec<_> = instances.iter().map(|instance| instance.address).collect();
    let live_games: Vec<Outcome<LiveGame>> = stream::iter(0..games)
        .map(|number| LiveGame::begin(number, &addresses, options.pace, Arc::clone(&measurements)))
        .buffer_unordered(32)
        .collect()
        .await;
    let live_games = live_games.into_iter().collect::<Outcome<Vec<LiveGame>>>()?;
    let readers: Vec<Reader> = (0..sockets / SOCKETS_PER_READER)
        .map(|number| {
            let (address, game) =
                (addresses[number % addresses.len()], &live_games[number % live_games.len()]);
            Reader::start(number, address, game.id.clone(), options.pace, Arc::clone(&measurements))
        })
        .collect();
    // All clients are connected; let them start to play before the measurement.
    tokio::time::sleep(options.pace.min(Duration::from_secs(5))).await;
    measurements.start();
    let before: f64 = instances.iter().map(Instance::processor_seconds).sum();
    let (mut memory, mut waiting) = (vec![0.0; instances.len()], 0);
    for _ in 0..options.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        for (most, instance) in memory.iter_mut().zip(&instances) {
            *most = instance.memory().max(*most);
        }
        let mut now = 0;
        for instance in &instances {
            now += instance.waiting_bots().await;
        }
        waiting = waiting.max(now);
    }
    let after: f64 = instances.iter().map(Instance::processor_seconds).sum();
    let (times, pages) = measurements.stop()?;
    let open: usize = live_games.iter().map(LiveGame::sockets).sum();
    drop((readers, live_games));
    Ok(Row {
        sockets: open,
        games,
        rate: times.len() as f64 / options.seconds as f64,
        times,
        pages,
        memory,
        processors: (after - before) / options.seconds as f64,
        waiting_bots: waiting,
    })
}
