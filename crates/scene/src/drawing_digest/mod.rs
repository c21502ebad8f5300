//! Computes digests of drawings. The pieces of two versions of a game are compared by these
//! digests.
//!
//! - In: the drawings of a piece or a cell. The origin of their coordinates is the centre of the piece
//!   or cell.
//! - Out: a digest of shapes, places, colours, letters and pictures. Drawings with equal digests look
//!   the same.
//! - Not here: properties that are not visible, such as identities, the names of colours, and texts for
//!   screen readers.

mod hash;
mod part_of_path;
mod parts;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::text::{Faces, FontId, Fonts};
use crate::{
    Drawing, FillRule, Group, Image, ImageContent, Ink, MaskKind, Role, Shared, Stroke, Text, bounds,
};
use hash::{Hash, is_plain};
use part_of_path::rectangle;
pub use parts::VisiblePart;

/// A hash of everything that is visible in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DrawingDigest(u128);

const SIGNS: &[u8] = DrawingDigest::SIGNS.as_bytes();
/// The number of characters in a short digest.
const SHORT_DIGEST_LENGTH: usize = 4;

impl DrawingDigest {
    /// The characters that a short digest can contain. No two of them look alike in small print.
    pub const SIGNS: &'static str = "34679ADEFGHJKMNPRTVWXY";

    /// Returns the digest of data that is not a drawing, such as the places of a poster's seams.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxh3_128(bytes))
    }

    /// Returns one digest for a sequence of digests.
    pub fn of_all(digests: impl IntoIterator<Item = Self>) -> Self {
        let mut hasher = Xxh3::new();
        digests.into_iter().for_each(|digest| hasher.update(&digest.0.to_le_bytes()));
        Self(hasher.digest128())
    }

    /// Returns the digest as four characters, such as `3F7K`, for print.
    pub fn short(self) -> String {
        let mut rest = self.0;
        let signs = std::iter::repeat_with(|| {
            let sign = SIGNS[(rest % SIGNS.len() as u128) as usize];
            rest /= SIGNS.len() as u128;
            char::from(sign)
        });
        signs.take(SHORT_DIGEST_LENGTH).collect()
    }

    /// Returns whether a text could be a short digest. Lower-case letters count as capitals.
    pub fn is_short(text: &str) -> bool {
        text.len() == SHORT_DIGEST_LENGTH
            && text.bytes().all(|byte| SIGNS.contains(&byte.to_ascii_uppercase()))
    }
}

impl fmt::Display for DrawingDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// If more shared drawings than this are stored, all of them are removed.
const MAX_KEPT: usize = 4096;
/// The start or the end of a group, or a drawing that is not a group.
#[derive(Debug, Clone, Copy, PartialEq)]
enum DrawingPart {
    /// The start of a group that has a clip, or that is blended as a whole with the drawings under it.
    /// If the group is blended, `is_mixed` is true.
    Open { digest: u128, is_mixed: bool },
    /// The end of a group that began with [`DrawingPart::Open`].
    Close,
    /// An area, a line, a text or a picture.
    Leaf(Leaf),
}

/// A drawing that contains no other drawings.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Leaf {
    digest: u128,
    /// The colour of the drawing. `None` if the drawing has several colours.
    rgb: Option<[u8; 3]>,
    /// A bounding box, in the coordinates for which the digest is computed.
    bounds: Rect,
    /// The bounding box of the visible part of this drawing, if [`DrawingHasher::parts`] computes it.
    /// Otherwise, the same box as `bounds`.
    visible_box: Rect,
    /// Whether the drawing covers the whole window with a single colour.
    is_ground: bool,
}

impl Leaf {
    fn new(hash: Hash, ink: &Ink, bounds: Rect) -> Self {
        let rgb = is_plain(ink).then_some(ink.rgb);
        Self { digest: hash.finish(), rgb, bounds, visible_box: bounds, is_ground: false }
    }
}

/// The area in which drawings are visible: a piece, or one sheet of a larger drawing.
#[derive(Debug, Clone, Copy)]
struct Window {
    bounds: Rect,
    /// The digest of the clip along the outline of the piece. This clip hides nothing of the piece, so groups
    /// with it count as groups without a clip.
    outline: u128,
    /// Whether the window shows only a part of larger drawings, as on a sheet of a poster. If so, the digest
    /// ignores the parts of paths outside the window.
    is_part: bool,
}

/// Computes the digests of drawings that use the same fonts.
#[derive(Debug, Default)]
pub struct DrawingHasher {
    font_digests: HashMap<FontId, u128>,
    /// The parts of each shared drawing. The key is the address of the drawing. The value also keeps the
    /// drawing alive, so that no other drawing can get this address.
    shared: FxHashMap<usize, (Arc<Shared>, Vec<DrawingPart>)>,
    /// The white paper under the drawings. Nothing outside the paper is visible. `None` if drawings are
    /// visible everywhere, and other drawings may be under them.
    window: Option<Window>,
}

impl DrawingHasher {
    /// Returns a hasher for drawings without paper: they are visible everywhere, and other drawings may be
    /// under them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a hasher for drawings on a piece of white paper with this outline. Nothing outside the piece
    /// is visible.
    pub fn within(outline: &BezPath) -> Self {
        let window = Window {
            bounds: outline.bounding_box(),
            outline: clip_digest(outline, FillRule::NonZero),
            is_part: false,
        };
        Self { window: Some(window), ..Self::default() }
    }

    /// Returns a hasher for the part of large drawings inside a box, on white paper. Parts of paths outside
    /// the box have no effect on the digests.
    pub fn part(bounds: Rect) -> Self {
        Self { window: Some(Window { bounds, outline: 0, is_part: true }), ..Self::default() }
    }

    /// Returns the digest of everything that is visible in drawings. `transform` maps the drawings to
    /// the coordinates for which the digest is computed. `fonts` are the fonts of the drawings.
    pub fn digest(&mut self, drawings: &[Drawing], transform: Affine, fonts: &Fonts) -> DrawingDigest {
        if self.shared.len() > MAX_KEPT {
            self.shared.clear();
        }
        let mut parts = Vec::new();
        Collector { digests: self, fonts, faces: None }.collect(drawings, transform, &mut parts);
        let mut hasher = Xxh3::new();
        for part in visible(parts, self.window.is_some()) {
            let (kind, digest) = match part {
                DrawingPart::Open { digest, .. } => (0, digest),
                DrawingPart::Close => (1, 0),
                DrawingPart::Leaf(Leaf { digest, .. }) => (2, digest),
            };
            hasher.update(&[kind]);
            hasher.update(&digest.to_le_bytes());
        }
        DrawingDigest(hasher.digest128())
    }
}

/// Collects the parts of drawings.
struct Collector<'d, 'f> {
    digests: &'d mut DrawingHasher,
    fonts: &'f Fonts,
    /// The font faces, from which the boxes of letters are computed. `None` if the boxes of the visible parts
    /// are not needed.
    faces: Option<&'d Faces<'f>>,
}

impl Collector<'_, '_> {
    fn collect(&mut self, drawings: &[Drawing], transform: Affine, parts: &mut Vec<DrawingPart>) {
        for drawing in drawings {
            match drawing {
                Drawing::Group(group) => self.add_group(group, transform, parts),
                Drawing::Cells(cells) => {
                    cells.groups().for_each(|group| self.add_group(&group, transform, parts))
                }
                Drawing::Use { shared, transform: placed } => {
                    let transform = transform * *placed;
                    if transform == Affine::IDENTITY {
                        self.add_shared(shared, parts);
                    } else {
                        self.collect(&shared.drawings, transform, parts);
                    }
                }
                leaf => {
                    let covered = transform.transform_rect_bbox(bounds(std::slice::from_ref(leaf)));
                    let window = self.digests.window.map(|window| window.bounds);
                    let is_outside = window.is_some_and(|window| {
                        window.intersect(covered).is_zero_area() && !window.contains(covered.center())
                    });
                    if !is_outside {
                        self.add_leaf(leaf, transform, covered, parts);
                    }
                }
            }
        }
    }

    fn add_shared(&mut self, shared: &Arc<Shared>, parts: &mut Vec<DrawingPart>) {
        let address = Arc::as_ptr(shared).addr();
        if let Some((_, known)) = self.digests.shared.get(&address) {
            parts.extend_from_slice(known);
            return;
        }
        let mut own = Vec::new();
        self.collect(&shared.drawings, Affine::IDENTITY, &mut own);
        parts.extend_from_slice(&own);
        self.digests.shared.insert(address, (Arc::clone(shared), own));
    }

    fn add_group(&mut self, group: &Group, transform: Affine, parts: &mut Vec<DrawingPart>) {
        if group.opacity <= 0.0 || matches!(group.role, Role::PrinterMark | Role::Heading) {
            return;
        }
        let transform = transform * group.transform;
        let clip = group.clip.as_ref().map(|clip| clip_digest(&(transform * clip), group.clip_rule));
        let clip = clip.filter(|clip| self.digests.window.is_none_or(|window| window.outline != *clip));
        let is_mixed = group.is_composed();
        let is_marked = clip.is_some() || is_mixed;
        if is_marked {
            let mut hash = Hash::new(b'g');
            hash.digest(clip.unwrap_or(0));
            if is_mixed {
                self.add_mixing(group, transform, &mut hash);
            }
            parts.push(DrawingPart::Open { digest: hash.finish(), is_mixed });
        }
        let start = parts.len();
        self.collect(&group.drawings, transform, parts);
        if let Some(clip) = group.clip.as_ref().filter(|_| self.faces.is_some()) {
            parts::clip(&mut parts[start..], transform.transform_rect_bbox(clip.bounding_box()));
        }
        if is_marked {
            parts.push(DrawingPart::Close);
        }
    }

    /// Adds the opacity, the blend mode and the mask of a group to `hash`.
    fn add_mixing(&mut self, group: &Group, transform: Affine, hash: &mut Hash) {
        hash.number(group.opacity);
        hash.bytes(group.blend.map_or("", |blend| blend.pdf_name()).as_bytes());
        let Some(mask) = &group.mask else { return };
        hash.byte(if mask.kind == MaskKind::Alpha { 1 } else { 2 });
        let mut shown = Vec::new();
        self.collect(&mask.drawings, transform, &mut shown);
        for part in shown {
            match part {
                DrawingPart::Open { digest, .. } | DrawingPart::Leaf(Leaf { digest, .. }) => {
                    hash.digest(digest)
                }
                DrawingPart::Close => hash.byte(3),
            }
        }
    }

    fn add_leaf(
        &mut self,
        drawing: &Drawing,
        transform: Affine,
        covered: Rect,
        parts: &mut Vec<DrawingPart>,
    ) {
        let visible_box = self.faces.map(|faces| parts::visible_box(drawing, transform, faces));
        let mut add = |leaf: Option<Leaf>| {
            parts.extend(leaf.map(|leaf| {
                DrawingPart::Leaf(Leaf { visible_box: visible_box.unwrap_or(leaf.visible_box), ..leaf })
            }));
        };
        match drawing {
            Drawing::Path { path, fill, stroke } => {
                if let Some(ink) = fill {
                    add(self.area(b'a', path, ink, transform, covered));
                }
                if let Some(stroke) = stroke.as_ref().filter(|stroke| stroke.width > 0.0) {
                    add(line(path, stroke, transform, covered, self.part_window()));
                }
            }
            Drawing::EvenOdd { path, fill } => add(self.area(b'e', path, fill, transform, covered)),
            Drawing::Text(text) => add(Some(self.text(text, transform, covered))),
            Drawing::Image { image, transform: placed } => {
                add(Some(picture(image, transform * *placed, covered)));
            }
            Drawing::Group(_) | Drawing::Cells(_) | Drawing::Use { .. } => {}
        }
    }

    /// Returns the window if it shows a part of larger drawings. Otherwise, returns `None`.
    fn part_window(&self) -> Option<Rect> {
        self.digests.window.filter(|window| window.is_part).map(|window| window.bounds)
    }

    /// Returns a filled area with its digest. Returns `None` if nothing of the area is in the window.
    ///
    /// A rectangle in a single colour is clipped to the window first. Rectangles that look the same in the
    /// window therefore have the same digest. `kind` is a letter for the fill rule. `covered` is the bounding
    /// box of the area.
    fn area(&self, kind: u8, path: &BezPath, ink: &Ink, transform: Affine, covered: Rect) -> Option<Leaf> {
        let mut hash = Hash::new(kind);
        let window = self.digests.window.map(|window| window.bounds);
        let placed = window.zip(rectangle(path, transform)).filter(|_| is_plain(ink));
        let visible = placed.map(|(window, rectangle)| window.intersect(rectangle));
        match visible {
            Some(visible) => {
                hash.point(visible.origin());
                hash.point(Point::new(visible.x1, visible.y1));
            }
            None => match self.part_window() {
                Some(part) if !hash.area_in(path, transform, part) => return None,
                Some(_) => {}
                None => hash.path(path, transform),
            },
        }
        hash.ink(ink, transform);
        Some(Leaf { is_ground: visible.is_some() && visible == window, ..Leaf::new(hash, ink, covered) })
    }

    fn text(&mut self, text: &Text, transform: Affine, covered: Rect) -> Leaf {
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
        Leaf::new(hash, &text.ink, covered)
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

/// Removes everything that is not visible:
///
/// - all drawings under a ground. A ground is a drawing in a single colour that covers the whole
///   window.
/// - drawings that have the colour of the ground and are directly on it
/// - groups that become empty
///
/// If the drawings are on paper, the white paper is the first ground.
fn visible(parts: Vec<DrawingPart>, is_on_paper: bool) -> Vec<DrawingPart> {
    const WHITE: [u8; 3] = [0xFF; 3];
    let mut shown: Vec<DrawingPart> = Vec::with_capacity(parts.len());
    let mut ground = is_on_paper.then_some(WHITE);
    let mut covered: Vec<Rect> = Vec::new();
    // For each open group: whether it is blended with the drawings under it.
    let mut open: Vec<bool> = Vec::new();
    for part in parts {
        match part {
            DrawingPart::Open { is_mixed, .. } => open.push(is_mixed),
            DrawingPart::Close => {
                open.pop();
                if matches!(shown.last(), Some(DrawingPart::Open { .. })) {
                    shown.pop();
                    continue;
                }
            }
            DrawingPart::Leaf(leaf) if leaf.is_ground && leaf.rgb.is_some() && open.is_empty() => {
                shown.clear();
                covered.clear();
                ground = leaf.rgb;
                if ground == Some(WHITE) {
                    continue;
                }
            }
            DrawingPart::Leaf(leaf) => {
                let is_pure = ground.is_some() && leaf.rgb == ground && !open.contains(&true);
                if is_pure && !covered.iter().any(|other| other.overlaps(leaf.bounds)) {
                    continue;
                }
                covered.push(leaf.bounds);
            }
        }
        shown.push(part);
    }
    shown
}

/// Returns the digest of a clip.
fn clip_digest(clip: &BezPath, rule: FillRule) -> u128 {
    let mut hash = Hash::new(if rule == FillRule::EvenOdd { 2 } else { 1 });
    hash.path(clip, Affine::IDENTITY);
    hash.finish()
}

/// How far the tip of a mitred corner is from the middle of the line, in units of the line's width. The value
/// is 0.5 / sin 30°, for a corner of 60°. If a corner is sharper, the end of its tip is ignored.
const TIP: f64 = 1.0;

/// Returns a line as a drawing with its digest. Returns `None` if no part of the line is inside the
/// window `part`.
///
/// The digest ignores the parts of the line outside `part`.
fn line(
    path: &BezPath,
    stroke: &Stroke,
    transform: Affine,
    covered: Rect,
    part: Option<Rect>,
) -> Option<Leaf> {
    let mut hash = Hash::new(b'l');
    let [a, b, c, d, ..] = transform.as_coeffs();
    let is_even = (a * a + b * b - c * c - d * d).abs() < 1e-9 && (a * c + b * d).abs() < 1e-9;
    // If the transform keeps angles, the line has the same thickness everywhere, so its width can be scaled.
    // Otherwise, the width and the dashes are hashed unscaled, together with the transform.
    let scale = if is_even { (a * a + b * b).sqrt() } else { 1.0 };
    // A dashed line is not clipped, because its dashes depend on where the line begins.
    match part.filter(|_| stroke.dash.is_empty()) {
        Some(part) => {
            let reach = stroke.width * scale * TIP;
            if !hash.path_in(path, transform, part.inflate(reach, reach)) {
                return None;
            }
        }
        None => hash.path(path, transform),
    }
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
    Some(Leaf::new(hash, &stroke.ink, covered))
}

fn picture(image: &Image, transform: Affine, covered: Rect) -> Leaf {
    let mut hash = Hash::new(b'p');
    hash.bytes(image.name.as_bytes());
    if let ImageContent::Page(form) = &image.content {
        hash.bytes(form.file.as_bytes());
        let numbers = form.objects.first().map_or([0; 5], |object| object.key.0);
        numbers.iter().for_each(|number| hash.bytes(&number.to_le_bytes()));
    }
    hash.frame(transform);
    Leaf { digest: hash.finish(), rgb: None, bounds: covered, visible_box: covered, is_ground: false }
}

#[cfg(test)]
mod digest_tests;
