//! Reads and writes identities: the names of the drawings in a finished file, such as
//! `board/cell:3,-1` or `movement/7/back`.
//!
//! - In: a component and a feature of it, or the text of an identity.
//! - Out: the text, or the identity. Only this file writes and reads the texts.
//! - Not here: deciding which drawings a sheet has.

use std::convert::Infallible;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

use super::cell_address::CellAddress;
use super::piece_side::PieceSide;
use super::word_enum::word_enum;

/// Drawings of a cut plan belong to no component. Their identities have this name in place of the
/// component, as in `cut-plan/cut/3`.
pub const CUT_PLAN: &str = "cut-plan";
/// The name in place of the component, in identities of drawings on a test sheet.
pub const TEST_SHEET: &str = "test-sheet";
/// The name in place of the component, in identities of drawings on a calibration sheet.
pub const CALIBRATION: &str = "calibration";
/// The name in place of the component, in identities of drawings on pages that compare two
/// versions.
pub const CHANGES: &str = "changes";

/// The identity of a drawing. Every text can be read as an identity. An unknown text becomes
/// [`Identity::Foreign`] or [`Feature::Foreign`], and is written back unchanged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// `board/cell:3,-1`: a feature of a component.
    Of(Arc<str>, Feature),
    /// `cut`: lines to cut along.
    Cut,
    /// `hole`: holes to punch into pieces.
    Hole,
    /// `fold`: the fold line of a sheet, and the note next to it.
    Fold,
    /// `crease`: lines and marks that show where to fold pieces.
    Crease,
    /// `slit`: cuts that start at the edge of a piece and end inside it.
    Slit,
    /// `glue`: areas of a box that are glued.
    Glue,
    /// `registration`: a mark by which a cutting machine finds the position of the sheet.
    Registration,
    /// `ruler-across` or `ruler-down`.
    Ruler(Ruler),
    /// Any other text without a `/`.
    Foreign(Arc<str>),
}

/// A drawn part of a component, such as a piece or a cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// `7` or `7/back`: a side of a piece.
    Piece(NumberedSide),
    /// `cell:3,-1`: a cell.
    Cell(CellAddress),
    /// `cell:3,-1/beyond`: the part of a cell that is beyond the seam of a poster's sheet. The
    /// whole cell is on another sheet.
    Beyond(CellAddress),
    /// `name:3,-1`: the printed name of a cell.
    Name(CellAddress),
    /// `line:e`: the name of a row or column of cells, next to the board.
    Line(Arc<str>),
    /// `side:black`: the band along a side of the board.
    Side(Arc<str>),
    /// `edge-line:2`: a line along the edges of cells. The lines are numbered from 1.
    EdgeLine(usize),
    /// `detail:2`: a drawing on an edge or a corner. These drawings are numbered from 1.
    Detail(usize),
    /// `road:1`: a line from the middle of a cell to the middle of a neighbouring cell. The roads
    /// are numbered from 1.
    Road(usize),
    /// `under:1`: a drawing that lies under the cells of the board. These drawings are numbered
    /// from 1.
    Under(usize),
    /// `draw:1`: an element on the sheet of a board, or a figure in a page of text. These drawings
    /// are numbered from 1.
    Draw(usize),
    /// `text:3`: a block of a page of text, such as a paragraph. The blocks are numbered from 1.
    Text(usize),
    /// `link:3`: words of a link in the third block of a page of text.
    Link(usize),
    /// `cut/3`: a step of a cut plan. The steps are numbered from 1.
    Step(usize),
    /// `seam:A`, `7/seam:A` or `7/back/seam:A`: a seam at which two sheets of a poster meet. If the
    /// poster shows a piece, the number of the piece comes first.
    Seam(Option<NumberedSide>, Arc<str>),
    /// A drawing that occurs once on a page.
    Single(Single),
    /// A mark of a calibration sheet.
    Mark(Mark),
    /// Any other text.
    Foreign(Arc<str>),
}

/// A side of a piece, and the number of the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberedSide {
    /// The number of the piece in its deck, counted from 1.
    pub number: usize,
    pub side: PieceSide,
}

word_enum! {
    /// The direction of a ruler.
    Ruler:
    /// From left to right.
    Across = "ruler-across",
    /// From top to bottom.
    Down = "ruler-down",
}

word_enum! {
    /// Drawings that occur once on a page.
    Single:
    /// The line around the bands along the sides of a board.
    SidesOutline = "sides-outline",
    /// The drawings in the title strip above the cells of a board.
    Head = "head",
    /// The lines between the points of a board.
    Lines = "lines",
    /// The line around a board.
    Rim = "rim",
    /// The strips that continue the outermost cells of a board into its bleed.
    Bleed = "bleed",
    /// The background or frame that is drawn under a board.
    Plate = "plate",
    /// The small print at the foot of a board.
    BottomLine = "bottom-line",
    /// Rulers, and notes for the printer.
    PrinterMarks = "furniture",
    /// The marks that show which version a piece has.
    VersionMarks = "version-marks",
    /// The note on a page that is left empty.
    Empty = "empty",
    /// The QR code of a sheet.
    SheetCode = "sheet-code",
    /// The background, the lines and the page number of a page of text.
    Ground = "ground",
    /// The drawings behind the text, on those pages that are on the inner side of a folded sheet.
    InnerGround = "inner-ground",
    /// A page of a cut plan, or a test sheet.
    Page = "page",
    /// The sheet that a cut plan shows.
    Sheet = "sheet",
    /// The pieces that a cut plan shows.
    Pieces = "piece",
}

word_enum! {
    /// Marks of a calibration sheet. For example, `lying` and `upright` are the lines of a cross on the
    /// front, and `flat` and `steep` are the slanted lines on the back.
    Mark:
    Lying = "lying",
    Upright = "upright",
    Flat = "flat",
    Steep = "steep",
    EdgeLeft = "edge-left",
    EdgeUpper = "edge-upper",
    EdgeRight = "edge-right",
    EdgeLower = "edge-lower",
    Arrow = "arrow",
    Box = "box",
    Example = "example",
    Lead = "lead",
    Reach = "reach",
    Rule = "rule",
    Tick = "tick",
    Words = "words",
}

impl Identity {
    /// Returns the component to which the drawing belongs. Returns `None` if it belongs to no
    /// component.
    pub fn component(&self) -> Option<&Arc<str>> {
        match self {
            Self::Of(component, _) => Some(component),
            _ => None,
        }
    }

    /// Returns the feature of a component that is drawn. Returns `None` if the drawing belongs to
    /// no component.
    pub fn feature(&self) -> Option<&Feature> {
        match self {
            Self::Of(_, feature) => Some(feature),
            _ => None,
        }
    }

    /// Returns the cell that is drawn. Returns `None` if the drawing is not a cell.
    pub fn cell(&self) -> Option<CellAddress> {
        match self.feature()? {
            Feature::Cell(address) => Some(*address),
            _ => None,
        }
    }

    /// Returns the number of the piece that is drawn. Returns `None` if the drawing is not a piece.
    pub fn piece(&self) -> Option<usize> {
        match self.feature()? {
            Feature::Piece(side) => Some(side.number),
            _ => None,
        }
    }

    /// Returns whether the drawing is the back of a piece.
    pub fn is_back(&self) -> bool {
        matches!(self.feature(), Some(Feature::Piece(NumberedSide { side: PieceSide::Back, .. })))
    }
}

/// Returns the text before the coordinates in identities of cells, such as `board/cell:` or `board/name:`.
/// `feature` converts the address of a cell to a feature: the cell itself, or its printed name.
pub fn before_cells(component: &Arc<str>, feature: impl Fn(CellAddress) -> Feature) -> String {
    let cell = CellAddress::new(0, 0);
    let mut text = Identity::Of(Arc::clone(component), feature(cell)).to_string();
    text.truncate(text.len() - cell.to_string().len());
    text
}

/// Returns the name of a copy of a repeated element. Copy 17 of `track` has the name `track/17`.
pub fn copy_name(name: &str, number: impl Display) -> String {
    format!("{name}/{number}")
}

/// Converts the name of a copy to the name of the repeated element: `track/17` to `track`.
pub fn name_of_copies(copy: &str) -> &str {
    copy.rsplit_once('/').map_or(copy, |(name, _)| name)
}

impl Display for Identity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(component, feature) => write!(f, "{component}/{feature}"),
            Self::Cut => f.write_str("cut"),
            Self::Hole => f.write_str("hole"),
            Self::Fold => f.write_str("fold"),
            Self::Crease => f.write_str("crease"),
            Self::Slit => f.write_str("slit"),
            Self::Glue => f.write_str("glue"),
            Self::Registration => f.write_str("registration"),
            Self::Ruler(ruler) => ruler.fmt(f),
            Self::Foreign(text) => f.write_str(text),
        }
    }
}

impl Display for NumberedSide {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.side.is_back() { "/back" } else { "" })
    }
}

impl Display for Feature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(side) => side.fmt(f),
            Self::Cell(address) => write!(f, "cell:{address}"),
            Self::Beyond(address) => write!(f, "cell:{address}/beyond"),
            Self::Name(address) => write!(f, "name:{address}"),
            Self::Line(name) => write!(f, "line:{name}"),
            Self::Side(name) => write!(f, "side:{name}"),
            Self::EdgeLine(number) => write!(f, "edge-line:{number}"),
            Self::Road(number) => write!(f, "road:{number}"),
            Self::Detail(number) => write!(f, "detail:{number}"),
            Self::Under(number) => write!(f, "under:{number}"),
            Self::Draw(number) => write!(f, "draw:{number}"),
            Self::Text(number) => write!(f, "text:{number}"),
            Self::Link(number) => write!(f, "link:{number}"),
            Self::Step(number) => write!(f, "cut/{number}"),
            Self::Seam(None, name) => write!(f, "seam:{name}"),
            Self::Seam(Some(side), name) => write!(f, "{side}/seam:{name}"),
            Self::Single(single) => single.fmt(f),
            Self::Mark(mark) => mark.fmt(f),
            Self::Foreign(text) => f.write_str(text),
        }
    }
}

impl FromStr for Identity {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::read(text, &mut None))
    }
}

impl Identity {
    /// Reads an identity.
    ///
    /// `before` is the component of the previous identity. Most identities have the same component as
    /// the previous identity. Both identities then share one copy of the component's name.
    pub fn read(text: &str, before: &mut Option<Arc<str>>) -> Self {
        if let Some((component, feature)) = text.split_once('/') {
            let known = before.take().filter(|known| **known == *component);
            let component = known.unwrap_or_else(|| component.into());
            *before = Some(Arc::clone(&component));
            let Ok(feature) = feature.parse();
            return Self::Of(component, feature);
        }
        match text {
            "cut" => Self::Cut,
            "hole" => Self::Hole,
            "fold" => Self::Fold,
            "crease" => Self::Crease,
            "slit" => Self::Slit,
            "glue" => Self::Glue,
            "registration" => Self::Registration,
            _ => Ruler::named(text).map_or_else(|| Self::Foreign(text.into()), Self::Ruler),
        }
    }
}

impl FromStr for Feature {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from_text(text).unwrap_or_else(|| Self::Foreign(text.into())))
    }
}

impl Feature {
    /// Returns a side of a piece. `number` is the number of the piece in its deck, counted from 1.
    pub fn piece(number: usize, side: PieceSide) -> Self {
        Self::Piece(NumberedSide { number, side })
    }

    fn from_text(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_prefix("seam:") {
            return Some(Self::Seam(None, name.into()));
        }
        if let Some((piece, name)) = text.split_once("/seam:") {
            return NumberedSide::from_text(piece).map(|side| Self::Seam(Some(side), name.into()));
        }
        if let Some((key, value)) = text.split_once(':') {
            return match key {
                "cell" => match value.strip_suffix("/beyond") {
                    Some(cell) => parse_address(cell).map(Self::Beyond),
                    None => parse_address(value).map(Self::Cell),
                },
                "name" => parse_address(value).map(Self::Name),
                "line" => Some(Self::Line(value.into())),
                "side" => Some(Self::Side(value.into())),
                "edge-line" => parse_canonical_number(value).map(Self::EdgeLine),
                "road" => parse_canonical_number(value).map(Self::Road),
                "detail" => parse_canonical_number(value).map(Self::Detail),
                "under" => parse_canonical_number(value).map(Self::Under),
                "draw" => parse_canonical_number(value).map(Self::Draw),
                "text" => parse_canonical_number(value).map(Self::Text),
                "link" => parse_canonical_number(value).map(Self::Link),
                _ => None,
            };
        }
        if let Some(step) = text.strip_prefix("cut/") {
            return parse_canonical_number(step).map(Self::Step);
        }
        NumberedSide::from_text(text)
            .map(Self::Piece)
            .or_else(|| Single::named(text).map(Self::Single))
            .or_else(|| Mark::named(text).map(Self::Mark))
    }
}

impl NumberedSide {
    fn from_text(text: &str) -> Option<Self> {
        let back = text.strip_suffix("/back");
        let side = PieceSide::from_is_back(back.is_some());
        parse_canonical_number(back.unwrap_or(text)).map(|number| Self { number, side })
    }
}

/// The largest absolute value that a coordinate of a cell may have.
const MAX_CELL_COORDINATE: u32 = 10_000_000;

/// Reads the coordinates of a cell: `3,-1`. In a tiling that repeats several polygons, the text may
/// have a third number, as in `3,-1,2`. Returns `None` for any other text.
fn parse_address(text: &str) -> Option<CellAddress> {
    let (q, rest) = text.split_once(',')?;
    let (r, k) = rest.split_once(',').map_or((rest, None), |(r, k)| (r, Some(k)));
    // For polygon 0, the third number is left out. So a text with the third number 0 is not an identity.
    let k = k.map_or(Some(0), |k| parse_canonical_number(k).filter(|k| *k > 0))?;
    let address = CellAddress {
        polygon: k,
        ..CellAddress::new(parse_canonical_number(q)?, parse_canonical_number(r)?)
    };
    // A file may contain any number. With this limit, sums of coordinates cannot overflow.
    (address.q.unsigned_abs().max(address.r.unsigned_abs()) <= MAX_CELL_COORDINATE).then_some(address)
}

/// Reads a number that is written as in identities: without `+` and leading zeros, and not as `-0`.
/// Returns `None` for any other form.
fn parse_canonical_number<T: FromStr>(text: &str) -> Option<T> {
    let plain = match text.strip_prefix('-').unwrap_or(text) {
        "0" => text == "0",
        digits => !digits.starts_with(['0', '+']),
    };
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod identity_tests;
