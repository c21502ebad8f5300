//! Reads the rows of `data = "map.csv"` that have a value in the column `edge`.
//!
//! These rows describe rivers, walls and other drawings on edges and corners of cells.
//!
//! - In: the rows of a file, with an address such as `a1|b1`, a kind of `[board.key]`, a label and
//!   marks.
//! - Out: drawings on edges and corners.
//! - Not here: rows for cells (`data.rs`).

use std::collections::HashMap;

use super::doubled::DoubledPlaces;
use super::field_maker::{FieldMaker, kind_field, named_field};
use crate::board::cell_kinds::KindOverrides;
use crate::board::cells::{BoardDraft, addressed};
use crate::board::data::CellRows;
use crate::context::Resolver;
use hexpress_base::diag::{MistakeLimit, SourceSpan, codes, near};
use hexpress_game::address::{self, BoardPlace};
use hexpress_game::{CellFields, Detail, EdgeOrCorner, Element};
use hexpress_language::data::Data;
use hexpress_language::tables::element::Sign;
use hexpress_language::values::spanned::Spanned;

/// The drawings of edges and corners, each compiled only once. The key consists of the index of a sign
/// in `[board.key]`, and of `true` for an edge or `false` for a corner. The index is `usize::MAX` for
/// rows that name no sign.
type Looks = HashMap<(usize, bool), Option<KindOverrides>>;

/// The values in a row for an edge or a corner.
struct EdgeRow {
    place: SourceSpan,
    /// The index in `[board.key]` of the kind of this row. `None` if the row has no kind.
    sign: Option<usize>,
    label: Option<String>,
    marks: Vec<usize>,
    fields: CellFields,
}

impl EdgeRow {
    /// Returns whether the row contains nothing that can be drawn.
    fn is_bare(&self) -> bool {
        self.sign.is_none() && self.label.is_none() && self.marks.is_empty()
    }
}

impl BoardDraft<'_> {
    /// Returns the drawings on edges and corners that a file describes, sorted by kind. This order is
    /// needed because lines are joined only if they have the same kind and follow each other.
    pub fn edge_details(&mut self, data: &Spanned<Data>, resolver: &mut Resolver<'_>) -> Vec<Detail> {
        let Some(rows) = CellRows::with_edges(data) else { return Vec::new() };
        let addresses = self.addresses();
        let names = self.names.clone();
        let board = addressed(self.tiling, &addresses, &names);
        let doubled = DoubledPlaces::new(self, &rows);
        let mut looks = Looks::new();
        let mut limit = MistakeLimit::default();
        let mut details: Vec<(Option<usize>, Detail)> = Vec::new();
        for index in 0..rows.table.len() {
            let position = doubled.as_ref().and_then(|places| places.spot(&rows, index));
            let (text, place, spots) = match (rows.text(index, "edge"), position) {
                (Some((text, place)), _) => {
                    match address::spots(&text, &board, &|cell| self.kind_name(cell)) {
                        Ok(spots) => (text, place, spots),
                        Err(mistake) => {
                            let error = codes::UNKNOWN_PLACE.error(mistake.message).maybe_hint(mistake.hint);
                            limit.report(&mut resolver.report, error.at(place));
                            continue;
                        }
                    }
                }
                // This row has no address in the column `edge`, only doubled coordinates. If they are
                // those of an edge, the row is used here. Otherwise the row describes a cell, or its
                // error has already been reported.
                (None, Some(Ok(spot @ BoardPlace::Edge { .. }))) => {
                    (String::new(), rows.table.row_place(index), vec![spot])
                }
                (None, _) => continue,
            };
            let Some(row) = self.edge_row(&rows, index, resolver) else { continue };
            self.edge_marks.extend(&row.marks);
            for found in spots {
                let (cell, spot) = match found {
                    BoardPlace::Edge { cell, edge } => (cell, EdgeOrCorner::Edge(edge)),
                    BoardPlace::Corner { cell, corner } => (cell, EdgeOrCorner::Corner(corner)),
                    BoardPlace::Cell(_) => {
                        let error = codes::BAD_DATA.error(format!("`{text}` names a cell, not an edge"));
                        let hint = "write a cell in the column `cell`, or write an edge as two cells: a1|b1";
                        limit.report(&mut resolver.report, error.hint(hint).at(place));
                        break;
                    }
                };
                let look = self.look_of_row(&row, spot, &mut looks, resolver);
                let (Some(address), Some(look)) = (self.cells.get(cell).map(|cell| cell.address), look)
                else {
                    break;
                };
                let own_fields = vec![named_field(&board.spot_name(found)), kind_field(look.kind_name())];
                let mut maker = FieldMaker { resolver, limit };
                let mut detail = look.at(address, spot, &row.fields, own_fields, &mut maker);
                limit = maker.limit;
                let marks = row.marks.iter().filter_map(|mark| Some(&self.marks.get(*mark)?.mark.element));
                detail.draws.extend(marks.cloned());
                if let Some(label) = &row.label {
                    detail.label = label.as_str().into();
                }
                if detail.draws.iter().all(|element| !Element::uses_fields(element)) {
                    detail.fields = None;
                }
                details.push((row.sign, detail));
            }
        }
        details.sort_by_key(|(sign, _)| *sign);
        details.into_iter().map(|(_, detail)| detail).collect()
    }

    /// Returns the kind, label, marks and fields in a row. Reports unknown kinds and marks, and a row
    /// that draws nothing. Returns `None` after an error.
    fn edge_row(&self, rows: &CellRows<'_>, index: usize, resolver: &mut Resolver<'_>) -> Option<EdgeRow> {
        let place = rows.table.row_place(index);
        if let Some((cell, place)) = rows.text(index, "cell") {
            let error = codes::BAD_DATA.error(format!("this row names both an edge and the cell `{cell}`"));
            return resolver
                .add_error(error.hint("write one row for the edge and one row for the cell"), place)
                .none();
        }
        let mut row = EdgeRow {
            place,
            sign: None,
            label: None,
            marks: Vec::new(),
            fields: CellFields { is_edge_or_corner: true, ..rows.fields(index) },
        };
        if let Some((kind, place)) = rows.text(index, "kind") {
            row.sign = self.table.key.iter().position(|(sign, entry)| {
                entry.mark.is_none() && (sign.value == kind || entry.kind.as_deref() == Some(&kind))
            });
            if row.sign.is_none() {
                let kinds = self.table.key.iter().filter(|(_, entry)| entry.mark.is_none());
                let known: Vec<&str> = kinds
                    .map(|(sign, entry)| entry.kind.as_deref().unwrap_or(&sign.value).as_str())
                    .collect();
                let sign = kind.chars().next().unwrap_or('a');
                let hint = near::hint(&kind, known, || {
                    format!(
                        "add it to [board.key]: \"{sign}\" = {{ kind = \"{kind}\", line = \"1mm blue\" }}"
                    )
                });
                let error = codes::UNKNOWN_SIGN.error(format!("unknown kind `{kind}`")).hint(hint);
                return resolver.add_error(error, place).none();
            }
        }
        row.label = rows.text(index, "label").map(|(label, _)| label);
        for (name, place) in rows.marks(index) {
            match self.marks.iter().position(|key| *key.mark.name == *name) {
                Some(mark) => row.marks.push(mark),
                None => drop(resolver.add_error(self.unknown_mark(&name), place)),
            }
        }
        if row.is_bare() {
            let error = codes::BAD_DATA.error("this row draws nothing: it needs a kind, a label or a mark");
            let hint =
                "fill in the column `kind`, `label` or `mark`; a kind also needs a `line` in [board.key]";
            return resolver.add_error(error.hint(hint), place).none();
        }
        Some(row)
    }

    /// Returns what a row draws on an edge or a corner. Compiles the drawing if `looks` does not
    /// contain it yet. Returns `None` after an error.
    fn look_of_row<'l>(
        &self,
        row: &EdgeRow,
        spot: EdgeOrCorner,
        looks: &'l mut Looks,
        resolver: &mut Resolver<'_>,
    ) -> Option<&'l KindOverrides> {
        let key = (row.sign.unwrap_or(usize::MAX), matches!(spot, EdgeOrCorner::Edge(_)));
        let entries = &self.table.key.0;
        let look = looks.entry(key).or_insert_with(|| match row.sign.and_then(|sign| entries.get(sign)) {
            Some((sign, entry)) => {
                // `detail` reports an entry with a `kind`, because only cells have kinds. Here, only the
                // drawing of the kind is used, so the key `kind` is removed.
                let plain = entry.with(Sign { kind: None, ..entry.value.clone() });
                let name = entry.kind.as_deref().unwrap_or(&sign.value);
                Some(self.detail(&plain, spot, resolver)?.named(name))
            }
            None => Some(KindOverrides::empty(row.place)),
        });
        look.as_ref()
    }
}
