//! Reads `<text>` elements, whose letters come from a font.
//!
//! - In: a `text` element.
//! - Out: text items. No font is loaded, so the width of an item is only estimated. In usual fonts, the
//!   text is at least this wide.
//! - Not here: text that consists of outlines, as hexpress writes it (`letters`).

use kurbo::{Affine, Point, Rect, Shape as _, Size, Vec2};
use roxmltree::Node;

use super::painted::{self, Tint};
use super::shapes::{paint_digest, tint};
use super::style::{PaintTarget, State, TextStyle};
use super::values::length;
use super::walk::{Output, Walk};
use crate::digest;
use crate::item::{Look, degrees};
use crate::limits::MAX_DEPTH;
use crate::{Balance, ItemKind, ReadError, Text};
use hexpress_base::text::one_line;

/// A lower limit for the mean width of a letter, in ems. For ideographic scripts, the limit is 0.9.
const MIN_LETTER_WIDTH: f64 = 0.4;
/// The height of letters above the baseline, in ems.
const LETTER_HEIGHT: f64 = 0.7;

/// A line of text in a font.
struct SvgLine<'s> {
    string: String,
    /// The position of the text, in user units.
    position: Point,
    state: &'s State,
    /// The width in user units. This is the value of `textLength`, or the smallest width that the text
    /// has in usual fonts.
    width: f64,
}

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// Reads a `text` or `tspan` element. `pen` is the point where the previous text ends, in user
    /// units.
    ///
    /// # Errors
    /// Elements are nested too deeply, or the file has too many items.
    pub(super) fn text(
        &mut self,
        node: Node<'a, 'i>,
        state: &State,
        pen: &mut Point,
        depth: usize,
    ) -> Result<(), ReadError> {
        if depth > MAX_DEPTH {
            return Err(ReadError::DEEP_DRAWINGS);
        }
        *pen = text_position(node, state, *pen);
        for child in node.children() {
            self.drawn += 1;
            if child.is_element() {
                self.text_child(child, state, pen, depth)?;
                continue;
            }
            let string = one_line(child.text().unwrap_or_default());
            if string.is_empty() || !child.is_text() {
                continue;
            }
            let stated_width = state.length(node, "textLength", state.viewport.width);
            let width = stated_width.unwrap_or_else(|| least_ems(&string) * state.text_style.size);
            self.line(&SvgLine { string, position: *pen, state, width })?;
            pen.x += width;
        }
        Ok(())
    }

    /// Reads an element inside a `text` element.
    fn text_child(
        &mut self,
        child: Node<'a, 'i>,
        state: &State,
        pen: &mut Point,
        depth: usize,
    ) -> Result<(), ReadError> {
        if child.has_tag_name("textPath") {
            self.out.ignored_features.insert("text along a path");
        }
        if !matches!(child.tag_name().name(), "tspan" | "textPath" | "a") {
            return Ok(());
        }
        let mut inner = self.state(child, state)?;
        if inner.is_display_none {
            return Ok(());
        }
        inner.id = inner.id.or_else(|| state.id.clone());
        self.text(child, &inner, pen, depth + 1)
    }

    fn line(&mut self, line: &SvgLine<'_>) -> Result<(), ReadError> {
        let Some(text) = line.text() else { return Ok(()) };
        let state = line.state;
        if self.output == Output::ItemsAndAreas {
            let effects = digest::combined(state.unfollowed_effects, digest::of_text(&text.string));
            let tint = Tint { effects, ..tint(state, PaintTarget::Fill) };
            self.out.areas.push(painted::area(text.outline.to_path(0.1), tint, state));
        }
        self.push(
            state,
            ItemKind::Text(text.into()),
            Look::from_digest(paint_digest(state, PaintTarget::Fill)),
        )
    }
}

/// Returns the point where an element's text starts, in user units. If `x`, `y`, `dx` or `dy` is a
/// list, uses only the first entry.
fn text_position(node: Node<'_, '_>, state: &State, pen: Point) -> Point {
    let Size { width, height } = state.viewport;
    let x = first_length(node, "x", width, state).unwrap_or(pen.x);
    let y = first_length(node, "y", height, state).unwrap_or(pen.y);
    let dx = first_length(node, "dx", width, state).unwrap_or(0.0);
    let dy = first_length(node, "dy", height, state).unwrap_or(0.0);
    Point::new(x, y) + Vec2::new(dx, dy)
}

/// Returns the first length in an attribute that is a list of lengths. A percentage is relative to `whole`.
/// Returns `None` if the attribute is missing, or if its first entry is not a length.
fn first_length(node: Node<'_, '_>, key: &str, whole: f64, state: &State) -> Option<f64> {
    let list = node.attribute(key)?;
    length(list.split([',', ' ']).find(|word| !word.is_empty())?, whole, state.text_style.size)
}

/// Returns a lower limit for the width of a line of text, in ems.
fn least_ems(string: &str) -> f64 {
    string.chars().map(|c| if u32::from(c) >= 0x2E80 { 0.9 } else { MIN_LETTER_WIDTH }).sum()
}

impl SvgLine<'_> {
    /// Returns the text as it is on the page. Returns `None` if the text has no size or is
    /// invisible.
    fn text(&self) -> Option<Text> {
        let State { transform, text_style, .. } = self.state;
        let TextStyle { size: em, anchor, baseline_shift, family } = text_style;
        let start = self.position + Vec2::new(-self.width * anchor, baseline_shift * em);
        let to_page = *transform * Affine::translate(start.to_vec2());
        let along = to_page * Point::new(1.0, 0.0) - to_page * Point::ORIGIN;
        let size = transform.determinant().abs() / along.hypot() * em;
        let colour = self.state.visible_fill().filter(|_| size.is_finite() && size > 0.0)?;
        let corners =
            [(0.0, 0.0), (self.width, 0.0), (self.width, -LETTER_HEIGHT * em), (0.0, -LETTER_HEIGHT * em)]
                .map(|corner| to_page * Point::from(corner));
        let [a, b, c, d] = corners;
        Some(Text {
            string: self.string.clone(),
            font: family.clone(),
            size,
            angle: degrees(along),
            origin: to_page * Point::ORIGIN,
            corners,
            colour,
            outline: Rect::from_points(a, c).union(Rect::from_points(b, d)),
            invisible: false,
            balance: Balance::default(),
            glyphs: 0,
        })
    }
}
