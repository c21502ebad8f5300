//! Converts the paints of areas and lines: colours, gradients and patterns.
//!
//! - In: a paint, and the area of the drawing that it fills.
//! - Out: drawings. A gradient with transparency becomes a mask. A pattern becomes many copies of
//!   its tile.
//! - Not here: outlines, and the lines of paths.

use kurbo::{Affine, BezPath, Point, Rect, Shape as _};
use usvg::{Paint, Pattern, SpreadMethod};

use super::tree::{TreeDrawings, to_affine};
use super::unsupported::Unsupported;
use crate::{Drawing, FillRule, Group, Ink, Mask, MaskKind, Shade, ShadePlacement, Shared};
use hexpress_base::round_shapes::circle;

/// The smallest radius of a radial gradient, in units of the file. With a radius of 0, the transform of
/// the gradient would have no inverse.
const MIN_RADIUS: f64 = 1e-6;

/// The largest number of stops in a repeating gradient, including all repetitions.
const MAX_STOPS: usize = 4_000;

/// The largest number of pattern tiles in a drawing.
const MAX_TILES: usize = 50_000;

/// The largest rounding error of a position, in units of a tile.
const ROUNDING: f64 = 1e-6;

/// How far a mask extends beyond the area that it masks, in mm. Viewers soften the edges of the area and of
/// the mask. If both edges were at the same place, the edge of the area would look too soft.
const MASK_MARGIN: f64 = 1.0;

/// An area in the coordinates of the drawing.
pub struct Area {
    pub path: BezPath,
    pub rule: FillRule,
}

impl Area {
    fn filled(&self, ink: Ink) -> Drawing {
        match self.rule {
            FillRule::NonZero => Drawing::filled(self.path.clone(), ink),
            FillRule::EvenOdd => Drawing::EvenOdd { path: self.path.clone(), fill: ink },
        }
    }
}

/// The colours along a gradient, and the opacities at the same offsets.
struct Stops {
    colours: Vec<(f64, [u8; 3])>,
    /// The opacities from 0 to 1, at the offsets of the colours.
    opacities: Vec<f32>,
}

impl Stops {
    fn new(gradient: &usvg::BaseGradient) -> Self {
        let stops = gradient.stops();
        let colours = stops.iter().map(|stop| {
            let usvg::Color { red, green, blue } = stop.color();
            (f64::from(stop.offset().get()), [red, green, blue])
        });
        Self {
            colours: colours.collect(),
            opacities: stops.iter().map(|stop| stop.opacity().get()).collect(),
        }
    }

    /// Returns the opacity of the stops if they all have the same opacity. Otherwise, returns `None`.
    fn common_opacity(&self) -> Option<f32> {
        let first = self.opacities.first().copied().unwrap_or(1.0);
        self.opacities.iter().all(|opacity| *opacity == first).then_some(first)
    }

    /// Returns the stops of `count` repetitions, beginning with the repetition `first`. `spread` decides
    /// whether every second repetition is mirrored.
    fn repeated(&self, first: i64, count: usize, spread: SpreadMethod) -> Self {
        let mut repeated = Self { colours: Vec::new(), opacities: Vec::new() };
        for index in 0..count {
            let is_mirrored = spread == SpreadMethod::Reflect && (first + index as i64).rem_euclid(2) == 1;
            let mut stops: Vec<_> = self.colours.iter().zip(&self.opacities).collect();
            if is_mirrored {
                stops.reverse();
            }
            let at_ends = stops.first().copied().into_iter().map(|stop| (0.0, stop));
            let at_ends = at_ends.chain(stops.iter().map(|stop| {
                let offset = stop.0.0;
                (if is_mirrored { 1.0 - offset } else { offset }, *stop)
            }));
            let last = stops.last().copied().into_iter().map(|stop| (1.0, stop));
            for (offset, ((_, colour), opacity)) in at_ends.chain(last) {
                repeated.colours.push(((index as f64 + offset) / count as f64, *colour));
                repeated.opacities.push(*opacity);
            }
        }
        repeated
    }
}

/// A gradient in its own coordinates. A linear gradient runs along the x axis, from x = 0 to x = 1. A
/// radial gradient runs from a circle to the unit circle.
struct PlacedGradient {
    radial: bool,
    to_frame: Affine,
    /// The centre of the circle at which a radial gradient begins.
    start: Point,
    start_radius: f64,
}

impl PlacedGradient {
    fn linear(gradient: &usvg::LinearGradient, to_frame: Affine) -> Self {
        let [x1, y1, x2, y2] = [gradient.x1(), gradient.y1(), gradient.x2(), gradient.y2()].map(f64::from);
        let along = Affine::new([x2 - x1, y2 - y1, y1 - y2, x2 - x1, x1, y1]);
        let to_frame = to_frame * to_affine(gradient.transform()) * along;
        Self { radial: false, to_frame, start: Point::ZERO, start_radius: 0.0 }
    }

    fn radial(gradient: &usvg::RadialGradient, to_frame: Affine) -> Self {
        let [cx, cy, fx, fy] = [gradient.cx(), gradient.cy(), gradient.fx(), gradient.fy()].map(f64::from);
        let radius = f64::from(gradient.r().get()).max(MIN_RADIUS);
        let circle = Affine::translate((cx, cy)) * Affine::scale(radius);
        Self {
            radial: true,
            to_frame: to_frame * to_affine(gradient.transform()) * circle,
            start: Point::new((fx - cx) / radius, (fy - cy) / radius),
            start_radius: f64::from(gradient.fr().get()) / radius,
        }
    }

    /// Returns whether a radial gradient begins and ends at the same circle.
    fn is_disc(&self) -> bool {
        self.radial && self.start.to_vec2().hypot() + (1.0 - self.start_radius).abs() < 1e-6
    }

    /// Returns which repetitions of the gradient cover an area: the number of the first repetition, and the
    /// number after the last. Repetition 0 is the gradient itself.
    ///
    /// Returns `None` if too many repetitions are needed, or if the gradient has no width.
    fn repetitions(&self, area: Rect) -> Option<(i64, i64)> {
        let inverse = (self.to_frame.determinant() != 0.0).then(|| self.to_frame.inverse())?;
        let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)];
        let corners = corners.map(|corner| inverse * Point::from(corner));
        let (first, last) = if self.radial {
            let growth = 1.0 - self.start_radius;
            let shift = self.start.to_vec2().hypot();
            // The circle of repetition `t` has the radius `start_radius + growth * t`. The repetitions begin
            // at the `t` for which this radius is 0. If the centre moves faster than the radius grows, the
            // circles never cover the whole area.
            let speed = (growth - shift).max(1e-3);
            let farthest = corners.iter().map(|c| c.distance(self.start)).fold(0.0, f64::max);
            (-self.start_radius / growth.max(1e-3), (farthest - self.start_radius) / speed)
        } else {
            let along = corners.map(|corner| corner.x);
            let first = along.iter().copied().fold(f64::INFINITY, f64::min);
            (first, along.into_iter().fold(f64::NEG_INFINITY, f64::max))
        };
        let is_few = first.is_finite() && last.is_finite() && first.abs().max(last.abs()) < 1e6;
        let first = if self.radial { first.ceil() } else { first.floor() };
        is_few.then_some((first as i64, (last.ceil() as i64).max(first as i64 + 1)))
    }

    /// Returns the gradient, stretched over the repetitions from `first` up to, but not including, `end`.
    fn spanning(self, first: i64, end: i64) -> Self {
        let (first, end) = (first as f64, end as f64);
        if !self.radial {
            let part = Affine::translate((first, 0.0)) * Affine::scale(end - first);
            return Self { to_frame: self.to_frame * part, ..self };
        }
        let middle = |at: f64| self.start - self.start.to_vec2() * at;
        let radius = |at: f64| self.start_radius + (1.0 - self.start_radius) * at;
        let circle = Affine::translate(middle(end).to_vec2()) * Affine::scale(radius(end));
        let start = ((middle(first) - middle(end)) / radius(end)).to_point();
        let start_radius = (radius(first) / radius(end)).max(0.0);
        Self { radial: true, to_frame: self.to_frame * circle, start, start_radius }
    }

    fn ink(&self, stops: Vec<(f64, [u8; 3])>) -> Ink {
        let placement = ShadePlacement::In(self.to_frame, self.start);
        Shade { radial: self.radial, stops, placement, start_radius: self.start_radius }.into_ink("gradient")
    }
}

/// Applies an opacity to a drawing.
fn covering(opacity: f32, drawing: Drawing) -> Drawing {
    if opacity < 1.0 { Drawing::with_opacity(f64::from(opacity), vec![drawing]) } else { drawing }
}

/// Returns the ink of a paint with a single colour. Returns `None` for other paints.
pub fn plain_ink(paint: &Paint) -> Option<Ink> {
    match paint {
        Paint::Color(colour) => Some(Ink::from_rgb([colour.red, colour.green, colour.blue])),
        _ => None,
    }
}

impl TreeDrawings<'_> {
    /// Returns an area filled with a paint. `to_frame` maps the coordinates of the paint to those
    /// of the drawing.
    ///
    /// # Errors
    /// The paint exceeds a limit.
    pub fn painted(
        &mut self,
        area: &Area,
        paint: &Paint,
        opacity: f32,
        to_frame: Affine,
    ) -> Result<Option<Drawing>, Unsupported> {
        let (gradient, mut placed) = match paint {
            Paint::Color(colour) => {
                let ink = Ink::from_rgb([colour.red, colour.green, colour.blue]);
                return Ok(Some(covering(opacity, area.filled(ink))));
            }
            Paint::LinearGradient(gradient) => (&***gradient, PlacedGradient::linear(gradient, to_frame)),
            Paint::RadialGradient(gradient) => (&***gradient, PlacedGradient::radial(gradient, to_frame)),
            Paint::Pattern(pattern) => {
                let tiles = self.tiles(area, pattern, to_frame)?;
                return Ok(tiles.map(|tiles| covering(opacity, tiles)));
            }
        };
        let mut stops = Stops::new(gradient);
        if placed.is_disc() {
            return Ok(self.disc(area, &placed, &stops, opacity));
        }
        if gradient.spread_method() != SpreadMethod::Pad {
            let limit = || Unsupported::Limit("has a gradient that repeats too often");
            let (first, end) = placed.repetitions(area.path.bounding_box()).ok_or_else(limit)?;
            let count = usize::try_from(end - first).map_err(|_| limit())?;
            if count.saturating_mul(stops.colours.len() + 2) > MAX_STOPS {
                return Err(limit());
            }
            stops = stops.repeated(first, count, gradient.spread_method());
            placed = placed.spanning(first, end);
        }
        let common = stops.common_opacity();
        let drawn = area.filled(placed.ink(stops.colours.clone()));
        if let Some(common) = common {
            return Ok(Some(covering(opacity * common, drawn)));
        }
        let greys = stops.colours.iter().zip(&stops.opacities).map(|((offset, _), stop_opacity)| {
            let grey = (stop_opacity * opacity * 255.0).round().clamp(0.0, 255.0) as u8;
            (*offset, [grey; 3])
        });
        let bounds = area.path.bounding_box().inflate(MASK_MARGIN, MASK_MARGIN);
        let opacities = Drawing::filled(bounds.to_path(0.1), placed.ink(greys.collect()));
        let mask = Mask { kind: MaskKind::Luminance, drawings: vec![opacities], bounds };
        Ok(Some(Drawing::masked(mask, vec![drawn])))
    }

    /// Draws a gradient that begins and ends at the same circle. The result is the part of the area inside
    /// the circle, filled with the first colour. Returns `None` if the gradient has no stops.
    fn disc(&self, area: &Area, placed: &PlacedGradient, stops: &Stops, opacity: f32) -> Option<Drawing> {
        let ((_, colour), first_opacity) = stops.colours.first().zip(stops.opacities.first())?;
        let circle = circle(Point::ZERO, 1.0);
        let disc = Drawing::filled(placed.to_frame * circle, Ink::from_rgb(*colour));
        let clip = Some(area.path.clone());
        let clipped = Group { clip, clip_rule: area.rule, ..Group::plain(vec![disc]) };
        Some(covering(opacity * first_opacity, Drawing::Group(clipped)))
    }

    /// Returns the tiles of a pattern that are visible in an area.
    fn tiles(
        &mut self,
        area: &Area,
        pattern: &Pattern,
        to_frame: Affine,
    ) -> Result<Option<Drawing>, Unsupported> {
        let rect = pattern.rect();
        let size = kurbo::Size::new(f64::from(rect.width()), f64::from(rect.height()));
        let corner = Affine::translate((f64::from(rect.x()), f64::from(rect.y())));
        let place = to_frame * to_affine(pattern.transform()) * corner;
        if place.determinant() == 0.0 || !place.is_finite() {
            return Ok(None);
        }
        let before = self.segment_count;
        let scale = place.determinant().abs().sqrt();
        let outer = (self.density, self.visible);
        (self.density, self.visible) = (self.density * scale, size.to_rect());
        let added = self.collect_separately(|tree| tree.add_group(pattern.root(), Affine::IDENTITY));
        (self.density, self.visible) = outer;
        let drawings = added?;
        let segments = self.segment_count - before;
        let tile_box = size.to_rect();
        let reach = place.inverse().transform_rect_bbox(area.path.bounding_box());
        // A tile that overlaps the area only because of a rounding error is left out.
        let span =
            |from: f64, to: f64, side: f64| [(from / side + ROUNDING).floor(), (to / side - ROUNDING).ceil()];
        let columns = span(reach.x0, reach.x1, size.width);
        let rows = span(reach.y0, reach.y1, size.height);
        let count = (columns[1] - columns[0]) * (rows[1] - rows[0]);
        if drawings.is_empty() || count <= 0.0 {
            return Ok(None);
        }
        let limit = Unsupported::Limit("has a pattern that repeats more than 50 000 times");
        if count.is_nan() || count > (MAX_TILES - self.tiles) as f64 {
            return Err(limit);
        }
        self.tiles += count as usize;
        self.add_segments((count as usize).saturating_mul(segments))?;
        let content = crate::bounds(&drawings);
        let is_inside = tile_box.union(content).area() <= tile_box.area();
        let drawings =
            if is_inside { drawings } else { vec![Drawing::clipped(tile_box.to_path(0.1), drawings)] };
        // The tile is stored at the size at which it is drawn, because its own coordinates may be very small.
        // Rounding in files would then distort it.
        let bounds = tile_box.scale_from_origin(scale);
        let drawings = vec![Drawing::moved(Affine::scale(scale), drawings)];
        let tile = std::sync::Arc::new(Shared { drawings, large: true, bounds });
        let mut uses = Vec::with_capacity(count as usize);
        for row in rows[0] as i64..rows[1] as i64 {
            for column in columns[0] as i64..columns[1] as i64 {
                let shift = (column as f64 * size.width, row as f64 * size.height);
                let transform = place * Affine::translate(shift) * Affine::scale(1.0 / scale);
                uses.push(Drawing::Use { shared: tile.clone(), transform });
            }
        }
        let group = Group { clip: Some(area.path.clone()), clip_rule: area.rule, ..Group::plain(uses) };
        Ok(Some(Drawing::Group(group)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::message_for;
    use super::*;

    /// Returns the error message for an area in which a pattern has `tiles` tiles. Returns an empty
    /// text if there is no error.
    fn with_tiles(tiles: usize) -> String {
        let area = format!("<path fill=\"url(#p)\" d=\"M0 0h{tiles}v1h-{tiles}z\"/>");
        message_for(&format!(
            "<pattern id=\"p\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 0h.5v.5z\"/></pattern>{area}"
        ))
    }

    #[test]
    fn patterns_may_repeat_as_often_as_the_limit() {
        assert_eq!(with_tiles(MAX_TILES), "");
        assert!(with_tiles(MAX_TILES + 1).contains("repeats more than"));
    }

    /// Returns the error message for a gradient with `repeats` repetitions. Returns an empty text if
    /// there is no error. Each repetition counts as four stops: the two stops of the gradient, and two
    /// more for its start and end.
    fn with_repeats(repeats: usize) -> String {
        let stops = "<stop stop-color=\"red\"/><stop offset=\"1\"/>";
        let ends = "gradientUnits=\"userSpaceOnUse\" spreadMethod=\"repeat\" x2=\"1\"";
        message_for(&format!(
            "<linearGradient id=\"g\" {ends}>{stops}</linearGradient><path fill=\"url(#g)\" d=\"M0 0h{repeats}v1z\"/>"
        ))
    }

    #[test]
    fn a_gradient_may_repeat_as_often_as_the_limit() {
        assert_eq!(with_repeats(MAX_STOPS / 4), "");
        assert!(with_repeats(MAX_STOPS / 4 + 1).contains("repeats too often"));
    }

    #[test]
    fn reflected_stops_run_backwards_in_every_second_repetition() {
        let stops = Stops { colours: vec![(0.25, [1; 3]), (1.0, [9; 3])], opacities: vec![1.0, 0.5] };
        let twice = stops.repeated(0, 2, SpreadMethod::Reflect);
        let offsets: Vec<f64> = twice.colours.iter().map(|(offset, _)| *offset).collect();
        assert_eq!(offsets, [0.0, 0.125, 0.5, 0.5, 0.5, 0.5, 0.875, 1.0]);
        assert_eq!(twice.opacities, [1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0]);
    }

    #[test]
    fn repetitions_cover_an_area() {
        let linear = PlacedGradient {
            radial: false,
            to_frame: Affine::scale(10.0),
            start: Point::ZERO,
            start_radius: 0.0,
        };
        assert_eq!(linear.repetitions(Rect::new(-5.0, 0.0, 25.0, 9.0)), Some((-1, 3)));
        // An area without a width has one repetition.
        assert_eq!(linear.repetitions(Rect::new(20.0, 0.0, 20.0, 9.0)), Some((2, 3)));
    }
}
