//! Represents the style of an element: the values that the element inherits, and the values of its own
//! properties.
//!
//! - In: properties and their values. Later values override earlier ones.
//! - Out: a [`State`], which determines the colours and strokes of items.
//! - Not here: which properties apply to an element (`cascade`).

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Cap, Join, Rect, Shape as _, Size};
use roxmltree::Node;

use super::references::url_id;
use super::values::{PX_PER_INCH, colour, dashes, length};
use crate::digest;
use crate::item::{is_upright, on_white};
use crate::{DrawStyle, Rgb, Stroke};
use hexpress_base::identity::Identity;
use hexpress_base::units::MM_PER_INCH;

/// The style of an element, and its coordinate system.
#[derive(Clone, Default)]
pub struct State {
    /// The transform from user units of the element to mm on the page.
    pub transform: Affine,
    /// The size, in user units, of the nearest `viewBox` or viewport around the element.
    /// Percentages are relative to it.
    pub viewport: Size,
    /// The intersection of the bounding boxes of all clips, in mm.
    pub clip_box: Option<Rect>,
    /// The outlines of all clips, in mm.
    pub clip_paths: Vec<Rc<BezPath>>,
    /// The outline of the innermost clip, if this clip has only one subpath. Set only if another
    /// program made the file.
    pub innermost_clip: Option<Rc<BezPath>>,
    /// The outlines of all clips that are not upright rectangles. See
    /// [`Item::clip_outlines`](crate::Item::clip_outlines).
    pub clip_outlines: Option<Arc<[BezPath]>>,
    /// A digest of the clips that are not rectangles.
    pub clips_digest: u64,
    /// A digest of the effects that affect the look but are not evaluated, such as masks, filters
    /// and blend modes.
    pub unfollowed_effects: u64,
    /// A description of the clips and effects, for messages.
    pub draw_style: DrawStyle,
    /// The names of the effects that are not evaluated.
    pub ignored_features: BTreeSet<&'static str>,
    /// The identity of the piece to which the element belongs.
    pub id: Option<Arc<Identity>>,
    /// The tag of the element's items. It corresponds to the tag of marked content in a PDF.
    pub tag: Option<Arc<str>>,
    /// If the element is a part of a copy of a repeated element: the name of the copy, such as `track/17`.
    pub copy: Option<Arc<str>>,
    pub fill: Painting,
    pub stroke: Painting,
    /// The colours of the gradient of the fill. If another program made the file, and these colours are
    /// unknown, the list is empty.
    pub gradient_colours: Option<Arc<[Rgb]>>,
    /// True if hexpress made the file. A translucent colour is then stored as the colour of its ink,
    /// without mixing it with white.
    pub keeps_ink_colours: bool,
    /// The value of `currentColor`.
    pub current_colour: Rgb,
    /// The product of the opacities of the element and of all groups around it, from 0 to 1.
    pub opacity: f64,
    pub stroke_style: StrokeStyle,
    pub is_even_odd: bool,
    /// True for `visibility: hidden`. The element is not painted, but its children may be painted.
    pub is_hidden: bool,
    /// True for `display: none`. Neither the element nor its children are painted.
    pub is_display_none: bool,
    pub text_style: TextStyle,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PaintTarget {
    Fill,
    Stroke,
}

/// The paint of a fill or of a stroke.
#[derive(Clone)]
pub struct Painting {
    /// The colour. `None` if the paint is `none`. If there is a paint server, the colour is a grey. For a
    /// fill with a gradient in a file that hexpress made, it is the mean colour of the gradient.
    pub colour: Option<Rgb>,
    /// The value of `fill-opacity` or `stroke-opacity`, from 0 to 1.
    pub opacity: f64,
    /// The id of the paint server, which is a pattern or a gradient.
    pub paint_server: Option<Rc<str>>,
    /// A digest of the paint server. It is 0 if the paint is a plain colour.
    pub server_digest: u64,
}

impl Default for Painting {
    fn default() -> Self {
        Self { colour: None, opacity: 1.0, paint_server: None, server_digest: 0 }
    }
}

/// The shape of strokes. Lengths are in user units.
#[derive(Clone)]
pub struct StrokeStyle {
    pub width: f64,
    pub dash_array: Vec<f64>,
    pub dash_offset: f64,
    pub cap: Cap,
    pub join: Join,
    pub miter_limit: f64,
    /// Whether the value of `vector-effect` is `non-scaling-stroke`. If so, lengths are in CSS px
    /// (1/96 inch) on the page, and transforms do not change them.
    pub non_scaling_stroke: bool,
}

impl Default for StrokeStyle {
    fn default() -> Self {
        Self {
            width: 1.0,
            dash_array: Vec::new(),
            dash_offset: 0.0,
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 4.0,
            non_scaling_stroke: false,
        }
    }
}

/// The style of text in a `text` element.
#[derive(Clone)]
pub struct TextStyle {
    /// The font size, in user units.
    pub size: f64,
    /// How much of the text is before the position that the file states, as a fraction of the text's width: 0
    /// for `start`, 0.5 for `middle`, 1 for `end`.
    pub anchor: f64,
    /// The distance from the position in the file down to the baseline, in ems.
    pub baseline_shift: f64,
    pub family: Arc<str>,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self { size: 16.0, anchor: 0.0, baseline_shift: 0.0, family: Arc::default() }
    }
}

impl State {
    /// Returns the initial style. The outermost element inherits from this style.
    pub fn outermost(to_page: Affine, viewport: Size) -> Self {
        Self {
            transform: to_page,
            viewport,
            fill: Painting { colour: Some(Rgb::default()), ..Painting::default() },
            opacity: 1.0,
            ..Self::default()
        }
    }

    /// Returns the length that stands for 100 % in attributes that have no direction, such as the radius of a
    /// circle (SVG 2, 8.9).
    pub fn diagonal(&self) -> f64 {
        let Size { width, height } = self.viewport;
        ((width * width + height * height) / 2.0).sqrt()
    }

    /// Returns the length in an attribute, in user units. A percentage is relative to `whole`. Returns `None`
    /// if the attribute is missing or is not a length.
    pub fn length(&self, node: Node<'_, '_>, key: &str, whole: f64) -> Option<f64> {
        length(node.attribute(key)?, whole, self.text_style.size)
    }

    /// Adds a clip. The outline is in mm.
    pub fn clip_to(&mut self, path: BezPath) {
        self.clip_to_box(path.bounding_box());
        if !is_upright(&path) {
            self.clips_digest = digest::combined(self.clips_digest, digest::of_outline(&path, 0.1));
            self.draw_style.effect = self.draw_style.effect.or(Some("a clip"));
            let outer = self.clip_outlines.iter().flat_map(|outlines| outlines.iter());
            self.clip_outlines = Some(outer.chain([&path]).cloned().collect());
        }
        self.clip_paths.push(Rc::new(path));
    }

    /// Limits the visible area to a rectangle, in mm.
    pub fn clip_to_box(&mut self, rect: Rect) {
        self.clip_box = Some(self.clip_box.map_or(rect, |outer| outer.intersect(rect)));
    }

    /// Removes the clips and the identity of the piece from the style.
    pub fn detach(&mut self) {
        (self.id, self.clip_box, self.innermost_clip, self.clip_outlines) = (None, None, None, None);
        self.clip_paths.clear();
    }

    /// Adds an effect that is not evaluated. `definition` is a digest of the effect's definition.
    pub fn add_unfollowed(&mut self, name: &'static str, definition: u64) {
        self.unfollowed_effects = digest::combined(self.unfollowed_effects, definition);
        self.draw_style.effect = Some(name);
        self.ignored_features.insert(name);
    }

    /// Applies a property. Does nothing if the property is unknown.
    pub fn apply(&mut self, property: &str, value: &str) {
        if value == "inherit" {
            return;
        }
        match property {
            "fill" => self.apply_paint(PaintTarget::Fill, value),
            "stroke" => self.apply_paint(PaintTarget::Stroke, value),
            "fill-opacity" => self.fill.opacity = opacity(value).unwrap_or(1.0),
            "stroke-opacity" => self.stroke.opacity = opacity(value).unwrap_or(1.0),
            "opacity" => self.opacity = opacity(value).unwrap_or(1.0),
            "color" => {
                let own = colour(value, self.current_colour);
                self.current_colour = own.map_or(self.current_colour, |(colour, _)| colour);
            }
            "fill-rule" => self.is_even_odd = value.trim() == "evenodd",
            "display" => self.is_display_none = value.trim() == "none",
            "visibility" => self.is_hidden = matches!(value.trim(), "hidden" | "collapse"),
            _ => {
                let (diagonal, em) = (self.diagonal(), self.text_style.size);
                self.stroke_style.apply(property, value, |text| length(text, diagonal, em));
                self.text_style.apply(property, value);
            }
        }
    }

    fn apply_paint(&mut self, target: PaintTarget, value: &str) {
        let own = colour(value, self.current_colour);
        let painting = self.painting_mut(target);
        painting.colour = own.map(|(colour, _)| colour);
        painting.paint_server = url_id(value).map(Rc::from);
        if let Some((_, opacity)) = own.filter(|(_, opacity)| *opacity < 1.0) {
            painting.opacity = opacity;
        }
    }

    pub fn painting(&self, target: PaintTarget) -> &Painting {
        match target {
            PaintTarget::Fill => &self.fill,
            PaintTarget::Stroke => &self.stroke,
        }
    }

    pub fn painting_mut(&mut self, target: PaintTarget) -> &mut Painting {
        match target {
            PaintTarget::Fill => &mut self.fill,
            PaintTarget::Stroke => &mut self.stroke,
        }
    }

    /// Returns the opacity of the fill or the stroke as it is on the page. This includes the
    /// opacities of the element and of its groups.
    pub fn opacity_of(&self, target: PaintTarget) -> f64 {
        self.painting(target).opacity * self.opacity
    }

    /// Returns the colour of the fill or the stroke, or `None` if the fill or stroke is invisible.
    /// A translucent colour is mixed with white, the colour of the paper.
    fn visible_colour(&self, target: PaintTarget) -> Option<Rgb> {
        let opacity = self.opacity_of(target);
        let colour = self.painting(target).colour.filter(|_| opacity > 0.0 && !self.is_hidden)?;
        Some(if self.keeps_ink_colours { colour } else { on_white(colour, opacity) })
    }

    /// Returns the colour of the fill, or `None` if the fill is invisible.
    pub fn visible_fill(&self) -> Option<Rgb> {
        self.visible_colour(PaintTarget::Fill)
    }

    /// Returns the stroke as it is on the page. Returns `None` if the stroke is invisible.
    pub fn visible_stroke(&self) -> Option<Stroke> {
        let style = &self.stroke_style;
        let colour = self.visible_colour(PaintTarget::Stroke).filter(|_| style.width > 0.0)?;
        let scale = if style.non_scaling_stroke {
            MM_PER_INCH / PX_PER_INCH
        } else {
            self.transform.determinant().abs().sqrt()
        };
        Some(Stroke {
            width: style.width * scale,
            colour,
            dash: style.dash_array.iter().map(|dash| dash * scale).collect(),
            phase: style.dash_offset * scale,
        })
    }
}

impl StrokeStyle {
    /// Applies a property of strokes. `length` parses a length.
    fn apply(&mut self, property: &str, value: &str, length: impl Fn(&str) -> Option<f64>) {
        match property {
            "stroke-width" => self.width = length(value).map_or(self.width, |width| width.max(0.0)),
            "stroke-dasharray" => self.dash_array = dashes(value),
            "stroke-dashoffset" => self.dash_offset = length(value).unwrap_or(0.0),
            "stroke-linecap" => {
                self.cap = match value.trim() {
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => Cap::Butt,
                };
            }
            "stroke-linejoin" => {
                self.join = match value.trim() {
                    "round" => Join::Round,
                    "bevel" => Join::Bevel,
                    _ => Join::Miter,
                };
            }
            "stroke-miterlimit" => {
                self.miter_limit = value.trim().parse().ok().filter(|limit| *limit >= 1.0).unwrap_or(4.0);
            }
            "vector-effect" => self.non_scaling_stroke = value.trim() == "non-scaling-stroke",
            _ => {}
        }
    }
}

impl TextStyle {
    fn apply(&mut self, property: &str, value: &str) {
        let em = self.size;
        match property {
            "font-size" => self.size = font_size(value, em).unwrap_or(em),
            "font" => {
                let words = value.split([' ', '/']).filter(|word| has_number_and_unit(word));
                self.size = words.filter_map(|word| font_size(word, em)).next().unwrap_or(em);
            }
            "font-family" => self.family = value.trim_matches(['\'', '"', ' ']).into(),
            "text-anchor" => {
                self.anchor = match value.trim() {
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => 0.0,
                };
            }
            "dominant-baseline" | "alignment-baseline" => {
                self.baseline_shift = match value.trim() {
                    "middle" | "central" => 0.35,
                    "hanging" | "text-before-edge" | "text-top" => 0.75,
                    "text-after-edge" | "text-bottom" => -0.2,
                    _ => 0.0,
                };
            }
            _ => {}
        }
    }
}

/// Parses an opacity from 0 to 1. Returns `None` if the text is neither a number nor a percentage.
fn opacity(text: &str) -> Option<f64> {
    let typed = text.trim();
    let (number, whole) = typed.strip_suffix('%').map_or((typed, 1.0), |number| (number.trim(), 100.0));
    number.parse::<f64>().ok().map(|number| (number / whole).clamp(0.0, 1.0))
}

/// Returns whether a word is a number with a unit, such as `12px`. In the value of `font`, a number
/// without a unit is a weight, such as `700`.
fn has_number_and_unit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_err()
}

/// Parses a font size and returns it in px. `em` is the font size of the parent, in px. Returns `None` if
/// `text` is not a font size.
fn font_size(text: &str, em: f64) -> Option<f64> {
    let named = match text.trim() {
        "xx-small" => 9.0,
        "x-small" => 10.0,
        "small" => 13.0,
        "medium" => 16.0,
        "large" => 18.0,
        "x-large" => 24.0,
        "xx-large" => 32.0,
        "smaller" => em / 1.2,
        "larger" => em * 1.2,
        other => return length(other, em, em).filter(|size| *size > 0.0),
    };
    Some(named)
}
