//! For each drawing on a sheet, finds the line of the layout or of a table that makes this drawing.
//!
//! - In: a sheet as SVG, in which each drawing has a name.
//! - Out: the file and the line for each name.

use serde_json::{Map, Value, json};

use hexpress_base::diag::{SourceSpan, Sources, locate};
use hexpress_base::identity::Identity;
use hexpress_game::{Game, PieceSet};

/// The beginning of the attribute that names a drawing.
const ATTRIBUTE: &str = "data-piece=\"";

/// Returns the file and the line for the name of each drawing on a sheet.
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

/// Returns the place that defines a drawing: for a piece, its row; for any other drawing, the table of
/// its component. Returns `None` if the layout does not define the drawing.
fn place(game: &Game, name: &str) -> Option<SourceSpan> {
    let Ok(id) = name.parse::<Identity>();
    let component = id.component()?;
    let index = game.components.iter().position(|one| one.name == *component)?;
    let piece = game.components.get(index)?.deck().zip(id.piece());
    let row = piece.and_then(|(deck, number)| row_place(deck, number));
    row.or_else(|| hexpress_check::layout_place_of(game, Some(index), Some(&id)))
}

/// Returns the place of the row that defines the piece with this number. Returns `None` if there is no
/// such piece.
fn row_place(deck: &PieceSet, number: usize) -> Option<SourceSpan> {
    let row = deck.row(deck.index_of(number)?)?;
    if let Some(origin) = &deck.origin {
        return Some(origin.table.row_place(*origin.rows.get(row)? as usize));
    }
    (0..deck.values.names().count()).find_map(|column| deck.places.value(row, column))
}
