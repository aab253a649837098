//! Values in strata: what is resampled, and inside which bounds.

use crate::stats::StatsError;

/// Values grouped into strata (blocks, tasks); resampling draws inside each stratum only and keeps its
/// size. A plain sample is one stratum.
///
/// Every value is finite and no stratum is empty. Strata may differ in size.
///
/// ```
/// use likewise::stats::bootstrap::Strata;
/// let tasks = Strata::new(&[vec![0.9, 0.8, 0.7], vec![0.2, 0.4]])?;
/// assert_eq!((tasks.count(), tasks.values().len()), (2, 5));
/// assert_eq!(tasks.stratum(1), [0.2, 0.4]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Strata {
    pub(super) values: Vec<f64>,
    /// Where each stratum starts, and the end of the last.
    pub(super) starts: Vec<usize>,
}

impl Strata {
    /// A plain sample as a single stratum.
    ///
    /// # Errors
    /// [`StatsError::TooFew`] for no value, [`StatsError::NotFinite`] for a NaN or infinite one.
    pub fn one(values: &[f64]) -> Result<Self, StatsError> {
        Self::new(&[values])
    }

    /// Strata from one list of values each.
    ///
    /// # Errors
    /// [`StatsError::TooFew`] for no stratum or an empty one, [`StatsError::NotFinite`] for a NaN or
    /// infinite value (its index counts through all strata).
    pub fn new<S: AsRef<[f64]>>(strata: &[S]) -> Result<Self, StatsError> {
        let few = |what| StatsError::TooFew { procedure: "a stratified sample", what, needed: 1, found: 0 };
        if strata.is_empty() {
            return Err(few("strata"));
        }
        let (mut values, mut starts) = (Vec::new(), vec![0]);
        for stratum in strata {
            if stratum.as_ref().is_empty() {
                return Err(few("values in each stratum"));
            }
            values.extend_from_slice(stratum.as_ref());
            starts.push(values.len());
        }
        if let Some(index) = values.iter().position(|v| !v.is_finite()) {
            return Err(StatsError::NotFinite { what: "the sample", index });
        }
        Ok(Self { values, starts })
    }

    /// Strata from a table with one row a run and one column a task, `None` where a run is missing:
    /// each task is a stratum of its runs. Rows may differ in length; what is not there is missing.
    ///
    /// # Errors
    /// As [`Strata::new`]; a task without any run is an empty stratum.
    pub fn from_runs<R: AsRef<[Option<f64>]>>(runs: &[R]) -> Result<Self, StatsError> {
        let tasks = runs.iter().map(|r| r.as_ref().len()).max().unwrap_or(0);
        let task = |t: usize| -> Vec<f64> {
            runs.iter().filter_map(|r| r.as_ref().get(t).copied().flatten()).collect()
        };
        Self::new(&(0..tasks).map(task).collect::<Vec<_>>())
    }

    /// How many strata there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// All values, stratum after stratum.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// One stratum's values; none for an index past the end.
    #[must_use]
    pub fn stratum(&self, index: usize) -> &[f64] {
        if index < self.count() { &self.values[self.starts[index]..self.starts[index + 1]] } else { &[] }
    }

    /// The strata in order.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.starts.windows(2).map(|w| &self.values[w[0]..w[1]])
    }

    /// Where each stratum starts and ends in [`Strata::values`].
    pub(crate) fn bounds(&self) -> impl Iterator<Item = (usize, usize)> {
        self.starts.windows(2).map(|w| (w[0], w[1]))
    }

    /// Whether resampling can't change anything: all values of each stratum are equal.
    pub(crate) fn is_constant(&self) -> bool {
        self.iter().all(|s| s.iter().all(|&v| v == s[0]))
    }

    /// Whether all strata have the same size.
    pub(crate) fn is_even(&self) -> bool {
        self.starts.windows(2).all(|w| w[1] - w[0] == self.starts[1])
    }

    /// The strata without the value at a place in [`Strata::values`]; its stratum must have another.
    pub(super) fn without(&self, at: usize) -> Self {
        let mut values = self.values.clone();
        values.remove(at);
        Self { values, starts: self.starts.iter().map(|&s| if s > at { s - 1 } else { s }).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::Strata;
    use crate::stats::StatsError;

    #[test]
    fn runs_by_tasks_become_strata_of_runs() {
        let runs = [vec![Some(1.0), None], vec![Some(2.0), Some(5.0)], vec![Some(3.0)]];
        let strata = Strata::from_runs(&runs).unwrap();
        assert_eq!(strata.iter().collect::<Vec<_>>(), [&[1.0, 2.0, 3.0][..], &[5.0]]);
        assert!(!strata.is_even());
        assert_eq!(strata.without(1).iter().collect::<Vec<_>>(), [&[1.0, 3.0][..], &[5.0]]);
    }

    #[test]
    fn what_cant_be_resampled_is_refused() {
        assert!(matches!(Strata::one(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(Strata::new::<Vec<f64>>(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(Strata::from_runs(&[[None::<f64>]]), Err(StatsError::TooFew { .. })));
        let nan = Strata::new(&[vec![1.0], vec![2.0, f64::NAN]]);
        assert!(matches!(nan, Err(StatsError::NotFinite { index: 2, .. })));
    }
}
