//! Finds where the values of a deck are, in the layout and in data files.
//!
//! - In: a row and a column, or the fields that a template needs.
//! - Out: the place to which a message points.
//! - Not here: the values.

use std::sync::Arc;

use crate::values::keep_rows;
use hexpress_base::diag::Place;
use hexpress_language::data::Table;
use hexpress_template::edge_number;

/// Where the values of a deck are in the layout.
#[derive(Debug, Default)]
pub struct WordPlaces {
    /// For each row that is typed in the layout: the places of its values, in the order of the
    /// columns.
    pub rows: Vec<Vec<Option<Place>>>,
    /// For each column that is given as a list: the places of the values in the list.
    pub lists: Vec<Vec<Place>>,
    /// The indices of the rows that remain, if some combinations of lists were left out.
    pub kept: Option<Vec<u32>>,
    /// The places of the fields of the component, in the order of the fields.
    pub words: Vec<Place>,
}

impl WordPlaces {
    /// Keeps only the rows for which `keep` is true.
    pub fn keep(&mut self, keep: &[bool]) {
        keep_rows(&mut self.rows, keep);
        let kept = (0..).zip(keep).filter(|(_, keep)| **keep).map(|(row, _)| row);
        self.kept = (!self.lists.is_empty()).then(|| kept.collect());
    }

    /// Returns the place of the value of a row in a column.
    pub fn value(&self, row: usize, column: usize) -> Option<Place> {
        if let Some(list) = self.lists.get(column) {
            let combination =
                self.kept.as_ref().map_or(Some(row), |kept| kept.get(row).map(|row| *row as usize))?;
            // Rows are all combinations of the lists. The last list changes fastest.
            let period: usize = self.lists[column + 1..].iter().map(Vec::len).product();
            return list.get(combination / period.max(1) % list.len().max(1)).copied();
        }
        *self.rows.get(row)?.get(column)?
    }
}

/// The data file that the rows of a deck come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// The table of the file.
    pub table: Arc<Table>,
    /// For each row of the deck, the index of its row in the table.
    pub rows: Vec<u32>,
    /// The columns that the component computes, in the order in which it computes them.
    pub computed: Vec<ComputedColumn>,
}

/// A column that a component computes from other columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ComputedColumn {
    pub name: Arc<str>,
    /// The names of the columns that it is computed from.
    pub needs: Vec<Arc<str>>,
}

impl Origin {
    /// Returns the place of a table cell, given the row of the deck and the name of the column.
    pub fn cell(&self, row: usize, name: &str) -> Option<Place> {
        let column = self.table.columns.iter().position(|column| **column == *name)?;
        Some(self.table.cell_place(*self.rows.get(row)? as usize, column))
    }

    /// Returns the place of the values that a template uses from one row, and the words for that
    /// place. It is a table cell if the template uses one column, and the whole row if it uses
    /// several. It is the header if `are_known` is false: the table lacks some of the names.
    pub fn place_of_needs(&self, row: usize, are_known: bool, needs: &[&str]) -> Option<(Place, String)> {
        let table = &self.table;
        if !are_known {
            return Some((table.header_place(), "the columns of this file".to_owned()));
        }
        let table_row = *self.rows.get(row)? as usize;
        let mut all_needs = needs.to_vec();
        // A computed column uses only columns above it.
        for column in self.computed.iter().rev() {
            if all_needs.contains(&&*column.name) {
                all_needs.extend(column.needs.iter().map(|name| &**name));
            }
        }
        // The single edges of a piece are read from the column with all edges.
        let needs_edge = all_needs.iter().any(|need| *need == "edge" || edge_number(need).is_some());
        let columns: Vec<usize> = (0..table.columns.len())
            .filter(|index| {
                let column = &*table.columns[*index];
                all_needs.contains(&column) || column == "edges" && needs_edge
            })
            .collect();
        Some(match *columns.as_slice() {
            [column] => (table.cell_place(table_row, column), table.cell_name(table_row, column)),
            _ => (table.row_place(table_row), table.row_name(table_row)),
        })
    }
}
