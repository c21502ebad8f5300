//! Font files as they are kept: whole, or packed as WOFF 1.0 (W3C, 2012), table by table with zlib.

use std::sync::{Arc, OnceLock};

use libdeflater::Decompressor;
use skrifa::Font;
use skrifa::font::Blob;

/// The most bytes that a packed font may come to.
const MOST: usize = 64 << 20;
/// How a packed font begins.
const PACKED: &[u8] = b"wOFF";
/// The header of a WOFF file, and one entry of its list of tables.
const HEADER: usize = 44;
const ENTRY: usize = 20;

/// Bytes that are held once, however often they are asked for.
#[derive(Debug, Clone, PartialEq)]
enum Bytes {
    Bundled(&'static [u8]),
    Own(Arc<Vec<u8>>),
}

impl Bytes {
    fn own(bytes: Vec<u8>) -> Self {
        Self::Own(Arc::new(bytes))
    }

    fn get(&self) -> &[u8] {
        match self {
            Self::Bundled(bytes) => bytes,
            Self::Own(bytes) => bytes,
        }
    }
}

/// Brings the file of this name.
pub type Fetch = fn(&'static str) -> Vec<u8>;

/// Where a font file is.
#[derive(Clone)]
enum Kept {
    Here(Bytes),
    Elsewhere(&'static str, Fetch),
}

impl Kept {
    /// The file, brought and unpacked.
    fn whole(&self) -> Bytes {
        let kept = match self {
            Self::Here(bytes) => bytes.clone(),
            Self::Elsewhere(name, fetch) => Bytes::own(fetch(name)),
        };
        let unpacked = kept.get().starts_with(PACKED).then(|| unpack(kept.get())).flatten();
        unpacked.map_or(kept, Bytes::own)
    }
}

/// A font file; one that is elsewhere or packed is brought and unpacked when it is first needed, and read as a font then.
#[derive(Clone)]
pub struct FontData {
    kept: Kept,
    whole: OnceLock<Bytes>,
    read: OnceLock<Option<Font>>,
}

impl std::fmt::Debug for FontData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kept {
            Kept::Here(bytes) => write!(f, "FontData({} bytes)", bytes.get().len()),
            Kept::Elsewhere(name, _) => write!(f, "FontData({name})"),
        }
    }
}

impl PartialEq for FontData {
    fn eq(&self, other: &Self) -> bool {
        match (&self.kept, &other.kept) {
            (Kept::Here(one), Kept::Here(other)) => one == other,
            (Kept::Elsewhere(one, _), Kept::Elsewhere(other, _)) => one == other,
            _ => false,
        }
    }
}

impl FontData {
    /// A file of the program's.
    pub const fn bundled(file: &'static [u8]) -> Self {
        Self::kept(Kept::Here(Bytes::Bundled(file)))
    }

    /// A file that `fetch` brings when it is first needed.
    pub const fn elsewhere(name: &'static str, fetch: Fetch) -> Self {
        Self::kept(Kept::Elsewhere(name, fetch))
    }

    /// A file of the user's.
    pub fn own(file: Vec<u8>) -> Self {
        Self::kept(Kept::Here(Bytes::own(file)))
    }

    const fn kept(kept: Kept) -> Self {
        Self { kept, whole: OnceLock::new(), read: OnceLock::new() }
    }

    fn whole(&self) -> &Bytes {
        match &self.kept {
            Kept::Here(bytes) if !bytes.get().starts_with(PACKED) => bytes,
            kept => self.whole.get_or_init(|| kept.whole()),
        }
    }

    /// The font, TrueType or OpenType; a packed one that is damaged as it was kept.
    pub fn bytes(&self) -> &[u8] {
        self.whole().get()
    }

    /// The font as it is read, its tables each when first needed; none where the file is no font.
    pub(super) fn font(&self) -> Option<&Font> {
        let source = || match self.whole() {
            Bytes::Bundled(bytes) => Blob::Static(bytes),
            Bytes::Own(bytes) => Blob::Shared(Arc::<Vec<u8>>::clone(bytes)),
        };
        self.read.get_or_init(|| Font::new(source(), 0)).as_ref()
    }
}

/// The font in a WOFF file; none where it is damaged or too large.
fn unpack(file: &[u8]) -> Option<Vec<u8>> {
    let count = half(file, 12)?;
    let tables = usize::from(count);
    let mut font = file.get(4..8)?.to_vec();
    // What lets a reader search the list by halves; no reader needs it.
    let steps = count.checked_ilog2()?;
    let range = 16_u16.checked_shl(steps)?;
    for number in [count, range, u16::try_from(steps).ok()?, count.checked_mul(16)?.checked_sub(range)?] {
        font.extend_from_slice(&number.to_be_bytes());
    }
    font.resize(12 + 16 * tables, 0);
    let mut inflater = Decompressor::new();
    for table in 0..tables {
        let entry = HEADER + ENTRY * table;
        let start = word(file, entry + 4)?;
        let packed = word(file, entry + 8)?;
        let length = word(file, entry + 12)?;
        let bytes = file.get(start..start.checked_add(packed)?)?;
        let at = font.len();
        if length > MOST.checked_sub(at)? {
            return None;
        }
        let listed = 12 + 16 * table;
        font[listed..listed + 4].copy_from_slice(file.get(entry..entry + 4)?);
        font[listed + 4..listed + 8].copy_from_slice(file.get(entry + 16..entry + 20)?);
        font[listed + 8..listed + 12].copy_from_slice(&u32::try_from(at).ok()?.to_be_bytes());
        font[listed + 12..listed + 16].copy_from_slice(&u32::try_from(length).ok()?.to_be_bytes());
        font.resize((at + length).next_multiple_of(4), 0);
        let room = &mut font[at..at + length];
        if packed == length {
            room.copy_from_slice(bytes);
        } else if inflater.zlib_decompress(bytes, room).ok()? != length {
            return None;
        }
    }
    Some(font)
}

fn word(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(bytes)).ok()
}

fn half(file: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(file.get(at..at + 2)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRENZE: &[u8] = include_bytes!("../../fonts/grenze/Grenze-Bold.woff");

    #[test]
    fn a_packed_font_is_unpacked_and_a_damaged_one_is_not() {
        let whole = unpack(GRENZE).unwrap();
        assert_eq!(Some(whole.len()), word(GRENZE, 16), "what its maker says it comes to");
        assert!(crate::text::examine(&whole).is_ok());
        for length in [0, 5, 43, 60, 300, GRENZE.len() - 9] {
            assert_eq!(unpack(&GRENZE[..length]), None, "{length}");
        }
        let mut wrong = GRENZE.to_vec();
        wrong[44 + 12] = 0x7F;
        assert_eq!(unpack(&wrong), None, "a table of gigabytes");
        assert_eq!(FontData::own(wrong.clone()).bytes(), wrong);
    }

    #[test]
    fn a_font_elsewhere_is_brought_when_it_is_first_needed() {
        use crate::text::{FontId, Fonts};
        let here = Fonts::bundled();
        let there = Fonts::elsewhere(|name| std::fs::read(format!("fonts/{name}")).unwrap());
        for face in (0..).map_while(|id| Some((here.get(FontId(id))?, there.get(FontId(id))?))) {
            assert_eq!(face.0.data.bytes(), face.1.data.bytes(), "{}", face.0.postscript_name);
            assert!(face.1.data.font().is_some());
        }
        assert_eq!(there, there.clone());
    }
}
