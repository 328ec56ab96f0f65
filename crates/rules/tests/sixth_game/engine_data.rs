//! What bots and programs know of Tump: levels, and neither puzzles nor openings yet.

use crate::EngineData;

pub(super) const ENGINE_DATA: EngineData = EngineData::NEW;
