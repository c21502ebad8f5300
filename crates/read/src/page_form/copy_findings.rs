//! Records facts about a copied page that matter to the user: transparency, colours without a
//! profile, and fonts that are not in the file.
//!
//! - In: dictionaries and contents while they are copied.
//! - Out: the facts that were found.
//! - Not here: messages about these facts.

use std::collections::BTreeSet;

use super::keys::ObjectKind;
use super::rewrite_contents::Rewritten;
use crate::hayro::{Array, Dict, Filter, Name, Object, Resources, Stream};
use crate::inflate::decode_stream;
use crate::limits::MAX_STREAM_BYTES;
use crate::structure::{dict_name_is, font};

/// The facts that were noticed while objects were copied.
#[derive(Debug, Default)]
pub(super) struct CopyFindings {
    /// Whether at least one drawing is translucent, or mixes its colours with those of the drawings below.
    pub(super) has_transparency: bool,
    pub(super) has_cmyk: bool,
    /// Whether a colour profile was found that PDF/A forbids.
    pub(super) has_bad_profile: bool,
    /// Whether a colour mixes several inks, but one of these inks has no description. PDF/A requires these
    /// descriptions.
    pub(super) has_unknown_inks: bool,
    pub(super) has_jpeg_2000: bool,
    pub(super) has_fonts: bool,
    /// Whether there is text whose characters are unknown.
    pub(super) has_illegible_text: bool,
    pub(super) missing_fonts: BTreeSet<String>,
    pub(super) left_out: BTreeSet<&'static str>,
}

/// The names of the resources that replace the basic colour spaces.
const DEFAULT_SPACES: [&str; 3] = ["DefaultGray", "DefaultRGB", "DefaultCMYK"];

/// The classes of colour profiles that PDF/A allows (ISO 19005-3, 6.2.4.2). [`MAX_PROFILE_VERSION`] is the
/// highest version that PDF/A allows.
const ALLOWED_PROFILE_CLASSES: [&[u8]; 4] = [b"scnr", b"mntr", b"prtr", b"spac"];
const MAX_PROFILE_VERSION: u8 = 4;

impl CopyFindings {
    /// Examines a dictionary for transparency, transfer curves and fonts.
    pub(super) fn dict(&mut self, dict: &Dict<'_>, kind: ObjectKind) {
        match kind {
            ObjectKind::GraphicsState => {
                self.has_transparency |= has_transparency(dict);
                if has_transfer(dict) {
                    self.left_out.insert("a transfer curve for a printing press");
                }
            }
            ObjectKind::Image => {
                let in_data = dict.get::<i32>("SMaskInData").unwrap_or(0) > 0;
                self.has_transparency |= in_data || dict.get::<Stream<'_>>("SMask").is_some();
            }
            ObjectKind::Font => self.font(dict),
            _ => {}
        }
    }

    fn font(&mut self, dict: &Dict<'_>) {
        self.has_fonts = true;
        let Some(found) = font(dict) else {
            // The function `font` returns `None` if a font has no subtype. It also returns `None` for the
            // descendant font of a composite font, but that font is checked together with its composite font.
            if !dict.contains_key("Subtype") {
                self.missing_fonts.insert("(without a name)".to_owned());
            }
            return;
        };
        if !found.embedded {
            self.missing_fonts.insert(found.name);
        }
        // In a simple font with one of these encodings, the character of each code is known.
        let has_encoding = dict.get::<Name<'_>>("Encoding").is_some_and(|name| {
            [&b"WinAnsiEncoding"[..], b"MacRomanEncoding", b"StandardEncoding"].contains(&name.as_ref())
        });
        let is_simple = dict_name_is(dict, "Subtype", b"Type1") || dict_name_is(dict, "Subtype", b"TrueType");
        self.has_illegible_text |= !(found.to_unicode || is_simple && has_encoding);
    }

    /// Examines rewritten contents for CMYK colours, PostScript, and colour spaces that replace the basic
    /// ones.
    pub(super) fn contents(&mut self, contents: &Rewritten<'_>, resources: &Resources<'_>) {
        self.has_cmyk |= contents.has_cmyk;
        if contents.has_postscript {
            self.left_out.insert("a drawing in PostScript");
        }
        if DEFAULT_SPACES.iter().any(|name| resources.color_spaces.contains_key(*name)) {
            self.left_out.insert("colour spaces that replace the basic ones");
        }
    }

    /// Examines a colour space, and records whether one of its inks has no description.
    pub(super) fn space(&mut self, space: &Array<'_>) {
        const PROCESS: [&[u8]; 5] = [b"Cyan", b"Magenta", b"Yellow", b"Black", b"None"];
        let mut parts = space.iter::<Object<'_>>();
        if !matches!(parts.next(), Some(Object::Name(name)) if name.as_ref() == b"DeviceN") {
            return;
        }
        let Some(Object::Array(inks)) = parts.next() else { return };
        let attributes = parts.nth(2).and_then(Object::into_dict).unwrap_or_default();
        let described = attributes.get::<Dict<'_>>("Colorants").unwrap_or_default();
        let mut inks = inks.iter::<Name<'_>>();
        self.has_unknown_inks |=
            inks.any(|ink| !PROCESS.contains(&ink.as_ref()) && !described.contains_key(&*ink));
    }

    /// Records whether a stream is compressed with JPEG 2000.
    pub(super) fn compression(&mut self, stream: &Stream<'_>) {
        self.has_jpeg_2000 |= stream.filters().contains(&Filter::JpxDecode);
    }

    /// Examines a stream that belongs to a colour space. If the stream is a profile, records
    /// whether PDF/A forbids it.
    pub(super) fn profile(&mut self, stream: &Stream<'_>) {
        let dict = stream.dict();
        if !dict.contains_key("N") || dict.contains_key("FunctionType") {
            return;
        }
        let Ok(profile) = decode_stream(stream, MAX_STREAM_BYTES) else {
            self.has_bad_profile = true;
            return;
        };
        let is_known = profile.get(12..16).is_some_and(|class| ALLOWED_PROFILE_CLASSES.contains(&class));
        let is_readable = profile.get(8).is_some_and(|version| *version <= MAX_PROFILE_VERSION);
        self.has_bad_profile |= !is_known || !is_readable;
    }
}

/// Returns whether a graphics state has a function that changes the amounts of ink.
fn has_transfer(state: &Dict<'_>) -> bool {
    ["TR", "TR2"].iter().any(|key| match state.get::<Object<'_>>(*key) {
        Some(Object::Name(name)) => ![&b"Identity"[..], b"Default"].contains(&name.as_ref()),
        Some(Object::Null(_)) | None => false,
        Some(_) => true,
    })
}

/// Returns whether a graphics state makes drawings translucent, or mixes their colours with those
/// of other drawings.
fn has_transparency(state: &Dict<'_>) -> bool {
    let is_translucent =
        ["CA", "ca"].iter().any(|key| state.get::<f64>(*key).is_some_and(|opacity| opacity < 1.0));
    let mode = state
        .get::<Name<'_>>("BM")
        .or_else(|| state.get::<Array<'_>>("BM").and_then(|modes| modes.iter::<Name<'_>>().next()));
    let mixes = mode.is_some_and(|mode| ![&b"Normal"[..], b"Compatible"].contains(&mode.as_ref()));
    let has_mask = matches!(state.get::<Object<'_>>("SMask"), Some(Object::Dict(_)));
    is_translucent || mixes || has_mask
}
