//! Finds, for each drawing on a sheet, the line of the layout or of a table from which the drawing
//! comes.
//!
//! - In: a sheet as SVG, in which drawings have names.
//! - Out: for each name, the file and the line that the drawing comes from.

use serde_json::{Map, Value, json};

use hexpress_base::diag::{Place, Sources, locate};
use hexpress_base::identity::Identity;
use hexpress_game::{Deck, Game};

/// The beginning of the attribute that contains the name of a drawing.
const ATTRIBUTE: &str = "data-piece=\"";

/// Returns, for the name of each drawing on a sheet, the file and the line that the drawing comes
/// from.
pub fn lines(game: &Game, sources: &Sources, svg: &str) -> Value {
    let mut lines = Map::new();
    for rest in svg.split(ATTRIBUTE).skip(1) {
        let Some((written, _)) = rest.split_once('"') else { continue };
        let name =
            written.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        let Some(located) = place(game, &name).and_then(|place| locate(sources, place)) else { continue };
        lines.insert(name, json!([located.file, located.line]));
    }
    Value::Object(lines)
}

/// Returns the place that a drawing comes from. For a piece, this is its row. For any other
/// drawing, it is the table of its component.
fn place(game: &Game, name: &str) -> Option<Place> {
    let Ok(id) = name.parse::<Identity>();
    let component = id.component()?;
    let index = game.components.iter().position(|one| one.name == *component)?;
    let piece = game.components.get(index)?.deck().zip(id.piece());
    let row = piece.and_then(|(deck, number)| row_place(deck, number));
    row.or_else(|| hexpress_check::line(game, Some(index), Some(&id)))
}

/// Returns the place of the row that the piece with this number comes from.
fn row_place(deck: &Deck, number: usize) -> Option<Place> {
    let index = match &deck.picked {
        Some(picked) => picked.binary_search(&u32::try_from(number).ok()?).ok()?,
        None => number.checked_sub(1)?,
    };
    let row = deck.row(index)?;
    if let Some(origin) = &deck.origin {
        return Some(origin.table.row_place(*origin.rows.get(row)? as usize));
    }
    (0..deck.values.names().count()).find_map(|column| deck.places.value(row, column))
}
