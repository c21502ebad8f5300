//! Words of our own files: letters as outlines, which say their words.

use std::rc::Rc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};
use roxmltree::Node;

use super::painted;
use super::style::State;
use super::veil::both;
use super::walk::{Letter, Walk, shift, tint, transparent};
use crate::glyphs::{digest, outline_digest};
use crate::item::{degrees, placed_bounds};
use crate::{Balance, DrawStyle, ItemKind, Letters, ReadError, Rgb, Text};

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// Returns the letter of a `use` element of the form that hexpress writes; `None` for every other element.
    fn letter(&mut self, used: Node<'a, 'i>) -> Result<Option<Rc<Letter>>, ReadError> {
        let target = self.target(used).filter(|target| target.has_tag_name("path"));
        let Some(target) = target.filter(|_| used.has_tag_name("use")) else { return Ok(None) };
        let is_plain = has_only(used, &["x", "y", "href"]) && has_only(target, &["id", "d"]);
        let is_styled = !self.sheet.is_empty()
            && [used, target].into_iter().any(|node| !self.sheet.of_element(node).is_empty());
        if !is_plain || used.has_children() || is_styled {
            return Ok(None);
        }
        let id = target.attribute("id").unwrap_or_default();
        if let Some(letter) = self.letters.get(id) {
            return Ok(Some(Rc::clone(letter)));
        }
        let path = BezPath::from_svg(target.attribute("d").unwrap_or_default())
            .map_err(|error| ReadError::Svg(format!("a letter cannot be read: {error}")))?;
        let letter = Rc::new(Letter { digest: outline_digest(&path, 1.0), path });
        self.letters.insert(id, Rc::clone(&letter));
        Ok(Some(letter))
    }

    /// Reads a run of letters: `use` elements of outlines, in the units of the font.
    pub fn letters(
        &mut self,
        node: Node<'a, 'i>,
        words: &str,
        state: &State,
        depth: usize,
    ) -> Result<(), ReadError> {
        let mut bounds: Option<Rect> = None;
        let mut outline: Option<Rect> = None;
        let mut shown: Vec<u64> = Vec::new();
        let (mut balance, mut glyphs) = (Balance::default(), 0);
        let origin = state.transform * Point::ORIGIN;
        let [a, b, ..] = state.transform.as_coeffs();
        let colour = state.area();
        for used in node.children().filter(Node::is_element) {
            self.drawn += 1;
            let Some(letter) = self.letter(used)? else {
                self.element(used, state, depth + 1)?;
                continue;
            };
            let path = &letter.path;
            if path.elements().is_empty() {
                continue;
            }
            let shift = shift(used, state);
            let shifted = path.bounding_box() + shift;
            bounds = Some(bounds.map_or(shifted, |all| all.union(shifted)));
            let place = state.transform * Affine::translate(shift);
            let placed = placed_bounds(path, path.bounding_box(), place);
            outline = Some(outline.map_or(placed, |all| all.union(placed)));
            let middle = place.translation() - origin.to_vec2();
            balance.add(Balance::of(letter.digest, middle), Vec2::ZERO);
            glyphs += 1;
            shown.extend([letter.digest, shift.x.round() as i64 as u64, shift.y.round() as i64 as u64]);
            if self.paints && colour.is_some() {
                self.out.areas.push(painted::letter(path, place, tint(state, 0), state));
            }
            if self.paints && state.line().is_some() {
                let moved = State { transform: place, ..state.clone() };
                self.out.areas.push(painted::line(path, tint(state, 1), &moved));
            }
        }
        let (Some(bounds), Some(outline)) = (bounds, outline) else { return Ok(()) };
        let line = state.line();
        let Some(colour) = colour.or(line.as_ref().map(|line| line.colour)) else { return Ok(()) };
        if let Some(line) = &line {
            let Rgb([r, g, b]) = line.colour;
            shown.extend([(line.width * 100.0).round() as u64, u64::from(u32::from_be_bytes([0, r, g, b]))]);
        }
        let along = Vec2::new(a, b);
        let scale = state.transform.determinant().abs() / along.hypot();
        let em = node.attribute("font-size").and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
        let corners = [(0.0_f64.min(bounds.x0), bounds.y1), (bounds.x1, bounds.y1), (bounds.x1, bounds.y0)];
        let [c0, c1, c2] = corners.map(|c| state.transform * Point::from(c));
        let text = Text {
            string: words.to_owned(),
            font: "".into(),
            size: em * scale,
            angle: degrees(along),
            origin,
            corners: [c0, c1, c2, c0 + (c2 - c1)],
            colour,
            outline,
            invisible: false,
            balance,
            glyphs,
        };
        let own = both(digest(&shown), both(state.patterns[0], transparent(state.covers(0))));
        let letters = if line.is_some() { Letters::Rimmed } else { Letters::Filled };
        let draw_style = DrawStyle { letters, ..DrawStyle::default() };
        self.push_in(state, ItemKind::Text(text.into()), own, draw_style)
    }
}

/// Returns whether an element has no attributes but these.
fn has_only(node: Node<'_, '_>, keys: &[&str]) -> bool {
    node.attributes().all(|attribute| keys.contains(&attribute.name()))
}
