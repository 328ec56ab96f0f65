//! Checks parsers of text or bytes with hostile input: the fuzzer's corpus, random bytes, and mutated files of the
//! corpus.
//!
//! The invariants of a parser are functions of bytes in `tests/invariants` of its crate. The fuzz targets call the same
//! functions with the inputs that libFuzzer finds.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::prop_oneof;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

/// The corpora of the fuzz targets, a folder each.
const CORPORA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

/// Calls a check with every file in the corpus of a fuzz target, and then with `cases` inputs of random bytes and
/// mutated files.
///
/// # Panics
///
/// If the check panics, naming the input, or if there is no corpus.
pub fn check_corpus(target: &str, cases: u32, check: impl Fn(&[u8])) {
    let corpus = corpus(target);
    assert!(!corpus.is_empty(), "{target} has a corpus");
    for bytes in &corpus {
        check(bytes);
    }
    let random = vec(any::<u8>(), 0..300);
    let mutated = (any::<Index>(), vec(edit(), 1..4)).prop_map(move |(file, edits)| {
        let mut bytes = file.get(&corpus).clone();
        for edit in edits {
            edit.apply(&mut bytes, &corpus);
        }
        bytes
    });
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&prop_oneof![1 => random, 3 => mutated], |bytes| {
        check(&bytes);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{target}: {error}");
    }
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(CORPORA).join(target);
    let read = || -> std::io::Result<Vec<Vec<u8>>> {
        let mut paths: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
        paths.sort_by_key(fs::DirEntry::path);
        paths.iter().map(|entry| fs::read(entry.path())).collect()
    };
    read().unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

/// An edit of a file.
#[derive(Clone, Debug)]
struct Edit {
    place: Index,
    delete: usize,
    insert: Insert,
}

#[derive(Clone, Debug)]
enum Insert {
    Bytes(Vec<u8>),
    /// A piece of another file.
    Piece(Index, Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let bytes = prop_oneof![
        vec(any::<u8>(), 0..4),
        "[ -~\n]{0,4}".prop_map(String::into_bytes),
        "[0-9]{1,20}".prop_map(String::into_bytes),
    ];
    let piece = (any::<Index>(), any::<Index>(), 0..64usize);
    let insert = prop_oneof![
        3 => bytes.prop_map(Insert::Bytes),
        1 => piece.prop_map(|(file, place, len)| Insert::Piece(file, place, len)),
    ];
    (any::<Index>(), 0..8usize, insert).prop_map(|(place, delete, insert)| Edit { place, delete, insert })
}

impl Edit {
    fn apply(self, bytes: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        let start = self.place.index(bytes.len() + 1);
        let end = (start + self.delete).min(bytes.len());
        let insert = match self.insert {
            Insert::Bytes(bytes) => bytes,
            Insert::Piece(file, place, len) => {
                let file = file.get(corpus);
                let from = place.index(file.len() + 1);
                file[from..(from + len).min(file.len())].to_vec()
            }
        };
        bytes.splice(start..end, insert);
    }
}
