//! Engine data of Tump: levels only.

use crate::EngineData;

pub(super) const ENGINE_DATA: EngineData = EngineData::NEW;
