//! Reads what a PDF states about itself.
//!
//! - In: the bytes, the trailer and the catalogue of a file.
//! - Out: the version, the identifier, the document information and the output intents.
//! - Not here: XMP metadata (`xmp`).

use crate::hayro::{Array, Dict, Name, Object, Pdf, PdfString, Stream};
use crate::inflate::decode_stream;
use crate::structure::HEADER_RANGE;
use crate::text_string::decode;

/// The maximum size of a colour profile that is read, in bytes.
pub const MAX_PROFILE_BYTES: usize = 16 << 20;
/// The length of the header of a colour profile, in bytes (ICC.1:2010, 7.2).
const PROFILE_HEADER: usize = 128;

/// Entries of the document information.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Information {
    pub title: Option<String>,
    pub created: Option<String>,
    pub modified: Option<String>,
    /// The value of `Trapped`, such as `True`. If the value is not a name, this is the text `no name`.
    pub trapped: Option<String>,
    /// The value of `GTS_PDFXVersion`.
    pub version: Option<String>,
}

/// An output intent: the printing condition for which the colours of a file are made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutputIntent {
    /// The standard that defines this output intent, such as `GTS_PDFX`.
    pub standard: String,
    /// The name of the printing condition.
    pub condition: Option<String>,
    pub registry: Option<String>,
    pub info: Option<String>,
    pub profile: Option<Profile>,
    /// Whether the output intent refers to a profile in another file.
    pub is_referenced: bool,
}

/// The header of a colour profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// Whether the bytes are a colour profile. If they are not, the other fields are empty.
    pub is_valid: bool,
    /// The major version of the profile.
    pub version: u8,
    /// The class of the profile, such as `prtr`.
    pub class: String,
    /// The colour space of the profile, such as `CMYK`.
    pub space: String,
    /// The number of colour channels according to the PDF.
    pub channels: Option<i32>,
}

/// Returns the value of `key` as a text. Returns `None` if the text is missing or empty.
fn text(dict: &Dict<'_>, key: &str) -> Option<String> {
    let text = dict.get::<PdfString<'_>>(key).map(|string| decode(&string))?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the version of PDF that a file states. The first line and the catalogue of the file may state
/// different versions. The higher one counts.
pub(super) fn version(bytes: &[u8], catalogue: &Dict<'_>) -> (u8, u8) {
    let start = bytes.get(..HEADER_RANGE).unwrap_or(bytes);
    let header = start.windows(5).position(|window| window == b"%PDF-");
    let header = header.and_then(|at| start.get(at + 5..at + 8)).and_then(numbers);
    let stated = catalogue.get::<Name<'_>>("Version").and_then(|name| numbers(&name));
    header.max(stated).unwrap_or_default()
}

/// Parses a version such as `1.6`. Returns `None` if the bytes are not a version.
fn numbers(bytes: &[u8]) -> Option<(u8, u8)> {
    let (major, minor) = std::str::from_utf8(bytes).ok()?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Returns whether a trailer contains an identifier with two parts.
pub(super) fn has_id(trailer: &Dict<'_>, pdf: &Pdf) -> bool {
    let id: Option<Array<'_>> =
        trailer.get_ref("ID").map_or_else(|| trailer.get("ID"), |reference| pdf.xref().get(reference.into()));
    id.is_some_and(|id| id.iter::<PdfString<'_>>().filter(|part| !part.as_bytes().is_empty()).count() == 2)
}

impl Information {
    pub(super) fn read(trailer: &Dict<'_>, pdf: &Pdf) -> Self {
        let info: Dict<'_> = trailer
            .get_ref("Info")
            .map_or_else(|| trailer.get("Info"), |reference| pdf.xref().get(reference.into()))
            .unwrap_or_default();
        let trapped = match info.get::<Object<'_>>("Trapped") {
            Some(Object::Name(name)) => Some(name.as_str().to_owned()),
            // Only a name is valid. Any other value is replaced by a text that no standard allows.
            Some(_) => Some("no name".to_owned()),
            None => None,
        };
        Self {
            title: text(&info, "Title"),
            created: text(&info, "CreationDate"),
            modified: text(&info, "ModDate"),
            trapped,
            version: text(&info, "GTS_PDFXVersion"),
        }
    }
}

impl OutputIntent {
    /// Reads the output intents of a file.
    pub(super) fn all(catalogue: &Dict<'_>) -> Vec<Self> {
        let list = catalogue.get::<Array<'_>>("OutputIntents");
        let dicts = list.iter().flat_map(|list| list.iter::<Dict<'_>>());
        dicts.map(|dict| Self::new(&dict)).collect()
    }

    fn new(dict: &Dict<'_>) -> Self {
        Self {
            standard: dict.get::<Name<'_>>("S").map(|name| name.as_str().to_owned()).unwrap_or_default(),
            condition: text(dict, "OutputConditionIdentifier"),
            registry: text(dict, "RegistryName"),
            info: text(dict, "Info"),
            profile: dict.get::<Stream<'_>>("DestOutputProfile").map(|stream| Profile::new(&stream)),
            is_referenced: dict.contains_key("DestOutputProfileRef"),
        }
    }
}

impl Profile {
    fn new(stream: &Stream<'_>) -> Self {
        let channels = stream.dict().get::<i32>("N");
        let Ok(bytes) = decode_stream(stream, MAX_PROFILE_BYTES) else {
            return Self { channels, ..Self::default() };
        };
        let is_valid = bytes.len() > PROFILE_HEADER && bytes.get(36..40) == Some(b"acsp");
        let word = |at: usize| {
            let bytes = bytes.get(at..at + 4).filter(|_| is_valid).unwrap_or_default();
            String::from_utf8_lossy(bytes).trim().to_owned()
        };
        Self {
            is_valid,
            version: bytes.get(8).copied().unwrap_or_default(),
            class: word(12),
            space: word(16),
            channels,
        }
    }
}
