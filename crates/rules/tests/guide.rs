//! What games say about the steps of a turn and about moves, in thousands of random turns of every option.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{
    Domain, Game, GameSpec, Guide, MoveError, Notation, Position, RandomSource, Sentence, Site, Step, TurnBuilder,
};

/// Positions with turns that random play from the start hardly ever meets.
const RARE: [(&str, &str); 14] = [
    ("staqs:size=3,players=4", "n,n,n/n,n,n/n,n,n b 4/4/4/4"),
    ("stlts:pins=1", "w1.1,11/12/12/12/12/12/12/12/12/12/12/11,b w 0"),
    ("stlts", "w1.1,11/b,11/12/12/12/12/12/12/12/12/12/12 w 0"),
    ("stlts", "w1.1,11/b,11/b,11/12/12/12/12/12/12/12/12/12 w 0"),
    ("stac:towers=stop", "5/5/5/s,W,s,s,s/5 w a2 e5 - 0"),
    ("stac", "5/5/5/5/s,W,3 w a1 e5 - 0"),
    ("stac", "W,4/W,4/B,4/B,4/s,s,3 w a1 b1 - 0"),
    // Red's four can take no piece off, or the second single has to.
    ("stacks:fours=duty", "5/5/5/b1,b1,3/r4,b1,3/b1,b1,3/5 r 0"),
    ("stacks:fours=duty", "5/5/r4,4/5/r1,4/5/b1,4 r 0"),
    // Survivors that are lost, have to retreat, or are several.
    ("stacks", "b4,b4,3/r3,b4,3/r1,4/5/5/5/5 r 0"),
    ("stacks", "5/5/b3,4/r3,r1,3/5/5/5 r 0"),
    ("stacks", "5/b4,b4,b4,2/1,b3,3/r2,r1,r1,2/5/5/5 r 0"),
    ("stacks", "5/b4,b4,b3,2/1,b2,3/r2,r1,r1,2/5/5/5 r 0"),
    ("stacks", "b2,b4,3/b1,b4,3/5/r1,4/5/5/5 r 0"),
];

/// A small generator: the same numbers on every run.
struct TestRng(u64);

impl RandomSource for TestRng {
    fn below(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(cairn_rules::zobrist::mix(self.0)) * u128::from(sides)) >> 64) as u32
    }
}

/// What was said.
#[derive(Default)]
struct Heard {
    sentences: BTreeSet<&'static str>,
    refused: u32,
    /// Refused without a move that would be written so.
    unexplained: u32,
}

impl Heard {
    fn hear(&mut self, sentence: &Sentence, place: &str) {
        let text = sentence.to_string();
        assert!(!text.contains(['{', '}']), "{place}: {text}");
        assert!(!text.is_empty() && !text.ends_with('.'), "{place}: {text}");
        self.sentences.extend(sentence.parts().map(Sentence::key));
    }
}

struct Play<'a> {
    heard: &'a mut Heard,
    position: Option<&'a str>,
    games: u64,
}

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        for seed in 0..self.games {
            let mut rng = TestRng(seed << 40);
            let mut position = match self.position {
                Some(text) => G::read_position(&spec.options, text).unwrap(),
                None => G::start(&spec.options),
            };
            for ply in 0..400 {
                // Turns are built by steps at first and now and then, as that takes its time.
                let mv = if ply < 16 || rng.below(8) == 0 {
                    turn(&position, &spec.to_string(), self.heard, &mut rng)
                } else {
                    position.random_move(&mut rng, &mut Vec::new())
                };
                let Some(mv) = mv else { break };
                for remark in position.remarks(mv) {
                    self.heard.hear(&remark, &format!("{spec} {position} {mv}"));
                }
                position.play_unchecked(mv);
            }
        }
    }
}

/// Builds a random turn and listens at every step.
fn turn<P: Guide>(position: &P, spec: &str, heard: &mut Heard, rng: &mut TestRng) -> Option<P::Move> {
    position.outcome().is_none().then_some(())?;
    let mut builder = TurnBuilder::new(position);
    let sites = position.scene().sites.len();
    let beginnings = builder.choices();
    loop {
        if let Some(mv) = builder.finished() {
            return Some(mv);
        }
        let choices = builder.choices();
        let place = format!("{spec} {position} {:?}", builder.taken());
        let prompt = position.prompt(builder.taken());
        assert!(prompt.to_string().starts_with(char::is_uppercase), "{place}: {prompt}");
        heard.hear(&prompt, &place);
        assert_eq!(position.preview(builder.taken()).sites.len(), sites, "{place}");
        for _ in 0..3 {
            let step = Step::Site(Site(rng.below(sites as u32) as u16));
            // Pointing at the beginning of another turn is no mistake.
            if choices.contains(&step) || beginnings.contains(&step) {
                continue;
            }
            let refusal = position.refuse_step(builder.taken(), step);
            heard.hear(&refusal, &place);
            heard.refused += 1;
            let steps = [builder.taken(), &[step]].concat();
            match position.parse_move(&position.written(&steps)) {
                Err(MoveError::Forbidden { why, .. }) => assert_eq!(refusal, why, "{place} {step:?}"),
                _ => heard.unexplained += 1,
            }
        }
        let choice = choices[rng.below(choices.len() as u32) as usize];
        assert!(builder.take(choice), "{place}");
    }
}

/// The sentences in a file of a game that are said so.
fn in_source(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let said = ["Prompt::new(", "Remark::new("];
    let calls = said.iter().flat_map(|call| text.split(call).skip(1));
    calls.filter_map(|rest| Some(rest.trim_start().strip_prefix('"')?.split_once('"')?.0.to_owned())).collect()
}

fn folder(game: &str) -> PathBuf {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = rules.join("src/games").join(game);
    if folder.is_dir() { folder } else { rules.join("tests/sixth_game") }
}

#[test]
fn every_sentence_is_said_and_every_step_has_one() {
    for info in ALL {
        let mut heard = Heard::default();
        let mut specs = vec![info.id.to_owned()];
        for option in info.options {
            let values: Vec<u16> = match option.domain {
                Domain::Range(min, max) => vec![min, max],
                Domain::Words(words) => (0..words.len() as u16).collect(),
            };
            specs.extend(values.iter().map(|&value| format!("{}:{}={}", info.id, option.name, option.print(value))));
        }
        for spec in &specs {
            with_game(spec, Play { heard: &mut heard, position: None, games: 12 }).unwrap();
        }
        for (spec, position) in RARE.iter().filter(|(spec, _)| spec.split(':').next() == Some(info.id)) {
            with_game(spec, Play { heard: &mut heard, position: Some(position), games: 60 }).unwrap();
        }
        let known = in_source(&folder(info.id).join("guide.rs"));
        assert!(known.len() > 3, "{}", info.id);
        let silent: Vec<&String> = known.iter().filter(|sentence| !heard.sentences.contains(&***sentence)).collect();
        assert!(silent.is_empty(), "{} never says {silent:#?}", info.id);
        assert!(heard.refused > 500, "{}", info.id);
        assert!(heard.unexplained * 10 < heard.refused, "{}: {} of {}", info.id, heard.unexplained, heard.refused);
    }
}
