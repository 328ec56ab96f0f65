//! Certificates: what is written is checked, and nothing that was changed passes.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_session::certificate::{Certificate, CertificateError, Headway, Verified, Watch, verify};
use cairn_session::truth::{Limits, Prover, Question, Wdl};
use cairn_session::{BasicBot, Rng, open};

fn certificate(word: &str, position: Option<&str>) -> Result<Certificate, CertificateError> {
    let session = open(word, position).unwrap();
    let watch = &mut Watch { stop: &AtomicBool::new(false), hear: &mut |_| () };
    Prover::default().certify(&*session, &Limits::default(), watch)
}

fn check(text: &[u8]) -> Result<Verified, CertificateError> {
    check_with(2, text)
}

fn check_with(threads: usize, text: &[u8]) -> Result<Verified, CertificateError> {
    verify(text, threads, &mut Watch { stop: &AtomicBool::new(false), hear: &mut |_| () })
}

/// Wins, draws and losses on small boards and near the end of larger ones.
fn samples() -> Vec<Certificate> {
    let mut samples =
        vec![certificate("staqs:size=3", None).unwrap(), certificate("sight:size=3", None).unwrap()];
    let drawn = "3,w5,n/3,n,n/w2,b5,n,w4,1/2,b4,n,1/2,n,n,1 b 2/1";
    samples.push(certificate("staqs:placement=free", Some(drawn)).unwrap());
    for word in ["staqs:size=4", "staqs:placement=free", "sight", "sight:size=4,tallest=fallback"] {
        for seed in 0..4 {
            let mut rng = Rng::seeded(seed);
            let mut session = open(word, None).unwrap();
            while let Some(mv) = session.basic_move(BasicBot::Random, &mut rng) {
                session.play(&mv).unwrap();
            }
            for _ in 0..7 {
                session.undo();
            }
            samples.push(certificate(word, Some(&session.position())).unwrap());
        }
    }
    samples
}

#[test]
fn what_is_certified_is_verified() {
    let mut values = Vec::new();
    for certificate in samples() {
        let text = certificate.to_string();
        assert_eq!(Certificate::read(text.as_bytes()).unwrap(), certificate);
        let verified = check(text.as_bytes()).unwrap();
        assert_eq!((&verified.spec, &verified.position), (&certificate.spec, &certificate.position));
        let value = Prover::default()
            .prove(
                &*open(&verified.spec, Some(&verified.position)).unwrap(),
                Question::Value,
                &Limits::default(),
                &mut |_| (),
            )
            .unwrap();
        assert_eq!(value.bounds.value(), Some(verified.value));
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
    let headway = |threads| check_with(threads, certificate.to_string().as_bytes()).unwrap().headway;
    let alone = headway(1);
    assert!(alone.replies > 0 && alone.leaves > 0 && alone.nodes > 0);
    for threads in [2, 5] {
        let together = headway(threads);
        assert_eq!((together.replies, together.leaves), (alone.replies, alone.leaves), "{threads} threads");
    }
}

#[test]
fn no_changed_byte_passes() {
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
    let truth = certificate("sight:size=4", None).unwrap();
    for value in [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(|value| *value != truth.value) {
        let lie = Certificate { value, ..truth.clone() };
        let error = check(lie.to_string().as_bytes()).unwrap_err().to_string();
        assert!(error.contains("its claims do not prove its value"), "{error}");
    }
    // The other player is said to win.
    let mut lie = truth.clone();
    lie.value = truth.value.for_opponent();
    lie.claims[0].player = lie.claims[0].player.opponent();
    lie.claims[0].replies.clear();
    let error = check(lie.to_string().as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("not proven: in ") && error.ends_with("the claim does not hold"), "{error}");
    // A reply that is no move, and one that throws the game away.
    let mut lie = truth.clone();
    lie.claims[0].replies[0].1 = "z9".to_owned();
    assert!(matches!(check(lie.to_string().as_bytes()), Err(CertificateError::Refuted { .. })));
    let mut refuted = 0;
    for (index, (position, mv)) in truth.claims[0].replies.iter().enumerate().take(20) {
        for other in open(&truth.spec, Some(position)).unwrap().legal_moves() {
            let mut lie = truth.clone();
            lie.claims[0].replies[index].1.clone_from(&other);
            refuted += u32::from(other != *mv && check(lie.to_string().as_bytes()).is_err());
        }
    }
    assert!(refuted > 0, "some replies were the only ones");
}

#[test]
fn what_cannot_be_certified_is_refused() {
    assert_eq!(certificate("stac", None), Err(CertificateError::Endless));
    assert_eq!(certificate("staqs:players=3", None), Err(CertificateError::Endless));
    let session = open("sight:size=4", None).unwrap();
    let stopped = AtomicBool::new(true);
    let made = Prover::default().certify(
        &*session,
        &Limits::default(),
        &mut Watch { stop: &stopped, hear: &mut |_| () },
    );
    assert_eq!(made, Err(CertificateError::Stopped));
    let made = Prover::default().certify(
        &*session,
        &Limits::nodes(10),
        &mut Watch { stop: &stopped, hear: &mut |_| () },
    );
    assert_eq!(made, Err(CertificateError::Unknown));
}

/// The certificates in `docs/certificates`: whole, about what the book of openings says too, and with a
/// reply to everything. What is left to the plain solver then takes minutes: `cairn verify F`.
#[test]
fn certificates_that_are_handed_out_have_all_replies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates");
    let mut words = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let certificate = Certificate::read(&bytes).unwrap();
        let session = open(&certificate.spec, Some(&certificate.position)).unwrap();
        let start = Prover::default()
            .with_openings()
            .prove(&*session, Question::Value, &Limits::nodes(1), &mut |_| ())
            .unwrap();
        assert_eq!(start.bounds.value(), Some(certificate.value), "{}", certificate.spec);
        let stop = AtomicBool::new(false);
        let mut walked = 0;
        let mut hear = |headway: Headway| {
            walked = headway.replies;
            stop.store(headway.leaves > 0, Ordering::Relaxed);
        };
        let ended = verify(&bytes, 1, &mut Watch { stop: &stop, hear: &mut hear });
        assert_eq!(ended, Err(CertificateError::Stopped), "{}", certificate.spec);
        let replies: usize = certificate.claims.iter().map(|claim| claim.replies.len()).sum();
        assert_eq!(walked, replies as u64, "{}", certificate.spec);
        words.push(certificate.spec);
    }
    words.sort();
    assert_eq!(words, ["sight", "sight:tallest=fallback", "staqs"]);
}
