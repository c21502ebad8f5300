//! Finds out which layers of a file are shown when the file is opened (ISO 32000-1, 8.11).
//!
//! - In: the catalogue, and the entry of a drawing that names its layers.
//! - Out: whether the drawing is shown.
//! - Not here: conditions of layers, which only some viewers evaluate.

use std::collections::HashSet;

use crate::hayro::{Array, Dict, MaybeRef, Name, ObjRef, Object, ObjectIdentifier, XRef};
use crate::layers::references;
use crate::structure::dict_name_is;

/// The layers of a file that are not shown.
#[derive(Debug, Default)]
pub(super) struct HiddenLayers {
    off: HashSet<ObjectIdentifier>,
}

impl HiddenLayers {
    pub(super) fn new(catalogue: &Dict<'_>) -> Self {
        let Some(layers) = catalogue.get::<Dict<'_>>("OCProperties") else { return Self::default() };
        let state = layers.get::<Dict<'_>>("D").unwrap_or_default();
        let is_base_off = dict_name_is(&state, "BaseState", b"OFF");
        let mut off: HashSet<ObjectIdentifier> = HashSet::new();
        if is_base_off {
            off.extend(references(&layers, "OCGs").into_iter().map(ObjectIdentifier::from));
        }
        off.extend(references(&state, "OFF").into_iter().map(ObjectIdentifier::from));
        if is_base_off {
            for on in references(&state, "ON") {
                off.remove(&on.into());
            }
        }
        Self { off }
    }

    /// Returns whether a drawing is hidden. The entry `key` of `dict` names the layers of the
    /// drawing.
    pub(super) fn hides(&self, dict: &Dict<'_>, key: &[u8], xref: &XRef) -> bool {
        !self.off.is_empty()
            && match dict.get_raw::<Object<'_>>(key) {
                Some(MaybeRef::Ref(layer)) => self.hides_layer(layer, xref),
                Some(MaybeRef::NotRef(Object::Dict(membership))) => self.hides_members(&membership),
                _ => false,
            }
    }

    fn hides_layer(&self, layer: ObjRef, xref: &XRef) -> bool {
        if self.off.contains(&layer.into()) {
            return true;
        }
        let membership = xref.get::<Dict<'_>>(layer.into());
        membership.is_some_and(|dict| dict_name_is(&dict, "Type", b"OCMD") && self.hides_members(&dict))
    }

    /// Returns whether drawings with this membership dictionary are hidden. This depends on the
    /// layers that the dictionary lists.
    fn hides_members(&self, membership: &Dict<'_>) -> bool {
        let layers = match membership.get_raw::<Object<'_>>("OCGs") {
            Some(MaybeRef::Ref(layer)) if membership.get::<Array<'_>>("OCGs").is_none() => vec![layer],
            _ => references(membership, "OCGs"),
        };
        if layers.is_empty() {
            return false;
        }
        let policy = membership.get::<Name<'_>>("P");
        let mut states = layers.into_iter().map(|layer| !self.off.contains(&layer.into()));
        !match policy.as_ref().map(AsRef::as_ref) {
            Some(b"AllOn") => states.all(|is_on| is_on),
            Some(b"AnyOff") => states.any(|is_on| !is_on),
            Some(b"AllOff") => states.all(|is_on| !is_on),
            _ => states.any(|is_on| is_on),
        }
    }
}
