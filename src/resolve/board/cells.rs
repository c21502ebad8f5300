//! Which cells there are: from a map or a shape, with some added and some left out; and what they are called.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::kinds::Kinds;
use super::map::{self, MapText};
use crate::base::hex::{Hex, Orientation};
use crate::diag::{Diagnostic, Place, codes};
use crate::model::address;
use crate::model::board::Cell;
use crate::model::naming::{self, Naming};
use crate::model::shape::{self, Lean, Offset, Shape};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::{Board, Names};
use crate::spec::values::place::{At, TextOr};

/// The cells of a board, and the shape they came from.
pub struct Laid {
    /// In the order of the map, or of reading.
    pub cells: Vec<Cell>,
    /// The shape, and how it stands; none for a map.
    pub shape: Option<(Shape, Lean, Offset)>,
}

impl Laid {
    /// Where the cells lie.
    pub fn hexes(&self) -> Vec<Hex> {
        self.cells.iter().map(|c| c.hex).collect()
    }
}

/// Lays the cells.
pub fn lay(
    b: &Board,
    orientation: Orientation,
    source: &str,
    place: Place,
    kinds: &mut Kinds,
    compiler: &mut Compiler<'_>,
) -> Laid {
    let mut laid = match (&b.map, &b.shape) {
        (Some(map), None) => {
            let text = MapText::new(&map.value, map.span.clone(), source);
            let drawn = map::read(&text, orientation, compiler.file, compiler.report);
            let cells = drawn.iter().filter_map(|d| kinds.cell(d, compiler)).collect();
            Laid { cells, shape: None }
        }
        (None, Some(shape)) => from_shape(b, shape, orientation, kinds, compiler),
        (Some(map), Some(_)) => {
            let message = "`map` and `shape` both say where the cells are: leave one out".to_owned();
            compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message), compiler.place(map));
            Laid { cells: Vec::new(), shape: None }
        }
        (None, None) => {
            let hint = "map = '''…''', or shape = \"hexhex 5\"".to_owned();
            compiler.wrong(
                Diagnostic::error(codes::MISSING_KEY, "a board needs a map or a shape").hint(hint),
                place,
            );
            Laid { cells: Vec::new(), shape: None }
        }
    };
    if let Some(add) = &b.add {
        added(add, &mut laid, kinds, compiler);
    }
    if let Some(without) = &b.without {
        left_out(b, without, orientation, &mut laid, kinds, compiler);
    }
    if let Some(beyond) = laid.cells.get(shape::MOST_CELLS as usize) {
        let (count, most) = (laid.cells.len(), shape::MOST_CELLS);
        let message = format!("the board has {count} cells, and a board has at most {most}");
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message), beyond.place);
    }
    laid
}

fn from_shape(
    b: &Board,
    given: &At<String>,
    orientation: Orientation,
    kinds: &mut Kinds,
    compiler: &mut Compiler<'_>,
) -> Laid {
    let place = compiler.place(given);
    let shape: Shape = match given.value.parse() {
        Ok(shape) => shape,
        Err(wrong) => {
            compiler.wrong(wrong, place);
            return Laid { cells: Vec::new(), shape: None };
        }
    };
    let lean = b.lean.as_ref().map_or_else(Lean::default, |lean| lean.value);
    let offset = b.offset.as_ref().map_or_else(Offset::default, |offset| offset.value);
    let kind = kinds.ground();
    let cell = |hex| Cell { hex, kind, marks: Vec::new(), place };
    let cells = shape.cells(orientation, lean, offset).into_iter().map(cell).collect();
    Laid { cells, shape: Some((shape, lean, offset)) }
}

/// `add = "2,-3 3,-3"`: cells by axial coordinates.
fn added(add: &At<String>, laid: &mut Laid, kinds: &mut Kinds, compiler: &mut Compiler<'_>) {
    let place = compiler.place(add);
    let mut there: HashSet<Hex> = laid.cells.iter().map(|cell| cell.hex).collect();
    let near = -1000..=1000;
    for word in add.value.split_whitespace() {
        let pair =
            word.split_once(',').and_then(|(q, r)| Some((q.parse::<i32>().ok()?, r.parse::<i32>().ok()?)));
        let Some((q, r)) = pair.filter(|(q, r)| near.contains(q) && near.contains(r)) else {
            let message = format!("`{word}` is no cell by its axial coordinates");
            let hint = "as in add = \"2,-3 3,-3\"; show-names = \"inside\" with names = \"axial\" shows them"
                .to_owned();
            compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message).hint(hint), place);
            continue;
        };
        let hex = Hex::new(q, r);
        if !there.insert(hex) {
            compiler.wrong(
                Diagnostic::error(codes::SAME_NAME, format!("the cell {word} is there already")),
                place,
            );
            continue;
        }
        laid.cells.push(Cell { hex, kind: kinds.ground(), marks: Vec::new(), place });
    }
}

/// `without = "a1 ring 1 of e5"`: cells by the names they have before any is left out.
fn left_out(
    b: &Board,
    without: &At<String>,
    orientation: Orientation,
    laid: &mut Laid,
    kinds: &Kinds,
    compiler: &mut Compiler<'_>,
) {
    let names = names(b, orientation, laid, compiler);
    let hexes = laid.hexes();
    let named = named(&hexes, names.as_deref());
    let mut out = BTreeSet::new();
    let mut other = None;
    for spot in spots(without, &without.value, &named, &|cell| kinds.name_of(laid, cell), compiler) {
        match spot {
            address::Spot::Cell(index) => drop(out.insert(index)),
            address::Spot::Edge { .. } => other = Some("an edge"),
            address::Spot::Corner { .. } => other = Some("a corner"),
        }
    }
    if let Some(other) = other {
        let message = format!("only cells can be left out, and this names {other}");
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message), compiler.place(without));
    }
    if out.is_empty() {
        return;
    }
    let mut index = 0..;
    laid.cells.retain(|_| index.next().is_none_or(|index| !out.contains(&index)));
    if laid.cells.is_empty() {
        compiler.wrong(Diagnostic::error(codes::NOTHING, "this leaves no cell"), compiler.place(without));
    }
}

/// Cells for addresses: where they lie, and what they are called.
pub fn named<'a>(hexes: &'a [Hex], names: Option<&'a [Arc<str>]>) -> address::AddressedBoard<'a> {
    address::AddressedBoard::new(hexes, names.unwrap_or_default().iter().map(|name| &**name))
}

/// The places that an address names; a mistake goes to the report, at the address. `kind` says of which kind a cell is.
pub fn spots<'k, T>(
    at: &At<T>,
    address: &str,
    named: &address::AddressedBoard<'_>,
    kind: &dyn Fn(usize) -> &'k str,
    compiler: &mut Compiler<'_>,
) -> Vec<address::Spot> {
    match address::spots(address, named, kind) {
        Ok(spots) => spots,
        Err(wrong) => {
            // The address stands in quotes; the mistake is a part of it.
            let quote = usize::from(at.span.len() == address.len() + 2);
            let start = at.span.start + quote;
            let inside = at.span.len() >= address.len();
            let span =
                if inside { start + wrong.span.start..start + wrong.span.end } else { at.span.clone() };
            let place = Place::new(compiler.file, span);
            compiler.wrong(Diagnostic::error(codes::UNKNOWN_PLACE, wrong.message), place);
            Vec::new()
        }
    }
}

/// What the cells are called; none where the layout does not say.
pub fn names(
    b: &Board,
    orientation: Orientation,
    laid: &Laid,
    compiler: &mut Compiler<'_>,
) -> Option<Vec<Arc<str>>> {
    let given = b.names.as_ref()?;
    let place = compiler.place(given);
    let names = naming_of(&given.value).and_then(|way| naming::names(&laid.hexes(), orientation, &way));
    match names {
        Ok(names) => Some(names.into_iter().map(Arc::from).collect()),
        Err(wrong) => {
            compiler.wrong(wrong, place);
            None
        }
    }
}

fn naming_of(given: &TextOr<Names>) -> Result<Naming, Diagnostic> {
    let names = match given {
        TextOr::Text(name) => return name.parse(),
        TextOr::Full(names) => names,
    };
    let like = names.like.as_ref().map_or("lines", |l| l.value.as_str());
    let mut naming: Naming = like.parse()?;
    if let Some(from) = &names.from {
        naming.from = Some(from.value.parse()?);
    }
    if let Some(form) = &names.as_ {
        naming.form.clone_from(&form.value);
    }
    if let Some(digits) = &names.digits {
        let digits = usize::try_from(digits.value).unwrap_or(usize::MAX);
        if !(1..=9).contains(&digits) {
            return Err(codes::BAD_VALUE.error("`digits` lies between 1 and 9"));
        }
        (naming.first.digits, naming.second.digits) = (digits, digits);
    }
    if let Some(skip) = &names.skip {
        naming.first = naming.first.clone().without(&skip.value);
        naming.second = naming.second.clone().without(&skip.value);
    }
    Ok(naming)
}
