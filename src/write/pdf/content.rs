//! A page's contents: the operators that draw a sheet.
//!
//! Coordinates are points, y up, in a frame that hangs from the page's top left corner; a piece is placed by
//! one `cm` and drawn in its own coordinates. Glyphs keep the numbers of the whole font, so that pages need
//! not know of each other. The bytes of a shared drawing are made once for each core.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Vec2};
use sha2::{Digest, Sha256};

use super::needs::{Form, Needs};
use super::tags::{Layer, Tags, Told, is_parted};
use crate::base::units::PT_PER_MM;
use crate::scene::{Draw, Group, Ink, Role, Shared, Sheet, Stroke, Text};
use crate::text::{Faces, Fonts};
use crate::write::number;

/// Room set aside at first, in bytes, for a page: most need no more.
const PAGE_ROOM: usize = 32 << 10;

/// Writes pages; keeps the bytes of drawings that come again. One for each core.
pub struct ContentWriter<'a> {
    widths: Faces<'a>,
    /// The bytes of shared drawings, each with the drawing, so that an address means one drawing.
    known: HashMap<*const Shared, Known, BuildHasherDefault<Address>>,
    /// The page at hand.
    page: String,
    /// What its contents are marked with.
    tags: Tags,
    /// What all pages so far need.
    pub needs: Needs,
}

/// A shared drawing that was written before.
struct Known {
    /// Keeps the address.
    _shared: Arc<Shared>,
    bytes: Rc<str>,
    /// The words in it, each with a blank before it.
    words: Rc<str>,
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
    /// A writer that knows no drawing yet, for a document in which each piece is read aloud by itself, or not.
    pub fn new(fonts: &'a Fonts, each: bool) -> Self {
        let page = String::with_capacity(PAGE_ROOM);
        let (widths, known, tags) = (Faces::new(fonts), HashMap::default(), Tags::new(each));
        Self { widths, known, page, tags, needs: Needs::default() }
    }

    /// The contents of a sheet's page: operators; and its figures. A correction moves all of it, in mm, y down,
    /// so that a printer which is known to do the contrary makes it right.
    pub fn page(&mut self, sheet: &Sheet, correction: Option<Affine>) -> (&[u8], Vec<Told>) {
        if self.known.len() > KEPT {
            self.known.clear();
        }
        let mut out = std::mem::take(&mut self.page);
        out.clear();
        // Everything hangs from the top left corner.
        match correction {
            None => {
                out.push_str("1 0 0 1 ");
                numbers(&[0.0, sheet.size.height * PT_PER_MM], &mut out);
            }
            Some(moved) => {
                let [a, b, c, d, e, f] = moved.as_coeffs();
                fine(&[a, -b, -c, d, e * PT_PER_MM, (sheet.size.height - f) * PT_PER_MM], &mut out);
            }
        }
        out.push_str("cm\n");
        Tags::begin_page(&mut out);
        self.marked(&sheet.draws, &mut out);
        let figures = self.tags.end_page(&mut out);
        self.page = out;
        (self.page.as_bytes(), figures)
    }

    /// What all pages so far need.
    pub fn into_needs(self) -> Needs {
        Needs { layers: self.tags.layers, ..self.needs }
    }

    /// Drawings of a page, each on its layer, and what is art in its figure.
    fn marked(&mut self, draws: &[Draw], out: &mut String) {
        for draw in draws {
            match draw {
                Draw::Group(group) if is_parted(group) => {
                    self.tags.end(out);
                    open(group, out);
                    self.marked(&group.draws, out);
                    self.tags.end(out);
                    close(group, out);
                    continue;
                }
                Draw::Group(group) => self.tags.begin(Layer::of(group), group.id.as_ref(), out),
                _ => self.tags.begin(Layer::Art, None, out),
            }
            self.draws(std::slice::from_ref(draw), out);
        }
    }

    fn draws(&mut self, draws: &[Draw], out: &mut String) {
        for draw in draws {
            match draw {
                Draw::Path { path, fill, stroke } => paint(path, fill.as_ref(), stroke.as_ref(), out),
                Draw::EvenOdd { path, fill } => {
                    colour(fill, &FILL, out);
                    outline(path, out);
                    out.push_str("f*\n");
                }
                Draw::Text(text) => self.text(text, Vec2::ZERO, out),
                Draw::Image { image, transform } => {
                    out.push_str("q ");
                    square(*transform, out);
                    out.push_str(&format!("/{} Do Q\n", image.name));
                    if !self.needs.images.contains_key(&image.name) {
                        self.needs.images.insert(image.name.clone(), Arc::clone(image));
                    }
                }
                Draw::Group(group) => self.group(group, out),
                Draw::Use { shared, transform } => self.shared(shared, *transform, out),
            }
        }
    }

    fn group(&mut self, group: &Group, out: &mut String) {
        // A word that is only shifted needs no frame of its own.
        if let ([Draw::Text(text)], None, None, None) =
            (&group.draws[..], &group.id, &group.clip, &group.says)
            && let [1.0, 0.0, 0.0, 1.0, _, _] = group.transform.as_coeffs()
        {
            self.text(text, group.transform.translation(), out);
            return;
        }
        let before = self.tags.words.len();
        open(group, out);
        self.draws(&group.draws, out);
        close(group, out);
        if let Some(says) = &group.says {
            self.tags.words.truncate(before);
            self.tags.words.extend([" ", says]);
        }
    }

    fn shared(&mut self, shared: &Arc<Shared>, place: Affine, out: &mut String) {
        let moved = place != Affine::IDENTITY;
        if moved {
            out.push_str("q ");
            transform(place, out);
        }
        match self.known.get(&Arc::as_ptr(shared)) {
            Some(known) => {
                out.push_str(&known.bytes);
                self.tags.words.push_str(&known.words);
            }
            None => {
                let mut bytes = String::new();
                let before = self.tags.words.len();
                self.draws(&shared.draws, &mut bytes);
                let words = Rc::from(self.tags.words.get(before..).unwrap_or_default());
                if shared.large {
                    bytes = self.as_form(bytes, shared.bounds);
                }
                out.push_str(&bytes);
                let known = Known { _shared: Arc::clone(shared), bytes: bytes.into(), words };
                self.known.insert(Arc::as_ptr(shared), known);
            }
        }
        if moved {
            out.push_str("Q\n");
        }
    }

    /// Puts a drawing into the file once: gives the operators that call it.
    fn as_form(&mut self, content: String, bounds: Rect) -> String {
        let hash = Sha256::digest(&content);
        let name: String =
            std::iter::once("X".to_owned()).chain(hash.iter().take(6).map(|b| format!("{b:02x}"))).collect();
        let k = PT_PER_MM;
        let bounds = [bounds.x0 * k, -bounds.y1 * k, bounds.x1 * k, -bounds.y0 * k];
        let call = format!("/{name} Do\n");
        self.needs.forms.insert(name, Form { content, bounds });
        call
    }

    /// A word whose origin is moved by `shift`, in mm.
    fn text(&mut self, text: &Text, shift: Vec2, out: &mut String) {
        if text.glyphs.is_empty() {
            return;
        }
        let used = self.needs.used.entry(text.font).or_default();
        for (index, glyph) in text.glyphs.iter().enumerate() {
            used.entry(glyph.id).or_insert_with(|| cluster_text(text, index));
        }
        self.tags.words.extend([" ", &text.string]);
        colour(&text.ink, &FILL, out);
        out.push_str(&format!("BT /F{} ", text.font.0));
        numbers(&[text.size * PT_PER_MM], out);
        out.push_str("Tf ");
        point(text.origin + shift, out);
        out.push_str("Td [<");
        let mut rise = 0.0;
        // What the pen is ahead of where the font's own widths put it, in thousandths of an em.
        let mut ahead = 0.0;
        for glyph in text.glyphs.iter() {
            let move_by = glyph.offset.0 - ahead;
            if (glyph.offset.1 - rise).abs() >= 0.5 {
                out.push_str(">] TJ ");
                numbers(&[glyph.offset.1 / 1000.0 * text.size * PT_PER_MM], out);
                out.push_str("Ts [<");
                rise = glyph.offset.1;
            }
            if move_by.abs() >= 0.5 {
                out.push_str("> ");
                numbers(&[-move_by.round()], out);
                out.push('<');
                ahead += move_by.round();
            }
            push_hex(out, glyph.id);
            ahead += self.widths.width(text.font, glyph.id) - glyph.advance;
        }
        out.push_str(">] TJ ");
        if rise != 0.0 {
            out.push_str("0 Ts ");
        }
        out.push_str("ET\n");
    }
}

/// What stands before the drawings of a group: its name, its place, its clip, and the word that it stands for.
fn open(group: &Group, out: &mut String) {
    if let Some(id) = &group.id {
        out.push_str(match group.role {
            Role::Art => "/Piece <</Id (",
            Role::Cut | Role::PrinterMark => "/Artifact <</Id (",
        });
        // A string takes all that is written to it.
        let _ = write!(Literal(out), "{id}");
        out.push_str(")>> BDC\n");
    }
    if is_moved(group) {
        out.push_str("q ");
        transform(group.transform, out);
    }
    if let Some(clip) = &group.clip {
        outline(clip, out);
        out.push_str("W n\n");
    }
    if let Some(says) = &group.says {
        out.push_str("/Span <</ActualText <FEFF");
        for unit in says.encode_utf16() {
            push_hex(out, unit);
        }
        out.push_str(">>> BDC\n");
    }
}

/// What stands behind the drawings of a group.
fn close(group: &Group, out: &mut String) {
    if group.says.is_some() {
        out.push_str("EMC\n");
    }
    if is_moved(group) {
        out.push_str("Q\n");
    }
    if group.id.is_some() {
        out.push_str("EMC\n");
    }
}

/// Whether a group is drawn in a frame of its own.
fn is_moved(group: &Group) -> bool {
    group.transform != Affine::IDENTITY || group.clip.is_some()
}

/// Four hex digits.
fn push_hex(out: &mut String, glyph: u16) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend([12, 8, 4, 0].map(|shift| char::from(DIGITS[usize::from(glyph >> shift) & 15])));
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

/// Numbers with a blank behind each; what is in points is written within 0.18 µm.
fn numbers(values: &[f64], out: &mut String) {
    for value in values {
        number::push(out, *value, 3);
        out.push(' ');
    }
}

/// The cells of a matrix: with three decimals, a point 400 mm away would move by a tenth of a millimetre.
fn fine(cells: &[f64], out: &mut String) {
    for cell in cells {
        number::push(out, *cell, 7);
        out.push(' ');
    }
}

/// `cm`: from a frame in mm, y down, to points, y up.
fn transform(transform: Affine, out: &mut String) {
    if transform == Affine::IDENTITY {
        return;
    }
    let [a, b, c, d, e, f] = transform.as_coeffs();
    if [a, b, c, d] == [1.0, 0.0, 0.0, 1.0] {
        out.push_str("1 0 0 1 ");
    } else {
        fine(&[a, -b, -c, d], out);
    }
    point(Point::new(e, f), out);
    out.push_str("cm\n");
}

/// `cm` for the square of side 1 that a picture fills: in a PDF its first row is at the top, where y is 1.
fn square(transform: Affine, out: &mut String) {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    fine(&[a, -b, -c, d, c + e, -d - f].map(|cell| cell * PT_PER_MM), out);
    out.push_str("cm ");
}

fn point(point: Point, out: &mut String) {
    numbers(&[point.x * PT_PER_MM, -point.y * PT_PER_MM], out);
}

/// The operators that set a colour, each with what separates it from the next one.
struct Operators {
    /// Of DeviceGray, which printers print with black ink alone.
    grey: &'static str,
    /// Of DeviceRGB.
    rgb: &'static str,
}

/// For what is filled.
const FILL: Operators = Operators { grey: "g\n", rgb: "rg\n" };
/// For what is stroked.
const STROKE: Operators = Operators { grey: "G ", rgb: "RG " };

/// A colour and its operator. Black and greys are written in DeviceGray: as DeviceRGB, a press prints them with three
/// or four inks.
fn colour(ink: &Ink, operators: &Operators, out: &mut String) {
    let [r, g, b] = ink.rgb;
    let is_grey = r == g && g == b;
    let channels = if is_grey { &ink.rgb[..1] } else { &ink.rgb[..] };
    for channel in channels {
        numbers(&[f64::from(*channel) / 255.0], out);
    }
    out.push_str(if is_grey { operators.grey } else { operators.rgb });
}

fn paint(path: &BezPath, fill: Option<&Ink>, stroke: Option<&Stroke>, out: &mut String) {
    // PDF draws a line of no width as thin as the printer can.
    let stroke = stroke.filter(|stroke| stroke.width > 0.0);
    if let Some(fill) = fill {
        colour(fill, &FILL, out);
    }
    if let Some(stroke) = stroke {
        colour(&stroke.ink, &STROKE, out);
        numbers(&[stroke.width * PT_PER_MM], out);
        out.push_str("w\n");
        if stroke.round {
            out.push_str("1 J 1 j\n");
        }
        if !stroke.dash.is_empty() {
            out.push('[');
            for length in &stroke.dash {
                numbers(&[length * PT_PER_MM], out);
            }
            out.push_str("] ");
            numbers(&[stroke.phase * PT_PER_MM], out);
            out.push_str("d\n");
        }
    }
    outline(path, out);
    out.push_str(match (fill, stroke) {
        (Some(_), Some(_)) => "B\n",
        (Some(_), None) => "f\n",
        (None, Some(_)) => "S\n",
        (None, None) => "n\n",
    });
    if let Some(stroke) = stroke {
        if stroke.round {
            out.push_str("0 J 0 j\n");
        }
        if !stroke.dash.is_empty() {
            out.push_str("[] 0 d\n");
        }
    }
}

fn outline(path: &BezPath, out: &mut String) {
    let mut last = Point::ZERO;
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => segment(&[p], "m\n", out),
            PathEl::LineTo(p) => segment(&[p], "l\n", out),
            // A quadratic curve as a cubic one: both controls two thirds of the way to its own.
            PathEl::QuadTo(c, p) => {
                segment(&[last + (c - last) * (2.0 / 3.0), p + (c - p) * (2.0 / 3.0), p], "c\n", out);
            }
            PathEl::CurveTo(a, b, p) => segment(&[a, b, p], "c\n", out),
            PathEl::ClosePath => out.push_str("h\n"),
        }
        last = element.end_point().unwrap_or(last);
    }
}

fn segment(points: &[Point], operator: &str, out: &mut String) {
    for one in points {
        point(*one, out);
    }
    out.push_str(operator);
}

/// The inside of a PDF string: text is written to it as it is, but for the characters that mean something there.
struct Literal<'o>(&'o mut String);

impl fmt::Write for Literal<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if matches!(c, '(' | ')' | '\\') {
                self.0.push('\\');
            }
            self.0.push(c);
        }
        Ok(())
    }
}
