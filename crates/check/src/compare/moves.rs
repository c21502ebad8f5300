//! What became of a drawing as a whole: it lies elsewhere, is turned, or has changed places with another one.
//!
//! In go the marks of two pages and the drawings that differ. Out comes what became of each, where one sentence says it.
//! Drawings that differ in parts are not judged here.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, PathEl, Point, Vec2};

use super::left::Marks;
use super::marks::SAME;
use super::marks::{Mark, What};
use super::pairs::is_coloured_as;
use super::whole::{Match, fitted};
use crate::base::identity::Identity;

/// How far points may be from where a way leads, in mm.
const NEAR: f64 = 0.1;
/// How far the widths of lines may be apart that are the same, in mm.
const WIDE: f64 = 0.01;
/// So many drawings of a page are held against each other, to find those that changed places.
const MOST: usize = 200;

/// What became of a drawing.
#[derive(Debug, Clone)]
pub enum Move<'m> {
    /// It lies where this leads from where it should lie. `middle` is the middle of where it should.
    Way { way: Affine, middle: Point },
    /// It lies where another one should, and that one lies where it should.
    Swapped(&'m Arc<Identity>),
}

/// The marks of one drawing on both pages.
#[derive(Default)]
struct Drawn<'m> {
    found: Vec<&'m Mark>,
    made: Vec<&'m Mark>,
}

/// Returns what became of those of some drawings that moved as a whole, by name.
pub fn moves<'m>(marks: Marks<'m>, ids: &[&'m Arc<Identity>]) -> HashMap<&'m Arc<Identity>, Move<'m>> {
    let mut drawn: HashMap<&Arc<Identity>, Drawn<'m>> =
        ids.iter().map(|id| (*id, Drawn::default())).collect();
    for mark in marks.found {
        if let Some(one) = mark.id.as_ref().and_then(|id| drawn.get_mut(id)) {
            one.found.push(mark);
        }
    }
    for mark in marks.made {
        if let Some(one) = mark.id.as_ref().and_then(|id| drawn.get_mut(id)) {
            one.made.push(mark);
        }
    }
    let mut all = HashMap::new();
    let mut others = Vec::new();
    for id in ids {
        let Some(one) = drawn.get(id) else { continue };
        let middle =
            one.made.iter().map(|mark| mark.rect).reduce(|a, b| a.union(b)).map(|rect| rect.center());
        match (way(&one.found, &one.made), middle) {
            (Some(way), Some(middle)) => {
                all.insert(*id, Move::Way { way, middle });
            }
            _ => others.push((*id, one)),
        }
    }
    others.truncate(MOST);
    for (at, (id, one)) in others.iter().enumerate() {
        for (other, two) in others.iter().skip(at + 1) {
            let is_free = !all.contains_key(id) && !all.contains_key(other);
            if is_free && is_shifted(&one.found, &two.made) && is_shifted(&two.found, &one.made) {
                all.insert(*id, Move::Swapped(other));
                all.insert(*other, Move::Swapped(id));
            }
        }
    }
    all
}

/// The points of a mark that go where it goes.
fn points(mark: &Mark) -> Vec<Point> {
    match &mark.what {
        What::Surface(path, _) | What::Line(path, _) => {
            path.elements().iter().filter_map(PathEl::end_point).collect()
        }
        // Both ends of their line: the corners of words that are mirrored come in another order.
        What::Words(text) => vec![text.origin, text.origin + (text.corners[1] - text.corners[0])],
        What::Picture(corners) => corners.to_vec(),
    }
}

/// Whether a way that leads to marks leads to what their points do not tell: the widths of lines, and on which side of
/// its line a word is, where the way turns by right angles only.
fn leads(way: Affine, found: &[&Mark], made: &[&Mark]) -> bool {
    let [a, b, c, d, ..] = way.as_coeffs();
    let is_upright = (a.abs() < 1e-6 && d.abs() < 1e-6) || (b.abs() < 1e-6 && c.abs() < 1e-6);
    let scale = way.determinant().abs().sqrt();
    found.iter().zip(made).all(|(found, made)| match (&found.what, &made.what) {
        (What::Line(_, is), What::Line(_, should)) => (is.width - scale * should.width).abs() <= WIDE,
        (What::Words(is), What::Words(should)) if is_upright => {
            (way * should.outline.center()).distance(is.outline.center()) <= NEAR
        }
        _ => true,
    })
}

/// The points that belong together of the same marks in the same order; none if they are not the same.
fn matches(found: &[&Mark], made: &[&Mark]) -> Option<Vec<Match>> {
    if found.len() != made.len() || made.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for (found, made) in found.iter().zip(made) {
        let (is, should) = (points(found), points(made));
        let is_same = found.kind() == made.kind()
            && is_coloured_as(found, made)
            && found.words() == made.words()
            && (found.cover - made.cover).abs() < 0.004
            && is.len() == should.len();
        if !is_same {
            return None;
        }
        all.extend(is.into_iter().zip(should).map(|(found, made)| Match { made, found }));
    }
    Some(all)
}

/// The way that leads from a drawing to the one that was found; none if it lies as it should, or changed in itself.
fn way(found: &[&Mark], made: &[&Mark]) -> Option<Affine> {
    let matches = matches(found, made)?;
    if matches.iter().all(|one| one.made.distance(one.found) <= SAME) {
        return None;
    }
    let shift = shift(&matches).map(Affine::translate);
    shift.or_else(|| fitted(&matches)).filter(|way| {
        matches.iter().all(|one| (*way * one.made).distance(one.found) <= NEAR)
            && is_rigid(*way)
            && leads(*way, found, made)
    })
}

/// Whether a way keeps forms: it moves, turns, mirrors or scales.
fn is_rigid(way: Affine) -> bool {
    let [a, b, c, d, ..] = way.as_coeffs();
    let (across, down) = (Vec2::new(a, b), Vec2::new(c, d));
    across.dot(down).abs() <= 1e-2 * across.hypot() * down.hypot()
        && across.hypot() > 0.05
        && down.hypot() > 0.05
}

/// How far all points lie from where they should, if it is as far for each.
fn shift(matches: &[Match]) -> Option<Vec2> {
    let by = matches.first().map(|first| first.found - first.made)?;
    matches.iter().all(|one| (one.found - one.made - by).hypot() <= SAME / 2.0).then_some(by)
}

/// Whether one drawing is another one that lies elsewhere.
fn is_shifted(found: &[&Mark], made: &[&Mark]) -> bool {
    let by = matches(found, made).and_then(|matches| shift(&matches));
    by.is_some_and(|by| by.hypot() > SAME && leads(Affine::translate(by), found, made))
}
