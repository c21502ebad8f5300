//! Sheets in less ink, or in black alone: the colours of drawings are replaced.
//!
//! It is done to the finished sheet, since what a word is printed in depends on the area that it lies on.

use crate::base::map::Map;
use std::collections::VecDeque;
use std::sync::Arc;

use kurbo::{
    Affine, BezPath, ParamCurve as _, ParamCurveArclen as _, PathSeg, Point, Rect, Shape as _, Vec2,
};
use rustc_hash::FxHashMap;

use crate::base::box_index::BoxIndex;
use crate::print::ink::{Contrast, LARGE, OF_FIGURES, OF_LINES, OF_WORDS, Rgb, THIN};
use crate::print::setup::Inking;
use crate::scene::{Draw, Group, Ink, Look, Many, PatternPart, Placed, Role, Shared, Stroke, Text};

/// The same drawings in the colours that are printed.
pub fn printed(inking: Inking, draws: Vec<Draw>) -> Vec<Draw> {
    let (below, pile) = (Vec::new(), BoxIndex::default());
    let mut walk = Walk { inking, below, pile, seen: Vec::new(), known: Map::new(), halos: VecDeque::new() };
    walk.draws(&draws, Affine::IDENTITY, None)
}

/// What lies below all that is drawn later.
struct Area {
    /// In the sheet's frame.
    bounds: Rect,
    /// In the sheet's frame; none for all of its box.
    outline: Option<BezPath>,
    ground: Ground,
}

/// The colours of an area, in the layout and as printed; none of a picture made of pixels.
type Ground = Option<(Rgb, Rgb)>;

struct Walk {
    inking: Inking,
    below: Vec<Area>,
    /// The same, to be found by their places.
    pile: BoxIndex,
    /// What was found below, in order: a shared drawing is drawn alike where it finds the same.
    seen: Vec<Ground>,
    known: Map<(usize, Vec<Ground>, i64), Arc<Shared>>,
    /// The last halos of words: where they lie, and their colour in the layout and as printed.
    halos: VecDeque<Halo>,
}

/// A halo round words, which they are seen against.
struct Halo {
    bounds: Rect,
    said: Rgb,
    printed: Rgb,
}

/// So many halos are kept: one for each run of letters in an element.
const HALOS: usize = 32;

impl Walk {
    fn draws(&mut self, draws: &[Draw], frame: Affine, clip: Option<Rect>) -> Vec<Draw> {
        draws.iter().map(|draw| self.draw(draw, frame, clip)).collect()
    }

    fn draw(&mut self, draw: &Draw, frame: Affine, clip: Option<Rect>) -> Draw {
        match draw {
            Draw::Path { path, fill, stroke } => {
                if let (Some(own), Some(line)) = (fill, stroke)
                    && line.round
                    && line.ink == *own
                {
                    // A halo is of one colour.
                    let ink = self.fill(own, path, frame, clip);
                    let bounds = frame.transform_rect_bbox(path.control_box());
                    self.halos.push_back(Halo { bounds, said: own.rgb, printed: ink.rgb });
                    if self.halos.len() > HALOS {
                        self.halos.pop_front();
                    }
                    let stroke = Some(Stroke { ink: ink.clone(), ..line.clone() });
                    return Draw::Path { path: path.clone(), fill: Some(ink), stroke };
                }
                let stroke = stroke.as_ref().map(|stroke| self.stroke(stroke, path, frame));
                let fill = fill.as_ref().map(|fill| self.fill(fill, path, frame, clip));
                Draw::Path { path: path.clone(), fill, stroke }
            }
            Draw::EvenOdd { path, fill } => {
                Draw::EvenOdd { path: path.clone(), fill: self.fill(fill, path, frame, clip) }
            }
            Draw::Text(text) => {
                let advance: f64 = text.glyphs.iter().map(|glyph| glyph.advance).sum();
                let middle = text.origin + Vec2::new(advance / 2000.0 * text.size, -0.35 * text.size);
                let end = text.origin + Vec2::new(advance / 1000.0 * text.size, 0.0);
                let ink = match self.halo([frame * text.origin, frame * end]) {
                    Some(&Halo { said, printed, .. }) => {
                        self.seen.push(Some((said, printed)));
                        toned(&text.ink, self.inking.mark_on(text.ink.rgb, said, printed, OF_WORDS))
                    }
                    None => self.mark(&text.ink, frame * middle, OF_WORDS),
                };
                Draw::Text(Text { ink, ..text.clone() })
            }
            Draw::Image { transform, .. } => {
                let bounds = (frame * *transform).transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0));
                self.below.push(Area { bounds: within(bounds, clip), outline: None, ground: None });
                draw.clone()
            }
            Draw::Many(many) => Draw::Many(self.many(many, frame, clip)),
            // Marks for cutting and words for whoever prints are black and grey, and small.
            Draw::Group(group) if group.role != Role::Art => draw.clone(),
            Draw::Group(group) => {
                let frame = frame * group.transform;
                let own = group.clip.as_ref().map(|path| frame.transform_rect_bbox(path.bounding_box()));
                let clip = own.map(|own| within(own, clip)).or(clip);
                Draw::Group(Group { draws: self.draws(&group.draws, frame, clip), ..group.clone() })
            }
            Draw::Use { shared, transform } => {
                Draw::Use { shared: self.shared(shared, frame * *transform, clip), transform: *transform }
            }
        }
    }

    /// Groups of many cells: a look for all that find the same below them.
    fn many(&mut self, many: &Many, frame: Affine, clip: Option<Rect>) -> Many {
        let mut looks: Vec<Look> = Vec::new();
        let mut numbers: FxHashMap<(u32, Vec<Ground>), u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(many.places.len());
        for placed in &many.places {
            let group = many.group(*placed);
            let before = std::mem::take(&mut self.seen);
            let draws = self.draws(&group.draws, frame * group.transform, clip);
            let seen = std::mem::replace(&mut self.seen, before);
            let look = *numbers.entry((placed.look, seen)).or_insert_with(|| {
                let shift = many.looks.get(placed.look as usize).map_or(Vec2::ZERO, |look| look.shift);
                looks.push(Look { shift, draws });
                looks.len() as u32 - 1
            });
            places.push(Placed { look, ..*placed });
        }
        let Many { component, subject, lattice, words, .. } = many;
        let (component, words) = (Arc::clone(component), Arc::clone(words));
        Many { component, subject: *subject, lattice: *lattice, looks: looks.into(), words, places }
    }

    /// A shared drawing: one for all places at which the same lies below it.
    fn shared(&mut self, shared: &Arc<Shared>, frame: Affine, clip: Option<Rect>) -> Arc<Shared> {
        let before = std::mem::take(&mut self.seen);
        let draws = self.draws(&shared.draws, frame, clip);
        let seen = std::mem::replace(&mut self.seen, before);
        self.seen.extend(&seen);
        // What is large depends on how much it is enlarged.
        let scale = (frame.determinant() * 1e6).round() as i64;
        let key = (Arc::as_ptr(shared) as usize, seen, scale);
        let known = self.known.entry(key);
        Arc::clone(
            known.or_insert_with(|| Arc::new(Shared { draws, large: shared.large, bounds: shared.bounds })),
        )
    }

    fn fill(&mut self, fill: &Ink, path: &BezPath, frame: Affine, clip: Option<Rect>) -> Ink {
        let outline = frame * path.clone();
        let bounds = outline.bounding_box();
        let ink = if let Some(ink) = self.patterned(fill) {
            if fill.pattern.as_ref().is_some_and(|pattern| pattern.part == PatternPart::Lines) {
                return ink;
            }
            ink
        } else if is_large(&outline) || fill.shade.is_some() {
            self.toned_shade(fill)
        } else {
            self.mark(fill, bounds.center(), OF_FIGURES)
        };
        let ground = Some((fill.rgb, ink.rgb));
        self.below.push(Area { bounds: within(bounds, clip), outline: Some(outline), ground });
        ink
    }

    /// An area, with all colours that it runs through.
    fn toned_shade(&self, fill: &Ink) -> Ink {
        match &fill.shade {
            None => toned(fill, self.inking.area(fill.rgb)),
            Some(shade) => shade.map(|rgb| self.inking.area(rgb)).into_ink(&fill.name),
        }
    }

    fn stroke(&mut self, stroke: &Stroke, path: &BezPath, frame: Affine) -> Stroke {
        let scale = libm::sqrt(frame.determinant().abs());
        let long = || path.segments().map(|segment| segment.arclen(0.1)).sum::<f64>() * scale;
        let width = stroke.width * scale;
        let ink = if let Some(ink) = self.patterned(&stroke.ink) {
            ink
        } else if width >= THIN && width * long() >= LARGE {
            toned(&stroke.ink, self.inking.area(stroke.ink.rgb))
        } else {
            // A little inside, lest a rim be taken for what lies beyond it.
            let on = path.segments().next().map_or(Point::ZERO, |segment: PathSeg| segment.eval(0.5));
            let inside = on.lerp(path.bounding_box().center(), 0.03);
            self.mark(&stroke.ink, frame * inside, OF_LINES)
        };
        Stroke { ink, ..stroke.clone() }
    }

    /// What a part of a pattern is printed in, if it is one: its lines say what the area is, and the ground is left out.
    fn patterned(&self, ink: &Ink) -> Option<Ink> {
        const PAPER: Rgb = [0xFF; 3];
        let pattern = ink.pattern.as_ref()?;
        let lines = || toned(ink, self.inking.mark_on(ink.rgb, pattern.ink.rgb, PAPER, OF_LINES));
        Some(if pattern.part == PatternPart::Lines { lines() } else { Ink::from_rgb(PAPER) })
    }

    /// The halo of words whose baseline has these ends.
    fn halo(&self, ends: [Point; 2]) -> Option<&Halo> {
        // Round letters and accents reach a little beyond both ends.
        let holds = |halo: &&Halo| ends.iter().all(|end| halo.bounds.inflate(1.0, 1.0).contains(*end));
        self.halos.iter().rev().find(holds)
    }

    /// What is no area: words, lines, icons, small figures.
    fn mark(&mut self, ink: &Ink, at: Point, keeps: Contrast) -> Ink {
        let below = &self.below;
        let covers = |i: usize| below[i].outline.as_ref().is_none_or(|outline| outline.winding(at) != 0);
        let under = self.pile.topmost(0..below.len(), at, |i| Some(below[i].bounds), covers);
        // Paper is white, and stays so.
        let ground = under.map_or(Some(([0xFF; 3], [0xFF; 3])), |i| below[i].ground);
        self.seen.push(ground);
        match ground {
            Some((said, printed)) => toned(ink, self.inking.mark_on(ink.rgb, said, printed, keeps)),
            None => toned(ink, self.inking.mark(ink.rgb)),
        }
    }
}

/// Whether a filled path is a large area, and no thin one.
fn is_large(outline: &BezPath) -> bool {
    let area = outline.area().abs();
    // Of a strip, what goes round it is twice as long as it is.
    area >= LARGE && 2.0 * area >= THIN * outline.segments().map(|segment| segment.arclen(0.1)).sum::<f64>()
}

/// An ink in another colour: it keeps its name only if nothing has changed.
fn toned(ink: &Ink, rgb: Rgb) -> Ink {
    if ink.rgb == rgb { ink.clone() } else { Ink::from_rgb(rgb) }
}

fn within(bounds: Rect, clip: Option<Rect>) -> Rect {
    clip.map_or(bounds, |clip| bounds.intersect(clip))
}
