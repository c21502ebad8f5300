//! Converts the texts of an SVG drawing into texts of a sheet, or into outlines.
//!
//! - In: texts as usvg has laid them out: glyphs with their positions.
//! - Out: text if it looks exactly the same. Otherwise, outlines that also store the words.
//! - Not here: which fonts are used.

use std::sync::Arc;

use kurbo::{Affine, Point};
use usvg::Text;
use usvg::layout::{PositionedGlyph, Span};

use super::frame::{MAX_OVERHANG_MM, REACHES_TOO_FAR};
use super::paint::plain_ink;
use super::tree::{Lettering, TreeDrawings, to_affine};
use super::unsupported::Unsupported;
use crate::text::{Faces, FontId, Glyph};
use crate::{Drawing, Group, Ink};

/// The largest difference between the coefficients of two transforms that are treated as equal.
const SAME_TRANSFORM: f64 = 1e-4;

/// The position of a glyph in the drawing is compared with the position that follows from the widths in the
/// font. Up to this distance, in thousandths of an em, the two positions count as equal.
const SAME_PLACE: f64 = 0.05;

/// A run of glyphs in one font, in one size and at one angle.
struct Run {
    font: FontId,
    /// The transform from the coordinates of the run to those of the text.
    place: Affine,
    /// The font size (one em), in the coordinates of the run.
    size: f64,
    string: String,
    glyphs: Vec<Glyph>,
    /// The position at which the last glyph ends, in thousandths of an em.
    pen: f64,
}

impl TreeDrawings<'_> {
    /// Adds a text. `to_frame` maps the coordinates of the text to those of the drawing.
    pub fn add_text(&mut self, text: &Text, to_frame: Affine) -> Result<(), Unsupported> {
        let first = self.drawings.len();
        if self.lettering == Lettering::Text && self.add_as_text(text, to_frame)? {
            return Ok(());
        }
        self.drawings.truncate(first);
        for node in text.flattened().children() {
            self.add_node(node, to_frame)?;
        }
        let drawings = self.drawings.split_off(first);
        let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
        let words = words.trim();
        if self.lettering == Lettering::Outlines || words.is_empty() {
            self.drawings.extend(drawings);
        } else if !drawings.is_empty() {
            self.drawings
                .push(Drawing::Group(Group { actual_text: Some(words.into()), ..Group::plain(drawings) }));
        }
        Ok(())
    }

    /// Adds a text as text, not as outlines. Returns whether the result looks the same as in the file. If
    /// this is false, the caller must remove the drawings that were already added.
    fn add_as_text(&mut self, text: &Text, to_frame: Affine) -> Result<bool, Unsupported> {
        let faces = Faces::new(self.families.fonts());
        for span in text.layouted() {
            for line in [&span.overline, &span.underline].into_iter().flatten() {
                self.add_path(line, to_frame)?;
            }
            if span.visible {
                let Some((ink, opacity)) = plain_fill(span) else { return Ok(false) };
                let Some(runs) = self.runs(span, &faces) else { return Ok(false) };
                for run in runs {
                    self.add_run(run, &ink, opacity, to_frame)?;
                }
            }
            if let Some(line) = &span.line_through {
                self.add_path(line, to_frame)?;
            }
        }
        Ok(true)
    }

    fn add_run(&mut self, run: Run, ink: &Ink, opacity: f64, to_frame: Affine) -> Result<(), Unsupported> {
        self.add_segments(run.glyphs.len())?;
        let transform = to_frame * run.place;
        let end = transform * Point::new(run.pen / 1000.0 * run.size, run.size);
        let start = transform * Point::ZERO;
        if [start.x, start.y, end.x, end.y].iter().any(|at| !at.is_finite() || at.abs() > MAX_OVERHANG_MM) {
            return Err(Unsupported::Limit(REACHES_TOO_FAR));
        }
        let text = Drawing::Text(crate::Text {
            string: run.string.into(),
            font: run.font,
            size: run.size,
            origin: Point::ZERO,
            glyphs: Arc::from(run.glyphs),
            ink: ink.clone(),
            is_leftward: false,
        });
        self.drawings.push(Drawing::Group(Group { transform, opacity, ..Group::plain(vec![text]) }));
        Ok(())
    }

    /// Returns the glyphs of a span as runs. Returns `None` if the span cannot be drawn as text.
    fn runs(&self, span: &Span, faces: &Faces<'_>) -> Option<Vec<Run>> {
        let mut runs: Vec<Run> = Vec::new();
        for glyph in &span.positioned_glyphs {
            let id = u16::try_from(glyph.id.0).ok().filter(|id| *id != 0)?;
            let font = self.families.font(glyph.font)?;
            if glyph.text.chars().any(is_right_to_left)
                || faces.has_other_looks(font)
                || !faces.can_draw(font, id)
            {
                return None;
            }
            if !runs.last_mut().is_some_and(|run| run.take(glyph, id, font, faces)) {
                runs.push(Run::new(glyph, id, font, faces)?);
            }
        }
        Some(runs)
    }
}

impl Run {
    fn new(glyph: &PositionedGlyph, id: u16, font: FontId, faces: &Faces<'_>) -> Option<Self> {
        let size = f64::from(glyph.font_size());
        let place = to_affine(glyph.transform()) * Affine::scale(faces.units_per_em(font) / size);
        let is_usable = place.is_finite() && place.determinant().abs() > 1e-12 && size > 0.0;
        let mut run = Self { font, place, size, string: String::new(), glyphs: Vec::new(), pen: 0.0 };
        is_usable.then(|| run.add(glyph, id, Point::ZERO, faces))?;
        Some(run)
    }

    /// Adds a glyph if it has the same font, size and angle as the run. Returns whether the glyph was added.
    fn take(&mut self, glyph: &PositionedGlyph, id: u16, font: FontId, faces: &Faces<'_>) -> bool {
        let size = f64::from(glyph.font_size());
        if font != self.font || size != self.size {
            return false;
        }
        let place = to_affine(glyph.transform()) * Affine::scale(faces.units_per_em(font) / size);
        let [a, b, c, d, x, y] = (self.place.inverse() * place).as_coeffs();
        let is_parallel = [a - 1.0, b, c, d - 1.0].iter().all(|difference| difference.abs() < SAME_TRANSFORM);
        if !is_parallel || !x.is_finite() || !y.is_finite() {
            return false;
        }
        self.add(glyph, id, Point::new(x, y), faces);
        true
    }

    /// Adds a glyph at a place in the coordinates of the run.
    fn add(&mut self, glyph: &PositionedGlyph, id: u16, at: Point, faces: &Faces<'_>) {
        let [right, down] = [at.x, at.y].map(|length| length / self.size * 1000.0);
        let apart = right - self.pen;
        if apart.abs() > SAME_PLACE
            && let Some(last) = self.glyphs.last_mut()
        {
            last.advance += apart;
            self.pen = right;
        }
        let advance = faces.width(self.font, id);
        let cluster = self.string.len() as u32;
        let up = if down.abs() > SAME_PLACE { -down } else { 0.0 };
        self.string.push_str(&glyph.text);
        self.glyphs.push(Glyph { id, advance, offset: (0.0, up), cluster });
        self.pen += advance;
    }
}

/// Returns the colour and the opacity of a span. Returns `None` if the span has a stroke, or a fill
/// that is not a single colour.
fn plain_fill(span: &Span) -> Option<(Ink, f64)> {
    let fill = span.fill.as_ref().filter(|_| span.stroke.is_none())?;
    Some((plain_ink(fill.paint())?, f64::from(fill.opacity().get())))
}

/// Returns whether a character belongs to a script that runs from right to left, such as Hebrew or
/// Arabic. Also returns true for control characters that set this direction.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202b}' | '\u{202e}' | '\u{2067}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}
