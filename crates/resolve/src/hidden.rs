//! Elements that a later one of the same face hides whole: warnings.

use kurbo::Size;

use super::context::Compiler;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, codes};
use crate::model::element::{Element, Figure, ImageFit, PerRow, Shape};
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
        for element in deck.face.iter().chain(&deck.back).filter(|element| Some(element.place) != theme) {
            compiler.warnings.extend(on_the_cut(element, *size));
        }
        for (face, is_back) in [(&deck.face, false), (&deck.back, true)] {
            // The checker reports a picture that does not reach over the bleed.
            if deck.bleed_of(is_back) <= 0.0 {
                let left_bare = |element| strips_left_bare(element, *size, &piece, game);
                compiler.warnings.extend(face.iter().filter_map(left_bare));
            }
        }
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

/// That a box has a line along the edge of its piece, half of which is cut off; none of any other element.
fn on_the_cut(element: &Element, piece: Size) -> Option<Diagnostic> {
    let (Shape::Figure(Figure::Box, PerRow::Fixed(extent), _), Some(PerRow::Fixed(line))) =
        (&element.shape, &element.line)
    else {
        return None;
    };
    let size = extent.of(piece);
    let is_whole = (size.width - piece.width).abs() < 1e-6 && (size.height - piece.height).abs() < 1e-6;
    if line.width <= 0.0 || !is_whole || !stays_in_the_middle(element) {
        return None;
    }
    /// How far inside the line is proposed, in mm.
    const INSIDE: f64 = 3.0;
    let [width, height] = [piece.width, piece.height].map(|mm| Trimmed(mm - 2.0 * INSIDE));
    let message = "half of this line is cut off: it runs along the edge of the piece";
    let warning = codes::IDLE_KEY.warning(message).at(element.place);
    Some(warning.hint(format!("make the box smaller: box = \"{width} x {height}mm\"")))
}

/// Returns a warning of a photograph that is as large as its piece but has another shape, so that it leaves strips of the piece
/// bare; `None` of any other element, and if the layout says how the picture fills its box.
fn strips_left_bare(element: &Element, piece: Size, row: &dyn Row, game: &Game) -> Option<Diagnostic> {
    let Shape::Image(image) = &element.shape else { return None };
    let Some(PerRow::Fixed(extent)) = &element.size else { return None };
    let space = extent.of_both(piece);
    let is_whole = (space.width - piece.width).abs() < 1e-6 && (space.height - piece.height).abs() < 1e-6;
    if image.fit != ImageFit::Unspecified || !is_whole || !stays_in_the_middle(element) {
        return None;
    }
    let name = game.engine.render(&image.file, row).ok().filter(|name| !name.is_empty())?;
    let picture = game.pictures.get(&name).ok()?;
    if !is_opaque(&picture) || has_shape_of(&picture, piece) {
        return None;
    }
    let own = picture.size();
    let scale = (piece.width / own.width).min(piece.height / own.height);
    let bare = [piece.width - own.width * scale, piece.height - own.height * scale];
    let (strip, sides) = match bare {
        [across, down] if across > down => (across, "to the left and right of it"),
        [_, down] => (down, "above and below it"),
    };
    let strip = Trimmed((strip / 2.0 * 10.0).round() / 10.0);
    let message = format!("`{name}` has another shape than its piece: {strip} mm stay bare {sides}");
    let hint = "`crop = true` fills the piece with it; `crop = false` keeps it so";
    Some(codes::PICTURE_LEAVES_STRIPS.warning(message).at(image.place).hint(hint))
}

/// Returns whether a picture is a photograph without transparent pixels.
fn is_opaque(picture: &Picture) -> bool {
    matches!(picture, Picture::Pixels { image, .. } if image.alpha.is_none())
}

/// Returns whether the sides of a picture have the ratio of the sides of a piece, to one in a hundred.
fn has_shape_of(picture: &Picture, piece: Size) -> bool {
    let own = picture.size();
    (own.width * piece.height / (own.height * piece.width) - 1.0).abs() < 0.01
}

/// Whether an element is drawn once, in the middle of its piece and not turned sideways.
fn stays_in_the_middle(element: &Element) -> bool {
    element.on.is_none()
        && element.places == [Where::CENTRE]
        && [&element.inset, &element.shift].into_iter().all(|pair| *pair == Pair::default())
        && element.turn.fixed().is_some_and(|turn| turn.rem_euclid(180.0) == 0.0)
}

fn is_meant_to_be_seen(element: &Element) -> bool {
    matches!(element.shape, Shape::Text(..) | Shape::Icon(_))
}

/// Whether an element hides the whole of every piece: it is opaque and as large as the piece.
fn covers(element: &Element, piece: Size, row: &dyn Row, game: &Game) -> bool {
    let stays = element.when.is_none()
        && element.style.cover.is_none()
        && !element.varies_in_form()
        && stays_in_the_middle(element);
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
                    is_opaque(&picture) && (image.fit == ImageFit::Cropped || has_shape_of(&picture, piece))
                })
            }
            _ => false,
        }
}
