//! The layers of a PDF (ISO 32000-1, 8.11): which it has, which are off when it is opened, and the same file without them.

use super::hayro::{Array, Dict, ObjRef, Pdf, PdfString, XRef};
use super::structure::{Table, is, last_table};
use super::text_string::decode;

/// The key of a catalogue that says which layers there are.
const LAYERS: &[u8] = b"/OCProperties";
/// A key of the same length that says nothing.
const NOTHING: &[u8] = b"/XCProperties";

/// The names of layers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layers {
    /// Of all layers.
    pub all: Vec<String>,
    /// Of those that are off when the file is opened.
    pub off: Vec<String>,
}

impl Layers {
    pub(super) fn of(catalogue: &Dict<'_>, xref: &XRef) -> Self {
        let Some(layers) = catalogue.get::<Dict<'_>>("OCProperties") else { return Self::default() };
        let state = layers.get::<Dict<'_>>("D").unwrap_or_default();
        let all = listed(&layers, "OCGs");
        let (on, off) = (listed(&state, "ON"), listed(&state, "OFF"));
        let is_base_off = is(&state, "BaseState", b"OFF");
        let is_off = |layer: &ObjRef| off.contains(layer) || is_base_off && !on.contains(layer);
        let name = |layer: &ObjRef| {
            let layer = xref.get::<Dict<'_>>((*layer).into())?;
            layer.get::<PdfString<'_>>("Name").map(|name| decode(&name))
        };
        Self {
            off: all.iter().filter(|layer| is_off(layer)).filter_map(name).collect(),
            all: all.iter().filter_map(name).collect(),
        }
    }
}

fn listed(dict: &Dict<'_>, key: &str) -> Vec<ObjRef> {
    let all = dict.get::<Array<'_>>(key);
    all.iter().flat_map(Array::raw_iter).filter_map(|layer| layer.as_obj_ref()).collect()
}

/// A file with a catalogue that knows no layers, added to its end: everything on them is shown. `None` if that cannot be
/// written.
pub fn with_all_layers(bytes: &[u8]) -> Option<Vec<u8>> {
    let pdf = Pdf::new(bytes.to_vec()).ok()?;
    let root = pdf.xref().root_id();
    let catalogue = pdf.xref().get::<Dict<'_>>(root)?;
    let data = catalogue.data();
    let at = data.windows(LAYERS.len()).position(|window| window == LAYERS)?;
    let (before, after) = (data.get(..at)?, data.get(at + LAYERS.len()..)?);
    let Table { earlier, number } = last_table(bytes)?;
    let mut out = bytes.to_vec();
    let place = u32::try_from(out.len()).ok()?;
    out.extend_from_slice(format!("{} {} obj\n", root.obj_number, root.gen_number).as_bytes());
    let has_brackets = data.starts_with(b"<<");
    let (open, close): (&[u8], &[u8]) = if has_brackets { (b"", b"") } else { (b"<<", b">>") };
    [open, before, NOTHING, after, close, b"\nendobj\n"].iter().for_each(|part| out.extend_from_slice(part));
    let table = u32::try_from(out.len()).ok()?;
    let entry = |place: u32| [&[1][..], &place.to_be_bytes(), &[0, 0]].concat();
    let head = format!(
        "{number} 0 obj\n<</Type/XRef/Size {}/W[1 4 2]/Index[{} 1 {number} 1]/Root {} {} R/Prev {earlier}/Length 14>>\nstream\n",
        number + 1,
        root.obj_number,
        root.obj_number,
        root.gen_number,
    );
    out.extend_from_slice(head.as_bytes());
    [place, table].iter().for_each(|place| out.extend(entry(*place)));
    out.extend_from_slice(format!("\nendstream\nendobj\nstartxref\n{table}\n%%EOF\n").as_bytes());
    Some(out)
}
