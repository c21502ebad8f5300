//! Scans pages of PDFs in a simulation and compares what is found with the truth.
//!
//! Arguments: the kind of the scans (`good` or `poor`), with `+faults` if each print has a fault; the
//! resolution in dpi; the number of scans of each page; the first seed; and PDFs, each with an optional
//! `#PAGE`. Without one, every page is scanned.
//!
//! Prints a line for each scan, and a table at the end. `SAVE=FOLDER` keeps the scans as PNG.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

mod case;
mod conditions;
mod save;
mod table;

use std::sync::Arc;

use case::{Case, Subject};
use conditions::Kind;
use hexpress_read::raster::Pages;
use table::Table;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, dpi, count, seed, files @ ..] = arguments.as_slice() else {
        panic!("KIND DPI COUNT SEED FILE…")
    };
    let (kind, has_faults) = match kind.strip_suffix("+faults") {
        Some(kind) => (kind, true),
        None => (kind.as_str(), false),
    };
    let case = Case {
        kind: Kind::named(kind).expect("good or poor"),
        dpi: dpi.parse().expect("a number"),
        has_faults,
    };
    let count: u64 = count.parse().expect("a number");
    let first: u64 = seed.parse().expect("a number");
    let mut table = Table::default();
    for file in files {
        let path = file.split_once('#').map_or(file.as_str(), |(path, _)| path);
        let bytes = Arc::new(std::fs::read(path).expect("a file"));
        let pages = Pages::open(Arc::clone(&bytes)).expect("a PDF").sizes().len();
        for page in 0..pages {
            if page_number(file).is_some_and(|number| number != page + 1) {
                continue;
            }
            let subject = Subject::open(path, &bytes, page);
            for seed in first..first + count {
                let Some(outcome) = case.run(&subject, seed) else { continue };
                println!("{outcome}");
                table.add(outcome);
            }
        }
    }
    print!("{table}");
}

/// Returns the page that an argument names.
fn page_number(file: &str) -> Option<usize> {
    file.split_once('#').map(|(_, page)| page.parse().expect("a page"))
}
