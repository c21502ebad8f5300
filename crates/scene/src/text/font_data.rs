//! Loads font files when they are first needed.
//!
//! - In: bytes in memory, or the name of a file that a function fetches.
//! - Out: the bytes of the decompressed font, and its tables.
//! - Not here: checking that the font can be embedded.

use std::sync::{Arc, OnceLock};

use skrifa::Font;
use skrifa::font::Blob;

use super::woff;

/// Bytes that several values can share without a copy.
#[derive(Debug, Clone, PartialEq)]
enum Bytes {
    Bundled(&'static [u8]),
    Owned(Arc<Vec<u8>>),
}

impl Bytes {
    fn owned(bytes: Vec<u8>) -> Self {
        Self::Owned(Arc::new(bytes))
    }

    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Bundled(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// A function that takes the name of a file and returns the bytes of the file.
pub type Fetch = fn(&'static str) -> Vec<u8>;

/// Where the bytes of a font file come from.
#[derive(Clone)]
enum FontSource {
    Memory(Bytes),
    Elsewhere(&'static str, Fetch),
}

impl FontSource {
    /// Reads and decompresses the file. A damaged WOFF file is returned unchanged.
    fn load(&self) -> Bytes {
        let file = match self {
            Self::Memory(bytes) => bytes.clone(),
            Self::Elsewhere(name, fetch) => Bytes::owned(fetch(name)),
        };
        let unpacked = woff::is_woff(file.as_slice()).then(|| woff::unpack(file.as_slice())).flatten();
        unpacked.map_or(file, Bytes::owned)
    }
}

/// A font file that is read, decompressed and parsed when it is first needed.
#[derive(Clone)]
pub struct FontData {
    source: FontSource,
    loaded: OnceLock<Bytes>,
    parsed: OnceLock<Option<Font>>,
}

impl std::fmt::Debug for FontData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.source {
            FontSource::Memory(bytes) => write!(f, "FontData({} bytes)", bytes.as_slice().len()),
            FontSource::Elsewhere(name, _) => write!(f, "FontData({name})"),
        }
    }
}

impl PartialEq for FontData {
    fn eq(&self, other: &Self) -> bool {
        match (&self.source, &other.source) {
            (FontSource::Memory(own), FontSource::Memory(others)) => own == others,
            (FontSource::Elsewhere(own, _), FontSource::Elsewhere(others, _)) => own == others,
            _ => false,
        }
    }
}

impl FontData {
    /// Returns a font file that is part of the program.
    pub const fn bundled(file: &'static [u8]) -> Self {
        Self::new(FontSource::Memory(Bytes::Bundled(file)))
    }

    /// Returns a font file that `fetch` reads when it is first needed.
    pub const fn elsewhere(name: &'static str, fetch: Fetch) -> Self {
        Self::new(FontSource::Elsewhere(name, fetch))
    }

    /// Returns a font file of the user.
    pub fn own(file: Vec<u8>) -> Self {
        Self::new(FontSource::Memory(Bytes::owned(file)))
    }

    const fn new(source: FontSource) -> Self {
        Self { source, loaded: OnceLock::new(), parsed: OnceLock::new() }
    }

    fn loaded(&self) -> &Bytes {
        match &self.source {
            FontSource::Memory(bytes) if !woff::is_woff(bytes.as_slice()) => bytes,
            source => self.loaded.get_or_init(|| source.load()),
        }
    }

    /// Returns the bytes of the TrueType or OpenType font.
    ///
    /// If the file is a damaged WOFF file, returns its bytes unchanged.
    pub fn bytes(&self) -> &[u8] {
        self.loaded().as_slice()
    }

    /// Returns the font. Returns `None` if the file is not a font.
    ///
    /// The tables of the font are parsed when they are first needed.
    pub(super) fn font(&self) -> Option<&Font> {
        self.parsed.get_or_init(|| Font::new(self.blob(), 0)).as_ref()
    }

    fn blob(&self) -> Blob {
        match self.loaded() {
            Bytes::Bundled(bytes) => Blob::Static(bytes),
            Bytes::Owned(bytes) => Blob::Shared(Arc::<Vec<u8>>::clone(bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::Fonts;

    #[test]
    fn a_font_elsewhere_is_fetched_when_it_is_first_needed() {
        let in_memory = Fonts::bundled();
        let elsewhere = Fonts::elsewhere(|name| std::fs::read(format!("fonts/{name}")).unwrap());
        for ((_, expected), (_, face)) in in_memory.faces().zip(elsewhere.faces()) {
            assert_eq!(face.data.bytes(), expected.data.bytes(), "{}", face.postscript_name);
            assert!(face.data.font().is_some());
        }
        assert_eq!(elsewhere, elsewhere.clone());
    }
}
