//! The one shape that all outputs for reading have.

use std::borrow::Cow;

/// How a column's cells stand under each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// To the left: names.
    Left,
    /// To the right: whole numbers.
    Right,
    /// On the decimal point.
    Point,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The heading for people.
    pub head: String,
    /// The name for programs.
    pub key: &'static str,
    /// How its cells stand.
    pub align: Align,
    /// The block whose numbers it holds, where a table has a column a block.
    pub block: Option<String>,
    /// Whether formats for reading leave it out, since they show it in a table of its own; a format of one
    /// flat table has it here.
    pub aside: bool,
}

impl Column {
    /// A column of names.
    #[must_use]
    pub fn left(head: impl Into<String>, key: &'static str) -> Self {
        Self { head: head.into(), key, align: Align::Left, block: None, aside: false }
    }

    /// A column of whole numbers.
    #[must_use]
    pub fn right(head: impl Into<String>, key: &'static str) -> Self {
        Self { head: head.into(), key, align: Align::Right, block: None, aside: false }
    }

    /// A column of numbers with a decimal point.
    #[must_use]
    pub fn point(head: impl Into<String>, key: &'static str) -> Self {
        Self { head: head.into(), key, align: Align::Point, block: None, aside: false }
    }

    /// A column of one block's numbers, under the block's name.
    #[must_use]
    pub fn of_block(block: &str, key: &'static str) -> Self {
        Self { block: Some(block.to_owned()), ..Self::point(block, key) }
    }

    /// The same column, for a format of one flat table alone.
    #[must_use]
    pub(crate) fn aside(self) -> Self {
        Self { aside: true, ..self }
    }

    /// The name for programs, which says the block where there is a column a block: `rank@ResNet50`.
    pub(crate) fn name(&self) -> Cow<'static, str> {
        match &self.block {
            Some(block) => format!("{}@{block}", self.key).into(),
            None => self.key.into(),
        }
    }
}

/// What a cell is among its like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mark {
    /// Nothing particular.
    #[default]
    Plain,
    /// The best.
    Best,
    /// The second best.
    Second,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// Its text; empty for nothing.
    pub text: String,
    /// What it is among its like.
    pub mark: Mark,
    /// The file that it leads to, by its path from the document.
    pub link: Option<String>,
    /// How full a bar beside it is, in thousandths; only a screen shows bars.
    pub bar: Option<u16>,
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Cell {
    /// The same cell with a mark.
    #[must_use]
    pub fn marked(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }

    /// The same cell with a bar beside it, from 0 (nearly empty) to 1 (full); what is no number has none.
    #[must_use]
    pub fn barred(mut self, share: f64) -> Self {
        // clamped: the number fits
        self.bar = share.is_finite().then(|| (share.clamp(0.0, 1.0) * 1000.0).round() as u16);
        self
    }

    /// The same cell with a link to a file; every character that means something in an address is
    /// written as its code.
    #[must_use]
    pub fn linked(mut self, path: &str) -> Self {
        let mut link = String::with_capacity(path.len());
        for byte in path.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
                link.push(char::from(byte));
            } else {
                link.push_str(&format!("%{byte:02X}"));
            }
        }
        self.link = Some(link);
        self
    }
}

/// Rows under headings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell a column.
    pub rows: Vec<Vec<Cell>>,
    /// What all rows share, for formats of one flat table: names and texts.
    pub context: Vec<(String, String)>,
    /// What its rows are, where a document has several tables of them which need not have the same columns:
    /// a format of one flat table takes them together.
    pub kind: &'static str,
}

impl Table {
    /// The table as formats for reading have it, without the columns that stand elsewhere there.
    pub(crate) fn for_reading(&self) -> Cow<'_, Self> {
        if self.columns.iter().all(|c| !c.aside) {
            return Cow::Borrowed(self);
        }
        let kept: Vec<usize> = (0..self.columns.len()).filter(|&at| !self.columns[at].aside).collect();
        let row = |row: &Vec<Cell>| kept.iter().filter_map(|&at| row.get(at).cloned()).collect();
        Cow::Owned(Self {
            columns: kept.iter().map(|&at| self.columns[at].clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
            ..self.clone()
        })
    }

    /// How many of the first columns say what a row is: one or two columns of names, and a rank before them.
    pub(crate) fn names(&self) -> usize {
        let names = |c: &&Column| c.align == Align::Left;
        let Some(start) = self.columns.iter().take(2).position(|c| names(&c)) else {
            return 0;
        };
        start + self.columns[start..].iter().take(2).take_while(names).count()
    }

    /// The columns that formats for reading show: all but those that stand elsewhere there, and those without
    /// a heading and without a text.
    pub(crate) fn shown(&self) -> Vec<usize> {
        let blank = |at: usize| {
            self.columns[at].head.is_empty()
                && self.rows.iter().all(|r| r.get(at).is_none_or(|c| c.text.is_empty()))
        };
        (0..self.columns.len()).filter(|&at| !self.columns[at].aside && !blank(at)).collect()
    }
}

/// A part of a document: text above a table, the table, text below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// The heading.
    pub heading: Option<String>,
    /// How deep the heading stands under the title: 0 for a part, 1 for a part of a part.
    pub level: usize,
    /// Paragraphs above the table.
    pub before: Vec<String>,
    /// The table.
    pub table: Option<Table>,
    /// Paragraphs below the table.
    pub after: Vec<String>,
    /// A picture, by its path from the document, with its alternative text.
    pub picture: Option<(String, String)>,
    /// The picture itself, for formats that can hold it.
    pub drawing: Option<Drawing>,
    /// The block that the whole section is about.
    pub block: Option<String>,
    /// A name to link to, such as a code's.
    pub anchor: Option<String>,
    /// A command to type.
    pub command: Option<String>,
}

/// A figure that stands inside a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// What its file is called when it is saved, without an ending.
    pub name: String,
    /// The figure as SVG.
    pub svg: String,
    /// The same on dark paper, for formats that follow the reader's choice.
    pub dark: Option<String>,
    /// What it shows, in words.
    pub words: String,
}

impl Section {
    /// A section with a heading and a table.
    #[must_use]
    pub fn table(heading: impl Into<String>, table: Table) -> Self {
        Self { heading: Some(heading.into()), table: Some(table), ..Self::default() }
    }

    /// A section of paragraphs.
    #[must_use]
    pub fn text(heading: Option<String>, paragraphs: Vec<String>) -> Self {
        Self { heading, before: paragraphs, ..Self::default() }
    }
}

/// A whole output.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The notice of a forced run; stands first in every format.
    pub notice: Option<String>,
    /// Paragraphs under the title.
    pub lead: Vec<String>,
    /// The parts.
    pub sections: Vec<Section>,
    /// Paragraphs at the end.
    pub foot: Vec<String>,
    /// Parts that others link to by their anchors; only formats with links inside show them.
    pub appendix: Vec<Section>,
}
