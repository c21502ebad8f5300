//! Adds the fields that templates can use on cells, edges and corners.
//!
//! Fields come from a data file and from `set`. The name, kind, label, column and row are fields
//! too.
//!
//! - In: a draft of the board. The kinds of its cells have templates.
//! - Out: kinds with fields. Usually, many cells share a kind. If templates of the kind use the name or
//!   the position of a cell, each cell gets its own kind.
//! - Not here: the templates of elements, which are evaluated when elements are drawn.

use std::collections::BTreeSet;

use super::field_maker::{FieldMaker, field, named_field};
use crate::board::cells::BoardDraft;
use crate::context::Resolver;
use hexpress_base::diag::MistakeLimit;
use hexpress_base::tiling::Tiling;
use hexpress_game::board::CellField;
use hexpress_game::naming::{self, Naming};
use hexpress_game::shape::BoardShape;
use hexpress_game::{CellKind, Element};
use hexpress_language::values::scalar::Scalar;

/// The fields that every cell has, even without a data file.
pub const PREDEFINED_FIELDS: [&str; 5] = ["name", "kind", "label", "column", "row"];

/// The fields in [`PREDEFINED_FIELDS`] that differ between cells of the same kind.
const OF_ONE_CELL: [&str; 3] = ["name", "column", "row"];

/// The column and row of a cell, counted from 1.
type ColumnRow = (i64, i64);

impl BoardDraft<'_> {
    /// Adds fields to the kinds of cells, and computes labels, fills and lines. If the fields differ
    /// between the cells of a kind, each of these cells gets a new kind. The new kinds replace the old
    /// one in the list of kinds.
    pub fn fill_in_fields(&mut self, resolver: &mut Resolver<'_>) {
        let old_kinds = std::mem::take(&mut self.kinds.kinds);
        let mut cells_of: Vec<Vec<usize>> = vec![Vec::new(); old_kinds.len()];
        for (index, cell) in self.cells.iter().enumerate() {
            cells_of[cell.kind].push(index);
        }
        let needs: Vec<BTreeSet<String>> =
            old_kinds.iter().zip(&cells_of).map(|(kind, cells)| self.needs(kind, cells)).collect();
        let asks = |name: &str| needs.iter().any(|needs| needs.contains(name));
        let positions = if asks("column") || asks("row") { self.positions() } else { Vec::new() };
        let mut maker = FieldMaker { resolver, limit: MistakeLimit::default() };
        for ((kind, cells), needs) in old_kinds.into_iter().zip(cells_of).zip(needs) {
            let kinds = &mut self.kinds.kinds;
            let varies = OF_ONE_CELL.iter().any(|name| needs.contains(*name) && !knows(&kind, name));
            if !varies {
                cells.iter().for_each(|cell| self.cells[*cell].kind = kinds.len());
                let has_fields = !needs.is_empty() || kind.computed.has_templates();
                kinds.push(if has_fields && !cells.is_empty() { maker.kind(kind, Vec::new()) } else { kind });
                continue;
            }
            for cell in cells {
                self.cells[cell].kind = kinds.len();
                let name = self.names.as_ref().and_then(|names| names.get(cell));
                kinds.push(maker.kind(kind.clone(), own_fields(name, positions.get(cell))));
            }
        }
    }

    /// Returns the names of all fields that the templates of a kind use. This includes the templates of
    /// marks on its cells.
    fn needs(&self, kind: &CellKind, cells: &[usize]) -> BTreeSet<String> {
        if cells.is_empty() {
            return BTreeSet::new();
        }
        let marks: BTreeSet<usize> =
            cells.iter().flat_map(|cell| self.cells[*cell].marks.iter().copied()).collect();
        let marks = marks.into_iter().filter_map(|mark| Some(&self.marks.get(mark)?.mark.element));
        let elements = kind.draws.iter().chain(marks).flat_map(Element::needs);
        elements.chain(kind.computed.needs()).map(str::to_owned).collect()
    }

    /// Returns the column and row of each cell. The first column and the first row of the board are
    /// number 1. Some tilings, such as triangles, have no plain columns and rows. For these
    /// tilings, the numbers are taken from the names that `names = "doubled"` gives to the cells.
    fn positions(&self) -> Vec<ColumnRow> {
        let addresses = self.addresses();
        let is_offset = self.tiling.is_hexagons() || matches!(self.tiling, Tiling::Brick | Tiling::Square);
        if !is_offset {
            let names = "doubled"
                .parse()
                .ok()
                .and_then(|naming: Naming| naming::names(&addresses, self.tiling, &naming).ok());
            let numbers = |name: &str| {
                let (column, row) = name.split_once(',')?;
                Some((column.parse().ok()?, row.parse().ok()?))
            };
            return names.iter().flat_map(|names| names.iter()).filter_map(numbers).collect();
        }
        let offset = self.table.offset.as_deref().copied().unwrap_or_default();
        let places: Vec<(i32, i32)> = addresses
            .iter()
            .map(|address| BoardShape::place_in_rectangle(self.tiling, offset, *address))
            .collect();
        let first_column = places.iter().map(|place| place.0).min().unwrap_or(0);
        let first_row = places.iter().map(|place| place.1).min().unwrap_or(0);
        let counted = |(column, row)| (i64::from(column - first_column) + 1, i64::from(row - first_row) + 1);
        places.into_iter().map(counted).collect()
    }
}

/// Returns whether a data file or `set` gives a kind a field with the name `name`.
fn knows(kind: &CellKind, name: &str) -> bool {
    let is_set = kind.computed.set.iter().any(|value| *value.field.name == *name);
    is_set || kind.fields.as_ref().is_some_and(|fields| fields.field(name).is_some())
}

/// Returns the fields `name`, `column` and `row` of a cell, as far as the cell has them.
fn own_fields(name: Option<&str>, position: Option<&ColumnRow>) -> Vec<CellField> {
    let name = name.map(named_field);
    let column = position.map(|(column, _)| field("column", Scalar::Whole(*column)));
    let row = position.map(|(_, row)| field("row", Scalar::Whole(*row)));
    [name, column, row].into_iter().flatten().collect()
}
