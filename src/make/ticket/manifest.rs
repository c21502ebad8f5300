//! Writes a table of the PDFs of a build, in a form that print shops expect.
//!
//! - In: the JSON of the tickets of all games.
//! - Out: CSV. Each row describes a run of pages that are printed in the same way. Most files have one
//!   row.

use serde_json::Value;

/// The first line of the table.
pub const HEAD: &str = "file,pages,size,stock,copies,sides,flip";

/// The last cells of a row, from `size` to `flip`. They say how the pages are printed.
type Cells = Vec<String>;

/// Returns the rows for the files in a ticket. Each row ends with a line break.
pub fn rows(ticket: &Value) -> String {
    let files = ticket["files"].as_array().into_iter().flatten();
    files.flat_map(|file| runs(file).into_iter().map(|run| run.line(&text(&file["path"])))).collect()
}

/// Successive pages of a file that are printed in the same way.
struct Run {
    first: u64,
    last: u64,
    cells: Cells,
}

impl Run {
    fn line(&self, file: &str) -> String {
        let pages = match self.first == self.last {
            true => self.first.to_string(),
            false => format!("{}-{}", self.first, self.last),
        };
        let cells = [file.to_owned(), pages].into_iter().chain(self.cells.iter().cloned());
        format!("{}\n", cells.map(|cell| quoted(&cell)).collect::<Vec<_>>().join(","))
    }
}

/// Divides the pages of a file into runs of pages that are printed in the same way.
fn runs(file: &Value) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for sheet in file["sheets"].as_array().into_iter().flatten() {
        let cells = ["sheet", "stock", "print", "sides", "flip"].map(|key| text(&sheet[key])).to_vec();
        let [first, last] = ["first-page", "last-page"].map(|key| sheet[key].as_u64().unwrap_or_default());
        match runs.last_mut() {
            Some(run) if run.cells == cells => run.last = last,
            _ => runs.push(Run { first, last, cells }),
        }
    }
    runs
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns a cell in quotes if CSV needs them.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pages_that_are_printed_alike_share_a_row() {
        let sheet = |first: u64, last: u64, stock: Value| json!({ "first-page": first, "last-page": last, "sheet": "A4", "stock": stock, "print": 1, "sides": 2, "flip": "long" });
        let ticket = json!({ "files": [{ "path": "a, b.pdf", "sheets": [
            sheet(1, 2, Value::Null), sheet(3, 3, Value::Null), sheet(4, 4, json!("\"pale\" card")) ] }] });
        let expected = "\"a, b.pdf\",1-3,A4,,1,2,long\n\"a, b.pdf\",4,A4,\"\"\"pale\"\" card\",1,2,long\n";
        assert_eq!(rows(&ticket), expected);
    }
}
