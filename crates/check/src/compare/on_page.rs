//! Names the drawings and items on a page that is compared.
//!
//! - In: items, and identities of drawings.
//! - Out: the names that the layout gives them, for messages, and their places in the layout.
//! - Not here: comparing.

use std::sync::Arc;

use super::painted_items::{ByViewer, PaintedForm, PaintedItem};
use crate::colour_vision::hex_code;
use crate::facts::{Expected, layout_place_of};
use crate::fault::format_mm;
use hexpress_base::diag::SourceSpan;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::text::shortened;
use hexpress_game::Body;
use hexpress_read::Rgb;

/// The largest number of characters that a message quotes from a text.
const MAX_QUOTED_LENGTH: usize = 40;

/// A page on which something differs.
pub struct OnPage<'a> {
    /// The index of the file among all checked files, from 0.
    pub file: usize,
    /// The number of the page in the file, from 1.
    pub page: usize,
    pub expected: Expected<'a>,
}

impl OnPage<'_> {
    /// Returns the name of a drawing. For a cell, this is its name on its board. Otherwise, it is the
    /// identity of the drawing.
    pub fn drawing_name(&self, id: &Identity) -> String {
        self.cell_name(id).unwrap_or_else(|| id.to_string())
    }

    fn cell_name(&self, id: &Identity) -> Option<String> {
        let Identity::Of(component, Feature::Cell(address)) = id else { return None };
        match &self.expected.component(component)?.1.body {
            Body::Board(board) => board.cell_name(board.cell_at(*address)?),
            Body::Pieces(_) | Body::Pages(_) => None,
        }
    }

    /// Returns the full name of a drawing: `piece 7 of movement`, `the back of piece 2 of heroes`.
    pub fn full_name(&self, id: &Identity) -> String {
        match id {
            Identity::Of(component, Feature::Piece(side)) if side.side.is_back() => {
                format!("the back of piece {} of {component}", side.number)
            }
            Identity::Of(component, Feature::Piece(side)) => format!("piece {} of {component}", side.number),
            _ => self.drawing_name(id),
        }
    }

    /// Returns the place in the layout where a drawing is described. Returns `None` if the component of the
    /// drawing is unknown.
    pub fn layout_place_of(&self, id: Option<&Arc<Identity>>) -> Option<SourceSpan> {
        let component = id.and_then(|id| self.expected.component(id.component()?));
        layout_place_of(self.expected.game, component.map(|(index, _)| index), id.map(|id| &**id))
    }

    /// Returns the name that the layout gives to a colour. If the colour has no name, returns its
    /// hex digits.
    pub fn colour_name(&self, Rgb(rgb): Rgb) -> String {
        let known = self.expected.game.names.colours.iter().find(|ink| ink.rgb == rgb);
        match (known, rgb) {
            (Some(ink), _) => ink.name.to_string(),
            (None, [255, 255, 255]) => "white".to_owned(),
            (None, [0, 0, 0]) => "black".to_owned(),
            (None, _) => hex_code(Rgb(rgb)),
        }
    }

    /// Describes an item: `` `2S` ``, `a line of 40.0 mm`, `a red surface of 30.0 x 20.0 mm`.
    pub fn mark_name(&self, item: &PaintedItem) -> String {
        let colour =
            item.colour().map_or_else(String::new, |colour| format!("{} ", self.colour_name(colour)));
        let article = if colour.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        match &item.form {
            _ if item.by_viewer == Some(ByViewer::LayerOff) => {
                format!("an annotation {} on a hidden layer, which some programs print,", size_text(item))
            }
            _ if item.by_viewer == Some(ByViewer::OwnWay) => format!("an annotation {}", size_text(item)),
            PaintedForm::Words(text) => quoted(text.string.trim()),
            PaintedForm::Line(..) => format!("{article} {colour}line {}", size_text(item)),
            PaintedForm::Surface(..) => format!("{article} {colour}surface {}", size_text(item)),
            PaintedForm::Picture(..) => format!("a picture {}", size_text(item)),
        }
    }
}

/// Describes the size of an item: `of 40.0 mm`, `of 30.0 x 20.0 mm`.
pub fn size_text(item: &PaintedItem) -> String {
    let size = item.rect.size();
    let (long, short) = (size.width.max(size.height), size.width.min(size.height));
    match short < 1.0 {
        true => format!("of {}", format_mm(long)),
        false => format!("of {:.1} x {}", size.width, format_mm(size.height)),
    }
}

/// Quotes the beginning of a text.
fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text, MAX_QUOTED_LENGTH))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(quoted(&"é".repeat(40)), format!("`{}`", "é".repeat(40)));
        assert_eq!(quoted(&"é".repeat(41)), format!("`{}…`", "é".repeat(40)));
    }
}
