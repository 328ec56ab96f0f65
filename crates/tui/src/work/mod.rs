//! Work for threads of its own: bots that think, searches that advise. The screen never waits for it.

mod adviser;
mod seat;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) use adviser::{Advice, Adviser};
pub(crate) use seat::{Seat, Thought};

/// Runs something that may panic, and says what the panic said.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| said(&*panic))
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?").to_owned()
}
