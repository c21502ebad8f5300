//! Refuses drawings that the standard of a print shop does not allow.
//!
//! - In: finished pages, and the game that they show.
//! - Out: the first error, with the place in the layout that causes it.
//! - Not here: judging finished files, which the checker does.

use super::Input;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::{Body, Component, Element, Game, Shape};
use hexpress_write::pdf::Pages;

const HINT: &str = "delete the transparency, or build with --standard pdfx-4, which allows it";

/// Returns an error if the standard of a file does not allow its pictures or its transparency.
pub fn refused(input: &Input, game: &Game, pages: &Pages) -> Option<Diagnostic> {
    if let Some(error) = input.not_converted(pages) {
        return Some(error);
    }
    if let Some(image) = pages.sheer_pictures().next() {
        let picture = input.picture_name(image);
        let message = format!("{picture} has transparent pixels, and PDF/X-1a allows nothing transparent");
        let error = codes::PRESS_TRANSPARENCY.error(message);
        let hint = "save the picture without transparency, or build with --standard pdfx-4";
        let name = picture.trim_matches('`').to_owned();
        let shown = game.components.iter().flat_map(elements).find_map(|element| match &element.shape {
            Shape::Image(image) if image.file.source() == name => Some(image.place),
            _ => None,
        });
        return Some(match shown {
            Some(place) => error.hint(hint).at(place),
            None => error.hint(hint),
        });
    }
    let title = pages.sheer_pages().next()?;
    let message = format!("`{title}` has a transparent drawing, and PDF/X-1a allows nothing transparent");
    let error = codes::PRESS_TRANSPARENCY.error(message).hint(HINT);
    let Some(component) = game.components.iter().find(|component| *component.name == *title) else {
        return Some(error);
    };
    let sheer =
        elements(component).into_iter().find(|element| element.style.opacity.is_some_and(|o| o < 1.0));
    Some(error.at(sheer.map_or(component.place, |element| element.place)))
}

/// Returns the elements of a component, and the parts inside them.
fn elements(component: &Component) -> Vec<&Element> {
    let lists: Vec<&[Element]> = match &component.body {
        Body::Deck(deck) => vec![&deck.face, &deck.back],
        Body::Board(board) => {
            let details = board.details.iter().map(|detail| &*detail.draws);
            let kinds = board.kinds.iter().map(|kind| &*kind.draws);
            let plate = board.plate.iter().map(|plate| &*plate.draw);
            details.chain(kinds).chain(plate).chain([&*board.draw, &*board.under]).collect()
        }
        Body::Pages(_) => Vec::new(),
    };
    lists.into_iter().flat_map(Element::with_parts).collect()
}
