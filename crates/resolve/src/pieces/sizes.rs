//! Compiles the size of pieces. It comes from the key `size` or `across`, or from the places of a
//! pre-cut sheet.
//!
//! - In: the keys of a component, and its outline.
//! - Out: a size or errors, and warnings about sizes that were probably meant in another unit.
//! - Not here: the sizes of elements.

use std::sync::Arc;

use kurbo::Size;

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, SourceSpan, codes, near};
use hexpress_base::units::{ShortNumber, width_and_height};
use hexpress_game::pieces::{BAD_PIECE, CellShare, Outline, PieceSize, share_of_cell};
use hexpress_game::{CellSize, DieSheet};
use hexpress_language::tables::layout::{Outline as Figure, Pieces};
use hexpress_language::values::spanned::{NameOr, Spanned};
use hexpress_language::values::value::{Across, Extent, OnSheet};

/// Returns the size of pieces that `size` or `across` sets. Without these keys, returns the largest
/// size that fits into a place of the pre-cut sheet. Returns `None` after an error.
pub(super) fn piece_size(
    table: &Pieces,
    outline: &Outline,
    die_sheet: Option<&DieSheet>,
    resolver: &mut Resolver<'_>,
    place: SourceSpan,
) -> Option<PieceSize> {
    let names_die_sheet = table.sheet.as_ref().is_some_and(|at| matches!(at.value, OnSheet::Named(_)));
    let has_own_size = table.size.is_some() || table.across.is_some();
    let size = match die_sheet {
        // The named sheet is invalid, which has already been reported. So the size of its places is
        // unknown.
        None if names_die_sheet && !has_own_size => None,
        Some(die_sheet) if !has_own_size => Some(PieceSize::Fixed(largest_in_place(outline, die_sheet.size))),
        _ => given_size(table, outline, resolver, place),
    };
    if let (Some(die_sheet), Some(PieceSize::Fixed(size))) = (die_sheet, &size) {
        check_fits_place(table, *size, die_sheet, resolver, place);
    }
    size
}

/// Returns the size of the largest piece with this outline that fits into a place of a pre-cut sheet.
fn largest_in_place(outline: &Outline, place: Size) -> Size {
    match outline {
        Outline::Rectangle(_) => place,
        Outline::Disc => outline.across(place.width.min(place.height)),
        Outline::Hexagon(_) | Outline::Regular(_) | Outline::Path(_) => {
            let unit = outline.across(1.0);
            let across = (place.width / unit.width).min(place.height / unit.height);
            outline.across(across)
        }
    }
}

/// Reports pieces that are larger than the places of their pre-cut sheet.
fn check_fits_place(
    p: &Pieces,
    size: Size,
    die_sheet: &DieSheet,
    resolver: &mut Resolver<'_>,
    place: SourceSpan,
) {
    if size.width <= die_sheet.size.width + 0.001 && size.height <= die_sheet.size.height + 0.001 {
        return;
    }
    let at = match (&p.size, &p.across) {
        (Some(size), _) => resolver.place(size),
        (_, Some(across)) => resolver.place(across),
        _ => place,
    };
    let message = format!(
        "the pieces are {} x {} mm, but the places on the sheet `{}` are {} x {} mm",
        ShortNumber(size.width),
        ShortNumber(size.height),
        die_sheet.name,
        ShortNumber(die_sheet.size.width),
        ShortNumber(die_sheet.size.height)
    );
    let hint = "delete the size: the pieces are then as large as the places";
    resolver.error_with_hint(codes::LARGER_THAN_PLACE, at, message, hint);
}

/// Reports rounded corners whose radius is more than half the width or half the height of a piece.
pub(super) fn check_rounded_corners(p: &Pieces, outline: &Outline, size: Size, resolver: &mut Resolver<'_>) {
    if let (Outline::Rectangle(radius), Some(at)) = (outline, &p.round)
        && *radius > size.width.min(size.height) / 2.0
        && *radius <= 100.0
    {
        let half = ShortNumber(size.width.min(size.height) / 2.0);
        let message = format!("`round` must be at most {half} mm, half the shorter side of the piece");
        resolver.error(codes::BAD_SIZE, at, message);
    }
}

/// Warns about cards and notes whose size is probably meant in centimetres.
pub(super) fn warn_of_tiny_pieces(p: &Pieces, default: Figure, size: Size, resolver: &mut Resolver<'_>) {
    /// The smallest usual length of the longer side of a card, in mm.
    const MIN_USUAL_CARD_MM: f64 = 15.0;
    let Some(at) = p.size.as_ref().filter(|at| !resolver.is_of_theme(at)) else { return };
    if default != Figure::Rectangle || size.width.max(size.height) >= MIN_USUAL_CARD_MM {
        return;
    }
    let (width, height) = (ShortNumber(size.width), ShortNumber(size.height));
    let message = format!("these pieces are only {width} x {height} mm");
    let hint = format!("for centimetres, write size = \"{width} x {height}cm\"");
    resolver.warnings.push(codes::BAD_SIZE.warning(message).at(resolver.place(at)).hint(hint));
}

/// Returns the typed size with `cm` replaced by `mm`, if the user typed centimetres and the size is
/// larger than most sheets. Otherwise returns `None`.
pub(super) fn meant_in_mm(p: &Pieces, size: &PieceSize, resolver: &Resolver<'_>) -> Option<Arc<str>> {
    /// A piece is larger than most sheets if both its width and its height are above this length, in mm.
    const MAX_USUAL_PIECE_MM: f64 = 300.0;
    let PieceSize::Fixed(size) = size else { return None };
    let typed = resolver.text.get(p.size.as_ref()?.span.clone())?;
    let is_slip = size.width.min(size.height) > MAX_USUAL_PIECE_MM && typed.contains("cm");
    is_slip.then(|| typed.replace("cm", "mm").into())
}

/// The smallest width and height of a piece with the key `outline`, in mm.
const MIN_OUTLINE_SIDE: f64 = 5.0;

/// Returns the size that `size` or `across` sets. Reports an invalid size. Also reports a component
/// with both keys, or with neither. Returns `None` after an error.
fn given_size(
    table: &Pieces,
    outline: &Outline,
    resolver: &mut Resolver<'_>,
    place: SourceSpan,
) -> Option<PieceSize> {
    let (measured, at) = match (&table.size, &table.across) {
        (Some(size), Some(_)) => {
            let message = "`size` and `across` both set the size of a piece";
            return resolver.error_with_hint(codes::BAD_SIZE, size, message, "delete one of them").none();
        }
        (Some(size), None) => {
            one_measure(table, size, outline, resolver);
            (size.value.of(Size::ZERO), resolver.place(size))
        }
        (None, Some(across)) => {
            let at = resolver.place(across);
            match measure(across, resolver)? {
                Measured::Mm(mm) => (outline.across(mm), at),
                Measured::Share(share) => return Some(PieceSize::Share(share)),
            }
        }
        (None, None) => match (outline, &table.outline) {
            (Outline::Path(form), Some(path)) => (form.size(), resolver.place(path)),
            // The `outline` is invalid, which has already been reported.
            (_, Some(_)) => return None,
            _ => return resolver.add_error(no_size(table, outline, resolver), place).none(),
        },
    };
    let size = match outline {
        Outline::Hexagon(_) | Outline::Regular(_) if table.size.is_some() => outline.across(measured.width),
        Outline::Disc => Size::new(measured.width, measured.width),
        // A single length in `size` is the width. The height follows from the proportions of the
        // outline.
        Outline::Path(_) if table.size.as_ref().is_some_and(|size| size.value.height.is_none()) => {
            outline.across(measured.width)
        }
        _ => measured,
    };
    if matches!(outline, Outline::Path(_)) && size.min_side() < MIN_OUTLINE_SIDE {
        let message = format!(
            "a piece with an `outline` must be at least {} mm wide and high, but this piece is {} mm",
            ShortNumber(MIN_OUTLINE_SIDE),
            width_and_height(size)
        );
        let hint = "draw the outline larger (its numbers are mm), or set the size of the piece: \
            size = \"40 x 60mm\"";
        return resolver.error_with_hint(codes::BAD_SIZE, at, message, hint).none();
    }
    if PieceSize::allows(size) {
        return Some(PieceSize::Fixed(size));
    }
    let error = table
        .size
        .as_ref()
        .map_or_else(|| codes::BAD_SIZE.error(BAD_PIECE), |size| PieceSize::error(size.value));
    resolver.add_error(error, at).none()
}

/// Returns the error for pieces without a size.
fn no_size(p: &Pieces, outline: &Outline, resolver: &Resolver<'_>) -> Diagnostic {
    let diagnostic = codes::MISSING_KEY.error("this component has no size for its pieces");
    match (strayed_size(p, resolver), outline) {
        (Some(StrayedSize { line, header, place }), _) => diagnostic
            .hint(format!("move {line} above the first {header}"))
            .related_place(place, "this size belongs to the element above"),
        (None, Outline::Rectangle(_)) => diagnostic.hint("add size = \"63 x 88mm\""),
        (None, _) => diagnostic.hint("add across = \"40mm\""),
    }
}

/// Some pieces, such as discs, need only one length as their size. Reports a `size` with a width and a
/// height for such pieces. Two equal lengths are allowed for discs and squares.
fn one_measure(p: &Pieces, size: &Spanned<Extent>, outline: &Outline, resolver: &mut Resolver<'_>) {
    let Some(height) = size.value.height else { return };
    let what = match outline {
        Outline::Rectangle(_) if p.shape.as_ref().is_none_or(|s| s.value != Figure::Square) => return,
        Outline::Path(_) => return,
        Outline::Hexagon(_) => "a hexagon",
        Outline::Regular(tiling) if tiling.is_triangles() => "a triangle",
        Outline::Regular(_) => "an octagon",
        _ if height == size.value.width => return,
        Outline::Rectangle(_) => "a square",
        Outline::Disc => "a disc",
    };
    let width = ShortNumber(size.value.width.of(0.0));
    let message = format!("{what} takes one length, not two");
    let hint = format!("write across = \"{width}mm\" instead of `size`");
    resolver.error_with_hint(codes::BAD_SIZE, size, message, hint);
}

/// Returns the size of pieces as a percentage of a board's cell. Returns `None` if the key `across`
/// sets a length in mm.
pub(super) fn share(across: &Spanned<Across>, resolver: &Resolver<'_>) -> Option<Box<CellShare>> {
    let Across::Share(percent, name) = &across.value else { return None };
    Some(Box::new(CellShare {
        percent: *percent,
        board: name.as_str().into(),
        place: resolver.place(across),
    }))
}

/// The width that `across` sets for pieces.
enum Measured {
    Mm(f64),
    /// A width as a percentage of a board's cell. The size of the cell is unknown until the board
    /// is fitted to its sheet.
    Share(Box<CellShare>),
}

/// Returns the width that `across` sets. Reports an unknown board. Returns `None` after an error.
fn measure(across: &Spanned<Across>, resolver: &mut Resolver<'_>) -> Option<Measured> {
    let (percent, name) = match &across.value {
        Across::Mm(mm) => return Some(Measured::Mm(*mm)),
        Across::Share(percent, name) => (*percent, name),
    };
    match resolver.cell_sizes.get(name) {
        Some(CellSize::Across(mm)) => Some(Measured::Mm(share_of_cell(percent, *mm))),
        Some(CellSize::Largest) => share(across, resolver).map(Measured::Share),
        // The board exists, but is invalid. This has already been reported.
        None if resolver.boards.contains(name) => None,
        None => {
            let boards = &resolver.boards;
            let hint = if boards.is_empty() {
                "write the size in mm: this file has no [[board]]".into()
            } else {
                near::among(name, boards, "choose one of:")
            };
            resolver
                .error_with_hint(codes::UNKNOWN_NAME, across, format!("unknown board `{name}`"), hint)
                .none()
        }
    }
}

/// A key `size` on a separate line below the header of an element. It sets the size of this element,
/// although the user probably meant the size of the pieces.
struct StrayedSize {
    /// The key and the value, as the user typed them.
    line: String,
    /// The header of the element, such as `[[cards.face]]`.
    header: String,
    place: SourceSpan,
}

/// Returns the first key `size` that is on a separate line below the header of an element. Returns
/// `None` if no element has such a key.
fn strayed_size(p: &Pieces, resolver: &Resolver<'_>) -> Option<StrayedSize> {
    let faces = [&p.face, &p.back].into_iter().flatten();
    let elements = faces.filter_map(|face| match &face.value {
        NameOr::Full(elements) => Some(elements),
        NameOr::Name(_) => None,
    });
    elements.flatten().find_map(|element| {
        let size = element.value.size.as_ref()?;
        let header = resolver.text.get(element.span.clone())?.lines().next()?.trim();
        let start = resolver.text.get(..size.span.start)?.rfind('\n')? + 1;
        let line = resolver.text.get(start..)?.lines().next()?.trim();
        let is_table = header.starts_with("[[") && line.starts_with("size");
        let typed = resolver.text.get(size.span.clone())?;
        is_table.then(|| StrayedSize {
            line: format!("size = {typed}"),
            header: header.to_owned(),
            place: resolver.place(size),
        })
    })
}
