//! HX449: pieces whose size or shape differs from the layout.

use kurbo::{Affine, BezPath, Rect, Shape as _, Size};

use crate::facts::PageContext;
use crate::facts::cut::{Cut, PathCut, is_cut};
use crate::facts::pieces::FoundPiece;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::contour::Contour;
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;
use hexpress_base::tiling::Tiling;
use hexpress_base::tiling::hex::Orientation;
use hexpress_game::pieces::PlacedHole;
use hexpress_game::{Outline, PathOutline, PieceSet, PieceSize};
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind};
use hexpress_scene::print::setup::Marking;

pub const RULE: Rule = Rule {
    title: "pieces have the size and the shape that the layout says",
    why: "Cards of different sizes can be told apart from behind, and tiles of different sizes do not fit together.",
    right: "size = \"41 x 63mm\", and cuts 41 mm and 63 mm apart",
    wrong: "size = \"41 x 63mm\", and cuts 40.8 mm apart",
    ..Rule::error(codes::PIECE_SIZE, RuleFunction::Whole(piece_size))
};

fn piece_size(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(deck) = context.deck() else { return };
    let unmarked = context.expected.and_then(|expected| deck.marking(&expected.options.print_setup))
        == Some(Marking::None);
    let mut hidden = false;
    for piece in context.sheet.pieces() {
        let Some(cut) = &piece.cut else {
            if unmarked {
                hidden = true;
            } else if let Some(covered) = piece.drawn_bounds {
                let uncut = format!("{} has no cut around it", piece.name());
                context.fault_of(findings, covered, piece.id.as_ref(), uncut);
            }
            continue;
        };
        let rect = cut.bounds();
        let Measured { by, what } = measured(deck, piece, cut, context.tolerance);
        if by > context.tolerance {
            let message = format!("{} {what}", piece.name());
            context.fault_of(findings, rect, piece.id.as_ref(), message).deviation(by);
        }
        if by.is_finite() {
            findings.measured(by, context.tolerance);
        }
        judge_holes(context, deck, piece, cut, findings);
    }
    if hidden {
        findings.not_judged(
            "the size of pieces without a background: nothing shows their cuts, because the \
            build left the marks out",
        );
    }
}

/// Reports holes that are not where the layout puts them.
fn judge_holes(
    context: &PageContext<'_>,
    deck: &PieceSet,
    piece: &FoundPiece,
    cut: &Cut,
    findings: &mut Findings,
) {
    /// A hole counts as missing if the nearest drawn hole is at least this far from its place in the
    /// layout, in mm.
    const MIN_MISSING_DISTANCE_MM: f64 = 2.0;
    let PieceSize::Fixed(size) = deck.size else { return };
    // Sheets that are sold with cuts show no holes. On a poster, a seam may cross a hole.
    if deck.holes.is_empty() || deck.die_sheet.is_some() || context.sheet.poster_part().is_some() {
        return;
    }
    let items = context.page.items.iter().filter(|item| item.id.as_deref() == Some(&Identity::Hole));
    let near = cut.bounds();
    let drawn: Vec<BezPath> =
        items.filter_map(path_of).filter(|hole| near.contains(hole.bounding_box().center())).collect();
    if drawn.is_empty() && context.page.items.iter().all(|item| !is_cut(item)) {
        return;
    }
    let mirror = if piece.side.is_back() { -1.0 } else { 1.0 };
    // A piece may be rotated on its sheet by any number of right angles. For example, a back may be
    // upside down.
    let turns = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let by = turns
        .iter()
        .map(|&[cosine, sine]| {
            let place = Affine::new([cosine * mirror, sine * mirror, -sine, cosine, 0.0, 0.0]);
            let expected = deck.holes.iter().flat_map(|hole| hole.placed(size));
            let distances = expected.map(|hole| {
                let place = Affine::translate(cut.centre().to_vec2()) * place;
                drawn.iter().map(|path| hole_distance(&hole, place, path)).fold(f64::INFINITY, f64::min)
            });
            distances.fold(0.0, f64::max)
        })
        .fold(f64::INFINITY, f64::min);
    if by <= context.tolerance {
        return;
    }
    let name = piece.name();
    let message = if by < MIN_MISSING_DISTANCE_MM {
        format!("a hole of {name} differs by {} from the layout", format_mm(by))
    } else {
        format!("{name} has no hole where the layout has one")
    };
    let fault = context.fault_of(findings, near, piece.id.as_ref(), message);
    if by.is_finite() {
        fault.deviation(by);
    }
}

/// Returns the difference between a drawn hole and a hole of the layout, in mm. `place` is the transform
/// from the piece to the page. The coordinates of the piece are measured from its middle.
fn hole_distance(hole: &PlacedHole, place: Affine, drawn: &BezPath) -> f64 {
    /// The outlines of two holes are compared only if their places and sizes differ by at most this, in
    /// mm.
    const MAX_HOLE_DIFFERENCE_MM: f64 = 2.0;
    let rect = drawn.bounding_box();
    let moved = rect.center().distance(place * hole.centre);
    let turned_difference = size_difference(rect, Size::new(hole.size.height, hole.size.width));
    match hole.form {
        None => moved.max((rect.width() - hole.size.width).abs()),
        Some(_) if moved > MAX_HOLE_DIFFERENCE_MM => moved,
        Some(_) if size_difference(rect, hole.size).min(turned_difference) > MAX_HOLE_DIFFERENCE_MM => {
            f64::INFINITY
        }
        Some(_) => Contour::new(&(place * hole.path())).deviation(&Contour::new(drawn)),
    }
}

fn path_of(item: &Item) -> Option<BezPath> {
    match &item.kind {
        ItemKind::Path { path, .. } => Some(path.elements().collect()),
        _ => None,
    }
}

/// The difference between a piece and the layout: in mm, and as the end of a message.
struct Measured {
    by: f64,
    what: String,
}

fn measured(deck: &PieceSet, piece: &FoundPiece, cut: &Cut, tolerance: f64) -> Measured {
    let fixed = match &deck.size {
        PieceSize::Fixed(size) => Some(*size),
        // The size is a percentage of the cells of a board. The board may be on a later page, so another
        // rule judges the size.
        PieceSize::Share(_) => None,
    };
    match (cut, &deck.outline) {
        (Cut::Path(found), Outline::Path(form)) => of_form(found, form, fixed, piece.side.is_back()),
        (Cut::Polygon(hexagon), Outline::Hexagon(stands)) => of_hexagon(hexagon, *stands, fixed, tolerance),
        (Cut::Polygon(polygon), Outline::Regular(tiling)) => {
            // Every second triangle in a row points down. The back of any piece may point down,
            // depending on how the sheet is turned over.
            let may_point_down = piece.side.is_back() || tiling.is_triangles();
            of_regular(polygon, *tiling, fixed.map(|f| deck.outline.across_of(f)), may_point_down, tolerance)
        }
        (Cut::Disc(disc), Outline::Disc) => {
            let in_layout = fixed.map_or(0.0, |f| f.width);
            Measured {
                by: fixed.map_or(0.0, |f| (2.0 * disc.radius - f.width).abs()),
                what: format!(
                    "measures {:.2} mm across; the layout says {in_layout:.2} mm",
                    2.0 * disc.radius
                ),
            }
        }
        (Cut::Box { rect, corner_radius: radius }, Outline::Rectangle(round)) => {
            // If the layout sets neither a grid nor the packing, the build may rotate pieces by 90
            // degrees.
            let may_turn = deck.grid.is_none() && deck.pack.is_none();
            of_rectangle(*rect, [*radius, *round], fixed, may_turn, tolerance)
        }
        _ => Measured { by: f64::INFINITY, what: "has a different shape from the layout".to_owned() },
    }
}

fn of_hexagon(hexagon: &Polygon, stands: Orientation, fixed: Option<Size>, tolerance: f64) -> Measured {
    let side = hexagon.side();
    let turn = hexagon.turned_from(stands.degrees()).abs();
    let twist = turn.to_radians() * side;
    let (w, h) = stands.unit_size();
    let size = fixed.map_or(0.0, |f| (w * side - f.width).abs().max((h * side - f.height).abs()));
    let irregular = hexagon.irregularity();
    let by = size.max(irregular).max(twist);
    let what = if by <= tolerance {
        String::new()
    } else if irregular > tolerance {
        "is not a regular hexagon".to_owned()
    } else if twist > tolerance {
        format!("is rotated by {turn:.1}°")
    } else {
        let in_layout = fixed.map_or(0.0, |f| f.width.min(f.height));
        format!("measures {:.2} mm across flats; the layout says {in_layout:.2} mm", hexagon.across_flats())
    };
    Measured { by, what }
}

/// Measures a piece that has a free form as its outline. On a back, the form is mirrored and may be
/// upside down.
fn of_form(found: &PathCut, form: &PathOutline, fixed: Option<Size>, is_back: bool) -> Measured {
    let bounds = found.contour.bounds();
    let path = form.stretched(fixed.unwrap_or(bounds.size()));
    let motions: &[[f64; 2]] = if is_back { &[[-1.0, 1.0], [1.0, -1.0]] } else { &[[1.0, 1.0]] };
    let by = motions
        .iter()
        .map(|[x, y]| {
            let place = Affine::translate(bounds.center().to_vec2()) * Affine::scale_non_uniform(*x, *y);
            Contour::new(&(place * &path)).deviation(&found.contour)
        })
        .fold(f64::INFINITY, f64::min);
    // If a wrong size causes more than half of the deviation, the message is about the size.
    let size = fixed.filter(|size| size_difference(bounds, *size) > by / 2.0);
    let what = match size {
        Some(size) => format!(
            "measures {:.2} x {:.2} mm; the layout says {:.2} x {:.2} mm",
            bounds.width(),
            bounds.height(),
            size.width,
            size.height
        ),
        None => format!("has an outline that is up to {} away from the outline in the layout", format_mm(by)),
    };
    Measured { by, what }
}

/// Measures a triangle or an octagon. `in_layout` is the width in the layout, in mm.
fn of_regular(
    polygon: &Polygon,
    tiling: Tiling,
    in_layout: Option<f64>,
    may_point_down: bool,
    tolerance: f64,
) -> Measured {
    let turn_upright = polygon.turned_from(tiling.degrees(CellAddress::new(0, 0))).abs();
    let turn = if may_point_down {
        turn_upright.min(polygon.period() / 2.0 - turn_upright).abs()
    } else {
        turn_upright
    };
    let twist = turn.to_radians() * polygon.side();
    let is = tiling.across_from_side(polygon.side());
    let size = in_layout.map_or(0.0, |in_layout| (is - in_layout).abs());
    let irregular = polygon.irregularity();
    let what = if irregular > tolerance {
        format!("is not a regular {}", Outline::Regular(tiling).called())
    } else if twist > tolerance {
        format!("is rotated by {turn:.1}°")
    } else {
        format!("measures {is:.2} mm across; the layout says {:.2} mm", in_layout.unwrap_or(0.0))
    };
    Measured { by: size.max(irregular).max(twist), what }
}

/// Compares a box with a size in width and in height. Returns the larger of the two differences, in mm.
fn size_difference(rect: Rect, size: Size) -> f64 {
    (rect.width() - size.width).abs().max((rect.height() - size.height).abs())
}

/// Measures a rectangle. `rounded` contains two corner radii: that of the found piece, and that in the
/// layout.
fn of_rectangle(
    rect: Rect,
    rounded: [f64; 2],
    fixed: Option<Size>,
    may_turn: bool,
    tolerance: f64,
) -> Measured {
    let by = fixed.map_or(0.0, |size| {
        let upright = size_difference(rect, size);
        let turned = size_difference(rect, Size::new(size.height, size.width));
        if may_turn { upright.min(turned) } else { upright }
    });
    let [radius, round] = rounded;
    let round_by = (radius - round).abs();
    let what = if by > tolerance {
        let f = fixed.unwrap_or_default();
        format!(
            "measures {:.2} x {:.2} mm; the layout says {:.2} x {:.2} mm",
            rect.width(),
            rect.height(),
            f.width,
            f.height
        )
    } else {
        format!("has corners rounded by {radius:.2} mm; the layout says {round:.2} mm")
    };
    // The radius is computed from an area, so it is less exact than a length.
    Measured { by: by.max(if round_by > 0.2 { round_by } else { 0.0 }), what }
}
