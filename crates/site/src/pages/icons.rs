//! Icons: strokes in the colour of the text around them.

use maud::{Markup, PreEscaped};

fn icon(paths: &str) -> Markup {
    PreEscaped(format!(
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" width=\"24\" height=\"24\" fill=\"none\" stroke=\"currentColor\" \
         stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\" aria-hidden=\"true\">{paths}</svg>"
    ))
}

/// The logo: three stones.
pub(super) fn cairn() -> Markup {
    icon(
        "<ellipse cx=\"12\" cy=\"18.5\" rx=\"9\" ry=\"3.4\" fill=\"currentColor\" stroke=\"none\"/>\
         <ellipse cx=\"11.2\" cy=\"11.8\" rx=\"6.4\" ry=\"2.9\" fill=\"currentColor\" stroke=\"none\"/>\
         <ellipse cx=\"12.4\" cy=\"6\" rx=\"3.8\" ry=\"2.4\" fill=\"currentColor\" stroke=\"none\"/>",
    )
}

/// Settings.
pub(super) fn sliders() -> Markup {
    icon(
        "<path d=\"M4 7h9M19 7h1M4 17h1M11 17h9\"/><circle cx=\"16\" cy=\"7\" r=\"3\"/><circle cx=\"8\" cy=\"17\" r=\"3\"/>",
    )
}

/// To the first move.
pub(super) fn first() -> Markup {
    icon("<path d=\"M18 6l-7 6 7 6M6 6v12\"/>")
}

/// To the previous move.
pub(super) fn previous() -> Markup {
    icon("<path d=\"M15 6l-7 6 7 6\"/>")
}

/// To the next move.
pub(super) fn next() -> Markup {
    icon("<path d=\"M9 6l7 6-7 6\"/>")
}

/// Delete.
pub(super) fn bin() -> Markup {
    icon("<path d=\"M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10 11v4.5M14 11v4.5\"/>")
}

/// To the last move.
pub(super) fn last() -> Markup {
    icon("<path d=\"M6 6l7 6-7 6M18 6v12\"/>")
}

/// Turn the board around.
pub(super) fn turn_around() -> Markup {
    icon("<path d=\"M8 4v16M4 8l4-4 4 4M16 20V4M12 16l4 4 4-4\"/>")
}

/// Threats.
pub(super) fn warning() -> Markup {
    icon("<path d=\"M12 4 21.5 20h-19ZM12 10v4.5M12 17.3v.2\"/>")
}
