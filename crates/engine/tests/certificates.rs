//! Certificates: verification accepts every certificate that was made and rejects every altered one.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod common;

use std::fs;
use std::path::Path;

use cairn_engine::StopFlag;
use cairn_engine::certificate::{Certificate, CertificateError, Leaves, Monitor, Verification, verify};
use cairn_engine::{EngineSettings, Limits, Sample, SolveGoal};
use cairn_rules::Wdl;
use cairn_session::open;
use common::{engine, late, solve};

/// Runs with a monitor that ignores progress and never stops.
fn unwatched<T>(work: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    work(&mut Monitor { stop: &StopFlag::default(), on_progress: &mut |_| () })
}

fn certificate(spec: &str, position: Option<&str>) -> Result<Certificate, CertificateError> {
    let session = open(spec, position).unwrap();
    unwatched(|monitor| engine(spec).certify(&*session, &Limits::default(), monitor))
}

fn check(text: &[u8]) -> Result<Verification, CertificateError> {
    check_with(2, text)
}

fn check_with(threads: usize, text: &[u8]) -> Result<Verification, CertificateError> {
    unwatched(|monitor| verify(text, Leaves::All, threads, monitor))
}

fn check_sample(count: usize, nodes: u64, text: &[u8]) -> Result<Verification, CertificateError> {
    unwatched(|monitor| verify(text, Leaves::Sample(Sample { count, seed: 1 }, nodes), 1, monitor))
}

/// Makes certificates of wins, draws and losses on small boards and near the end of larger ones.
fn samples() -> Vec<Certificate> {
    let mut samples =
        vec![certificate("staqs:size=3", None).unwrap(), certificate("sight:size=3", None).unwrap()];
    let drawn = "3,w5,n/3,n,n/w2,b5,n,w4,1/2,b4,n,1/2,n,n,1 b 2/1";
    samples.push(certificate("staqs:placement=free", Some(drawn)).unwrap());
    for spec in ["staqs:size=4", "staqs:placement=free", "sight", "sight:size=4,tallest=fallback"] {
        for seed in 0..4 {
            let session = late(&*engine(spec), seed, 7);
            samples.push(certificate(spec, Some(&session.position())).unwrap());
        }
    }
    samples
}

#[test]
fn certificates_verify() {
    let mut values = Vec::new();
    for certificate in samples() {
        let text = certificate.to_string();
        assert_eq!(Certificate::read(text.as_bytes()).unwrap(), certificate);
        let verified = check(text.as_bytes()).unwrap();
        assert_eq!((&verified.spec, &verified.position), (&certificate.spec, &certificate.position));
        assert_eq!(verified.leaves, verified.progress.leaves);
        let session = open(&verified.spec, Some(&verified.position)).unwrap();
        let solution = solve(&mut *engine(&verified.spec), &*session, SolveGoal::Value, &Limits::default());
        assert_eq!(solution.bounds.value(), Some(verified.value));
        values.push(verified.value);
    }
    for value in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
        assert!(values.contains(&value), "no sample is a {value}");
    }
}

#[test]
fn a_larger_tree_has_replies() {
    let certificate = certificate("sight:size=4", None).unwrap();
    assert!(certificate.claims.iter().any(|claim| !claim.replies.is_empty()));
    let progress = |threads| check_with(threads, certificate.to_string().as_bytes()).unwrap().progress;
    let alone = progress(1);
    assert!(alone.replies > 0 && alone.leaves > 0 && alone.nodes > 0);
    for threads in [2, 5] {
        let together = progress(threads);
        assert_eq!((together.replies, together.leaves), (alone.replies, alone.leaves), "{threads} threads");
    }
}

/// A draw: both players have a claim with replies, and every position below them is solved.
#[test]
fn a_whole_certificate_holds_to_its_last_leaf() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("staqs4.txt");
    let made = certificate("staqs:size=4", None).unwrap();
    fs::write(&path, made.to_string()).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(Certificate::read(&bytes).unwrap(), made);
    let verified = check(&bytes).unwrap();
    assert_eq!((verified.value, made.claims.len()), (Wdl::Draw, 2));
    assert!(made.claims.iter().all(|claim| claim.least == Wdl::Draw && !claim.replies.is_empty()));
    let replies: usize = made.claims.iter().map(|claim| claim.replies.len()).sum();
    assert_eq!(verified.progress.replies, replies as u64);
    assert!(verified.leaves > 20, "{}", verified.leaves);
    assert_eq!(verified.progress.leaves, verified.leaves);
}

#[test]
fn a_sample_settles_as_much_as_it_may() {
    let text = certificate("sight:size=4", None).unwrap().to_string().into_bytes();
    let all = check_with(1, &text).unwrap();
    assert_eq!(check_sample(usize::MAX, u64::MAX, &text).unwrap(), all);
    let some = check_sample(5, u64::MAX, &text).unwrap();
    assert_eq!((some.leaves, some.progress.leaves), (all.leaves, 5));
    assert!(some.progress.nodes < all.progress.nodes);
    let none = check_sample(5, 0, &text).unwrap();
    assert_eq!((none.progress.replies, none.progress.leaves), (all.progress.replies, 0));
}

#[test]
fn changed_bytes_are_rejected() {
    let text = certificate("sight:size=3", None).unwrap().to_string().into_bytes();
    for place in 0..text.len() {
        for bit in 0..8 {
            let mut changed = text.clone();
            changed[place] ^= 1 << bit;
            assert!(
                matches!(check(&changed), Err(CertificateError::Damaged { .. })),
                "byte {place}, bit {bit}"
            );
        }
        assert!(check(&text[..place]).is_err(), "cut off at {place}");
    }
    assert!(check(&[&text[..], b"\n"].concat()).is_err());
}

#[test]
fn lies_are_found_out() {
    let honest = certificate("sight:size=4", None).unwrap();
    for value in [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(|value| *value != honest.value) {
        let lie = Certificate { value, ..honest.clone() };
        let error = check(lie.to_string().as_bytes()).unwrap_err().to_string();
        assert!(error.contains("its claims do not prove its value"), "{error}");
    }
    // The altered certificate claims a win of the other player.
    let mut lie = honest.clone();
    lie.value = honest.value.for_opponent();
    lie.claims[0].player = lie.claims[0].player.opponent();
    lie.claims[0].replies.clear();
    let text = lie.to_string().into_bytes();
    for checked in [check(&text), check_sample(1, u64::MAX, &text)] {
        let error = checked.unwrap_err().to_string();
        assert!(
            error.starts_with("not proven: in ") && error.ends_with("the claim does not hold"),
            "{error}"
        );
    }
    // One altered reply is not a move, and another loses the game.
    let mut lie = honest.clone();
    lie.claims[0].replies[0].1 = "z9".to_owned();
    assert!(matches!(check(lie.to_string().as_bytes()), Err(CertificateError::Refuted { .. })));
    let mut refuted = 0;
    for (index, (position, mv)) in honest.claims[0].replies.iter().enumerate().take(20) {
        for other in open(&honest.spec, Some(position)).unwrap().legal_moves() {
            let mut lie = honest.clone();
            lie.claims[0].replies[index].1.clone_from(&other);
            refuted += u32::from(other != *mv && check(lie.to_string().as_bytes()).is_err());
        }
    }
    assert!(refuted > 0, "some replies were the only ones");
}

#[test]
fn uncertifiable_positions_are_rejected() {
    assert_eq!(certificate("stac", None), Err(CertificateError::Endless));
    assert_eq!(certificate("staqs:players=3", None), Err(CertificateError::Endless));
    let session = open("sight:size=4", None).unwrap();
    let stop = StopFlag::stopped();
    for (limits, error) in
        [(Limits::default(), CertificateError::Stopped), (Limits::nodes(10), CertificateError::Unknown)]
    {
        let monitor = &mut Monitor { stop: &stop, on_progress: &mut |_| () };
        assert_eq!(engine("sight:size=4").certify(&*session, &limits, monitor), Err(error));
    }
}

/// The number of positions solved per certificate in `docs/certificates`, and the node limit of each.
const LEAVES: (usize, u64) = (60, 100_000);

/// The certificates in `docs/certificates` are intact, agree with the opening book, have a reply to everything, and
/// hold in a sample of the positions below. Checking all of them takes minutes: `cairn verify F`.
#[test]
fn published_certificates_have_all_replies_and_hold_in_a_sample() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates");
    let mut specs = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let certificate = Certificate::read(&bytes).unwrap();
        let spec = certificate.spec;
        let session = open(&spec, Some(&certificate.position)).unwrap();
        let mut engine = cairn_engine::open(&spec, EngineSettings::default().with_openings()).unwrap();
        let start = solve(&mut *engine, &*session, SolveGoal::Value, &Limits::nodes(1));
        assert_eq!(start.bounds.value(), Some(certificate.value), "{spec}");
        let (count, nodes) = LEAVES;
        let verified = check_sample(count, nodes, &bytes).unwrap();
        let replies: usize = certificate.claims.iter().map(|claim| claim.replies.len()).sum();
        assert_eq!(verified.progress.replies, replies as u64, "{spec}");
        assert!(verified.leaves > 10_000, "{spec}: {}", verified.leaves);
        assert!(verified.progress.leaves > count as u64 * 9 / 10, "{spec}: {:?}", verified.progress);
        specs.push(spec);
    }
    specs.sort();
    assert_eq!(specs, ["sight", "sight:tallest=fallback", "staqs"]);
}
