//! Makes small PDFs for tests.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary};

pub(crate) struct Sample {
    pub doc: Document,
    pub catalogue: ObjectId,
    pages: ObjectId,
    kids: Vec<ObjectId>,
}

impl Sample {
    /// Creates a file without pages.
    pub(crate) fn new() -> Self {
        let mut doc = Document::with_version("1.7");
        let pages = doc.new_object_id();
        let catalogue = doc.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        doc.trailer.set("Root", catalogue);
        Self { doc, catalogue, pages, kids: Vec::new() }
    }

    /// Adds a page with one compressed content stream.
    pub(crate) fn page(&mut self, media: [f64; 4], contents: &str, resources: Dictionary) -> ObjectId {
        let contents = self.stream(Dictionary::new(), contents.as_bytes());
        let page = dictionary! {
            "Type" => "Page",
            "Parent" => self.pages,
            "MediaBox" => reals(&media),
            "Contents" => contents,
            "Resources" => resources,
        };
        let id = self.doc.add_object(page);
        self.kids.push(id);
        id
    }

    pub(crate) fn stream(&mut self, dict: Dictionary, bytes: &[u8]) -> ObjectId {
        let mut stream = Stream::new(dict, bytes.to_vec());
        stream.compress().unwrap();
        self.doc.add_object(stream)
    }

    pub(crate) fn dict(&mut self, id: ObjectId) -> &mut Dictionary {
        self.doc.get_dictionary_mut(id).unwrap()
    }

    pub(crate) fn bytes(mut self) -> Vec<u8> {
        let count = i64::try_from(self.kids.len()).unwrap();
        let kids: Vec<Object> = self.kids.iter().map(|&id| id.into()).collect();
        self.doc
            .objects
            .insert(self.pages, dictionary! { "Type" => "Pages", "Count" => count, "Kids" => kids }.into());
        let mut bytes = Vec::new();
        self.doc.save_to(&mut bytes).unwrap();
        bytes
    }
}

/// Returns a file with one A4 page that draws `contents`. The page is 297 mm high.
pub(crate) fn one_page(contents: &str) -> Vec<u8> {
    let mut sample = Sample::new();
    sample.page([0.0, 0.0, 595.276, 841.89], contents, Dictionary::new());
    sample.bytes()
}

/// Returns an array of numbers in single precision.
pub(crate) fn reals(values: &[f64]) -> Object {
    // The library requires numbers in single precision. They must not be rounded further, because the
    // box of a rotated or shifted page would then be in the wrong place.
    #[expect(clippy::cast_possible_truncation, reason = "samples need no more digits")]
    values.iter().map(|&v| Object::Real(v as f32)).collect::<Vec<_>>().into()
}

pub(crate) fn string(text: &str) -> Object {
    Object::String(text.as_bytes().to_vec(), StringFormat::Literal)
}

/// Adds a composite font with a single glyph. The glyph has the code 0001 and stands for the
/// character `text`. It is a bar from (100, 0) to (500, 700), with an advance of 600. An em has
/// 1000 units.
pub(crate) fn font(sample: &mut Sample, text: char) -> ObjectId {
    let program = bar();
    let file = sample.stream(dictionary! { "Length1" => i64::try_from(program.len()).unwrap() }, &program);
    let descriptor = dictionary! {
        "Type" => "FontDescriptor", "FontName" => "ABCDEF+Bars", "Flags" => 4, "FontFile2" => file,
    };
    let inner = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "ABCDEF+Bars", "DW" => 600,
        "CIDToGIDMap" => "Identity", "FontDescriptor" => descriptor,
        "CIDSystemInfo" => dictionary! {
            "Registry" => string("Adobe"), "Ordering" => string("Identity"), "Supplement" => 0,
        },
    };
    let inner = sample.doc.add_object(inner);
    let map = format!(
        "/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <FFFF> \
         endcodespacerange 1 beginbfchar <0001> <{:04X}> endbfchar endcmap end",
        u32::from(text)
    );
    let map = sample.stream(Dictionary::new(), map.as_bytes());
    sample.doc.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "ABCDEF+Bars", "Encoding" => "Identity-H",
        "DescendantFonts" => vec![inner.into()], "ToUnicode" => map,
    })
}

/// Returns a TrueType font with two glyphs: an empty glyph and a bar.
fn bar() -> Vec<u8> {
    let words = |values: &[i16]| values.iter().flat_map(|v| v.to_be_bytes()).collect::<Vec<u8>>();
    let mut glyph = words(&[1, 100, 0, 500, 700, 3, 0]);
    glyph.extend([1; 4]);
    glyph.extend(words(&[100, 0, 400, 0, 0, 700, 0, -700]));
    let mut head = words(&[1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000]);
    head.extend([0; 16]);
    head.extend(words(&[100, 0, 500, 700, 0, 8, 2, 0, 0]));
    let mut maxp = words(&[1, 0, 2, 4, 1, 0, 0, 1]);
    maxp.extend([0; 16]);
    let mut hhea = words(&[1, 0, 800, -200, 0, 600]);
    hhea.extend([0; 22]);
    hhea.extend(words(&[2]));
    let end = i16::try_from(glyph.len() / 2).unwrap();
    let tables = [
        (b"glyf", glyph),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", words(&[600, 0, 600, 100])),
        (b"loca", words(&[0, 0, end])),
        (b"maxp", maxp),
    ];
    let mut font = words(&[1, 0, 6, 64, 2, 32]);
    let mut at = 12 + 16 * tables.len();
    for (tag, table) in &tables {
        font.extend(*tag);
        for number in [0, at, table.len()] {
            font.extend(u32::try_from(number).unwrap().to_be_bytes());
        }
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        font.extend(&table);
        font.resize(font.len().next_multiple_of(4), 0);
    }
    font
}
