//! Reads the parts of an Office file. Such a file is a ZIP file. Each file in it is a part: an XML
//! document that may refer to other parts (ECMA-376, part 2).
//!
//! - In: the bytes of a file.
//! - Out: the text of each part, and which other parts it refers to.
//! - Not here: spreadsheets.
//!
//! In the whole project, only this file and `crates/write/src/zip.rs` use the crate `rawzip`.

use libdeflater::Decompressor;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use roxmltree::{Document, Error, Node, ParsingOptions};

use hexpress_base::files::MAX_FILE_BYTES;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::xml::{MAX_ATTRIBUTES, has_too_many_attributes};

/// The character between the folders in the name of a part.
const SLASH: char = '/';

/// The largest number of elements, texts and comments in one part.
const MAX_NODES: u32 = 4_000_000;

/// The first bytes of a compound file, which is an older format of Office files.
///
/// A workbook with a password is stored in such a file.
const COMPOUND_FILE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// The parts of a file, by name.
#[derive(Debug)]
pub(super) struct Package<'a> {
    archive: ZipSliceArchive<&'a [u8]>,
    parts: SortedMap<String, PackagePart>,
}

#[derive(Debug)]
struct PackagePart {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

/// A reference from one part to another.
#[derive(Debug)]
pub(super) struct Relationship {
    pub(super) id: String,
    /// What the other part contains: `worksheet`, `styles`. In the file, this is the last word of the
    /// address in the attribute `Type`.
    pub(super) kind: String,
    /// The name of the part that the reference leads to.
    pub(super) target: String,
}

impl<'a> Package<'a> {
    /// Finds the parts of a file.
    ///
    /// # Errors
    /// The file is not a ZIP file, or is protected.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, String> {
        if is_protected(bytes) {
            return Err("it is protected by a password".to_owned());
        }
        let archive = ZipArchive::from_slice(bytes).map_err(|_| not_zip())?;
        let mut parts = SortedMap::new();
        let mut entries = archive.entries();
        while let Some(entry) = entries.next_entry().map_err(|_| not_zip())? {
            let name = String::from_utf8_lossy(entry.file_path().as_ref()).replace('\\', "/");
            parts.insert(
                key(&name),
                PackagePart { place: entry.wayfinder(), method: entry.compression_method() },
            );
        }
        Ok(Self { archive, parts })
    }

    /// Returns the text of a part. Returns `None` if the file has no such part.
    ///
    /// # Errors
    /// The part is damaged, too large, or not UTF-8.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, String> {
        self.text_within(MAX_FILE_BYTES, name)
    }

    fn text_within(&self, most: u64, name: &str) -> Result<Option<String>, String> {
        let Some(part) = self.parts.get(&key(name)) else { return Ok(None) };
        let entry = self.archive.get_entry(part.place).map_err(|_| damaged(name))?;
        let expected = entry.claim_verifier();
        if expected.uncompressed_size > most {
            return Err(format!("the part `{name}` is larger than {} MiB", most >> 20));
        }
        let size = usize::try_from(expected.uncompressed_size).map_err(|_| damaged(name))?;
        let bytes = match part.method {
            CompressionMethod::STORE => entry.data().to_vec(),
            CompressionMethod::DEFLATE => {
                let mut unpacked = vec![0; size];
                let written = Decompressor::new().deflate_decompress(entry.data(), &mut unpacked);
                unpacked.truncate(written.map_err(|_| damaged(name))?);
                unpacked
            }
            _ => return Err(format!("the part `{name}` uses an unknown compression")),
        };
        if bytes.len() != size || libdeflater::crc32(&bytes) != expected.crc {
            return Err(damaged(name));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| format!("the part `{name}` is not UTF-8"))
    }

    /// Returns the text of a required part.
    ///
    /// # Errors
    /// The part is missing or cannot be read.
    pub(super) fn required_text(&self, name: &str) -> Result<String, String> {
        self.text(name)?.ok_or_else(|| format!("the part `{name}` is missing"))
    }

    /// Returns the references from a part to other parts. If `part` is `""`, returns the references of
    /// the whole package.
    ///
    /// # Errors
    /// The part with the relationships cannot be read.
    pub(super) fn relationships(&self, part: &str) -> Result<Vec<Relationship>, String> {
        let (folder, name) = part.rsplit_once(SLASH).unwrap_or(("", part));
        let Some(text) = self.text(&format!("{folder}/_rels/{name}.rels"))? else { return Ok(Vec::new()) };
        let xml = parse(&text)?;
        Ok(children(xml.root_element(), "Relationship")
            .filter_map(|node| Relationship::from_xml(node, folder))
            .collect())
    }
}

impl Relationship {
    /// Reads a reference from a part in `folder`. Returns `None` if an attribute is missing.
    fn from_xml(node: Node<'_, '_>, folder: &str) -> Option<Self> {
        Some(Self {
            id: node.attribute("Id")?.to_owned(),
            kind: node.attribute("Type")?.rsplit(SLASH).next().unwrap_or_default().to_owned(),
            target: resolved(folder, node.attribute("Target")?),
        })
    }
}

/// Parses the text of a part.
///
/// # Errors
/// The XML is not well-formed, or too large.
pub(super) fn parse(text: &str) -> Result<Document<'_>, String> {
    parse_within(MAX_NODES, text)
}

fn parse_within(most: u32, text: &str) -> Result<Document<'_>, String> {
    if has_too_many_attributes(text) {
        return Err(format!("an XML element has more than {MAX_ATTRIBUTES} attributes"));
    }
    let options = ParsingOptions { nodes_limit: most, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| match error {
        Error::NodesLimitReached => format!("a part has more than {most} XML elements"),
        other => format!("its XML is invalid: {other}"),
    })
}

/// Returns the child elements with this name, in any namespace.
pub(super) fn children<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

fn not_zip() -> String {
    "an .xlsx file is a ZIP file, and this one is not".to_owned()
}

fn damaged(name: &str) -> String {
    format!("the part `{name}` is damaged")
}

/// Returns the name of a part in lower case, and without a slash at its beginning. Two names that
/// differ only in upper and lower case, or in this slash, mean the same part.
fn key(name: &str) -> String {
    name.trim_start_matches(SLASH).to_lowercase()
}

/// Returns the full name of a part. A part in `folder` refers to it as `target`. For example,
/// `../styles.xml` in `xl/worksheets` becomes `xl/styles.xml`.
fn resolved(folder: &str, target: &str) -> String {
    let folder = if target.starts_with(SLASH) { "" } else { folder };
    let mut path: Vec<&str> = Vec::new();
    for step in folder.split(SLASH).chain(target.split(SLASH)) {
        match step {
            "" | "." => {}
            ".." => drop(path.pop()),
            name => path.push(name),
        }
    }
    path.join("/")
}

/// Returns whether a workbook is protected by a password.
fn is_protected(bytes: &[u8]) -> bool {
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.starts_with(COMPOUND_FILE) && bytes.windows(name.len()).any(|window| window == name)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn package(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut archive = rawzip::ZipArchiveWriter::new(&mut file);
        for (name, text) in parts {
            let (mut entry, config) = archive.new_file(*name).start().unwrap();
            let mut writer = config.wrap(&mut entry);
            writer.write_all(text.as_bytes()).unwrap();
            let (_, descriptor) = writer.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        file
    }

    const RELATIONSHIPS: &str = "<Relationships><Relationship Id=\"a\" Type=\"x/y/styles\" Target=\"../S.xml\"/>\
                                 <Relationship Id=\"b\" Type=\"theme\" Target=\"/t.xml\"/></Relationships>";

    #[test]
    fn relationships_lead_to_parts() {
        let file = package(&[("xl/_rels/book.xml.rels", RELATIONSHIPS), ("s.XML", "<a/>")]);
        let package = Package::open(&file).unwrap();
        let relationships = package.relationships("xl/book.xml").unwrap();
        let found: Vec<_> = relationships.iter().map(|r| [r.id.as_str(), &r.kind, &r.target]).collect();
        assert_eq!(found, [["a", "styles", "S.xml"], ["b", "theme", "t.xml"]]);
        assert_eq!(package.text("S.xml"), Ok(Some("<a/>".to_owned())));
        assert_eq!(package.text("t.xml"), Ok(None));
        assert!(package.required_text("t.xml").unwrap_err().contains("missing"));
    }

    #[test]
    fn no_damage_makes_it_panic_or_changes_a_text() {
        let whole = package(&[("xl/_rels/book.xml.rels", RELATIONSHIPS), ("s.xml", "<a>long enough</a>")]);
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut file = whole.clone();
                file[at] ^= 1 << bit;
                let Ok(package) = Package::open(&file) else { continue };
                let _ = package.relationships("xl/book.xml");
                if let Ok(Some(text)) = package.text("s.xml") {
                    assert_eq!(text, "<a>long enough</a>", "byte {at}");
                }
            }
        }
        for length in 0..whole.len() {
            let _ = Package::open(&whole[..length]).map(|package| package.text("s.xml"));
        }
    }

    #[test]
    fn a_part_that_says_to_be_huge_is_not_unpacked() {
        let mut file = package(&[("s.xml", "<a/>")]);
        let size = 4_u32.to_le_bytes();
        let directory = file.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
        assert_eq!(file[directory + 24..][..4], size);
        file[directory + 24..][..4].copy_from_slice(&u32::MAX.wrapping_sub(1).to_le_bytes());
        let error = Package::open(&file).unwrap().text("s.xml").unwrap_err();
        assert_eq!(error, "the part `s.xml` is larger than 64 MiB");
    }

    #[test]
    fn a_part_may_have_as_many_bytes_as_the_limit() {
        let file = package(&[("s.xml", "<a/>")]);
        let package = Package::open(&file).unwrap();
        assert_eq!(package.text_within(4, "s.xml"), Ok(Some("<a/>".to_owned())));
        assert!(package.text_within(3, "s.xml").unwrap_err().contains("is larger than"));
    }

    #[test]
    fn a_part_may_have_as_many_elements_as_the_limit() {
        // The document itself counts as a node, too.
        let text = "<a><b/><b/></a>";
        assert!(parse_within(4, text).is_ok());
        assert_eq!(parse_within(3, text).unwrap_err(), "a part has more than 3 XML elements");
    }

    #[test]
    fn a_protected_file_is_known() {
        let mut file = COMPOUND_FILE.to_vec();
        assert_eq!(Package::open(&file).unwrap_err(), "an .xlsx file is a ZIP file, and this one is not");
        file.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(Package::open(&file).unwrap_err(), "it is protected by a password");
    }
}
