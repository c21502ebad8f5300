//! Values of the tables that name things: other values stand in for what is wrong, so that nothing that asks for the name
//! is a mistake too.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::Cut;

/// Stands in for a colour that cannot be read.
const COLOUR: &str = "#808080";

/// Stands in for a direction that cannot be read.
const WAY: &str = "up";

/// Stands in for a theme that is no text.
const THEME: &str = "plain";

impl Cut<'_> {
    /// Takes values out of the tables without which the faces of pieces mean the same, as far as [`super::Unsure`] says.
    pub(super) fn others(&mut self, root: &mut DeTable<'_>) {
        self.game(root);
        if let Some(must) = table_of(root, "must") {
            self.table(must, true);
        }
        if let Some(looks) = table_of(root, "look") {
            for (_, look) in looks.iter_mut() {
                if self.goes(look, true) {
                    *look.get_mut() = DeValue::Array(DeArray::new());
                } else if let DeValue::Array(list) = look.get_mut() {
                    self.list(list, true);
                }
            }
        }
        for (name, stand_in) in [("colours", COLOUR), ("directions", WAY)] {
            for (_, value) in table_of(root, name).into_iter().flat_map(|table| table.iter_mut()) {
                if self.loses(value) {
                    *value.get_mut() = DeValue::String(stand_in.into());
                }
            }
        }
        for (_, place) in table_of(root, "places").into_iter().flat_map(|table| table.iter_mut()) {
            if self.loses(place) {
                self.unsure.sizes = true;
                *place.get_mut() = DeValue::Table(DeTable::new());
            }
        }
        if let Some(fonts) = table_of(root, "fonts") {
            let all = std::mem::replace(fonts, DeTable::new());
            for (key, mut value) in all {
                if self.is_taken(&key.span()) | self.loses(&mut value) {
                    self.unsure.fonts.push(key.get_ref().to_string());
                    self.unsure.sizes = true;
                } else {
                    fonts.insert(key, value);
                }
            }
        }
        self.icons(root);
        if let Some(DeValue::Array(sheets)) = root.get_mut("sheet").map(Spanned::get_mut) {
            for sheet in sheets.iter_mut() {
                let before = self.taken.clone();
                self.is_taken(&sheet.span());
                self.parts(sheet.get_mut(), true);
                self.unsure.sizes |= self.taken != before;
            }
        }
    }

    fn game(&mut self, root: &mut DeTable<'_>) {
        let Some(game) = table_of(root, "game") else { return };
        if let Some(theme) = game.get_mut("theme") {
            let span = theme.span();
            // A theme by another name is found elsewhere.
            if self.is_taken(&span) && !theme.get_ref().is_str() {
                *theme.get_mut() = DeValue::String(THEME.into());
            }
        }
        let decides = ["decimal", "language"].into_iter().filter_map(|key| game.get(key));
        let decides: Vec<_> = decides.map(Spanned::span).collect();
        for span in decides {
            self.unsure.decimal |= self.is_taken(&span);
        }
        self.table(game, true);
        if self.unsure.decimal {
            let decimal = Spanned::new(0..0, DeValue::String(self.decimal.into()));
            game.insert(Spanned::new(0..0, Cow::Borrowed("decimal")), decimal);
        }
    }

    /// The folder of icons may have another key.
    fn icons(&mut self, root: &mut DeTable<'_>) {
        let Some(icons) = table_of(root, "icons") else { return };
        let before = self.taken.clone();
        let whole = icons.clone();
        self.table(icons, true);
        if self.taken == before || icons.get("folder").is_some() {
            return;
        }
        let misspelt = whole.iter().find(|(key, value)| {
            icons.get(key.get_ref().as_ref()).is_none()
                && key.get_ref() != "folder"
                && value.get_ref().is_str()
        });
        match misspelt {
            Some((key, value)) => {
                icons.insert(Spanned::new(key.span(), Cow::Borrowed("folder")), value.clone());
            }
            None => self.unsure.names = true,
        }
    }

    /// Whether a value or any of its parts is wrong.
    fn loses(&mut self, value: &mut Spanned<DeValue<'_>>) -> bool {
        let before = self.taken.clone();
        if !self.goes(value, true) {
            self.parts(value.get_mut(), true);
        }
        self.taken != before
    }

    /// Notes the places that are just this one; whether there is one.
    pub(super) fn is_taken(&mut self, span: &std::ops::Range<usize>) -> bool {
        self.takes(|place| place == span, true)
    }
}

fn table_of<'r, 't>(root: &'r mut DeTable<'t>, name: &str) -> Option<&'r mut DeTable<'t>> {
    match root.get_mut(name).map(Spanned::get_mut) {
        Some(DeValue::Table(table)) => Some(table),
        _ => None,
    }
}
