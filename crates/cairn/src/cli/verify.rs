//! `cairn verify`: checks certificates with a plain solver, and the built-in opening books.

use std::fs;
use std::path::{Path, PathBuf};

use cairn_engine::book::{BookCheck, BookCheckError, check_openings};
use cairn_engine::certificate::{CertificateProgress, Leaves, verify};
use cairn_engine::{Limits, Monitor, Sample, SolverSettings};
use cairn_rules::WdlBounds;
use cairn_texts::Argument;
use clap::Args;
use serde_json::json;

use super::progress::Spinner;
use super::solve::bounds_text;
use super::{FormatArgs, processors, table_mib, text};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::printer::Printer;

/// Size of the proof table for checking books, in MiB.
const HASH_MIB: usize = 256;

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The certificate file
    #[arg(value_name = "FILE", required_unless_present = "openings")]
    file: Option<PathBuf>,
    /// Check the opening book of this game instead: compare all values with each other, and prove them
    /// again without any book
    #[arg(long, value_name = "GAME", value_parser = text(), conflicts_with = "file")]
    openings: Option<String>,
    /// Prove only this many values again, spread over the whole book
    #[arg(long, value_name = "N", requires = "openings")]
    sample: Option<usize>,
    /// Node limit for each value of the book; values that need more stay unproven [default: none]
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(printer: Printer, args: &VerifyArgs) -> Result<(), Failure> {
    let threads = args.threads.map_or_else(processors, usize::from);
    match (&args.file, &args.openings) {
        (Some(path), _) => verify_certificate(printer, path, threads, args.format.json),
        (None, Some(spec)) => verify_openings(printer, spec, threads, args),
        (None, None) => Ok(()),
    }
}

fn verify_certificate(printer: Printer, path: &Path, threads: usize, json: bool) -> Result<(), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    let stop = interrupt::flag();
    let spinner = Spinner::new(printer);
    let verified = verify(
        &bytes,
        Leaves::All,
        threads,
        &mut Monitor { stop: &stop, on_progress: &mut spinner.on_certificate_progress() },
    );
    spinner.finish();
    let verified = verified.map_err(|error| Failure::unreadable(path, error.message()))?;
    let CertificateProgress { replies, leaves, nodes } = verified.progress;
    let mut out = output::text();
    if json {
        let report = json!({
            "game": verified.spec,
            "position": verified.position,
            "value": verified.value.name(),
            "replies": replies,
            "leaves": leaves,
            "nodes": nodes,
        });
        return Ok(out.json(&report)?);
    }
    let texts = printer.texts();
    let value = bounds_text(WdlBounds::exactly(verified.value), texts);
    let proven: [Argument; 3] =
        [("game", &verified.spec), ("position", &verified.position), ("value", &value)];
    writeln!(out, "{}", texts.format("verify.verified", &proven))?;
    let counts: [Argument; 3] = [("replies", &replies), ("leaves", &leaves), ("nodes", &nodes)];
    Ok(writeln!(out, "{}", texts.format("verify.counts", &counts))?)
}

fn verify_openings(printer: Printer, spec: &str, threads: usize, args: &VerifyArgs) -> Result<(), Failure> {
    let stop = interrupt::flag();
    let solver = SolverSettings { threads, hash_mib: table_mib(printer, HASH_MIB) };
    let sample = args.sample.map(|count| Sample { count, seed: 1 });
    let limits = Limits { nodes: args.nodes, stop: Some(stop.clone()), ..Limits::default() };
    let (spinner, texts) = (Spinner::new(printer), printer.texts());
    let mut on_progress = |check: BookCheck| {
        let BookCheck { entries, proven, open, nodes, .. } = check;
        spinner.set_message(|| {
            let arguments: [Argument; 4] =
                [("proven", &proven), ("entries", &entries), ("open", &open), ("nodes", &nodes)];
            texts.format("verify.progress", &arguments)
        });
    };
    let monitor = &mut Monitor { stop: &stop, on_progress: &mut on_progress };
    let checked = check_openings(spec, solver, sample, &limits, monitor);
    spinner.finish();
    let check = checked.map_err(|error| match error {
        BookCheckError::Open(error) => Failure::request(error),
        error => Failure::failed(error.message()),
    })?;
    let BookCheck { entries, consistent, at_edge, proven, open, nodes } = check;
    let mut out = output::text();
    if args.format.json {
        let report = json!({
            "game": spec,
            "entries": entries,
            "consistent": consistent,
            "edge": at_edge,
            "proven": proven,
            "open": open,
            "nodes": nodes,
        });
        return Ok(out.json(&report)?);
    }
    writeln!(out, "{}", texts.format("verify.values", &[("game", &spec), ("entries", &entries)]))?;
    let arguments: [Argument; 2] = [("consistent", &consistent), ("edge", &at_edge)];
    writeln!(out, "{}", texts.format("verify.consistent", &arguments))?;
    let arguments: [Argument; 3] = [("proven", &proven), ("open", &open), ("nodes", &nodes)];
    Ok(writeln!(out, "{}", texts.format("verify.proven", &arguments))?)
}
