//! A game against a bot in the terminal: `cargo run -p cairn-table --example terminal -- staqs level3`
//!
//! Type a move such as `c3`, or `hint`, `undo`, `draw`, `resign` or `again`. The end of the input ends the program.

use std::error::Error;
use std::io::{self, Write};
use std::time::Instant;

use cairn_draw::text::{self, Style};
use cairn_rules::Player;
use cairn_table::{Notice, Question, Table, TableEffect, TableEvent, TableSetup};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "staqs".to_owned());
    let bot = arguments.next().unwrap_or_else(|| "level2".to_owned());
    let session = cairn_session::open(&spec, None)?;
    let mut table = Table::new(TableSetup::new(session, vec!["human".parse()?, bot.parse()?], 7));
    let start = Instant::now();
    let mut events = vec![TableEvent::Tick];
    loop {
        while let Some(event) = events.pop() {
            for effect in table.handle(event, start.elapsed()) {
                match effect {
                    // A program that stores games would write `table.session().record()` to a file.
                    TableEffect::Save => {}
                    TableEffect::Notify(notice) => print_notice(&table, &notice),
                    TableEffect::Refuse(refusal) => println!("{refusal}."),
                    TableEffect::Ask(Question::Draw(player)) => {
                        events.push(TableEvent::AnswerDraw { player, accept: true });
                    }
                    TableEffect::Ask(Question::Takeback(player)) => {
                        events.push(TableEvent::AnswerTakeback { player, accept: true });
                    }
                    // Jobs may run on another thread; here the program runs them itself.
                    TableEffect::Think(job) => events.push(TableEvent::Thought(job.run())),
                    TableEffect::Analyze(job) => {
                        events.push(TableEvent::Analysis(job.run(&mut |_| ())));
                    }
                }
            }
        }
        print!("{}> ", text::render(&table.session().board().scene(), Style::default()));
        io::stdout().flush()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(());
        }
        let me = table.speaker().unwrap_or(Player::FIRST);
        events.push(match line.trim() {
            "hint" => TableEvent::Hint,
            "undo" => TableEvent::Undo,
            "draw" => TableEvent::OfferDraw(me),
            "resign" => TableEvent::Resign(me),
            "again" => TableEvent::Again { swap: false },
            mv => TableEvent::Play(mv.to_owned()),
        });
    }
}

fn print_notice(table: &Table, notice: &Notice) {
    match notice {
        Notice::Moved { player, mv, .. } => println!("{player} plays {mv}"),
        Notice::Hint(line) => println!("hint: {}", line.moves.join(" ")),
        Notice::Ended(outcome) => println!("{outcome}\n{}", table.session().record()),
        Notice::DrawDeclined(player) => println!("{player} declines the draw"),
        Notice::BotFailed { player, fault } => println!("the bot of {player} failed: {fault}"),
        other => println!("{other:?}"),
    }
}
