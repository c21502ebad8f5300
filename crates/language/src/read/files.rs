//! Reads the data files of a layout.
//!
//! - In: a layout that names files, and the files.
//! - Out: the layout with the tables from these files. Components whose file has a mistake are
//!   removed.
//! - Not here: parsing the files.

use std::sync::Arc;

use crate::data::{self, Data, Table};
use crate::tables::layout::{Layout, Pieces};
use crate::values::spanned::Spanned;
use hexpress_base::diag::{FileId, Report, SourceSpan, Sources};
use hexpress_base::files::Files;
use hexpress_base::sorted_map::SortedMap;

/// Reads every file from which a layout takes rows or the text of pages. A data file that is named
/// twice is read once. Components whose file has a mistake are removed from the layout.
///
/// # Errors
/// A file does not exist, or its table has a mistake.
pub fn fetch(layout: &mut Layout, file: FileId, sources: &mut Sources, files: &Files) -> Result<(), Report> {
    let mut report = Report::default();
    let mut known: SortedMap<String, Option<Arc<Table>>> = SortedMap::new();
    let language = layout.game.as_ref().and_then(|game| game.value.language.as_ref());
    let language = language.map_or_else(|| "en".to_owned(), |tag| tag.value.clone());
    let lists = [&mut layout.cards, &mut layout.notes, &mut layout.tiles, &mut layout.counters];
    let maps = layout.board.iter_mut().filter_map(|board| board.value.data.as_mut());
    for data in lists.into_iter().flatten().flat_map(files_of).chain(maps) {
        let place = SourceSpan::new(file, data.span.clone());
        let table = known.entry(data.value.name.clone()).or_insert_with(|| {
            data::read(&data.value.name, &language, place, sources, files, &mut report).map(Arc::new)
        });
        data.value.table.clone_from(table);
    }
    for text in layout.page.iter_mut().filter_map(|page| page.value.text.as_mut()) {
        let place = SourceSpan::new(file, text.span.clone());
        if let Err(diagnostic) = text.value.fetch(place, sources, files) {
            report.push(diagnostic);
        }
    }
    if !report.has_errors() {
        return Ok(());
    }
    layout.is_partial = true;
    for list in [&mut layout.cards, &mut layout.notes, &mut layout.tiles, &mut layout.counters] {
        // A deck whose file cannot be read is not compiled, so its unused keys are reported here.
        for deck in list.iter().filter_map(|p| p.value.deck.as_ref()).filter(|deck| !is_read(&deck.data)) {
            for key in deck.value.idle_keys() {
                report.push(key.mistake().at(SourceSpan::new(file, key.value)));
            }
        }
        list.retain(|p| is_read(&p.data) && p.deck.as_ref().is_none_or(|deck| is_read(&deck.data)));
    }
    layout.board.retain(|board| is_read(&board.value.data));
    layout.page.retain(|page| page.value.text.as_ref().is_none_or(|text| text.value.is_read()));
    Err(report)
}

/// Returns false if the layout names a data file whose table could not be read.
fn is_read(data: &Option<Spanned<Data>>) -> bool {
    data.as_ref().is_none_or(|data| data.value.table.is_some())
}

/// Returns the data files from which a component takes its rows and tiles.
fn files_of(pieces: &mut Spanned<Pieces>) -> impl Iterator<Item = &mut Spanned<Data>> {
    let Pieces { data, deck, .. } = &mut pieces.value;
    data.iter_mut().chain(deck.iter_mut().filter_map(|deck| deck.value.data.as_mut()))
}
