//! Compiles a component with pieces: turns a table of the layout into a deck.
//!
//! - In: `[[cards]]`, `[[notes]]`, `[[tiles]]` or `[[counters]]`.
//! - Out: a deck with its rows, sizes and faces.
//! - Not here: compiling elements (`elements`), and arranging pieces on sheets.

mod bare_fields;
mod bleed_and_safe;
mod colour_icons;
mod column_names;
pub(super) mod die_sheet;
mod doubtful;
mod edges;
mod families;
mod field_printed_twice;
mod field_values;
mod foreign_text;
mod hidden_rows;
mod mangled;
mod marks;
mod near_fields;
mod path_outline;
mod paths;
mod rows;
mod sizes;
mod table_doubts;
mod unused_fields;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::context::{DeckProperties, Resolver};
pub use column_names::is_count;
pub use families::families;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::tiling::hex::Orientation;
use hexpress_game::DieSheet;
use hexpress_game::element::Element;
use hexpress_game::pieces::{BleedShape, MAX_PIECES, Origin, Outline, PieceSet, PieceSize};
use hexpress_game::values::Values;
use hexpress_language::tables::layout::{Outline as Figure, Pieces};
use hexpress_language::values::copies::Copies;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::OnSheet;
use rows::{CountedRows, UncountedRows};

/// The largest number of elements on the faces and backs of all pieces in a layout.
const MAX_ELEMENTS: usize = 2_000_000;

/// Compiles one component with pieces. Returns `None` if no pieces can be made because of errors.
pub fn deck(
    spanned: &Spanned<Pieces>,
    name: &str,
    default: Figure,
    resolver: &mut Resolver<'_>,
) -> Option<PieceSet> {
    let place = resolver.place(spanned);
    let table = &spanned.value;
    let outline = path_outline::outline(table, default, resolver, place);
    let die_sheet = die_sheet_of(table, resolver);
    let checked_size = sizes::piece_size(table, &outline, die_sheet.as_deref(), resolver, place);
    let outline = path_outline::with_round_share(outline, table, checked_size.as_ref(), resolver);
    let Faces { face, back, are_valid } = faces(table, resolver);
    let is_square = match (&checked_size, &outline) {
        (Some(PieceSize::Fixed(size)), Outline::Rectangle(_)) => size.width == size.height,
        _ => true,
    };
    let asks_for_all_edges = asks_for_all_edges([&face, &back]);
    let rows = rows::rows(
        table,
        DeckProperties { name, outline: &outline, is_square, asks_for_all_edges },
        resolver,
    );
    edges_of_discs(&outline, [&face, &back], resolver);
    if let Some(PieceSize::Fixed(size)) = checked_size {
        sizes::check_rounded_corners(table, &outline, size, resolver);
        sizes::warn_of_tiny_pieces(table, default, size, resolver);
    }
    let holes = path_outline::holes(table, &outline, checked_size.as_ref(), resolver);
    let folds = path_outline::folds(table, checked_size.as_ref(), resolver);
    let bleed_and_safe::BleedAndSafe { bleed, back_bleed, safe } =
        bleed_and_safe::strips(table, checked_size.as_ref(), resolver);
    let CountedRows { given: UncountedRows { mut values, origin, mut places, random_tiles, .. }, copies } =
        rows?;
    if let Some(origin) = origin.as_ref().filter(|_| are_valid) {
        warn_of_hidden_rows(table, origin, &copies, resolver);
    }
    // The edges and paths of a random tile are always valid, so they are not checked.
    if random_tiles.is_none() {
        let sources = edges::Sources { component: place, places: &places, origin: origin.as_ref() };
        edges::edges(&mut values, &outline, sources, resolver);
        paths::check(table, &face, outline.edges(), (&values, &places), resolver);
    }
    warn_of_theme_orientation(table, &values, &outline, resolver);
    let size = checked_size?;
    doubtful::shows_no_row(table, [&face, &back], resolver);
    let pieces = pieces(&copies, face.len() + back.len(), place, resolver)?;
    places.fields = table.set.iter().map(|(_, value)| resolver.place(value)).collect();
    let pack = marks::pack(table, &outline, resolver);
    let marks = marks::marks(table, &outline, resolver);
    let (cut, cut_around) = (marks::cut(table), marks::cut_around(table, resolver));
    let key = field_values::key(table, &values, &places, origin.as_ref(), resolver);
    let given_size = table.size.as_ref().map(|at| resolver.place(at));
    Some(PieceSet {
        size_place: given_size.or_else(|| table.across.as_ref().map(|at| resolver.place(at))),
        meant_in_mm: sizes::meant_in_mm(table, &size, resolver),
        size,
        share: table.across.as_ref().and_then(|across| sizes::share(across, resolver)),
        outline,
        holes,
        folds,
        net: None,
        grid: table.grid.as_ref().map(|grid| grid.value),
        die_sheet,
        pack,
        marks,
        cut,
        cut_around,
        values,
        places: Box::new(places),
        fields: table
            .set
            .iter()
            .map(|(name, value)| (name.value.as_str().into(), value.value.clone()))
            .collect(),
        total: pieces.len(),
        fill: table.copies.as_ref().filter(|at| at.value == Copies::Fill).map(|at| resolver.place(at)),
        pieces,
        origin,
        random_tiles,
        picked: None,
        bleed,
        back_bleed,
        bleed_shape: BleedShape::default(),
        safe,
        face,
        back,
        drawn_faces: Vec::new(),
        alt: table.alt.as_ref().and_then(|text| resolver.located_template(text)),
        key,
        version_mark: table.version_mark.as_ref().filter(|at| at.value).map(|at| resolver.place(at)),
    })
}

/// Returns whether an element uses `edges` or `paths`. Each of these fields contains the values of all
/// edges.
fn asks_for_all_edges(faces: [&[Element]; 2]) -> bool {
    let mut needs = faces.into_iter().flat_map(Element::with_parts).flat_map(Element::needs);
    needs.any(|need| ["edges", "paths"].contains(&need))
}

/// Warns about rows that are printed although a spreadsheet hides them.
fn warn_of_hidden_rows(p: &Pieces, origin: &Origin, copies: &[usize], resolver: &mut Resolver<'_>) {
    let rows_with_copies = origin.rows.iter().zip(copies).filter(|(_, copies)| **copies > 0);
    let printed: BTreeSet<usize> = rows_with_copies.map(|(row, _)| *row as usize).collect();
    hidden_rows::check(p, &origin.table, |row| printed.contains(&row), resolver);
}

struct Faces {
    /// The elements of `ground`, followed by the elements of `face`.
    face: Vec<Element>,
    back: Vec<Element>,
    /// True if none of the elements has an error.
    are_valid: bool,
}

/// Compiles the elements of a component. If there are no errors in them, warns about elements that
/// are probably wrong.
fn faces(table: &Pieces, resolver: &mut Resolver<'_>) -> Faces {
    let ([ground, mut front, back], are_valid) = resolver.track_errors(|resolver| {
        let faces = [&table.ground, &table.face, &table.back]
            .map(|face| face.as_ref().map_or_else(Vec::new, |face| resolver.face(face)));
        bare_fields::improve_hints(table, resolver);
        faces
    });
    if are_valid {
        doubtful::check(table, [&front, &back], resolver);
    }
    front.splice(0..0, ground);
    if are_valid {
        let first_unused = resolver.unused_columns.candidates.len();
        column_names::check(table, [&front, &back], resolver);
        field_printed_twice::improve_hints(table, [&front, &back], first_unused, resolver);
    }
    Faces { face: front, back, are_valid }
}

/// Returns the row of each piece, as an index. `copies` contains the number of copies of each row.
/// Reports too many pieces or elements, and a component without pieces. Returns `None` if there are
/// too many pieces or elements.
fn pieces(
    copies: &[usize],
    elements_of_piece: usize,
    place: SourceSpan,
    resolver: &mut Resolver<'_>,
) -> Option<Vec<u32>> {
    let mut pieces = Vec::new();
    for (row, copies) in copies.iter().enumerate() {
        if is_too_many(resolver.pieces + pieces.len() + copies) {
            let whose = if resolver.pieces == 0 { "this component" } else { "this layout" };
            let message = format!("{whose} has more than {MAX_PIECES} pieces, which is the limit");
            let hint = "write fewer rows, or smaller numbers of `copies`";
            return resolver.error_with_hint(codes::BAD_COUNT, place, message, hint).none();
        }
        pieces.extend(std::iter::repeat_n(u32::try_from(row).unwrap_or(u32::MAX), *copies));
    }
    resolver.pieces += pieces.len();
    resolver.elements += pieces.len().saturating_mul(elements_of_piece);
    if resolver.elements > MAX_ELEMENTS {
        let too_many = format!("the faces of all pieces have more than {MAX_ELEMENTS} elements");
        return resolver.error(codes::BAD_COUNT, place, too_many).none();
    }
    if pieces.is_empty() {
        resolver.error(codes::NOTHING, place, "this component has no pieces, because every row has 0 copies");
    }
    Some(pieces)
}

/// Warns about hexagons with `paths` if the theme sets their orientation. The orientation determines
/// which edge has which number, so another theme would change the paths.
fn warn_of_theme_orientation(p: &Pieces, values: &Values, outline: &Outline, resolver: &mut Resolver<'_>) {
    let Some(cells) = p.cells.as_ref().filter(|at| resolver.is_of_theme(at)) else { return };
    let &Outline::Hexagon(orientation) = outline else { return };
    if let Some(paths) = p.rows.as_ref().filter(|_| values.names().any(|name| name == "paths")) {
        let [own, other] = match orientation {
            Orientation::FlatTop => ["flat-top", "pointy-top"],
            Orientation::PointyTop => ["pointy-top", "flat-top"],
        };
        let message = "`paths` depend on whether hexagons are flat-top or pointy-top, but only the theme sets `cells`, and a theme may change";
        let hint = format!("add cells = \"{own}\" or cells = \"{other}\" to this component");
        let warning = codes::MISSING_KEY.warning(message).at(resolver.place(paths)).hint(hint);
        resolver.warnings.push(warning.related_place(resolver.place(cells), "this theme sets `cells`"));
    }
}

/// Returns the pre-cut sheet in the key `sheet` of a component. Returns `None` if the component uses no
/// pre-cut sheet, or after an error.
fn die_sheet_of(p: &Pieces, resolver: &mut Resolver<'_>) -> Option<Arc<DieSheet>> {
    let at = p.sheet.as_ref()?;
    let OnSheet::Named(name) = &at.value else { return None };
    let spans = [
        ("grid", p.grid.as_ref().map(|g| g.span.clone())),
        ("pack", p.pack.as_ref().map(|g| g.span.clone())),
        ("marks", p.marks.as_ref().map(|g| g.span.clone())),
        ("cut", p.cut.as_ref().map(|g| g.span.clone())),
        ("cut-around", p.cut_around.as_ref().map(|g| g.span.clone())),
        ("holes", p.holes.as_ref().map(|g| g.span.clone())),
        ("fold", p.fold.as_ref().map(|g| g.span.clone())),
    ];
    for (key, span) in spans {
        if let Some(span) = span {
            let reason = match key {
                "grid" | "pack" => "the sheet sets the places of its pieces",
                _ => "the pieces of this sheet are already cut",
            };
            let message = format!("`{key}` has no effect on a die-cut sheet: {reason}");
            resolver.error_with_hint(codes::IDLE_KEY, resolver.key_place(&span), message, "delete it");
        }
    }
    die_sheet::find(at, name, resolver)
}

/// Reports elements that are placed at edges of pieces without edges, such as discs.
fn edges_of_discs(outline: &Outline, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    for element in faces.into_iter().flat_map(Element::with_parts) {
        if outline.edges() == 0 && element.is_at_edges() {
            let message = match outline {
                Outline::Path(_) => "this element is never drawn: pieces with an `outline` have no edges",
                _ => "this element is never drawn: these pieces are discs, which have no edges",
            };
            let hint = "write a place, such as at = \"top\" or at = \"0 -5mm\"";
            resolver.error_with_hint(codes::BAD_ELEMENT, element.place, message, hint);
        }
    }
}

fn is_too_many(pieces: usize) -> bool {
    pieces > MAX_PIECES
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_layout_has_at_most_the_pieces_of_the_limit() {
        assert!(!super::is_too_many(super::MAX_PIECES) && super::is_too_many(super::MAX_PIECES + 1));
    }
}
