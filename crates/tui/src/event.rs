//! What happens to the app: keys, clicks, time, signals, and news from threads that think.

use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use crate::puzzle::Judged;
use crate::work::{Advice, Thought};

/// Something that happened.
pub(crate) enum Event {
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
    /// A bot has moved, or could not.
    Thought(Thought),
    /// The judge of a puzzle has spoken.
    Judged(Judged),
    /// A search knows more.
    Advice(Advice),
    /// The program is asked to end, or its terminal is gone.
    End,
    /// The program is asked to step into the background.
    Suspend,
}
