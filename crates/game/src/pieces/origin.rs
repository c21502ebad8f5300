//! Finds the places of a deck's values, in the layout and in data files.
//!
//! - In: a row and a column, or the fields that a template uses.
//! - Out: the place that a message shows.
//! - Not here: the values themselves.

use std::sync::Arc;

use crate::values::keep_rows;
use hexpress_base::diag::SourceSpan;
use hexpress_language::data::Table;
use hexpress_template::edge_number;

/// The places where the layout sets the values of a deck.
#[derive(Debug, Clone, Default)]
pub struct ValuePlaces {
    /// For each row that the layout contains, the places of its values, in the order of the columns.
    pub rows: Vec<Vec<Option<SourceSpan>>>,
    /// For a component with the key `each`: the place of each value in each of its lists. There is one
    /// list for each column.
    pub lists: Vec<Vec<SourceSpan>>,
    /// If the rows are combinations of lists, the indices of the combinations that meet the condition
    /// `where`. `None` if all combinations are kept.
    pub kept: Option<Vec<u32>>,
    /// The places of the fields that the component sets, in the order of the fields.
    pub fields: Vec<SourceSpan>,
}

impl ValuePlaces {
    /// Keeps only the rows for which `keep` is true.
    pub fn keep(&mut self, keep: &[bool]) {
        keep_rows(&mut self.rows, keep);
        let kept = (0..).zip(keep).filter(|(_, keep)| **keep).map(|(row, _)| row);
        self.kept = (!self.lists.is_empty()).then(|| kept.collect());
    }

    /// Returns the place of a value, by its row and column. Returns `None` if the layout does not
    /// contain the value.
    pub fn value(&self, row: usize, column: usize) -> Option<SourceSpan> {
        if let Some(list) = self.lists.get(column) {
            let combination =
                self.kept.as_ref().map_or(Some(row), |kept| kept.get(row).map(|row| *row as usize))?;
            // There is a row for every combination of the lists. The value from the last list
            // changes fastest.
            let period: usize = self.lists[column + 1..].iter().map(Vec::len).product();
            return list.get(combination / period.max(1) % list.len().max(1)).copied();
        }
        *self.rows.get(row)?.get(column)?
    }
}

/// The data file that contains the rows of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    pub table: Arc<Table>,
    /// For each row of the deck, its index in the table.
    pub rows: Vec<u32>,
    /// The columns that the component computes, in the order in which they are computed.
    pub computed: Vec<ComputedColumn>,
}

/// A column that a component computes from other columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ComputedColumn {
    pub name: Arc<str>,
    /// The names of the columns that the computation uses.
    pub needs: Vec<Arc<str>>,
}

impl Origin {
    /// Returns the place of a cell in the table. `row` is the index of the row in the deck, and `name`
    /// is the name of the column. Returns `None` if the table lacks the column.
    pub fn cell(&self, row: usize, name: &str) -> Option<SourceSpan> {
        let column = self.table.columns.iter().position(|column| **column == *name)?;
        Some(self.table.cell_place(*self.rows.get(row)? as usize, column))
    }

    /// Returns the place of the values that a template uses, and a name for this place in messages.
    ///
    /// - If the template uses one column, this is the place of a cell.
    /// - If the template uses several columns, this is the place of the row. The name begins with the
    ///   columns, such as `` `colour` and `tone` in this row ``.
    /// - If `are_known` is false, because the table lacks some of the columns, this is the place of the
    ///   header.
    pub fn place_of_needs(
        &self,
        row: usize,
        are_known: bool,
        needs: &[&str],
    ) -> Option<(SourceSpan, String)> {
        let table = &self.table;
        if !are_known {
            return Some((table.header_place(), self.columns_in_words()));
        }
        let table_row = *self.rows.get(row)? as usize;
        let mut all_needs = needs.to_vec();
        // A computed column may use other computed columns before it, so the columns are examined from
        // the last to the first.
        for column in self.computed.iter().rev() {
            if all_needs.contains(&&*column.name) {
                all_needs.extend(column.needs.iter().map(|name| &**name));
            }
        }
        // The field of a single edge, such as `edge2`, may come from the column with all edges.
        let needs_edge = all_needs.iter().any(|need| *need == "edge" || edge_number(need).is_some());
        let columns: Vec<usize> = (0..table.columns.len())
            .filter(|index| {
                let column = &*table.columns[*index];
                all_needs.contains(&column) || column == "edges" && needs_edge
            })
            .collect();
        let (place, row_name) = (table.row_place(table_row), table.row_name(table_row));
        let names: Vec<String> = columns.iter().map(|index| format!("`{}`", table.columns[*index])).collect();
        Some(match (columns.as_slice(), names.split_last()) {
            ([column], _) => (table.cell_place(table_row, *column), table.cell_name(table_row, *column)),
            ([], _) | (_, None) => (place, row_name),
            (_, Some((last, others))) => (place, format!("{} and {last} in {row_name}", others.join(", "))),
        })
    }

    /// Returns a name for the header, for messages. A `_` in the name of a field may be a space or a
    /// dash in the header. So the result lists the fields if one of them contains a `_`, and if there
    /// are not too many.
    fn columns_in_words(&self) -> String {
        const MAX_LISTED: usize = 8;
        let columns = &self.table.columns;
        let words = "the columns of this file";
        // A leading `_` does not count: it is put before a header that begins with a digit, as in `_3`.
        let has_spaces = columns.iter().any(|column| column.trim_start_matches('_').contains('_'));
        match has_spaces && columns.len() <= MAX_LISTED {
            true => format!("{words}, as fields: {}", columns.join(", ")),
            false => words.to_owned(),
        }
    }

    /// Returns whether `name`, which is a result of [`Self::place_of_needs`], stands for several
    /// columns.
    pub fn names_several_columns(name: &str) -> bool {
        name.starts_with('`')
    }
}
