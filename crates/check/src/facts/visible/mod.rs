//! Finds the visible part of a page.
//!
//! - In: a page.
//! - Out: the page without hidden drawings, a list of the hidden drawings, and a list of the
//!   drawings that hide them.
//! - Not here: reporting faults.
//!
//! These drawings are removed before any rule looks at the page:
//!
//! - drawings that a later one covers completely
//! - drawings that are clipped away
//! - drawings in the colour of their background
//! - invisible text

mod drawing_stack;
mod letters;
mod ours;
mod pale;
mod rim;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kurbo::{Point, Rect};

use self::drawing_stack::DrawingStack;
pub use self::ours::PageLayout;
pub use self::pale::LowContrastShape;
use super::board::side_counts_of_cells;
use super::item::{is_furniture, visible_bounds};
use super::poster::part::PosterPart;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::winding;
use hexpress_base::identity::Identity;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::find::{self, Polygon};
use hexpress_read::{Item, ItemKind, Page, Rgb, Text};

/// The largest number of comparisons on a page. If a page needs more, covered drawings are not
/// searched.
///
/// This number is estimated: all drawings, multiplied by the drawings that may cover others.
const MAX_COMPARISONS: usize = 2_000_000_000;
/// Says what is not judged on a page with too many drawings.
const COVERED_NOT_JUDGED: &str =
    "which drawings are covered by later drawings: the page has too many drawings";
/// Says what is not judged on single sheets of a poster. It is judged on the whole poster instead.
const ON_POSTERS: &str = "which drawings on the single sheets of a poster are covered by later drawings";

/// The drawings of a page that are hidden, partly hidden or hardly visible.
#[derive(Debug, Clone, Default)]
pub struct Hidden {
    /// The drawings that hide text or cells, in drawing order.
    pub covers: Vec<Cover>,
    /// The number of cells that later drawings partly cover.
    pub partly_covered_cells: usize,
    /// The number of white drawings on bare paper.
    pub white: usize,
    /// The hidden cells. They still have a place on the board.
    pub cells: BTreeSet<CellAddress>,
    /// The boxes, in mm, of cells that are cut off by a clip of their own.
    pub clipped: Vec<Rect>,
    /// Whether a text or a cell is under a drawing that may be transparent. It is then not certain
    /// whether the text or cell is visible.
    pub is_unsure: bool,
    /// Says what was not examined on the page; `None` if everything was examined.
    pub unknown: Option<&'static str>,
    /// The shapes in the colour of their background, in drawing order.
    pub pale: Vec<LowContrastShape>,
}

/// A drawing that hides other drawings.
#[derive(Debug, Clone, Default)]
pub struct Cover {
    /// The box of the drawing's visible part, in mm.
    pub rect: Rect,
    pub id: Option<Arc<Identity>>,
    /// The colour of the drawing, if it has a single opaque colour.
    pub colour: Option<Rgb>,
    /// The first text that the drawing hides completely or partly. `None` if the drawing hides no text.
    pub first: Option<Box<Text>>,
    /// Whether the drawing belongs to an annotation.
    pub is_annotation: bool,
    /// The texts that the drawing hides completely.
    pub words: Vec<String>,
    /// The texts that the drawing hides partly.
    pub partly_hidden_texts: Vec<String>,
    /// The number of cells that the drawing hides completely.
    pub cells: usize,
    /// The number of cells that the drawing hides by half or more, but not completely. Always 0 for
    /// drawings that are not on the sheet of a board.
    pub half_cells: usize,
}

impl Hidden {
    /// Removes all hidden drawings from a page that another program made, and returns a summary of them.
    pub fn take_out(page: &mut Page) -> Self {
        if has_too_many(page) {
            return Self { unknown: Some(COVERED_NOT_JUDGED), ..Self::default() };
        }
        // The sheets of a poster overlap, and near a seam a sheet may show only a part of a drawing. So
        // hidden drawings are searched only on the whole poster.
        if PosterPart::from_page(page).is_some() {
            return Self { unknown: Some(ON_POSTERS), ..Self::default() };
        }
        let mut hidden = Self::default();
        let mut stack = DrawingStack::from_page(page);
        let polygons = find::polygons_of(page, &side_counts_of_cells(page));
        hidden.clipped = clipped(page, &polygons);
        let mut covers = SortedMap::new();
        stack.hide_texts_and_cells(&polygons, &mut covers, &mut hidden);
        stack.hide_others();
        hidden.white = stack.hide_white();
        hidden.covers = covers.into_values().collect();
        let is_hidden = stack.is_hidden;
        retain_seen(page, &is_hidden);
        hidden
    }
}

impl Cover {
    /// Returns whether the drawing hides parts of cells, and nothing else.
    pub fn hides_only_parts_of_cells(&self) -> bool {
        self.half_cells > 0 && self.cells == 0 && self.words.is_empty() && self.partly_hidden_texts.is_empty()
    }

    fn hide(&mut self, text: Option<&Text>) {
        self.first = self.first.take().or_else(|| text.cloned().map(Box::new));
        self.words.extend(text.map(|text| text.string.trim().to_owned()));
    }

    fn hide_in_part(&mut self, text: &Text) {
        self.first.get_or_insert_with(|| Box::new(text.clone()));
        self.partly_hidden_texts.push(text.string.trim().to_owned());
    }
}

/// Returns whether comparing all drawings of a page would take too long.
fn has_too_many(page: &Page) -> bool {
    let may_cover = page.items.iter().filter(|item| opaque_fill(item).is_some()).count();
    page.items.len().saturating_mul(may_cover) > MAX_COMPARISONS
}

/// Removes the items of a page for which `is_hidden` is true.
fn retain_seen(page: &mut Page, is_hidden: &[bool]) {
    if is_hidden.contains(&true) {
        let mut is_hidden = is_hidden.iter();
        page.items.retain(|_| !is_hidden.next().copied().unwrap_or(false));
    }
}

/// Returns the boxes of cells that are cut off by a clip, in mm.
///
/// If many drawings share a clip, it is the edge of a picture. Cells that it cuts off are not returned.
fn clipped(page: &Page, cells: &[Polygon]) -> Vec<Rect> {
    /// A clip that more drawings share than this is the edge of a picture. The clip of a single cell is
    /// shared only by its background, its line and its texts.
    const MAX_CLIP_SHARERS: usize = 4;
    let mut sharing: HashMap<[u64; 4], usize> = HashMap::new();
    for clip in page.items.iter().filter_map(|item| item.clip) {
        *sharing.entry(bits(clip)).or_default() += 1;
    }
    let items = cells.iter().filter_map(|cell| page.items.get(cell.item));
    let cut = items.filter(|item| {
        is_cut_by_clip(item)
            && item.clip.is_some_and(|clip| sharing.get(&bits(clip)) <= Some(&MAX_CLIP_SHARERS))
    });
    cut.filter_map(|item| item.painted_bounds).collect()
}

fn bits(rect: Rect) -> [u64; 4] {
    [rect.x0, rect.y0, rect.x1, rect.y1].map(f64::to_bits)
}

/// Returns whether the clip of a drawing cuts off more than a narrow strip at its edge.
fn is_cut_by_clip(item: &Item) -> bool {
    /// The smallest fraction of the width and of the height that must remain visible. If less remains,
    /// the drawing counts as cut off.
    const MIN_VISIBLE_FRACTION: f64 = 0.9;
    let Some((whole, left)) = item.painted_bounds.zip(visible_bounds(item)).filter(|_| item.clip.is_some())
    else {
        return false;
    };
    left.width() < MIN_VISIBLE_FRACTION * whole.width()
        || left.height() < MIN_VISIBLE_FRACTION * whole.height()
}

/// Returns the colour that a drawing paints over earlier drawings.
///
/// Returns `None` if the drawing has no fill or may be transparent.
fn opaque_fill(item: &Item) -> Option<Rgb> {
    match &item.kind {
        ItemKind::Path { fill, .. } if item.effect == 0 && item.shades.is_none() => *fill,
        _ => None,
    }
}

/// Returns whether a drawing may be transparent. Such drawings are pictures, patterns, and drawings that
/// are blended or masked.
fn may_be_transparent(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { fill, .. } => fill.is_some() && (item.effect != 0 || item.shades.is_some()),
        ItemKind::Image { .. } => true,
        ItemKind::Text(_) => false,
    }
}

/// Returns whether a drawing shows where to cut, or belongs to the sheet, such as a ruler. Pieces may
/// cover such drawings.
fn is_for_printer(item: &Item) -> bool {
    is_furniture(item)
        || matches!(
            item.id.as_deref(),
            Some(
                Identity::Cut
                    | Identity::Hole
                    | Identity::Fold
                    | Identity::Crease
                    | Identity::Slit
                    | Identity::Glue
            )
        )
}

fn is_white(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { fill, stroke, .. } => {
            // If the drawing has no fill, an effect can change only the ends of lines.
            (item.effect == 0 || fill.is_none())
                && item.shades.is_none()
                && fill.is_none_or(|fill| fill == Rgb::WHITE)
                && stroke.as_ref().is_none_or(|stroke| stroke.colour == Rgb::WHITE)
        }
        _ => false,
    }
}

fn visible_text(item: &Item) -> Option<&Text> {
    match &item.kind {
        ItemKind::Text(text) if !text.invisible && !text.string.trim().is_empty() => Some(text),
        _ => None,
    }
}

/// Returns whether a point is inside an outline by both fill rules (nonzero and even-odd).
fn is_inside(item: &Item, point: Point) -> bool {
    matches!(&item.kind, ItemKind::Path { path, .. } if winding(path, point) % 2 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page that shows the SVG elements in `body`. Their unit is mm.
    fn page(body: &str) -> Page {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\">{body}</svg>"
        );
        hexpress_read::svg(text.as_bytes()).unwrap().document.pages.remove(0)
    }

    /// Returns the number of visible drawings.
    fn visible_items(mut page: Page) -> usize {
        Hidden::take_out(&mut page);
        page.items.len()
    }

    const DISC: &str =
        "<circle cx=\"50\" cy=\"50\" r=\"10\" fill=\"red\" stroke=\"black\" stroke-width=\"1\"/>";

    #[test]
    fn a_drawing_that_a_later_one_covers_whole_is_not_seen() {
        for (over, count) in [
            ("<rect x=\"39\" y=\"39\" width=\"22\" height=\"22\" fill=\"blue\"/>", 1),
            // The line around the disc is only partly covered, so the disc stays visible.
            ("<rect x=\"39.8\" y=\"39.8\" width=\"20.4\" height=\"20.4\" fill=\"blue\"/>", 2),
            ("<circle cx=\"50\" cy=\"50\" r=\"10.6\" fill=\"blue\"/>", 1),
            ("<circle cx=\"50\" cy=\"50\" r=\"10.4\" fill=\"blue\"/>", 2),
            // The drawing surrounds the disc, but has a hole in which the disc stays visible.
            ("<path d=\"M0 0H100V100H0ZM5 5V95H95V5Z\" fill=\"blue\"/>", 2),
            // If the same drawing is on the page twice, neither covers the other.
            (DISC, 2),
        ] {
            assert_eq!(visible_items(page(&format!("{DISC}{over}"))), count, "{over}");
        }
    }

    #[test]
    fn white_on_bare_paper_is_not_seen() {
        let white = "<rect x=\"48\" y=\"48\" width=\"4\" height=\"4\" fill=\"white\"/>";
        assert_eq!(visible_items(page(white)), 0);
        assert_eq!(visible_items(page(&format!("{DISC}{white}"))), 2);
        assert_eq!(visible_items(page(&format!("{white}{DISC}"))), 1);
    }

    #[test]
    fn drawings_outside_their_clip_or_the_crop_box_are_not_seen() {
        let mut cropped = page(DISC);
        cropped.crop = Some(Rect::new(0.0, 0.0, 30.0, 100.0));
        assert_eq!(visible_items(cropped), 0);
        let mut clipped = page(DISC);
        clipped.items[0].clip = Some(Rect::new(0.0, 0.0, 30.0, 100.0));
        assert_eq!(visible_items(clipped), 0);
        let mut words = page("<text x=\"10\" y=\"10\" font-size=\"4\">Wood</text>");
        assert_eq!(visible_items(words.clone()), 1);
        let ItemKind::Text(text) = &mut words.items[0].kind else { panic!() };
        text.invisible = true;
        assert_eq!(visible_items(words), 0);
    }

    #[test]
    fn cells_with_a_clip_of_their_own_are_cut_off_and_those_of_a_picture_are_not() {
        let cut_off = |count: usize, clip: fn(f64) -> Rect| {
            let lefts = (0..count).map(|index| 12.0 * index as f64);
            let cells: String =
                lefts.clone().map(|x| format!("<path d=\"M{x} 10h10v10h-10z\" fill=\"red\"/>")).collect();
            let mut page = page(&cells);
            page.items.iter_mut().zip(lefts).for_each(|(item, x)| item.clip = Some(clip(x)));
            clipped(&page, &find::polygons(&page, 4)).len()
        };
        assert_eq!(cut_off(5, |x| Rect::new(x, 10.0, x + 5.0, 20.0)), 5);
        // Up to four drawings may share the clip of a cell.
        let shared = |_| Rect::new(0.0, 10.0, 100.0, 15.0);
        assert_eq!([4, 5].map(|count| cut_off(count, shared)), [4, 0]);
    }
}
