//! Posters: boards and pieces on several pages. The pages go in; the whole boards and pieces come out, put together along their
//! seams, and what differs between pages. It reports nothing: the rules for boards and pieces judge the whole.
//!
//! A seam is drawn on both pages that meet at it, which gives the place of each page. Drawings on both pages are compared, and
//! taken once.

mod merged;
pub(crate) mod part;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use kurbo::{Point, Rect, Vec2};

use super::board::FoundBoard;
use super::cut::is_cut;
use super::expected::{Expected, way};
use super::item::is_furniture;
use super::pieces;
use super::sheet::{File, Format, FoundSheet};
use super::small_boards::small_boards;
use super::visible::{Hidden, Ours};
use crate::fault::Fault;
use hexpress_base::identity::{Feature, Identity};
use hexpress_read::{ItemKind, Page};
use merged::{Beyond, Drawing, Merged};

/// A poster, put together.
#[derive(Debug)]
pub struct Poster {
    /// The numbers of its sheets, each with the way from it to the whole; `None` if no seam leads to it.
    pub sheets: Vec<(usize, Option<Vec2>)>,
    /// The seams that are on one sheet or on more than two.
    pub open: Vec<OpenSeam>,
    /// The differences between drawings that two sheets show.
    pub apart: Vec<Difference>,
    /// Its texts.
    pub words: Vec<PosterText>,
    /// Whether other sheets are in files that were not given.
    pub alone: bool,
    /// Whether all its sheets are there and have a place.
    pub whole: bool,
}

/// A seam that is not on two sheets.
#[derive(Debug)]
pub struct OpenSeam {
    /// The number of one of its sheets.
    pub sheet: usize,
    pub name: Arc<str>,
    /// The number of sheets that have it.
    pub count: usize,
}

/// The difference between two drawings of one thing on two sheets.
#[derive(Debug)]
pub struct Difference {
    /// The number of one of the sheets.
    pub sheet: usize,
    /// The box of the drawing on that sheet, in mm.
    pub rect: Rect,
    pub id: Arc<Identity>,
    /// The largest distance between the same points, in mm; infinite if the drawings have different points.
    pub distance: f64,
}

/// A text of a poster.
#[derive(Debug)]
pub struct PosterText {
    /// The number of its sheet.
    pub sheet: usize,
    pub id: Option<Arc<Identity>>,
    pub string: String,
    /// Its box on the sheet, in mm.
    pub rect: Rect,
    /// Whether no clip cuts it.
    pub is_whole: bool,
}

/// Puts posters together. The first sheet of each gets the whole board or piece and all drawings; the other sheets have none
/// left.
pub fn assemble(files: &[File], sheets: &mut [FoundSheet], expected: Option<Expected<'_>>) -> Vec<Poster> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, sheet) in sheets.iter().enumerate() {
        if let Some(part) = &sheet.part {
            groups.entry((sheet.name.clone(), part.piece.clone())).or_default().push(index);
        }
    }
    // An SVG without its layout does not say which other files belong to its build.
    let alone = files.iter().any(|file| match file.sheet {
        Some((_, count)) => count > files.len(),
        None => file.format == Format::Svg && file.record.is_none(),
    });
    groups.into_values().map(|indexes| together(sheets, expected, &indexes, alone)).collect()
}

fn together(
    sheets: &mut [FoundSheet],
    expected: Option<Expected<'_>>,
    indexes: &[usize],
    alone: bool,
) -> Poster {
    let mut poster = Poster {
        sheets: Vec::new(),
        open: Vec::new(),
        apart: Vec::new(),
        words: Vec::new(),
        alone,
        whole: false,
    };
    let shifts = poster.find_shifts(sheets, indexes);
    poster.sheets = indexes.iter().map(|&i| (i, shifts.get(&i).copied())).collect();
    poster.whole = poster.open.is_empty() && poster.sheets.iter().all(|(_, shift)| shift.is_some());
    let mut merged = Merged::default();
    let mut beyond = Vec::new();
    for &(index, shift) in &poster.sheets {
        let (Some(shift), Some(page)) = (shift, sheets[index].page.take()) else { continue };
        let seams = sheets[index].part.as_ref().and_then(|part| part.clip);
        for item in page.items {
            if is_furniture(&item) && !is_cut(&item) {
                continue;
            }
            if let ItemKind::Text(text) = &item.kind {
                poster.words.push(PosterText {
                    sheet: index,
                    id: item.id.clone(),
                    string: text.string.clone(),
                    rect: text.outline,
                    is_whole: item.clip.is_none_or(|clip| {
                        let roomy = clip.inflate(0.01, 0.01);
                        roomy.union(text.outline) == roomy
                    }),
                });
            }
            let has_own_clip = item.clip.is_some() && item.clip != seams;
            let item = item.moved(shift);
            match item.id.as_deref() {
                Some(Identity::Of(component, Feature::Beyond(cell))) => {
                    let owner = Arc::new(Identity::Of(Arc::clone(component), Feature::Cell(*cell)));
                    merged.add_beyond(index, &owner, &item);
                    beyond.push(Beyond { sheet: index, owner, item });
                }
                _ => {
                    let drawing = Drawing { sheet: index, item, has_own_clip, shift };
                    merged.add(drawing, &mut poster.apart);
                }
            }
        }
    }
    merged.compare(beyond, &poster.sheets, &mut poster.apart);
    if let (true, Some(&first)) = (poster.whole, indexes.first()) {
        let sheet = &mut sheets[first];
        let piece = sheet.part.as_ref().and_then(|part| part.piece.clone());
        let mut page = Page {
            number: sheet.number,
            media: Rect::from_origin_size((0.0, 0.0), sheet.size),
            digest: sheet.digest.clone(),
            items: if piece.is_some() { merged.into_piece() } else { merged.into_board() },
            ..Page::default()
        };
        // Only the whole shows what covers what, because each sheet has a part of the drawings of others.
        if let Some(ours) = expected.and_then(|expected| Ours::of(&page, expected)) {
            sheet.hidden = Hidden::take_out_of(&mut page, ours);
        }
        match piece {
            None => {
                let layout = sheet.component.and_then(|i| expected?.game.components.get(i)?.board());
                sheet.board = FoundBoard::seek(&page, layout);
            }
            Some(_) => {
                let deck = expected.zip(sheet.component).and_then(|(expected, component)| {
                    Some((expected, expected.game.components.get(component)?.deck()?))
                });
                sheet.pieces = pieces::of(&page, deck.map(|(_, deck)| deck), way(expected));
                let small = deck.map(|(expected, deck)| small_boards(&page, deck, &sheet.pieces, expected));
                sheet.small = small.unwrap_or_default();
            }
        }
        sheet.page = Some(page);
    }
    poster
}

impl Poster {
    /// Finds the vector from each sheet to its place in the whole. The first sheet stays in place.
    fn find_shifts(&mut self, sheets: &[FoundSheet], indexes: &[usize]) -> BTreeMap<usize, Vec2> {
        let mut sharing: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for &index in indexes {
            sheets[index].seams().for_each(|(name, _)| sharing.entry(name).or_default().push(index));
        }
        let open = sharing.iter().filter(|(_, sheets)| sheets.len() != 2).filter_map(|(name, sheets)| {
            Some(OpenSeam { sheet: *sheets.first()?, name: Arc::clone(name), count: sheets.len() })
        });
        self.open = open.collect();
        let mut shifts: BTreeMap<usize, Vec2> =
            indexes.first().map(|&i| (i, Vec2::ZERO)).into_iter().collect();
        let mut queue: VecDeque<usize> = indexes.first().copied().into_iter().collect();
        while let Some(index) = queue.pop_front() {
            let shift = shifts.get(&index).copied().unwrap_or_default();
            for (name, own) in sheets[index].seams() {
                for &other in sharing.get(name).into_iter().flatten().filter(|other| **other != index) {
                    let Some(theirs) = sheets[other].part.as_ref().and_then(|part| part.seams.get(name))
                    else {
                        continue;
                    };
                    let own = &own.corners;
                    let (Some(a), Some(b)) = (own.first(), theirs.corners.first()) else { continue };
                    let way = shift + (*a - *b);
                    let same = own.len() == theirs.corners.len();
                    let offs =
                        own.iter().zip(&theirs.corners).map(|(p, q)| ((*p + shift) - (*q + way)).hypot());
                    let most = offs.fold(if same { 0.0 } else { f64::INFINITY }, f64::max);
                    let distance = shifts.get(&other).map_or(most, |known| most.max((way - *known).hypot()));
                    if let Entry::Vacant(free) = shifts.entry(other) {
                        free.insert(way);
                        queue.push_back(other);
                    }
                    if index < other {
                        let rect = Rect::from_points(*b, *b);
                        let id = Arc::clone(&theirs.id);
                        self.apart.push(Difference { sheet: other, rect, id, distance });
                    }
                }
            }
        }
        shifts
    }

    /// Returns the number of the sheet that shows a point of the whole best, and the way from it to the whole.
    pub fn home(&self, sheets: &[FoundSheet], point: Point) -> Option<(usize, Vec2)> {
        let depths = self.sheets.iter().filter_map(|(index, shift)| {
            let window = sheets.get(*index)?.part.as_ref()?.window;
            let way = (*shift)?;
            let p = point - way;
            let depth = (p.x - window.x0).min(window.x1 - p.x).min(p.y - window.y0).min(window.y1 - p.y);
            Some((depth, (*index, way)))
        });
        depths.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, home)| home)
    }

    /// Moves a fault of the whole to the sheet that shows its place best.
    pub fn place(&self, sheets: &[FoundSheet], fault: &mut Fault) {
        let first = self.sheets.first().and_then(|(index, _)| sheets.get(*index));
        let (Some(spot), Some(first)) = (&mut fault.spot, first) else { return };
        if (spot.file, spot.page) != (first.file, first.number) {
            return;
        }
        let Some(rect) = spot.rect else { return };
        if let Some((index, shift)) = self.home(sheets, rect.center()) {
            let sheet = &sheets[index];
            (spot.file, spot.page, spot.rect) = (sheet.file, sheet.number, Some(rect - shift));
        }
    }

    /// Returns the number of the sheet that has the whole board or piece.
    pub fn first(&self) -> Option<usize> {
        self.sheets.first().map(|(index, _)| *index)
    }
}
