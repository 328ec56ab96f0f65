//! `cairn verify`: checks certificates with a plain solver, and the opening books that come with the games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cairn_engine::book::{BookCheck, check_openings};
use cairn_engine::certificate::{Progress, verify};
use cairn_engine::{Limits, Monitor, Sample, SolverSettings};
use clap::Args;
use serde_json::json;

use super::progress::Spinner;
use super::{Format, processors, text};
use crate::failure::Failure;
use crate::interrupt;
use crate::printer::Printer;

/// Size of the proof table for checking books, in MiB.
const HASH_MIB: usize = 256;

#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The certificate file
    #[arg(value_name = "FILE", required_unless_present = "openings")]
    file: Option<PathBuf>,
    /// Check the opening book of this game instead: compare all values with each other, and prove them
    /// again without any book
    #[arg(long, value_name = "GAME", value_parser = text(), conflicts_with = "file")]
    openings: Option<String>,
    /// Prove only this many values of the book again, spread over all of it
    #[arg(long, value_name = "N", requires = "openings")]
    sample: Option<usize>,
    /// Node limit for each value of the book; what takes more is left open [default: none]
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(printer: Printer, asked: &Verify) -> Result<(), Failure> {
    let threads = asked.threads.map_or_else(processors, usize::from);
    match (&asked.file, &asked.openings) {
        (Some(path), _) => certificate(printer, path, threads, asked.format.json),
        (None, Some(spec)) => openings(printer, spec, threads, asked),
        (None, None) => Ok(()),
    }
}

fn certificate(printer: Printer, path: &Path, threads: usize, json: bool) -> Result<(), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    let stop = interrupt::flag();
    let spinner = Spinner::new(printer);
    let verified = verify(&bytes, threads, &mut Monitor { stop: &stop, on_progress: &mut spinner.for_certificates() });
    spinner.finish();
    let verified =
        verified.map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
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

fn openings(printer: Printer, spec: &str, threads: usize, asked: &Verify) -> Result<(), Failure> {
    let stop = interrupt::flag();
    let solver = SolverSettings { threads, hash_mib: HASH_MIB };
    let sample = asked.sample.map(|count| Sample { count, seed: 1 });
    let limits = Limits { nodes: asked.nodes, stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let spinner = Spinner::new(printer);
    let mut on_progress = |check: BookCheck| {
        let BookCheck { entries, proven, open, nodes, .. } = check;
        spinner.say(|| format!("{proven} of {entries} values proven again, {open} left open, {nodes} nodes"));
    };
    let monitor = &mut Monitor { stop: &stop, on_progress: &mut on_progress };
    let checked = check_openings(spec, solver, sample, &limits, monitor);
    spinner.finish();
    let check = checked.map_err(|error| match error {
        cairn_engine::book::BookCheckError::Open(error) => Failure::request(error),
        error => Failure::Failed(error.to_string()),
    })?;
    let BookCheck { entries, consistent, at_edge, proven, open, nodes } = check;
    let mut out = io::stdout().lock();
    if asked.format.json {
        let report = json!({
            "game": spec,
            "entries": entries,
            "consistent": consistent,
            "edge": at_edge,
            "proven": proven,
            "open": open,
            "nodes": nodes,
        });
        return Ok(writeln!(out, "{report}")?);
    }
    writeln!(out, "{spec}: {entries} values, none contradicts another")?;
    writeln!(out, "{consistent} follow from others in the book, {at_edge} stand at its edge")?;
    Ok(writeln!(out, "{proven} proven again, {open} left open, with {nodes} nodes")?)
}
