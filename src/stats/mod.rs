//! Statistical procedures as pure functions on numbers: slices in, a result out; no data frame, no
//! input or output, no clock. Each names its source and says what it does with ties, zeros and
//! missing cells.

mod additive;
mod adjust;
mod agreement;
mod aligned_ranks;
mod attainable;
pub mod bayes;
mod bonferroni_dunn;
pub mod bootstrap;
mod cliques;
mod conover;
mod describe;
mod durbin;
mod effect;
mod eisinga;
mod error;
pub mod few_runs;
mod friedman;
mod friedman_exact;
mod hodges_lehmann;
mod inference;
pub mod interval;
mod letters;
mod matrix;
mod median_polish;
mod nemenyi;
mod page;
mod paired_t;
mod permutation;
pub mod planning;
mod quade;
mod random;
mod rank_rows;
mod ranks;
pub mod rng;
mod shapiro_wilk;
mod sign_flip;
mod sign_test;
mod signed_rank;
mod signed_rank_null;
mod skillings_mack;
mod studentized_range;
mod tails;
mod tally;
mod two_way;

pub use additive::{Additive, additive};
pub use adjust::{
    Adjustment, adjust, adjust_pairs, adjust_rom, exhaustive_sets, rom_critical_values, shaffer_counts,
};
pub use agreement::{
    Kendall, Reversal, Spearman, kendall, rank_biased_overlap, reversals, spearman, weighted_tau,
};
pub use aligned_ranks::{AlignedRanks, aligned_ranks};
pub use attainable::{
    Attainable, attainable, blocks_needed, exact_pair_minimum_p, friedman_chi_squared_minimum_p,
    friedman_minimum_p, nemenyi_minimum_p, page_minimum_p, sign_test_minimum_p, signed_rank_minimum_p,
};
pub use bonferroni_dunn::{
    AgainstControl, BonferroniDunn, against_control, bonferroni_dunn_critical_difference,
};
pub use cliques::cliques;
pub use conover::{Conover, conover};
pub use describe::{mad, mean, median, range, sd, sum};
pub use durbin::{Durbin, durbin};
pub use effect::{
    CohenD, WinTieLoss, akinshin_gamma, cliffs_delta, cohen_d, cohen_dz, common_language, hedges_correction,
    hedges_correction_approximate, matched_rank_biserial, win_tie_loss,
};
pub use eisinga::{ExactPairs, RankSumDifference, exact_pairs};
pub use error::StatsError;
pub use friedman::{
    AUTO_CHI_SQUARED, AUTO_DRAWS, AUTO_DRAWS_LARGE, AUTO_SEED, Friedman, FriedmanP, FriedmanVariant,
    ImanDavenport, friedman,
};
pub use hodges_lehmann::{HodgesLehmann, hodges_lehmann};
pub use inference::{Alternative, Computation, DEFAULT_RESAMPLES, DEFAULT_SEED, Variant};
pub use letters::{CompactLetters, compact_letters};
pub use matrix::{Best, BlockTable};
pub use median_polish::{MedianPolish, median_polish};
pub(crate) use nemenyi::nemenyi_of;
pub use nemenyi::{Nemenyi, nemenyi, nemenyi_critical_difference, nemenyi_quantile};
pub use page::{Page, page};
pub use paired_t::{PairedT, paired_t};
pub use permutation::{MeanPermutation, permutation_mean};
pub use quade::{Quade, quade};
pub(crate) use rank_rows::level;
pub(crate) use ranks::doubled_midranks_of;
pub use ranks::{Ties, doubled_midranks, rank, tie_groups};
pub use shapiro_wilk::{ShapiroWilk, shapiro_wilk};
pub use sign_test::{SignTest, SignTies, sign_test};
pub use signed_rank::{DemsarZ, SignedRank, Zeros, demsar_z, signed_rank};
pub use skillings_mack::{SkillingsMack, skillings_mack};
pub use studentized_range::StudentizedRange;
pub use tails::{
    chi_squared_sf, f_sf, normal_cdf, normal_density, normal_isf, normal_quantile, normal_sf,
    normal_two_sided, t_quantile, t_sf, t_two_sided,
};
pub use two_way::{Additivity, FTest, Shares, TwoWay, tukey_additivity, two_way};

/// A tail that is 0 since its statistic is infinite is no p-value: it is written as none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn none_for_zero<S: serde::Serializer>(p: &f64, to: S) -> Result<S::Ok, S::Error> {
    if *p > 0.0 { to.serialize_some(p) } else { to.serialize_none() }
}
