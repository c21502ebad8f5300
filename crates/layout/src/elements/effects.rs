//! Draws effects: shadows, halos and opacity. Also draws text along the sides of an area, and text on a
//! circle.
//!
//! - In: drawings or a shaped line, and the effects of the layout.
//! - Out: drawings with a shadow and a halo behind them. Also text along the sides of an area or along a
//!   circle.
//! - Not here: computing the values of effects (`hexpress-settle`).

use std::sync::Arc;

use kurbo::{Affine, Point, Shape as _, Size, Vec2};

use crate::draw::angle::turn;
use crate::draw::painter::Painter;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::{Bend, TextFormat};
use hexpress_scene::text::{Glyph, Shaped};
use hexpress_scene::{Drawing, Group, Ink, Shared, Stroke, Text, leaves};
use hexpress_settle::Effects;
use hexpress_settle::shaped_texts::beginning;

/// The maximum number of copies of a text along one side of an area.
const MAX_TEXT_COPIES: f64 = 200.0;

/// Copies of a text along a side of an area.
struct SideText {
    shared: Arc<Shared>,
    copies: u32,
    /// The distance from each copy to the next, in mm.
    step: f64,
}

impl Painter<'_, '_> {
    pub fn with_effects(&self, effects: &Effects, drawings: Vec<Drawing>) -> Vec<Drawing> {
        if effects.is_plain() || drawings.is_empty() {
            return drawings;
        }
        let mut all = Vec::new();
        if let Some(shadow) = &effects.shadow {
            let below = self.silhouette(&drawings, &shadow.ink, None);
            all.push(Drawing::moved(Affine::translate((shadow.by.x, shadow.by.y)), below));
        }
        if let Some(halo) = effects.halo.as_ref().filter(|halo| halo.width > 0.0) {
            all.extend(self.silhouette(&drawings, &halo.ink, Some(halo.width)));
        }
        all.extend(drawings);
        match effects.opacity {
            Some(opacity) => vec![Drawing::with_opacity(opacity, all)],
            None => all,
        }
    }

    /// Draws copies of a text along the inside of the four sides of an area. The letters of the
    /// copies are drawn as outlines, so that screen readers do not read them.
    ///
    /// # Errors
    /// A side is too short for the text.
    pub fn along_sides(
        &self,
        format: &TextFormat,
        shaped: &Shaped,
        ink: &Ink,
        at: &Placing<'_>,
        area: Size,
    ) -> Result<Vec<Drawing>> {
        let height = -shaped.ink.y0 * format.size;
        // Opposite sides have the same length, so they share one text.
        let across = self.side_text(format, shaped, ink, area.width - 1.5 * height)?;
        let down = self.side_text(format, shaped, ink, area.height - 1.5 * height)?;
        let sides = [across, down];
        let mut all = Vec::new();
        for side in 0..4 {
            let (length, across) =
                if side % 2 == 0 { (area.width, area.height) } else { (area.height, area.width) };
            let SideText { shared, copies, step } = &sides[side % 2];
            for copy in 0..*copies {
                let place = Vec2::new(f64::from(copy) * step - length / 2.0, height - across / 2.0);
                let transform = turn(90.0 * side as f64) * Affine::translate(place);
                all.push(Drawing::Use { shared: Arc::clone(shared), transform });
            }
        }
        Ok(at.placed(area, all))
    }

    /// Makes the copies of a text along a side that is `room` mm long. If the copies are shorter than
    /// the side, the remaining length is distributed equally: every letter is followed by the same
    /// additional gap.
    ///
    /// # Errors
    /// The side is too short for the text.
    fn side_text(&self, format: &TextFormat, shaped: &Shaped, ink: &Ink, room: f64) -> Result<SideText> {
        let advance = shaped.advance * format.size;
        // `room` excludes the corner at the end of the side. This corner belongs to the next side, so
        // that the texts of two sides do not overlap.
        let copies = libm::floor(room / advance);
        if !(1.0..=MAX_TEXT_COPIES).contains(&copies) {
            return Err(wrong_along_side(&shaped.string, advance - room));
        }
        let step = room / copies;
        let added = (step - advance) / format.size * 1000.0 / shaped.glyphs.len().max(1) as f64;
        let spread = |glyph: &Glyph| Glyph { advance: glyph.advance + added, ..*glyph };
        let glyphs: Vec<Glyph> = shaped.glyphs.iter().map(spread).collect();
        let path = self.shaper.outlines(format.font, format.size, Point::ZERO, &glyphs);
        let bounds = path.bounding_box();
        let drawings = vec![Drawing::filled(path, ink.clone())];
        Ok(SideText {
            shared: Arc::new(Shared { drawings, large: true, bounds }),
            copies: copies as u32,
            step,
        })
    }

    /// Returns drawings in a single ink that cover the same area as `drawings`. If `grown` is given, the
    /// area is enlarged on all sides by this distance in mm.
    fn silhouette(&self, drawings: &[Drawing], ink: &Ink, grown: Option<f64>) -> Vec<Drawing> {
        let rim = grown.map(|width| Stroke { round: true, ..Stroke::solid(2.0 * width, ink.clone()) });
        let mut all = Vec::new();
        for leaf in leaves(drawings, Affine::IDENTITY).with_shared() {
            match leaf.draw {
                Drawing::Path { path, fill, stroke } => {
                    let placed = leaf.frame * path.clone();
                    if let Some(stroke) = stroke.as_ref().filter(|stroke| stroke.width > 0.0) {
                        let scale = libm::sqrt(leaf.frame.determinant().abs());
                        let width = stroke.width * scale + 2.0 * grown.unwrap_or(0.0);
                        let round = stroke.round || grown.is_some();
                        let line = Stroke { width, ink: ink.clone(), round, ..stroke.clone() };
                        all.push(Drawing::stroked(placed.clone(), line));
                    }
                    if fill.is_some() {
                        all.push(Drawing::Path {
                            path: placed,
                            fill: Some(ink.clone()),
                            stroke: rim.clone(),
                        });
                    }
                }
                Drawing::EvenOdd { path, .. } => {
                    let placed = leaf.frame * path.clone();
                    all.extend(rim.as_ref().map(|rim| Drawing::stroked(placed.clone(), rim.clone())));
                    all.push(Drawing::EvenOdd { path: placed, fill: ink.clone() });
                }
                Drawing::Text(Text { font, size, origin, glyphs, .. }) => {
                    let path = leaf.frame * self.shaper.outlines(*font, *size, *origin, glyphs);
                    if !path.elements().is_empty() {
                        all.push(Drawing::Path { path, fill: Some(ink.clone()), stroke: rim.clone() });
                    }
                }
                Drawing::Image { .. } | Drawing::Group(_) | Drawing::Cells(_) | Drawing::Use { .. } => {}
            }
        }
        all
    }
}

/// Draws a line of text on a circle.
///
/// `cap` is the height of capitals, in ems. Half of this height is inside the circle, and the other
/// half is outside. Each letter is a separate text, but screen readers read the group as one line.
///
/// # Errors
/// The line is longer than the circle.
pub fn bent_line(
    format: &TextFormat,
    bend: Bend,
    shaped: &Shaped,
    cap: f64,
    ink: &Ink,
    at: &Placing<'_>,
) -> Result<Vec<Drawing>> {
    let Bend(radius) = bend;
    let size = format.size;
    let object = Size::new(shaped.advance * size, cap * size);
    if object.width > std::f64::consts::TAU * radius.abs() {
        return Err(longer_than_circle(object.width, radius));
    }
    // The baseline follows a circle. If the text is on the outside of the circle, the centre of the
    // circle is lower than the text. If the text is on the inside, the centre is higher than the
    // text.
    let centre = Vec2::new(0.0, radius + object.height / 2.0);
    let mut pen = -object.width / 2.0;
    let mut drawings = Vec::with_capacity(shaped.glyphs.len());
    for (index, glyph) in shaped.glyphs.iter().enumerate() {
        let advance = glyph.advance / 1000.0 * size;
        let degrees = ((pen + advance / 2.0) / radius).to_degrees();
        let place = Affine::translate(centre) * turn(degrees) * Affine::translate((0.0, -radius));
        let letter = Text {
            string: letters_of_glyph(shaped, index).into(),
            font: shaped.font,
            size,
            origin: Point::new(-advance / 2.0, 0.0),
            glyphs: [Glyph { cluster: 0, ..*glyph }].into(),
            ink: ink.clone(),
            is_leftward: false,
        };
        drawings.push(Drawing::moved(place, vec![Drawing::Text(letter)]));
        pen += advance;
    }
    let actual_text = Some(Arc::clone(&shaped.string));
    let line = Drawing::Group(Group { actual_text, ..Group::plain(drawings) });
    Ok(vec![Drawing::moved(at.transform(object), vec![line])])
}

/// Returns the part of the line's string that belongs to the glyph with the index `index`.
fn letters_of_glyph(shaped: &Shaped, index: usize) -> &str {
    let Some(glyph) = shaped.glyphs.get(index) else { return "" };
    let later = shaped.glyphs[index + 1..].iter().map(|next| next.cluster);
    let end =
        later.filter(|next| *next > glyph.cluster).min().map_or(shaped.string.len(), |next| next as usize);
    shaped.string.get(glyph.cluster as usize..end).unwrap_or_default()
}

/// Returns the error for a text that is too long for a side. If `excess` is not positive, returns the error
/// for a text that is so short that a side would have too many copies. `excess` is the length of the text
/// minus the length of the side, in mm.
fn wrong_along_side(string: &str, excess: f64) -> Diagnostic {
    let text = beginning(string);
    let (message, hint) = if excess > 0.0 {
        let message = format!("\"{text}\" is {} mm longer than a side of its box", ShortNumber(excess));
        (message, "use a smaller font or a larger `size`, or shorten the text")
    } else {
        let message = format!("\"{text}\" fits more than {MAX_TEXT_COPIES} times along a side of its box");
        (message, "use a longer text, a larger font, or a smaller `size`")
    };
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}

fn longer_than_circle(length: f64, radius: f64) -> Diagnostic {
    let message = format!(
        "this text is {} mm long, but the circumference of its circle is only {} mm",
        ShortNumber::tenths(length),
        ShortNumber::tenths(std::f64::consts::TAU * radius.abs())
    );
    let least = (length / std::f64::consts::TAU).ceil().copysign(radius);
    let hint = format!("use a larger circle: bend = \"{}mm\"", ShortNumber(least));
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}
