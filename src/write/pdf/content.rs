//! A page's contents: the operators that draw a sheet.
//!
//! Coordinates are points, y up, in a frame that hangs from the page's top left corner; a piece is placed by
//! one `cm` and drawn in its own coordinates. Glyphs keep the numbers of the whole font, so that pages need
//! not know of each other. The bytes of a shared drawing are made once for each core.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Size, Vec2};
use sha2::{Digest, Sha256};

use super::number::{push, push_fine};
use crate::base::units::PT_PER_MM;
use crate::scene::{Draw, Group, Image, Ink, Role, Shared, Sheet, Stroke, Text};
use crate::text::{Faces, FontId, Fonts};

/// Room set aside at first, in bytes, for a page: most need no more.
const PAGE_ROOM: usize = 32 << 10;

/// What a page draws with: for each font the glyphs and what they stand for.
pub type Used = BTreeMap<FontId, BTreeMap<u16, String>>;

/// A large drawing that stands in the file once, called by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Made from what it draws, so that it does not depend on which page was first.
    pub name: String,
    /// Operators.
    pub content: Vec<u8>,
    /// Its box, in points, y up: left, bottom, right, top.
    pub bounds: [f64; 4],
}

/// What pages need besides their contents.
#[derive(Debug, Default)]
pub struct Needs {
    /// Fonts and glyphs.
    pub used: Used,
    /// Large drawings, by name.
    pub forms: BTreeMap<String, Form>,
    /// Pictures made of pixels.
    pub images: Images,
}

/// Pictures made of pixels, by name.
pub type Images = BTreeMap<String, Arc<Image>>;

/// Writes pages; keeps the bytes of drawings that come again. One for each core.
pub struct ContentWriter<'a> {
    widths: Faces<'a>,
    /// The bytes of shared drawings, each with the drawing, so that an address means one drawing.
    known: HashMap<*const Shared, (Arc<Shared>, Rc<[u8]>), BuildHasherDefault<Address>>,
    /// The page at hand.
    page: Vec<u8>,
    needs: Needs,
}

/// Hashes an address: eight pieces of every tile are looked up by theirs.
#[derive(Debug, Default)]
struct Address(u64);

impl Hasher for Address {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, n: usize) {
        // 2^64 divided by the golden ratio spreads neighbours (Knuth, The Art of Computer Programming, 6.4); the table
        // goes by the upper bits and by the lower ones.
        let spread = (self.0 ^ n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = spread ^ (spread >> 32);
    }
}

/// So many shared drawings are kept at most; where there are more, few are used twice.
const KEPT: usize = 1 << 15;

impl<'a> ContentWriter<'a> {
    /// A writer that knows no drawing yet.
    pub fn new(fonts: &'a Fonts) -> Self {
        let page = Vec::with_capacity(PAGE_ROOM);
        Self { widths: Faces::new(fonts), known: HashMap::default(), page, needs: Needs::default() }
    }

    /// The contents of a sheet's page: operators. A correction moves all of it, in mm, y down, so that a printer which
    /// is known to do the contrary makes it right.
    pub fn page(&mut self, sheet: &Sheet, correction: Option<Affine>) -> &[u8] {
        if self.known.len() > KEPT {
            self.known.clear();
        }
        let mut out = std::mem::take(&mut self.page);
        out.clear();
        // Everything hangs from the top left corner.
        match correction {
            None => {
                out.extend_from_slice(b"1 0 0 1 0 ");
                push(&mut out, sheet.size.height * PT_PER_MM);
                out.extend_from_slice(b" cm\n");
            }
            Some(moved) => corrected(moved, sheet.size.height, &mut out),
        }
        self.draws(&sheet.draws, &mut out);
        self.page = out;
        &self.page
    }

    /// What all pages so far need.
    pub fn into_needs(self) -> Needs {
        self.needs
    }

    fn draws(&mut self, draws: &[Draw], out: &mut Vec<u8>) {
        for draw in draws {
            match draw {
                Draw::Path { path, fill, stroke } => paint(path, fill.as_ref(), stroke.as_ref(), out),
                Draw::EvenOdd { path, fill } => {
                    colour(fill, &FILL, out);
                    outline(path, out);
                    out.extend_from_slice(b"f*\n");
                }
                Draw::Text(text) => self.text(text, Vec2::ZERO, out),
                Draw::Image { image, transform } => {
                    out.extend_from_slice(b"q ");
                    square(*transform, out);
                    out.extend_from_slice(format!("/{} Do Q\n", image.name).as_bytes());
                    if !self.needs.images.contains_key(&image.name) {
                        self.needs.images.insert(image.name.clone(), Arc::clone(image));
                    }
                }
                Draw::Group(group) => self.group(group, out),
                Draw::Use { shared, transform } => self.shared(shared, *transform, out),
            }
        }
    }

    fn group(&mut self, group: &Group, out: &mut Vec<u8>) {
        // A word that was only put in its place needs no frame of its own.
        if let ([Draw::Text(text)], None, None, None) =
            (&group.draws[..], &group.id, &group.clip, &group.says)
            && let [1.0, 0.0, 0.0, 1.0, _, _] = group.transform.as_coeffs()
        {
            self.text(text, group.transform.translation(), out);
            return;
        }
        if let Some(id) = &group.id {
            let tag: &[u8] = match group.role {
                Role::Art => b"/Piece <</Id (",
                Role::Cut | Role::PrinterMark => b"/Artifact <</Id (",
            };
            out.extend_from_slice(tag);
            // A vector takes all that is written to it.
            let _ = write!(Literal(out), "{id}");
            out.extend_from_slice(b")>> BDC\n");
        }
        let moved = group.transform != Affine::IDENTITY || group.clip.is_some();
        if moved {
            out.extend_from_slice(b"q ");
            transform(group.transform, out);
        }
        if let Some(clip) = &group.clip {
            outline(clip, out);
            out.extend_from_slice(b"W n\n");
        }
        if let Some(says) = &group.says {
            out.extend_from_slice(b"/Span <</ActualText <FEFF");
            for unit in says.encode_utf16() {
                push_hex(out, unit);
            }
            out.extend_from_slice(b">>> BDC\n");
        }
        self.draws(&group.draws, out);
        if group.says.is_some() {
            out.extend_from_slice(b"EMC\n");
        }
        if moved {
            out.extend_from_slice(b"Q\n");
        }
        if group.id.is_some() {
            out.extend_from_slice(b"EMC\n");
        }
    }

    fn shared(&mut self, shared: &Arc<Shared>, place: Affine, out: &mut Vec<u8>) {
        let moved = place != Affine::IDENTITY;
        if moved {
            out.extend_from_slice(b"q ");
            transform(place, out);
        }
        match self.known.get(&Arc::as_ptr(shared)) {
            Some((_, bytes)) => out.extend_from_slice(bytes),
            None => {
                let mut bytes = Vec::new();
                self.draws(&shared.draws, &mut bytes);
                if shared.large {
                    bytes = self.as_form(bytes, shared.bounds);
                }
                out.extend_from_slice(&bytes);
                self.known.insert(Arc::as_ptr(shared), (Arc::clone(shared), bytes.into()));
            }
        }
        if moved {
            out.extend_from_slice(b"Q\n");
        }
    }

    /// Puts a drawing into the file once: gives the operators that call it.
    fn as_form(&mut self, content: Vec<u8>, bounds: Rect) -> Vec<u8> {
        let hash = Sha256::digest(&content);
        let name: String = hash.iter().take(6).map(|b| format!("{b:02x}")).collect();
        let name = format!("X{name}");
        let k = PT_PER_MM;
        let bounds = [bounds.x0 * k, -bounds.y1 * k, bounds.x1 * k, -bounds.y0 * k];
        let call = format!("/{name} Do\n").into_bytes();
        self.needs.forms.insert(name.clone(), Form { name, content, bounds });
        call
    }

    /// A word whose origin is moved by `shift`, in mm.
    fn text(&mut self, text: &Text, shift: Vec2, out: &mut Vec<u8>) {
        if text.glyphs.is_empty() {
            return;
        }
        let used = self.needs.used.entry(text.font).or_default();
        for (index, glyph) in text.glyphs.iter().enumerate() {
            used.entry(glyph.id).or_insert_with(|| cluster_text(text, index));
        }
        let bytes = out;
        colour(&text.ink, &FILL, bytes);
        bytes.extend_from_slice(format!("BT /F{} ", text.font.0).as_bytes());
        push(bytes, text.size * PT_PER_MM);
        bytes.extend_from_slice(b" Tf ");
        point(text.origin + shift, bytes);
        bytes.extend_from_slice(b"Td [<");
        let mut rise = 0.0;
        // What the pen is ahead of where the font's own widths put it, in thousandths of an em.
        let mut ahead = 0.0;
        for glyph in text.glyphs.iter() {
            let move_by = glyph.offset.0 - ahead;
            if (glyph.offset.1 - rise).abs() >= 0.5 {
                bytes.extend_from_slice(b">] TJ ");
                push(bytes, glyph.offset.1 / 1000.0 * text.size * PT_PER_MM);
                bytes.extend_from_slice(b" Ts [<");
                rise = glyph.offset.1;
            }
            if move_by.abs() >= 0.5 {
                bytes.extend_from_slice(b"> ");
                push(bytes, -move_by.round());
                bytes.extend_from_slice(b" <");
                ahead += move_by.round();
            }
            push_hex(bytes, glyph.id);
            ahead += self.widths.width(text.font, glyph.id) - glyph.advance;
        }
        bytes.extend_from_slice(b">] TJ ");
        if rise != 0.0 {
            bytes.extend_from_slice(b"0 Ts ");
        }
        bytes.extend_from_slice(b"ET\n");
    }
}

/// Four hex digits.
fn push_hex(out: &mut Vec<u8>, glyph: u16) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend_from_slice(&[12, 8, 4, 0].map(|shift| DIGITS[usize::from(glyph >> shift) & 15]));
}

/// The characters that a glyph stands for: from its cluster to the next; none where an earlier glyph of the
/// same cluster stands for them already.
fn cluster_text(text: &Text, index: usize) -> String {
    let glyph = text.glyphs[index];
    let start = glyph.cluster as usize;
    let first = text.glyphs.iter().position(|g| g.cluster == glyph.cluster);
    if first != Some(index) {
        return String::new();
    }
    let later = text.glyphs.iter().map(|g| g.cluster as usize).filter(|c| *c > start);
    let end = later.min().unwrap_or(text.string.len());
    text.string.get(start..end).unwrap_or("").to_owned()
}

/// `cm`: from the frame that hangs from the top left corner of a page so high, moved within it, to points, y up.
fn corrected(moved: Affine, height: f64, out: &mut Vec<u8>) {
    let [a, b, c, d, e, f] = moved.as_coeffs();
    for cell in [a, -b, -c, d, e * PT_PER_MM, (height - f) * PT_PER_MM] {
        push_fine(out, cell);
        out.push(b' ');
    }
    out.extend_from_slice(b"cm\n");
}

/// `cm`: from a frame in mm, y down, to points, y up.
fn transform(transform: Affine, out: &mut Vec<u8>) {
    if transform == Affine::IDENTITY {
        return;
    }
    let [a, b, c, d, e, f] = transform.as_coeffs();
    if [a, b, c, d] == [1.0, 0.0, 0.0, 1.0] {
        out.extend_from_slice(b"1 0 0 1 ");
    } else {
        for cell in [a, -b, -c, d] {
            push_fine(out, cell);
            out.push(b' ');
        }
    }
    push(out, e * PT_PER_MM);
    out.push(b' ');
    push(out, -f * PT_PER_MM);
    out.extend_from_slice(b" cm\n");
}

/// `cm` for the square of side 1 that a picture fills: in a PDF its first row is at the top, where y is 1.
fn square(transform: Affine, out: &mut Vec<u8>) {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    for cell in [a, -b, -c, d, c + e, -d - f] {
        push_fine(out, cell * PT_PER_MM);
        out.push(b' ');
    }
    out.extend_from_slice(b"cm ");
}

fn point(point: Point, out: &mut Vec<u8>) {
    push(out, point.x * PT_PER_MM);
    out.push(b' ');
    push(out, -point.y * PT_PER_MM);
    out.push(b' ');
}

/// The operators that set a colour, each with what separates it from the next one.
struct Operators {
    /// Of DeviceGray, which printers print with black ink alone.
    grey: &'static [u8],
    /// Of DeviceRGB.
    rgb: &'static [u8],
}

/// For what is filled.
const FILL: Operators = Operators { grey: b"g\n", rgb: b"rg\n" };
/// For what is stroked.
const STROKE: Operators = Operators { grey: b"G ", rgb: b"RG " };

/// A colour and its operator. Black and greys are written in DeviceGray: as DeviceRGB, a press prints them with three
/// or four inks.
fn colour(ink: &Ink, operators: &Operators, out: &mut Vec<u8>) {
    let [r, g, b] = ink.rgb;
    let is_grey = r == g && g == b;
    let channels = if is_grey { &ink.rgb[..1] } else { &ink.rgb[..] };
    for channel in channels {
        push(out, f64::from(*channel) / 255.0);
        out.push(b' ');
    }
    out.extend_from_slice(if is_grey { operators.grey } else { operators.rgb });
}

fn paint(path: &BezPath, fill: Option<&Ink>, stroke: Option<&Stroke>, out: &mut Vec<u8>) {
    // PDF draws a line of no width as thin as the printer can.
    let stroke = stroke.filter(|stroke| stroke.width > 0.0);
    if let Some(fill) = fill {
        colour(fill, &FILL, out);
    }
    if let Some(stroke) = stroke {
        colour(&stroke.ink, &STROKE, out);
        push(out, stroke.width * PT_PER_MM);
        out.extend_from_slice(b" w\n");
        if stroke.round {
            out.extend_from_slice(b"1 J 1 j\n");
        }
        if !stroke.dash.is_empty() {
            out.push(b'[');
            for length in &stroke.dash {
                push(out, length * PT_PER_MM);
                out.push(b' ');
            }
            out.extend_from_slice(b"] ");
            push(out, stroke.phase * PT_PER_MM);
            out.extend_from_slice(b" d\n");
        }
    }
    outline(path, out);
    out.extend_from_slice(match (fill, stroke) {
        (Some(_), Some(_)) => b"B\n",
        (Some(_), None) => b"f\n",
        (None, Some(_)) => b"S\n",
        (None, None) => b"n\n",
    });
    if let Some(stroke) = stroke {
        if stroke.round {
            out.extend_from_slice(b"0 J 0 j\n");
        }
        if !stroke.dash.is_empty() {
            out.extend_from_slice(b"[] 0 d\n");
        }
    }
}

fn outline(path: &BezPath, out: &mut Vec<u8>) {
    let mut last = Point::ZERO;
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => {
                point(p, out);
                out.extend_from_slice(b"m\n");
                last = p;
            }
            PathEl::LineTo(p) => {
                point(p, out);
                out.extend_from_slice(b"l\n");
                last = p;
            }
            PathEl::QuadTo(c, p) => {
                // A quadratic curve as a cubic one: both controls two thirds of the way to its own.
                point(last + (c - last) * (2.0 / 3.0), out);
                point(p + (c - p) * (2.0 / 3.0), out);
                point(p, out);
                out.extend_from_slice(b"c\n");
                last = p;
            }
            PathEl::CurveTo(a, b, p) => {
                point(a, out);
                point(b, out);
                point(p, out);
                out.extend_from_slice(b"c\n");
                last = p;
            }
            PathEl::ClosePath => out.extend_from_slice(b"h\n"),
        }
    }
}

/// The inside of a PDF string: text is written to it as it is, but for the characters that mean something there.
struct Literal<'o>(&'o mut Vec<u8>);

impl fmt::Write for Literal<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if matches!(byte, b'(' | b')' | b'\\') {
                self.0.push(b'\\');
            }
            self.0.push(byte);
        }
        Ok(())
    }
}

/// A page's size in points.
#[must_use]
pub fn page_size(size: Size) -> (f64, f64) {
    (size.width * PT_PER_MM, size.height * PT_PER_MM)
}
