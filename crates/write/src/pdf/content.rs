//! A page's contents: the operators that draw a sheet.
//!
//! Coordinates are points, y up, in a frame that hangs from the page's top left corner; a piece is placed by
//! one `cm` and drawn in its own coordinates. Glyphs keep the numbers of the whole font, so that pages need
//! not know of each other. The bytes of a shared drawing are made once for each core. A long page is put away piece by
//! piece.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, Vec2};
use sha2::{Digest, Sha256};
use xxhash_rust::xxh3::xxh3_64;

use super::needs::{Form, Needs};
use super::operators::{FILL, colour, fine, numbers, outline, paint, push_hex, square, transform};
use super::pieces::Pieces;
use super::shade;
use super::tags::{Layer, Tags, Told, has_heading, is_parted};
use crate::base::stored::Stored;
use crate::base::units::PT_PER_MM;
use crate::model::Game;
use crate::record::PageDigest;
use crate::scene::{Draw, Group, Ink, Role, Shade, Shared, Sheet, bounds};
use crate::text::{Faces, Fonts};

/// Room set aside at first, in bytes, for a page: most need no more.
const PAGE_ROOM: usize = 32 << 10;
/// A longer page is put away in pieces of about so many bytes.
const PIECE: usize = 1 << 20;

/// Writes pages; keeps the bytes of drawings that come again. One for each core.
pub struct ContentWriter<'a> {
    pub(super) widths: Faces<'a>,
    /// For each font, the widths of the glyphs that were written so far; none for others.
    pub(super) written: Vec<Vec<Option<f64>>>,
    /// The bytes of shared drawings, each with the drawing, so that an address means one drawing.
    known: HashMap<*const Shared, Known, BuildHasherDefault<Address>>,
    /// When there are more, it is time to look which of them still come again.
    kept: usize,
    /// What the page at hand has repeated so far.
    pub(super) repeats: Repeats,
    /// The page at hand, but for its pieces.
    page: String,
    /// The pieces of it that are put away, and the digest of their bytes.
    pieces: Pieces,
    digest: PageDigest,
    /// What its contents are marked with.
    pub(super) tags: Tags<'a>,
    /// Whether the drawings at hand let show through what is below them.
    is_sheer: bool,
    /// What all pages so far need.
    pub needs: Needs,
}

/// A page that was written.
pub struct Written<'p> {
    /// Pieces of its operators, compressed; a line break follows each.
    pub pieces: Vec<Stored>,
    /// All others.
    pub contents: &'p [u8],
    /// The digest of all of them.
    pub digest: String,
    /// What is read aloud of it.
    pub figures: Vec<Told>,
    /// Whether mark 0 is a heading.
    pub has_heading: bool,
    /// Whether most of it are drawings that were written before.
    pub repeats_itself: bool,
    /// Whether something on it lets show through what is below.
    pub is_sheer: bool,
}

/// A shared drawing that was written before.
struct Known {
    /// Keeps the address.
    shared: Arc<Shared>,
    bytes: Rc<str>,
    /// Of the bytes.
    digest: u64,
    /// The words in it, each with a blank before it.
    words: Rc<str>,
    /// Whether it lets show through what is below.
    is_sheer: bool,
}

/// What a page repeats of itself. It follows from the bytes of its drawings alone, so that it is the same whichever pages
/// the writer has written before.
#[derive(Default)]
pub(super) struct Repeats {
    /// How many bytes are drawings that stand on the page already.
    pub(super) bytes: usize,
    /// The drawings that stand on it.
    seen: HashSet<u64, BuildHasherDefault<Address>>,
    /// In how many drawings the one at hand lies: what lies in another is counted with that.
    depth: usize,
}

impl Repeats {
    fn begin_page(&mut self) {
        self.bytes = 0;
        self.seen.clear();
    }

    fn add(&mut self, digest: u64, length: usize) {
        if self.depth == 0 && !self.seen.insert(digest) {
            self.bytes += length;
        }
    }
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

/// So many shared drawings are kept before those are let go that nobody else keeps.
const KEPT: usize = 128;

impl<'a> ContentWriter<'a> {
    /// A writer that knows no drawing yet, for a document in which each piece is read aloud by itself, or not. The game
    /// says what its pieces are called.
    pub fn new(fonts: &'a Fonts, each: bool, game: Option<&'a Game>) -> Self {
        let page = String::with_capacity(PAGE_ROOM);
        let (widths, known, tags) = (Faces::new(fonts), HashMap::default(), Tags::new(each, game));
        Self {
            widths,
            written: Vec::new(),
            known,
            kept: KEPT,
            repeats: Repeats::default(),
            page,
            pieces: Pieces::default(),
            digest: PageDigest::default(),
            tags,
            is_sheer: false,
            needs: Needs::default(),
        }
    }

    /// Writes the contents of a sheet's page, with its correction.
    pub fn page(&mut self, sheet: &Sheet) -> Written<'_> {
        if self.known.len() > self.kept {
            self.known.retain(|_, known| Arc::strong_count(&known.shared) > 1);
            self.kept = (2 * self.known.len()).max(KEPT);
        }
        let mut out = std::mem::take(&mut self.page);
        out.clear();
        self.repeats.begin_page();
        self.is_sheer = false;
        // Everything hangs from the top left corner.
        match sheet.correction {
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
        self.tags.begin_page(&sheet.draws);
        self.marked(&sheet.draws, &mut out);
        let figures = self.tags.end_page(&mut out);
        self.page = out;
        let repeats_itself = self.repeats.bytes * 2 > self.page.len();
        self.digest.add(self.page.as_bytes());
        let (pieces, digest) = (self.pieces.take(), std::mem::take(&mut self.digest).text());
        let (contents, has_heading) = (self.page.as_bytes(), has_heading(&sheet.draws));
        Written { pieces, contents, digest, figures, has_heading, repeats_itself, is_sheer: self.is_sheer }
    }

    /// What all pages so far need.
    pub fn into_needs(self) -> Needs {
        Needs { layers: self.tags.layers, ..self.needs }
    }

    /// Drawings of a page, each on its layer, and what is art in its figure.
    pub(super) fn marked(&mut self, draws: &[Draw], out: &mut String) {
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
                Draw::Many(many) => {
                    self.many(many, out);
                    continue;
                }
                Draw::Group(group) => self.tags.begin(Layer::of(group), group.id.as_ref(), out),
                _ => self.tags.begin(Layer::Art, None, out),
            }
            self.draws(std::slice::from_ref(draw), out);
        }
    }

    /// Puts away what is written of a long page. Viewers put a blank between its pieces.
    pub(super) fn put_away(&mut self, out: &mut String) {
        if out.len() > PIECE && out.ends_with('\n') {
            self.digest.add(out.as_bytes());
            out.pop();
            self.pieces.add(out);
        }
    }

    pub(super) fn draws(&mut self, draws: &[Draw], out: &mut String) {
        for draw in draws {
            match draw {
                Draw::Path { path, fill: fill @ Some(Ink { shade: Some(shade), .. }), stroke } => {
                    paint(path, fill.as_ref(), None, out);
                    self.shade(path, shade, "W n ", out);
                    if stroke.is_some() {
                        paint(path, None, stroke.as_ref(), out);
                    }
                }
                Draw::Path { path, fill, stroke } => paint(path, fill.as_ref(), stroke.as_ref(), out),
                Draw::EvenOdd { path, fill } => {
                    colour(fill, &FILL, out);
                    outline(path, out);
                    out.push_str("f*\n");
                    if let Some(shade) = &fill.shade {
                        self.shade(path, shade, "W* n ", out);
                    }
                }
                Draw::Text(text) => self.text(text, Vec2::ZERO, out),
                Draw::Image { image, transform } => {
                    out.push_str("q ");
                    square(*transform, out);
                    out.push_str(&format!("/{} Do Q\n", image.name));
                    self.is_sheer |= image.is_sheer();
                    if !self.needs.images.contains_key(&image.name) {
                        self.needs.images.insert(image.name.clone(), Arc::clone(image));
                    }
                }
                Draw::Group(group) => self.group(group, out),
                Draw::Many(many) => many.groups().for_each(|group| self.group(&group, out)),
                Draw::Use { shared, transform } => self.shared(shared, *transform, out),
            }
        }
    }

    fn group(&mut self, group: &Group, out: &mut String) {
        // A word that is only shifted needs no frame of its own.
        if let ([Draw::Text(text)], None, None, None, None) =
            (&group.draws[..], &group.id, &group.clip, &group.says, &group.alt)
            && let [1.0, 0.0, 0.0, 1.0, _, _] = group.transform.as_coeffs()
            && group.cover >= 1.0
        {
            self.text(text, group.transform.translation(), out);
            return;
        }
        let before = self.tags.words.len();
        open(group, out);
        if group.cover < 1.0 {
            self.covering(group, out);
        } else {
            self.draws(&group.draws, out);
        }
        close(group, out);
        if let Some(heard) = group.alt.as_ref().or(group.says.as_ref()) {
            self.tags.words.truncate(before);
            if !heard.is_empty() {
                self.tags.words.extend([" ", heard]);
            }
        }
    }

    /// Lets colours run over an area that was filled with their mean. A shading is painted in the frame at hand, wherever
    /// its drawing is used, as no pattern is.
    fn shade(&mut self, area: &BezPath, shade: &Arc<Shade>, clip: &str, out: &mut String) {
        let name = shade::name(shade);
        out.push_str("q ");
        outline(area, out);
        out.push_str(clip);
        let [a, b, c, d, e, f] = shade.frame_on(area).0.as_coeffs();
        fine(&[a, -b, c, -d, e, -f].map(|cell| cell * PT_PER_MM), out);
        out.push_str(&format!("cm /{name} sh Q\n"));
        self.needs.shades.entry(name).or_insert_with(|| Arc::clone(shade));
    }

    /// The drawings of a group that covers in part what is below. Several cover it together, as a form; each by itself would
    /// show through the next.
    fn covering(&mut self, group: &Group, out: &mut String) {
        let share = (group.cover.clamp(0.0, 1.0) * 1000.0).round() as u16;
        self.needs.covers.insert(share);
        self.is_sheer = true;
        out.push_str(&format!("q /{} gs\n", shade::cover_name(share)));
        if is_single(&group.draws) {
            self.draws(&group.draws, out);
        } else {
            let mut bytes = String::new();
            self.draws(&group.draws, &mut bytes);
            out.push_str(&self.as_form(bytes, bounds(&group.draws), true));
        }
        out.push_str("Q\n");
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
                self.repeats.add(known.digest, known.bytes.len());
                self.tags.words.push_str(&known.words);
                self.is_sheer |= known.is_sheer;
            }
            None => {
                let mut bytes = String::new();
                let before = self.tags.words.len();
                let page_is_sheer = std::mem::take(&mut self.is_sheer);
                self.repeats.depth += 1;
                self.draws(&shared.draws, &mut bytes);
                self.repeats.depth -= 1;
                let words = Rc::from(self.tags.words.get(before..).unwrap_or_default());
                if shared.large {
                    bytes = self.as_form(bytes, shared.bounds, false);
                }
                out.push_str(&bytes);
                let digest = xxh3_64(bytes.as_bytes());
                self.repeats.add(digest, bytes.len());
                let is_sheer = self.is_sheer;
                let known =
                    Known { shared: Arc::clone(shared), bytes: bytes.into(), digest, words, is_sheer };
                self.is_sheer |= page_is_sheer;
                self.known.insert(Arc::as_ptr(shared), known);
            }
        }
        if moved {
            out.push_str("Q\n");
        }
    }

    /// Puts a drawing into the file once: gives the operators that call it.
    fn as_form(&mut self, content: String, bounds: Rect, together: bool) -> String {
        let hash = Sha256::digest(&content);
        let name: String = std::iter::once(if together { "T" } else { "X" }.to_owned())
            .chain(hash.iter().take(6).map(|b| format!("{b:02x}")))
            .collect();
        let k = PT_PER_MM;
        let bounds = [bounds.x0 * k, -bounds.y1 * k, bounds.x1 * k, -bounds.y0 * k];
        let (call, is_sheer) = (format!("/{name} Do\n"), self.is_sheer);
        self.needs.forms.insert(name, Form { content, bounds, together, is_sheer });
        call
    }
}

/// What stands before the drawings of a group: its name, its place, its clip, and the word that it stands for.
fn open(group: &Group, out: &mut String) {
    if let Some(id) = &group.id {
        out.push_str(match group.role {
            Role::Art => "/Piece <</Id (",
            Role::Cut | Role::PrinterMark => "/Artifact <</Id (",
            Role::Heading => "/H1 <</MCID 0/Id (",
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

/// Whether drawings are one that does not lie on itself: it covers in part as a whole does.
fn is_single(draws: &[Draw]) -> bool {
    match draws {
        [Draw::Path { fill, stroke, .. }] => {
            (fill.is_none() || stroke.is_none()) && fill.as_ref().is_none_or(|ink| ink.shade.is_none())
        }
        [Draw::EvenOdd { fill, .. }] => fill.shade.is_none(),
        [Draw::Text(_) | Draw::Image { .. }] => true,
        [Draw::Group(group)] => group.cover >= 1.0 && is_single(&group.draws),
        _ => false,
    }
}

/// Whether a group is drawn in a frame of its own.
fn is_moved(group: &Group) -> bool {
    group.transform != Affine::IDENTITY || group.clip.is_some()
}

/// The inside of a PDF string: text is written to it as it is, but for the characters that mean something there.
pub(super) struct Literal<'o>(pub(super) &'o mut String);

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
