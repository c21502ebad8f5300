//! Boards: cells, what they are, and what is marked on them.

use std::collections::HashMap;
use std::sync::Arc;

use super::compile::Compiler;
use super::element::Element;
use super::map::{self, MapText};
use super::template::Template;
use crate::diag::near::nearest;
use crate::diag::{Diagnostic, Place, codes};
use crate::hex::{Hex, Orientation};
use crate::scene::{Ink, Stroke};
use crate::spec;
use crate::spec::element::Sign;
use crate::spec::layout::Cells;
use crate::spec::place::At;
use crate::spec::value::{Anchor, Font, For, Pair, Where};
use crate::text::FontId;

/// A board of hexagons.
#[derive(Debug)]
pub struct Board {
    /// Which way the cells stand.
    pub orientation: Orientation,
    /// How large they are.
    pub size: CellSize,
    /// The cells, in the order of the map.
    pub cells: Vec<Cell>,
    /// What cells may be.
    pub kinds: Vec<Kind>,
    /// What may be marked on them.
    pub marks: Vec<Arc<Mark>>,
    /// The line round every cell.
    pub line: Stroke,
    /// How labels are printed.
    pub labels: LabelStyle,
    /// Drawings on the sheet.
    pub draw: Vec<Element>,
    /// Small print along the bottom.
    pub bottom_line: Option<(Template, Place)>,
}

/// How large cells are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CellSize {
    /// As large as the sheet allows.
    Largest,
    /// From flat to flat, in mm.
    Across(f64),
}

/// A cell of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Where it lies.
    pub hex: Hex,
    /// Index in [`Board::kinds`].
    pub kind: usize,
    /// Indices in [`Board::marks`].
    pub marks: Vec<usize>,
    /// Its sign in the map.
    pub place: Place,
}

/// What a cell may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: Arc<str>,
    /// The words in the cell; empty for none.
    pub label: Arc<str>,
    /// Its colour.
    pub fill: Option<Ink>,
    /// Its own line, if it has one.
    pub line: Option<Stroke>,
    /// Where the layout says so.
    pub place: Place,
}

/// A mark upon a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Its name.
    pub name: Arc<str>,
    /// How it is drawn.
    pub element: Element,
}

/// How labels stand in their cells.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelStyle {
    /// Where in the cell.
    pub at: Where,
    /// In from the cell's edge, mm.
    pub inset: Pair,
    /// The face.
    pub font: FontId,
    /// The em, in mm.
    pub size: f64,
    /// The smallest em to shrink to, in mm.
    pub least: f64,
    /// The colour.
    pub ink: Ink,
    /// Once for each seat.
    pub each_seat: bool,
}

const DEFAULT_LABEL_PT: f64 = 9.0;
const DEFAULT_CELL_LINE: f64 = 0.3;

/// The marks of a board, compiled; other components may ask for them by name.
pub fn marks(board: &spec::layout::Board, compiler: &mut Compiler<'_>) -> Vec<(char, Arc<Mark>)> {
    let mut marks = Vec::new();
    for (sign, entry) in board.key.iter() {
        let Some(name) = &entry.mark else { continue };
        let Some(c) = sign_char(sign, compiler) else { continue };
        let element = entry.with(entry.element());
        if let Some(element) = compiler.element(&element) {
            marks.push((c, Arc::new(Mark { name: name.value.as_str().into(), element })));
        }
    }
    marks
}

fn sign_char(sign: &At<String>, compiler: &mut Compiler<'_>) -> Option<char> {
    let mut chars = sign.value.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if !c.is_whitespace() => Some(c),
        _ => {
            let message = format!("a sign of a map is one character, and `{}` is not", sign.value);
            let place = compiler.place(sign);
            compiler.wrong((codes::BAD_MAP, message, None), place);
            None
        }
    }
}

/// Compiles a board, given its marks.
pub fn board(
    given: &At<spec::layout::Board>,
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
            compiler.wrong((codes::MISSING_KEY, message, Some(hint)), place);
            Orientation::FlatTop
        }
    };
    let mut kinds = Vec::new();
    let mut letters: HashMap<char, usize> = HashMap::new();
    for (sign, entry) in b.key.iter() {
        if entry.mark.is_none()
            && let Some(c) = sign_char(sign, compiler)
            && let Some(kind) = kind(sign, entry, compiler)
        {
            letters.insert(c, kinds.len());
            kinds.push(kind);
        }
    }
    let signs: HashMap<char, usize> = marks.iter().enumerate().map(|(i, (c, _))| (*c, i)).collect();
    let cells = match &b.map {
        Some(map) => {
            let text = MapText::new(&map.value, map.span.clone(), source);
            let drawn = map::read(&text, orientation, compiler.file, compiler.report);
            drawn.iter().filter_map(|d| cell(d, &letters, &signs, compiler)).collect()
        }
        None => {
            compiler.wrong((codes::MISSING_KEY, "a board needs a map".into(), None), place);
            Vec::new()
        }
    };
    let line = match &b.line {
        Some(line) => compiler.stroke(line),
        None => Some(Stroke::solid(DEFAULT_CELL_LINE, Ink::black())),
    };
    let labels = labels(b, compiler);
    let draw = b.draw.iter().filter_map(|e| compiler.element(e)).collect();
    let bottom_line = b.bottom_line.as_ref().and_then(|text| {
        let place = compiler.place(text);
        compiler.template(text, place).map(|t| (t, place))
    });
    Some(Board {
        orientation,
        size: size(b, compiler, place),
        cells,
        kinds,
        marks: marks.into_iter().map(|(_, mark)| mark).collect(),
        line: line?,
        labels: labels?,
        draw,
        bottom_line,
    })
}

fn size(b: &spec::layout::Board, compiler: &mut Compiler<'_>, place: Place) -> CellSize {
    match (&b.across, &b.fit) {
        (Some(across), None) => {
            if !(across.value.0 >= 1.0 && across.value.0 <= 2000.0) {
                let message = "a cell measures between 1mm and 2000mm across".to_owned();
                compiler.wrong((codes::BAD_SIZE, message, None), compiler.place(across));
            }
            CellSize::Across(across.value.0)
        }
        (Some(across), Some(_)) => {
            let message = "`across` and `fit` both say how large the cells are: leave one out".to_owned();
            compiler.wrong((codes::BAD_SIZE, message, None), compiler.place(across));
            CellSize::Largest
        }
        (None, Some(_)) => CellSize::Largest,
        (None, None) => {
            let message = "a board must say how large its cells are".to_owned();
            let hint = "fit = \"largest\", or across = \"38mm\"".to_owned();
            compiler.wrong((codes::MISSING_KEY, message, Some(hint)), place);
            CellSize::Largest
        }
    }
}

fn kind(sign: &At<String>, entry: &At<Sign>, compiler: &mut Compiler<'_>) -> Option<Kind> {
    let place = compiler.place(entry);
    let e = entry.element();
    let draws = e.text.is_some()
        || e.disc.is_some()
        || e.star.is_some()
        || e.box_.is_some()
        || e.hexagon.is_some()
        || e.arrow.is_some()
        || e.guilloche.is_some()
        || e.compass.is_some();
    if draws {
        let hint = Some("give it a name: mark = \"star\"".to_owned());
        compiler.wrong((codes::BAD_ELEMENT, "a drawing upon cells is a mark".into(), hint), place);
    }
    let fill = match &entry.fill {
        Some(fill) => match &fill.value {
            spec::value::Templated::Fixed(name) => compiler.ink(&fill.with(name.clone())),
            spec::value::Templated::Template(_) => no_template(compiler, compiler.place(fill)),
        },
        None => None,
    };
    let line = match &entry.line {
        Some(line) => match &line.value {
            spec::value::Templated::Fixed(value) => compiler.stroke(&line.with(value.clone())),
            spec::value::Templated::Template(_) => no_template(compiler, compiler.place(line)),
        },
        None => None,
    };
    Some(Kind {
        name: entry.kind.as_ref().map_or(sign.value.as_str(), |k| k.value.as_str()).into(),
        label: entry.label.as_ref().map_or("", |l| l.value.as_str()).into(),
        fill,
        line,
        place,
    })
}

fn no_template<T>(compiler: &mut Compiler<'_>, place: Place) -> Option<T> {
    compiler
        .wrong((codes::BAD_TEMPLATE, "cells have no row of data to work this out from".into(), None), place);
    None
}

fn cell(
    drawn: &map::Drawn,
    letters: &HashMap<char, usize>,
    signs: &HashMap<char, usize>,
    compiler: &mut Compiler<'_>,
) -> Option<Cell> {
    let place = Place::new(compiler.file, drawn.span.clone());
    let mut kind = None;
    let mut marks = Vec::new();
    for (i, c) in drawn.sign.chars().enumerate() {
        match (letters.get(&c), signs.get(&c)) {
            (Some(k), _) if i == 0 => kind = Some(*k),
            (_, Some(m)) if i > 0 => marks.push(*m),
            _ => {
                unknown_sign(c, i, letters, signs, place, compiler);
                return None;
            }
        }
    }
    Some(Cell { hex: drawn.hex, kind: kind?, marks, place })
}

fn unknown_sign(
    c: char,
    index: usize,
    letters: &HashMap<char, usize>,
    signs: &HashMap<char, usize>,
    place: Place,
    compiler: &mut Compiler<'_>,
) {
    let (table, what) = if index == 0 { (letters, "kind of cell") } else { (signs, "mark") };
    let mut known: Vec<String> = table.keys().map(char::to_string).collect();
    known.sort_unstable();
    let message = format!("[board.key] has no {what} `{c}`");
    let other_case = known.iter().find(|k| k.to_lowercase() == c.to_lowercase().to_string());
    let hint = match other_case.map(String::as_str).or_else(|| nearest(&c.to_string(), std::iter::empty())) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!("add it to [board.key]: \"{c}\" = {{ … }}"),
        None => format!("it has {}", known.join(" ")),
    };
    compiler.report.push(Diagnostic::error(codes::UNKNOWN_SIGN, message).at(place).hint(hint));
}

fn labels(b: &spec::layout::Board, compiler: &mut Compiler<'_>) -> Option<LabelStyle> {
    let default_font = Font {
        family: None,
        bold: false,
        italic: false,
        size: crate::units::Mm::from_pt(DEFAULT_LABEL_PT).0,
    };
    let given = b.labels.as_ref().map(|l| &l.value);
    let (font, place) = match given.and_then(|l| l.font.as_ref()) {
        Some(font) => (font.value.clone(), compiler.place(font)),
        None => (default_font, Place::new(compiler.file, 0..0)),
    };
    let id = compiler.font(&font, place)?;
    let ink = match given.and_then(|l| l.colour.as_ref()) {
        Some(colour) => compiler.ink(colour)?,
        None => Ink::black(),
    };
    let least = given.and_then(|l| l.shrink.as_ref()).map_or(font.size, |s| s.value.0);
    Some(LabelStyle {
        at: given
            .and_then(|l| l.at.as_ref())
            .map_or(Where::Anchor(Anchor { column: 1, row: 1 }), |w| w.value),
        inset: given.and_then(|l| l.inset.as_ref()).map_or_else(Pair::default, |p| p.value),
        font: id,
        size: font.size,
        least,
        ink,
        each_seat: given.and_then(|l| l.for_.as_ref()).is_some_and(|f| f.value == For::EachSeat),
    })
}
