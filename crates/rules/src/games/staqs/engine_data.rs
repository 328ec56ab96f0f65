//! Levels, contempt, puzzles and openings of STAQS.

use crate::{EngineData, Ladder, LevelParams, PuzzleGoal, PuzzleInfo, PuzzleWords};

pub(super) const ENGINE_DATA: EngineData = EngineData {
    ladder: LADDER,
    level_elo: [-105, 155, 269, 413, 536, 811, 915, 1020],
    puzzles: PUZZLES,
    generated_puzzles: include_str!("puzzles.txt"),
    openings: include_str!("openings.txt"),
    lesson: include_str!("lesson.txt"),
    lesson_translated: &[("pt", include_str!("lesson.pt.txt"))],
    ..EngineData::NEW
};

const PUZZLES: &[PuzzleInfo] = &[
    PuzzleInfo {
        id: "staqs-1",
        words: Some(PuzzleWords {
            title: "Block the opponent's stack",
            task: "Blue to move; White has two discs left to place. Only one move wins, and all others lose: find it.",
        }),
        spec: "staqs:placement=free",
        position: "4,n/5/w7,2,b3,1/n,b6,n,w2,n/n,1,b2,n,b2 b 0/2",
        mover: "Blue",
        goal: PuzzleGoal::Win,
        difficulty: 3,
    },
    PuzzleInfo {
        id: "staqs-2",
        words: Some(PuzzleWords {
            title: "Block all of the opponent's moves",
            task: "Blue to move, with one disc left to place. In two turns, leave White unable to place or step.",
        }),
        spec: "staqs:placement=free",
        position: "w5,b2,n,n,n/b2,n,n,n,n/n,n,n,n,1/n,1,b4,n,1/w2,1,w2,n,w4 b 1/0",
        mover: "Blue",
        goal: PuzzleGoal::Block { turns: 2 },
        difficulty: 3,
    },
    PuzzleInfo {
        id: "staqs-3",
        words: Some(PuzzleWords {
            title: "A tricky endgame",
            task: "Blue to move, with two discs left to place against one. Blue cannot win against best play: save the draw.",
        }),
        spec: "staqs:placement=free",
        position: "3,w5,n/3,n,n/w2,b5,n,w4,1/2,b4,n,1/2,n,n,1 b 2/1",
        mover: "Blue",
        goal: PuzzleGoal::Draw,
        difficulty: 3,
    },
];

/// docs/levels.md lists the scores of neighbouring levels against each other.
#[rustfmt::skip]
const LADDER: Ladder = [
    LevelParams { nodes:     200, slips: 95, among: 18, margin: LevelParams::ANY },
    LevelParams { nodes:     200, slips: 95, among: 15, margin: 1_330 },
    LevelParams { nodes:     200, slips: 90, among: 12, margin: 730 },
    LevelParams { nodes:     690, slips: 74, among: 12, margin: 610 },
    LevelParams { nodes:   2_600, slips: 58, among: 10, margin: 490 },
    LevelParams { nodes:  10_000, slips: 42, among:  8, margin: 370 },
    LevelParams { nodes:  38_000, slips: 26, among:  6, margin: 250 },
    LevelParams::steady(200_000),
];
