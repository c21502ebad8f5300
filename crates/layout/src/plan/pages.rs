//! The sides of a plan's sheets: which are printed on both, and the pages that keep them together.

use std::ops::Range;

use super::{Content, Plan, SheetPlan};
use crate::print::job::{Job, Sides};
use crate::print::setup::Backs;

impl<'a> Plan<'a> {
    /// Whether sheets are turned over, and over which edge, where there are backs.
    pub fn flips(&self) -> Sides {
        match self.backs {
            Backs::FlipLong => Sides::TwoLong,
            Backs::FlipShort => Sides::TwoShort,
            Backs::Fold | Backs::None => Sides::One,
        }
    }

    /// Whether backs are printed on the other side of their sheet.
    pub fn has_backs(&self) -> bool {
        self.flips() != Sides::One
    }

    /// How these sheets are printed.
    pub fn job(&self, sheets: Range<usize>) -> Job {
        let sheets = self.sheets.get(sheets).unwrap_or_default();
        let two = sheets.iter().any(SheetPlan::is_back);
        let sides = if two { self.flips() } else { Sides::One };
        let first = sheets.first().map(|sheet| sheet.component.print);
        let copies = first.filter(|n| sheets.iter().all(|sheet| sheet.component.print == *n));
        Job { sides, copies }
    }

    /// Puts an empty page behind each sheet with one side that goes into a file with a sheet that has two, so that the
    /// sides of the others stay together when all of it is printed on both sides. Cut plans, which end their file, may
    /// lie behind each other. `files` are the sheets of each file.
    pub fn keep_in_step(&mut self, files: &mut [Range<usize>]) {
        if !self.sheets.iter().any(SheetPlan::is_back) {
            return;
        }
        let old = std::mem::take(&mut self.sheets);
        let mut old = old.into_iter();
        for range in files {
            let own: Vec<SheetPlan<'a>> = old.by_ref().take(range.len()).collect();
            let start = self.sheets.len();
            let two = own.iter().any(SheetPlan::is_back);
            let mut own = own.into_iter().peekable();
            while let Some(sheet) = own.next() {
                let alone = !matches!(sheet.content, Content::Backs(..) | Content::ExtraSheet(_));
                let has_back = own.peek().is_some_and(SheetPlan::is_back);
                let (component, size) = (sheet.component, sheet.size);
                self.sheets.push(sheet);
                if two && alone && !has_back {
                    self.sheets.push(SheetPlan::of(component, size, Content::Blank));
                }
            }
            *range = start..self.sheets.len();
        }
        self.number_files();
    }

    /// Takes the empty pages out again.
    pub fn drop_blanks(&mut self) {
        let before = self.sheets.len();
        self.sheets.retain(|sheet| !matches!(sheet.content, Content::Blank));
        if self.sheets.len() != before {
            self.number_files();
        }
    }
}
