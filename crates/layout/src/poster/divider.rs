//! Divides a picture into the parts of a poster. Each part is printed on one sheet.
//!
//! - In: the size of a picture, and the obstacles that seams must not cross.
//! - Out: the grid of sheets and the seams between them, or an error.
//!
//! The modules `board` and `piece` draw the picture.

use kurbo::Size;

use super::choose_seams::best_seams;
use super::possible_seams::SeamFinder;
use super::seam::Seam;
use super::sheet_grid::Grid;
use crate::impose::duplex::Axis;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::{Component, Game};
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::print::margins::{DEFAULT_MARGIN, Margins};
use hexpress_scene::print::paper::{PAPERS, Paper, sheet_name};
use hexpress_scene::text::Fonts;

/// The largest number of sheets in a poster.
pub const MAX_SHEETS: usize = 64;
/// The number of additional sheets that are tried along an axis. It is better to use more sheets
/// than to cut through a text.
const MORE_SHEETS: usize = 2;

/// Divides a component into the parts of a poster. Each part is printed on one sheet.
#[derive(Debug, Clone, Copy)]
pub struct Divider<'n> {
    pub game: &'n Game,
    pub fonts: &'n Fonts,
    /// The component that is larger than its sheet.
    pub component: &'n Component,
    /// The name of the component or piece in messages.
    pub name: &'n str,
    /// The width and height of the sheets, in mm.
    pub paper: Size,
    /// The unprintable strips along the edges of a sheet.
    pub margin: Margins,
    pub furniture: &'n Furniture,
}

/// The sheets of a poster and the seams between them.
pub struct Division {
    pub grid: Grid,
    /// The seams between columns of sheets, from left to right.
    pub across: Vec<Seam>,
    /// The seams between rows of sheets, from top to bottom.
    pub down: Vec<Seam>,
}

impl Divider<'_> {
    /// Checks that a picture does not take too many sheets.
    ///
    /// # Errors
    /// The picture takes more than [`MAX_SHEETS`] sheets, or the sheets are too small to be put
    /// together.
    pub(super) fn allows(&self, content: Size) -> Result<()> {
        match self.count(content) {
            Some(count) if is_poster(count) => Ok(()),
            count => Err(self.too_large(Some(content), count)),
        }
    }

    /// Returns the smallest number of sheets for a picture. Returns `None` if the sheets are too
    /// small to be put together.
    pub(super) fn count(&self, content: Size) -> Option<usize> {
        Grid::smallest(content, self.paper, self.margin).map(|grid| grid.count())
    }

    /// Divides a picture into parts on as few sheets as possible. `finder_along` returns the seam finder for
    /// an axis. A grid of sheets is used only if there are seams for its columns and for its rows.
    ///
    /// # Errors
    /// The picture takes too many sheets, or seams would have to cross texts.
    pub(super) fn divide<'g>(
        &self,
        content: Size,
        finder_along: impl Fn(Axis) -> SeamFinder<'g>,
    ) -> Result<Division> {
        let mut best: Option<Division> = None;
        for fewest in Grid::candidates(content, self.paper, self.margin) {
            if best.as_ref().is_some_and(|best| best.grid.count() <= fewest.count()) {
                continue;
            }
            let room = self.margin.room(fewest.sheet);
            let across = fewest_seams(&finder_along(Axis::Vertical), room.width, fewest.columns);
            let down = fewest_seams(&finder_along(Axis::Horizontal), room.height, fewest.rows);
            let (Some(across), Some(down)) = (across, down) else { continue };
            let grid = Grid { columns: across.len() + 1, rows: down.len() + 1, ..fewest };
            if best.as_ref().is_none_or(|best| grid.count() < best.grid.count()) {
                best = Some(Division { grid, across, down });
            }
        }
        match best {
            None => Err(self.through_words()),
            Some(best) if !is_poster(best.grid.count()) => {
                Err(self.too_large(Some(content), Some(best.grid.count())))
            }
            Some(best) => Ok(best),
        }
    }

    /// Returns the error for a picture that is too large. `content` is the size of the picture, or
    /// `None` if the size is unknown. `count` is the number of sheets, or `None` if the sheets are
    /// too small to be put together.
    pub(super) fn too_large(&self, content: Option<Size>, count: Option<usize>) -> Diagnostic {
        let (name, paper) = (self.name, sheet_name(self.paper));
        if count.is_none() && self.margin.widest() > DEFAULT_MARGIN {
            let message = format!("`{name}` does not fit on {paper} with margins of {}", self.margin);
            let hint =
                "reduce the margin to the few millimetres that your printer cannot reach: --margin 5mm";
            return codes::NO_ROOM.error(message).hint(hint);
        }
        let measured = match content {
            Some(Size { width, height }) => {
                format!("`{name}` ({} x {} mm)", ShortNumber(width), ShortNumber(height))
            }
            None => format!("`{name}`"),
        };
        let message = match count {
            Some(count) => format!(
                "{measured} would need {count} sheets of {paper}, but a poster can have at most {MAX_SHEETS} sheets"
            ),
            None => {
                format!(
                    "{measured} cannot be divided among sheets of {paper}: their margins and overlaps leave no room"
                )
            }
        };
        codes::POSTER_TOO_LARGE.error(message).hint(self.larger_paper_hint(content))
    }

    /// Returns a hint to use larger paper: the smallest paper on which a poster of the picture is possible.
    fn larger_paper_hint(&self, content: Option<Size>) -> String {
        let papers = content.into_iter().flat_map(|content| {
            PAPERS.iter().filter_map(move |paper| Some((paper, self.grid_on(paper, content)?)))
        });
        match papers.min_by(|(_, a), (_, b)| a.sheet.area().total_cmp(&b.sheet.area())) {
            Some((paper, grid)) => {
                format!("write --paper {}, which needs {} sheets", paper.name, grid.count())
            }
            None => "make it smaller: no standard paper size is large enough".to_owned(),
        }
    }

    /// Returns the grid of a poster on a known paper. Returns `None` if the poster would have too
    /// many sheets.
    fn grid_on(&self, paper: &Paper, content: Size) -> Option<Grid> {
        let grid = Grid::smallest(content, Size::new(paper.size.0, paper.size.1), self.margin)?;
        is_poster(grid.count()).then_some(grid)
    }

    fn through_words(&self) -> Diagnostic {
        let message = format!(
            "`{}` cannot be divided among sheets of {} without a seam through text",
            self.name,
            sheet_name(self.paper)
        );
        codes::SEAM_THROUGH_WORDS.error(message).hint("use larger paper, or shorter lines of text")
    }
}

/// Returns the seams that divide a picture into `parts` parts. If there are no such seams, tries up to
/// [`MORE_SHEETS`] more parts. Returns `None` if this also finds no seams.
fn fewest_seams(finder: &SeamFinder<'_>, room: f64, parts: usize) -> Option<Vec<Seam>> {
    (parts..=parts + MORE_SHEETS).find_map(|count| best_seams(finder, room, count))
}

/// Returns whether a poster may have this many sheets.
fn is_poster(sheets: usize) -> bool {
    sheets <= MAX_SHEETS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poster_has_at_most_64_sheets() {
        assert!(is_poster(MAX_SHEETS));
        assert!(!is_poster(MAX_SHEETS + 1));
    }
}
