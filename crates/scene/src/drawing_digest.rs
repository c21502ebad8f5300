//! Digests of drawings, to compare pieces of two versions of a game.
//!
//! - In: the drawings of a piece or a cell, around its middle.
//! - Out: a digest of shapes, places, colours, letters and pictures. Drawings with equal digests
//!   show the same.
//! - Not here: what nobody sees, such as identities, the names of colours and texts for screen
//!   readers.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Vec2};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::text::{FontId, Fonts};
use crate::{
    Draw, FillRule, Group, Image, ImageContent, Ink, MaskKind, Pattern, Role, Shade, ShadePlacement, Shared,
    Stroke, Text, bounds,
};

/// The digest of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DrawingDigest(u128);

/// The signs of a short digest. No two of them look alike in small print.
const SIGNS: &[u8; 22] = b"34679ADEFGHJKMNPRTVWXY";
/// The number of signs in a short digest.
const SHORT: usize = 4;

impl DrawingDigest {
    /// Returns the digest of bytes that belong to a drawing.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxh3_128(bytes))
    }

    /// Returns the digest of several drawings together.
    pub fn of_all(digests: impl IntoIterator<Item = Self>) -> Self {
        let mut hasher = Xxh3::new();
        digests.into_iter().for_each(|digest| hasher.update(&digest.0.to_le_bytes()));
        Self(hasher.digest128())
    }

    /// Returns the digest as four signs, such as `3F7K`, for print.
    pub fn short(self) -> String {
        let mut rest = self.0;
        let signs = std::iter::repeat_with(|| {
            let sign = SIGNS[(rest % SIGNS.len() as u128) as usize];
            rest /= SIGNS.len() as u128;
            char::from(sign)
        });
        signs.take(SHORT).collect()
    }

    /// Returns whether a text has the form of a short digest. Small letters count as capitals.
    pub fn is_short(text: &str) -> bool {
        text.len() == SHORT && text.bytes().all(|byte| SIGNS.contains(&byte.to_ascii_uppercase()))
    }
}

impl fmt::Display for DrawingDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The largest number of shared drawings whose digests are kept.
const MOST_KEPT: usize = 4096;
/// The length of the steps that lengths are rounded to, in parts of a mm.
const STEPS: f64 = 1e4;
/// Where the steps begin, in steps. Lengths in layouts have few digits, so no length is between two
/// steps.
const OFFSET: f64 = 0.381_966;

/// A part of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The start of a group that is clipped, or that mixes with what is below as a whole.
    Open { digest: u128, is_mixed: bool },
    /// The end of such a group.
    Close,
    /// A white area, line or text. It shows nothing on white paper.
    White(u128),
    /// Any other drawing.
    Shown(u128),
}

/// Computes the digests of drawings that use the same fonts.
#[derive(Debug, Default)]
pub struct DrawingDigests {
    font_digests: HashMap<FontId, u128>,
    /// The parts of shared drawings, by their addresses. The drawings are kept, so no other drawing
    /// gets such an address.
    shared: FxHashMap<usize, (Arc<Shared>, Vec<Part>)>,
    /// The white paper below the drawings. Only this part is visible. `None` if all is visible, and
    /// other drawings may be below.
    window: Option<Rect>,
}

impl DrawingDigests {
    /// Returns digests of drawings that are visible everywhere. Other drawings may be below them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns digests of all drawings on white paper, of which only `window` is visible.
    pub fn within(window: Rect) -> Self {
        Self { window: Some(window), ..Self::default() }
    }

    /// Returns the digest of what drawings show. `transform` maps them to the frame
    /// of the digest. All drawings use these fonts.
    pub fn digest(&mut self, draws: &[Draw], transform: Affine, fonts: &Fonts) -> DrawingDigest {
        if self.shared.len() > MOST_KEPT {
            self.shared.clear();
        }
        let mut parts = Vec::new();
        Collector { digests: self, fonts }.collect(draws, transform, &mut parts);
        let mut hasher = Xxh3::new();
        let is_on_paper = self.window.is_some();
        for part in visible(parts, is_on_paper) {
            let (kind, digest) = match part {
                Part::Open { digest, .. } => (0, digest),
                Part::Close => (1, 0),
                Part::White(digest) | Part::Shown(digest) => (2, digest),
            };
            hasher.update(&[kind]);
            hasher.update(&digest.to_le_bytes());
        }
        DrawingDigest(hasher.digest128())
    }
}

/// Collects the parts of drawings.
struct Collector<'d, 'f> {
    digests: &'d mut DrawingDigests,
    fonts: &'f Fonts,
}

impl Collector<'_, '_> {
    fn collect(&mut self, draws: &[Draw], transform: Affine, parts: &mut Vec<Part>) {
        for draw in draws {
            match draw {
                Draw::Group(group) => self.add_group(group, transform, parts),
                Draw::Cells(cells) => {
                    cells.groups().for_each(|group| self.add_group(&group, transform, parts))
                }
                Draw::Use { shared, transform: placed } => {
                    let transform = transform * *placed;
                    if transform == Affine::IDENTITY {
                        self.add_shared(shared, parts);
                    } else {
                        self.collect(&shared.draws, transform, parts);
                    }
                }
                leaf => {
                    let is_outside = self.digests.window.is_some_and(|window| {
                        let covered = transform.transform_rect_bbox(bounds(std::slice::from_ref(leaf)));
                        window.intersect(covered).is_zero_area() && !window.contains(covered.center())
                    });
                    if !is_outside {
                        self.add_leaf(leaf, transform, parts);
                    }
                }
            }
        }
    }

    fn add_shared(&mut self, shared: &Arc<Shared>, parts: &mut Vec<Part>) {
        let address = Arc::as_ptr(shared).addr();
        if let Some((_, known)) = self.digests.shared.get(&address) {
            parts.extend_from_slice(known);
            return;
        }
        let mut own = Vec::new();
        self.collect(&shared.draws, Affine::IDENTITY, &mut own);
        parts.extend_from_slice(&own);
        self.digests.shared.insert(address, (Arc::clone(shared), own));
    }

    fn add_group(&mut self, group: &Group, transform: Affine, parts: &mut Vec<Part>) {
        if group.opacity <= 0.0 || matches!(group.role, Role::PrinterMark | Role::Heading) {
            return;
        }
        let transform = transform * group.transform;
        let mut hash = Hash::new(b'g');
        if let Some(clip) = &group.clip {
            hash.byte(if group.clip_rule == FillRule::EvenOdd { 2 } else { 1 });
            hash.path(clip, transform);
        }
        if group.is_composed() {
            hash.number(group.opacity);
            hash.bytes(group.blend.map_or("", |blend| blend.pdf_name()).as_bytes());
            if let Some(mask) = &group.mask {
                hash.byte(if mask.kind == MaskKind::Alpha { 1 } else { 2 });
                let mut shown = Vec::new();
                self.collect(&mask.draws, transform, &mut shown);
                for part in shown {
                    let (Part::Open { digest, .. } | Part::White(digest) | Part::Shown(digest)) = part else {
                        hash.byte(3);
                        continue;
                    };
                    hash.digest(digest);
                }
            }
        }
        let is_marked = group.clip.is_some() || group.is_composed();
        if is_marked {
            parts.push(Part::Open { digest: hash.finish(), is_mixed: group.is_composed() });
        }
        self.collect(&group.draws, transform, parts);
        if is_marked {
            parts.push(Part::Close);
        }
    }

    fn add_leaf(&mut self, draw: &Draw, transform: Affine, parts: &mut Vec<Part>) {
        match draw {
            Draw::Path { path, fill, stroke } => {
                if let Some(ink) = fill {
                    parts.extend(self.area(b'a', path, ink, transform));
                }
                if let Some(stroke) = stroke.as_ref().filter(|stroke| stroke.width > 0.0) {
                    parts.push(line(path, stroke, transform));
                }
            }
            Draw::EvenOdd { path, fill } => parts.extend(self.area(b'e', path, fill, transform)),
            Draw::Text(text) => parts.push(self.text(text, transform)),
            Draw::Image { image, transform: placed } => parts.push(picture(image, transform * *placed)),
            Draw::Group(_) | Draw::Cells(_) | Draw::Use { .. } => {}
        }
    }

    /// Returns an area. A rectangle ends where the visible part ends.
    fn area(&self, kind: u8, path: &BezPath, ink: &Ink, transform: Affine) -> Option<Part> {
        let mut hash = Hash::new(kind);
        let visible = self.digests.window.zip(rectangle(path, transform)).filter(|_| is_plain(ink));
        match visible {
            Some((window, rectangle)) => {
                let visible = window.intersect(rectangle);
                if visible.is_zero_area() {
                    return None;
                }
                hash.point(visible.origin());
                hash.point(Point::new(visible.x1, visible.y1));
            }
            None => hash.path(path, transform),
        }
        hash.ink(ink, transform);
        Some(inked(ink, hash))
    }

    fn text(&mut self, text: &Text, transform: Affine) -> Part {
        let mut hash = Hash::new(b't');
        hash.digest(self.font_digest(text.font));
        hash.frame(transform);
        hash.point(text.origin);
        hash.length(text.size);
        let mut pen = 0.0;
        for glyph in text.glyphs.iter() {
            hash.bytes(&glyph.id.to_le_bytes());
            let at = Vec2::new(pen + glyph.offset.0, glyph.offset.1) * (text.size / 1000.0);
            hash.point(at.to_point());
            pen += glyph.advance;
        }
        hash.ink(&text.ink, transform);
        inked(&text.ink, hash)
    }

    fn font_digest(&mut self, font: FontId) -> u128 {
        let fonts = self.fonts;
        *self
            .digests
            .font_digests
            .entry(font)
            .or_insert_with(|| fonts.get(font).map_or(0, |face| xxh3_128(face.data.bytes())))
    }
}

/// Removes what shows nothing: white on white paper, and groups that are then empty.
fn visible(parts: Vec<Part>, is_on_paper: bool) -> Vec<Part> {
    let mut shown: Vec<Part> = Vec::with_capacity(parts.len());
    let mut is_bare = is_on_paper;
    for part in parts {
        match part {
            Part::White(_) if is_bare => continue,
            Part::Close if matches!(shown.last(), Some(Part::Open { .. })) => {
                shown.pop();
                continue;
            }
            Part::Open { is_mixed: false, .. } | Part::Close => {}
            Part::Open { .. } | Part::White(_) | Part::Shown(_) => is_bare = false,
        }
        shown.push(part);
    }
    shown
}

fn is_plain(ink: &Ink) -> bool {
    ink.shade.is_none() && ink.pattern.is_none()
}

fn inked(ink: &Ink, hash: Hash) -> Part {
    let is_white = is_plain(ink) && ink.rgb == [0xFF; 3];
    if is_white { Part::White(hash.finish()) } else { Part::Shown(hash.finish()) }
}

fn line(path: &BezPath, stroke: &Stroke, transform: Affine) -> Part {
    let mut hash = Hash::new(b'l');
    hash.path(path, transform);
    let [a, b, c, d, ..] = transform.as_coeffs();
    let is_even = (a * a + b * b - c * c - d * d).abs() < 1e-9 && (a * c + b * d).abs() < 1e-9;
    // Only a transform that changes angles changes the form of the line.
    let scale = if is_even { (a * a + b * b).sqrt() } else { 1.0 };
    if !is_even {
        hash.frame(transform);
    }
    hash.length(stroke.width * scale);
    stroke.dash.iter().for_each(|dash| hash.length(dash * scale));
    if !stroke.dash.is_empty() {
        hash.length(stroke.phase * scale);
    }
    hash.byte(u8::from(stroke.round));
    hash.ink(&stroke.ink, transform);
    inked(&stroke.ink, hash)
}

fn picture(image: &Image, transform: Affine) -> Part {
    let mut hash = Hash::new(b'p');
    hash.bytes(image.name.as_bytes());
    if let ImageContent::Page(form) = &image.content {
        hash.bytes(form.file.as_bytes());
        let numbers = form.objects.first().map_or([0; 5], |object| object.key.0);
        numbers.iter().for_each(|number| hash.bytes(&number.to_le_bytes()));
    }
    hash.frame(transform);
    Part::Shown(hash.finish())
}

/// Returns the rectangle that a path draws, or `None` if it draws anything else.
fn rectangle(path: &BezPath, transform: Affine) -> Option<Rect> {
    let mut corners = [Point::ZERO; 4];
    let elements = path.elements();
    let (PathEl::ClosePath, [first, others @ ..]) = (elements.last()?, elements) else { return None };
    let PathEl::MoveTo(start) = first else { return None };
    corners[0] = transform * *start;
    let mut count = 1;
    for element in &others[..others.len() - 1] {
        let PathEl::LineTo(end) = element else { return None };
        if end == start && count == 4 {
            continue;
        }
        *corners.get_mut(count)? = transform * *end;
        count += 1;
    }
    let [a, b, c, d] = corners;
    let is_upright = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y;
    let is_lying = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    (count == 4 && (is_upright || is_lying)).then(|| Rect::from_points(a, c))
}

/// Collects the properties of a drawing.
struct Hash(Box<Xxh3>);

impl Hash {
    fn new(kind: u8) -> Self {
        let mut hash = Self(Box::new(Xxh3::new()));
        hash.byte(kind);
        hash
    }

    fn finish(self) -> u128 {
        self.0.digest128()
    }

    fn byte(&mut self, byte: u8) {
        self.0.update(&[byte]);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn digest(&mut self, digest: u128) {
        self.0.update(&digest.to_le_bytes());
    }

    /// Adds a number that is not a length, such as an opacity.
    fn number(&mut self, number: f64) {
        self.rounded(number * 1e6);
    }

    fn length(&mut self, mm: f64) {
        self.rounded(mm * STEPS);
    }

    fn rounded(&mut self, steps: f64) {
        self.0.update(&((steps + OFFSET).round() as i64).to_le_bytes());
    }

    fn point(&mut self, point: Point) {
        self.length(point.x);
        self.length(point.y);
    }

    fn frame(&mut self, transform: Affine) {
        let [a, b, c, d, x, y] = transform.as_coeffs();
        [a, b, c, d].into_iter().for_each(|number| self.number(number));
        self.point(Point::new(x, y));
    }

    fn path(&mut self, path: &BezPath, transform: Affine) {
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(to) => self.points(0, [to], transform),
                PathEl::LineTo(to) => self.points(1, [to], transform),
                PathEl::QuadTo(by, to) => self.points(2, [by, to], transform),
                PathEl::CurveTo(by, and, to) => self.points(3, [by, and, to], transform),
                PathEl::ClosePath => self.byte(4),
            }
        }
    }

    fn points<const N: usize>(&mut self, kind: u8, points: [Point; N], transform: Affine) {
        self.byte(kind);
        points.into_iter().for_each(|point| self.point(transform * point));
    }

    fn ink(&mut self, ink: &Ink, transform: Affine) {
        self.0.update(&ink.rgb);
        if is_plain(ink) {
            return;
        }
        // The frames of gradients and patterns move with the drawing.
        self.frame(transform);
        if let Some(shade) = &ink.shade {
            self.shade(shade);
        }
        if let Some(pattern) = &ink.pattern {
            self.pattern(pattern);
        }
    }

    fn shade(&mut self, shade: &Shade) {
        self.byte(1 + u8::from(shade.radial));
        for (offset, rgb) in &shade.stops {
            self.number(*offset);
            self.0.update(rgb);
        }
        self.number(shade.start_radius);
        match shade.placement {
            ShadePlacement::Across(direction) => self.point(direction.to_point()),
            ShadePlacement::In(frame, start) => {
                self.frame(frame);
                self.point(start);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.byte(3);
        self.bytes(pattern.motif.name.as_bytes());
        for nanometres in [pattern.across, pattern.down, pattern.line] {
            self.0.update(&nanometres.to_le_bytes());
        }
        self.byte(pattern.part as u8);
        self.ink(&pattern.ink, Affine::IDENTITY);
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Shape as _;

    use super::*;

    fn digest(draws: &[Draw]) -> DrawingDigest {
        let window = Rect::new(-10.0, -10.0, 10.0, 10.0);
        DrawingDigests::within(window).digest(draws, Affine::IDENTITY, &Fonts::none())
    }

    fn filled(x: f64, rgb: [u8; 3]) -> Draw {
        Draw::filled(Rect::new(x, 0.0, x + 5.0, 4.0).to_path(0.1), Ink::from_rgb(rgb))
    }

    #[test]
    fn drawings_that_show_the_same_have_the_same_digest() {
        let red = filled(1.0, [0xFF, 0, 0]);
        let expected = digest(std::slice::from_ref(&red));
        let moved = Draw::moved(Affine::translate((-3.0, 0.0)), vec![filled(4.0, [0xFF, 0, 0])]);
        let shared = Shared { draws: vec![red.clone()], large: false, bounds: Rect::ZERO };
        let used = Draw::Use { shared: Arc::new(shared), transform: Affine::IDENTITY };
        let named = match red.clone() {
            Draw::Path { path, .. } => Draw::filled(path, Ink::new("crimson", [0xFF, 0, 0])),
            other => other,
        };
        let white = filled(-10.0, [0xFF; 3]);
        let hidden = Draw::clipped(Rect::new(0.0, 0.0, 1.0, 1.0).to_path(0.1), vec![white.clone()]);
        for same in [vec![moved], vec![used], vec![named], vec![white, red.clone()], vec![hidden, red]] {
            assert_eq!(digest(&same), expected, "{same:?}");
        }
    }

    #[test]
    fn what_is_outside_the_window_changes_nothing() {
        let wide = |end: f64| Draw::filled(Rect::new(0.0, 0.0, end, 4.0).to_path(0.1), Ink::black());
        assert_eq!(digest(&[wide(10.0)]), digest(&[wide(13.0)]));
        assert_ne!(digest(&[wide(10.0)]), digest(&[wide(9.9)]));
        assert_eq!(digest(&[filled(11.0, [0; 3])]), digest(&[]));
    }

    #[test]
    fn each_visible_difference_has_another_digest() {
        let line =
            |width: f64| Draw::line(Point::ZERO, Point::new(3.0, 0.0), Stroke::solid(width, Ink::black()));
        let all = [
            digest(&[]),
            digest(&[filled(0.0, [0; 3])]),
            digest(&[filled(0.001, [0; 3])]),
            digest(&[filled(0.0, [1, 0, 0])]),
            digest(&[filled(0.0, [0; 3]), filled(1.0, [0xFF; 3])]),
            digest(&[Draw::with_opacity(0.5, vec![filled(0.0, [0; 3])])]),
            digest(&[line(0.2)]),
            digest(&[line(0.3)]),
        ];
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        assert!(all.iter().all(|digest| DrawingDigest::is_short(&digest.short())));
        assert!(DrawingDigest::is_short("3f7k") && !DrawingDigest::is_short("3F7O"));
    }
}
