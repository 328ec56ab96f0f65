//! Starts the full-screen app on terminals that can show it.

use std::env;
use std::io::{self, IsTerminal};
#[cfg(feature = "online")]
use std::sync::Arc;

use cairn_engine::bots::PlayerSpec;
#[cfg(feature = "online")]
use cairn_tui::RemoteGames;
use cairn_tui::theme::{Depth, Environment, Mode};
use cairn_tui::{Opening, Start};

use crate::failure::Failure;
#[cfg(feature = "online")]
use crate::online;
use crate::output::errln;
use crate::play::{PlayRequest, ResumeRequest, fill_seats, random_seed, rated_players};
use crate::printer::{Color, Printer};
use crate::today;
use crate::user_data::UserData;

/// Returns whether there is a terminal that can do more than print lines.
pub(crate) fn is_available(printer: Printer) -> bool {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let has_cursor =
        cfg!(windows) || env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
    is_terminal && has_cursor && !printer.words
}

/// Plays a game; opens the menu if none was chosen.
pub(crate) fn play(printer: Printer, user_data: &UserData, request: PlayRequest) -> Result<(), Failure> {
    let PlayRequest { session, players, seed, rated } = request;
    let seed = seed.unwrap_or_else(random_seed);
    let (opening, player_specs) = match session {
        Some(session) if rated => {
            let player_specs = rated_players(printer, user_data, &*session, players)?;
            (Opening::RatedGame(session, player_specs, seed), Default::default())
        }
        Some(session) => {
            let player_specs = fill_seats(&*session, players, user_data)?;
            (Opening::Game(session, player_specs, seed), Default::default())
        }
        None => (Opening::Menu, players),
    };
    run(printer, user_data, opening, player_specs, seed)
}

/// Continues the most recent unfinished game, or that of a game.
pub(crate) fn resume(printer: Printer, user_data: &UserData, request: ResumeRequest) -> Result<(), Failure> {
    run(printer, user_data, Opening::SavedGame(request.game), request.players, random_seed())
}

/// Runs the full-screen app with this opening.
pub(crate) fn open(printer: Printer, user_data: &UserData, opening: Opening) -> Result<(), Failure> {
    run(printer, user_data, opening, Default::default(), random_seed())
}

fn run(
    printer: Printer,
    user_data: &UserData,
    opening: Opening,
    player_specs: [Option<PlayerSpec>; 4],
    seed: u64,
) -> Result<(), Failure> {
    let [colorterm, term, no_color, colorfgbg] =
        ["COLORTERM", "TERM", "NO_COLOR", "COLORFGBG"].map(|name| env::var(name).ok());
    let environment = Environment {
        colorterm: colorterm.as_deref(),
        term: term.as_deref(),
        no_color: no_color.as_deref().filter(|_| !(printer.color == Color::Always)),
        colorfgbg: colorfgbg.as_deref(),
    };
    let depth = if printer.uses_color() { Depth::detect(&environment) } else { Depth::None };
    user_data.sweep();
    #[cfg(feature = "online")]
    let connector = online::Connector::new(printer, user_data);
    let start = Start {
        opening,
        #[cfg(feature = "online")]
        remote: connector.clone().map(|connector| connector as Arc<dyn RemoteGames>),
        #[cfg(not(feature = "online"))]
        remote: None,
        storage: user_data.storage().cloned(),
        settings: user_data.settings.clone(),
        language: printer.language(),
        ascii: printer.ascii,
        depth,
        mode: Mode::detect(&environment),
        player_specs,
        today: today().to_string(),
        seed,
        remarks: user_data.warnings(printer.texts()),
    };
    let loss = cairn_tui::run(start)?;
    #[cfg(feature = "online")]
    if let Some(connector) = connector {
        connector.finish(printer);
    }
    if let Some(loss) = loss {
        errln!("{loss}.");
    }
    Ok(())
}
