//! All texts of a document, and the characters in them that nobody would see.

use std::borrow::Cow;

use super::document::{Document, Section};
use crate::words::{hides, visible};

impl Document {
    /// The document with every character that would act on a screen, or hide, written as its code.
    pub(super) fn visible(&self) -> Cow<'_, Self> {
        let mut any = false;
        self.texts(&mut |text| any |= text.contains(hides));
        if !any {
            return Cow::Borrowed(self);
        }
        let mut document = self.clone();
        document.each_text(&mut |text| {
            if let Cow::Owned(seen) = visible(text) {
                *text = seen;
            }
        });
        Cow::Owned(document)
    }

    /// Calls a function on each of its texts.
    pub(super) fn texts(&self, found: &mut impl FnMut(&str)) {
        let own = std::iter::once(&self.title).chain(&self.notice).chain(&self.lead).chain(&self.foot);
        own.for_each(|text| found(text));
        for section in self.sections.iter().chain(&self.appendix) {
            let (heading, block, command) = (&section.heading, &section.block, &section.command);
            let own = section.before.iter().chain(&section.after).chain(heading).chain(block).chain(command);
            own.for_each(|text| found(text));
            if let Some((path, words)) = &section.picture {
                found(path);
                found(words);
            }
            if let Some(drawing) = &section.drawing {
                found(&drawing.name);
                found(&drawing.words);
            }
            let Some(table) = &section.table else { continue };
            for column in &table.columns {
                found(&column.head);
                column.block.iter().for_each(|text| found(text));
            }
            table.rows.iter().flatten().for_each(|cell| found(&cell.text));
            table.context.iter().for_each(|(_, text)| found(text));
        }
    }

    /// The same, on texts that it may change: all but the addresses of links and pictures.
    fn each_text(&mut self, change: &mut impl FnMut(&mut String)) {
        let own = std::iter::once(&mut self.title)
            .chain(&mut self.notice)
            .chain(&mut self.lead)
            .chain(&mut self.foot);
        own.for_each(&mut *change);
        for section in self.sections.iter_mut().chain(&mut self.appendix) {
            of_section(section, change);
        }
    }
}

fn of_section(section: &mut Section, change: &mut impl FnMut(&mut String)) {
    let (heading, block, command) = (&mut section.heading, &mut section.block, &mut section.command);
    let own = section.before.iter_mut().chain(&mut section.after).chain(heading).chain(block).chain(command);
    own.for_each(&mut *change);
    if let Some((_, words)) = &mut section.picture {
        change(words);
    }
    if let Some(drawing) = &mut section.drawing {
        change(&mut drawing.name);
        change(&mut drawing.words);
    }
    let Some(table) = &mut section.table else { return };
    for column in &mut table.columns {
        change(&mut column.head);
        column.block.iter_mut().for_each(&mut *change);
    }
    table.rows.iter_mut().flatten().for_each(|cell| change(&mut cell.text));
    table.context.iter_mut().for_each(|(_, text)| change(text));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{
        Cell, Column, Drawing, Style, Table, to_html, to_latex, to_latex_document, to_markdown, to_terminal,
    };

    #[test]
    fn no_format_for_reading_passes_on_what_acts_or_hides() {
        for hidden in ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{7f}', '\0'] {
            let text = format!("a{hidden}b");
            let mut table = Table {
                columns: vec![Column::left(&*text, "method"), Column::of_block(&text, "value")],
                rows: vec![vec![Cell::from(&*text), Cell::from(&*text)]],
                ..Table::default()
            };
            table.context = vec![("task".to_owned(), text.clone())];
            let mut section = Section::table(&*text, table);
            (section.before, section.after) = (vec![text.clone()], vec![text.clone()]);
            (section.block, section.command) = (Some(text.clone()), Some(text.clone()));
            section.picture = Some(("p".to_owned(), text.clone()));
            section.drawing = Some(Drawing { name: text.clone(), words: text.clone(), ..Drawing::default() });
            let document = Document {
                title: text.clone(),
                notice: Some(text.clone()),
                lead: vec![text.clone()],
                sections: vec![section.clone()],
                foot: vec![text.clone()],
                appendix: vec![section],
            };
            let style = Style { color: false, width: 80, screen: Some(80) };
            let shown = format!("U+{:04X}", hidden as u32);
            for output in [
                to_terminal(&document, style),
                to_markdown(&document),
                to_html(&document).unwrap(),
                to_latex(&document),
                to_latex_document(&document),
            ] {
                assert!(!output.contains(hidden), "{shown}: {output}");
                assert!(output.contains(&shown), "{shown}: {output}");
            }
        }
    }

    #[test]
    fn what_hides_nothing_is_not_copied() {
        let document = Document { title: "Größe\n字 \u{1f600}".to_owned(), ..Document::default() };
        assert!(matches!(document.visible(), Cow::Borrowed(_)));
    }
}
