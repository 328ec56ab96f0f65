//! Analyses a game with progress reports, stops after a while, and solves the position if it can.
//!
//! ```sh
//! cargo run --release -p cairn-engine --example analysis -- sight:size=4 b2 c3
//! ```

use std::error::Error;
use std::thread;
use std::time::Duration;

use cairn_engine::{EngineSettings, Limits, Settings, SolveGoal, StopFlag};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut session = cairn_session::open(&arguments.next().unwrap_or("staqs".to_owned()), None)?;
    for mv in arguments {
        session.play(&mv)?;
    }

    // Any thread may stop a search.
    let stop = StopFlag::default();
    let timer = stop.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(2));
        timer.stop();
    });

    let search = Settings { multi_pv: 3, ..Settings::default() };
    let mut engine = cairn_engine::open(&session.spec(), EngineSettings::search(search))?;
    let limits = Limits::depth(12).with_stop(stop);
    let analysis = engine.analyze(&*session, &limits, &mut |report| {
        let best = report.best().unwrap_or_default();
        println!("depth {:2}  {:8} nodes  {best}", report.depth, report.nodes);
    })?;
    for line in &analysis.lines {
        println!("{:?}  {}", line.score, line.moves.join(" "));
    }

    let budget = Limits::time(Duration::from_secs(2));
    match engine.solve(&*session, SolveGoal::Value, &budget, &mut |_| ())? {
        Some(solution) => println!("proven: {}", solution.bounds),
        None => println!("only games of two players are solved"),
    }
    Ok(())
}
