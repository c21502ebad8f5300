//! Finds the two elements of the layout that draw two overlapping texts.
//!
//! - In: two texts of a piece in a finished file.
//! - Out: the places of the elements in the layout, and a hint on how to separate the texts.
//! - Not here: texts in cells. The layout sets their positions in several other ways.

use crate::facts::PageContext;
use hexpress_base::diag::SourceSpan;
use hexpress_game::element::Element;
use hexpress_game::{Body, PerRow};
use hexpress_language::values::value::{ANCHORS, ElementPlace};
use hexpress_read::{Item, Text};

/// The positions that a hint may propose for a text on a piece. The first free one is proposed.
const PROPOSED: [&str; 8] =
    ["bottom", "top", "top-right", "top-left", "bottom-right", "bottom-left", "right", "left"];

/// Two elements on the same side of a piece, in the order of the layout.
pub(super) struct ElementPair<'c> {
    elements: [&'c Element; 2],
    /// All elements on the side of the piece that shows both texts.
    side: &'c [Element],
}

fn element_at(side: &[Element], place: SourceSpan) -> Option<&Element> {
    side.iter().find(|element| element.place == place)
}

impl<'c> ElementPair<'c> {
    /// Returns the elements that draw two texts. Returns `None` if the elements are unknown, or if one
    /// element draws both texts.
    pub(super) fn find(context: &PageContext<'c>, texts: [(&Item, &Text); 2]) -> Option<Self> {
        let [first, second] = texts.map(|(item, text)| context.element_of(item, text));
        let places = [first?, second?];
        let Body::Pieces(deck) = &context.component()?.body else { return None };
        [&*deck.face, &*deck.back].into_iter().find_map(|side| {
            let mut elements = [element_at(side, places[0])?, element_at(side, places[1])?];
            elements.sort_by_key(|element| element.place.start);
            (places[0] != places[1]).then_some(Self { elements, side })
        })
    }

    pub(super) fn places(&self) -> [SourceSpan; 2] {
        self.elements.map(|element| element.place)
    }

    /// Returns a hint on how to separate the texts. If possible, it proposes a position that no element
    /// on the side uses.
    pub(super) fn hint(&self) -> String {
        let [first, second] = self.elements;
        let has_same_place =
            first.places == second.places && first.inset == second.inset && first.shift == second.shift;
        let free = PROPOSED.into_iter().find(|name| !self.is_taken(name));
        let is_default = first.places == [PerRow::Fixed(ElementPlace::CENTRE)] && first.on.is_none();
        match (has_same_place, free) {
            (true, Some(free)) if is_default => {
                format!(
                    "both are in the centre: give one of them another position, for example at = \"{free}\""
                )
            }
            (true, Some(free)) => {
                format!(
                    "one of them seems to be a copy: give it another position, for example at = \"{free}\""
                )
            }
            (true, None) => "one of them seems to be a copy: give it another position".to_owned(),
            (false, Some(free)) => {
                format!("move one of them, for example with at = \"{free}\", or choose a smaller font")
            }
            (false, None) => "move one of them, or choose a smaller font".to_owned(),
        }
    }

    /// Returns whether an element on the side uses this position.
    fn is_taken(&self, name: &str) -> bool {
        let anchor =
            ANCHORS.iter().find(|(known, _)| *known == name).map(|(_, anchor)| ElementPlace::Anchor(*anchor));
        let places = self.side.iter().flat_map(|element| &element.places);
        places.into_iter().any(|place| match place {
            PerRow::Fixed(ElementPlace::EachCorner) => name.contains('-'),
            PerRow::Fixed(place) => Some(*place) == anchor,
            PerRow::Template(_) | PerRow::Percentages(_) => false,
        })
    }
}
