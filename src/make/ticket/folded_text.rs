//! Writes how to fold booklets and leaflets. This text is a part of the ticket, a file next to the PDF.
//! The ticket tells the user or a copy shop what to print.
//!
//! - In: the sheets of a plan.
//! - Out: the instructions for folding. The text is empty if no sheet is folded.
//! - Not here: deciding which page is on which sheet.

use hexpress_base::units::capital;
use hexpress_game::pages::FoldedForm;
use hexpress_language::values::choice::LeafletFold;
use hexpress_layout::Plan;

/// Returns the instructions for the sheets of each booklet and each leaflet.
pub fn instructions(plan: &Plan<'_>) -> String {
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for (sheet, side) in plan.sheets.iter().filter_map(|sheet| Some((sheet, sheet.folded_side()?))) {
        let name = &*sheet.component.name;
        if last.replace(name) == Some(name) {
            continue;
        }
        let name = capital(name);
        match side.form {
            FoldedForm::Booklet { .. } => booklet(&name, side.sheets, &mut text),
            FoldedForm::Leaflet(fold) => leaflet(&name, fold, &mut text),
        }
        if side.is_cut {
            text.push_str("    Then cut it at the marks at its corners.\n");
        }
    }
    text
}

fn booklet(name: &str, sheets: usize, text: &mut String) {
    match sheets {
        1 => text.push_str(&format!("  {name} is a booklet of one sheet.\n")),
        sheets => text.push_str(&format!(
            "  {name} is a booklet: put its {sheets} sheets in a pile in the order of the pages, the cover face down at the bottom.\n"
        )),
    }
    text.push_str(
        "    Fold it at the short marks, with the cover outside, and staple it twice in the fold.\n",
    );
}

fn leaflet(name: &str, fold: LeafletFold, text: &mut String) {
    text.push_str(&format!("  {name} is a leaflet: fold its sheet at the short marks.\n"));
    text.push_str(match fold {
        LeafletFold::Half => "    Fold it once, with page 1 outside.\n",
        LeafletFold::Letter => {
            "    Put it on the table with pages 2, 3 and 4 up. Fold page 4 over page 3, and then page 2 over both.\n"
        }
        LeafletFold::Z => {
            "    Put it on the table with pages 2, 3 and 4 up. Fold page 2 over page 3, and page 4 behind page 3.\n"
        }
    });
}
