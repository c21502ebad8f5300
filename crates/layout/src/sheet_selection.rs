//! Selects sheets of a plan, or pictures of its pieces, for the code that writes files.

use std::ops::Range;

use crate::{Picture, Plan, SheetCache};
use hexpress_base::diag::{Report, codes};
use hexpress_scene::{Sheet, Sheets};

/// The sheets of a plan at `indices`, in this order.
#[derive(Debug)]
pub struct SelectedSheets<'p, 'a> {
    plan: &'p Plan<'a>,
    indices: Vec<usize>,
}

impl<'a> Plan<'a> {
    pub fn range(&self, sheets: Range<usize>) -> SelectedSheets<'_, 'a> {
        SelectedSheets { plan: self, indices: sheets.collect() }
    }

    pub fn selected(&self, indices: &[usize]) -> SelectedSheets<'_, 'a> {
        SelectedSheets { plan: self, indices: indices.to_vec() }
    }

    /// Returns a page for each picture of a piece or board.
    pub fn pages_of<'p>(&'p self, pictures: &'p [Picture<'a>]) -> PicturePages<'p, 'a> {
        PicturePages { plan: self, pictures }
    }
}

impl<'a> Sheets for SelectedSheets<'_, 'a> {
    type Cache = SheetCache<'a>;

    fn count(&self) -> usize {
        self.indices.len()
    }

    /// Returns a cache that depends only on the number of sheets in this file. The bytes of the file must not
    /// depend on other files that are written.
    fn cache(&self) -> SheetCache<'a> {
        self.plan.sheet_cache_for(self.count())
    }

    fn sheet(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Sheet, Report> {
        let index = self.indices.get(index).copied().ok_or_else(|| hexpress_scene::no_sheet(index))?;
        self.plan.sheet(index, cache)
    }
}

/// Pictures of pieces and boards, one on each page.
#[derive(Debug)]
pub struct PicturePages<'p, 'a> {
    plan: &'p Plan<'a>,
    pictures: &'p [Picture<'a>],
}

impl<'a> Sheets for PicturePages<'_, 'a> {
    type Cache = SheetCache<'a>;

    fn count(&self) -> usize {
        self.pictures.len()
    }

    fn cache(&self) -> SheetCache<'a> {
        self.plan.sheet_cache_for(self.count())
    }

    fn sheet(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Sheet, Report> {
        match self.pictures.get(index) {
            Some(picture) => self.plan.picture(picture, cache),
            None => Err(codes::NOTHING.error("this picture does not exist").into()),
        }
    }
}
