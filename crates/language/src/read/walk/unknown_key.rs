//! Explains keys that the schema does not allow in their table. The explanation names the table to
//! which the key belongs, or a similar key.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Walker;
use crate::COMPONENTS;
use crate::read::rewritten;
use crate::read::schema::{accepts, options};
use crate::read::unnested_tables::{self, Owner};
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Hint, codes, near};
use hexpress_base::units::Mm;

/// Keys that say what an element draws. Users often write them directly in a component instead of in an
/// element.
const DRAWN_KEYS: [&str; 13] = [
    "text", "box", "disc", "ellipse", "hexagon", "star", "arrow", "icon", "image", "polygon", "curve",
    "frame", "qr",
];

/// Keys that draw a figure. Their value is the size of the figure, as in `disc = "10mm"`.
const FIGURES: [&str; 5] = ["disc", "hexagon", "star", "box", "ellipse"];

/// The keys in [`FIGURES`] whose value is a single length.
const ROUND_FIGURES: [&str; 3] = ["disc", "hexagon", "star"];

/// The length of the longest size that a hint quotes, in bytes.
const MAX_SIZE_LENGTH: usize = 30;

/// The names of some tables in the schema, each with the headers of such tables in a layout.
const OWNERS: [(&str, &[&str]); 3] = [
    ("Game", &["[game]"]),
    ("Board", &["[[board]]"]),
    ("Pieces", &["[[cards]]", "[[notes]]", "[[tiles]]", "[[counters]]"]),
];

impl Walker<'_> {
    /// Reports a key that belongs to another table. Returns whether a mistake was reported.
    ///
    /// In some tables, such as `[colours]`, keys can have any name. For such a table, `any_key` is the
    /// part of the schema that describes the values of these keys. For other tables, it is `None`.
    pub(super) fn is_misplaced(
        &mut self,
        name: &str,
        span: Range<usize>,
        value: &Spanned<DeValue<'_>>,
        table: &DeTable<'_>,
        any_key: Option<&Value>,
    ) -> bool {
        if self.innermost() == Some("rows")
            && let Some(hint) = rewritten::face_of_row(name, value, table, self.text)
        {
            let message = format!("`{name}` belongs to the component, not to a row");
            self.add_error(codes::UNKNOWN_KEY.error(message).hint(hint), span);
            return true;
        }
        if self.may_be_field(name, value.get_ref(), any_key) {
            return false;
        }
        // `seats = 4` below [colours] is a key of [game], because 4 is not a colour.
        if let ([outer], Some(_)) = (&self.path[..], self.definition_key("Game", name))
            && outer.name != "game"
            && any_key.is_some()
        {
            let table = &outer.name;
            let diagnostic =
                codes::UNKNOWN_KEY.error(format!("`{name}` belongs to [game], not to [{table}]"));
            let typed = self.text.get(value.span()).filter(|typed| !typed.contains('\n')).unwrap_or("…");
            let has_header = self.text.lines().any(|line| line.trim_start().starts_with("[game]"));
            let hint = match has_header {
                true => format!("move `{name} = {typed}` below the line [game]"),
                false => format!("move `{name} = {typed}` to the top of the file, below a new line [game]"),
            };
            self.add_error(diagnostic.hint(hint), span);
            return true;
        }
        // In `each` and `set`, keys are names of fields, so they can have any name.
        if matches!(self.innermost(), Some("each" | "set")) {
            return false;
        }
        // `count` in an element is probably meant as the number of copies of the element.
        if name == "count" && self.path.iter().any(|table| ["face", "back"].contains(&&*table.name)) {
            let diagnostic = codes::UNKNOWN_KEY.error("`count` does not belong to an element");
            self.add_error(diagnostic.hint("write `repeat` instead of `count`, such as repeat = 6"), span);
            return true;
        }
        // The key `copies` belongs to a piece. It has a hint of its own, because moving it above the
        // header of the element would not help.
        if name == "copies" && self.path.iter().any(|table| ["face", "back"].contains(&&*table.name)) {
            let diagnostic = codes::UNKNOWN_KEY.error("`copies` belongs to a piece, not to an element");
            self.add_error(
                diagnostic.hint("write it next to `face`, or in a row: rows = [{ …, copies = 3 }]; to draw the element several times, add repeat = 3"),
                span,
            );
            return true;
        }
        self.belongs_above(name, span)
    }

    /// Returns whether a key may be a name that the author has chosen, for example for a field or a
    /// colour. The result may be true even if another table has a key with this name.
    fn may_be_field(&self, name: &str, value: &DeValue<'_>, any_key: Option<&Value>) -> bool {
        let Some(part) = any_key else { return false };
        if options(self.schema, part).iter().any(|option| accepts(option, value)) {
            return true;
        }
        if self.innermost() != Some("rows") {
            return false;
        }
        // In a row, a date is probably the value of a field whose quotes are missing. A list
        // probably contains several values of a field.
        value.is_datetime() || value.is_array() && !["face", "back", "rows"].contains(&name)
    }

    /// Reports a key that is below the header of an inner table but belongs to an outer table.
    fn belongs_above(&mut self, name: &str, span: Range<usize>) -> bool {
        // For each table, the field `sibling_keys` contains the keys of the next outer table.
        let depth = self.path.iter().rposition(|table| {
            table.sibling_keys.is_some_and(|sibling_keys| sibling_keys.contains_key(name))
        });
        let Some(owner_depth) = depth.and_then(|depth| depth.checked_sub(1)) else { return false };
        let path: Vec<&str> = self.path[owner_depth..].iter().map(|table| table.name.as_str()).collect();
        let (owner, inner) = (path[0], path.join("."));
        let diagnostic =
            codes::UNKNOWN_KEY.error(format!("`{name}` belongs to [[{owner}]], not to [{inner}]"));
        let hint = match (self.innermost(), name) {
            (Some("deck"), "copies") => {
                "to set the number of tiles of a random deck, write `count` instead of `copies`".to_owned()
            }
            _ => format!("move it above [{inner}]"),
        };
        self.add_error(diagnostic.hint(hint), span);
        true
    }

    /// Reports an unknown key.
    pub(super) fn unknown_key(
        &mut self,
        name: &str,
        span: Range<usize>,
        value: &Spanned<DeValue<'_>>,
        table: &DeTable<'_>,
        part: &Value,
    ) {
        if self.path.is_empty()
            && value.get_ref().is_table()
            && let Some(Owner { component, .. }) =
                unnested_tables::owner(table, name, span.start, self.schema)
        {
            let message = format!("`{name}` belongs to [[{component}]], so it cannot be a table of its own");
            let hint = format!("write {}", unnested_tables::headers(component, name, value, self.text));
            self.add_error(codes::UNKNOWN_KEY.error(message).hint(hint), span);
            return;
        }
        let message = format!("unknown {}", self.key_or_table(name, &span));
        let unknown = codes::UNKNOWN_KEY.error(message);
        let synonym = || synonym_hint(self.definition_name(part), name, value.get_ref());
        let diagnostic = if let Some(hint) = figure_size_hint(name, table) {
            unknown.hint(hint)
        } else if let Some(hint) = synonym() {
            // Two unknown keys with the same hint, such as `width` and `height`, are reported as one
            // mistake.
            let cause = hint.words.clone();
            unknown.hint(hint).cause(cause, name)
        } else {
            unknown.hint(self.key_hint(name, part, value.get_ref().is_table()))
        };
        self.add_error(self.without_game_header(name, table, diagnostic), span);
    }

    /// Describes a key for a message. A key in a header is the name of a table, such as `table [deck]`. Any
    /// other key is described as ``key `deck` ``.
    fn key_or_table(&self, name: &str, span: &Range<usize>) -> String {
        let before = self.text.get(..span.start).unwrap_or_default();
        let typed = self.text.get(span.clone()).unwrap_or(name);
        if before.ends_with("[[") {
            format!("table [[{typed}]]")
        } else if before.ends_with('[') {
            format!("table [{typed}]")
        } else {
            format!("key `{name}`")
        }
    }

    /// If the file lacks the header `[game]` and this key belongs below it, marks the missing header as
    /// the cause of the mistake. Of several mistakes with the same cause, only one is reported.
    fn without_game_header(&self, name: &str, table: &DeTable<'_>, diagnostic: Diagnostic) -> Diagnostic {
        let lacks_header = self.path.is_empty()
            && !table.contains_key("game")
            && self.definition_key("Game", name).is_some();
        if !lacks_header {
            return diagnostic;
        }
        let hint = format!("write the missing line [game] above `{name}`");
        diagnostic.hint(hint).cause("no line [game]", name)
    }

    /// Returns the part of the schema that describes a key of a table. `definition` is the name of the
    /// table in `$defs`. Returns `None` if the table has no such key.
    fn definition_key(&self, definition: &str, key: &str) -> Option<&Value> {
        self.schema["$defs"].get(definition)?["properties"].get(key)
    }

    /// Returns the name of a table in the schema. Returns an empty text for a table without a name.
    fn definition_name(&self, table: &Value) -> &str {
        let definitions = self.schema["$defs"].as_object().into_iter().flatten();
        let named = definitions.into_iter().find(|(_, definition)| std::ptr::eq(*definition, table));
        let is_layout = std::ptr::eq(self.schema, table) && table["properties"].get("board").is_some();
        named.map_or(if is_layout { "Layout" } else { "" }, |(name, _)| name.as_str())
    }

    /// Returns a hint with the key that the user probably meant.
    fn key_hint(&self, name: &str, part: &Value, is_table: bool) -> Hint {
        let properties = part.get("properties").and_then(Value::as_object);
        let known: Vec<&str> = properties.into_iter().flatten().map(|(key, _)| key.as_str()).collect();
        near::hint(name, known.iter().copied(), || {
            if self.innermost() == Some("deck") {
                return "write a number for each tile in `numbers`: numbers = { cost = { from = 2, to = 12 } }"
                    .to_owned();
            }
            self.elsewhere(name, is_table).unwrap_or_else(|| format!("known keys: {}", known.join(", ")))
        })
    }

    /// Returns the hint that names the table to which an unknown key belongs. Returns `None` if no
    /// table has such a key.
    fn elsewhere(&self, name: &str, is_table: bool) -> Option<String> {
        let owners: Vec<&str> = OWNERS
            .into_iter()
            .filter(|(definition, _)| self.definition_key(definition, name).is_some())
            .flat_map(|(_, headers)| headers.iter().copied())
            .collect();
        if is_table && let [header] = owners.as_slice() {
            let table = header.trim_matches(['[', ']']);
            return Some(format!("write [{table}.{name}]: it belongs to {header}"));
        }
        if is_table && self.path.is_empty() && (name.contains(['|', ' ']) || name.contains("..")) {
            return Some(format!("write this address as a key of [board.at]: \"{name}\" = {{ … }}"));
        }
        match owners.as_slice() {
            [] => self.below_component(name),
            [header] => Some(format!("move it below {header}")),
            [rest @ .., last] => Some(format!("move it below {} or {last}", rest.join(", "))),
        }
    }

    /// Returns the hint for a key of the whole file, of a random deck or of an element. Returns `None`
    /// for any other key.
    fn below_component(&self, name: &str) -> Option<String> {
        let file_table = self.schema["properties"].get(name).filter(|part| part.get("items").is_none());
        if file_table.is_some() && !COMPONENTS.contains(&name) {
            let hint =
                format!("write [{name}] on a separate line above the first [[…]], and its keys below it");
            return Some(hint);
        }
        if self.definition_key("RandomDeck", name).is_some() {
            return Some("move it below [tiles.deck]".to_owned());
        }
        if DRAWN_KEYS.contains(&name) {
            return Some(format!("write it as an element: face = [{{ {name} = … }}]"));
        }
        self.definition_key("Element", name)?;
        Some(format!("write it in an element: face = [{{ text = …, {name} = … }}]"))
    }
}

/// Returns the hint for a key of another program, such as `border-radius`. If the hint shows how to
/// round corners, it contains the radius that the user typed. Returns `None` if the key is not in the
/// table of synonyms.
fn synonym_hint(table: &str, name: &str, value: &DeValue<'_>) -> Option<Hint> {
    let mut hint = synonym(Typed::Key(table), name)?;
    if let Some(radius) = value.as_str().filter(|typed| typed.parse::<Mm>().is_ok()) {
        hint.words = hint.words.replace("round = \"3mm\"", &format!("round = \"{radius}\""));
    }
    Some(hint)
}

/// Returns the correction for a key such as `radius` next to a figure.
///
/// The size of a figure is the value of the figure's own key, as in `disc = "10mm"`. Returns `None` if
/// the table has no figure, or if the key is not about a size.
fn figure_size_hint(name: &str, table: &DeTable<'_>) -> Option<String> {
    let measure = match name.to_ascii_lowercase().as_str() {
        "radius" | "r" | "rx" | "ry" => "radius",
        "diameter" | "across" => "diameter",
        "width" | "height" | "w" | "h" => "width",
        _ => return None,
    };
    let figure = FIGURES.into_iter().find(|figure| table.contains_key(*figure))?;
    if !ROUND_FIGURES.contains(&figure) && measure != "width" {
        return None;
    }
    let (size, example) = match ROUND_FIGURES.contains(&figure) {
        true => ("the size from side to side", "20mm"),
        false => ("the width and the height", "20 x 10mm"),
    };
    let typed = table.get(figure)?.get_ref().as_str().filter(|text| text.len() <= MAX_SIZE_LENGTH);
    Some(match typed {
        Some(typed) => format!("delete `{name}`: {figure} = \"{typed}\" already sets {size}"),
        None => format!("delete `{name}`, and write {size} in `{figure}`: {figure} = \"{example}\""),
    })
}
