//! Fills columns with atoms.
//!
//! - In: the atoms of a text: the parts that are never divided, such as lines and figures.
//! - Out: columns. A heading stays in the same column as the text below it. The first two lines of
//!   a paragraph stay in one column, and so do the last two.

use std::sync::Arc;

use super::atom::Atom;
use hexpress_base::diag::{Report, codes};

/// A column with its atoms, from top to bottom.
#[derive(Debug, Default)]
pub struct Column {
    pub placed: Vec<PlacedAtom>,
}

/// An atom in a column.
#[derive(Debug)]
pub struct PlacedAtom {
    pub atom: Arc<Atom>,
    /// The distance from the top of the column to the top of the atom, in mm.
    pub top: f64,
    /// The distance from the previous atom, in mm.
    pub above: f64,
    /// Whether the atom is the repeated head of a table that continues in this column.
    pub is_repeated: bool,
}

/// The largest difference that counts as a rounding error, in mm.
const ROUNDING_MM: f64 = 1e-6;
/// On the last page, the columns are made higher in steps until all atoms fit. This is the height of a step,
/// as a fraction of the height of a full column.
const STEP: f64 = 0.02;

/// The heights that the columns of a text may have.
#[derive(Debug, Clone, Copy)]
pub struct ColumnRoom {
    /// The height of a column, in mm.
    pub height: f64,
    /// The height of the title on the first page, in mm. The columns of this page are shorter by this
    /// height.
    pub title: f64,
    pub per_page: usize,
}

impl ColumnRoom {
    /// Returns the height of the column with the index `column`, in mm.
    fn of(self, column: usize) -> f64 {
        if column < self.per_page { self.height - self.title } else { self.height }
    }

    /// Returns whether there is enough space for columns below the title.
    pub fn has_room(self) -> bool {
        self.height - self.title > MIN_HEIGHT_BELOW_TITLE * self.height
    }
}

/// The smallest height of the columns below a title, as a fraction of the height of a full column.
const MIN_HEIGHT_BELOW_TITLE: f64 = 0.2;

/// Distributes atoms over columns. On the last page, all columns are about equally high.
pub fn columns(atoms: Vec<Atom>, room: ColumnRoom, report: &mut Report) -> Vec<Column> {
    let per_page = room.per_page;
    let atoms: Vec<Arc<Atom>> = atoms.into_iter().map(Arc::new).collect();
    for atom in atoms.iter().filter(|atom| head_height(atom) + atom.height > room.height + ROUNDING_MM) {
        let message = "this line, table row or figure is taller than a column of the page";
        let diagnostic = codes::TEXT_TOO_LARGE
            .error(message)
            .hint("make it smaller, divide it, or use a larger `size` for the page");
        report.push(match atom.place {
            Some(place) => diagnostic.at(place),
            None => diagnostic,
        });
    }
    let ends = column_ends(&atoms, |column| room.of(column));
    let last_page = ends.len().saturating_sub(1) / per_page * per_page;
    let begin = last_page.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    let mut all = placed(&atoms, 0, &ends[..last_page]);
    let rest = &atoms[begin..];
    let height = room.of(last_page);
    let total: f64 = rest.iter().map(|atom| atom.above + atom.height).sum();
    let mut lower = if per_page == 1 { height } else { (total / per_page as f64).min(height) };
    let even = loop {
        let even = column_ends(rest, |_| lower);
        if even.len() <= per_page || lower >= height {
            break even;
        }
        lower = (lower + STEP * height).min(height);
    };
    all.extend(placed(rest, 0, &even));
    all
}

/// Distributes atoms over columns, and returns the end of each column: the index of the first atom
/// after the column. `height` returns the height of a column in mm.
fn column_ends(atoms: &[Arc<Atom>], height: impl Fn(usize) -> f64) -> Vec<usize> {
    let (mut ends, mut start) = (Vec::new(), 0);
    while start < atoms.len() {
        let mut end = start;
        let mut bottom = head_height(&atoms[start]);
        while let Some(atom) = atoms.get(end) {
            let above = if end == start { 0.0 } else { atom.above };
            bottom += above + atom.height;
            if bottom > height(ends.len()) + ROUNDING_MM {
                break;
            }
            end += 1;
        }
        if end == start && height(ends.len()) + ROUNDING_MM < height(usize::MAX) {
            // This column is below the title and therefore shorter than a full column. It is too short for
            // the atom, so it stays empty, and a later column gets the atom.
            ends.push(start);
            continue;
        }
        if end < atoms.len() {
            let kept = (start + 1..=end).rev().find(|end| !atoms[end - 1].keeps_next);
            end = kept.unwrap_or(end).max(start + 1);
        }
        ends.push(end);
        start = end;
    }
    ends
}

fn head_height(atom: &Atom) -> f64 {
    atom.head.as_ref().map_or(0.0, |head| head.height)
}

/// Places all atoms in one column, one below another, and returns them with their places.
pub fn stacked(atoms: Vec<Atom>) -> Vec<PlacedAtom> {
    let atoms: Vec<Arc<Atom>> = atoms.into_iter().map(Arc::new).collect();
    placed(&atoms, 0, &[atoms.len()]).into_iter().flat_map(|column| column.placed).collect()
}

/// Returns the columns with their atoms. `start` is the index of the first atom in the first
/// column. `ends` contains the end of each column: the index of the first atom after the column.
fn placed(atoms: &[Arc<Atom>], mut start: usize, ends: &[usize]) -> Vec<Column> {
    let columns = ends.iter().map(|end| {
        let mut column = Column::default();
        let mut top = 0.0;
        for (index, atom) in atoms[start..*end].iter().enumerate() {
            if index == 0
                && let Some(head) = &atom.head
            {
                let atom = Arc::clone(head);
                column.placed.push(PlacedAtom { atom, top, above: 0.0, is_repeated: true });
                top += head.height;
            }
            let above = if index == 0 { 0.0 } else { atom.above };
            top += above;
            let height = atom.height;
            column.placed.push(PlacedAtom { atom: Arc::clone(atom), top, above, is_repeated: false });
            top += height;
        }
        start = *end;
        column
    });
    columns.collect()
}
