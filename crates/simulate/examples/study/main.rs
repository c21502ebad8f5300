//! Simulates scans of PDF pages, and compares what is found in the scans with the truth.
//!
//! Arguments:
//!
//! - the kinds of scans, separated by commas, such as `good@300,poor+faults@150`
//! - the number of scans for each page and kind
//! - the first seed
//! - PDF files. The name of a file may end in `#PAGE`. Without it, every page is scanned.
//!
//! A kind begins with `good` or `poor`, and ends with `@` and a resolution in dpi, or with `@photo`. A
//! kind may have one of these additions before the `@`:
//!
//! - `+faults`: each print has a fault
//! - `+colour`: the scan is in colour, and a piece has the colour of another piece
//! - `+ink`: the scan is in colour, and an ink is missing
//! - `+plain`: the scan is in colour, and the print has no fault
//! - `+card`: a bank card is next to the sheet
//!
//! Prints a line for each scan. At the end, prints a table for each kind. With `SAVE=FOLDER` in the
//! environment, keeps the scans as PNG files.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    reason = "a program for the terminal, which stops if it is used wrongly"
)]

mod case;
mod conditions;
mod save;
mod table;

use std::sync::Arc;

use case::{Case, Medium, Plan, Subject};
use conditions::PrintQuality;
use hexpress_read::raster::Pages;
use table::Table;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kinds, count, seed, files @ ..] = arguments.as_slice() else { panic!("KINDS COUNT SEED FILE…") };
    let mut cases: Vec<(Case, Table)> =
        kinds.split(',').map(|kind| (case_named(kind), Table::default())).collect();
    let count: u64 = count.parse().expect("a number");
    let first: u64 = seed.parse().expect("a number");
    for file in files {
        let path = file.split_once('#').map_or(file.as_str(), |(path, _)| path);
        let bytes = Arc::new(std::fs::read(path).expect("a file"));
        let pages = Pages::open(Arc::clone(&bytes)).expect("a PDF").sizes().len();
        for page in 0..pages {
            if page_number(file).is_some_and(|number| number != page + 1) {
                continue;
            }
            let subject = Subject::open(path, &bytes, page);
            for (case, table) in &mut cases {
                for seed in first..first + count {
                    let Some(outcome) = case.run(&subject, seed) else { continue };
                    println!("{case}: {outcome}");
                    table.add(outcome);
                }
            }
        }
    }
    for (case, table) in &cases {
        print!("\n{case}\n{table}");
    }
}

/// Reads a kind of scans, such as `good+faults@300`.
fn case_named(text: &str) -> Case {
    let (kind, dpi) = text.split_once('@').expect("KIND@DPI or KIND@photo");
    let endings = [
        ("+faults", Plan::Fault),
        ("+colour", Plan::Colour),
        ("+ink", Plan::Ink),
        ("+plain", Plan::Plain),
        ("+card", Plan::Card),
    ];
    let ending = endings.into_iter().find_map(|(end, plan)| Some((kind.strip_suffix(end)?, plan)));
    let (kind, plan) = ending.unwrap_or((kind, Plan::Right));
    let kind = PrintQuality::named(kind).expect("good or poor");
    let medium = match dpi {
        "photo" => Medium::Photo,
        dpi => Medium::Scan(dpi.parse().expect("a number")),
    };
    Case { kind, medium, plan }
}

/// Returns the page number after the `#` of an argument, such as 3 for `a.pdf#3`. The first page is 1.
/// Returns `None` for an argument without `#`.
fn page_number(file: &str) -> Option<usize> {
    file.split_once('#').map(|(_, page)| page.parse().expect("a page"))
}
