//! Runs the app on a terminal: waits for an event, updates the state, draws.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use ratatui::crossterm::event::{self, MouseEventKind};

use crate::app::App;
use crate::event::{AppEffect, AppEvent};
use crate::start::Start;
use crate::terminal::Window;

/// Opens the app on the terminal and runs it until the user quits, the terminal closes or a signal ends the program.
/// Fails only if the terminal is not available. Returns a message about lost moves, if any.
pub fn run(start: Start) -> io::Result<Option<String>> {
    let (sender, receiver) = channel();
    let started = Instant::now();
    // Installs the handlers before the app starts an engine, which a signal must not leave behind.
    forward_signals(sender.clone())?;
    let mut app = App::new(start, sender.clone());
    let mut window = Window::open()?;
    thread::spawn(move || forward_input(&sender));
    // Drawing fails only if the window no longer exists.
    let _ = run_loop(&mut app, &mut window, &receiver, started);
    Ok(app.loss())
}

fn run_loop(
    app: &mut App,
    window: &mut Window,
    receiver: &Receiver<AppEvent>,
    started: Instant,
) -> io::Result<()> {
    loop {
        window.draw(app)?;
        let mut next = Some(next_event(app, receiver));
        while let Some(event) = next {
            // A click refers to the visible screen, so it draws before it handles the next event.
            let must_draw =
                matches!(&event, AppEvent::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)));
            match app.update(event, started.elapsed()) {
                AppEffect::Draw => {}
                AppEffect::Redraw => window.clear()?,
                AppEffect::Copy(text) => window.copy(&text)?,
                AppEffect::Suspend => window.suspend()?,
                AppEffect::Quit => return Ok(()),
            }
            next = if must_draw { None } else { receiver.try_recv().ok() };
        }
    }
}

/// Waits for the next event, or until time itself causes one.
fn next_event(app: &App, receiver: &Receiver<AppEvent>) -> AppEvent {
    match app.timeout() {
        None => receiver.recv().unwrap_or(AppEvent::Quit),
        Some(timeout) => match receiver.recv_timeout(timeout) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => AppEvent::Tick,
            Err(RecvTimeoutError::Disconnected) => AppEvent::Quit,
        },
    }
}

/// Forwards input from the terminal until it closes.
fn forward_input(sender: &Sender<AppEvent>) {
    loop {
        let event = match event::read() {
            Ok(event::Event::Key(key)) => AppEvent::Key(key),
            Ok(event::Event::Mouse(mouse)) => AppEvent::Mouse(mouse),
            Ok(event::Event::Paste(text)) => AppEvent::Paste(text),
            Ok(event::Event::Resize(..)) => AppEvent::Resize,
            Ok(event::Event::FocusGained | event::Event::FocusLost) => continue,
            Err(_) => AppEvent::Quit,
        };
        let is_last = matches!(event, AppEvent::Quit);
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Forwards signals of the operating system.
#[cfg(unix)]
fn forward_signals(sender: Sender<AppEvent>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let event = if signal == SIGTSTP { AppEvent::Suspend } else { AppEvent::Quit };
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, clippy::needless_pass_by_value, reason = "as on other systems")]
fn forward_signals(_: Sender<AppEvent>) -> io::Result<()> {
    Ok(())
}
