//! Puts posters together. A poster is a board or a piece that extends over several pages.
//!
//! - In: the pages with seams.
//! - Out: the whole boards and pieces, and the differences between pages.
//! - Not here: reporting faults. The rules for boards and pieces check the whole poster.
//!
//! Two pages meet at a seam, which is drawn on both of them. The seams therefore show where each page
//! belongs. If two pages show the same drawing, the two versions are compared, and one of them is used.

mod merged;
pub(crate) mod part;
mod shifts;

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Point, Rect, Vec2};

use super::board::FoundBoard;
use super::cut::is_cut;
use super::expected::Expected;
use super::item::is_furniture;
use super::sheet::{File, Format, FoundSheet, PieceSheet, PosterWhole, SheetContent};
use super::visible::{Hidden, PageLayout};
use crate::fault::Fault;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_read::{Item, ItemKind, Page, Text};
use merged::{Merged, OverlapDrawing, PlacedDrawing};
use shifts::PlacedBySeams;

/// A poster, put together from its sheets.
#[derive(Debug)]
pub struct Poster {
    pub sheets: Vec<PlacedSheet>,
    /// The seams that are not on exactly two sheets.
    pub open_seams: Vec<OpenSeam>,
    /// The differences between two sheets that show the same drawing.
    pub differences: Vec<SeamDifference>,
    pub texts: Vec<PosterText>,
    /// Whether the poster continues in files that were not given.
    pub lacks_files: bool,
    /// Whether the user chose only some sheets of the board for the build.
    pub is_chosen: bool,
    /// Whether the poster has all its sheets and their places are known.
    pub is_complete: bool,
}

/// A sheet of a poster.
#[derive(Debug, Clone, Copy)]
pub struct PlacedSheet {
    pub index: usize,
    /// The vector from the place of a point on the sheet to its place on the whole poster, in mm.
    /// `None` if no seams connect the sheet with the first sheet.
    pub shift: Option<Vec2>,
}

/// The sheet that shows a point of the poster best. Each sheet shows a part of the poster, and on this
/// sheet the point is the farthest from the edges of that part.
#[derive(Debug, Clone, Copy)]
pub struct BestSheet {
    pub index: usize,
    /// The vector from the place of a point on the sheet to its place on the whole poster, in mm.
    pub shift: Vec2,
}

/// A seam that is not on exactly two sheets.
#[derive(Debug)]
pub struct OpenSeam {
    /// The index of a sheet that has the seam.
    pub sheet: usize,
    pub name: Arc<str>,
    /// The number of sheets that have the seam.
    pub count: usize,
}

/// The difference between two drawings of the same element on two sheets.
#[derive(Debug)]
pub struct SeamDifference {
    pub sheet: usize,
    /// The box of the drawing on the sheet `sheet`, in mm.
    pub rect: Rect,
    pub id: Arc<Identity>,
    /// The largest distance between corresponding points, in mm. It is infinite if the drawings have
    /// different kinds or different numbers of points.
    pub distance: f64,
}

#[derive(Debug)]
pub struct PosterText {
    pub sheet: usize,
    pub id: Option<Arc<Identity>>,
    pub string: String,
    /// The box of the text on its sheet, in mm.
    pub rect: Rect,
    /// Whether no clip cuts off a part of the text.
    pub is_whole: bool,
}

/// Puts posters together. The first sheet of each poster gets the whole board or piece, with the
/// drawings of all sheets. The other sheets keep no drawings.
pub fn assemble(files: &[File], sheets: &mut [FoundSheet], expected: Option<Expected<'_>>) -> Vec<Poster> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, sheet) in sheets.iter().enumerate() {
        if let Some(part) = sheet.poster_part() {
            groups.entry((sheet.name.clone(), part.piece.clone())).or_default().push(index);
        }
    }
    // An SVG without a record does not say which other files belong to the same build.
    let lacks_files = files.iter().any(|file| match file.sheet {
        Some(sheet) => sheet.count > files.len(),
        None => file.format == Format::Svg && file.record.is_none(),
    });
    let assemble_one = |indexes: Vec<usize>| {
        let (mut poster, merged) = Poster::merge(sheets, &indexes);
        poster.lacks_files = lacks_files;
        let component = indexes.first().and_then(|first| sheets.get(*first)?.component);
        let component = component.and_then(|index| expected?.game.components.get(index));
        poster.is_chosen = component.is_some_and(|component| !component.sheets.is_empty());
        if let (true, Some(first)) = (poster.is_complete, indexes.first()) {
            add_whole(&mut sheets[*first], merged, expected);
        }
        poster
    };
    groups.into_values().map(assemble_one).collect()
}

/// `merged` contains the drawings of all sheets of a poster. Finds the whole board or piece in them, and
/// adds it to the first sheet.
fn add_whole(sheet: &mut FoundSheet, merged: Merged, expected: Option<Expected<'_>>) {
    let SheetContent::PosterPart(poster) = &mut sheet.content else { return };
    let shows_piece = poster.part.piece.is_some();
    let mut page = Page {
        number: sheet.number,
        media: Rect::from_origin_size((0.0, 0.0), sheet.size),
        digest: sheet.digest.clone(),
        items: if shows_piece { merged.into_piece() } else { merged.into_board() },
        ..Page::default()
    };
    // A drawing may cover drawings of neighbouring sheets. So hidden drawings can be found only on the
    // whole poster.
    if let Some(ours) = expected.and_then(|expected| PageLayout::new(&page, expected)) {
        sheet.hidden = Hidden::take_out_of(&mut page, ours);
    }
    let component = sheet.component.and_then(|i| expected?.game.components.get(i));
    poster.whole = Some(if shows_piece {
        let deck = component.and_then(|component| component.deck());
        PosterWhole::Pieces(PieceSheet::find(&page, deck, expected))
    } else {
        let board = FoundBoard::seek(&page, component.and_then(|component| component.board()));
        PosterWhole::Board(board.map(Box::new))
    });
    sheet.page = Some(page);
}

/// Returns whether a drawing is the QR code at the edge of its sheet. This code is not a part of the
/// poster, because no other sheet shows it.
fn is_sheet_code(item: &Item) -> bool {
    let feature = item.id.as_deref().and_then(Identity::feature);
    matches!(feature, Some(Feature::Single(Single::SheetCode)))
}

impl Poster {
    /// Takes the drawings out of the sheets of a poster, and returns each drawing once.
    fn merge(sheets: &mut [FoundSheet], indexes: &[usize]) -> (Self, Merged) {
        let PlacedBySeams { sheets: placed, open_seams, differences } = PlacedBySeams::new(sheets, indexes);
        let is_complete = open_seams.is_empty() && placed.iter().all(|sheet| sheet.shift.is_some());
        let mut poster = Self {
            sheets: placed,
            open_seams,
            differences,
            texts: Vec::new(),
            lacks_files: false,
            is_chosen: false,
            is_complete,
        };
        let mut merged = Merged::default();
        let mut beyond = Vec::new();
        for &PlacedSheet { index, shift } in &poster.sheets {
            let (Some(shift), Some(page)) = (shift, sheets[index].page.take()) else { continue };
            let seam_clip = sheets[index].poster_part().and_then(|part| part.clip);
            for item in page.items {
                if (is_furniture(&item) || is_sheet_code(&item)) && !is_cut(&item) {
                    continue;
                }
                if let ItemKind::Text(text) = &item.kind {
                    poster.texts.push(PosterText::new(index, &item, text));
                }
                let has_own_clip = item.clip.is_some() && item.clip != seam_clip;
                let item = item.moved(shift);
                if let Some(owner) = owner_beyond_seam(&item) {
                    merged.add_beyond(index, &owner, &item);
                    beyond.push(OverlapDrawing { sheet: index, owner, item });
                } else {
                    let drawing = PlacedDrawing { sheet: index, item, has_own_clip, shift };
                    merged.add(drawing, &mut poster.differences);
                }
            }
        }
        merged.compare(beyond, &poster.sheets, &mut poster.differences);
        (poster, merged)
    }

    /// Returns the sheet that shows a point of the whole poster best; see [`BestSheet`]. Returns `None`
    /// if the poster has no placed sheet.
    pub fn sheet_showing_best(&self, sheets: &[FoundSheet], point: Point) -> Option<BestSheet> {
        let depths = self.sheets.iter().filter_map(|&PlacedSheet { index, shift }| {
            let window = sheets.get(index)?.poster_part()?.window;
            let shift = shift?;
            let p = point - shift;
            let depth = (p.x - window.x0).min(window.x1 - p.x).min(p.y - window.y0).min(window.y1 - p.y);
            Some((depth, BestSheet { index, shift }))
        });
        depths.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, best)| best)
    }

    /// Moves a fault of the whole poster to the sheet that shows the middle of the fault best; see
    /// [`BestSheet`].
    pub fn place(&self, sheets: &[FoundSheet], fault: &mut Fault) {
        let first = self.first().and_then(|index| sheets.get(index));
        let (Some(spot), Some(first)) = (&mut fault.spot, first) else { return };
        if (spot.file, spot.page) != (first.file, first.number) {
            return;
        }
        let Some(rect) = spot.rect else { return };
        if let Some(BestSheet { index, shift }) = self.sheet_showing_best(sheets, rect.center()) {
            let sheet = &sheets[index];
            (spot.file, spot.page, spot.rect) = (sheet.file, sheet.number, Some(rect - shift));
        }
    }

    /// Returns the index of the sheet that holds the whole board or piece. Returns `None` if the poster has
    /// no sheets.
    pub fn first(&self) -> Option<usize> {
        self.sheets.first().map(|sheet| sheet.index)
    }
}

impl PosterText {
    fn new(sheet: usize, item: &Item, text: &Text) -> Self {
        Self {
            sheet,
            id: item.id.clone(),
            string: text.string.clone(),
            rect: text.outline,
            is_whole: item.clip.is_none_or(|clip| {
                let roomy = clip.inflate(0.01, 0.01);
                roomy.union(text.outline) == roomy
            }),
        }
    }
}

/// If a drawing belongs to a cell beyond a seam, returns the id of the cell. Otherwise returns `None`.
fn owner_beyond_seam(item: &Item) -> Option<Arc<Identity>> {
    match item.id.as_deref() {
        Some(Identity::Of(component, Feature::Beyond(cell))) => {
            Some(Arc::new(Identity::Of(Arc::clone(component), Feature::Cell(*cell))))
        }
        _ => None,
    }
}
