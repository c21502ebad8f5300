//! Removes the values with mistakes from a layout. The rest is then checked for mistakes that the user
//! would otherwise see only after correcting these values.
//!
//! - In: the tree of a layout, and the places of its mistakes.
//! - Out: the tree without the values and keys at these places. Also the facts about the layout that
//!   are unknown because these values and keys are missing.
//! - Not here: reporting mistakes.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::{COMPONENTS, Tree};
use hexpress_base::diag::SourceSpan;

mod headers;
mod names;

/// The font that replaces a font with a mistake.
const FONT: &str = "9pt";

/// The keys of pieces that have a list of elements as their value. Such a list is called a face here.
const FACES: [&str; 3] = ["face", "back", "ground"];

/// What is removed from a face if one of its elements contains a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovedPart {
    /// Only the wrong value, so that the rest of the element can be checked.
    Value,
    /// The whole element, so that the missing value causes no further mistakes.
    Element,
}

/// A layout from which values were removed.
pub struct Rest<'t> {
    /// The remaining tree. Its values keep their places.
    pub tree: Tree<'t>,
    /// The facts about the layout that are unknown because values were removed.
    pub unknowns: Unknowns,
}

/// What is unknown about a layout because some of its values were removed.
#[derive(Debug, Clone, Default)]
pub struct Unknowns {
    /// Whether a value of a component was removed outside its faces, for example its `size`.
    pub components: bool,
    /// Whether elements may use colours, looks, places, fonts or icons that were removed.
    pub names: bool,
    /// Whether elements may have wrong sizes or positions, because values of places, fonts or pre-cut
    /// sheets were removed.
    pub sizes: bool,
    /// True if it is unknown whether the decimal separator is a comma.
    pub decimal: bool,
    /// The font families that were removed.
    pub fonts: Vec<String>,
}

/// Returns the tree without the values at `places`.
///
/// Returns `None` unless every place is the place of a value or a key. If a place is in an element of a
/// face, `removed_part` says whether the value or the element is removed. If a wrong value of the key
/// `decimal` or `language` is removed, the key `decimal` gets the value of the parameter `decimal`.
pub fn without<'t>(
    tree: Tree<'t>,
    places: &[SourceSpan],
    removed_part: RemovedPart,
    decimal: &'static str,
) -> Option<Rest<'t>> {
    let span = tree.span();
    let mut root = tree.into_inner();
    let mut removal = MistakeRemover {
        places,
        is_found: vec![false; places.len()],
        removed_part,
        only_in_faces: true,
        unknowns: Unknowns::default(),
        decimal,
    };
    removal.mend_headers(&mut root);
    for key in COMPONENTS {
        if let Some(DeValue::Array(list)) = root.get_mut(key).map(Spanned::get_mut) {
            removal.list(list, LayoutPart::Component);
        }
    }
    removal.replace_names(&mut root);
    let unknowns = Unknowns { components: !removal.only_in_faces, ..removal.unknowns };
    let has_found_all = removal.is_found.iter().all(|is_found| *is_found);
    has_found_all.then_some(Rest { tree: Tree::new(span, root), unknowns })
}

/// Where a value is in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LayoutPart {
    /// In a component, but not in one of its faces.
    Component,
    /// In a face, or in a table that is not a component, such as `[colours]`. A mistake there does not
    /// affect the rest of a component.
    Isolated,
}

struct MistakeRemover<'p> {
    places: &'p [SourceSpan],
    /// For each place, whether a value or a key was found there.
    is_found: Vec<bool>,
    removed_part: RemovedPart,
    /// Whether all removed values were in [`LayoutPart::Isolated`].
    only_in_faces: bool,
    unknowns: Unknowns,
    decimal: &'static str,
}

impl MistakeRemover<'_> {
    /// Sets `is_found` for each place for which `is_here` returns true. Returns whether there is such a
    /// place. `layout_part` says where in the layout these places are.
    fn mark(&mut self, is_here: impl Fn(&Range<usize>) -> bool, layout_part: LayoutPart) -> bool {
        let mut has_any = false;
        for (place, is_found) in self.places.iter().zip(&mut self.is_found) {
            if is_here(&(place.start as usize..place.end as usize)) {
                (has_any, *is_found) = (true, true);
            }
        }
        self.only_in_faces &= layout_part == LayoutPart::Isolated || !has_any;
        has_any
    }

    /// Sets `is_found` for the places within a byte range. Returns whether there are such places.
    fn mark_within(&mut self, span: &Range<usize>, layout_part: LayoutPart) -> bool {
        self.mark(|place| is_within(place, span), layout_part)
    }

    /// Sets `is_found` for the places that are equal to a byte range. Returns whether there are such
    /// places.
    fn mark_exact(&mut self, span: &Range<usize>, layout_part: LayoutPart) -> bool {
        self.mark(|place| place == span, layout_part)
    }

    /// Returns whether a value must be removed.
    ///
    /// A value is removed if it is at one of the places. A value that is not a list or table is also
    /// removed if one of the places is inside it.
    fn removes(&mut self, value: &Spanned<DeValue<'_>>, layout_part: LayoutPart) -> bool {
        let span = value.span();
        let is_removed = match value.get_ref() {
            DeValue::Table(_) | DeValue::Array(_) => self.mark_exact(&span, layout_part),
            _ => self.mark_within(&span, layout_part),
        };
        // If a value is removed, all places inside this value count as found.
        is_removed && self.mark_within(&span, layout_part)
    }

    fn parts(&mut self, value: &mut DeValue<'_>, layout_part: LayoutPart) {
        match value {
            DeValue::Table(table) => self.table(table, layout_part),
            DeValue::Array(list) => self.list(list, layout_part),
            _ => {}
        }
    }

    fn table<'t>(&mut self, table: &mut DeTable<'t>, layout_part: LayoutPart) {
        for (key, mut value) in std::mem::take(table) {
            let inner_part =
                if FACES.contains(&key.get_ref().as_ref()) { LayoutPart::Isolated } else { layout_part };
            if self.mark_exact(&key.span(), layout_part) {
                self.mark_within(&value.span(), layout_part);
                continue;
            }
            if self.removes(&value, layout_part) {
                // Without a font, the text would have no known size, so the font is replaced instead of
                // removed.
                if inner_part == LayoutPart::Isolated && key.get_ref() == "font" {
                    *value.get_mut() = DeValue::String(FONT.into());
                    table.insert(key, value);
                }
                continue;
            }
            self.parts(value.get_mut(), inner_part);
            table.insert(key, value);
        }
    }

    fn list<'t>(&mut self, list: &mut DeArray<'t>, layout_part: LayoutPart) {
        let mut kept = DeArray::new();
        for original in list.iter() {
            if self.removes(original, layout_part) {
                continue;
            }
            let found_before = self.is_found.clone();
            let mut item = original.clone();
            self.parts(item.get_mut(), layout_part);
            let is_lost = self.removed_part == RemovedPart::Element && self.is_found != found_before;
            // If an element loses `at = "each edge"`, it is removed as a whole. Its text may use the
            // field `edge`, which exists only in elements at edges.
            let leaves_edge = is_at_edges(original) && !is_at_edges(&item);
            // If an element loses a field in `set`, it is removed as a whole, because its parts may use
            // the field.
            let loses_field = field_count(original) != field_count(&item);
            if layout_part == LayoutPart::Component || !(is_lost || leaves_edge || loses_field) {
                kept.push(item);
            }
        }
        *list = kept;
    }
}

/// Returns whether a place is within the byte range of a value.
fn is_within(place: &Range<usize>, span: &Range<usize>) -> bool {
    span.start <= place.start && place.end <= span.end
}

/// Returns the number of fields that an element defines in `set`.
fn field_count(element: &Spanned<DeValue<'_>>) -> usize {
    let set = element.get_ref().as_table().and_then(|table| table.get("set"));
    set.and_then(|set| set.get_ref().as_table()).map_or(0, |fields| fields.len())
}

/// Returns whether an element is drawn at the edges of its piece. The text of such an element may
/// be printed once for each edge.
fn is_at_edges(element: &Spanned<DeValue<'_>>) -> bool {
    let DeValue::Table(table) = element.get_ref() else { return false };
    matches!(table.get("at").map(Spanned::get_ref), Some(DeValue::String(at)) if at.contains("edge"))
}
