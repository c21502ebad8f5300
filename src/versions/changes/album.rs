//! Draws single pieces and boards of both versions.
//!
//! - In: the layouts of both versions, with the options for laying them out.
//! - Out: the drawing of a board or of a side of a piece, and the visible parts of this drawing.
//! - Not here: finding the differences.

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size};

use super::VersionSide;
use crate::make::{self, Input, PreparedGame};
use crate::versions::compare::{Change, Difference, PrintedPiece};
use hexpress_base::diag::{Report, Sources, codes};
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_game::{Outline, PieceSide};
use hexpress_language::record::Options;
use hexpress_layout::{
    BoardFit, Picture, PictureContent, PictureSubject, Plan, SheetCache, SheetPacking, SizedBoard,
};
use hexpress_scene::text::{Faces, FontMap, Fonts};
use hexpress_scene::{Drawing, DrawingHasher, VisiblePart, detached};

/// The picture of a board also shows a strip around the board. This is the width of the strip, in mm.
const STRIP_AROUND_BOARD_MM: f64 = 1.5;

/// A layout, and the options for laying it out. A version is usually one print. If the user names a
/// folder of PDFs, the version has one print for each PDF.
#[derive(Debug, Clone)]
pub struct LayoutWithOptions<'i> {
    pub input: &'i Input,
    pub options: Options,
}

/// The layouts of both versions, ready to be drawn.
#[derive(Debug)]
pub struct VersionLayouts<'f> {
    /// The prints of each version, in the order in which [`Self::read`] gets them. `None` for a print
    /// from which nothing is shown.
    ready_prints: [Vec<Option<ReadyPrint<'f>>>; 2],
    /// The fonts of all games together.
    fonts: Fonts,
}

#[derive(Debug)]
struct ReadyPrint<'f> {
    ready: PreparedGame<'f>,
    /// Maps each font of this game to its number in `VersionLayouts::fonts`.
    fonts: FontMap,
}

impl<'f> VersionLayouts<'f> {
    /// Reads the layouts that are needed to show the differences.
    ///
    /// # Errors
    /// A layout has mistakes.
    pub fn read(
        prints: [Vec<LayoutWithOptions<'_>>; 2],
        difference: &Difference,
        fonts: &'f Fonts,
        sources: &mut Sources,
    ) -> Result<Self, Report> {
        let mut all = fonts.clone();
        let mut ready_prints = [Vec::new(), Vec::new()];
        for (version_side, prints) in VersionSide::BOTH.into_iter().zip(prints) {
            for (index, print) in prints.into_iter().enumerate() {
                let is_shown = is_shown(difference, version_side, index);
                let read = is_shown.then(|| ready_print(print, fonts, &mut all, sources)).transpose()?;
                ready_prints[version_side.index()].push(read);
            }
        }
        Ok(Self { ready_prints, fonts: all })
    }

    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }
}

fn ready_print<'f>(
    print: LayoutWithOptions<'_>,
    fonts: &'f Fonts,
    all: &mut Fonts,
    sources: &mut Sources,
) -> Result<ReadyPrint<'f>, Report> {
    let LayoutWithOptions { input, mut options } = print;
    (options.only, options.pieces) = (Vec::new(), Vec::new());
    // The versions were compared in full colour, even if the ink setting removes colours. The pictures
    // must show the same colours, so the ink setting is removed.
    options.print_setup.ink = None;
    options.print_setup.test_sheet = false;
    let ready = make::read(input, options, sources, fonts)?;
    let fonts = all.merge(&ready.fonts);
    Ok(ReadyPrint { ready, fonts })
}

/// Returns whether any picture of the differences shows a piece or board of a print. The print belongs
/// to the version `age`, and its index in this version is `print`.
fn is_shown(difference: &Difference, version_side: VersionSide, print: usize) -> bool {
    let changes = difference.components.iter().map(|component| &component.change);
    changes.filter(|change| !change.is_empty()).any(|change| match change {
        Change::Deck(deck) => {
            let samples = deck.rows.iter().filter_map(|row| row.samples[version_side.index()]);
            samples.into_iter().any(|sample| sample.print_index == print)
        }
        Change::Board(board) => board.prints[version_side.index()] == print,
    })
}

/// The pieces and boards of both versions. The first index is the version, the second is the print.
#[derive(Debug)]
pub struct VersionPictures<'a> {
    books: [Vec<Option<PrintPictures<'a>>>; 2],
}

/// The pieces and boards of a print.
#[derive(Debug)]
struct PrintPictures<'a> {
    plan: Plan<'a>,
    /// One picture for each component. It says whether the component is a board or has pieces, and how
    /// large these are.
    subjects: Vec<Picture<'a>>,
    fonts: &'a FontMap,
    own_fonts: &'a Fonts,
}

/// Data that a thread keeps from one drawing to the next, so that it is computed only once.
pub struct AlbumCache<'a> {
    books: [Vec<Option<BookCache<'a>>>; 2],
}

struct BookCache<'a> {
    sheet: SheetCache<'a>,
    faces: Faces<'a>,
}

/// A drawing of a side of a piece. In all fields, the centre of the piece is at (0, 0).
pub struct DrawnPiece {
    pub size: Size,
    pub outline: BezPath,
    /// The drawings of the piece and of its paper, clipped to the outline.
    pub drawings: Vec<Drawing>,
    /// The visible parts of the piece, without the version mark.
    pub parts: Vec<VisiblePart>,
}

/// A drawing of a board.
pub struct DrawnBoard<'a> {
    pub board: SizedBoard<'a>,
    pub fit: BoardFit,
    /// The drawings of the board, in the coordinates of its sheet.
    pub drawings: Vec<Drawing>,
    /// The area of the sheet that contains all drawings, in mm.
    pub bounds: Rect,
    /// The visible parts outside of the cells. Their origin is the centre of the cell (0, 0).
    pub rest: Vec<VisiblePart>,
}

impl<'a> VersionPictures<'a> {
    /// Plans the sheets of both versions.
    ///
    /// # Errors
    /// Something does not fit on paper.
    pub fn new(prints: &'a VersionLayouts<'_>) -> Result<Self, Report> {
        let mut books = [Vec::new(), Vec::new()];
        for (books, prints) in books.iter_mut().zip(&prints.ready_prints) {
            for print in prints {
                books.push(print.as_ref().map(PrintPictures::new).transpose()?);
            }
        }
        Ok(Self { books })
    }

    pub fn cache(&self) -> AlbumCache<'a> {
        let of_book = |book: &PrintPictures<'a>| BookCache {
            sheet: book.plan.sheet_cache_for(1),
            faces: Faces::new(book.own_fonts),
        };
        let books =
            [0, 1].map(|index| self.books[index].iter().map(|book| book.as_ref().map(of_book)).collect());
        AlbumCache { books }
    }

    fn subject(
        &self,
        version_side: VersionSide,
        print: usize,
        component: &str,
    ) -> Option<(&PrintPictures<'a>, &Picture<'a>)> {
        let book = self.books[version_side.index()].get(print)?.as_ref()?;
        Some((book, book.subjects.iter().find(|subject| *subject.component.name == *component)?))
    }

    /// Returns the size of the pieces of a component, in mm. Returns `None` for a board or an unknown
    /// component.
    pub fn piece_size(
        &self,
        version_side: VersionSide,
        piece: PrintedPiece,
        component: &str,
    ) -> Option<Size> {
        match &self.subject(version_side, piece.print_index, component)?.1.shows {
            PictureContent::Pieces { packing, .. } => Some(packing.piece),
            PictureContent::Board(..) => None,
        }
    }

    /// Draws a side of a piece.
    ///
    /// # Errors
    /// The piece does not exist, or cannot be drawn.
    pub fn piece(
        &self,
        version_side: VersionSide,
        piece: PrintedPiece,
        component: &str,
        side: PieceSide,
        cache: &mut AlbumCache<'a>,
    ) -> Result<DrawnPiece, Report> {
        let missing = || missing(component);
        let (book, subject) = self.subject(version_side, piece.print_index, component).ok_or_else(missing)?;
        let own = cache.of(version_side, piece.print_index).ok_or_else(missing)?;
        let PictureContent::Pieces { deck, packing, .. } = &subject.shows else { return Err(missing()) };
        let index = deck.index_of(piece.number as usize).ok_or_else(missing)?;
        let shows = PictureContent::Pieces {
            deck,
            packing: packing.clone(),
            range: index..index + 1,
            grid: (1, 1),
            side,
            bleed: 0.0,
            is_cut_out: true,
        };
        let picture = Picture { component: subject.component, size: packing.piece, shows };
        let sheet = book.plan.picture(&picture, &mut own.sheet)?;
        let mut drawings = sheet.drawings;
        let outline = outline_of(&drawings, packing);
        let in_middle = drawings.iter_mut().find_map(|drawing| match drawing {
            Drawing::Group(group) => Some(group),
            _ => None,
        });
        let mut seen = Vec::new();
        if let Some(group) = in_middle {
            group.transform = Affine::IDENTITY;
            group.clip = Some(outline.clone());
            seen.extend(group.drawings.iter().filter(|drawing| !is_version_mark(drawing)).cloned());
        }
        let parts = DrawingHasher::within(&outline).parts(&seen, Affine::IDENTITY, &own.faces);
        Ok(DrawnPiece { size: packing.piece, outline, drawings: detached(&drawings, book.fonts), parts })
    }

    /// Draws a board.
    ///
    /// # Errors
    /// The board does not exist, or cannot be drawn.
    pub fn board(
        &self,
        version_side: VersionSide,
        print: usize,
        component: &str,
        cache: &mut AlbumCache<'a>,
    ) -> Result<DrawnBoard<'a>, Report> {
        let missing = || missing(component);
        let (book, subject) = self.subject(version_side, print, component).ok_or_else(missing)?;
        let own = cache.of(version_side, print).ok_or_else(missing)?;
        let PictureContent::Board(board, fit) = &subject.shows else { return Err(missing()) };
        let sheet = book.plan.picture(subject, &mut own.sheet)?;
        let paper = Rect::from_origin_size(Point::ORIGIN, sheet.size).to_path(0.1);
        let parts = |drawings: &[Drawing], from: Point, digests: &mut DrawingHasher| {
            digests.parts(drawings, Affine::translate(-from.to_vec2()), &own.faces)
        };
        let all = parts(&sheet.drawings, Point::ORIGIN, &mut DrawingHasher::within(&paper));
        let bounds = all.iter().map(|part| part.bounds).reduce(|a, b| a.union(b));
        let outside: Vec<Drawing> =
            sheet.drawings.iter().filter(|drawing| !is_cell(drawing)).cloned().collect();
        Ok(DrawnBoard {
            board: board.clone(),
            fit: *fit,
            drawings: detached(&sheet.drawings, book.fonts),
            bounds: bounds
                .unwrap_or(fit.cells)
                .inflate(STRIP_AROUND_BOARD_MM, STRIP_AROUND_BOARD_MM)
                .intersect(sheet.size.to_rect()),
            rest: parts(&outside, fit.origin, &mut DrawingHasher::new()),
        })
    }
}

impl<'a> AlbumCache<'a> {
    fn of(&mut self, version_side: VersionSide, print: usize) -> Option<&mut BookCache<'a>> {
        self.books[version_side.index()].get_mut(print)?.as_mut()
    }
}

impl<'a> PrintPictures<'a> {
    fn new(print: &'a ReadyPrint<'_>) -> Result<Self, Report> {
        let PreparedGame { game, setup, fonts, .. } = &print.ready;
        let plan = hexpress_layout::plan(game, fonts, setup)?;
        let mut subjects: Vec<Picture<'a>> = Vec::new();
        for picture in plan.pictures(PictureSubject::Deck) {
            if !subjects.iter().any(|known| known.component.name == picture.component.name) {
                subjects.push(picture);
            }
        }
        Ok(Self { plan, subjects, fonts: &print.fonts, own_fonts: fonts })
    }
}

/// Returns the outline of a piece. The centre of the piece is at (0, 0).
fn outline_of(drawings: &[Drawing], packing: &SheetPacking) -> BezPath {
    let clip = drawings.iter().find_map(|drawing| match drawing {
        Drawing::Group(group) => group.clip.clone(),
        _ => None,
    });
    let rectangle = || match &packing.outline {
        Outline::Rectangle(round) if *round > 0.0 => hexpress_base::round_shapes::rectangle(
            Rect::from_center_size(Point::ORIGIN, packing.piece),
            *round,
        ),
        _ => Rect::from_center_size(Point::ORIGIN, packing.piece).to_path(0.1),
    };
    clip.unwrap_or_else(rectangle)
}

fn is_version_mark(drawing: &Drawing) -> bool {
    let Drawing::Group(group) = drawing else { return false };
    matches!(&group.id, Some(Identity::Of(_, Feature::Single(Single::VersionMarks))))
}

/// Returns whether a drawing is a cell, its name, or a table of cells.
fn is_cell(drawing: &Drawing) -> bool {
    match drawing {
        Drawing::Cells(_) => true,
        Drawing::Group(group) => {
            matches!(&group.id, Some(Identity::Of(_, Feature::Cell(_) | Feature::Name(_))))
        }
        _ => false,
    }
}

fn missing(component: &str) -> Report {
    codes::NOTHING.error(format!("`{component}` cannot be drawn: it is not on any sheet")).into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hexpress_base::cell_address::CellAddress;
    use hexpress_scene::Group;

    use super::*;

    #[test]
    fn cells_and_their_names_are_cells_and_the_plate_is_not() {
        let is_cell_of = |feature| {
            let identity = Identity::Of(Arc::from("board"), feature);
            is_cell(&Drawing::Group(Group::piece(identity, Affine::IDENTITY, Vec::new())))
        };
        assert!(is_cell_of(Feature::Cell(CellAddress::new(1, 2))));
        assert!(is_cell_of(Feature::Name(CellAddress::new(1, 2))));
        assert!(!is_cell_of(Feature::Single(Single::Plate)));
        assert!(!is_cell(&Drawing::Group(Group::plain(Vec::new()))));
    }
}
