//! Certificates: `cairn solve --certificate` writes one, `cairn verify` checks it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cairn_engine::certificate::{CertificateError, Monitor, Progress, verify as check};
use cairn_engine::{Engine, Limits};
use cairn_session::Session;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::failure::Failure;
use crate::printer::Printer;
use crate::{files, interrupt};

/// Writes what proves the value of a position.
pub(super) fn write(
    printer: Printer,
    engine: &mut dyn Engine,
    session: &dyn Session,
    path: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::default() };
    let certificate = watched(printer, stop, |monitor| engine.certify(session, &limits, monitor))?;
    files::write(path, certificate.to_string().as_bytes())
}

pub(in crate::cli) fn verify(
    printer: Printer,
    path: &Path,
    threads: Option<u16>,
    json: bool,
) -> Result<(), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    let stop = interrupt::flag();
    let threads = threads.map_or_else(super::processors, usize::from);
    let verified = watched(printer, &stop, |monitor| check(&bytes, threads, monitor))
        .map_err(|failure| Failure::Failed(format!("{}: {failure}", path.display())))?;
    let Progress { replies, leaves, nodes } = verified.progress;
    let mut out = io::stdout().lock();
    if json {
        let report = json!({
            "game": verified.spec,
            "position": verified.position,
            "value": verified.value.name(),
            "replies": replies,
            "leaves": leaves,
            "nodes": nodes,
        });
        return Ok(writeln!(out, "{report}")?);
    }
    writeln!(out, "verified: {}, {}: {}", verified.spec, verified.position, verified.value)?;
    Ok(writeln!(out, "{replies} replies and the {leaves} positions after them, with {nodes} nodes")?)
}

/// Does long work and shows how far it has come.
fn watched<T>(
    printer: Printer,
    stop: &AtomicBool,
    work: impl FnOnce(&mut Monitor<'_>) -> Result<T, CertificateError>,
) -> Result<T, Failure> {
    let target = if printer.is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    let mut told = 0;
    let mut hear = |progress: Progress| {
        let done = progress.replies + progress.leaves;
        if !bar.is_hidden() && done >= told + 100 {
            told = done;
            let Progress { replies, leaves, nodes } = progress;
            bar.set_message(format!("{replies} replies, {leaves} positions after them, {nodes} nodes"));
            bar.tick();
        }
    };
    let done = work(&mut Monitor { stop, on_progress: &mut hear });
    bar.finish_and_clear();
    done.map_err(|error| Failure::Failed(error.to_string()))
}
