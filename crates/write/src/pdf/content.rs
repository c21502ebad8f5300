//! Writes the contents of a page: the operators that draw a sheet.
//!
//! - In: a sheet.
//! - Out: operators. Also the needs of the page: the glyphs, pictures, forms and layers that the
//!   operators use.
//! - Not here: writing these glyphs, pictures, forms and layers.
//!
//! Coordinates are in points. y points up, and the origin is the top left corner of the page. A piece is
//! drawn in its own coordinates, and a single `cm` operator places it.
//!
//! Pages use the glyph numbers of the whole font, so that a page does not depend on other pages. Each thread
//! creates the operators of a shared drawing only once, and then copies them. A long page is compressed in
//! chunks while it is written.

mod group;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, Vec2};
use sha2::{Digest, Sha256};
use xxhash_rust::xxh3::xxh3_64;

pub(super) use group::Literal;
use group::{close, open, to_square};

use super::chunks::Chunks;
use super::colours::{Colours, shade};
use super::needs::{Form, FormKind, Needs};
use super::operators::{even_odd, fine, numbers, outline, paint, square, transform};
use super::state::{MaskForm, State};
use super::tags::{FigureScope, Layer, TaggedFigure, Tags, has_heading, needs_inner_marks};
use hexpress_base::stored::Stored;
use hexpress_base::units::PT_PER_MM;
use hexpress_game::Game;
use hexpress_language::record::PageDigest;
use hexpress_scene::text::{Faces, Fonts};
use hexpress_scene::{Drawing, Group, ImageContent, Ink, Mask, Role, Shade, Shared, Sheet, bounds};

/// The initial size in bytes of the buffer for a page. It is large enough for most pages.
const PAGE_CAPACITY: usize = 32 << 10;
/// The size of a chunk, in bytes. A page with more bytes is divided into chunks.
const CHUNK: usize = 1 << 20;

/// Writes pages. Stores the operators of shared drawings, because later pages may draw them again.
///
/// Each thread has its own writer.
pub struct ContentWriter<'a> {
    pub(super) colours: Colours,
    pub(super) widths: Faces<'a>,
    /// The width of each glyph that was used, in thousandths of an em. The first index is the font, and
    /// the second index is the glyph. `None` for a glyph that was not used.
    pub(super) used_widths: Vec<Vec<Option<f64>>>,
    /// The operators of the shared drawings that this writer has already written. The key is the memory
    /// address of the drawing.
    written_shared: HashMap<*const Shared, WrittenShared, BuildHasherDefault<AddressHasher>>,
    /// If `written_shared` has more drawings than this, unused drawings are removed from it before the next
    /// page.
    max_written_shared: usize,
    /// The drawings that occur several times on the current page.
    pub(super) repeats: Repeats,
    /// Those operators of the current page that are not yet in `chunks`.
    page: String,
    chunks: Chunks,
    digest: PageDigest,
    /// The layers and figures of the current page.
    pub(super) tags: Tags<'a>,
    /// Whether the current page or shared drawing contains anything that is not opaque.
    has_transparency: bool,
    pub needs: Needs,
}

pub struct Written<'p> {
    /// The compressed chunks of a long page. The writer of the file must put a line break after
    /// each chunk.
    pub chunks: Vec<Stored>,
    /// The operators after those in `chunks`. They are not compressed.
    pub contents: &'p [u8],
    /// The digest of all operators, including those in the chunks.
    pub digest: String,
    /// The figures of the page, in the order in which they begin.
    pub figures: Vec<TaggedFigure>,
    /// Whether the page has a heading. If so, the heading is the marked-content sequence with the
    /// number 0.
    pub has_heading: bool,
    /// Whether more than half of the operators repeat drawings that occur earlier on the page.
    pub repeats_itself: bool,
    /// Whether the page contains anything that is not opaque.
    pub has_transparency: bool,
}

struct WrittenShared {
    /// The drawing. It is kept alive, so that no other drawing can get its address.
    shared: Arc<Shared>,
    operators: Rc<str>,
    digest: u64,
    /// The words that the drawing shows, each preceded by a space.
    words: Rc<str>,
    /// Whether the drawing contains anything that is not opaque.
    has_transparency: bool,
}

/// Counts the bytes of drawings that a page repeats. Repetitions of drawings on earlier pages do not count.
#[derive(Default)]
pub(super) struct Repeats {
    /// The number of bytes of repeated drawings, without the first occurrence of each.
    pub(super) bytes: usize,
    seen: HashSet<u64, BuildHasherDefault<AddressHasher>>,
    /// The number of shared drawings around the current drawing. If it is not 0, the current drawing is not
    /// counted, because the outermost of these shared drawings already counts with all its parts.
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

/// Hashes addresses and digests.
///
/// A page may show many pieces, each with several look-ups. The default hasher would be too slow for this.
#[derive(Debug, Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, n: usize) {
        // Multiplying by 2^64 / φ, where φ is the golden ratio, spreads neighbouring values (Knuth, The Art
        // of Computer Programming, 6.4). The upper and the lower bits are combined, because the hash table
        // uses both.
        let spread = (self.0 ^ n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = spread ^ (spread >> 32);
    }
}

/// The smallest value of [`ContentWriter::max_written_shared`].
const MIN_KNOWN: usize = 128;

impl<'a> ContentWriter<'a> {
    /// Returns a writer for pages. `game` is the game whose names and values screen readers read.
    pub fn new(fonts: &'a Fonts, figures: FigureScope, game: Option<&'a Game>) -> Self {
        Self {
            colours: Colours::default(),
            widths: Faces::new(fonts),
            used_widths: Vec::new(),
            written_shared: HashMap::default(),
            max_written_shared: MIN_KNOWN,
            repeats: Repeats::default(),
            page: String::with_capacity(PAGE_CAPACITY),
            chunks: Chunks::default(),
            digest: PageDigest::default(),
            tags: Tags::new(figures, game),
            has_transparency: false,
            needs: Needs::default(),
        }
    }

    /// Returns the writer with other colours. The default is sRGB.
    pub(super) fn in_colours(mut self, colours: Colours) -> Self {
        self.colours = colours;
        self.tags.has_only_names = colours.has_only_inks();
        self
    }

    /// Writes the contents of the page for a sheet. They include the correction for the printer.
    pub fn page(&mut self, sheet: &Sheet) -> Written<'_> {
        if self.written_shared.len() > self.max_written_shared {
            self.written_shared.retain(|_, known| Arc::strong_count(&known.shared) > 1);
            self.max_written_shared = (2 * self.written_shared.len()).max(MIN_KNOWN);
        }
        let mut out = std::mem::take(&mut self.page);
        out.clear();
        self.repeats.begin_page();
        self.has_transparency = false;
        // The transform moves the origin to the top left corner of the page.
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
        self.tags.begin_page(&sheet.drawings);
        let upright = Affine::new([PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, sheet.size.height * PT_PER_MM]);
        let to_page = upright * sheet.correction.unwrap_or(Affine::IDENTITY);
        self.marked(&sheet.drawings, to_page, &mut out);
        let figures = self.tags.end_page(&mut out);
        self.page = out;
        let repeats_itself = self.repeats.bytes * 2 > self.page.len();
        self.digest.add(self.page.as_bytes());
        Written {
            chunks: self.chunks.take(),
            contents: self.page.as_bytes(),
            digest: std::mem::take(&mut self.digest).text(),
            figures,
            has_heading: has_heading(&sheet.drawings),
            repeats_itself,
            has_transparency: self.has_transparency,
        }
    }

    pub fn into_needs(self) -> Needs {
        Needs { layers: self.tags.layers, ..self.needs }
    }

    /// Writes drawings of a page, and marks their layers and figures. `to_page` maps the coordinates of the
    /// drawings to those of the page, in points.
    pub(super) fn marked(&mut self, drawings: &[Drawing], to_page: Affine, out: &mut String) {
        for drawing in drawings {
            match drawing {
                Drawing::Group(group) if needs_inner_marks(group) => {
                    self.tags.end(out);
                    open(group, out);
                    self.marked(&group.drawings, to_page * group.transform, out);
                    self.tags.end(out);
                    close(group, out);
                    continue;
                }
                Drawing::Cells(cells) => {
                    self.cells(cells, out);
                    continue;
                }
                Drawing::Group(Group { tag: Some(tag), id, transform, .. }) => {
                    self.tags.begin_text(tag, id.as_ref(), to_page * *transform, out);
                }
                Drawing::Group(Group { role: Role::Decoration, .. }) => self.tags.begin_decoration(out),
                Drawing::Group(group) => self.tags.begin(Layer::from_group(group), group.id.as_ref(), out),
                _ => self.tags.begin(Layer::Art, None, out),
            }
            let layer =
                if let Drawing::Group(group) = drawing { Layer::from_group(group) } else { Layer::Art };
            let has_begun = self.colours.begin(layer, out);
            self.draws(std::slice::from_ref(drawing), out);
            if has_begun {
                self.colours.end(out);
            }
        }
    }

    /// Moves the operators in `out` to a new chunk, if they are longer than [`CHUNK`].
    ///
    /// Viewers insert white space between the chunks of a page. A chunk must therefore end at the end of a
    /// line.
    pub(super) fn put_away(&mut self, out: &mut String) {
        if out.len() > CHUNK && out.ends_with('\n') {
            self.digest.add(out.as_bytes());
            out.pop();
            self.chunks.add(out);
        }
    }

    /// Writes drawings, without marks for layers and figures.
    pub(super) fn draws(&mut self, drawings: &[Drawing], out: &mut String) {
        for drawing in drawings {
            match drawing {
                Drawing::Path { path, fill: fill @ Some(Ink { shade: Some(shade), .. }), stroke } => {
                    if shade.covers_all() {
                        paint(&self.colours, path, fill.as_ref(), None, out);
                    }
                    self.shade(path, shade, "W n ", out);
                    if stroke.is_some() {
                        paint(&self.colours, path, None, stroke.as_ref(), out);
                    }
                }
                Drawing::Path { path, fill, stroke } => {
                    paint(&self.colours, path, fill.as_ref(), stroke.as_ref(), out)
                }
                Drawing::EvenOdd { path, fill } => {
                    if fill.shade.as_ref().is_none_or(|shade| shade.covers_all()) {
                        even_odd(&self.colours, path, fill, out);
                    }
                    if let Some(shade) = &fill.shade {
                        self.shade(path, shade, "W* n ", out);
                    }
                }
                Drawing::Text(text) => self.text(text, Vec2::ZERO, out),
                Drawing::Image { image, transform } => {
                    out.push_str("q ");
                    square(*transform * to_square(image), out);
                    out.push_str(&format!("/{} Do Q\n", image.name));
                    self.has_transparency |= image.has_transparency();
                    if !self.needs.images.contains_key(&image.name) {
                        self.needs.images.insert(image.name.clone(), Arc::clone(image));
                    }
                }
                Drawing::Group(group) => self.group(group, out),
                Drawing::Cells(cells) => cells.groups().for_each(|group| self.group(&group, out)),
                Drawing::Use { shared, transform } => self.shared(shared, *transform, out),
            }
        }
    }

    /// Writes a group, with the transform, the clip and the opacity of the group.
    fn group(&mut self, group: &Group, out: &mut String) {
        // If a group only moves a text, the position of the text is changed instead, and no `cm`
        // operator is needed.
        if let ([Drawing::Text(text)], None, None, None, None) =
            (&group.drawings[..], &group.id, &group.clip, &group.actual_text, &group.alt)
            && let [1.0, 0.0, 0.0, 1.0, _, _] = group.transform.as_coeffs()
            && !group.is_composed()
        {
            self.text(text, group.transform.translation(), out);
            return;
        }
        let words_before = self.tags.words.len();
        open(group, out);
        if group.is_composed() {
            self.composed(group, out);
        } else {
            self.draws(&group.drawings, out);
        }
        close(group, out);
        if let Some(text) = group.alt.as_ref().or(group.actual_text.as_ref()) {
            self.tags.words.truncate(words_before);
            if !text.is_empty() {
                self.tags.words.extend([" ", text]);
            }
        }
    }

    /// Paints a gradient inside an area. `clip` is the operator that makes the area the clip.
    ///
    /// The gradient is written as a shading, which moves with the drawing that contains it. A pattern would
    /// stay where it is.
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

    /// Writes the drawings of a group that is mixed as a whole with the drawings behind it. If the group has
    /// several drawings, they become one form. Otherwise, they would be visible through one another.
    fn composed(&mut self, group: &Group, out: &mut String) {
        let state = State {
            opacity: (group.opacity.clamp(0.0, 1.0) * 1000.0).round() as u16,
            blend: group.blend,
            mask: group.mask.as_ref().map(|mask| self.mask(mask)),
        };
        self.has_transparency = true;
        out.push_str(&format!("q /{} gs\n", state.name()));
        let is_isolated = state.blend.is_some();
        self.needs.states.insert(state);
        if is_single(&group.drawings) && !is_isolated {
            self.draws(&group.drawings, out);
        } else {
            let mut bytes = String::new();
            self.draws(&group.drawings, &mut bytes);
            let kind = if is_isolated { FormKind::Isolated } else { FormKind::Translucent };
            out.push_str(&self.form(bytes, bounds(&group.drawings), kind));
        }
        out.push_str("Q\n");
    }

    /// Returns the form of a mask. The coordinates in the form are those that apply at the place where the
    /// graphics state is set. The words in the mask do not count as words of the page.
    fn mask(&mut self, mask: &Mask) -> MaskForm {
        let words_before = self.tags.words.len();
        let mut bytes = String::new();
        self.draws(&mask.drawings, &mut bytes);
        self.tags.words.truncate(words_before);
        MaskForm { kind: mask.kind, form: self.add_form(bytes, mask.bounds, FormKind::Mask) }
    }

    /// Writes a shared drawing. If the drawing was written before, copies its operators.
    fn shared(&mut self, shared: &Arc<Shared>, place: Affine, out: &mut String) {
        let is_moved = place != Affine::IDENTITY;
        if is_moved {
            out.push_str("q ");
            transform(place, out);
        }
        match self.written_shared.get(&Arc::as_ptr(shared)) {
            Some(known) => {
                out.push_str(&known.operators);
                self.repeats.add(known.digest, known.operators.len());
                self.tags.words.push_str(&known.words);
                self.has_transparency |= known.has_transparency;
            }
            None => {
                let written = self.write_shared(shared);
                out.push_str(&written.operators);
                self.written_shared.insert(Arc::as_ptr(shared), written);
            }
        }
        if is_moved {
            out.push_str("Q\n");
        }
    }

    fn write_shared(&mut self, shared: &Arc<Shared>) -> WrittenShared {
        let mut operators = String::new();
        let words_before = self.tags.words.len();
        let page_is_sheer = std::mem::take(&mut self.has_transparency);
        self.repeats.depth += 1;
        self.draws(&shared.drawings, &mut operators);
        self.repeats.depth -= 1;
        let words = Rc::from(self.tags.words.get(words_before..).unwrap_or_default());
        if shared.large {
            operators = self.form(operators, shared.bounds, FormKind::Opaque);
        }
        let digest = xxh3_64(operators.as_bytes());
        self.repeats.add(digest, operators.len());
        let has_transparency = self.has_transparency;
        self.has_transparency |= page_is_sheer;
        WrittenShared {
            shared: Arc::clone(shared),
            operators: operators.into(),
            digest,
            words,
            has_transparency,
        }
    }

    /// Makes a form from operators, and returns the operator that draws this form. The file
    /// contains each form only once.
    fn form(&mut self, content: String, bounds: Rect, kind: FormKind) -> String {
        format!("/{} Do\n", self.add_form(content, bounds, kind))
    }

    /// Makes a form from operators, and returns its name.
    fn add_form(&mut self, content: String, bounds: Rect, kind: FormKind) -> String {
        let hash = Sha256::digest(&content);
        let name: String = std::iter::once(kind.prefix().to_owned())
            .chain(hash.iter().take(6).map(|byte| format!("{byte:02x}")))
            .collect();
        let box_in_points = [bounds.x0, -bounds.y1, bounds.x1, -bounds.y0].map(|mm| mm * PT_PER_MM);
        let form = Form { content, bounds: box_in_points, kind, has_transparency: self.has_transparency };
        self.needs.forms.insert(name.clone(), form);
        name
    }
}

/// Returns whether there is only one drawing, and its parts do not cover each other. An example is an area
/// without a line. Such a drawing needs no form, even if it is translucent.
fn is_single(drawings: &[Drawing]) -> bool {
    match drawings {
        [Drawing::Path { fill, stroke, .. }] => {
            (fill.is_none() || stroke.is_none()) && fill.as_ref().is_none_or(|ink| ink.shade.is_none())
        }
        [Drawing::EvenOdd { fill, .. }] => fill.shade.is_none(),
        [Drawing::Text(_)] => true,
        [Drawing::Image { image, .. }] => matches!(image.content, ImageContent::Pixels(_)),
        [Drawing::Group(group)] => !group.is_composed() && is_single(&group.drawings),
        _ => false,
    }
}
