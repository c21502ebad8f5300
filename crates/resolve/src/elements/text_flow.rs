//! Compiles how a text fills its box: justified lines, hyphens, columns and a large first letter.
//!
//! - In: the keys of a text.
//! - Out: a [`TextFlow`].
//! - Not here: breaking lines.

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::text_flow::{TextColumns, TextFlow};
use hexpress_game::typesetting::gutter;
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::choice::InlineIcons;
use hexpress_language::values::spanned::Spanned;
use hexpress_scene::text::Direction;
use hexpress_scene::text::hyphens::Hyphens;

/// The largest number of columns in a text.
const MAX_COLUMNS: u32 = 6;
/// The default distance between two columns, in mm.
const DEFAULT_GUTTER: f64 = 4.0;
/// The largest height of a large first letter, in lines of text.
const MAX_CAPITAL_LINES: u32 = 6;

impl Resolver<'_> {
    /// Returns how a text fills its box. Reports keys that require a box.
    pub(super) fn text_flow(&mut self, e: &ElementTable) -> TextFlow {
        self.flow_without_box(e);
        let language = self.layout.game.as_deref().and_then(|game| game.language.as_ref());
        let direction = language.map(|language| Direction::of_language(&language.value));
        TextFlow {
            hyphens: e.hyphenate.as_ref().filter(|value| value.value).and_then(|value| self.hyphens(value)),
            hangs: e.hang.as_ref().is_some_and(|hang| hang.value),
            columns: self.columns(e),
            drop_capital: e.drop_capital.as_ref().and_then(|lines| self.drop_capital(lines)),
            direction: direction.filter(|direction| *direction == Direction::RightToLeft),
            fits_icons: e.icons.as_ref().is_some_and(|icons| icons.value == InlineIcons::XHeight),
        }
    }

    /// Reports keys that only have an effect in a box, such as `columns`. They have no effect on a text
    /// without `size`, on a curve, or along the sides of its piece.
    fn flow_without_box(&mut self, element: &ElementTable) {
        let justify =
            element.align.as_ref().filter(|align| align.value.fixed().is_some_and(|align| align.justify));
        let given = [
            ("align = \"justify\"", justify.map(|at| self.place(at))),
            ("hyphenate", element.hyphenate.as_ref().filter(|at| at.value).map(|at| self.place(at))),
            ("hang", element.hang.as_ref().filter(|at| at.value).map(|at| self.place(at))),
            ("columns", element.columns.as_ref().map(|at| self.place(at))),
            ("drop-capital", element.drop_capital.as_ref().map(|at| self.place(at))),
        ];
        for (key, place) in given.into_iter().filter_map(|(key, place)| Some((key, place?))) {
            if element.along.is_some() {
                let message = format!("`{key}` has no effect on text along sides");
                self.error_with_hint(codes::IDLE_KEY, place, message, format!("delete `{key}` or `along`"));
            } else if element.size.is_none() && element.bend.is_none() {
                let message =
                    format!("`{key}` applies only to text with a `size`, which sets where lines end");
                self.error_with_hint(codes::MISSING_KEY, place, message, "add size = \"50 x 30mm\"");
            } else if element.size.is_none() {
                let message = format!("`{key}` has no effect on text on a curve");
                self.error_with_hint(codes::IDLE_KEY, place, message, format!("delete `{key}` or `bend`"));
            }
        }
    }

    /// Returns the rules for hyphens in the language of the game. Reports a language that has no such
    /// rules. Returns `None` for such a language.
    fn hyphens(&mut self, value: &Spanned<bool>) -> Option<Hyphens> {
        let language = self.layout.game.as_ref().and_then(|game| game.language.as_ref());
        let tag = language.map_or("en", |language| language.value.as_str());
        let found = Hyphens::of_language(tag);
        if found.is_none() {
            let message = format!("hexpress cannot hyphenate the language `{tag}`");
            let hint = "delete `hyphenate`, and type \\u00AD where a word may break (a soft hyphen; the text \
                needs double quotes)";
            self.error_with_hint(codes::BAD_VALUE, value, message, hint);
        }
        found
    }

    fn columns(&mut self, e: &ElementTable) -> Option<TextColumns> {
        let Some(count) = &e.columns else {
            if let Some(gutter) = &e.gutter {
                let message = "`gutter` has no effect without `columns`";
                self.error_with_hint(codes::IDLE_KEY, gutter, message, "add columns = 2");
            }
            return None;
        };
        if !(1..=MAX_COLUMNS).contains(&count.value) {
            let message = format!("`columns` must be 1 to {MAX_COLUMNS}");
            self.error(codes::BAD_COUNT, count, message);
            return None;
        }
        let gutter = self.fixed_length(&e.gutter, true, gutter).unwrap_or(DEFAULT_GUTTER);
        Some(TextColumns { count: count.value, gutter })
    }

    fn drop_capital(&mut self, lines: &Spanned<u32>) -> Option<u32> {
        if (2..=MAX_CAPITAL_LINES).contains(&lines.value) {
            return Some(lines.value);
        }
        let message = format!("`drop-capital` must be 2 to {MAX_CAPITAL_LINES} lines");
        self.error_with_hint(codes::BAD_COUNT, lines, message, "write drop-capital = 2").none()
    }
}
