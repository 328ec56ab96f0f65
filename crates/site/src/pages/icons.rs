//! Icons: strokes in the colour of the surrounding text.

use maud::{Markup, PreEscaped, Render};

/// An icon, as the elements of its SVG.
#[derive(Copy, Clone)]
pub(super) struct Icon(&'static str);

impl Render for Icon {
    fn render(&self) -> Markup {
        PreEscaped(format!(
            "<svg class=\"icon\" viewBox=\"0 0 24 24\" width=\"24\" height=\"24\" fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\" aria-hidden=\"true\">{}</svg>",
            self.0
        ))
    }
}

/// The logo: three stones.
pub(super) const CAIRN: Icon = Icon(
    "<ellipse cx=\"12\" cy=\"18.5\" rx=\"9\" ry=\"3.4\" fill=\"currentColor\" stroke=\"none\"/>\
         <ellipse cx=\"11.2\" cy=\"11.8\" rx=\"6.4\" ry=\"2.9\" fill=\"currentColor\" stroke=\"none\"/>\
         <ellipse cx=\"12.4\" cy=\"6\" rx=\"3.8\" ry=\"2.4\" fill=\"currentColor\" stroke=\"none\"/>",
);
/// Opens the settings.
pub(super) const SLIDERS: Icon = Icon(
    "<path d=\"M4 7h9M19 7h1M4 17h1M11 17h9\"/><circle cx=\"16\" cy=\"7\" r=\"3\"/><circle cx=\"8\" cy=\"17\" r=\"3\"/>",
);
/// Goes to the first move.
pub(super) const FIRST: Icon = Icon("<path d=\"M18 6l-7 6 7 6M6 6v12\"/>");
/// Goes to the previous move.
pub(super) const PREVIOUS: Icon = Icon("<path d=\"M15 6l-7 6 7 6\"/>");
/// Goes to the next move.
pub(super) const NEXT: Icon = Icon("<path d=\"M9 6l7 6-7 6\"/>");
/// Deletes.
pub(super) const BIN: Icon = Icon("<path d=\"M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10 11v4.5M14 11v4.5\"/>");
/// Makes a variation the main line.
pub(super) const PROMOTE: Icon = Icon("<path d=\"M12 19V6M6 12l6-6 6 6\"/>");
/// Goes to the last move.
pub(super) const LAST: Icon = Icon("<path d=\"M6 6l7 6-7 6M18 6v12\"/>");
/// Turns the board around.
pub(super) const TURN_AROUND: Icon = Icon("<path d=\"M8 4v16M4 8l4-4 4 4M16 20V4M12 16l4 4 4-4\"/>");
/// Shows threats.
pub(super) const WARNING: Icon = Icon("<path d=\"M12 4 21.5 20h-19ZM12 10v4.5M12 17.3v.2\"/>");
/// Closes.
pub(super) const CLOSE: Icon = Icon("<path d=\"M6 6l12 12M18 6 6 18\"/>");
/// Shows more actions.
pub(super) const MORE: Icon = Icon(
    "<g fill=\"currentColor\" stroke=\"none\"><circle cx=\"5\" cy=\"12\" r=\"2\"/><circle cx=\"12\" cy=\"12\" r=\"2\"/><circle cx=\"19\" cy=\"12\" r=\"2\"/></g>",
);
/// Opens the navigation on a phone.
pub(super) const MENU: Icon = Icon("<path d=\"M4 7h16M4 12h16M4 17h16\"/>");
/// Switches sounds.
pub(super) const SOUND: Icon =
    Icon("<path d=\"M4 10v4h4l5 4V6L8 10ZM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11\"/>");
/// Opens the field for typed moves.
pub(super) const KEYBOARD: Icon = Icon("<path d=\"M3 7h18v10H3ZM7 11h.1M11 11h.1M15 11h.1M8 14h8\"/>");
/// Opens the help.
pub(super) const HELP: Icon = Icon(
    "<circle cx=\"12\" cy=\"12\" r=\"9\"/><path d=\"M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8v.1\"/>",
);
/// Opens the rules.
pub(super) const BOOK: Icon =
    Icon("<path d=\"M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14\"/>");
