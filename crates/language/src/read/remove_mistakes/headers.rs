//! Corrects the headers of a file, for example `[cards]` to `[[cards]]`, or `[colors]` to `[colours]`.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::{LayoutPart, MistakeRemover};
use crate::COMPONENTS;
use crate::read::unnested_tables::{self, Owner};
use hexpress_base::diag::near;

/// The tables that a file has at most once.
const SINGLE_TABLES: [&str; 8] =
    ["game", "directions", "colours", "icons", "fonts", "look", "places", "must"];

impl MistakeRemover<'_> {
    /// Corrects the names and brackets of headers. Removes tables without a known name.
    pub(super) fn mend_headers<'t>(&mut self, root: &mut DeTable<'t>) {
        self.mend_names(root);
        self.mend_component_brackets(root);
        self.mend_single_brackets(root);
    }

    fn mend_names<'t>(&mut self, root: &mut DeTable<'t>) {
        let (wrong, known): (Vec<_>, Vec<_>) =
            std::mem::take(root).into_iter().partition(|(key, _)| self.mark_at(key));
        root.extend(known);
        for (key, value) in &wrong {
            self.mark_within(&value.span(), LayoutPart::Isolated);
            let names = SINGLE_TABLES.into_iter().chain(COMPONENTS).chain(["sheet"]);
            let meant = near::nearest(key.get_ref(), names).filter(|name| root.get(*name).is_none());
            match meant {
                Some(name) => {
                    root.insert(Spanned::new(key.span(), Cow::Borrowed(name)), value.clone());
                }
                None if value.get_ref().is_table() => {
                    self.unknowns.names |= !give_to_component(root, key, value);
                }
                None => {}
            }
        }
    }

    fn mend_component_brackets(&mut self, root: &mut DeTable<'_>) {
        for name in COMPONENTS {
            let Some(value) = root.get_mut(name).filter(|value| value.get_ref().is_table()) else { continue };
            if self.mark_at(value) {
                // The table becomes the item of a new list. The table's byte range is the place of this
                // mistake, and all values at this place are removed later. So the item gets an empty
                // range.
                let start = value.span().start;
                let mut list = DeArray::new();
                list.push(Spanned::new(start..start, value.get_ref().clone()));
                *value.get_mut() = DeValue::Array(list);
            }
        }
    }

    fn mend_single_brackets(&mut self, root: &mut DeTable<'_>) {
        for name in SINGLE_TABLES {
            let Some(value) = root.get_mut(name) else { continue };
            let DeValue::Array(list) = value.get_ref() else { continue };
            let single = list.iter().next().filter(|_| list.len() == 1).cloned();
            if let Some(table) = single.filter(|item| item.get_ref().is_table())
                && self.mark_at(value)
            {
                *value = table;
            }
        }
    }
}

/// Moves a table into the component to which it belongs. Returns false if it belongs to no component.
fn give_to_component<'t>(
    root: &mut DeTable<'t>,
    key: &Spanned<Cow<'t, str>>,
    value: &Spanned<DeValue<'t>>,
) -> bool {
    let owner = unnested_tables::owner(root, key.get_ref(), key.span().start, crate::schema());
    let Some(Owner { component, index }) = owner else { return false };
    let Some(DeValue::Array(list)) = root.get_mut(component).map(Spanned::get_mut) else { return false };
    let Some(DeValue::Table(item)) = list.get_mut(index).map(Spanned::get_mut) else { return false };
    item.insert(key.clone(), value.clone());
    true
}
