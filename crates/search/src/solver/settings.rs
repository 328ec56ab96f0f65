//! How a solver searches, as far as its user decides it.

/// Settings of a solver. None of them changes what is proven, only how long it takes.
#[derive(Clone, Debug)]
pub struct SolverSettings {
    /// How many threads work, at least 1. Only one thread searches the same way every time.
    pub threads: usize,
    /// Memory of the table of proven values.
    pub megabytes: usize,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self { threads: 1, megabytes: 64 }
    }
}
