//! The events that the app handles, and the effects that it returns.

use cairn_coach::review::ReviewUpdate;
use cairn_session::Session;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use crate::analysis::EngineUpdate;
use crate::context::Context;
use crate::overlays::Overlay;
use crate::puzzle::Judgement;
use crate::remote::{RemoteGame, RemoteNotification};
use crate::screens::Screen;

/// An event from outside.
pub(crate) enum AppEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// The user moved or clicked the mouse.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The size of the window has changed.
    Resize,
    /// Time has passed.
    Tick,
    /// A bot or an analysis reports to the table.
    Table(cairn_table::TableEvent),
    /// A review reports progress.
    Reviewed(ReviewUpdate),
    /// A notification about a remote game, by its connection.
    Remote(u64, RemoteNotification),
    /// A game on a server, by its address, was looked at there; `false` if it could not be reached.
    Refreshed(String, bool),
    /// A connection that the user asked for, by its number; or why there is none.
    Connected(u64, Result<Box<RemoteGame>, String>),
    /// An attempt at a puzzle has been judged.
    Judged(Judgement),
    /// The engine of the analysis board reports progress.
    Analyzed(EngineUpdate),
    /// The system asks the program to end, or its terminal is gone.
    Quit,
    /// The user suspends the program.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has a signal for it"))]
    Suspend,
}

/// The effect of an event on the terminal.
#[derive(Eq, PartialEq, Debug)]
pub(crate) enum AppEffect {
    /// Draw the changes.
    Draw,
    /// Clear the terminal and draw everything.
    Redraw,
    /// Copy text to the clipboard.
    Copy(String),
    /// Suspend the program.
    Suspend,
    /// End the app.
    Quit,
}

/// The screen that follows an action.
pub(crate) enum Transition {
    /// The screen stays.
    Stay,
    /// To the menu. A remote game continues without the user.
    Menu,
    /// Back to the remote game.
    Unpark,
    /// To another screen.
    Open(Box<Screen>),
    /// To the analysis board with this game; `Return` leads back.
    Analyze(Box<dyn Session>),
    /// Back to the screen from which the analysis board was opened.
    Return,
    /// Opens an overlay.
    Overlay(Overlay),
    /// Closes the overlay.
    CloseOverlay,
    /// Copies text to the clipboard.
    Copy(String),
    /// Ends the app.
    Quit,
}

impl Transition {
    /// Opens another screen.
    pub(crate) fn open(screen: Screen) -> Self {
        Self::Open(Box::new(screen))
    }

    /// Opens another screen if it could be created; otherwise shows a notice with the reason.
    pub(crate) fn try_open(screen: Result<Screen, String>, ctx: &mut Context) -> Self {
        match screen {
            Ok(screen) => Self::open(screen),
            Err(problem) => {
                ctx.warn(problem);
                Self::Stay
            }
        }
    }
}
