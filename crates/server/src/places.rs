//! A limited number of places: for all, and for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts what is open, such as connections, for all and for each address.
pub(crate) struct Places {
    counts: Arc<Mutex<Counts>>,
    max: usize,
    max_each: u32,
}

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<IpAddr, u32>,
}

/// One place, until it is dropped.
pub(crate) struct Place {
    counts: Arc<Mutex<Counts>>,
    address: IpAddr,
}

impl Places {
    /// A limit of 0 is none.
    pub(crate) fn new(max: u32, max_each: u32) -> Self {
        let none_if_zero = |limit: u32| if limit == 0 { u32::MAX } else { limit };
        Self { counts: Arc::default(), max: none_if_zero(max) as usize, max_each: none_if_zero(max_each) }
    }

    /// Takes a place, if one is free.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Place> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = counts.each.get(&address).copied().unwrap_or(0);
        if counts.all >= self.max || mine >= self.max_each {
            return None;
        }
        counts.all += 1;
        counts.each.insert(address, mine + 1);
        Some(Place { counts: Arc::clone(&self.counts), address })
    }

    /// The number of places that are taken.
    pub(crate) fn len(&self) -> usize {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all = counts.all.saturating_sub(1);
        if let Some(count) = counts.each.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.each.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_for_all_and_for_each_address() {
        let places = Places::new(3, 2);
        let [a, b] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(IpAddr::from);
        let first = [places.enter(a), places.enter(a)];
        assert!(first.iter().all(Option::is_some) && places.enter(a).is_none());
        let other = places.enter(b);
        assert!(other.is_some() && places.enter(b).is_none(), "three are all");
        drop(first);
        assert!(places.enter(a).is_some() && places.enter(b).is_some());
        drop(other);
        assert_eq!(places.len(), 0);
        assert!(places.counts.lock().unwrap().each.is_empty());
        let unlimited = Places::new(0, 0);
        let all: Vec<_> = (0..1_000).map_while(|_| unlimited.enter(a)).collect();
        assert_eq!((all.len(), unlimited.len()), (1_000, 1_000));
    }
}
