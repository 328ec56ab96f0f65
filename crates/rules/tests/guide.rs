//! Prompts, remarks and refusals in thousands of random turns, with every option.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cairn_rules::games::{ALL, Visitor, with_game};
use cairn_rules::{
    Domain, Game, GameSpec, Guide, Message, MoveError, Position, Present, RandomSource, Scene, Site,
    SmallRng, Step, TurnBuilder,
};

/// Positions with turns that random games hardly ever reach.
const RARE: [(&str, &str); 14] = [
    ("staqs:size=3,players=4", "b2,w2,r2/g2,b2,w2/r2,g2,n b 2/2/2/2"),
    ("stlts:pins=1", "w1.1,11/12/12/12/12/12/12/12/12/12/12/11,b w 0"),
    ("stlts", "w1.1,11/b,11/12/12/12/12/12/12/12/12/12/12 w 0"),
    ("stlts", "w1.1,11/b,11/b,11/12/12/12/12/12/12/12/12/12 w 0"),
    ("stac:towers=stop", "5/5/5/s,W,s,s,s/5 w a2 e5 - 0"),
    ("stac", "5/5/5/5/s,W,3 w a1 e5 - 0"),
    ("stac", "W,4/W,4/B,4/B,4/s,s,3 w a1 b1 - 0"),
    // The tallest stack cannot move.
    ("sight:tallest=fallback", "w2,4/5/5/b1,b1,3/w3,b1,3 w"),
    // A stack of four cannot move.
    ("stacks:fours=duty", "5/5/5/4,r1/5/b2,b2,3/r4,b1,3 r 0"),
    // Two survivors and a single one; they have a choice, have none, or are lost.
    ("stacks", "r2,3,b4/5/5/2,b3,2/1,r1,r3,2/5/5 r 0"),
    ("stacks", "4,r2/5/1,b3,b3,2/2,b3,2/1,r1,r3,2/5/5 r 0"),
    ("stacks", "4,r2/5/1,b3,b3,r1,1/2,b3,2/1,r1,r3,2/5/5 r 0"),
    ("stacks", "4,r2/5/1,b4,b4,2/2,b2,2/2,r3,2/5/5 r 0"),
    ("stacks", "4,r2/5/1,b4,b4,r1,1/2,b2,2/2,r3,2/5/5 r 0"),
];

/// The refusal without a specific reason.
const NO_CHOICE: &str = "this is not one of the choices now";

/// The keys that the games have produced.
#[derive(Default)]
struct Seen {
    keys: BTreeSet<&'static str>,
    refused: u32,
    /// Refusals without a move that could be written.
    unexplained: u32,
}

impl Seen {
    fn add(&mut self, message: &Message, place: &str) {
        let text = message.to_string();
        assert!(!text.contains(['{', '}']), "{place}: {text}");
        assert!(!text.is_empty() && !text.ends_with('.'), "{place}: {text}");
        self.keys.extend(message.parts().into_iter().map(Message::key));
    }
}

struct Play<'a> {
    seen: &'a mut Seen,
    position: Option<&'a str>,
    games: u64,
}

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: Game>(self, spec: GameSpec<G>) {
        for seed in 0..self.games {
            let mut rng = SmallRng::seeded(seed);
            let mut position = match self.position {
                Some(text) => G::read_position(&spec.options, text).unwrap(),
                None => G::start(&spec.options),
            };
            let plies = if self.position.is_some() { 1 } else { 400 };
            for ply in 0..plies {
                // Builds turns by steps at first and then occasionally, because it is slow.
                let mv = if ply < 16 || rng.below(8) == 0 {
                    turn(&position, &spec.to_string(), self.seen, &mut rng)
                } else {
                    position.random_move(&mut rng)
                };
                let Some(mv) = mv else { break };
                for remark in position.remarks(mv) {
                    self.seen.add(&remark, &format!("{spec} {position} {mv}"));
                }
                position.play_unchecked(mv);
            }
        }
    }
}

/// Builds a random turn and records the messages of every step.
fn turn<P: Guide>(position: &P, spec: &str, seen: &mut Seen, rng: &mut SmallRng) -> Option<P::Move> {
    position.outcome().is_none().then_some(())?;
    let mut builder = TurnBuilder::new(position);
    let sites = position.scene().sites.len();
    let beginnings = builder.choices();
    let forced = position.forced(&[]);
    check_threats(position, spec);
    loop {
        if let Some(mv) = builder.finished() {
            let is_forced = |step: &Step| matches!(step, Step::Site(site) if forced.contains(site));
            let keeps_to_it = forced.is_empty() || builder.taken().iter().any(is_forced);
            assert!(keeps_to_it, "{spec} {position} {mv}: {forced:?}");
            return Some(mv);
        }
        let choices = builder.choices();
        let place = format!("{spec} {position} {:?}", builder.taken());
        let forced = position.forced(builder.taken());
        let is_choice = |site: &Site| choices.contains(&Step::Site(*site));
        assert!(forced.is_empty() || forced.iter().any(is_choice), "{place}: {forced:?}");
        let prompt = position.prompt(builder.taken());
        assert!(prompt.to_string().starts_with(char::is_uppercase), "{place}: {prompt}");
        seen.add(&prompt, &place);
        assert_eq!(position.preview(builder.taken()).sites.len(), sites, "{place}");
        for _ in 0..3 {
            let step = Step::Site(Site(rng.below(sites as u32) as u16));
            // Pointing at the beginning of another turn is legal.
            if choices.contains(&step) || beginnings.contains(&step) {
                continue;
            }
            let refusal = position.refuse_step(builder.taken(), step);
            seen.add(&refusal, &place);
            seen.refused += 1;
            let steps = [builder.taken(), &[step]].concat();
            if let Err(MoveError::Forbidden { why, .. }) = position.parse_move(&position.written(&steps)) {
                assert_eq!(refusal, why, "{place} {step:?}");
            }
            seen.unexplained += u32::from(refusal.key() == NO_CHOICE);
        }
        // Points at the chosen site again.
        if let Some(&again) = builder.taken().last().filter(|step| !choices.contains(step)) {
            seen.add(&position.refuse_step(builder.taken(), again), &place);
        }
        let choice = choices[rng.below(choices.len() as u32) as usize];
        assert!(builder.take(choice), "{place}");
    }
}

/// After a pass the position is valid, and `may_take` is true for every move that captures a piece of the player who
/// passed.
fn check_threats<P: Guide>(position: &P, spec: &str) {
    let player = position.to_move();
    let pieces = |position: &P| -> u32 {
        let piles = position.scene().sites.into_iter().filter_map(|site| site.pile);
        piles.filter(|pile| pile.owner() == Some(player)).map(|pile| u32::from(pile.height())).sum()
    };
    let Some(passed) = position.passed() else { return };
    assert_eq!(passed.key(), passed.fresh_key(), "{spec} {position}");
    assert_ne!(passed.to_move(), player, "{spec} {position}");
    let before = pieces(position);
    for mv in passed.moves().into_iter().step_by(97) {
        let after = passed.after(mv);
        assert!(pieces(&after) >= before || passed.may_take(mv), "{spec} {passed} {mv}");
    }
}

/// Returns the keys of the messages in a source file of a game.
fn in_source(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    text.split("Message::new(")
        .skip(1)
        .filter_map(|rest| Some(rest.trim_start().strip_prefix('"')?.split_once('"')?.0.to_owned()))
        .collect()
}

/// Lists everything that a board can show: the legend must explain all of it.
fn kinds(scene: &Scene) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    for site in &scene.sites {
        match &site.pile {
            Some(pile) => {
                let is_tall = pile.owner().is_none() && pile.height() > 1;
                let has_pins = pile.pins.is_some_and(|pins| pins.white + pins.black > 0);
                let (is_owned, is_mixed) = (pile.owner().is_some(), pile.is_mixed());
                kinds.insert(format!("{is_owned} {is_tall} {is_mixed} {:?} {has_pins}", pile.state));
            }
            None if site.pawn.is_none() => {
                kinds.insert(format!("{:?}", site.ground));
            }
            None => {}
        }
        kinds.extend(site.pawn.map(|_| "pawn".to_owned()));
    }
    kinds
}

#[test]
fn samples_have_everything_that_is_on_a_board() {
    struct Look;

    impl Visitor for Look {
        type Output = ();

        fn visit<G: Game>(self, spec: GameSpec<G>) {
            let sample = G::read_position(&spec.options, G::Position::SAMPLE).unwrap();
            let sample = kinds(&sample.scene());
            for seed in 0..20 {
                let mut rng = SmallRng::seeded(seed);
                let mut position = G::start(&spec.options);
                for _ in 0..300 {
                    let shown = kinds(&position.scene());
                    assert!(shown.is_subset(&sample), "{spec} {position}: {shown:?}");
                    let Some(mv) = position.random_move(&mut rng) else { break };
                    position.play_unchecked(mv);
                }
            }
        }
    }

    for info in ALL {
        with_game(info.id, Look).unwrap();
    }
}

fn folder(game: &str) -> PathBuf {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = rules.join("src/games").join(game);
    if folder.is_dir() { folder } else { rules.join("tests/sixth_game") }
}

#[test]
fn every_message_occurs_and_every_step_has_a_prompt() {
    for info in ALL {
        let mut seen = Seen::default();
        let mut specs = vec![info.id.to_owned()];
        for option in info.options {
            let values: Vec<u16> = match option.domain {
                Domain::Range(min, max) => vec![min, max],
                Domain::Words(words) => (0..words.len() as u16).collect(),
            };
            specs.extend(
                values.iter().map(|&value| format!("{}:{}={}", info.id, option.name, option.print(value))),
            );
        }
        for spec in &specs {
            with_game(spec, Play { seen: &mut seen, position: None, games: 12 }).unwrap();
        }
        for (spec, position) in RARE.iter().filter(|(spec, _)| spec.split(':').next() == Some(info.id)) {
            with_game(spec, Play { seen: &mut seen, position: Some(position), games: 200 }).unwrap();
        }
        let known = in_source(&folder(info.id).join("guide.rs"));
        assert!(known.len() > 3, "{}", info.id);
        let silent: Vec<&String> = known.iter().filter(|message| !seen.keys.contains(&***message)).collect();
        assert!(silent.is_empty(), "{} never shows {silent:#?}", info.id);
        assert!(seen.refused > 500, "{}", info.id);
        assert!(
            seen.unexplained * 20 < seen.refused,
            "{}: {} of {}",
            info.id,
            seen.unexplained,
            seen.refused
        );
    }
}
