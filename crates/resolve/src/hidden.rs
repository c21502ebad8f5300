//! Elements that a later one of the same face hides whole: warnings.

use kurbo::Size;

use super::context::Compiler;
use crate::diag::codes;
use crate::model::element::{Element, Figure, PerRow, Shape};
use crate::model::pieces::PieceSize;
use crate::model::template::Row;
use crate::model::{Body, Game};
use crate::picture::Picture;
use crate::spec::values::value::{Pair, Where};

/// Warns of each box and each picture that covers a whole piece, and with it words or icons that are drawn before it.
pub fn warn(game: &Game, compiler: &mut Compiler<'_>) {
    let theme = compiler.layout.game.as_ref().and_then(|about| about.theme.as_ref());
    let theme = theme.map(|theme| compiler.place(theme));
    for component in &game.components {
        let Body::Deck(deck) = &component.body else { continue };
        let (PieceSize::Fixed(size), Some(piece)) = (&deck.size, deck.piece(0)) else { continue };
        for face in [&deck.face, &deck.back] {
            for (index, element) in face.iter().enumerate() {
                let hidden = face[..index].iter().find(|below| is_meant_to_be_seen(below));
                let Some(hidden) = hidden.filter(|_| Some(element.place) != theme) else { continue };
                if covers(element, *size, &piece, game) {
                    let what = match element.shape {
                        Shape::Image(_) => "picture",
                        _ => "box",
                    };
                    let message = format!("this {what} covers everything that is drawn before it");
                    let warning = codes::IDLE_KEY.warning(message).at(element.place);
                    let warning = warning.hint("elements are drawn in their order: put it first");
                    compiler.warnings.push(warning.also(hidden.place, "this is hidden"));
                }
            }
        }
    }
}

fn is_meant_to_be_seen(element: &Element) -> bool {
    matches!(element.shape, Shape::Text(..) | Shape::Icon(_))
}

/// Whether an element hides all of every piece: it is opaque, and as large as they are.
fn covers(element: &Element, piece: Size, row: &dyn Row, game: &Game) -> bool {
    let stays = element.when.is_none()
        && element.on.is_none()
        && element.style.cover.is_none()
        && !element.varies_in_form()
        && element.places == [Where::CENTRE]
        && [&element.inset, &element.shift].into_iter().all(|pair| *pair == Pair::default())
        && element.turn.fixed().is_some_and(|turn| turn.rem_euclid(180.0) == 0.0);
    let is_whole = |size: Size| size.width >= piece.width - 1e-6 && size.height >= piece.height - 1e-6;
    stays
        && match &element.shape {
            Shape::Figure(Figure::Box, PerRow::Fixed(extent), _) => {
                matches!(&element.fill, Some(PerRow::Fixed(Some(_)))) && is_whole(extent.of(piece))
            }
            Shape::Image(image) => {
                let whole =
                    matches!(&element.size, Some(PerRow::Fixed(extent)) if is_whole(extent.of_both(piece)));
                let name = game.engine.render(&image.file, row).ok().filter(|name| whole && !name.is_empty());
                let picture = name.and_then(|name| game.pictures.get(&name).ok());
                picture.is_some_and(|picture| {
                    let own = picture.size();
                    let fits = (own.width * piece.height / (own.height * piece.width) - 1.0).abs() < 0.01;
                    let is_opaque =
                        matches!(&*picture, Picture::Pixels { image, .. } if image.alpha.is_none());
                    is_opaque && (image.crop || fits)
                })
            }
            _ => false,
        }
}
