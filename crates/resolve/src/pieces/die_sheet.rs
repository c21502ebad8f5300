//! Compiles `[[sheet]]`: sheets that are already cut before printing, such as sheets of labels or of
//! perforated cards. A sheet has a grid of places, one for each piece.
//!
//! - In: a `[[sheet]]` of the layout.
//! - Out: a [`DieSheet`], and errors, for example about places that are not on the paper.

mod sold_sheets;

use std::sync::Arc;

use kurbo::{Point, Size, Vec2};

use crate::context::Resolver;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{SourceSpan, codes, near};
use hexpress_base::units::ShortNumber;
use hexpress_game::DieSheet;
use hexpress_game::pieces::PieceSize;
use hexpress_language::tables::layout::CutSheet;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::OnSheet;
use hexpress_scene::print::paper::{PaperChoice, is_landscape, sheet_name};

/// How far a place may extend beyond an edge of the paper, in mm. This allows for rounded numbers in
/// the layout.
const MAX_OVERHANG_MM: f64 = 0.001;

/// Compiles a `[[sheet]]` of the layout. Returns `None` after most errors. Still returns the sheet
/// if it has the same name as a built-in sheet, or if its places overlap or are not on the paper.
pub fn die_sheet(table: &Spanned<CutSheet>, resolver: &mut Resolver<'_>) -> Option<DieSheet> {
    let sheet = &table.value;
    missing_keys(table, resolver);
    let (name, paper) = (sheet.name.as_ref()?, sheet.paper.as_ref()?);
    let (first, grid, extent) = (sheet.first.as_ref()?, sheet.grid.as_ref()?, sheet.size.as_ref()?);
    if ["large", "small"].contains(&name.value.as_str()) {
        let message = format!("`{}` is the name of a built-in sheet", name.value);
        resolver.error_with_hint(
            codes::SAME_NAME,
            name,
            message,
            "rename your sheet, for example to `labels`",
        );
    }
    let paper_size = paper_size(paper, resolver);
    let size = extent.value.of(Size::ZERO);
    if !PieceSize::allows(size) {
        return resolver.add_error(PieceSize::error(extent.value), extent).none();
    }
    let die_grid = DieGrid {
        paper: paper_size?,
        first: Point::new(first.value.x, first.value.y),
        pitch: sheet.pitch.as_ref().map_or(size.to_vec2(), |at| Vec2::new(at.value.x, at.value.y)),
        columns: grid.value.columns,
        rows: grid.value.rows,
        size,
    };
    let places = Places {
        first: resolver.place(first),
        pitch: sheet.pitch.as_ref().map_or(resolver.place(table), |at| resolver.place(at)),
        grid: resolver.place(grid),
    };
    if let Some(hint) = die_grid.swapped_axes(sheet.pitch.is_some()) {
        let swapped = "the places for pieces do not fit the sheet: two distances seem to be swapped";
        let place = if hint.contains("pitch = ") { places.pitch } else { places.first };
        return resolver.error_with_hint(codes::PLACES_OFF_SHEET, place, swapped, hint).none();
    }
    die_grid.check_axis(&die_grid.across(), &places, resolver);
    die_grid.check_axis(&die_grid.down(), &places, resolver);
    let name: Arc<str> = name.value.as_str().into();
    let DieGrid { paper, first, pitch, .. } = die_grid;
    Some(DieSheet { name, paper, first, pitch, grid: grid.value, size })
}

/// Reports missing keys of a `[[sheet]]`.
fn missing_keys(table: &Spanned<CutSheet>, resolver: &mut Resolver<'_>) {
    let sheet = &table.value;
    let needed = [
        (sheet.name.is_some(), "name", "write name = \"labels\" here, and sheet = \"labels\" in [[cards]]"),
        (sheet.paper.is_some(), "paper", "add paper = \"a4\""),
        (
            sheet.first.is_some(),
            "first",
            "add first = \"7.2 15.1mm\", the distances of the first place from the left and top edges of the \
                sheet",
        ),
        (sheet.grid.is_some(), "grid", "add grid = \"3 x 7\""),
        (sheet.size.is_some(), "size", "add size = \"63.5 x 38.1mm\""),
    ];
    for (_, key, hint) in needed.into_iter().filter(|(is_given, ..)| !is_given) {
        resolver.error_with_hint(codes::MISSING_KEY, table, format!("a [[sheet]] needs `{key}`"), hint);
    }
}

/// Returns the width and height of the paper in mm. The paper is upright, unless the value is a size that
/// is wider than high, such as `297 x 210mm`. Reports a value that allows several papers. Returns `None`
/// after an error.
fn paper_size(paper: &Spanned<String>, resolver: &mut Resolver<'_>) -> Option<Size> {
    match PaperChoice::parse(&paper.value) {
        Ok(choice) if choice.large != choice.small => {
            let message = format!("`{}` means several papers", paper.value);
            let diagnostic = codes::UNKNOWN_PAPER.error(message);
            resolver.add_error(diagnostic.hint("write one paper: paper = \"a4\""), paper).none()
        }
        Ok(choice) if is_landscape(&paper.value) => Some(Size::new(choice.small.height, choice.small.width)),
        Ok(choice) => Some(choice.small),
        Err(diagnostic) => {
            let hint = landscape_hint(&paper.value).or_else(|| diagnostic.hint.clone());
            resolver.add_error(diagnostic.maybe_hint(hint), paper).none()
        }
    }
}

/// Returns a hint that replaces a value such as `a4 landscape` by a size. Returns `None` for any other
/// value.
fn landscape_hint(paper: &str) -> Option<String> {
    if !paper.to_lowercase().contains("landscape") {
        return None;
    }
    let name = paper.split([' ', '-']).next().unwrap_or_default();
    let size = PaperChoice::parse(name).ok()?.small;
    let (width, height) = (ShortNumber(size.height), ShortNumber(size.width));
    Some(format!("for landscape, write the size: paper = \"{width} x {height}mm\""))
}

/// Where the keys of a `[[sheet]]` are in the file, for error messages.
struct Places {
    first: SourceSpan,
    pitch: SourceSpan,
    grid: SourceSpan,
}

/// The grid of places on a sheet, one for each piece. Lengths are in mm.
#[derive(Debug, Clone, Copy)]
struct DieGrid {
    paper: Size,
    /// The top left corner of the first place.
    first: Point,
    /// The horizontal and the vertical distance between the top left corners of neighbouring
    /// places.
    pitch: Vec2,
    columns: u32,
    rows: u32,
    /// The size of a place.
    size: Size,
}

/// One axis of the grid of places, with words for messages about this axis. Lengths are in mm.
struct Axis {
    /// The word `wide` or `high`, for messages.
    extent: &'static str,
    /// The name of the edge of the paper from which distances are measured.
    edge: &'static str,
    /// The word `columns` or `rows`, for messages.
    lines: &'static str,
    first: f64,
    pitch: f64,
    count: u32,
    size: f64,
    paper: f64,
}

impl Axis {
    /// Returns the largest number of places that fit on the paper along this axis.
    fn fitting(&self) -> u32 {
        ((self.paper - self.first - self.size) / self.pitch.max(0.001) + 1e-6).floor() as u32 + 1
    }

    /// Returns the position of the far edge of the last place, measured from the edge of the paper that
    /// `edge` names.
    fn end(&self) -> f64 {
        self.first + self.pitch * f64::from(self.count - 1) + self.size
    }

    /// Returns whether all places along this axis are on the paper and do not overlap.
    fn fits(&self) -> bool {
        self.first >= 0.0
            && self.end() <= self.paper + MAX_OVERHANG_MM
            && (self.count == 1 || self.pitch > self.size - MAX_OVERHANG_MM)
    }
}

impl DieGrid {
    fn across(&self) -> Axis {
        Axis {
            extent: "wide",
            edge: "the left edge",
            lines: "columns",
            first: self.first.x,
            pitch: self.pitch.x,
            count: self.columns,
            size: self.size.width,
            paper: self.paper.width,
        }
    }

    fn down(&self) -> Axis {
        Axis {
            extent: "high",
            edge: "the top edge",
            lines: "rows",
            first: self.first.y,
            pitch: self.pitch.y,
            count: self.rows,
            size: self.size.height,
            paper: self.paper.height,
        }
    }

    /// Returns whether all places are on the paper and do not overlap.
    fn fits(&self) -> bool {
        self.across().fits() && self.down().fits()
    }

    /// Returns a hint if the places fit only after the two numbers of `first`, of `pitch` or of both keys
    /// are swapped. The user has then probably written the vertical number first.
    fn swapped_axes(&self, has_pitch: bool) -> Option<String> {
        if self.fits() {
            return None;
        }
        let first = Point::new(self.first.y, self.first.x);
        let pitch = Vec2::new(self.pitch.y, self.pitch.x);
        let candidates = [Self { first, pitch, ..*self }, Self { pitch, ..*self }, Self { first, ..*self }];
        // Without the key `pitch`, the pitch is the size of a place, so the user cannot have swapped its
        // numbers.
        let swapped = candidates
            .into_iter()
            .find(|candidate| (has_pitch || candidate.pitch == self.pitch) && candidate.fits())?;
        let mut right = Vec::new();
        if swapped.pitch == pitch && has_pitch {
            right.push(format!("pitch = \"{} {}mm\"", ShortNumber(pitch.x), ShortNumber(pitch.y)));
        }
        if swapped.first == first {
            right.push(format!("first = \"{} {}mm\"", ShortNumber(first.x), ShortNumber(first.y)));
        }
        Some(format!("write the horizontal distance first: {}", right.join(", ")))
    }

    /// Returns a hint if the places fit only when columns and rows are swapped.
    fn swapped_grid(&self) -> Option<String> {
        let swapped = Self { columns: self.rows, rows: self.columns, ..*self };
        let fits = swapped.across().end() <= self.paper.width + MAX_OVERHANG_MM
            && swapped.down().end() <= self.paper.height + MAX_OVERHANG_MM;
        fits.then(|| format!("write columns first: grid = \"{} x {}\"", swapped.columns, swapped.rows))
    }

    /// Returns a hint if the places fit on the paper in landscape orientation.
    fn landscape(&self) -> Option<String> {
        let fits = self.paper.height > self.paper.width
            && self.across().end() <= self.paper.height
            && self.down().end() <= self.paper.width;
        let (width, height) = (ShortNumber(self.paper.height), ShortNumber(self.paper.width));
        fits.then(|| format!("if the sheet is landscape, write paper = \"{width} x {height}mm\""))
    }

    /// Reports places along one axis that overlap or are not on the paper.
    fn check_axis(&self, axis: &Axis, places: &Places, resolver: &mut Resolver<'_>) {
        let sheet = sheet_name(self.paper);
        let Axis { extent, edge, lines, first, pitch, count, size, paper } = *axis;
        let (first_mm, size_mm, paper_mm) = (ShortNumber(first), ShortNumber(size), ShortNumber(paper));
        if first < 0.0 || first + size > paper + MAX_OVERHANG_MM {
            let off_sheet = codes::PLACES_OFF_SHEET.error(format!(
                "the first pre-cut place begins {first_mm} mm from {edge} and is {size_mm} mm {extent}, but {sheet} is {paper_mm} mm {extent}"
            ));
            resolver.add_error(off_sheet.maybe_hint(self.landscape()), places.first);
        } else if count > 1 && pitch < size - MAX_OVERHANG_MM {
            let overlap = codes::PITCH_TOO_SMALL.error(format!(
                "the places are {size_mm} mm {extent}, but begin {} mm apart, so they overlap",
                ShortNumber(pitch)
            ));
            let hint = "measure `pitch` from the start of one place to the start of the next";
            resolver.add_error(overlap.hint(hint), places.pitch);
        } else if axis.end() > paper + MAX_OVERHANG_MM {
            let end = ShortNumber(axis.end());
            let too_many = codes::PLACES_OFF_SHEET.error(format!(
                "{count} {lines} end {end} mm from {edge}, but {sheet} is {paper_mm} mm {extent}"
            ));
            resolver.add_error(too_many.hint(self.smaller_grid(axis)), places.grid);
        }
    }

    /// Returns a hint for a grid that extends beyond the paper.
    fn smaller_grid(&self, axis: &Axis) -> String {
        let (fitting, lines) = (axis.fitting(), axis.lines);
        let (columns, rows) = match lines {
            "rows" => (self.columns, fitting),
            _ => (fitting, self.rows),
        };
        self.swapped_grid()
            .or_else(|| self.landscape())
            .unwrap_or_else(|| format!("{fitting} {lines} fit: write grid = \"{columns} x {rows}\""))
    }
}

/// Returns the sheet with this name: a `[[sheet]]`, or a sheet that is sold under this name. Reports an
/// unknown name, and returns `None`. Also returns `None` for a `[[sheet]]` with errors, which have
/// already been reported.
pub fn find(at: &Spanned<OnSheet>, name: &str, resolver: &mut Resolver<'_>) -> Option<Arc<DieSheet>> {
    if let Some(found) = resolver.die_sheets.iter().find(|sheet| *sheet.name == *name) {
        return Some(Arc::clone(found));
    }
    if resolver.die_sheet_names.iter().any(|known| known == name) {
        return None;
    }
    if let Some(sold) = sold_sheets::named(name) {
        return Some(sold);
    }
    let names: Vec<&str> = resolver.die_sheet_names.iter().map(String::as_str).collect();
    let known = names.iter().copied().chain(["large", "small"]).chain(sold_sheets::names());
    let hint = near::hint(name, known, || {
        if let Some(hint) = synonym(Typed::Value("sheet"), name) {
            hint
        } else if names.is_empty() {
            "write \"large\" or \"small\"; for a die-cut sheet, add a [[sheet]] to this file".into()
        } else {
            format!("write \"large\", \"small\", or a [[sheet]] of this file: {}", names.join(", ")).into()
        }
    });
    resolver.error_with_hint(codes::UNKNOWN_NAME, at, format!("unknown sheet `{name}`"), hint).none()
}
