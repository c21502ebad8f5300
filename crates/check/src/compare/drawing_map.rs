//! Finds drawings that were moved as a whole: shifted, rotated, mirrored, scaled, or swapped with
//! another drawing.
//!
//! - In: the items of two pages, and the drawings that differ.
//! - Out: for each such drawing, a motion that one sentence can describe.
//! - Not here: drawings that changed only in part.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, PathEl, Point, Vec2};

use super::page_map::{PointMatch, fit_affine};
use super::painted_items::{PaintedForm, PaintedItem, SAME_PLACE_MM};
use super::same_items::has_same_colour;
use super::unexplained::BothItems;
use hexpress_base::identity::Identity;

/// A map fits a drawing only if it moves every point to within this distance of the point's actual
/// place, in mm.
const MAX_FIT_ERROR_MM: f64 = 0.1;
/// The widths of two lines count as equal if they differ by at most this, in mm.
const SAME_WIDTH: f64 = 0.01;
/// The search for swaps compares every changed drawing with all others. To save time, it examines only
/// this number of drawings on a page.
const MAX_SWAP_CANDIDATES: usize = 200;

#[derive(Debug, Clone)]
pub enum DrawingMotion<'m> {
    /// The drawing was moved by `map`. `centre` is the expected centre of the drawing, in mm.
    Map { map: Affine, centre: Point },
    /// The drawing was swapped with the drawing that has this identity.
    Swapped(&'m Arc<Identity>),
}

/// The items of one drawing: those on the page that was found, and those on the page that the layout
/// makes.
#[derive(Default)]
struct Drawn<'m> {
    found: Vec<&'m PaintedItem>,
    made: Vec<&'m PaintedItem>,
}

/// Returns the drawings in `ids` that were moved as a whole, and how each of them was moved.
pub fn find_moved_drawings<'m>(
    items: BothItems<'m>,
    ids: &[&'m Arc<Identity>],
) -> HashMap<&'m Arc<Identity>, DrawingMotion<'m>> {
    let mut drawn: HashMap<&Arc<Identity>, Drawn<'m>> =
        ids.iter().map(|id| (*id, Drawn::default())).collect();
    for item in items.found {
        if let Some(one) = item.id.as_ref().and_then(|id| drawn.get_mut(id)) {
            one.found.push(item);
        }
    }
    for item in items.made {
        if let Some(one) = item.id.as_ref().and_then(|id| drawn.get_mut(id)) {
            one.made.push(item);
        }
    }
    let mut all = HashMap::new();
    let mut others = Vec::new();
    for id in ids {
        let Some(one) = drawn.get(id) else { continue };
        let centre =
            one.made.iter().map(|item| item.rect).reduce(|a, b| a.union(b)).map(|rect| rect.center());
        match (fit_motion(&one.found, &one.made), centre) {
            (Some(map), Some(centre)) => {
                all.insert(*id, DrawingMotion::Map { map, centre });
            }
            _ => others.push((*id, one)),
        }
    }
    others.truncate(MAX_SWAP_CANDIDATES);
    for (at, (id, one)) in others.iter().enumerate() {
        for (other, two) in others.iter().skip(at + 1) {
            let is_free = !all.contains_key(id) && !all.contains_key(other);
            if is_free && is_shifted(&one.found, &two.made) && is_shifted(&two.found, &one.made) {
                all.insert(*id, DrawingMotion::Swapped(other));
                all.insert(*other, DrawingMotion::Swapped(id));
            }
        }
    }
    all
}

/// Returns the points of an item that are compared to find out how the item was moved.
fn points(item: &PaintedItem) -> Vec<Point> {
    match &item.form {
        PaintedForm::Surface(path, _) | PaintedForm::Line(path, _) => {
            path.elements().iter().filter_map(PathEl::end_point).collect()
        }
        // These are the two ends of the line of text. Its four corners are not compared, because a
        // mirrored text has them in another order.
        PaintedForm::Words(text) => vec![text.origin, text.origin + (text.corners[1] - text.corners[0])],
        PaintedForm::Picture(corners) => corners.to_vec(),
    }
}

/// `map` already fits the points of the items. Checks whether it also fits the widths of lines, and
/// whether each text is on the correct side of its baseline.
///
/// Texts are checked only if the map rotates by a multiple of 90 degrees. At other angles, the box
/// around the letters does not rotate with the text.
fn fits_shapes(map: Affine, found: &[&PaintedItem], made: &[&PaintedItem]) -> bool {
    let [a, b, c, d, ..] = map.as_coeffs();
    let is_upright = (a.abs() < 1e-6 && d.abs() < 1e-6) || (b.abs() < 1e-6 && c.abs() < 1e-6);
    let scale = map.determinant().abs().sqrt();
    found.iter().zip(made).all(|(found, made)| match (&found.form, &made.form) {
        (PaintedForm::Line(_, is), PaintedForm::Line(_, should)) => {
            (is.width - scale * should.width).abs() <= SAME_WIDTH
        }
        (PaintedForm::Words(is), PaintedForm::Words(should)) if is_upright => {
            (map * should.outline.center()).distance(is.outline.center()) <= MAX_FIT_ERROR_MM
        }
        _ => true,
    })
}

/// Pairs the points of two lists of items. The items must match one by one: their kinds, colours,
/// texts, opacities and numbers of points. Otherwise, returns `None`.
fn pair_points(found: &[&PaintedItem], made: &[&PaintedItem]) -> Option<Vec<PointMatch>> {
    if found.len() != made.len() || made.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for (found, made) in found.iter().zip(made) {
        let (is, should) = (points(found), points(made));
        let is_same = found.kind() == made.kind()
            && has_same_colour(found, made)
            && found.words() == made.words()
            && (found.opacity - made.opacity).abs() < 0.004
            && is.len() == should.len();
        if !is_same {
            return None;
        }
        all.extend(is.into_iter().zip(should).map(|(found, made)| PointMatch { made, found }));
    }
    Some(all)
}

/// Returns the map from the expected place of a drawing to its actual place. Returns `None` if the
/// drawing is in place, or if it was not moved as a whole.
fn fit_motion(found: &[&PaintedItem], made: &[&PaintedItem]) -> Option<Affine> {
    let matches = pair_points(found, made)?;
    if matches.iter().all(|one| one.made.distance(one.found) <= SAME_PLACE_MM) {
        return None;
    }
    let shift = common_shift(&matches).map(Affine::translate);
    shift.or_else(|| fit_affine(&matches)).filter(|map| {
        matches.iter().all(|one| (*map * one.made).distance(one.found) <= MAX_FIT_ERROR_MM)
            && keeps_angles(*map)
            && fits_shapes(*map, found, made)
    })
}

/// Returns whether an affine map preserves right angles, as a shift, rotation, reflection or scaling
/// does.
fn keeps_angles(map: Affine) -> bool {
    let [a, b, c, d, ..] = map.as_coeffs();
    let (across, down) = (Vec2::new(a, b), Vec2::new(c, d));
    across.dot(down).abs() <= 1e-2 * across.hypot() * down.hypot()
        && across.hypot() > 0.05
        && down.hypot() > 0.05
}

/// Returns the vector by which all points were moved. Returns `None` if they were not all moved by
/// the same vector.
fn common_shift(matches: &[PointMatch]) -> Option<Vec2> {
    let by = matches.first().map(|first| first.found - first.made)?;
    matches.iter().all(|one| (one.found - one.made - by).hypot() <= SAME_PLACE_MM / 2.0).then_some(by)
}

/// Returns whether the whole drawing was shifted to another place.
fn is_shifted(found: &[&PaintedItem], made: &[&PaintedItem]) -> bool {
    let by = pair_points(found, made).and_then(|matches| common_shift(&matches));
    by.is_some_and(|by| by.hypot() > SAME_PLACE_MM && fits_shapes(Affine::translate(by), found, made))
}

#[cfg(test)]
mod tests {
    use crate::compare::painted_items::ItemsOfBoth;
    use kurbo::Rect;

    use super::*;

    /// Returns a line with this width, in mm.
    fn line(width: f64) -> PaintedItem {
        let file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" viewBox=\"0 0 99 99\">\
             <path d=\"M10 10h40\" fill=\"none\" stroke=\"red\" stroke-width=\"{width}\"/></svg>"
        );
        let page = hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0);
        ItemsOfBoth::new(&page, &page, Rect::new(0.0, 0.0, 99.0, 99.0)).found.remove(0)
    }

    #[test]
    fn a_map_that_enlarges_also_widens_the_lines() {
        let fits = |scale: f64, found: f64, made: f64| {
            fits_shapes(Affine::scale(scale), &[&line(found)], &[&line(made)])
        };
        assert!(fits(1.0, 1.0, 1.0) && fits(2.0, 2.0, 1.0) && fits(0.5, 0.5, 1.0));
        assert!(!fits(2.0, 1.0, 1.0) && !fits(1.0, 2.0, 1.0));
    }
}
