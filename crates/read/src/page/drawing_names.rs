//! Reads the names of the drawings on a page, without reading the drawings.
//!
//! - In: the contents and the resources of a page.
//! - Out: the tags and names of its marked content (ISO 32000-1, 14.6).
//! - Not here: names inside form XObjects.

use crate::hayro::{Dict, Object, PdfString, Resources, UntypedIter};
use crate::text_string::decode;
use hexpress_base::identity::Identity;

/// The names of the drawings on a page.
pub struct DrawingNames<'p> {
    pub(super) contents: &'p [u8],
    pub(super) resources: &'p Resources<'p>,
}

impl DrawingNames<'_> {
    /// Calls `look` with the tag and the name of each drawing, in drawing order. Returns the first
    /// result of `look` that is not `None`.
    pub fn find<T>(&self, mut look: impl FnMut(&[u8], Identity) -> Option<T>) -> Option<T> {
        let mut component = None;
        let mut operators = UntypedIter::new(self.contents);
        while let Some(instruction) = operators.next() {
            let operator: &[u8] = instruction.operator.as_ref();
            if operator != b"BDC" {
                continue;
            }
            let mut operands = instruction.operands();
            let (Some(Object::Name(tag)), Some(properties)) = (operands.next(), operands.next()) else {
                continue;
            };
            let properties = match properties {
                Object::Dict(own) => Some(own.clone()),
                Object::Name(name) => self.resources.properties.get::<Dict<'_>>(&**name),
                _ => None,
            };
            let Some(id) = properties.and_then(|own| own.get::<PdfString<'_>>("Id")) else { continue };
            let found = look(tag, Identity::read(&decode(&id), &mut component));
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
