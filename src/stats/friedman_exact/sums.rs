//! The table of sums, by vector.

use super::weight::Weight;

/// Weights by packed vector: open addressing with linear probing. The walk adds, never
/// removes, and reads everything at the end; the order of reading is that of the slots, the same on
/// every machine, so that floating-point weights are always added in the same order.
pub(super) struct Sums<K, W> {
    slots: Vec<Option<(K, W)>>,
    /// How many entries there are.
    pub(super) len: usize,
}

/// What identifies an entry: a packed vector, in the last block with the sum of squares of the
/// subjects already served.
pub(super) trait Key: Copy + PartialEq {
    fn mixed(self) -> u64;
}

impl Key for u64 {
    fn mixed(self) -> u64 {
        let mixed = self.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 32)
    }
}

impl Key for (u64, u64) {
    fn mixed(self) -> u64 {
        (self.1 ^ self.0.rotate_left(40)).mixed()
    }
}

impl<K: Key, W: Weight> Sums<K, W> {
    pub(super) fn new() -> Self {
        Self { slots: vec![None; 64], len: 0 }
    }

    pub(super) fn add(&mut self, key: K, weight: W) {
        if self.len * 2 > self.slots.len() {
            let doubled = vec![None; self.slots.len() * 2];
            for (key, weight) in std::mem::replace(&mut self.slots, doubled).into_iter().flatten() {
                let at = self.place(key);
                self.slots[at] = Some((key, weight));
            }
        }
        let at = self.place(key);
        match &mut self.slots[at] {
            Some((_, held)) => held.add(weight),
            empty => {
                *empty = Some((key, weight));
                self.len += 1;
            }
        }
    }

    /// The slot that holds the key, or the empty one where it belongs; half the slots are empty.
    fn place(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.mixed() as usize & mask;
        while let Some((held, _)) = &self.slots[at] {
            if *held == key {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    pub(super) fn into_list(self) -> Vec<(K, W)> {
        let mut list = Vec::with_capacity(self.len);
        list.extend(self.slots.into_iter().flatten());
        list
    }
}
