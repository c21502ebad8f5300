//! Replaces wrong values in the tables that define names. In this way, elements that use these names
//! cause no further mistakes.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::{LayoutPart, MistakeRemover};

/// The colour that replaces a colour with a mistake.
const COLOUR: &str = "#808080";

/// The direction that replaces a direction with a mistake.
const DIRECTION: &str = "up";

impl MistakeRemover<'_> {
    /// Removes or replaces the wrong values in tables that are not components.
    ///
    /// Records in [`super::Unknowns`] how this may affect the faces of pieces.
    pub(super) fn replace_names(&mut self, root: &mut DeTable<'_>) {
        self.game(root);
        if let Some(must) = table_of(root, "must") {
            self.table(must, LayoutPart::Isolated);
        }
        self.looks(root);
        self.replace_values(root, "colours", COLOUR);
        self.replace_values(root, "directions", DIRECTION);
        for (_, place) in table_of(root, "places").into_iter().flat_map(|table| table.iter_mut()) {
            if self.remove_wrong_parts(place) {
                self.unknowns.sizes = true;
                *place.get_mut() = DeValue::Table(DeTable::new());
            }
        }
        self.fonts(root);
        self.icons(root);
        self.sheets(root);
    }

    fn looks(&mut self, root: &mut DeTable<'_>) {
        for (_, look) in table_of(root, "look").into_iter().flat_map(|looks| looks.iter_mut()) {
            if self.removes(look, LayoutPart::Isolated) {
                *look.get_mut() = DeValue::Array(DeArray::new());
            } else if let DeValue::Array(list) = look.get_mut() {
                self.list(list, LayoutPart::Isolated);
            }
        }
    }

    /// Replaces each wrong value of a table with `replacement`.
    fn replace_values(&mut self, root: &mut DeTable<'_>, table: &str, replacement: &'static str) {
        for (_, value) in table_of(root, table).into_iter().flat_map(|table| table.iter_mut()) {
            if self.remove_wrong_parts(value) {
                *value.get_mut() = DeValue::String(replacement.into());
            }
        }
    }

    fn fonts(&mut self, root: &mut DeTable<'_>) {
        let Some(fonts) = table_of(root, "fonts") else { return };
        for (key, mut value) in std::mem::take(fonts) {
            if self.mark_at(&key) | self.remove_wrong_parts(&mut value) {
                self.unknowns.fonts.push(key.get_ref().to_string());
                self.unknowns.sizes = true;
            } else {
                fonts.insert(key, value);
            }
        }
    }

    fn sheets(&mut self, root: &mut DeTable<'_>) {
        let Some(DeValue::Array(sheets)) = root.get_mut("sheet").map(Spanned::get_mut) else { return };
        for sheet in sheets.iter_mut() {
            let found_before = self.is_found.clone();
            self.mark_at(sheet);
            self.parts(sheet.get_mut(), LayoutPart::Isolated);
            self.unknowns.sizes |= self.is_found != found_before;
        }
    }

    fn game(&mut self, root: &mut DeTable<'_>) {
        let Some(game) = table_of(root, "game") else { return };
        for key in ["decimal", "language"] {
            if let Some(value) = game.get(key) {
                self.unknowns.decimal |= self.mark_at(value);
            }
        }
        self.table(game, LayoutPart::Isolated);
        if self.unknowns.decimal {
            let decimal = Spanned::new(0..0, DeValue::String(self.decimal.into()));
            game.insert(Spanned::new(0..0, Cow::Borrowed("decimal")), decimal);
        }
    }

    /// Removes the wrong values from `[icons]`. If the key `folder` is missing, a misspelt key such as
    /// `foldr = "art"` is kept as `folder`.
    fn icons(&mut self, root: &mut DeTable<'_>) {
        let Some(icons) = table_of(root, "icons") else { return };
        let found_before = self.is_found.clone();
        let original = icons.clone();
        self.table(icons, LayoutPart::Isolated);
        if self.is_found == found_before || icons.get("folder").is_some() {
            return;
        }
        let mut texts = original.iter().filter(|(_, value)| value.get_ref().is_str());
        let misspelt = match original.get("folder") {
            Some(_) => None,
            None => texts.find(|(key, _)| icons.get(key.get_ref().as_ref()).is_none()),
        };
        match misspelt {
            Some((key, value)) => {
                icons.insert(Spanned::new(key.span(), Cow::Borrowed("folder")), value.clone());
            }
            None => self.unknowns.names = true,
        }
    }

    /// Removes the wrong parts of a value. Returns whether any part was wrong.
    fn remove_wrong_parts(&mut self, value: &mut Spanned<DeValue<'_>>) -> bool {
        let found_before = self.is_found.clone();
        if !self.removes(value, LayoutPart::Isolated) {
            self.parts(value.get_mut(), LayoutPart::Isolated);
        }
        self.is_found != found_before
    }

    /// Sets `is_found` for the places that are equal to the byte range of a key or value. Returns
    /// whether there are such places.
    pub(super) fn mark_at<T>(&mut self, item: &Spanned<T>) -> bool {
        self.mark_exact(&item.span(), LayoutPart::Isolated)
    }
}

fn table_of<'r, 't>(root: &'r mut DeTable<'t>, name: &str) -> Option<&'r mut DeTable<'t>> {
    match root.get_mut(name).map(Spanned::get_mut) {
        Some(DeValue::Table(table)) => Some(table),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RemovedPart, without};
    use super::*;
    use hexpress_base::diag::{FileId, SourceSpan};

    #[test]
    fn only_the_font_with_a_wrong_name_is_removed() {
        let text = "[fonts]\none = \"one.ttf\"\ntwo = \"two.ttf\"\n";
        let rest = |wrong: &str| {
            let start = text.find(wrong).unwrap();
            let place = SourceSpan::new(FileId::default(), start..start + wrong.len());
            without(DeTable::parse(text).unwrap(), &[place], RemovedPart::Value, "point")
        };
        let mut removed = rest("two").unwrap();
        assert_eq!(removed.unknowns.fonts, ["two"]);
        let kept = table_of(removed.tree.get_mut(), "fonts").unwrap();
        assert_eq!(kept.keys().map(|key| &**key.get_ref()).collect::<Vec<_>>(), ["one"]);
        // The place of a mistake must be the place of a key or a value.
        assert!(rest("ttf").is_some() && rest("fonts]").is_none());
    }
}
