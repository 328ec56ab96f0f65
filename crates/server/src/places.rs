//! Who is connected, within bounds.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::api::Visitor;
use crate::app::Limits;
use crate::problem::Problem;

/// The number of sockets of all and of each visitor.
pub(crate) struct Sockets {
    counts: Arc<Mutex<Counts>>,
    most: usize,
    most_each: u32,
}

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<IpAddr, u32>,
}

/// The place of one socket, until it is dropped.
pub(crate) struct Place {
    counts: Arc<Mutex<Counts>>,
    visitor: IpAddr,
}

impl Sockets {
    /// A limit of 0 is none.
    pub(crate) fn new(limits: &Limits) -> Self {
        let none_if_zero = |limit: u32| if limit == 0 { u32::MAX } else { limit };
        let most = none_if_zero(limits.all_sockets) as usize;
        Self { counts: Arc::default(), most, most_each: none_if_zero(limits.sockets) }
    }

    /// Takes a place, if there is one.
    pub(crate) fn enter(&self, visitor: &Visitor) -> Result<Place, Problem> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = counts.each.get(&visitor.0).copied().unwrap_or(0);
        if counts.all >= self.most || mine >= self.most_each {
            return Err(Problem::too_many("too many connections"));
        }
        counts.all += 1;
        *counts.each.entry(visitor.0).or_default() += 1;
        Ok(Place { counts: Arc::clone(&self.counts), visitor: visitor.0 })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all = counts.all.saturating_sub(1);
        if let Some(count) = counts.each.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                counts.each.remove(&self.visitor);
            }
        }
    }
}
