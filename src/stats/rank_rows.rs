//! The within-block ranks that the procedures of this folder share.

use rayon::prelude::*;

use super::{BlockTable, StatsError, doubled_midranks_of};

/// Fewer rows than these are not worth a thread.
const ROWS: usize = 64;

/// Doubled mid-ranks of a complete table (whole numbers, rank 1 is best and reads 2).
pub(super) struct RankRows {
    pub k: usize,
    pub n: usize,
    /// One block after another.
    pub rows: Vec<Vec<u64>>,
    /// Doubled rank sums of the subjects.
    pub sums: Vec<u64>,
}

impl RankRows {
    pub fn new(
        table: &BlockTable,
        procedure: &'static str,
        min_subjects: usize,
        min_blocks: usize,
    ) -> Result<Self, StatsError> {
        table.check_complete(procedure, min_subjects, min_blocks)?;
        let k = table.subjects();
        let ranks = |block: usize| doubled_midranks_of(&table.complete_row(block));
        let rows: Vec<Vec<u64>> = (0..table.blocks()).into_par_iter().with_min_len(ROWS).map(ranks).collect();
        let mut sums = vec![0; k];
        for row in &rows {
            sums.iter_mut().zip(row).for_each(|(sum, rank)| *sum += rank);
        }
        Ok(Self { k, n: rows.len(), rows, sums })
    }

    pub fn mean_ranks(&self) -> Vec<f64> {
        mean_ranks(&self.sums, self.n)
    }

    pub fn ties(&self) -> bool {
        let mut sizes = TieSizes::new(self.k);
        self.rows.iter().any(|row| sizes.of(row).any(|size| size > 1))
    }

    /// Sum over all cells of the squared doubled ranks.
    pub fn squares(&self) -> i128 {
        // a row's squares hold in 64 bits for any table that does in memory
        self.rows.iter().map(|row| i128::from(row.iter().map(|&r| r * r).sum::<u64>())).sum()
    }

    /// Sum over the subjects of the squared doubled rank sums.
    pub fn sum_squares(&self) -> i128 {
        self.sums.iter().map(|&r| i128::from(r) * i128::from(r)).sum()
    }
}

/// The mean ranks of doubled rank sums over `n` blocks.
pub(super) fn mean_ranks(sums: &[u64], n: usize) -> Vec<f64> {
    sums.iter().map(|&sum| sum as f64 / (2 * n) as f64).collect()
}

/// Counts the tied subjects of rows of doubled mid-ranks without sorting them: the ranks are small numbers.
pub(super) struct TieSizes(Vec<usize>);

impl TieSizes {
    /// For rows of `k` ranks.
    pub fn new(k: usize) -> Self {
        Self(vec![0; 2 * k + 1])
    }

    /// The sizes of the groups of equal ranks, the smallest rank's first, groups of one included.
    pub fn of(&mut self, row: &[u64]) -> impl Iterator<Item = usize> {
        self.0.fill(0);
        // a doubled mid-rank lies between 2 and twice the length of its row
        row.iter().for_each(|&rank| self.0[rank as usize] += 1);
        self.0.iter().copied().filter(|&size| size > 0)
    }
}

/// A square table with a given diagonal, from a function of the pair `i < j`.
pub(super) fn symmetric(k: usize, diagonal: f64, mut pair: impl FnMut(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut all = vec![vec![diagonal; k]; k];
    for (i, j) in (0..k).flat_map(|i| (i + 1..k).map(move |j| (i, j))) {
        let value = pair(i, j);
        all[i][j] = value;
        all[j][i] = value;
    }
    all
}

/// The present cells of each block, as subject and key where the smaller key is better.
pub(super) fn present_rows(table: &BlockTable) -> Vec<Vec<(usize, i128)>> {
    let sign = table.sign();
    (0..table.blocks())
        .map(|b| table.row(b).enumerate().filter_map(|(j, c)| c.map(|c| (j, sign * c))).collect())
        .collect()
}

/// The two-sided question's usual guard: a level strictly between 0 and 1.
pub(crate) fn level(alpha: f64) -> Result<f64, StatsError> {
    if alpha > 0.0 && alpha < 1.0 {
        Ok(alpha)
    } else {
        Err(StatsError::OutOfRange { what: "alpha", range: "between 0 and 1", found: alpha })
    }
}

/// Natural logarithm of `n!`.
pub(super) fn ln_factorial(n: usize) -> f64 {
    libm::lgamma(n as f64 + 1.0)
}

#[cfg(test)]
pub(super) mod testing {
    use crate::stats::{Best, BlockTable};

    /// A complete table of whole numbers, a row a block.
    pub fn table<R: AsRef<[i128]>>(rows: &[R], best: Best) -> BlockTable {
        let cells = rows.iter().flat_map(|r| r.as_ref().iter().map(|&c| Some(c))).collect();
        BlockTable::from_units(rows.len(), rows[0].as_ref().len(), cells, 1.0, best).unwrap()
    }

    /// Five losses on ResNet50, SwinT and ViT-B/16, in hundredths.
    pub const OOD: [[i128; 5]; 3] =
        [[7288, 8553, 6050, 4383, 8177], [7495, 7809, 5416, 5134, 8509], [6264, 6430, 5675, 3817, 6712]];

    /// Demšar (2006), table 6, AUC in units of 0.0001, with the .9751 that the paper's own ranks need.
    pub const DEMSAR: [[i128; 4]; 14] = [
        [7630, 7680, 7710, 7980],
        [5990, 5910, 5900, 5690],
        [9540, 9710, 9680, 9670],
        [6280, 6610, 6540, 6570],
        [8820, 8880, 8860, 8980],
        [9360, 9310, 9160, 9310],
        [6610, 6680, 6090, 6850],
        [5830, 5830, 5630, 6250],
        [7750, 8380, 8660, 8750],
        [10000, 10000, 10000, 10000],
        [9400, 9620, 9650, 9620],
        [6190, 6660, 6140, 6690],
        [9720, 9810, 9751, 9750],
        [9570, 9780, 9460, 9700],
    ];

    /// Conover (1999): seven stores by five brands, numbers sold.
    pub const STORES: [[i128; 5]; 7] = [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ];

    /// García & Herrera (2008), table 5: 30 data sets by C4.5, 1-NN, naive Bayes, Kernel, CN2, accuracy in
    /// thousandths.
    #[rustfmt::skip]
    pub const GARCIA_HERRERA: [[i128; 5]; 30] = [
        [219, 202, 249, 165, 261], [803, 750, 813, 692, 798], [859, 814, 845, 542, 816],
        [809, 774, 673, 275, 785], [768, 790, 727, 872, 706], [759, 654, 734, 703, 714],
        [693, 611, 572, 689, 572], [544, 531, 558, 439, 541], [945, 954, 978, 541, 858],
        [725, 705, 739, 625, 717], [674, 736, 721, 356, 704], [801, 357, 520, 309, 520],
        [785, 770, 841, 659, 759], [710, 402, 728, 120, 674], [691, 827, 667, 527, 638],
        [743, 739, 830, 549, 746], [990, 482, 941, 857, 990], [867, 98, 915, 986, 784],
        [821, 872, 815, 885, 778], [893, 824, 902, 739, 885], [799, 655, 925, 517, 755],
        [845, 731, 693, 653, 704], [741, 701, 591, 663, 619], [799, 994, 603, 269, 621],
        [949, 955, 989, 770, 954], [555, 505, 569, 312, 556], [928, 928, 945, 419, 897],
        [915, 857, 860, 700, 777], [855, 796, 857, 607, 809], [906, 359, 895, 641, 918],
    ];
}
