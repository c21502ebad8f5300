//! Compiles the plate of a board: a background or a frame that is drawn behind the cells.
//!
//! - In: the key `plate` of a board.
//! - Out: what the plate surrounds (all of the board or a part of it), its margin, and its fill and line.
//! - Not here: the size of the plate, which depends on the cells (`hexpress-layout`).

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::Plate;
use hexpress_game::board_style::{Around, FrameStyle};
use hexpress_language::tables::layout::Board;
use hexpress_scene::{Ink, Stroke};

/// The largest margin and the largest corner radius of a plate, in mm.
const MAX_MARGIN_MM: f64 = 100.0;
/// The width of the line around a plate with a `frame`, in mm.
const FRAME_LINE: f64 = 0.5;

/// Returns the plate behind a board. Returns `None` if the board has no `plate`, or after an error.
pub fn plate(b: &Board, resolver: &mut Resolver<'_>) -> Option<Plate> {
    let table = b.plate.as_ref()?;
    for (key, length) in [("margin", &table.margin), ("round", &table.round)] {
        if let Some(at) = length.as_ref().filter(|at| !(0.0..=MAX_MARGIN_MM).contains(&at.value.0)) {
            let message = format!("the `{key}` of a plate must be 0 to {MAX_MARGIN_MM} mm");
            resolver.error(codes::BAD_SIZE, at, message);
        }
    }
    let frame = table.frame.as_deref().copied();
    let line = match &table.line {
        Some(line) => resolver.board_stroke(line)?,
        None if frame.is_some() => Stroke::solid(FRAME_LINE, Ink::black()),
        None => Stroke::solid(0.0, Ink::black()),
    };
    let fill = table.fill.as_ref().and_then(|fill| resolver.ink(fill));
    let elements = table.draw.iter().flat_map(|list| &list.value);
    let draw: Vec<_> = elements.filter_map(|element| resolver.element(element)).collect();
    if table.fill.is_none() && line.width <= 0.0 && table.draw.is_none() {
        let hint = "give it a fill or a line: plate = { margin = \"6mm\", line = \"1mm sienna\" }";
        resolver.error_with_hint(codes::NOTHING, table, "this plate draws nothing", hint);
    }
    Some(Plate {
        around: table.around.as_deref().copied().unwrap_or(Around::All),
        margin: table.margin.as_ref().map_or(0.0, |margin| margin.value.0),
        fill,
        line,
        round: table.round.as_ref().map_or(0.0, |round| round.value.0),
        frame: frame.unwrap_or(FrameStyle::Plain),
        draw,
        gives_way: resolver.theme_place().is_some() && resolver.is_theme_span(&table.span),
        place: resolver.place(table),
    })
}
