//! Compares several scans of the same sheet. If the sheet was turned by 90 degrees between them, the
//! errors of the printer can be distinguished from those of the scanner.
//!
//! - In: the values that were measured in each scan.
//! - Out: the stretch and slant of the printer, and those of the scanner, as text and JSON.

use std::collections::BTreeMap;

use serde_json::json;

use crate::cli::io::Output;
use crate::scans::PrintedPdfs;
use hexpress_scan::figures::Figures;
use hexpress_scan::judge::PageOf;
use hexpress_scan::turned::{Scanner, ShownErrors};

/// The scans, grouped by the page that they show. A key consists of the index of the file and the index
/// of the page.
pub struct Views(BTreeMap<[usize; 2], PageScans>);

/// All scans that show the same page.
struct PageScans {
    page: PageOf,
    names: Vec<String>,
    errors: Vec<ShownErrors>,
}

impl Views {
    pub fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub fn add(&mut self, page: PageOf, name: String, figures: &Figures) {
        let empty = || PageScans { page, names: Vec::new(), errors: Vec::new() };
        let scans = self.0.entry([page.file, page.page]).or_insert_with(empty);
        scans.names.push(name);
        scans.errors.push(ShownErrors::new(figures));
    }

    /// For each page that is on several scans, shows the errors of the scanner. If the sheet was not
    /// turned between these scans, says that the errors cannot be found.
    pub fn show(&self, printed: &PrintedPdfs, output: &mut Output) {
        for scans in self.0.values().filter(|scans| scans.errors.len() > 1) {
            scans.show(printed, output);
        }
    }
}

impl PageScans {
    fn show(&self, printed: &PrintedPdfs, output: &mut Output) {
        let names = self.names.join(", ");
        let file = printed.name(self.page.file);
        let head = format!("{names}: page {} of {file}", self.page.page + 1);
        let Some(scanner) = Scanner::new(&self.errors) else {
            let text = format!(
                "{head}\n  The sheet was not turned by 90° between these scans, so they do not show the errors of the scanner.\n"
            );
            output.result(&text, json!({ "scans": self.names, "scanner-is-known": false }));
            return;
        };
        let than = |share: f64| {
            let word = if share < 0.0 { "shorter" } else { "longer" };
            format!("{:.3} % {word} than", share.abs() * 100.0)
        };
        let text = format!(
            "{head}, turned\n  printer: across is {} down (± {:.3} %), skew {:.3}° (± {:.3}°)\n  \
             scanner: rows are {} columns, skew {:.3}°\n  The size itself is known only to ± 0.3 %, because \
             a scanner that enlarges everything looks the same in both scans.\n",
            than(scanner.printer_scale_ratio_error),
            scanner.ratio_uncertainty * 100.0,
            scanner.printer_skew,
            scanner.skew_uncertainty,
            than(scanner.scanner_stretch_difference()),
            scanner.scanner_skew(),
        );
        let rounded = |value: f64| (value * 1e6).round() / 1e6 + 0.0;
        output.result(
            &text,
            json!({
                "scans": self.names,
                "scanner-is-known": true,
                "printer-across-against-down": { "value": rounded(scanner.printer_scale_ratio_error), "uncertainty": rounded(scanner.ratio_uncertainty) },
                "printer-skew-degrees": { "value": rounded(scanner.printer_skew), "uncertainty": rounded(scanner.skew_uncertainty) },
                "scanner-rows-against-columns": rounded(scanner.scanner_stretch_difference()),
                "scanner-skew-degrees": rounded(scanner.scanner_skew()),
            }),
        );
    }
}
