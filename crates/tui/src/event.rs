//! What goes into the app, and what comes out of it.

use cairn_coach::review::ReviewUpdate;
use cairn_session::Session;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use crate::analysis::EngineUpdate;
use crate::context::Context;
use crate::overlays::Overlay;
use crate::puzzle::Judgement;
use crate::remote::RemoteNotification;
use crate::screens::Screen;

/// Something that happened outside.
pub(crate) enum AppEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window has another size.
    Resize,
    /// Time has passed.
    Tick,
    /// A bot or an analysis reports to the table.
    Table(cairn_table::TableEvent),
    /// A review has made progress.
    Reviewed(ReviewUpdate),
    /// A notification about a remote game, by its connection.
    Remote(u64, RemoteNotification),
    /// An attempt at a puzzle has been judged.
    Judged(Judgement),
    /// The engine of the analysis board reports.
    Analyzed(EngineUpdate),
    /// The program is asked to end, or its terminal is gone.
    Quit,
    /// The program is asked to go into the background.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has a signal for it"))]
    Suspend,
}

/// What the terminal is to do after an event.
#[derive(Eq, PartialEq, Debug)]
pub(crate) enum AppEffect {
    /// Draw the changes.
    Draw,
    /// Clear the terminal and draw everything.
    Redraw,
    /// Put text on the clipboard.
    Copy(String),
    /// Go into the background.
    Suspend,
    /// End the app.
    Quit,
}

/// Where an action leads.
pub(crate) enum Transition {
    /// The screen stays.
    Stay,
    /// To the menu. A remote game goes on without the user.
    Menu,
    /// Back to the remote game.
    Unpark,
    /// To another screen.
    Open(Box<Screen>),
    /// To the analysis board with this game, and back from there with `Return`.
    Analyze(Box<dyn Session>),
    /// Back to the screen from which the analysis board was opened.
    Return,
    /// An overlay opens.
    Overlay(Overlay),
    /// The overlay closes.
    CloseOverlay,
    /// Text is put on the clipboard.
    Copy(String),
    /// The app ends.
    Quit,
}

impl Transition {
    /// To another screen.
    pub(crate) fn open(screen: Screen) -> Self {
        Self::Open(Box::new(screen))
    }

    /// To another screen if it could be made; otherwise a notice says why not.
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
