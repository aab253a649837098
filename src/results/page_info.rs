//! What a leaderboard page says of itself.

use serde::Serialize;

/// The statements of a leaderboard page about what it holds, as they stand there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PageInfo {
    /// The file.
    pub source: String,
    /// The page's title.
    pub title: Option<String>,
    /// The task of the scope table.
    pub task: Option<String>,
    /// The dataset, including any stated split.
    pub dataset: Option<String>,
    /// The metric that the results table shows.
    pub metric: Option<String>,
    /// Its unit.
    pub unit: Option<String>,
    /// Its direction in words.
    pub direction: Option<String>,
    /// The statement on coverage.
    pub coverage: Option<String>,
    /// Results loaded, and how many there are.
    pub loaded: Option<(usize, usize)>,
    /// The page's number, and how many pages there are.
    pub page: Option<(usize, usize)>,
    /// When the page's data were updated.
    pub updated: Option<String>,
    /// The metrics listed, with direction and unit where recorded.
    pub metrics: Vec<(String, Option<String>, Option<String>)>,
}

impl PageInfo {
    /// Whether the page says itself that results are missing from it.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.loaded.is_some_and(|(loaded, total)| loaded < total)
            || self.page.is_some_and(|(_, pages)| pages > 1)
    }

    /// What is missing, in words: `page.md says that it holds 3 of 8 results and is page 1 of 3`.
    pub(crate) fn partial_words(&self) -> String {
        let mut says = Vec::new();
        if let Some((loaded, total)) = self.loaded {
            says.push(format!("holds {loaded} of {total} results"));
        }
        if let Some((page, pages)) = self.page {
            says.push(format!("is page {page} of {pages}"));
        }
        format!("{} says that it {}", self.source, says.join(" and "))
    }
}
