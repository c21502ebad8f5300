//! The files that a layout takes rows from, read into it.

use crate::base::map::Map;
use std::sync::Arc;

use crate::diag::{FileId, Place, Report, Sources, codes};
use crate::files::Files;
use crate::spec::data::{self, BESIDE_DATA, Data, Table};
use crate::spec::tables::layout::{Layout, Pieces};
use crate::spec::values::place::At;

/// Reads every file that a layout takes rows from.
///
/// # Errors
/// Files that are not there, and what is wrong with what they hold.
pub fn fetch(layout: &mut Layout, file: FileId, sources: &mut Sources, files: &Files) -> Result<(), Report> {
    let mut report = Report::default();
    let mut known: Map<String, Option<Arc<Table>>> = Map::new();
    let lists = [&mut layout.cards, &mut layout.notes, &mut layout.tiles, &mut layout.counters];
    let maps = layout.board.iter_mut().filter_map(|board| board.value.data.as_mut());
    for data in lists.into_iter().flatten().flat_map(files_of).chain(maps) {
        let place = Place::new(file, data.span.clone());
        let table = known.entry(data.value.name.clone()).or_insert_with(|| {
            data::read(&data.value.name, place, sources, files, &mut report).map(Arc::new)
        });
        data.value.table.clone_from(table);
    }
    if !report.has_errors() {
        return Ok(());
    }
    layout.unread = true;
    let is_read = |data: &Option<At<Data>>| data.as_ref().is_none_or(|data| data.value.table.is_some());
    for list in [&mut layout.cards, &mut layout.notes, &mut layout.tiles, &mut layout.counters] {
        // What is wrong beside such a file would else be told once the file is there.
        for deck in list.iter().filter_map(|p| p.value.deck.as_ref()).filter(|deck| !is_read(&deck.data)) {
            for (key, span) in deck.value.idle_beside_data() {
                let wrong = codes::IDLE_KEY.error(format!("`{key}` does nothing beside `data`"));
                report.push(wrong.at(Place::new(file, span)).hint(BESIDE_DATA));
            }
        }
        list.retain(|p| is_read(&p.data) && p.deck.as_ref().is_none_or(|deck| is_read(&deck.data)));
    }
    layout.board.retain(|board| is_read(&board.value.data));
    Err(report)
}

/// The files that a component takes rows or tiles from.
fn files_of(pieces: &mut At<Pieces>) -> impl Iterator<Item = &mut At<Data>> {
    let Pieces { data, deck, .. } = &mut pieces.value;
    data.iter_mut().chain(deck.iter_mut().filter_map(|deck| deck.value.data.as_mut()))
}
