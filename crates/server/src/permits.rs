//! Limits the number of open connections or sockets, in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Permits for connections or sockets, limited in total and for each address.
pub(crate) struct AddressPermits {
    counts: Arc<Mutex<Counts>>,
    max: usize,
    max_each: u32,
}

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<IpAddr, u32>,
}

/// One permit, returned when it is dropped.
pub(crate) struct AddressPermit {
    counts: Arc<Mutex<Counts>>,
    address: IpAddr,
}

impl AddressPermits {
    /// Creates the limits; 0 means no limit.
    pub(crate) fn new(max: u32, max_each: u32) -> Self {
        let none_if_zero = |limit: u32| if limit == 0 { u32::MAX } else { limit };
        Self { counts: Arc::default(), max: none_if_zero(max) as usize, max_each: none_if_zero(max_each) }
    }

    /// Takes a permit, if one is available.
    pub(crate) fn acquire(&self, address: IpAddr) -> Option<AddressPermit> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = counts.each.get(&address).copied().unwrap_or(0);
        if counts.all >= self.max || mine >= self.max_each {
            return None;
        }
        counts.all += 1;
        counts.each.insert(address, mine + 1);
        Some(AddressPermit { counts: Arc::clone(&self.counts), address })
    }

    /// Returns the number of permits in use.
    pub(crate) fn len(&self) -> usize {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for AddressPermit {
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
    fn permits_are_limited_in_total_and_for_each_address() {
        let permits = AddressPermits::new(3, 2);
        let [a, b] = [[127, 0, 0, 1], [127, 0, 0, 2]].map(IpAddr::from);
        let first = [permits.acquire(a), permits.acquire(a)];
        assert!(first.iter().all(Option::is_some) && permits.acquire(a).is_none());
        let other = permits.acquire(b);
        assert!(other.is_some() && permits.acquire(b).is_none(), "three in total");
        drop(first);
        assert!(permits.acquire(a).is_some() && permits.acquire(b).is_some());
        drop(other);
        assert_eq!(permits.len(), 0);
        assert!(permits.counts.lock().unwrap().each.is_empty());
        let unlimited = AddressPermits::new(0, 0);
        let all: Vec<_> = (0..1_000).map_while(|_| unlimited.acquire(a)).collect();
        assert_eq!((all.len(), unlimited.len()), (1_000, 1_000));
    }
}
