//! Engine data of Tump: levels, but no puzzles or openings yet.

use crate::EngineData;

pub(super) const ENGINE_DATA: EngineData = EngineData::NEW;
