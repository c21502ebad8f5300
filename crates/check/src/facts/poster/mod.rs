//! Posters: boards and pieces that lie on several pages, put together again along their seams.
//!
//! A seam is drawn on both pages that meet at it, so it says how they lie to each other. What is drawn on both is
//! compared there; then each drawing is taken once, and the rules for boards and pieces judge the whole.

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
use crate::base::identity::{Feature, Identity};
use crate::check::fault::Fault;
use crate::read::{ItemKind, Page};
use merged::Merged;

/// A poster that was put together.
#[derive(Debug)]
pub struct Poster {
    /// Its sheets among all, each with the way from it to the whole; none where no seam leads to it.
    pub sheets: Vec<(usize, Option<Vec2>)>,
    /// Seams that not two sheets have: one of these, the seam, and how many they are.
    pub open: Vec<(usize, Arc<str>, usize)>,
    /// What lies apart on two sheets: a sheet, where on it, what, and by how much.
    pub apart: Vec<(usize, Rect, Arc<Identity>, f64)>,
    /// Words: their sheet, whose they are, what they say, where, and whether all of them is seen.
    pub words: Vec<(usize, Option<Arc<Identity>>, String, Rect, bool)>,
    /// Whether other sheets are in files that were not given.
    pub alone: bool,
    /// Whether it is all there.
    pub whole: bool,
}

/// Puts the posters among all pages together. The board or the piece, and its drawings, are then those of a poster's
/// first page, in its place; its other pages have none.
pub fn assemble(files: &[File], sheets: &mut [FoundSheet], expected: Option<Expected<'_>>) -> Vec<Poster> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, sheet) in sheets.iter().enumerate() {
        if let Some(part) = &sheet.part {
            groups.entry((sheet.name.clone(), part.piece.clone())).or_default().push(index);
        }
    }
    // Of an SVG without its layout it is not known which others its build has.
    let is_alone = |file: &File| match file.sheet {
        Some((_, of)) => of > files.len(),
        None => file.format == Format::Svg && file.record.is_none(),
    };
    let alone = files.iter().any(is_alone);
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
    let shifts = poster.lie(sheets, indexes);
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
                let inside =
                    |clip: Rect| clip.inflate(0.01, 0.01).union(text.outline) == clip.inflate(0.01, 0.01);
                let seen = item.clip.is_none_or(inside);
                poster.words.push((index, item.id.clone(), text.string.clone(), text.outline, seen));
            }
            let clipped = item.clip.is_some() && item.clip != seams;
            let item = item.moved(shift);
            match item.id.as_deref() {
                Some(Identity::Of(component, Feature::Beyond(cell))) => {
                    let owner = Arc::new(Identity::Of(Arc::clone(component), Feature::Cell(*cell)));
                    merged.add_beyond(index, &owner, &item);
                    beyond.push((index, owner, item));
                }
                _ => merged.add(index, (item, clipped), &mut poster.apart, shift),
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
            items: if piece.is_some() { merged.clipped() } else { merged.whole() },
            ..Page::default()
        };
        // What covers what is seen in the whole alone: each part shows some of what others have.
        if let Some(ours) = expected.and_then(|expected| Ours::of(&page, expected)) {
            sheet.hidden = Hidden::take_out_of(&mut page, ours);
        }
        match piece {
            None => {
                let layout = sheet.component.and_then(|i| expected?.game.components.get(i)?.board());
                sheet.board = FoundBoard::seek(&page, layout);
            }
            Some(_) => {
                let deck = expected.zip(sheet.component);
                let deck = deck.and_then(|(expected, component)| {
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
    /// From each sheet that a seam leads to, the way to the whole board, in which the first sheet stays in place.
    fn lie(&mut self, sheets: &[FoundSheet], indexes: &[usize]) -> BTreeMap<usize, Vec2> {
        let part = |index: usize| sheets[index].part.as_ref();
        let seams = |index: usize| part(index).into_iter().flat_map(|part| part.seams.iter());
        let mut sharing: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for &index in indexes {
            seams(index).for_each(|(name, _)| sharing.entry(name).or_default().push(index));
        }
        let lone = sharing.iter().filter(|(_, sheets)| sheets.len() != 2);
        let open = lone.filter_map(|(name, sheets)| Some((*sheets.first()?, Arc::clone(name), sheets.len())));
        self.open = open.collect();
        let mut shifts: BTreeMap<usize, Vec2> =
            indexes.first().map(|&i| (i, Vec2::ZERO)).into_iter().collect();
        let mut queue: VecDeque<usize> = indexes.first().copied().into_iter().collect();
        while let Some(index) = queue.pop_front() {
            let shift = shifts.get(&index).copied().unwrap_or_default();
            for (name, own) in seams(index) {
                for &other in sharing.get(name).into_iter().flatten().filter(|&&other| other != index) {
                    let Some(theirs) = part(other).and_then(|part| part.seams.get(name)) else { continue };
                    let own = &own.corners;
                    let (Some(a), Some(b)) = (own.first(), theirs.corners.first()) else { continue };
                    let way = shift + (*a - *b);
                    let same = own.len() == theirs.corners.len();
                    let off =
                        own.iter().zip(&theirs.corners).map(|(p, q)| ((*p + shift) - (*q + way)).hypot());
                    let off = off.fold(if same { 0.0 } else { f64::INFINITY }, f64::max);
                    let off = shifts.get(&other).map_or(off, |known| off.max((way - *known).hypot()));
                    if let Entry::Vacant(free) = shifts.entry(other) {
                        free.insert(way);
                        queue.push_back(other);
                    }
                    if index < other {
                        let rect = Rect::from_points(*b, *b);
                        self.apart.push((other, rect, Arc::clone(&theirs.id), off));
                    }
                }
            }
        }
        shifts
    }

    /// The sheet on which a point of the whole board is best seen, and the way from there to the whole.
    pub fn home(&self, sheets: &[FoundSheet], point: Point) -> Option<(usize, Vec2)> {
        let deep = |(index, shift): &(usize, Option<Vec2>)| {
            let (window, shift) = (sheets.get(*index)?.part.as_ref()?.window, (*shift)?);
            let p = point - shift;
            let deep = (p.x - window.x0).min(window.x1 - p.x).min(p.y - window.y0).min(window.y1 - p.y);
            Some((deep, *index, shift))
        };
        let best = self.sheets.iter().filter_map(deep).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, index, shift)| (index, shift))
    }

    /// Puts a fault of the whole board on the sheet where it is seen.
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

    /// The page whose board is the whole one.
    pub fn first(&self) -> Option<usize> {
        self.sheets.first().map(|(index, _)| *index)
    }
}
