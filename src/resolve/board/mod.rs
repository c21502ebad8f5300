//! A board of the layout: its cells, their kinds and marks, names, sides and labels.

mod cells;
mod kinds;
mod map;
mod style;
mod three;

use std::sync::{Arc, OnceLock};

use super::context::Compiler;
use crate::base::hex::Orientation;
use crate::diag::{Diagnostic, codes};
use crate::model::{Board, Mark};
use crate::scene::{Ink, Stroke};
use crate::spec;
use crate::spec::tables::layout::Cells;
use crate::spec::values::place::At;

pub use kinds::marks;

const DEFAULT_CELL_LINE: f64 = 0.3;

/// Compiles a board, given its marks.
pub fn board(
    given: &At<spec::tables::layout::Board>,
    marks: Vec<(char, Arc<Mark>)>,
    source: &str,
    compiler: &mut Compiler<'_>,
) -> Option<Board> {
    let place = compiler.place(given);
    let b = &given.value;
    let orientation = match b.cells.as_ref().map(|c| c.value) {
        Some(Cells::PointyTop) => Orientation::PointyTop,
        Some(Cells::FlatTop) => Orientation::FlatTop,
        None => {
            let hint =
                "cells = \"flat-top\" (a side at the top) or \"pointy-top\" (a corner at the top)".to_owned();
            let message = "a board must say which way its cells stand".to_owned();
            compiler.wrong(Diagnostic::error(codes::MISSING_KEY, message).hint(hint), place);
            Orientation::FlatTop
        }
    };
    let mut ground = kinds::Kinds::new(b, &marks, compiler);
    let mut laid = cells::lay(b, orientation, source, place, &mut ground, compiler);
    let names = cells::names(b, orientation, &laid, compiler);
    three::three_colours(b, names.as_deref(), &mut laid, &mut ground, compiler);
    let details = kinds::at_addresses(b, names.as_deref(), &marks, &mut laid, &mut ground, compiler);
    let line = match &b.line {
        Some(line) => compiler.stroke(line),
        None => Some(Stroke::solid(DEFAULT_CELL_LINE, Ink::black())),
    };
    let (sides, sides_width) = style::sides(b, orientation, &laid, compiler);
    let labels = style::labels(b, compiler);
    let name_style = style::names(b, place, compiler);
    let draw = b.draw.iter().filter_map(|e| compiler.element(e)).collect();
    let under = b.under.iter().filter_map(|e| compiler.element(e)).collect();
    let bottom_line = b.bottom_line.as_ref().and_then(|text| {
        let place = compiler.place(text);
        compiler.template(text, place).map(|t| (t, place))
    });
    Some(Board {
        orientation,
        size: style::size(b, compiler, place),
        cells: laid.cells,
        kinds: ground.kinds,
        marks: marks.into_iter().map(|(_, mark)| mark).collect(),
        names,
        name_style: name_style?,
        names_place: b.names.as_ref().map_or(place, |names| compiler.place(names)),
        line: line?,
        line_place: b.line.as_ref().map_or(place, |line| compiler.place(line)),
        sides,
        sides_width,
        sides_outline: b.sides.as_ref().and_then(|s| s.outline.as_ref()).and_then(|l| compiler.stroke(l)),
        details,
        labels: labels?,
        draw,
        under,
        bottom_line,
        places: OnceLock::new(),
    })
}
