//! Properties of this crate's parsers that hold for any input.
//!
//! Each function accepts any bytes. `hostile_input.rs` and the fuzz targets of the same names call them.

use cairn_engine::Span;
use cairn_table::TimeControl;

/// Parses a time control, and a span of time.
pub(crate) fn time_control(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<TimeControl>() {
        Ok(control) => assert_eq!(control.to_string().parse(), Ok(control), "{text}"),
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
    match text.parse::<Span>() {
        Ok(span) => {
            assert_eq!(span.to_string().parse(), Ok(span), "{text}");
            assert_eq!(Span::from_millis(span.duration().as_millis() as u64), span, "{text}");
        }
        Err(error) => assert!(error.to_string().len() < 2_000, "{error}"),
    }
}
