//! Shadows, halos, what covers in part, and words on a curve: what is made of drawings that are there already.

use std::sync::Arc;

use kurbo::{Affine, Point, Shape as _, Size, Vec2};

use super::words::outside;
use crate::base::units::Trimmed;
use crate::diag::{Result, codes};
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::Painter;
use crate::layout::draw::placing::Placing;
use crate::model::style::Style;
use crate::model::template::Row;
use crate::model::{Bend, Words};
use crate::scene::{Draw, Group, Ink, Shared, Stroke, Text, leaves};
use crate::text::Shaped;

/// So many times words run along one side at most.
const MOST_ALONG: f64 = 200.0;

impl Painter<'_, '_> {
    /// Drawings of an element with their shadow and halo, and so that they cover in part.
    ///
    /// # Errors
    /// A colour that is not known.
    pub fn styled(&self, style: &Style, draws: Vec<Draw>, row: &dyn Row) -> Result<Vec<Draw>> {
        if style.is_plain() || draws.is_empty() {
            return Ok(draws);
        }
        let mut all = Vec::new();
        if let Some(shadow) = self.optional(&style.shadow, row)? {
            let below = self.silhouette(&draws, &shadow.ink, None);
            all.push(Draw::moved(Affine::translate((shadow.by.x, shadow.by.y)), below));
        }
        if let Some(halo) = self.optional(&style.halo, row)?.filter(|halo| halo.width > 0.0) {
            all.extend(self.silhouette(&draws, &halo.ink, Some(halo.width)));
        }
        all.extend(draws);
        Ok(match style.cover {
            Some(cover) => vec![Draw::covering(cover, all)],
            None => all,
        })
    }

    /// Words along the four sides of an area, inside it, over and over: outlines, which nobody reads aloud.
    ///
    /// # Errors
    /// A character that the font does not have, or a side that has no room for the words.
    pub fn along_sides(
        &self,
        words: &Words,
        string: &str,
        ink: &Ink,
        at: &Placing<'_>,
        area: Size,
    ) -> Result<Vec<Draw>> {
        let shaped = self.shaper.shape_as(words.font, words.manner, string);
        let shaped = shaped.map_err(|missing| self.no_glyph(&missing, string))?;
        let (one, high) = (shaped.advance * words.size, -shaped.ink.y0 * words.size);
        let once = self.shaper.outlines(words.font, words.size, Point::ZERO, &shaped.glyphs);
        let bounds = once.bounding_box();
        let draws = vec![Draw::Path { path: once, fill: Some(ink.clone()), stroke: None }];
        let shared = Arc::new(Shared { draws, large: true, bounds });
        let mut all = Vec::new();
        for side in 0..4 {
            let (length, away) =
                if side % 2 == 0 { (area.width, area.height) } else { (area.height, area.width) };
            // A corner belongs to the side that ends there.
            let room = length - 1.5 * high;
            let times = libm::floor(room / one);
            if !(1.0..=MOST_ALONG).contains(&times) {
                return Err(outside(string, words.size, (one - room).max(0.0)));
            }
            let step = room / times;
            for time in 0..times as u32 {
                let place = Vec2::new(f64::from(time) * step - length / 2.0, high - away / 2.0);
                let transform = turn(90.0 * f64::from(side)) * Affine::translate(place);
                all.push(Draw::Use { shared: Arc::clone(&shared), transform });
            }
        }
        Ok(at.placed(area, all))
    }

    /// What drawings cover, in one ink, and so many mm more all round.
    fn silhouette(&self, draws: &[Draw], ink: &Ink, more: Option<f64>) -> Vec<Draw> {
        let round = more.map(|width| Stroke { round: true, ..Stroke::solid(2.0 * width, ink.clone()) });
        let mut all = Vec::new();
        for leaf in leaves(draws, Affine::IDENTITY).with_shared() {
            let scale = libm::sqrt(leaf.frame.determinant().abs());
            let filled = |path| Draw::Path { path, fill: Some(ink.clone()), stroke: round.clone() };
            match leaf.draw {
                Draw::Path { path, fill, stroke } => {
                    let path = leaf.frame * path.clone();
                    if let Some(stroke) = stroke.as_ref().filter(|stroke| stroke.width > 0.0) {
                        let width = stroke.width * scale + 2.0 * more.unwrap_or(0.0);
                        let round = stroke.round || more.is_some();
                        let line = Stroke { width, ink: ink.clone(), round, ..stroke.clone() };
                        all.push(Draw::stroked(path.clone(), line));
                    }
                    all.extend(fill.is_some().then(|| filled(path)));
                }
                Draw::EvenOdd { path, .. } => {
                    let path = leaf.frame * path.clone();
                    all.extend(round.as_ref().map(|round| Draw::stroked(path.clone(), round.clone())));
                    all.push(Draw::EvenOdd { path, fill: ink.clone() });
                }
                Draw::Text(Text { font, size, origin, glyphs, .. }) => {
                    let path = leaf.frame * self.shaper.outlines(*font, *size, *origin, glyphs);
                    all.extend((!path.elements().is_empty()).then(|| filled(path)));
                }
                Draw::Image { .. } | Draw::Group(_) | Draw::Many(_) | Draw::Use { .. } => {}
            }
        }
        all
    }
}

/// One line of words on a circle, about the middle of its height: each letter stands by itself, and all say the line.
pub fn bent(
    words: &Words,
    bend: Bend,
    shaped: &Shaped,
    cap: f64,
    ink: &Ink,
    at: &Placing<'_>,
) -> Result<Vec<Draw>> {
    let Bend(radius) = bend;
    let size = words.size;
    let whole = std::f64::consts::TAU * radius.abs();
    if shaped.advance * size > whole {
        let message = format!(
            "these words are {} mm long, and their circle {} mm",
            tenths(shaped.advance * size),
            tenths(whole)
        );
        let least = (shaped.advance * size / std::f64::consts::TAU).ceil().copysign(radius);
        let hint = format!("a larger circle: bend = \"{}mm\"", Trimmed(least));
        return Err(codes::TEXT_TOO_LARGE.error(message).hint(hint));
    }
    let object = Size::new(shaped.advance * size, cap * size);
    // The baseline's own circle: its middle lies below words that stand on it, and above those that hang in it.
    let middle = Vec2::new(0.0, radius + object.height / 2.0);
    let mut pen = -object.width / 2.0;
    let mut draws = Vec::with_capacity(shaped.glyphs.len());
    for (index, glyph) in shaped.glyphs.iter().enumerate() {
        let advance = glyph.advance / 1000.0 * size;
        let degrees = ((pen + advance / 2.0) / radius).to_degrees();
        let place = Affine::translate(middle) * turn(degrees) * Affine::translate((0.0, -radius));
        let end = shaped.glyphs.get(index + 1..).unwrap_or_default().iter().map(|next| next.cluster);
        let end =
            end.filter(|next| *next > glyph.cluster).min().map_or(shaped.string.len(), |next| next as usize);
        let string = shaped.string.get(glyph.cluster as usize..end).unwrap_or_default();
        let letter = Text {
            string: string.into(),
            font: shaped.font,
            size,
            origin: Point::new(-advance / 2.0, 0.0),
            glyphs: [crate::text::Glyph { cluster: 0, ..*glyph }].into(),
            ink: ink.clone(),
        };
        draws.push(Draw::moved(place, vec![Draw::Text(letter)]));
        pen += advance;
    }
    let says = Some(Arc::clone(&shaped.string));
    let line = Draw::Group(Group { says, ..Group::plain(draws) });
    Ok(vec![Draw::moved(at.transform(object), vec![line])])
}

fn tenths(mm: f64) -> Trimmed {
    Trimmed((mm * 10.0).round() / 10.0)
}
