//! Zobrist keys: pseudo-random numbers that are computed at compile time and never change.

/// Mixes the bits of a number: one step of the generator `SplitMix64`.
pub const fn mix(input: u64) -> u64 {
    let mut z = input.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns a table of `N` numbers; different `salt`s give unrelated tables.
pub const fn table<const N: usize>(salt: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = mix(mix(salt) ^ index as u64);
        index += 1;
    }
    table
}
