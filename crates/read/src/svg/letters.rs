//! Reads text in files that hexpress made. In these files, letters are outlines, and `aria-label`
//! contains the text.
//!
//! - In: a group with `use` elements that refer to outlines.
//! - Out: one text item, with digests of the shapes of its letters.
//! - Not here: text in fonts (`text_element`).

use std::rc::Rc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};
use roxmltree::Node;

use super::painted;
use super::shapes::{paint_digest, tint};
use super::style::{PaintTarget, State};
use super::walk::{Letter, Output, Walk, shift};
use crate::digest;
use crate::item::{Look, degrees, placed_bounds};
use crate::{Balance, DrawStyle, ItemKind, Letters, ReadError, Rgb, Stroke, Text};

/// The letters of a line of text that have been read so far.
#[derive(Default)]
struct LetterRun {
    /// The bounding box in user units, or `None` if there are no letters yet.
    bounds: Option<Rect>,
    /// The bounding box on the page, in mm. `None` if there are no letters yet.
    outline: Option<Rect>,
    /// For each letter, its digest and the two coordinates of its position, in user units. All these
    /// numbers become the digest of the look.
    shapes: Vec<u64>,
    balance: Balance,
    glyphs: usize,
}

impl LetterRun {
    /// Adds a letter. `shift` is the vector from the origin of the line to the letter, in user
    /// units.
    fn add(&mut self, letter: &Letter, shift: Vec2, state: &State) {
        let path = &letter.path;
        let bounds = path.bounding_box();
        let shifted = bounds + shift;
        self.bounds = Some(self.bounds.map_or(shifted, |all| all.union(shifted)));
        let to_page = state.transform * Affine::translate(shift);
        let placed = placed_bounds(path, bounds, to_page);
        self.outline = Some(self.outline.map_or(placed, |all| all.union(placed)));
        let from_origin = to_page.translation() - state.transform.translation();
        self.balance.add(Balance::new(letter.digest, from_origin), Vec2::ZERO);
        self.glyphs += 1;
        self.shapes.extend([letter.digest, shift.x.round() as i64 as u64, shift.y.round() as i64 as u64]);
    }

    /// Returns the look of the letters. If their outlines are stroked, this includes the stroke.
    fn look(mut self, state: &State, stroke: Option<&Stroke>) -> Look {
        if let Some(Stroke { width, colour: Rgb([r, g, b]), .. }) = stroke {
            let colour = u32::from_be_bytes([0, *r, *g, *b]);
            self.shapes.extend([(width * 100.0).round() as u64, u64::from(colour)]);
        }
        let letters = if stroke.is_some() { Letters::Rimmed } else { Letters::Filled };
        let shapes = digest::of_numbers(&self.shapes);
        Look {
            digest: digest::combined(shapes, paint_digest(state, PaintTarget::Fill)),
            draw_style: DrawStyle { letters, ..DrawStyle::default() },
        }
    }
}

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// Reads a line of letters. `label` is the text of the line.
    ///
    /// The letters are `use` elements that refer to outlines in the units of the font. Other
    /// elements in the group become separate items.
    ///
    /// # Errors
    /// An outline is damaged, or the file exceeds a limit.
    pub fn letters(
        &mut self,
        node: Node<'a, 'i>,
        label: &str,
        state: &State,
        depth: usize,
    ) -> Result<(), ReadError> {
        let mut run = LetterRun::default();
        for used in node.children().filter(Node::is_element) {
            self.drawn += 1;
            let Some(letter) = self.letter(used)? else {
                self.element(used, state, depth + 1)?;
                continue;
            };
            if !letter.path.elements().is_empty() {
                let shift = shift(used, state);
                run.add(&letter, shift, state);
                self.letter_areas(&letter, shift, state);
            }
        }
        let (Some(bounds), Some(outline)) = (run.bounds, run.outline) else { return Ok(()) };
        let stroke = state.visible_stroke();
        let Some(colour) = state.visible_fill().or(stroke.as_ref().map(|stroke| stroke.colour)) else {
            return Ok(());
        };
        let [a, b, ..] = state.transform.as_coeffs();
        let along = Vec2::new(a, b);
        let scale = state.transform.determinant().abs() / along.hypot();
        let em = node.attribute("font-size").and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        let corners = [(0.0_f64.min(bounds.x0), bounds.y1), (bounds.x1, bounds.y1), (bounds.x1, bounds.y0)];
        let [c0, c1, c2] = corners.map(|corner| state.transform * Point::from(corner));
        let text = Text {
            string: label.to_owned(),
            font: "".into(),
            size: em * scale,
            angle: degrees(along),
            origin: state.transform * Point::ORIGIN,
            corners: [c0, c1, c2, c0 + (c2 - c1)],
            colour,
            outline,
            invisible: false,
            balance: run.balance,
            glyphs: run.glyphs,
        };
        self.push(state, ItemKind::Text(text.into()), run.look(state, stroke.as_ref()))
    }

    /// Returns the letter that a `use` element draws. Returns `None` if hexpress would not have
    /// written this element.
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
        let letter = Rc::new(Letter { digest: digest::of_outline(&path, 1.0), path });
        self.letters.insert(id, Rc::clone(&letter));
        Ok(Some(letter))
    }

    /// Adds the areas that a letter paints, if the output includes areas.
    fn letter_areas(&mut self, letter: &Letter, shift: Vec2, state: &State) {
        if self.output != Output::ItemsAndAreas {
            return;
        }
        let to_page = state.transform * Affine::translate(shift);
        if state.visible_fill().is_some() {
            let tint = tint(state, PaintTarget::Fill);
            self.out.areas.push(painted::letter(&letter.path, to_page, tint, state));
        }
        if state.visible_stroke().is_some() {
            let moved = State { transform: to_page, ..state.clone() };
            self.out.areas.push(painted::line(&letter.path, tint(state, PaintTarget::Stroke), &moved));
        }
    }
}

/// Returns whether an element has no attributes other than those in `keys`.
fn has_only(node: Node<'_, '_>, keys: &[&str]) -> bool {
    node.attributes().all(|attribute| keys.contains(&attribute.name()))
}
