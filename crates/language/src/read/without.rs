//! A layout without some of its values: what is left is judged as if the mistakes in these were mended.
//!
//! Places of mistakes go in, and a tree without the values and keys at these places comes out. Nothing is reported.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diag::Place;
use crate::spec::{COMPONENTS, Tree};

mod names;
mod roots;

/// Stands in for a font that cannot be read.
const FONT: &str = "9pt";

/// The lists of elements of pieces.
const FACES: [&str; 3] = ["face", "back", "ground"];

/// How much is taken away on account of a mistake in an element of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Away {
    /// The value alone, so that the rest of the element is judged.
    Value,
    /// The whole element, so that nothing is judged that misses the value.
    Element,
}

/// What is left of a tree.
pub struct Rest<'t> {
    /// The tree.
    pub tree: Tree<'t>,
    /// What nobody knows of it.
    pub unsure: Unsure,
}

/// What nobody knows of a layout without some of its values.
#[derive(Debug, Clone, Default)]
pub struct Unsure {
    /// Whether components lack more than elements of faces.
    pub components: bool,
    /// Whether colours, looks, places, fonts or icons may be missing that elements name.
    pub names: bool,
    /// Whether elements may be larger or stand elsewhere.
    pub sizes: bool,
    /// Whether fractions may have a comma.
    pub decimal: bool,
    /// The families of fonts that are taken out.
    pub fonts: Vec<String>,
}

/// The tree without what is at these places of the file; none if one of them is at no value or key of it. `decimal` stands
/// in for a wrong one.
pub fn without<'t>(tree: Tree<'t>, places: &[Place], away: Away, decimal: &'static str) -> Option<Rest<'t>> {
    let span = tree.span();
    let mut root = tree.into_inner();
    let mut cut = Cut {
        places,
        taken: vec![false; places.len()],
        away,
        of_faces: true,
        unsure: Unsure::default(),
        decimal,
    };
    cut.roots(&mut root);
    for key in COMPONENTS {
        if let Some(DeValue::Array(list)) = root.get_mut(key).map(Spanned::get_mut) {
            cut.list(list, false);
        }
    }
    cut.others(&mut root);
    let is_whole = cut.taken.iter().all(|taken| *taken);
    let unsure = Unsure { components: !cut.of_faces, ..cut.unsure };
    is_whole.then_some(Rest { tree: Tree::new(span, root), unsure })
}

struct Cut<'p> {
    places: &'p [Place],
    /// Which of the places were found.
    taken: Vec<bool>,
    away: Away,
    of_faces: bool,
    unsure: Unsure,
    decimal: &'static str,
}

impl Cut<'_> {
    /// Notes which places something has; whether there is one.
    fn takes(&mut self, has: impl Fn(&Range<usize>) -> bool, in_face: bool) -> bool {
        let mut any = false;
        for (place, taken) in self.places.iter().zip(&mut self.taken) {
            if has(&(place.start as usize..place.end as usize)) {
                (any, *taken) = (true, true);
            }
        }
        self.of_faces &= in_face || !any;
        any
    }

    /// Whether a value goes: a place is that of the value, or within a value that has no parts.
    fn goes(&mut self, value: &Spanned<DeValue<'_>>, in_face: bool) -> bool {
        let span = value.span();
        let has_parts = matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
        let is_within = |place: &Range<usize>| span.start <= place.start && place.end <= span.end;
        let goes = self.takes(|place| if has_parts { *place == span } else { is_within(place) }, in_face);
        // With a table its parts are gone.
        goes && self.takes(is_within, in_face)
    }

    fn parts(&mut self, value: &mut DeValue<'_>, in_face: bool) {
        match value {
            DeValue::Table(table) => self.table(table, in_face),
            DeValue::Array(list) => self.list(list, in_face),
            _ => {}
        }
    }

    fn table<'t>(&mut self, table: &mut DeTable<'t>, in_face: bool) {
        let all = std::mem::replace(table, DeTable::new());
        for (key, mut value) in all {
            let is_face = in_face || FACES.contains(&key.get_ref().as_ref());
            let at = key.span();
            if self.takes(|place| *place == at, in_face) {
                let span = value.span();
                self.takes(|place| span.start <= place.start && place.end <= span.end, in_face);
                continue;
            }
            if self.goes(&value, in_face) {
                // Without a font nothing would be known of the words.
                if is_face && key.get_ref() == "font" {
                    *value.get_mut() = DeValue::String(FONT.into());
                    table.insert(key, value);
                }
                continue;
            }
            self.parts(value.get_mut(), is_face);
            table.insert(key, value);
        }
    }

    fn list<'t>(&mut self, list: &mut DeArray<'t>, in_face: bool) {
        let mut kept = DeArray::new();
        for item in list.iter() {
            if self.goes(item, in_face) {
                continue;
            }
            let before = self.taken.clone();
            let mut item = item.clone();
            let stood = is_at_edges(&item);
            self.parts(item.get_mut(), in_face);
            let is_lost = self.away == Away::Element && self.taken != before;
            // What its words mean depends on where it stands.
            if in_face && (is_lost || stood && !is_at_edges(&item)) {
                continue;
            }
            kept.push(item);
        }
        *list = kept;
    }
}

/// Whether an element says that it stands at edges, so that its words may be those of an edge.
fn is_at_edges(element: &Spanned<DeValue<'_>>) -> bool {
    let DeValue::Table(table) = element.get_ref() else { return false };
    matches!(table.get("at").map(Spanned::get_ref), Some(DeValue::String(at)) if at.contains("edge"))
}
