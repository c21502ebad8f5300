//! Reads the layers of a PDF, and removes layers so that their contents are visible (ISO 32000-1,
//! 8.11).
//!
//! - In: a catalogue, or the bytes of a file.
//! - Out: the names of the layers, or the file with all layers shown.
//! - Not here: which items are on which layer.

use super::hayro::{Array, Dict, ObjRef, Pdf, PdfString, XRef};
use super::structure::{XrefTable, dict_name_is, last_table};
use super::text_string::decode;

/// The key of the entry for layers in a catalogue.
const LAYERS_KEY: &[u8] = b"/OCProperties";
/// The key that is written in place of [`LAYERS_KEY`]. It has the same length, and no meaning in a PDF.
const NO_LAYERS: &[u8] = b"/XCProperties";

/// The names of the layers of a PDF.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layers {
    /// The names of all layers.
    pub all: Vec<String>,
    /// The names of the layers that are hidden when the file is opened.
    pub off: Vec<String>,
}

impl Layers {
    /// Reads the layers that a catalogue lists.
    pub(super) fn new(catalogue: &Dict<'_>, xref: &XRef) -> Self {
        let Some(layers) = catalogue.get::<Dict<'_>>("OCProperties") else { return Self::default() };
        let state = layers.get::<Dict<'_>>("D").unwrap_or_default();
        let (on, off) = (references(&state, "ON"), references(&state, "OFF"));
        let is_base_off = dict_name_is(&state, "BaseState", b"OFF");
        let mut names = Self::default();
        for layer in references(&layers, "OCGs") {
            let Some(name) = layer_name(layer, xref) else { continue };
            if off.contains(&layer) || is_base_off && !on.contains(&layer) {
                names.off.push(name.clone());
            }
            names.all.push(name);
        }
        names
    }
}

fn layer_name(layer: ObjRef, xref: &XRef) -> Option<String> {
    let dict = xref.get::<Dict<'_>>(layer.into())?;
    dict.get::<PdfString<'_>>("Name").map(|name| decode(&name))
}

/// Returns the references in the array at `key`.
pub(super) fn references(dict: &Dict<'_>, key: &str) -> Vec<ObjRef> {
    let all = dict.get::<Array<'_>>(key);
    all.iter().flat_map(Array::raw_iter).filter_map(|layer| layer.as_obj_ref()).collect()
}

/// Returns the file with the contents of all layers visible. To do so, appends an incremental update that
/// replaces the catalogue by one without layers. Returns `None` if the file has no layers, or if the update
/// cannot be written.
pub fn with_all_layers(bytes: &[u8]) -> Option<Vec<u8>> {
    let pdf = Pdf::new(bytes.to_vec()).ok()?;
    let root = pdf.xref().root_id();
    let catalogue = pdf.xref().get::<Dict<'_>>(root)?;
    let data = catalogue.data();
    let key = data.windows(LAYERS_KEY.len()).position(|window| window == LAYERS_KEY)?;
    let (before, after) = (data.get(..key)?, data.get(key + LAYERS_KEY.len()..)?);
    let XrefTable { offset: previous, size } = last_table(bytes)?;
    let mut out = bytes.to_vec();
    let catalogue_offset = u32::try_from(out.len()).ok()?;
    out.extend_from_slice(format!("{} {} obj\n", root.obj_number, root.gen_number).as_bytes());
    let has_brackets = data.starts_with(b"<<");
    let (open, close): (&[u8], &[u8]) = if has_brackets { (b"", b"") } else { (b"<<", b">>") };
    for part in [open, before, NO_LAYERS, after, close, b"\nendobj\n"] {
        out.extend_from_slice(part);
    }
    let table_offset = u32::try_from(out.len()).ok()?;
    let head = format!(
        "{size} 0 obj\n<</Type/XRef/Size {}/W[1 4 2]/Index[{} 1 {size} 1]/Root {} {} R/Prev {previous}/Length 14>>\nstream\n",
        size + 1,
        root.obj_number,
        root.obj_number,
        root.gen_number,
    );
    out.extend_from_slice(head.as_bytes());
    for offset in [catalogue_offset, table_offset] {
        // Each entry of a cross-reference stream consists of a type, an offset and a generation
        // (ISO 32000-1, 7.5.8.3). Type 1 means that the object is not compressed. The generation is
        // 0.
        out.push(1);
        out.extend(offset.to_be_bytes());
        out.extend([0, 0]);
    }
    out.extend_from_slice(format!("\nendstream\nendobj\nstartxref\n{table_offset}\n%%EOF\n").as_bytes());
    Some(out)
}
