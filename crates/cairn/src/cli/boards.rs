//! `cairn show`, `moves`, `apply` and `record`.

use std::path::{Path, PathBuf};

use cairn_draw::{describe, png, svg};
use cairn_protocol::{BoardReport, MovesReport, PositionReport, RecordReport, SiteReport};
use cairn_rules::SiteView;
use cairn_session::{Session, record};
use cairn_texts::Texts;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::failure::Failure;
use crate::files;
use crate::output;
use crate::printer::Printer;

/// Options of `cairn show`.
#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// Explain the symbols below the board
    #[arg(long)]
    legend: bool,
    /// Write the board as an SVG picture to this file; `-` means standard output
    #[arg(long, value_name = "F")]
    svg: Option<PathBuf>,
    /// Write the board as a PNG picture to this file; `-` means standard output
    #[arg(long, value_name = "F")]
    png: Option<PathBuf>,
    /// Colours of the picture
    #[arg(long, value_enum, default_value = "light")]
    theme: Theme,
    /// Width of the PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value = "800", value_parser = clap::value_parser!(u32).range(64..=8192))]
    width: u32,
}

/// The colours of a picture.
#[derive(Copy, Clone, Debug, ValueEnum)]
pub(super) enum Theme {
    Light,
    Dark,
}

impl From<Theme> for svg::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}

pub(super) fn show(
    printer: Printer,
    session: &dyn Session,
    picture: &PictureArgs,
    json: bool,
) -> Result<(), Failure> {
    let scene = session.board().scene();
    let options = svg::Options { theme: picture.theme.into(), ..svg::Options::default() };
    if let Some(path) = &picture.svg {
        files::write(path, svg::render(&scene, options).as_bytes())?;
    }
    if let Some(path) = &picture.png {
        let bytes = png::render(&scene, options, picture.width)
            .map_err(|error| Failure::unreadable(path, error.message()))?;
        files::write(path, &bytes)?;
    }
    let mut out = output::text();
    if json {
        let site = |site: &SiteView| SiteReport {
            name: site.name.clone(),
            column: site.column,
            row: site.row,
            is: describe(site, &scene, Texts::default()),
        };
        let sites = scene.sites.iter().map(site).collect();
        out.json(&BoardReport { position: PositionReport::new(session), sites })?;
    } else if picture.svg.is_none() && picture.png.is_none() {
        out.draw(&printer.draw(&scene))?;
        if picture.legend {
            out.draw(&format!("\n{}", printer.legend(session)))?;
        }
    }
    Ok(())
}

pub(super) fn moves(session: &dyn Session, json: bool) -> Result<(), Failure> {
    let mut out = output::text();
    let moves = session.legal_moves();
    if json {
        return Ok(out.json(&MovesReport { position: PositionReport::new(session), moves })?);
    }
    let mut text = moves.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    Ok(write!(out, "{text}")?)
}

pub(super) fn apply(session: &dyn Session, json: bool) -> Result<(), Failure> {
    let mut out = output::text();
    if json {
        let (position, moves) = (PositionReport::new(session), session.history());
        return Ok(out.json(&MovesReport { position, moves })?);
    }
    writeln!(out, "{}", session.position())?;
    if let Some(outcome) = session.outcome() {
        writeln!(out, "result: {outcome}")?;
    }
    Ok(())
}

pub(super) fn record(file: &Path, json: bool) -> Result<(), Failure> {
    let records = files::read_records(file)?;
    if !json {
        return Ok(output::exact(record::write(&records).as_bytes())?);
    }
    let mut games = Vec::new();
    for record in &records {
        let session = record.session().map_err(Failure::request)?;
        games.push(RecordReport {
            position: PositionReport::new(&*session),
            moves: session.history(),
            tags: record.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        });
    }
    Ok(output::text().json(&json!({ "games": games }))?)
}
