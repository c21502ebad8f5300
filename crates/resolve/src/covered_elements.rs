//! Warns about elements that a later element hides, and about pictures that do not fill their piece.
//! Also warns about lines on the trim line, because the cut removes half of their width.
//!
//! - In: a game.
//! - Out: warnings.
//! - Not here: elements that differ between pieces.

use kurbo::Size;

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::element::{Element, Figure, ImageFit, PerRow, Shape};
use hexpress_game::pieces::{PieceSide, PieceSize};
use hexpress_game::{Body, Game};
use hexpress_language::values::value::{ElementPlace, Pair};
use hexpress_scene::ImageContent;
use hexpress_scene::picture::Picture;
use hexpress_template::Row;

/// Warns about a box or a picture that covers a text or an icon. Also warns about a box whose line is
/// on the trim line, and about a picture that leaves strips of its piece empty.
pub fn warn(game: &Game, resolver: &mut Resolver<'_>) {
    let theme = resolver.theme_place();
    for component in &game.components {
        let Body::Pieces(deck) = &component.body else { continue };
        let (PieceSize::Fixed(size), Some(piece)) = (&deck.size, deck.piece(0)) else { continue };
        for element in deck.face.iter().chain(&deck.back).filter(|element| Some(element.place) != theme) {
            resolver.warnings.extend(line_on_the_cut(element, *size));
        }
        for (face, side) in [(&deck.face, PieceSide::Front), (&deck.back, PieceSide::Back)] {
            // On a side with bleed, the checker already reports pictures that are too small.
            if deck.bleed_of(side) <= 0.0 {
                let bare = face.iter().filter_map(|element| strips_left_bare(element, *size, &piece, game));
                resolver.warnings.extend(bare);
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
                    let hint = format!(
                        "write the {what} as the first element: elements are drawn in the order of the list"
                    );
                    resolver.warnings.push(warning.hint(hint).related_place(hidden.place, "this is hidden"));
                }
            }
        }
    }
}

/// Returns a warning if the line of an element is on the trim line of the piece. Half of such a line
/// would be cut off. Returns `None` for any other element.
fn line_on_the_cut(element: &Element, piece: Size) -> Option<Diagnostic> {
    let (Shape::Figure { figure: Figure::Box, extent: PerRow::Fixed(extent), .. }, Some(PerRow::Fixed(line))) =
        (&element.shape, &element.line)
    else {
        return None;
    };
    let size = extent.of(piece);
    if line.width <= 0.0 || !is_same_size(size, piece) || !stays_in_the_middle(element) {
        return None;
    }
    /// The distance, in mm, that the warning proposes between the line and the trim line.
    const PROPOSED_DISTANCE_MM: f64 = 3.0;
    let [width, height] = [piece.width, piece.height].map(|mm| ShortNumber(mm - 2.0 * PROPOSED_DISTANCE_MM));
    let message = "half of this line is cut off: it runs along the edge of the piece";
    let warning = codes::IDLE_KEY.warning(message).at(element.place);
    Some(warning.hint(format!("make the box smaller: box = \"{width} x {height}mm\"")))
}

/// Returns a warning for a photograph that leaves strips of its piece empty. This happens if its box is
/// as large as the piece, but the photograph has other proportions.
///
/// Returns `None` for any other element. Also returns `None` if the layout says how the picture fills
/// its box.
fn strips_left_bare(element: &Element, piece: Size, row: &dyn Row, game: &Game) -> Option<Diagnostic> {
    let Shape::Image(image) = &element.shape else { return None };
    let Some(PerRow::Fixed(extent)) = &element.size else { return None };
    let space = extent.of_both(piece);
    if image.fit != ImageFit::Unspecified || !is_same_size(space, piece) || !stays_in_the_middle(element) {
        return None;
    }
    let name = game.engine.render(&image.file, row).ok().filter(|name| !name.is_empty())?;
    let picture = game.pictures.get(&name).ok()?;
    if !is_opaque(&picture) || has_shape_of(&picture, piece) {
        return None;
    }
    let own_size = picture.size();
    let scale = (piece.width / own_size.width).min(piece.height / own_size.height);
    let bare = [piece.width - own_size.width * scale, piece.height - own_size.height * scale];
    let (strip, sides) = match bare {
        [across, down] if across > down => (across, "to the left and right of the picture"),
        [_, down] => (down, "above and below the picture"),
    };
    let strip = ShortNumber::tenths(strip / 2.0);
    let message = format!(
        "`{name}` and the piece have different proportions: strips of {strip} mm are left empty {sides}"
    );
    let hint = "add crop = true to fill the piece, or crop = false to keep the empty strips";
    Some(codes::PICTURE_LEAVES_STRIPS.warning(message).at(image.place).hint(hint))
}

/// Returns the size of a picture's box. If the element has no key `size`, this is the size of the
/// piece. Returns `None` if the size differs between rows.
fn picture_box(element: &Element, piece: Size) -> Option<Size> {
    match &element.size {
        None => Some(piece),
        Some(PerRow::Fixed(extent)) => Some(extent.of_both(piece)),
        Some(PerRow::Template(_) | PerRow::Percentages(_)) => None,
    }
}

/// Returns whether a picture is a photograph without transparent pixels.
fn is_opaque(picture: &Picture) -> bool {
    let Picture::Pixels { image, .. } = picture else { return false };
    matches!(&image.content, ImageContent::Pixels(pixels) if pixels.alpha.is_none())
}

/// Returns whether a picture and a piece have the same ratio of width to height, within 1 %.
fn has_shape_of(picture: &Picture, piece: Size) -> bool {
    let own_size = picture.size();
    (own_size.width * piece.height / (own_size.height * piece.width) - 1.0).abs() < 0.01
}

/// Returns whether an element is drawn only once, in the centre of its piece, and upright or upside
/// down.
fn stays_in_the_middle(element: &Element) -> bool {
    element.on.is_none()
        && element.places == [ElementPlace::CENTRE]
        && [&element.inset, &element.shift].into_iter().all(|pair| *pair == Pair::default())
        && element.turn.fixed().is_some_and(|turn| turn.rem_euclid(180.0) == 0.0)
}

/// Returns whether two sizes in mm differ only by rounding.
fn is_same_size(one: Size, other: Size) -> bool {
    (one.width - other.width).abs() < 1e-6 && (one.height - other.height).abs() < 1e-6
}

/// Returns whether a size is at least the size of the piece. Sizes are in mm.
fn fills(size: Size, piece: Size) -> bool {
    size.width >= piece.width - 1e-6 && size.height >= piece.height - 1e-6
}

/// Returns whether an element is a text or an icon, and should therefore be visible.
fn is_meant_to_be_seen(element: &Element) -> bool {
    matches!(element.shape, Shape::Text(..) | Shape::Icon(_))
}

/// Returns whether an element hides all earlier elements on every piece, because it is opaque and
/// at least as large as the piece.
fn covers(element: &Element, piece: Size, row: &dyn Row, game: &Game) -> bool {
    let is_constant = element.when.is_none()
        && element.style.opacity.is_none()
        && !element.varies_in_form()
        && stays_in_the_middle(element);
    is_constant
        && match &element.shape {
            Shape::Figure { figure: Figure::Box, extent: PerRow::Fixed(extent), .. } => {
                matches!(&element.fill, Some(PerRow::Fixed(Some(_)))) && fills(extent.of(piece), piece)
            }
            Shape::Image(image) => {
                let is_large = picture_box(element, piece).is_some_and(|space| fills(space, piece));
                let name =
                    game.engine.render(&image.file, row).ok().filter(|name| is_large && !name.is_empty());
                let picture = name.and_then(|name| game.pictures.get(&name).ok());
                picture.is_some_and(|picture| {
                    is_opaque(&picture) && (image.fit == ImageFit::Cropped || has_shape_of(&picture, piece))
                })
            }
            _ => false,
        }
}
