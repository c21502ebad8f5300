//! Computes the inside of a box from the pieces that the box must hold.
//!
//! - In: the components that the key `holds` names.
//! - Out: the width, height and depth of the inside, or errors.
//! - Not here: the panels of the box.
//!
//! Three default values come from tuck boxes of The Game Crafter: the thickness of a card, the empty
//! space around the cards (`play`), and the air in a stack. These boxes hold 36 to 108 cards of 0.33 mm.

use kurbo::Size;

use crate::context::Resolver;
use hexpress_base::diag::{codes, near};
use hexpress_base::units::ShortNumber;
use hexpress_game::pieces::{PieceSet, PieceSize};
use hexpress_language::tables::layout::GameBox;
use hexpress_language::values::inside::{Inside, MIN_SIDE_MM};
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Length;

/// The ratio of the thickness of a stack to the total thickness of its pieces. It is more than 1
/// because of the air between the pieces.
const STACK_THICKNESS_RATIO: f64 = 1.08;
/// The default of `play` (the empty space around the pieces), in mm.
const DEFAULT_PLAY_MM: f64 = 2.5;
/// The smallest and the largest `play`, in mm.
const ALLOWED_PLAY_MM: [f64; 2] = [0.0, 50.0];
/// The smallest and the largest thickness of a piece, in mm.
const ALLOWED_THICKNESSES_MM: [f64; 2] = [0.02, 50.0];
/// How much wider and higher a sleeved card is than the card itself, in mm.
const SLEEVE_MARGIN_MM: f64 = 3.0;
/// The thickness of a card in its sleeve, in mm.
const SLEEVED_CARD_MM: f64 = 0.6;

/// A component with pieces that a box may hold.
pub struct BoxContent<'c> {
    pub name: &'c str,
    /// The name of the component's table: `cards`, `notes`, `tiles` or `counters`.
    pub table: &'static str,
    /// How many times each sheet is printed.
    pub print: u32,
    /// The pieces. `None` if the component has errors.
    pub deck: Option<&'c PieceSet>,
}

impl BoxContent<'_> {
    /// Returns the default thickness of one piece, in mm.
    fn thickness(&self, is_sleeved: bool) -> f64 {
        match self.table {
            "cards" if is_sleeved => SLEEVED_CARD_MM,
            "cards" => 0.33,
            "notes" => 0.18,
            _ => 1.65,
        }
    }
}

/// The pieces of one component in a box.
struct PieceStack {
    /// The size of a piece in mm, when it is placed upright in the box.
    size: Size,
    count: usize,
    /// The thickness of a piece, in mm.
    thickness: f64,
}

/// Returns the inside of a box that holds the components in `holds`. Returns `None` after an error.
pub fn inside(
    table: &GameBox,
    holds: &Spanned<Vec<Spanned<String>>>,
    components: &[BoxContent<'_>],
    resolver: &mut Resolver<'_>,
) -> Option<Inside> {
    if holds.value.is_empty() {
        let hint = "name the components in the box: holds = [\"cards\"]";
        return resolver.error_with_hint(codes::NOTHING, holds, "this box holds nothing", hint).none();
    }
    let is_sleeved = table.sleeved.as_ref().is_some_and(|at| at.value);
    let thickness = length(table.thickness.as_ref(), "thickness", ALLOWED_THICKNESSES_MM, resolver);
    let play = length(table.play.as_ref(), "play", ALLOWED_PLAY_MM, resolver).unwrap_or(DEFAULT_PLAY_MM);
    let mut piles = Vec::with_capacity(holds.value.len());
    for name in &holds.value {
        let held = find_component(name, components, resolver)?;
        let size = upright(name, held.deck?, resolver)?;
        let sleeve = if is_sleeved && held.table == "cards" { SLEEVE_MARGIN_MM } else { 0.0 };
        piles.push(PieceStack {
            size: size + Size::new(sleeve, sleeve),
            count: held.deck?.pieces.len() * held.print as usize,
            thickness: thickness.unwrap_or_else(|| held.thickness(is_sleeved)),
        });
    }
    let width = piles.iter().map(|pile| pile.size.width).fold(0.0, f64::max);
    let height = piles.iter().map(|pile| pile.size.height).fold(0.0, f64::max);
    // Pieces that are smaller than the inside of the box are placed next to each other, in layers.
    let depth: f64 = piles
        .iter()
        .map(|pile| {
            let in_layer = (width / pile.size.width).floor() * (height / pile.size.height).floor();
            (pile.count as f64 / in_layer.max(1.0)).ceil() * pile.thickness
        })
        .sum();
    let depth = (STACK_THICKNESS_RATIO * depth).max(MIN_SIDE_MM);
    let inside = Inside { width: width + play, height: height + play, depth };
    match inside.check() {
        Ok(()) => Some(inside),
        Err(diagnostic) => {
            let hint =
                "the pieces in `holds` set this size: list fewer or smaller pieces, or add another [[box]]";
            resolver.add_error(diagnostic.hint(hint), holds).none()
        }
    }
}

/// Returns the component that an entry of `holds` names. Reports an unknown name. Returns `None` after
/// an error.
fn find_component<'c, 'n>(
    name: &Spanned<String>,
    components: &'c [BoxContent<'n>],
    resolver: &mut Resolver<'_>,
) -> Option<&'c BoxContent<'n>> {
    let found = components.iter().find(|held| held.name == name.value);
    if found.is_none() {
        let usual =
            "write the name of a component with pieces, or the size of the box: inside = \"66 x 91 x 20mm\"";
        let (message, hint) = if resolver.boards.contains(&name.value) {
            let held = "a box can hold only cards, notes, tiles and counters";
            (format!("`{}` is a board, but {held}", name.value), usual.into())
        } else {
            let names = components.iter().map(|held| held.name);
            let message = format!("the layout has no cards, notes, tiles or counters named `{}`", name.value);
            (message, near::hint(&name.value, names, || usual))
        };
        resolver.error_with_hint(codes::UNKNOWN_NAME, name, message, hint);
    }
    found
}

/// Returns the size in mm that a deck's pieces have when they are placed upright. Reports a deck if the
/// size or the number of its pieces depends on the paper, which is not known yet. Returns `None` after an
/// error.
fn upright(name: &Spanned<String>, deck: &PieceSet, resolver: &mut Resolver<'_>) -> Option<Size> {
    let hint = "write the size of the box: inside = \"66 x 91 x 20mm\"";
    let message = match (&deck.size, &deck.fill) {
        (PieceSize::Fixed(size), None) => return Some(Size::new(size.min_side(), size.max_side())),
        (PieceSize::Share(_), _) => {
            format!("the size of `{}` depends on the paper, so the box has no fixed size", name.value)
        }
        (_, Some(_)) => {
            format!(
                "the number of pieces of `{}` depends on the paper, so the box has no fixed size",
                name.value
            )
        }
    };
    resolver.error_with_hint(codes::BAD_VALUE, name, message, hint).none()
}

/// Returns a length that the layout sets, in mm. Returns `None` if the layout does not set it. Reports
/// a length outside the range from `least` to `most`.
fn length(
    value: Option<&Spanned<Length>>,
    key: &str,
    [least, most]: [f64; 2],
    resolver: &mut Resolver<'_>,
) -> Option<f64> {
    let at = value?;
    let mm = at.value.0;
    if !(least..=most).contains(&mm) {
        let message = format!("`{key}` must be {} to {} mm", ShortNumber(least), ShortNumber(most));
        resolver.error(codes::BAD_SIZE, at, message);
    }
    Some(mm)
}
