//! Decides on which sides the sheets of a plan are printed, and how many times.
//!
//! - In: a plan and its files.
//! - Out: the options of print jobs, and empty pages that keep fronts and backs together in a file.

use std::ops::Range;

use super::{Content, Plan, SheetPlan};
use crate::impose::duplex::{Axis, Duplex};
use crate::pages::PageSheet;
use crate::setup::Setup;
use hexpress_scene::print::job::{Job, Sides};
use hexpress_scene::print::setup::Backs;

/// Returns how the sheets of a plan are turned over.
///
/// Booklets and leaflets are always printed on both sides. If the user chooses no edge, and no piece has a
/// back, sheets are turned over along their short edge. This makes all pages upright in the file.
pub fn backs(setup: &Setup, sheets: &[SheetPlan<'_>]) -> Backs {
    let print_setup = &setup.print_setup;
    let has_backs = || sheets.iter().any(|sheet| matches!(sheet.content, Content::Backs(..)));
    match print_setup.backs {
        _ if sheets.iter().all(|sheet| sheet.folded_side().is_none()) => print_setup.backs_or_default(),
        Some(edge @ (Backs::FlipLong | Backs::FlipShort)) => edge,
        None if has_backs() => print_setup.backs_or_default(),
        Some(Backs::Fold | Backs::None) | None => Backs::FlipShort,
    }
}

/// Rotates the pages on the backs of folded sheets by 180°, if sheets are turned over from top to
/// bottom.
pub fn turn_folded(backs: Backs, sheets: &mut [SheetPlan<'_>]) {
    for sheet in sheets {
        let axis = Duplex::flip(backs, sheet.size).axis;
        if let Content::Page(.., PageSheet::Folded(folded)) = &mut sheet.content {
            folded.is_turned = folded.is_back() && axis == Axis::Horizontal;
        }
    }
}

impl<'a> Plan<'a> {
    /// Returns whether the sheets of a plan are printed on one side or on both. If they are printed
    /// on both sides, the result also contains the edge along which the sheets are turned over.
    pub fn flips(&self) -> Sides {
        match self.backs {
            Backs::FlipLong => Sides::TwoLong,
            Backs::FlipShort => Sides::TwoShort,
            Backs::Fold | Backs::None => Sides::One,
        }
    }

    /// Returns whether fronts are printed on one side of the sheets, and their backs on the other
    /// side.
    pub fn has_backs(&self) -> bool {
        self.flips() != Sides::One
    }

    /// Returns the options for printing these sheets.
    pub fn job(&self, sheets: Range<usize>) -> Job {
        let planned = self.sheets.get(sheets).unwrap_or_default();
        let sides = if planned.iter().any(SheetPlan::is_back) { self.flips() } else { Sides::One };
        let first = planned.first().map(|sheet| sheet.component.print);
        let copies = first.filter(|print| planned.iter().all(|sheet| sheet.component.print == *print));
        let print_setup = &self.setup.print_setup;
        Job { sides, copies, standard: print_setup.standard, press: print_setup.press }
    }

    /// In a file with backs, adds an empty page after each sheet that has no back. This keeps each back
    /// behind its front when the file is printed on both sides.
    ///
    /// The last sheet of a file gets no empty page, unless it is printed several times. Extra sheets get no
    /// empty page either, because two extra sheets may share a sheet of paper.
    ///
    /// `files` contains the range of sheets in each file. The ranges are updated.
    pub fn keep_in_step(&mut self, files: &mut [Range<usize>]) {
        if !self.sheets.iter().any(SheetPlan::is_back) {
            return;
        }
        let all = std::mem::take(&mut self.sheets);
        let mut remaining = all.into_iter();
        for range in files {
            let sheets: Vec<SheetPlan<'a>> = remaining.by_ref().take(range.len()).collect();
            let start = self.sheets.len();
            self.push_in_step(sheets);
            *range = start..self.sheets.len();
        }
        self.number_files();
    }

    /// Adds the sheets of a file. If the file has backs, also adds empty pages in place of missing backs.
    fn push_in_step(&mut self, sheets: Vec<SheetPlan<'a>>) {
        let has_backs = sheets.iter().any(SheetPlan::is_back);
        let mut remaining = sheets.into_iter().peekable();
        while let Some(sheet) = remaining.next() {
            let may_have_back = !sheet.is_back() && !matches!(sheet.content, Content::ExtraSheet(_));
            let has_back = remaining.peek().is_some_and(SheetPlan::is_back);
            // A sheet that is printed several times is followed by its own next copy. It therefore needs an
            // empty page as its back even if it is the last sheet.
            let is_followed = remaining.peek().is_some() || sheet.component.print > 1;
            let blank = (has_backs && may_have_back && !has_back && is_followed)
                .then(|| SheetPlan::new(sheet.component, sheet.size, Content::Blank));
            self.sheets.push(sheet);
            self.sheets.extend(blank);
        }
    }

    /// Removes the empty pages.
    pub fn drop_blanks(&mut self) {
        let count = self.sheets.len();
        self.sheets.retain(|sheet| !matches!(sheet.content, Content::Blank));
        if self.sheets.len() != count {
            self.number_files();
        }
    }
}
