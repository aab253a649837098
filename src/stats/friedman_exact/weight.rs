//! What is counted along the way.

/// What is carried along with a vector: its number of arrangements, or its probability.
pub(super) trait Weight: Copy {
    const ONE: Self;
    fn add(&mut self, other: Self);
    /// The weight of choosing one of `equal` alike subjects when `left` are still to be served.
    fn choose(self, equal: u32, left: u32) -> Self;
    /// The weight of `ways` arrangements of one block of `k` ranks.
    fn share(self, ways: u64, k: usize) -> Self;
    /// The weight of all arrangements of `blocks` blocks of `k` ranks.
    fn all(self, k: usize, blocks: usize) -> Self;
}

impl Weight for u64 {
    const ONE: Self = 1;
    fn add(&mut self, other: Self) {
        *self += other;
    }
    fn choose(self, equal: u32, _left: u32) -> Self {
        self * u64::from(equal)
    }
    fn share(self, ways: u64, _k: usize) -> Self {
        self * ways
    }
    fn all(self, k: usize, blocks: usize) -> Self {
        let orders: u64 = (1..=k as u64).product();
        (0..blocks).fold(self, |w, _| w * orders)
    }
}

impl Weight for u128 {
    const ONE: Self = 1;
    fn add(&mut self, other: Self) {
        *self += other;
    }
    fn choose(self, equal: u32, _left: u32) -> Self {
        self * u128::from(equal)
    }
    fn share(self, ways: u64, _k: usize) -> Self {
        self * u128::from(ways)
    }
    fn all(self, k: usize, blocks: usize) -> Self {
        let orders: u128 = (1..=k as u128).product();
        (0..blocks).fold(self, |w, _| w * orders)
    }
}

impl Weight for f64 {
    const ONE: Self = 1.0;
    fn add(&mut self, other: Self) {
        *self += other;
    }
    fn choose(self, equal: u32, left: u32) -> Self {
        self * f64::from(equal) / f64::from(left)
    }
    fn share(self, ways: u64, k: usize) -> Self {
        self * ways as f64 / (1..=k as u64).product::<u64>() as f64
    }
    fn all(self, _k: usize, _blocks: usize) -> Self {
        self
    }
}
