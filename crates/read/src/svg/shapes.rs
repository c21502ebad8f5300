//! Adds the paths and pictures of a file as items.
//!
//! - In: the outline of an element in user units, and its style.
//! - Out: the items and areas of the drawing.
//! - Not here: the outlines of basic shapes (`figure`), and text (`text_element`, `letters`).

use kurbo::{BezPath, Point};
use roxmltree::Node;

use super::cascade::subpaths;
use super::painted::{self, Tint};
use super::style::{PaintTarget, State, StrokeStyle};
use super::walk::{Output, Walk, shift};
use crate::digest;
use crate::item::{Look, covers, quarters};
use crate::limits::MAX_ITEMS;
use crate::{DrawStyle, Item, ItemKind, ReadError, Rgb};
use hexpress_base::geometry::polygon;
use hexpress_base::pixel_size::PixelSize;

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// Adds a picture. `content` is a digest of its contents.
    ///
    /// # Errors
    /// The file has too many items.
    pub(super) fn picture(
        &mut self,
        node: Node<'a, 'i>,
        state: &State,
        content: u64,
    ) -> Result<(), ReadError> {
        if state.is_hidden {
            return Ok(());
        }
        let [w, h] = ["width", "height"].map(|key| state.length(node, key, 0.0).unwrap_or(0.0));
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
            .map(|corner| state.transform * (Point::from(corner) + shift(node, state)));
        if self.output == Output::ItemsAndAreas {
            let effects = digest::combined(state.unfollowed_effects, content);
            let tint = Tint { colour: Rgb::default(), alpha: state.opacity, effects };
            self.out.areas.push(painted::area(polygon(&corners), tint, state));
        }
        self.draw_clip_of_picture(state, &corners)?;
        let look = Look::from_digest(digest::combined(content, opacity_digest(state.opacity)));
        self.push(state, ItemKind::Image { corners: corners.into(), pixels: PixelSize::new(0, 0) }, look)
    }

    /// Adds a path in user units, with its fill and its stroke.
    ///
    /// # Errors
    /// The file has too many items.
    pub(super) fn path(&mut self, path: BezPath, state: &State) -> Result<(), ReadError> {
        let (fill, stroke) = (state.visible_fill(), state.visible_stroke());
        if fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        let pattern = if fill.is_some() { self.fill_pattern(state) } else { None };
        let is_followed = pattern.is_some() || self.is_ours && state.gradient_colours.is_some();
        let is_fill_unknown = fill.is_some() && !is_followed && state.fill.server_digest != 0;
        if is_fill_unknown || stroke.is_some() && state.stroke.server_digest != 0 {
            self.out.ignored_features.insert("patterns and gradients");
        }
        let mut placed = state.transform * path.clone();
        let mut look = Look::default();
        if fill.is_some() {
            look = look.and(fill_look(state, &path));
            if self.output == Output::ItemsAndAreas {
                self.out.areas.push(painted::area(placed.clone(), tint(state, PaintTarget::Fill), state));
            }
        }
        if stroke.is_some() {
            look = look.and(stroke_look(state));
            if self.output == Output::ItemsAndAreas {
                self.out.areas.push(painted::line(&path, tint(state, PaintTarget::Stroke), state));
            }
        }
        if let Some(clip) =
            state.innermost_clip.as_ref().filter(|clip| fill.is_some() && covers(&placed, clip))
        {
            placed = BezPath::clone(clip);
        }
        let area = pattern.map(|pattern| (pattern, placed.clone()));
        let kind = ItemKind::Path { path: placed.into(), fill, stroke: stroke.map(Into::into) };
        self.push(state, kind, look)?;
        match area {
            Some((pattern, area)) => self.draw_pattern(pattern, state, &area),
            None => Ok(()),
        }
    }

    /// Adds an item. `look` is the look of the item itself. This function adds the effects of the groups
    /// around the item.
    ///
    /// # Errors
    /// The file has too many items.
    pub(super) fn push(&mut self, state: &State, kind: ItemKind, look: Look) -> Result<(), ReadError> {
        let kind = kind.clamped();
        self.dashes = self.dashes.saturating_add(kind.dashes());
        if self.out.items.len().saturating_add(self.dashes) >= MAX_ITEMS {
            return Err(ReadError::TooManyItems);
        }
        self.out.ignored_features.extend(&state.ignored_features);
        let is_filled = matches!(kind, ItemKind::Path { fill: Some(_), .. });
        let target = match kind {
            ItemKind::Path { fill: None, .. } => PaintTarget::Stroke,
            _ => PaintTarget::Fill,
        };
        let outer_effect = digest::combined(state.unfollowed_effects, state.clips_digest);
        self.out.items.push(Item {
            id: state.id.clone(),
            tag: state.tag.clone(),
            copy: state.copy.clone(),
            clip: state.clip_box,
            clip_outlines: state.clip_outlines.clone(),
            turn: quarters(state.transform),
            effect: digest::combined(outer_effect, look.digest),
            draw_style: state.draw_style.and(look.draw_style),
            opacity: if self.is_ours { state.opacity_of(target) } else { 1.0 },
            shades: state.gradient_colours.clone().filter(|_| is_filled),
            gradient: None,
            painted_bounds: kind.painted_bounds(),
            kind,
        });
        Ok(())
    }
}

/// Returns the paint of a fill or a stroke, as it is needed for rendering.
pub(super) fn tint(state: &State, target: PaintTarget) -> Tint {
    let painting = state.painting(target);
    Tint {
        colour: painting.colour.unwrap_or_default(),
        alpha: state.opacity_of(target),
        effects: digest::combined(state.unfollowed_effects, painting.server_digest),
    }
}

/// Returns a digest of an opacity, rounded to thousandths. Returns 0 for an opaque colour.
fn opacity_digest(opacity: f64) -> u64 {
    let thousandths = (opacity * 1000.0).round() as u64;
    if thousandths >= 1000 { 0 } else { digest::of_numbers(&[thousandths]).max(1) }
}

/// Returns a digest of the paint server and the opacity of a fill or a stroke.
pub(super) fn paint_digest(state: &State, target: PaintTarget) -> u64 {
    digest::combined(state.painting(target).server_digest, opacity_digest(state.opacity_of(target)))
}

/// Returns the look of the fill of a path.
fn fill_look(state: &State, path: &BezPath) -> Look {
    let has_holes = state.is_even_odd && subpaths(path) > 1;
    let rule_and_server = digest::combined(u64::from(has_holes), state.fill.server_digest);
    Look {
        digest: digest::combined(rule_and_server, opacity_digest(state.opacity_of(PaintTarget::Fill))),
        draw_style: DrawStyle { has_holes, ..DrawStyle::default() },
    }
}

/// Returns the look of the stroke of a path.
fn stroke_look(state: &State) -> Look {
    let StrokeStyle { cap, join, miter_limit, .. } = state.stroke_style;
    let corners = digest::of_numbers(&[cap as u64, join as u64, miter_limit.to_bits()]);
    Look {
        digest: digest::combined(corners, paint_digest(state, PaintTarget::Stroke)),
        draw_style: DrawStyle { cap, join, ..DrawStyle::default() },
    }
}
