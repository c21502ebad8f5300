//! What an element has from those round it, and what it says itself.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Cap, Join, Rect, Shape as _};
use roxmltree::Node;

use super::paint::{PX_PER_INCH, colour, dashes, length};
use super::veil::{both, reference};
use crate::glyphs::outline_digest;
use crate::item::{is_upright, on_white};
use crate::{DrawStyle, Rgb, Stroke};
use hexpress_base::identity::Identity;
use hexpress_base::units::MM_PER_INCH;

/// What holds where an element is drawn.
#[derive(Clone, Default)]
pub struct State {
    /// From the element's units to millimetres on the page.
    pub transform: Affine,
    /// The box of all clips round it, in mm.
    pub clip: Option<Rect>,
    /// The outlines of these clips, on the page.
    pub clips: Vec<Rc<BezPath>>,
    /// The innermost of these, in files of other programs, where it is one outline.
    pub cut: Option<Rc<BezPath>>,
    /// A digest of those that are no rectangles.
    pub outlined: u64,
    /// A digest of what changes the look of what is drawn here and is not followed: masks, filters, blend modes.
    pub veil: u64,
    /// What of these can be said.
    pub draw_style: DrawStyle,
    /// Digests of the patterns and gradients that areas and lines are painted with; 0 for plain colours.
    pub patterns: [u64; 2],
    /// The colours that areas are filled with which run into one another, in a file of ours.
    pub shades: Option<Arc<[Rgb]>>,
    /// Whether colours are those of inks, whatever is seen through them: in a file of ours.
    pub pure: bool,
    /// What is not followed here, in words.
    pub vague: BTreeSet<&'static str>,
    pub id: Option<Arc<Identity>>,
    pub tag: Option<Arc<str>>,
    pub fill: Option<Rgb>,
    /// The id of the pattern or gradient that areas are filled with.
    pub server: Option<Rc<str>>,
    pub stroke: Option<Rgb>,
    /// What `currentColor` means.
    pub current: Rgb,
    /// How much of an area and of a line covers what is below: 1 for all, 0 for nothing.
    pub opacities: [f64; 2],
    /// The same of everything together.
    pub opacity: f64,
    /// The width of a line, in the element's units.
    pub width: f64,
    pub dash: Vec<f64>,
    pub phase: f64,
    /// How lines end and turn.
    pub ends: Ends,
    /// Whether what two outlines of one path go round is outside of it.
    pub even_odd: bool,
    /// Drawn, but not to be seen: `visibility: hidden`.
    pub hidden: bool,
    /// Not drawn at all: `display: none`. What is in it is not drawn either.
    pub gone: bool,
    /// Whether a line keeps its width whatever the transform.
    pub fixed: bool,
    /// The size of the frame in the element's units: shares are of it.
    pub frame: (f64, f64),
    /// How words stand.
    pub words: Words,
}

/// How lines end and turn.
#[derive(Clone, Copy)]
pub struct Ends {
    pub cap: Cap,
    pub join: Join,
    pub miter: f64,
}

impl Default for Ends {
    fn default() -> Self {
        Self { cap: Cap::Butt, join: Join::Miter, miter: 4.0 }
    }
}

/// How words stand.
#[derive(Clone, Default)]
pub struct Words {
    /// The em, in the element's units.
    pub size: f64,
    /// Where a line of words has its origin: 0 at its start, 0.5 in its middle, 1 at its end.
    pub anchor: f64,
    /// How far the baseline lies below the line's place, in ems.
    pub drop: f64,
    pub family: Arc<str>,
}

impl State {
    /// What holds outside of everything.
    pub fn outermost(to_page: Affine, frame: (f64, f64)) -> Self {
        Self {
            transform: to_page,
            fill: Some(Rgb::default()),
            opacities: [1.0; 2],
            opacity: 1.0,
            width: 1.0,
            frame,
            words: Words { size: 16.0, ..Words::default() },
            ..Self::default()
        }
    }

    /// The measure that a share is of where it is neither across nor down.
    pub fn diagonal(&self) -> f64 {
        let (w, h) = self.frame;
        ((w * w + h * h) / 2.0).sqrt()
    }

    /// A length that an element says, in its units; shares are of `whole`.
    pub fn length(&self, node: Node<'_, '_>, key: &str, whole: f64) -> Option<f64> {
        length(node.attribute(key)?, whole, self.words.size)
    }

    /// Hides what lies outside of an outline on the page.
    pub fn clip_to(&mut self, path: BezPath) {
        let rect = path.bounding_box();
        self.clip = Some(self.clip.map_or(rect, |outer| outer.intersect(rect)));
        if !is_upright(&path) {
            self.outlined = both(self.outlined, outline_digest(&path, 0.1));
            self.draw_style.effect = self.draw_style.effect.or(Some("a clip"));
        }
        self.clips.push(Rc::new(path));
    }

    /// Has it be said that something is drawn here in a way that is not followed.
    pub fn cover_with(&mut self, what: &'static str, veil: u64) {
        self.veil = both(self.veil, veil);
        self.draw_style.effect = Some(what);
        self.vague.insert(what);
    }

    /// Applies a property. Unknown properties change nothing.
    pub fn say(&mut self, key: &str, value: &str) {
        if value == "inherit" {
            return;
        }
        let em = self.words.size;
        match key {
            "fill" => {
                self.fill = self.paint(value, 0);
                self.server = reference(value).map(Rc::from);
            }
            "stroke" => self.stroke = self.paint(value, 1),
            "color" => self.current = colour(value, self.current).map_or(self.current, |(c, _)| c),
            "stroke-width" => {
                self.width = length(value, self.diagonal(), em).map_or(self.width, |width| width.max(0.0));
            }
            "stroke-dasharray" => self.dash = dashes(value),
            "fill-rule" => self.even_odd = value.trim() == "evenodd",
            "stroke-linecap" => {
                self.ends.cap = match value.trim() {
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => Cap::Butt,
                };
            }
            "stroke-linejoin" => {
                self.ends.join = match value.trim() {
                    "round" => Join::Round,
                    "bevel" => Join::Bevel,
                    _ => Join::Miter,
                };
            }
            "stroke-miterlimit" => {
                self.ends.miter = value.trim().parse().ok().filter(|miter| *miter >= 1.0).unwrap_or(4.0);
            }
            "stroke-dashoffset" => self.phase = length(value, self.diagonal(), em).unwrap_or(0.0),
            "vector-effect" => self.fixed = value.trim() == "non-scaling-stroke",
            "fill-opacity" => self.opacities[0] = opacity(value).unwrap_or(1.0),
            "stroke-opacity" => self.opacities[1] = opacity(value).unwrap_or(1.0),
            "opacity" => self.opacity = opacity(value).unwrap_or(1.0),
            "display" => self.gone = value.trim() == "none",
            "visibility" => self.hidden = matches!(value.trim(), "hidden" | "collapse"),
            "font-size" => self.words.size = font_size(value, em).unwrap_or(em),
            "font" => {
                let sizes = value.split([' ', '/']).filter(|word| has_number_and_unit(word));
                let mut sizes_in_px = sizes.filter_map(|word| font_size(word, em));
                self.words.size = sizes_in_px.next().unwrap_or(em);
            }
            "font-family" => self.words.family = value.trim_matches(['\'', '"', ' ']).into(),
            "text-anchor" => {
                self.words.anchor = match value.trim() {
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => 0.0,
                };
            }
            "dominant-baseline" | "alignment-baseline" => {
                self.words.drop = match value.trim() {
                    "middle" | "central" => 0.35,
                    "hanging" | "text-before-edge" | "text-top" => 0.75,
                    "text-after-edge" | "text-bottom" => -0.2,
                    _ => 0.0,
                };
            }
            _ => {}
        }
    }

    fn paint(&mut self, value: &str, which: usize) -> Option<Rgb> {
        let (colour, opacity) = colour(value, self.current)?;
        if opacity < 1.0 {
            self.opacities[which] = opacity;
        }
        Some(colour)
    }

    /// How much of areas (0) or of lines (1) covers what is below.
    pub fn covers(&self, which: usize) -> f64 {
        self.opacities.get(which).map_or(1.0, |opacity| opacity * self.opacity)
    }

    fn seen(&self, colour: Rgb, opacity: f64) -> Rgb {
        if self.pure { colour } else { on_white(colour, opacity) }
    }

    /// The colour of areas, as it looks on white paper; none where nothing of it can be seen.
    pub fn area(&self) -> Option<Rgb> {
        let opacity = self.covers(0);
        self.fill.filter(|_| opacity > 0.0 && !self.hidden).map(|colour| self.seen(colour, opacity))
    }

    /// The line, on the page.
    pub fn line(&self) -> Option<Stroke> {
        let opacity = self.covers(1);
        let colour = self.stroke.filter(|_| opacity > 0.0 && !self.hidden && self.width > 0.0)?;
        let scale =
            if self.fixed { MM_PER_INCH / PX_PER_INCH } else { self.transform.determinant().abs().sqrt() };
        Some(Stroke {
            width: self.width * scale,
            colour: self.seen(colour, opacity),
            dash: self.dash.iter().map(|d| d * scale).collect(),
            phase: self.phase * scale,
        })
    }
}

/// Returns an opacity, from 0 to 1; `None` if the text is neither a number nor a percentage.
fn opacity(text: &str) -> Option<f64> {
    let typed = text.trim();
    let (number, whole) = typed.strip_suffix('%').map_or((typed, 1.0), |number| (number.trim(), 100.0));
    number.parse::<f64>().ok().map(|number| (number / whole).clamp(0.0, 1.0))
}

/// Returns whether a word is a number with a unit. The weight of a font is a number without a unit.
fn has_number_and_unit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_err()
}

/// Returns a font size in pixels; `em` is that of the outer element.
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
