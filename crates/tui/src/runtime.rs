//! Runs the app: waits for events, lets them change the state, draws.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use ratatui::crossterm::event::{self, MouseEventKind};

use crate::app::{App, Effect};
use crate::event::Event;
use crate::start::Start;
use crate::terminal::Window;

/// Opens the app on the terminal and runs it until somebody leaves, the terminal closes or the
/// program is asked to end. Only a terminal that cannot be taken over is an error.
pub fn run(start: Start) -> io::Result<()> {
    let (outbox, inbox) = channel();
    let mut app = App::begin(start, outbox.clone(), Instant::now());
    let mut window = Window::open()?;
    hear_signals(outbox.clone())?;
    thread::spawn(move || hear_input(&outbox));
    // A window that cannot be drawn is gone, and the game is safe.
    let _ = turn_round(&mut app, &mut window, &inbox);
    Ok(())
}

fn turn_round(app: &mut App, window: &mut Window, inbox: &Receiver<Event>) -> io::Result<()> {
    loop {
        window.draw(app)?;
        let mut next = Some(wait(app, inbox));
        while let Some(event) = next {
            // A click means what is on the screen, so that the next event has to wait for it.
            let must_draw =
                matches!(&event, Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)));
            match app.update(event, Instant::now()) {
                Effect::Draw => {}
                Effect::Redraw => window.clear()?,
                Effect::Copy(text) => window.copy(&text)?,
                Effect::Suspend => window.suspend()?,
                Effect::Quit => return Ok(()),
            }
            next = if must_draw { None } else { inbox.try_recv().ok() };
        }
    }
}

/// The next event, or the time at which something happens by itself.
fn wait(app: &App, inbox: &Receiver<Event>) -> Event {
    match app.patience() {
        None => inbox.recv().unwrap_or(Event::End),
        Some(patience) => match inbox.recv_timeout(patience) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => Event::End,
        },
    }
}

/// Passes on what the terminal says until there is no terminal.
fn hear_input(outbox: &Sender<Event>) {
    loop {
        let event = match event::read() {
            Ok(event::Event::Key(key)) => Event::Key(key),
            Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(event::Event::Paste(text)) => Event::Paste(text),
            Ok(event::Event::Resize(..)) => Event::Resize,
            Ok(event::Event::FocusGained | event::Event::FocusLost) => continue,
            Err(_) => Event::End,
        };
        let is_last = matches!(event, Event::End);
        if outbox.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Passes on what the system asks.
#[cfg(unix)]
fn hear_signals(outbox: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let event = if signal == SIGTSTP { Event::Suspend } else { Event::End };
            if outbox.send(event).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, clippy::needless_pass_by_value, reason = "as on other systems")]
fn hear_signals(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}
