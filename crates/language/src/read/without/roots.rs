//! The tables of a file as they may be meant: `[cards]` for `[[cards]]`, `[colors]` for `[colours]`.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::Cut;
use crate::diag::near;
use crate::spec::COMPONENTS;
use crate::spec::read::astray::{self, Owner};

/// Tables that a file has once.
const ONCE: [&str; 8] = ["game", "directions", "colours", "icons", "fonts", "look", "places", "must"];

impl Cut<'_> {
    /// Gives the tables of a file the names and the brackets that they may be meant to have. A table without a known name
    /// goes.
    pub(super) fn roots<'t>(&mut self, root: &mut DeTable<'t>) {
        let all = std::mem::replace(root, DeTable::new());
        let (mut wrong, known): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(key, _)| self.is_taken(&key.span()));
        root.extend(known);
        for (key, value) in &mut wrong {
            self.all_within(value);
            let known = || ONCE.into_iter().chain(COMPONENTS).chain(["sheet"]);
            let meant = near::nearest(key.get_ref(), known()).filter(|name| root.get(*name).is_none());
            match meant {
                Some(name) => {
                    root.insert(Spanned::new(key.span(), Cow::Borrowed(name)), value.clone());
                }
                None if value.get_ref().is_table() => {
                    self.unsure.names |= !give_to_component(root, key, value);
                }
                None => {}
            }
        }
        for name in COMPONENTS {
            let Some(value) = root.get_mut(name).filter(|value| value.get_ref().is_table()) else { continue };
            if self.is_taken(&value.span()) {
                // The place of the table is taken, and its parts are not.
                let start = value.span().start;
                let mut list = DeArray::new();
                list.push(Spanned::new(start..start, value.get_ref().clone()));
                *value.get_mut() = DeValue::Array(list);
            }
        }
        for name in ONCE {
            let Some(value) = root.get_mut(name) else { continue };
            let DeValue::Array(list) = value.get_ref() else { continue };
            let only = list.iter().next().filter(|_| list.len() == 1).cloned();
            if let Some(only) = only.filter(|only| only.get_ref().is_table() && self.is_taken(&value.span()))
            {
                *value = only;
            }
        }
    }

    /// Notes every place within a value.
    fn all_within(&mut self, value: &Spanned<DeValue<'_>>) {
        let span = value.span();
        self.takes(|place| span.start <= place.start && place.end <= span.end, true);
    }
}

/// Adds a table to the component that it belongs to; whether there is one.
fn give_to_component<'t>(
    root: &mut DeTable<'t>,
    key: &Spanned<Cow<'t, str>>,
    value: &Spanned<DeValue<'t>>,
) -> bool {
    let owner = astray::owner(root, key.get_ref(), key.span().start, crate::spec::schema());
    let Some(Owner { component, index }) = owner else { return false };
    let Some(DeValue::Array(list)) = root.get_mut(component).map(Spanned::get_mut) else { return false };
    let Some(DeValue::Table(item)) = list.get_mut(index).map(Spanned::get_mut) else { return false };
    item.insert(key.clone(), value.clone());
    true
}
