//! Compiles boxes. A box is printed as a piece. The outline of this piece is the outline of the
//! unfolded box.
//!
//! - In: a `[[box]]` table, and the components that the box may hold.
//! - Out: for each flat part of the box, a deck of one piece.
//! - Not here: drawing folds, slits and glue flaps.

mod bleed_strips;
mod box_inside;
mod panel;
mod panels_of_kind;

use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::context::Resolver;
use crate::pieces::deck;
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::pieces::{Hole, Net, PieceSet};
use hexpress_language::tables::element::Element;
use hexpress_language::tables::layout::{BoxKind, GameBox, Outline, Pieces};
use hexpress_language::values::choice::Class;
use hexpress_language::values::inside::Inside;
use hexpress_language::values::per_row::{Numeral, PerRow};
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::{NameOr, OneOrMany, Spanned};
use hexpress_language::values::value::{ElementPlace, Extent, Length, Measure, Pair};

pub use box_inside::BoxContent;
use panel::{Face, Flat, FlatFace, flat};
use panels_of_kind::{BoxPanel, HookHole};

/// The default bleed of a box, in mm.
const DEFAULT_BLEED_MM: f64 = 3.0;

/// The area, in mm, that can be printed on A4 and also on US Letter. A flat part that fits into it
/// needs only a small sheet.
const SMALL_SHEET: Size = Size::new(190.0, 254.0);

/// The largest width and height of a piece, in mm.
const MAX_PIECE_MM: f64 = 2000.0;

/// A flat part of a box, as a component of one piece.
pub struct BoxPart {
    pub name: String,
    pub class: Class,
    pub deck: PieceSet,
}

impl Face {
    const ALL: [Self; 6] = [Self::Front, Self::Back, Self::Left, Self::Right, Self::Top, Self::Bottom];

    fn key(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
        }
    }

    fn elements(self, table: &GameBox) -> Option<&Spanned<NameOr<Vec<Spanned<Element>>>>> {
        match self {
            Self::Front => table.front.as_ref(),
            Self::Back => table.back.as_ref(),
            Self::Left => table.left.as_ref(),
            Self::Right => table.right.as_ref(),
            Self::Top => table.top.as_ref(),
            Self::Bottom => table.bottom.as_ref(),
        }
    }
}

/// Compiles a box. Returns the flat parts of the box that have no errors.
pub fn parts(
    table: &Spanned<GameBox>,
    components: &[BoxContent<'_>],
    resolver: &mut Resolver<'_>,
) -> Vec<BoxPart> {
    let kind = table.kind.as_ref().map_or(BoxKind::Tuck, |kind| kind.value);
    let name = table.name.as_ref().map_or("box", |name| name.value.as_str());
    idle_faces(table, kind, resolver);
    let table = &table.with(own_faces(table, kind, resolver));
    let Some(inside) = inside_of_box(table, kind, components, resolver) else { return Vec::new() };
    let bleed = table.bleed.as_ref().map_or(DEFAULT_BLEED_MM, |bleed| bleed.value.0);
    let mut parts = Vec::new();
    for part in panels_of_kind::parts(kind, inside) {
        let part_name = format!("{name}{}", part.suffix);
        let flat = flat(&part.panel, bleed);
        if flat.size.max_side() > MAX_PIECE_MM {
            let [width, height] = [flat.size.width, flat.size.height].map(ShortNumber::tenths);
            let message = format!(
                "laid out flat, this box is {width} x {height} mm, but can be at most {MAX_PIECE_MM} mm wide and \
                 high"
            );
            let hint = "write smaller lengths in `inside`, or fewer components in `holds`";
            resolver.error_with_hint(codes::BAD_SIZE, resolver.place(table), message, hint);
            continue;
        }
        let class = match &table.sheet {
            Some(at) => at.value,
            None if fits(flat.size, SMALL_SHEET) => Class::Small,
            None => Class::Large,
        };
        if let Some(deck) = flat_deck(table, &part_name, &part, &flat, resolver) {
            parts.push(BoxPart { name: part_name, class, deck });
        }
    }
    parts
}

/// Returns a copy of a box. If a box of this kind cannot hold anything, the copy has no faces from the
/// theme: on a die, for example, a title from the theme would be too small to read.
fn own_faces(table: &GameBox, kind: BoxKind, resolver: &Resolver<'_>) -> GameBox {
    let mut own = table.clone();
    if can_hold(kind) {
        return own;
    }
    let faces = [&mut own.front, &mut own.back, &mut own.left, &mut own.right, &mut own.top, &mut own.bottom];
    for face in faces {
        *face = face.take().filter(|at| !resolver.is_of_theme(at));
    }
    own
}

fn fits(size: Size, room: Size) -> bool {
    size.min_side() <= room.min_side() && size.max_side() <= room.max_side()
}

/// Returns the inside of a box. Reports a box without a size, or with two sizes. Returns `None` after
/// an error.
fn inside_of_box(
    table: &Spanned<GameBox>,
    kind: BoxKind,
    components: &[BoxContent<'_>],
    resolver: &mut Resolver<'_>,
) -> Option<Inside> {
    let idle = match (&table.inside, &table.holds) {
        (Some(at), None) => {
            if let Err(diagnostic) = at.value.check() {
                return resolver.add_error(diagnostic, at).none();
            }
            idle_sizes(table, resolver);
            if let (BoxKind::Die, Inside { width, height, depth }) = (kind, at.value)
                && (width != height || height != depth)
            {
                let message = "a die is a cube, but `inside` has different lengths";
                let hint = "write one length: inside = \"16mm\"";
                return resolver.error_with_hint(codes::BAD_SIZE, at, message, hint).none();
            }
            return Some(at.value);
        }
        (None, Some(holds)) if can_hold(kind) => {
            return box_inside::inside(table, holds, components, resolver);
        }
        (None, Some(holds)) => {
            let size = if kind == BoxKind::Die { "16mm" } else { "60 x 90 x 30mm" };
            let hint = format!("delete `holds`, and set the size of the box: inside = \"{size}\"");
            let message =
                format!("`holds` has no effect on a `{}`, because nothing can be put into it", kind.word());
            resolver.error_with_hint(codes::IDLE_KEY, resolver.key_place(&holds.span), message, hint);
            return None;
        }
        (None, None) => {
            let hint = "add holds = [\"cards\"], or inside = \"66 x 91 x 20mm\"";
            let message = "a box needs `holds` or `inside`";
            resolver.error_with_hint(codes::MISSING_KEY, resolver.place(table), message, hint);
            return None;
        }
        (Some(_), Some(holds)) => holds,
    };
    let message = "`holds` has no effect: `inside` already sets the size of this box";
    resolver
        .error_with_hint(codes::IDLE_KEY, resolver.key_place(&idle.span), message, "delete one of the two")
        .none()
}

/// Reports keys about the pieces in a box, such as `sleeved`, if the box has no key `holds`.
fn idle_sizes(table: &GameBox, resolver: &mut Resolver<'_>) {
    let keys = [
        ("sleeved", table.sleeved.as_ref().map(|at| &at.span)),
        ("thickness", table.thickness.as_ref().map(|at| &at.span)),
        ("play", table.play.as_ref().map(|at| &at.span)),
    ];
    for (key, span) in keys {
        if let Some(span) = span {
            let message = format!("`{key}` has no effect without `holds`");
            resolver.error_with_hint(codes::IDLE_KEY, resolver.key_place(span), message, "delete it");
        }
    }
}

/// Returns whether something can be put into a box of this kind.
fn can_hold(kind: BoxKind) -> bool {
    matches!(kind, BoxKind::Tuck | BoxKind::Hook | BoxKind::TrayAndLid | BoxKind::Sleeve)
}

/// Reports elements for faces that this kind of box does not have. Elements from the theme are not
/// reported.
fn idle_faces(table: &GameBox, kind: BoxKind, resolver: &mut Resolver<'_>) {
    let faces = panels_of_kind::faces(kind);
    for face in Face::ALL.into_iter().filter(|face| !faces.contains(face)) {
        if let Some(at) = face.elements(table).filter(|at| !resolver.is_of_theme(at)) {
            let message = format!("`{}` has no effect: a `{}` has no such face", face.key(), kind.word());
            let known: Vec<String> = faces.iter().map(|face| format!("`{}`", face.key())).collect();
            let hint = format!("choose one of the faces of this box: {}", known.join(", "));
            resolver.error_with_hint(codes::IDLE_KEY, resolver.key_place(&at.span), message, hint);
        }
    }
}

/// Compiles a flat part of a box as a deck of one piece. Returns `None` after an error.
fn flat_deck(
    table: &Spanned<GameBox>,
    name: &str,
    part: &BoxPanel,
    flat: &Flat,
    resolver: &mut Resolver<'_>,
) -> Option<PieceSet> {
    let strips = flat.faces.iter().flat_map(|face| bleed(face, table));
    let groups = flat.faces.iter().filter_map(|face| group(face, table));
    let faces = strips.chain(groups).collect();
    let pieces = Pieces {
        outline: Some(table.with(flat.outline.to_svg())),
        bleed: Some(table.bleed.clone().unwrap_or_else(|| table.with(Length(DEFAULT_BLEED_MM)))),
        ground: table.ground.clone(),
        face: Some(table.with(NameOr::Full(faces))),
        alt: table.alt.clone(),
        ..Pieces::default()
    };
    let mut deck = deck(&table.with(pieces), name, Outline::Rectangle, resolver)?;
    deck.net = Some(Arc::new(Net { inside: part.inside, ..flat.net.clone() }));
    deck.holes.extend(part.hook.as_ref().and_then(|hook| hole(hook, flat, table, resolver)));
    Some(deck)
}

/// Returns the hole for a hook. Returns `None` if the box has no back.
fn hole(hook: &HookHole, flat: &Flat, table: &Spanned<GameBox>, resolver: &Resolver<'_>) -> Option<Hole> {
    let back = flat.faces.iter().find(|face| face.face == Face::Back)?;
    let top = back.centre.y - back.size.height / 2.0;
    let centre = Pair { x: back.centre.x, y: top - hook.above };
    Some(Hole {
        form: None,
        size: Some(Extent { width: Measure::Mm(hook.diameter), height: None }),
        at: OfWhole { value: ElementPlace::Offset(centre), percents: [0.0; 2] },
        inset: OfWhole { value: Pair { x: 0.0, y: 0.0 }, percents: [0.0; 2] },
        place: resolver.place(table),
    })
}

/// If the first element of a face is only a fill, returns elements that continue this fill into the
/// bleed of the face. Otherwise returns no elements.
fn bleed(flat: &FlatFace, table: &Spanned<GameBox>) -> Vec<Spanned<Element>> {
    let Some(elements) = flat.face.elements(table) else { return Vec::new() };
    let NameOr::Full(elements) = &elements.value else { return Vec::new() };
    let Some(first) = elements.first().filter(|first| is_plain_fill(&first.value)) else { return Vec::new() };
    let strip = |rect: &Rect| {
        let place = ElementPlace::Offset(Pair { x: rect.center().x, y: rect.center().y });
        first.with(Element {
            box_: Some(first.with(PerRow::Fixed(extent(rect.size())))),
            at: Some(first.with(OneOrMany(vec![PerRow::Fixed(place)]))),
            fill: first.value.fill.clone(),
            ..Element::default()
        })
    };
    flat.bleed.iter().map(strip).collect()
}

fn is_plain_fill(element: &Element) -> bool {
    element.fill.is_some() && !element.draws_something() && element.when.is_none() && element.in_.is_none()
}

fn extent(size: Size) -> Extent {
    Extent { width: Measure::Mm(size.width), height: Some(Measure::Mm(size.height)) }
}

/// Combines the elements of a face into one element. This element is placed where the face is on the flat
/// box. Returns `None` if the layout sets no elements for the face.
fn group(flat: &FlatFace, table: &Spanned<GameBox>) -> Option<Spanned<Element>> {
    let elements = flat.face.elements(table)?;
    let FlatFace { centre, size, turn, .. } = *flat;
    let (parts, look) = match &elements.value {
        NameOr::Full(parts) if parts.is_empty() => return None,
        NameOr::Full(parts) => (Some(elements.with(parts.clone())), None),
        NameOr::Name(name) => (None, Some(elements.with(name.clone()))),
    };
    let place = ElementPlace::Offset(Pair { x: centre.x, y: centre.y });
    Some(elements.with(Element {
        parts,
        look,
        size: Some(elements.with(PerRow::Fixed(extent(size)))),
        at: Some(elements.with(OneOrMany(vec![PerRow::Fixed(place)]))),
        turn: (turn != 0.0).then(|| elements.with(PerRow::Fixed(Numeral::Number(turn)))),
        clip: Some(elements.with(true)),
        ..Element::default()
    }))
}
